import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runCli } from '../../infra/cli/program.ts';
import { routeOfBody } from '../../infra/cli/recorded-route.ts';
import { samples } from '../../infra/cli/samples.ts';
import { demoApiKey } from '../../infra/local/demo.ts';
import { dispatch, type LocalServer, startLocalServer } from '../support/processes.ts';

let folder: string;
let server: LocalServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dispatch-send-'));
  server = await startLocalServer({ DISPATCH_DB: join(folder, 'dispatch.db') });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

/** In a process of its own, for what concerns standard input and wrong usage. */
const spawned = (args: string[], input?: string) =>
  dispatch(args, { DISPATCH_DB: join(folder, 'dispatch.db') }, input);

async function run(args: string[]) {
  let [stdout, stderr] = ['', ''];
  const code = await runCli(args, {
    environment: { DISPATCH_DB: join(folder, 'dispatch.db') },
    root: process.cwd(),
    now: () => new Date(),
    print: (text) => {
      stdout += `${text}\n`;
    },
    complain: (text) => {
      stderr += `${text}\n`;
    },
    readInput: async () => '',
  });
  return { code, stdout, stderr };
}

const json = async (...args: string[]) => JSON.parse((await run([...args, '--json'])).stdout);
const printed = async (...args: string[]) => JSON.parse((await run(['send', ...args, '--print'])).stdout);
const file = (name: string, content: string | Uint8Array) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

describe('send', () => {
  it.each([...samples.keys()])('gets %s accepted', async (name) => {
    const { code, stdout } = await run(['send', name]);

    expect(code).toBe(0);
    expect(stdout).toMatch(/^2\d\d /);
    expect(stdout).not.toContain('"error"');
  });

  it('lists every sample with its endpoint, for people and for programs', async () => {
    const rows: { name: string }[] = await json('send', '--list');
    const { stdout } = await run(['send', '--list']);

    expect(rows.map(({ name }) => name)).toEqual([...samples.keys()]);
    expect(rows).toContainEqual({
      name: 'voicetwo/book-appointment',
      about: 'a booking',
      path: '/api/webhooks/voicetwo',
    });
    for (const { name } of rows) expect(stdout).toContain(name);
  });

  it('changes arguments and any field, at places of lists too', async () => {
    const args = ['--arg', 'serviceType=electrician', '--arg', 'zip=10001'];
    const set = ['--set', 'message.toolCallList[0].id=t9', '--set', 'message.toolCalls.1={"id":"t10"}'];
    const { message } = await printed('voicetwo/book-appointment', ...args, ...set);

    expect(message.toolCallList[0]).toMatchObject({
      id: 't9',
      function: { arguments: { serviceType: 'electrician', zip: 10001, customerName: 'Dana Miller' } },
    });
    expect(message.toolCalls).toHaveLength(2);
    expect(message.toolCalls[1]).toEqual({ id: 't10' });
  });

  it.each(['message.toolCallList[7].id=x', 'message.toolCallList.first=x'])(
    'says so where a list has no such place: %s',
    async (change) => {
      const { code, stdout, stderr } = await run(['send', 'voicetwo/tool-calls', '--print', '--set', change]);

      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/is no place in a list of 2/);
    },
  );

  it('is wrong usage with arguments for what has none', async () => {
    const { code, stderr } = await spawned(['send', 'voiceone/call-ended', '--arg', 'date=tomorrow']);

    expect(code).toBe(2);
    expect(stderr).toContain('voiceone/call-ended has no arguments');
  });

  it('puts several samples into one call, and one caller into several', async () => {
    const service = ['--arg', 'serviceType=estimate', '--arg', 'time=12:00'];
    const { answer } = await json(
      'send',
      'voiceone/book-job',
      '--call',
      'call_one',
      '--from',
      '+12125550166',
      ...service,
    );
    await run(['send', 'voiceone/call-ended', '--call', 'call_one', '--from', '+12125550166']);
    await run(['send', 'voiceone/call-analyzed', '--call', 'call_one', '--from', '+12125550166']);
    const lookup = await json('send', 'voicetwo/lookup-customer', '--from', '+12125550166');
    const stranger = await json('send', 'voiceone/lookup-customer', '--from', '11111');
    const kept = await json('calls', 'show', 'voiceone', 'call_one');

    expect(answer.confirmed).toBe(true);
    expect(kept).toMatchObject({
      caller: '+12125550166',
      events: ['call_ended', 'call_analyzed'],
      summary: expect.any(String),
      dispatchRequestIds: [answer.dispatchRequestId],
    });
    expect(JSON.parse(lookup.answer.results[0].result)).toMatchObject({
      found: true,
      upcoming: [{ dispatchRequestId: answer.dispatchRequestId }],
    });
    expect(stranger.answer).toMatchObject({ found: false });
  });

  it('prints the title that the service gives a refusal', async () => {
    const { code, stdout } = await run(['send', 'crm/lead', '--set', 'type=Other']);

    expect(code).toBe(1);
    expect(stdout).toMatch(/^422 Unprocessable Content\n\{/);
  });
});

describe('replay', () => {
  it.each([...samples])('tells the endpoint of %s from its shape', async (name, { route }) => {
    const { stdout } = await run(['send', name, '--print']);

    expect(routeOfBody(Buffer.from(stdout))).toBe(route);
  });

  it.each(['crm/lead', 'voiceone/web-call', 'voiceone/call-analyzed', 'voicetwo/function-call'])(
    'gets %s accepted without being told its endpoint',
    async (name) => {
      const path = file('body.json', (await run(['send', name, '--print'])).stdout);
      const { code, stdout } = await run(['replay', path]);

      expect(stdout).toMatch(/^2\d\d /);
      expect(code).toBe(0);
    },
  );

  it('sends the bytes as they are, so that a repeat is known for one', async () => {
    const service = ['--arg', 'serviceType=estimate', '--arg', 'time=12:00', '--call', 'call_again'];
    const recorded = (await run(['send', 'voiceone/book-job', ...service, '--print'])).stdout;
    const spaced = `${JSON.stringify(JSON.parse(recorded), null, '\t')}\r\n`;
    const first = await json('replay', file('booking.json', spaced));
    const again = JSON.parse((await spawned(['replay', '-', '--json'], spaced)).stdout);

    expect(first).toMatchObject({ status: 200, answer: { confirmed: true } });
    expect(again).toEqual(first);
  });

  it('sends what is no JSON and no UTF-8 where it is told', async () => {
    const path = file('broken.json', Uint8Array.from([0x7b, 0xff, 0x22]));
    const { code, stdout } = await run(['replay', path, '--route', 'crm']);

    expect(code).toBe(1);
    expect(stdout).toMatch(/^400 Bad Request\n/);
    expect(stdout).toContain('body_not_json');
  });

  it.each([
    ['voiceone/get-service-types', 'retell'],
    ['voicetwo/get-service-types', 'vapi'],
    ['voicetwo/get-service-types', 'vapi-shared'],
  ])('signs %s as the key %s says', async (name, key) => {
    const path = file('signed.json', (await run(['send', name, '--print'])).stdout);

    expect((await json('replay', path, '--key', key)).status).toBe(200);
  });

  it('sends an API key in place of a signature', async () => {
    const path = file('lead.json', (await run(['send', 'crm/free-workflow', '--print'])).stdout);

    expect((await json('replay', path, '--api-key', demoApiKey)).status).toBe(202);
  });

  it.each([
    ['is not there', 'nowhere.json', undefined, /nowhere\.json can't be read \(ENOENT\)\.$/],
    ['is empty', 'empty.json', '', /empty\.json is empty\.$/],
    [
      'has no known shape',
      'other.json',
      '{"hello":1}',
      /name its endpoint with --route \(crm, voiceone-function-call, .*\)\.$/,
    ],
    ['is no JSON', 'text.json', 'hello', /name its endpoint with --route/],
  ])('says so where the file %s', async (_, name, content, expected) => {
    const path = content === undefined ? join(folder, name) : file(name, content);
    const { code, stdout, stderr } = await run(['replay', path]);

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.trimEnd()).toMatch(expected);
  });

  it('is wrong usage with an unknown endpoint', async () => {
    expect((await spawned(['replay', '-', '--route', 'telegraph'], '{}')).code).toBe(2);
  });

  it('wants the secret of a service elsewhere', async () => {
    const path = file('elsewhere.json', '{"event":"call_ended"}');
    const { code, stderr } = await run(['replay', path, '--url', 'https://example.com']);

    expect(code).toBe(1);
    expect(stderr).toContain('--secret-file');
  });
});
