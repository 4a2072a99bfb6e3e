import { appendFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventsOf } from '../../lib/aws/stream-events.ts';
import { MINUTE_MS } from '../../lib/scheduling/time.ts';
import { createTestTable, type TestTable } from '../support/database.ts';
import { violations } from '../support/invariants.ts';
import { openTestStream } from '../support/stream.ts';
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
    // The events of the last changes stay behind: other systems had them.
    expect(await itemsOf(other)).toEqual(before.map(({ events: _, ...item }) => item));
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

    expect(again.out).toMatch(/^\d items written, \d+ unchanged in the table\.$/);
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
    expect(err.startsWith(`${file}: line `)).toBe(true);
    expect(err).toMatch(/: line \d+: expected an item as "data export" writes it\. Nothing was written\.$/);
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
    expect((await world.cli.run('data', 'export', file)).err).toBe(
      `${file}: the file exists: name another one.`,
    );
    expect((await inOther('data', 'import', join(folder, 'none'))).err).toBe(
      `${join(folder, 'none')}: there is no such file or folder.`,
    );
  });
});

describe('data diff', () => {
  it('lists requests that only one has or that differ, and counts the rest, without a phone number', async () => {
    const kept = await world.booked();
    const file = join(folder, 'all.jsonl');
    await world.cli.run('data', 'export', file);
    await inOther('data', 'import', file);
    const same = await inOther('data', 'diff', file);
    const added = await world.lead();
    await world.cli.json('requests', 'urgency', kept, 'urgent');
    const { out } = await world.cli.run('data', 'diff', file);
    const after = join(folder, 'after.jsonl');
    await world.cli.run('data', 'export', after);
    const behind = JSON.parse((await inOther('data', 'diff', after, '--json')).out);

    expect(same.out).toBe('The table and the file have the same items.');
    expect(out).toMatch(new RegExp(`only in the table: .*1 REQUEST.*\\n {2}${added}`));
    expect(out).toMatch(new RegExp(`different: .*1 REQUEST.*\\n {2}${kept}`));
    expect(out).not.toContain('2125550');
    expect(behind.onlyInFile.dispatchRequestIds).toEqual([added]);
    expect(behind.changed.dispatchRequestIds).toEqual([kept]);
    expect(behind.onlyInTable).toEqual({ counts: {}, dispatchRequestIds: [] });
  });
});

describe('data import into a table in use', () => {
  const at = '2026-06-10T12:00:00.000Z';
  const busy = async () => {
    const id = await world.booked();
    const file = join(folder, 'all.jsonl');
    await world.cli.run('data', 'export', file);
    const [day] = (await itemsOf(world.service.table)).filter(({ pk }) => String(pk).startsWith('SCHEDULE#'));
    if (day === undefined) throw new Error('No day');
    const { document, tableName } = other;
    return {
      id,
      file,
      day,
      put: (Item: Record<string, unknown>) => document.send(new PutCommand({ TableName: tableName, Item })),
    };
  };
  it("claims the time of its visits in a technician's day that exists", async () => {
    const { file, day, put } = await busy();
    await put({ pk: day.pk, sk: day.sk, v: 1 });
    expect((await inOther('data', 'import', file)).code).toBe(0);
    expect(await violations(other.document, other.tableName)).toEqual([]);
    expect((await inOther('data', 'check')).out).toBe('Every visit has its time, and nothing else.');
  });

  it('refuses a visit whose time a block has, and takes nothing from anyone', async () => {
    const { id, file, day, put } = await busy();
    const present = () => inOther('requests', 'show', id);
    const taken = Object.fromEntries(
      Object.entries(day).map(([name, value]) => [name, /^\d+$/.test(name) ? 'bl_training' : value]),
    );
    const buckets = Object.keys(day).filter((name) => /^\d+$/.test(name));
    const [date = '', technicianId = ''] = String(day.sk).split('#');
    const times = { from: '', to: '', startsAt: at, endsAt: at, createdAt: at };
    const names = { blockId: 'bl_training', accountId: 'acme-hvac', technicianId, technician: 'Ben' };
    const claims = [{ date, technicianId, buckets: buckets.map(Number) }];
    const block = { ...times, ...names, claims, reason: 'training', by: 'dispatcher:Robin' };
    await put({ pk: 'BLOCK#bl_training', sk: 'BLOCK', v: 1, ...block });
    await put(taken);
    const imported = await inOther('data', 'import', file);
    expect([imported.code, imported.err]).toEqual([1, expect.stringMatching(/^data import: 1 of \d+ items/)]);
    expect(imported.out).toContain(`${id}: refused, because something else has its time`);
    expect((await present()).err).toContain('there is no such dispatch request');
    expect(await itemsOf(other)).toContainEqual(taken);
  });

  it('refuses a visit whose time was sold meanwhile, and says so by its exit code', async () => {
    const id = await world.booked();
    const file = join(folder, 'all.jsonl');
    await world.cli.run('data', 'export', file);
    await world.cli.run('requests', 'cancel', id, '--reason', 'sold the house');
    const { technicianId } = (await world.service.requests.get(id))?.appointment ?? {};
    const lead = await world.lead();
    const when = ['--date', '2026-06-10', '--time', '09:00', '--technician', String(technicianId)];
    await world.cli.json('requests', 'schedule', lead, ...when);
    const { code, out } = await world.cli.run('data', 'import', file, '--replace');

    expect(code).toBe(1);
    expect(out).toContain(`${id}: refused, because something else has its time`);
    const { document, tableName } = world.service.table;
    expect(await violations(document, tableName)).toEqual([]);
    expect(await world.service.requests.get(lead)).toMatchObject({ status: 'scheduled' });
    expect(await world.service.requests.get(id)).toMatchObject({ status: 'canceled' });
  });

  it('publishes no event again, and later changes do', async () => {
    const { id, file } = await busy();
    const call = { call_id: 'call_9', agent_id: 'agent_acme', from_number: '+12125550123' };
    await world.service.send('voiceone-call-complete', { event: 'call_ended', call });
    const all = join(folder, 'with-calls.jsonl');
    await world.cli.run('data', 'export', all);
    expect(file).not.toBe(all);
    const { client, records } = await openTestStream(other);
    await inOther('data', 'import', all);
    await inOther('requests', 'cancel', id, '--reason', 'sold the house');
    const events = (await records()).flatMap(eventsOf);
    client.destroy();
    expect(events.map(({ type }) => type)).toEqual(['dispatch-request.canceled']);
  });

  it('releases the time of a visit that moved since the export', async () => {
    const id = await world.booked();
    const file = join(folder, 'all.jsonl');
    await world.cli.run('data', 'export', file);
    await world.cli.json('requests', 'move', id, '--date', '2026-06-11', '--time', '13:00');
    const { code, out } = await world.cli.run('data', 'import', file, '--replace');

    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^\d+ items written, \d+ unchanged in the table\.$/),
    ]);
    expect((await world.service.requests.get(id))?.appointment).toMatchObject({ date: '2026-06-10' });
    const { document, tableName } = world.service.table;
    expect(await violations(document, tableName)).toEqual([]);
  });
});

describe('data check', () => {
  it.each([
    [
      'two visits that claim the same time',
      (claims: unknown) => claims,
      'its time belongs to another: move one of them',
    ],
    ['a visit without a claim', () => [], 'it claims no time: move it'],
  ])('names %s', async (_, claimsOf, fault) => {
    const id = await world.booked();
    const { document, tableName } = world.service.table;
    const [stored] = (await itemsOf(world.service.table)).filter(({ sk }) => sk === 'REQUEST');
    const appointment = { ...stored?.appointment, claims: claimsOf(stored?.appointment.claims) };
    const twin = { ...stored, pk: 'REQUEST#dr_twin', dispatchRequestId: 'dr_twin', appointment };
    await document.send(new PutCommand({ TableName: tableName, Item: twin }));
    const checked = await world.cli.run('data', 'check', '--repair');
    await document.send(new DeleteCommand({ TableName: tableName, Key: { pk: twin.pk, sk: 'REQUEST' } }));

    expect(checked.out).toBe(`dr_twin on ${appointment.date}#${appointment.technicianId}: ${fault}`);
    expect(await world.service.requests.get(id)).toMatchObject({ status: 'scheduled' });
  });

  it('names a visit that claims all but its last minutes', async () => {
    const id = await world.booked();
    const { document, tableName } = world.service.table;
    const [stored] = (await itemsOf(world.service.table)).filter(({ sk }) => sk === 'REQUEST');
    const later = (instant: string, minutes: number) =>
      new Date(Date.parse(instant) + minutes * MINUTE_MS).toISOString();
    // It claims the half hour after its end, too.
    const { startsAt, endsAt, date, technicianId } = stored?.appointment ?? {};
    const times = { startsAt: later(startsAt, 5), endsAt: later(endsAt, 35) };
    const longer = { ...stored, appointment: { ...stored?.appointment, ...times } };
    await document.send(new PutCommand({ TableName: tableName, Item: longer }));
    const { out } = await world.cli.run('data', 'check');
    await document.send(new PutCommand({ TableName: tableName, Item: { ...stored } }));

    expect(out).toBe(`${id} on ${date}#${technicianId}: it claims no time: move it`);
  });

  it('changes nothing without --repair, then releases stray time and claims what is missing', async () => {
    await world.booked();
    const { document, tableName } = world.service.table;
    const [day] = (await itemsOf(world.service.table)).filter(({ pk }) => String(pk).startsWith('SCHEDULE#'));
    const [bucket = ''] = Object.keys(day ?? {}).filter((name) => /^\d+$/.test(name));
    const { [bucket]: __, ...left } = { ...day };
    const damaged = { ...left, [String(Number(bucket) - 4)]: 'dr_gone' };
    await document.send(new PutCommand({ TableName: tableName, Item: damaged }));
    const before = await itemsOf(world.service.table);
    const found = await world.cli.run('data', 'check');
    expect(found.out).toContain('dr_gone');
    expect(found.out).toContain('(pass --repair)');
    expect(await itemsOf(world.service.table)).toEqual(before);
    expect((await world.cli.run('data', 'check', '--repair')).out).toContain('(repaired)');
    expect(await violations(document, tableName)).toEqual([]);
    expect((await world.cli.run('data', 'check')).out).toBe('Every visit has its time, and nothing else.');
  });
});
