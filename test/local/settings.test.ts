import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { demoAccount, demoSecrets } from '../../local/demo/demo-account.ts';
import { startServer } from '../../local/server.ts';
import { faultLines } from '../../local/start-fault.ts';
import { dispatch } from '../support/command-line.ts';
import { runScript, startLocalServer } from '../support/processes.ts';

const newFolder = () => mkdtempSync(join(tmpdir(), 'dispatch-local-'));
const inFolder = (folder: string) => ({ DISPATCH_DB: join(folder, 'dispatch.db') });

describe('a start that fails', () => {
  let folder: string;
  beforeEach(() => {
    folder = newFolder();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const failedStart = async (env: Readonly<Record<string, string>>) => {
    const { code, stderr, stdout } = await runScript('local/main.ts', [], {
      PORT: '0',
      ...inFolder(folder),
      ...env,
    }).finished;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    return stderr.trimEnd().split('\n');
  };

  it('names the port that is in use', async () => {
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
    const address = holder.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '';
    const lines = await failedStart({ PORT: port });
    holder.close();

    expect(lines).toEqual([
      `Port ${port} is in use: stop what listens there, or set PORT (0 takes a free one).`,
    ]);
  });

  /** The same in this process, where nothing has been started yet when a fault is found. */
  const refusedStart = async (env: Readonly<Record<string, string>>) => {
    const environment = { PORT: '0', ...inFolder(folder), ...env };
    const root = process.cwd();
    const started = startServer({ environment, root, folder: join(root, 'local') });
    return faultLines(await started.then(String, (error: unknown) => error));
  };

  it('names every wrong setting', async () => {
    const lines = await refusedStart({ PORT: 'http', DISPATCH_SECRETS: join(folder, 'none.json') });

    expect(lines).toEqual([
      expect.stringMatching(/^PORT: expected a number/),
      expect.stringMatching(/^DISPATCH_SECRETS: there is no file/),
    ]);
  });

  it.each(['0.0.0.0', 'localhost'])('listens on one address only, and refuses %s', async (bind) => {
    expect(await refusedStart({ DISPATCH_BIND: bind })).toEqual([
      'DISPATCH_BIND: expected the IPv4 address of one interface, such as 172.17.0.1.',
    ]);
  });

  it.each(['https://abc.ngrok.app', 'abc.ngrok.app/', 'abc.ngrok.app,', '*'])(
    'refuses %s as a host',
    async (hosts) => {
      expect(await refusedStart({ DISPATCH_HOSTS: hosts })).toEqual([
        'DISPATCH_HOSTS: expected host names such as abc.ngrok.app, separated by commas.',
      ]);
    },
  );

  it('names every fault in the account documents', async () => {
    const accounts = join(folder, 'accounts');
    mkdirSync(accounts);
    writeFileSync(
      join(accounts, 'a.json'),
      JSON.stringify({ ...demoAccount, timezone: 'Mars', region: 'us' }),
    );
    writeFileSync(join(accounts, 'b.json'), '{ "accountId": ');
    const lines = await refusedStart({ DISPATCH_ACCOUNTS: accounts });

    expect(lines).toEqual([
      expect.stringMatching(/a\.json: timezone: expected a time zone/),
      expect.stringMatching(/a\.json: region: expected a country/),
      expect.stringMatching(/b\.json: expected a readable file of JSON/),
    ]);
  });

  it('names the fault in a secrets file, but no value', async () => {
    const secrets = join(folder, 'secrets.json');
    const keys = [{ id: 'a', secret: 'short', accounts: ['*'] }];
    writeFileSync(secrets, JSON.stringify({ ...demoSecrets, crm: { keys }, voicetwo: undefined }));
    const lines = await refusedStart({ DISPATCH_SECRETS: secrets });

    expect(lines).toEqual([
      expect.stringMatching(
        /secrets\.json: crm\.keys\[0\]\.secret: expected at least 16 characters, 6 of them different$/,
      ),
      expect.stringMatching(/secrets\.json: expected a secret document under "voicetwo"$/),
    ]);
    expect(lines.join()).not.toContain('short');
  });
});

describe('settings of the local server', () => {
  it('replace the demo account and its secrets; a secrets file that becomes invalid later does not stop the server', async () => {
    const folder = newFolder();
    const accounts = join(folder, 'accounts');
    mkdirSync(accounts);
    const account = { ...demoAccount, accountId: 'other', origins: { crm: ['loc_other'] } };
    writeFileSync(join(accounts, 'other.json'), JSON.stringify(account));
    const secrets = join(folder, 'secrets.json');
    const keys = [{ id: 'mine', secret: 'a secret of my own', accounts: ['*'] }];
    writeFileSync(secrets, JSON.stringify({ ...demoSecrets, crm: { keys } }));
    const env = { ...inFolder(folder), DISPATCH_ACCOUNTS: accounts, DISPATCH_SECRETS: secrets };
    const server = await startLocalServer(env);
    const listed = await dispatch(['accounts', 'list', '--json'], env);
    copyFileSync(secrets, `${secrets}.good`);
    writeFileSync(secrets, '{');
    const broken = await dispatch(['send', 'crm/lead', '--secret-file', `${secrets}.good`, '--json'], env);
    const other = await fetch(`${server.url}/nowhere`);
    await server.stop();
    rmSync(folder, { recursive: true });

    expect(JSON.parse(listed.stdout)).toEqual([expect.objectContaining({ accountId: 'other' })]);
    expect(JSON.parse(broken.stdout)).toMatchObject({ status: 429, answer: { code: 'secrets_unavailable' } });
    expect(other.status).toBe(404);
  });
});
