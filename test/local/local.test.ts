import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { demoAccount, demoSecrets } from '../../local/demo/demo-account.ts';
import { dispatch } from '../support/command-line.ts';
import { type LocalServer, type Running, runScript, startLocalServer, until } from '../support/processes.ts';
import { signStandardWebhooks } from '../support/signers.ts';

/** A new folder for a server's database, deleted afterwards. */
const newFolder = () => mkdtempSync(join(tmpdir(), 'dispatch-local-'));
const inFolder = (folder: string) => ({ DISPATCH_DB: join(folder, 'dispatch.db') });
const modeOf = (path: string) => statSync(path).mode & 0o777;

/** Checks that only their user can read the files of a running server. */
async function expectPrivate(folder: string): Promise<void> {
  await until(() => readdirSync(folder).length >= 4);
  const modes = readdirSync(folder).map((name) => [name, modeOf(join(folder, name))]);

  expect(modes).toEqual(modes.map(([name]) => [name, 0o600]));
}

/** The database that a server has started. */
function databaseProcess({ child }: LocalServer) {
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ');
  const found = children
    .map((pid) => ({ pid: Number(pid), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8') }))
    .find(({ command }) => command.includes('--db-path'));
  if (found === undefined) throw new Error('The server has no database process');
  return found;
}
const answers = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  );

describe('the local server', () => {
  let folder: string;
  let server: LocalServer;
  beforeAll(async () => {
    folder = newFolder();
    chmodSync(folder, 0o755);
    server = await startLocalServer(inFolder(folder));
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['GET', '/api/webhooks/crm'],
    ['POST', '/'],
    ['POST', '/api/webhooks/crm/'],
    ['POST', '/api/webhooks/voicetwo/more'],
  ])('does not find %s %s', async (method, path) => {
    const response = await fetch(`${server.url}${path}`, { method });

    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ message: 'Not Found' });
  });

  it('refuses a body over 10 MiB', async () => {
    const body = Buffer.alloc(10 * 1024 * 1024 + 1);
    const response = await fetch(`${server.url}/api/webhooks/crm`, { method: 'POST', body });

    expect(response.status).toBe(413);
    expect(await response.json()).toEqual({ message: 'Request Entity Too Large' });
  });

  it('answers like the deployed function, headers included', async () => {
    const response = await fetch(`${server.url}/api/webhooks/crm`, { method: 'POST', body: '{}' });

    expect(response.status).toBe(401);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(response.headers.get('x-request-id')).toMatch(/./);
    expect(await response.json()).toMatchObject({ code: 'signature_missing' });
  });

  it('prints one readable line per request', async () => {
    const count = () =>
      server.output().match(/ {2}voicetwo {2,}401 {2}signature_missing {2}\d+ ms$/gm)?.length;
    await fetch(`${server.url}/api/webhooks/voicetwo`, { method: 'POST', body: '{}' });
    await until(() => count() === 1);

    expect(server.output()).not.toContain('{');
  });

  it('prints an emergency as an event and as what people are told, without log lines of AWS', async () => {
    const emergency = ['send', 'voiceone/book-job', '--arg', 'urgency=emergency', '--call', 'call_gas'];
    await dispatch([...emergency, '--arg', 'notes=It smells of gas.'], inFolder(folder));
    // Events are told in order, so the message about this one is out by the next event.
    await dispatch(['send', 'voiceone/call-ended', '--call', 'call_gas'], inFolder(folder));
    await until(() => server.output().includes('call.completed                   call_gas'));

    expect(server.output()).toMatch(/^ {2}Emergency: Acme Heating and Air$/m);
    expect(server.output()).not.toContain('{');
  });

  it('takes a text that the demo key signs, and prints the answer', async () => {
    const sms = { provider: 'log', from: '+12125550180' };
    const texted = { ...demoAccount, accountId: 'texted', origins: {}, notify: { senders: { sms } } };
    const file = join(folder, 'texted.json');
    writeFileSync(file, JSON.stringify(texted));
    await dispatch(['accounts', 'put', file, '--yes'], inFolder(folder));
    rmSync(file);
    const data = { id: 'in_1', from: '+12125550143', to: sms.from, text: 'HELP' };
    const body = JSON.stringify({ type: 'message.received', data });
    const [key] = demoSecrets.messaging.keys;
    const headers = signStandardWebhooks(body, key?.secret ?? '', String(Math.floor(Date.now() / 1000)));
    const url = `${server.url}/api/webhooks/messaging/webhook`;

    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(204);
    await until(() =>
      server.output().includes('  help by sms to +12125550143: Acme Heating and Air: We text'),
    );
  });

  it('escapes control characters of a sender', async () => {
    const escapes = ['send', 'voiceone/call-ended', '--call', 'call_\u001b[31m\u009b2J\u202e'];
    await dispatch(escapes, inFolder(folder));
    await until(() => server.output().includes('call_ [31m'));

    expect(server.output()).toMatch(
      / {2}call\.completed {2,}call_ \[31m 2J {3}call_ended {2}silent {2}version 1$/m,
    );
    for (const obeyed of ['\u001b', '\u009b', '\u202e']) expect(server.output()).not.toContain(obeyed);
  });

  it('protects its files from other users, also in a shared folder', async () => {
    await expectPrivate(folder);

    expect(modeOf(folder)).toBe(0o755);
  });

  it('does not reveal where its database process listens', () => {
    const [, host = '', port = ''] =
      /--host\0([^\0]+)\0--port\0(\d+)/.exec(databaseProcess(server).command) ?? [];
    const state = readFileSync(join(folder, 'dispatch.db.server.json'), 'utf8');

    expect(host).toMatch(/^127\.(?!0\.0\.1$)/);
    for (const said of [server.output(), state]) {
      expect(said).not.toContain(host);
      expect(said).not.toContain(`:${port}`);
    }
  });

  it('refuses to share its database file with a second server', async () => {
    const second = await runScript('local/main.ts', [], { PORT: '0', ...inFolder(folder) }).finished;

    expect(second.code).toBe(1);
    expect(second.stderr).toMatch(/^A server on \S+ \(process \d+\) uses .*\n$/);
  });
});

describe('two servers whose databases share a folder', () => {
  let folder: string;
  let servers: Running[];
  const database = (name: string) => ({ DISPATCH_DB: join(folder, name) });
  beforeEach(async () => {
    folder = newFolder();
    servers = await Promise.all(['one.db', 'two.db'].map((name) => startLocalServer(database(name))));
  });
  afterEach(async () => {
    for (const { child } of servers) child.kill();
    await Promise.all(servers.map(({ finished }) => finished));
    rmSync(folder, { recursive: true });
  });

  it('are each found by the name of their file, which no third one can use', async () => {
    const sent = await dispatch(['send', 'crm/lead', '--json'], database('one.db'));
    const show = ['requests', 'show', JSON.parse(sent.stdout).answer.dispatchRequestId];
    const [inOne, inTwo, inNone] = await Promise.all(
      ['one.db', 'two.db', 'none.db'].map((name) => dispatch(show, database(name))),
    );
    const third = runScript('local/main.ts', [], { PORT: '0', ...database('one.db') });
    servers.push(third);
    await until(() => third.output() !== '');

    expect([inOne?.code, inTwo?.code, inNone?.code]).toEqual([0, 1, 1]);
    expect(inTwo?.stderr).toContain('there is no such dispatch request');
    expect(inNone?.stderr).toContain('npm start');
    expect(third.output()).toMatch(/^A server on \S+ \(process \d+\) uses /);
  });
});

describe('what was stored', () => {
  it('is available at the next start, in a folder that only its user can open', async () => {
    const folder = newFolder();
    const own = join(folder, 'own');
    const env = inFolder(own);
    const first = await startLocalServer(env);
    await expectPrivate(own);
    expect(modeOf(own)).toBe(0o700);
    const sent = await dispatch(['send', 'crm/lead', '--json'], env);
    const { dispatchRequestId } = JSON.parse(sent.stdout).answer;
    await first.stop();
    const second = await startLocalServer(env);
    const shown = await dispatch(['requests', 'show', dispatchRequestId, '--json'], env);
    await second.stop();
    rmSync(folder, { recursive: true });

    expect(JSON.parse(shown.stdout)).toMatchObject({ dispatchRequestId, status: 'requested' });
  });
});

describe('the end of the local server', () => {
  let folder: string;
  let server: LocalServer;
  beforeEach(async () => {
    folder = newFolder();
    server = await startLocalServer(inFolder(folder));
  });
  afterEach(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('by %s ends its database and removes its state', async (signal) => {
    server.child.kill(signal);
    const { code } = await server.finished;

    expect(code).toBe(0);
    expect(readdirSync(folder).filter((name) => name.endsWith('server.json'))).toEqual([]);
    expect(await answers(server.databaseUrl)).toBe(false);
  });

  it('by SIGKILL ends its database too', async () => {
    server.child.kill('SIGKILL');
    await server.finished;

    await until(async () => !(await answers(server.databaseUrl)));
  });

  it('follows the end of its database, with one line', async () => {
    process.kill(databaseProcess(server).pid, 'SIGKILL');
    const { code, stderr } = await server.finished;

    expect(code).toBe(1);
    expect(stderr).toBe('The embedded database ended (SIGKILL). The server ends too; start it again.\n');
  });
});
