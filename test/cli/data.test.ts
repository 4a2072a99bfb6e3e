import { appendFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestTable, type TestTable } from '../support/database.ts';
import { violations } from '../support/invariants.ts';
import { twoAlike, withCommandLine } from './command-line-fixture.ts';
import { ran } from './run-cli.ts';

const world = withCommandLine(twoAlike);
let folder: string;
let other: TestTable;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dispatch-data-'));
  other = await createTestTable();
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await other.destroy();
});

const itemsOf = async ({ document, tableName }: Pick<TestTable, 'document' | 'tableName'>) => {
  const { Items = [] } = await document.send(new ScanCommand({ TableName: tableName }));
  return Items.sort((a, b) => (`${a.pk} ${a.sk}` < `${b.pk} ${b.sk}` ? -1 : 1));
};

const inOther = (...args: string[]) =>
  ran(['--endpoint', other.endpoint, '--table', other.tableName, ...args], {
    environment: { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' },
    root: process.cwd(),
    now: () => new Date(world.service.clock.now),
  });

describe('data export and import', () => {
  it('copy a table item by item, claims and versions included', async () => {
    const id = await world.booked();
    await world.lead();
    const file = join(folder, 'all.jsonl');
    const exported = await world.cli.run('data', 'export', file);
    const before = await itemsOf(world.service.table);

    expect(exported).toEqual({ code: 0, out: `${before.length} items written to the file.`, err: '' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await inOther('data', 'import', file)).toMatchObject({
      code: 0,
      out: `${before.length} items written, 0 unchanged in the table.`,
    });
    expect(await itemsOf(other)).toEqual(before);
    expect(await violations(other.document, other.tableName)).toEqual([]);
    expect((await inOther('requests', 'show', id)).out).toContain(id);
  });

  it('writes only missing items unless asked to replace', async () => {
    const id = await world.booked();
    const file = join(folder, 'all.jsonl');
    await world.cli.run('data', 'export', file);
    await world.cli.run('requests', 'cancel', id, '--reason', 'sold the house');
    const { length } = await itemsOf(world.service.table);
    const again = await world.cli.run('data', 'import', file);

    expect(again.out).toMatch(/^\d items written, \d unchanged in the table\.$/);
    expect(await world.service.requests.get(id)).toMatchObject({ status: 'canceled' });
    expect(await itemsOf(world.service.table)).toHaveLength(length);
    await world.cli.run('data', 'import', file, '--replace');
    expect(await world.service.requests.get(id)).toMatchObject({ status: 'scheduled', version: 1 });
  });

  it('raise the versions of requests, so that consumers of events follow them again', async () => {
    const id = await world.booked();
    const file = join(folder, 'all.jsonl');
    await world.cli.run('data', 'export', file);
    await inOther('data', 'import', file, '--raise-versions', '1000');

    expect(JSON.parse((await inOther('requests', 'show', id, '--json')).out)).toMatchObject({
      version: 1001,
    });
  });

  it('check the whole file first, and name a damaged line without its content', async () => {
    await world.booked();
    const file = join(folder, 'all.jsonl');
    await world.cli.run('data', 'export', file);
    appendFileSync(file, '{"Dana Miller"\n');
    const { code, out, err } = await inOther('data', 'import', file);

    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^Line \d+: expected an item as "data export" writes it\. Nothing was written\.$/);
    expect(await itemsOf(other)).toEqual([]);
  });

  it('only check the file with --dry-run', async () => {
    const file = join(folder, 'all.jsonl');
    await world.cli.run('data', 'export', file);
    expect((await inOther('data', 'import', file, '--dry-run')).out).toMatch(
      /^The file contains \d+ items\./,
    );
    expect(await itemsOf(other)).toEqual([]);
  });

  it('overwrite no file, and report a missing one', async () => {
    const file = join(folder, 'all.jsonl');
    await world.cli.run('data', 'export', file);
    expect((await world.cli.run('data', 'export', file)).err).toBe('The file exists: name another one.');
    expect((await inOther('data', 'import', join(folder, 'none'))).err).toBe('There is no such file.');
  });
});
