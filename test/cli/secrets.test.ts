import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ran } from './run-cli.ts';

describe('secrets check', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'dispatch-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  async function check(documents: unknown, ...options: string[]) {
    const file = join(folder, 'secrets.json');
    writeFileSync(file, typeof documents === 'string' ? documents : JSON.stringify(documents));
    const args = ['secrets', 'check', 'crm', '--secret-file', file, ...options];
    return await ran(args, { environment: {}, root: folder, now: () => new Date(0) });
  }

  const key = {
    id: 'main',
    scheme: 'hmac-sha256',
    secret: 'marked-secret-of-32-characters!!',
    accounts: ['*'],
  };

  it('names the active keys and shows none of them', async () => {
    const { code, out } = await check({ crm: { keys: [key], apiKeys: [] } });
    expect(code).toBe(0);
    expect(out).toContain('key main: hmac-sha256, accounts *');
    expect(out).not.toContain('marked-secret');
  });

  it('names every faulty field and never its value', async () => {
    const { code, err } = await check({ crm: { keys: [{ ...key, secret: 'short', scheme: 'rot13' }] } });
    expect(code).toBe(1);
    expect(err).toContain('keys[0]');
    expect(err).not.toContain('short');
  });

  it('does not quote a file that is no JSON', async () => {
    const { code, err } = await check('{ "crm": marked-secret');
    expect(code).toBe(1);
    expect(err).not.toContain('marked-secret');
  });
});

describe('the id of an account', () => {
  const host = { environment: {}, root: '', now: () => new Date(0) };
  const expected = /^--account: expected an id of up to 64 letters, digits, dots, dashes and underscores/;

  it.each([
    ['secrets generate crm', 'bad id'],
    ['secrets generate crm', 'unassigned'],
    ['secrets grant crm key --stack one', 'acme#hvac'],
    ['secrets add-api-key --stack one', '*'],
  ])('is checked by %s: %j', async (command, id) => {
    const { code, out, err } = await ran([...command.split(' '), '--account', id], host);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(expected);
  });

  it('is what an account document may have', async () => {
    const { code, out } = await ran(['secrets', 'generate', 'crm', '--account', 'acme-hvac.2_b'], host);
    expect([code, JSON.parse(out).accounts]).toEqual([0, ['acme-hvac.2_b']]);
  });
});

it('a file of keys that is an empty list is refused with what is expected', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dispatch-'));
  const file = join(folder, 'keys.json');
  writeFileSync(file, '[]');
  const args = ['secrets', 'add', 'crm', '--file', file, '--stack', 'one'];
  const { code, err } = await ran(args, { environment: {}, root: '', now: () => new Date(0) });
  rmSync(folder, { recursive: true });
  const expected = 'expected a key as "secrets generate" prints it, or a document of keys and apiKeys.';
  expect([code, err]).toEqual([1, `${file}: ${expected}`]);
});
