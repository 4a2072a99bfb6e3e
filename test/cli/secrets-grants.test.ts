import { describe, expect, it } from '@jest/globals';
import { parseSecretDocument } from '../../lib/secrets/secret-document.ts';
import { dispatch } from '../support/command-line.ts';
import { aws, file, key, run, SECRET, stored } from './stack-fixture.ts';

const CRM = 'secret-crm';
const acme = { ...key, accounts: ['acme-hvac'] };
const other = { ...key, id: 'second', secret: 'another-secret-of-32-characters!', accounts: ['beta-hvac'] };
const ed25519 = { id: 'signed', scheme: 'ed25519', publicKey: 'ab'.repeat(32), accounts: ['acme-hvac'] };

const holding = (...keys: object[]) => aws.secrets.set(CRM, JSON.stringify({ keys, apiKeys: [] }));
const ids = () => stored(CRM).keys.map(({ id }: { id: string }) => id);
const accountsOf = (id: string) =>
  stored(CRM).keys.find((found: { id: string }) => found.id === id)?.accounts;

describe('secrets grant and revoke', () => {
  it('let one key act for several accounts, and no longer', async () => {
    holding(acme);
    const granted = await run([
      'secrets',
      'grant',
      'crm',
      'first',
      '--account',
      'beta-hvac',
      '--account',
      'gamma-hvac',
    ]);
    expect(granted.code).toBe(0);
    expect(granted.stdout).toContain('key first: hmac-sha256, accounts acme-hvac, beta-hvac, gamma-hvac');
    expect(granted.stdout).not.toContain('marked-secret');
    expect(accountsOf('first')).toEqual(['acme-hvac', 'beta-hvac', 'gamma-hvac']);

    const revoked = await run(['secrets', 'revoke', 'crm', 'first', '--account', 'acme-hvac']);
    expect(revoked.code).toBe(0);
    expect(accountsOf('first')).toEqual(['beta-hvac', 'gamma-hvac']);
    expect(stored(CRM).keys[0]).toMatchObject({ id: 'first', secret: SECRET });
  });

  it('write nothing if nothing changes', async () => {
    holding(acme);
    const calls = aws.calls.length;
    const { code, stdout } = await run(['secrets', 'grant', 'crm', 'first', '--account', 'acme-hvac']);

    expect(code).toBe(0);
    expect(stdout).toContain('accounts acme-hvac');
    expect(aws.calls.slice(calls)).not.toContain('PutSecretValue');
  });

  const api = { id: 'own', account: 'acme-hvac', sha256: 'ab'.repeat(32) };
  it.each([
    [
      ['grant', 'crm', 'nokey', '--account', 'b'],
      'crm: there is no key nokey; its keys are: first, all, own.',
    ],
    [['grant', 'crm', 'all', '--account', 'b'], 'all: the key of crm may act for all accounts already.'],
    [
      ['grant', 'crm', 'own', '--account', 'b'],
      'own: it is an API key, which acts for one account: add another with "secrets add-api-key".',
    ],
    [
      ['revoke', 'crm', 'first', '--account', 'b'],
      'first: the key of crm may not act for b; its accounts are: acme-hvac.',
    ],
    [
      ['revoke', 'crm', 'first', '--account', 'acme-hvac'],
      'first: the key of crm would have no account left: remove it with "secrets remove crm first".',
    ],
    [
      ['revoke', 'crm', 'all', '--account', 'acme-hvac'],
      'all: the key of crm may act for all accounts; a key for some of them needs a new secret: "secrets generate" makes one.',
    ],
  ])('refuse %j', async (args, expected) => {
    const all = { ...other, id: 'all', accounts: ['*'] };
    aws.secrets.set(CRM, JSON.stringify({ keys: [acme, all], apiKeys: [api] }));
    const before = aws.secrets.get(CRM);
    const { code, stderr } = await run(['secrets', ...args]);

    expect([code, stderr]).toEqual([1, `${expected}\n`]);
    expect(aws.secrets.get(CRM)).toBe(before);
  });

  it('are what a secret that is already there asks for', async () => {
    holding(acme);
    const again = { ...acme, id: 'second', accounts: ['beta-hvac'] };
    const { code, stderr } = await run(['secrets', 'add', 'crm', '--file', file('again.json', again)]);

    expect(code).toBe(1);
    expect(stderr).toMatch(/no other key has.*"secrets grant" lets one key act for several accounts/);
  });

  it.each(['grant', 'revoke', 'rotate'])('%s needs a stack', async (name) => {
    const { code, stderr } = await dispatch(['secrets', name, 'crm', 'first', '--account', 'acme-hvac'], {});

    expect(code).toBe(2);
    expect(stderr).toMatch(name === 'rotate' ? /unknown option/ : /--stack/);
  });
});

describe('secrets rotate', () => {
  it('adds a key with another secret beside the old one, and says what to do', async () => {
    const header = { ...acme, header: 'x-own-signature', accounts: ['acme-hvac', 'beta-hvac'] };
    holding(header, other);
    const { code, stdout, stderr } = await run(['secrets', 'rotate', 'crm', 'first', '--id', 'next']);
    const shown = JSON.parse(stdout);

    expect(code).toBe(0);
    expect(shown).toEqual({ ...header, id: 'next', secret: expect.any(String) });
    expect(shown.secret).not.toBe(SECRET);
    expect(parseSecretDocument(JSON.stringify({ keys: [shown] })).keys).toEqual([shown]);
    expect(stored(CRM).keys).toEqual([header, other, shown]);
    expect(stderr).toMatch(/wait five minutes/i);
    expect(stderr).toContain('secrets remove crm first --stack dispatch-dev');
    expect(stderr).not.toContain('secret-of-32');
  });

  it.each([
    ['hmac-sha256-timestamped', {}],
    ['hmac-sha256-timestamp-header', { timestampHeader: 'x-own-timestamp' }],
    ['shared-secret', { header: 'x-own-secret' }],
    ['standard-webhooks', { secret: `whsec_${Buffer.from(SECRET).toString('base64')}` }],
  ])('keeps the scheme %s', async (scheme, over) => {
    holding({ ...acme, scheme, ...over });
    const { code } = await run(['secrets', 'rotate', 'crm', 'first']);
    const [old, added] = stored(CRM).keys;

    expect(code).toBe(0);
    expect({ ...added, id: 'first', secret: old.secret }).toEqual(old);
    expect(added.id).toMatch(/^crm-\d{4}-\d\d-\d\d-[0-9a-f]{4}$/);
  });

  it.each([
    [
      'signed',
      'signed: the key holds only a public key: its sender makes the new one; "secrets add" stores it.',
    ],
    [
      'own',
      'own: it is an API key: add another with "secrets add-api-key", then remove this one with "secrets remove crm own".',
    ],
    ['nokey', 'crm: there is no key nokey; its keys are: signed, own.'],
  ])('refuses %s', async (id, expected) => {
    const api = { id: 'own', account: 'acme-hvac', sha256: 'ab'.repeat(32) };
    aws.secrets.set(CRM, JSON.stringify({ keys: [ed25519], apiKeys: [api] }));
    const { code, stdout, stderr } = await run(['secrets', 'rotate', 'crm', id]);

    expect([code, stdout, stderr]).toEqual([1, '', `${expected}\n`]);
    expect(ids()).toEqual(['signed']);
  });
});
