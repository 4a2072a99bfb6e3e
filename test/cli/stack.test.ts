import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { demoAccount, demoApiKey } from '../../local/demo/demo-account.ts';
import { dispatch, dispatchToAws } from '../support/command-line.ts';
import {
  aws,
  credentials,
  endpoints,
  file,
  key,
  loggedIn,
  machine,
  outputsAt,
  run,
  STACK,
  stored,
} from './stack-fixture.ts';

describe('a stack', () => {
  it('stores and reads accounts', async () => {
    const put = await run(['accounts', 'put', file('acme.json', demoAccount)]);
    const listed = await run(['accounts', 'list', '--json']);

    expect(put).toEqual({ code: 0, stdout: 'acme-hvac is stored as version 1.\n', stderr: '' });
    expect(JSON.parse(listed.stdout)).toEqual([expect.objectContaining({ accountId: 'acme-hvac' })]);
  });

  it('prints all of its outputs', async () => {
    const { stdout } = await run(['outputs', '--json']);
    const lines = (await run(['outputs'])).stdout;

    expect(JSON.parse(stdout)).toEqual({
      stack: STACK,
      region: 'us-east-1',
      ...outputsAt('http://127.0.0.1:1'),
    });
    expect(lines).toMatch(/^DashboardUrl +https:\S+$/m);
  });

  it.each([
    [['accounts', 'list', '--endpoint', 'http://127.0.0.1:8000']],
    [['accounts', 'list', '--table', 'dispatch-local']],
    [['send', 'crm/lead', '--url', 'http://127.0.0.1:3000']],
    [['secrets', 'check', 'crm', '--secret', 'secret-crm']],
    [['secrets', 'check', 'crm', '--secret-file', 'crm.json']],
  ])('excludes other targets: %j is wrong usage', async (args) => {
    const before = aws.calls.length;
    const { code, stdout, stderr } = await run(args);

    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(': expected without --');
    expect(aws.calls).toHaveLength(before);
  });

  it.each([
    [['outputs']],
    [['secrets', 'remove', 'crm', 'first']],
    [['secrets', 'add', 'crm', '--file', 'crm.json']],
  ])('must be named for %j', async (args) => {
    const { code, stderr } = await dispatchToAws(args, loggedIn());

    expect(code).toBe(2);
    expect(stderr).toContain('--stack');
  });
});

describe('a stack out of reach', () => {
  const fails = async (environment: Record<string, string>, words: RegExp, stack = STACK) => {
    const { code, stdout, stderr } = await dispatchToAws(['accounts', 'list', '--stack', stack], environment);

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(stderr).toMatch(words);
  };

  it('does not exist', () => fails(loggedIn(), /^dispatch-qa: there is no such stack/, 'dispatch-qa'));

  it('belongs to something else: its missing outputs are named', async () => {
    const { TableName: _, ...others } = outputsAt('http://127.0.0.1:1');
    aws.stacks.set(STACK, { ...others, UrlCrm: '' });
    await fails(loggedIn(), /has no output TableName, UrlCrm:/);
  });

  it('has no region', () =>
    fails({ ...machine, ...credentials, ...endpoints() }, /^AWS region: there is none/));

  it('has no credentials', () =>
    fails({ ...machine, ...endpoints(), AWS_REGION: 'us-east-1' }, /^AWS credentials: there are none/));

  it('is forbidden to the credentials', async () => {
    aws.refuseWith = 'AccessDenied';
    await fails(loggedIn(), /may not do this: cloudformation:DescribeStacks/);
  });

  it('has an expired session', async () => {
    aws.refuseWith = 'ExpiredToken';
    await fails(loggedIn(), /log in again/);
  });

  it('has lost its table', async () => {
    aws.stacks.set(STACK, { ...outputsAt('http://127.0.0.1:1'), TableName: 'no-such-table' });
    await fails(loggedIn(), /^no-such-table: the table of the stack dispatch-dev is gone/);
  });
});

describe("a stack's secrets", () => {
  it('add a generated key to the existing ones without showing any', async () => {
    aws.secrets.set('secret-crm', JSON.stringify({ keys: [key], apiKeys: [] }));
    const generated = await dispatch(['secrets', 'generate', 'crm', '--id', 'second'], machine);
    const path = file('key.json', JSON.parse(generated.stdout));
    const added = await run(['secrets', 'add', 'crm', '--file', path]);
    const checked = await run(['secrets', 'check', 'crm', '--json']);

    expect(added.code).toBe(0);
    expect(added.stdout).toContain('2 keys');
    expect(added.stdout + checked.stdout).not.toMatch(/marked-secret|"secret"/);
    expect(stored('secret-crm').keys).toEqual([key, JSON.parse(generated.stdout)]);
    expect(JSON.parse(checked.stdout).keys.map(({ id }: { id: string }) => id)).toEqual(['first', 'second']);
  });

  it('accept a whole document', async () => {
    const sha256 = 'ab'.repeat(32);
    const document = { keys: [key], apiKeys: [{ id: 'acme', account: 'acme-hvac', sha256 }] };
    const { code } = await run(['secrets', 'add', 'crm', '--file', file('crm.json', document)]);

    expect(code).toBe(0);
    expect(stored('secret-crm')).toEqual(document);
  });

  it('store the hash of an API key, not the key', async () => {
    const { code, stdout } = await run(
      ['secrets', 'add-api-key', '--account', 'acme-hvac', '--id', 'acme'],
      `${demoApiKey}\n`,
    );

    expect(code).toBe(0);
    expect(stdout).toContain('API key acme: account acme-hvac');
    expect(stored('secret-crm').apiKeys).toEqual([
      { id: 'acme', account: 'acme-hvac', sha256: createHash('sha256').update(demoApiKey).digest('hex') },
    ]);
  });

  it('give each API key an id of its own', async () => {
    const add = (key: string) => run(['secrets', 'add-api-key', '--account', 'acme-hvac'], key);
    expect(await add(demoApiKey)).toMatchObject({ code: 0 });
    const { code, stdout } = await add(`${demoApiKey}-next`);

    expect(code).toBe(0);
    expect(stdout).toContain('Well-formed: 0 keys, 2 API keys.');
    const { apiKeys } = stored('secret-crm');
    expect(new Set(apiKeys.map(({ id }: { id: string }) => id)).size).toBe(2);
  });

  it('refuse an API key that could be guessed', async () => {
    const { code, stdout, stderr } = await run(['secrets', 'add-api-key', '--account', 'acme-hvac'], 'short');

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe('API key: expected at least 16 characters, 6 of them different.\n');
    expect(stored('secret-crm').apiKeys).toEqual([]);
  });

  it.each([
    ['an id that is taken', { ...key, secret: 'another-secret-of-32-characters!' }, /id/],
    ['a secret that is taken', { ...key, id: 'second' }, /secret/],
    ['a key of no known form', { ...key, scheme: 'rot13' }, /scheme/],
  ])('refuse %s, and stay unchanged', async (_, entry, words) => {
    const before = JSON.stringify({ keys: [key], apiKeys: [] });
    aws.secrets.set('secret-crm', before);
    const { code, stdout, stderr } = await run(['secrets', 'add', 'crm', '--file', file('key.json', entry)]);

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(words);
    expect(stderr).not.toMatch(/marked-secret|another-secret/);
    expect(aws.secrets.get('secret-crm')).toBe(before);
  });

  it('are not overwritten if they are faulty', async () => {
    aws.secrets.set('secret-crm', '{"keys": marked-secret');
    const { code, stderr } = await run(['secrets', 'add', 'crm', '--file', file('key.json', key)]);

    expect(code).toBe(1);
    expect(stderr).toBe('crm in dispatch-dev: expected JSON\n');
    expect(aws.secrets.get('secret-crm')).toBe('{"keys": marked-secret');
  });

  it('lose the key that is removed, and only that', async () => {
    const other = { ...key, id: 'second', secret: 'another-secret-of-32-characters!' };
    aws.secrets.set('secret-voiceone', JSON.stringify({ keys: [key, other] }));
    const { code } = await run(['secrets', 'remove', 'voiceone', 'first']);
    const again = await run(['secrets', 'remove', 'voiceone', 'first']);

    expect(code).toBe(0);
    expect(stored('secret-voiceone').keys).toEqual([other]);
    expect([again.code, again.stderr]).toEqual([
      1,
      'voiceone: there is no key first; its keys are: second.\n',
    ]);
  });
});

describe('the environment', () => {
  const listed = (args: readonly string[], environment = {}) =>
    dispatchToAws(['requests', 'list', '--json', ...args], { ...loggedIn(), ...environment });
  const both = { DISPATCH_STACK: STACK, DISPATCH_ACCOUNT: demoAccount.accountId };

  it('names the stack and the account of commands that name none', async () => {
    await run(['accounts', 'put', file('acme.json', demoAccount), '--yes']);
    expect(await listed([], both)).toMatchObject({ code: 0, stdout: '[]\n' });
    const blank = await listed([], { ...both, DISPATCH_ACCOUNT: ' ' });
    expect([blank.code, JSON.parse(blank.stderr).message]).toEqual([
      2,
      '--account: expected <id> (see --help)',
    ]);
  });

  it('gives way to options', async () => {
    const elsewhere = ['--endpoint', 'http://127.0.0.1:1'];
    expect((await listed(elsewhere, both)).stderr).toContain('http://127.0.0.1:1: does not answer');
    expect((await listed(['--stack', 'dispatch-none'], both)).stderr).toContain('dispatch-none: there is no');
    expect((await listed(['--account', 'nobody'], both)).stderr).toContain(
      'nobody: there is no such account',
    );
  });

  it('names the stack whatever else of it names a table', async () => {
    const tables = { DYNAMODB_ENDPOINT: 'http://127.0.0.1:1', DISPATCH_TABLE: 'elsewhere' };
    await run(['accounts', 'put', file('acme.json', demoAccount), '--yes']);
    expect(await listed([], { ...both, ...tables })).toMatchObject({ code: 0, stdout: '[]\n' });
    const elsewhere = await listed(['--table', 'elsewhere'], { ...both, ...tables });
    expect(elsewhere.stderr).toContain('http://127.0.0.1:1: does not answer');
  });

  it('gives way to the URL of a delivery, but not to one that is only printed', async () => {
    await run(['accounts', 'put', file('acme.json', demoAccount), '--yes']);
    const tools = ['tools', 'voiceone', '--url', 'https://example.com', '--account', demoAccount.accountId];
    expect(await dispatchToAws(tools, { ...loggedIn(), ...both })).toMatchObject({ code: 0, stderr: '' });
    const send = ['send', 'crm/lead', '--url', 'http://127.0.0.1:1'];
    const sent = await dispatchToAws(send, { ...loggedIn(), ...both });
    expect([sent.code, sent.stderr]).toEqual([1, expect.not.stringContaining('--stack')]);
  });

  it('gives a key no account', async () => {
    const grant = await dispatchToAws(['secrets', 'grant', 'crm', 'first'], { ...loggedIn(), ...both });
    expect([grant.code, grant.stderr]).toEqual([2, '--account: expected <id> (see --help)\n']);
  });
});

describe('open', () => {
  const opened: string[] = [];
  const browse = async (url: string) => {
    opened.push(url);
  };
  const open = (...args: string[]) => dispatchToAws(['open', ...args], loggedIn(), '', { browse });
  beforeEach(() => {
    opened.length = 0;
  });

  it.each([
    ['dashboard', /#dashboards\/dashboard\/dispatch-dev$/],
    ['logs', /^https:\/\/us-east-1\.console\.aws\.amazon\.com\/.*#logsV2:log-groups\$3F\w+\$3Ddispatch-dev$/],
  ])('shows the %s of a stack', async (place, address) => {
    const { code, stdout } = await open(place, '--stack', STACK);
    expect(code).toBe(0);
    expect(stdout.trim()).toMatch(address);
    expect(opened).toEqual([stdout.trim()]);
  });

  it('only prints the address if told so', async () => {
    expect((await open('dashboard', '--stack', STACK, '--print')).stdout).toContain('https://');
    expect(JSON.parse((await open('dashboard', '--stack', STACK, '--json')).stdout)).toHaveProperty('url');
    expect(opened).toEqual([]);
  });

  it('says what is missing', async () => {
    expect((await open('board', '--stack', STACK)).stderr).toBe(
      'dispatch-dev: the stack has no board: its options leave it out.\n',
    );
    expect((await open('logs')).stderr).toBe('place: expected board, or --stack for the logs.\n');
    expect((await open('board')).stderr).toMatch(/^server: none is running;/);
    expect(opened).toEqual([]);
  });
});
