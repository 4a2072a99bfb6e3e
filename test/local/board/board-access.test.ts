import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { clockSetTo, type LocalServer, printed, startLocalServer } from '../../support/processes.ts';

let server: LocalServer;
let token: string;

async function start(...[env, nodeOptions]: Parameters<typeof startLocalServer>): Promise<void> {
  server = await startLocalServer({ DISPATCH_DB: ':memory:', ...env }, nodeOptions);
  await printed(server, 'board at');
  token = /board at \S+\/board\/#(\S+)/.exec(server.output())?.[1] ?? '';
}

interface Lane {
  readonly holds: readonly { readonly startsAt: string }[];
  readonly appointments: readonly { readonly urgency: string }[];
  readonly blocks: readonly unknown[];
}

interface Answer {
  readonly status: number | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: the tests assert on answers, whatever their shape.
  readonly body: any;
}

/** Sends a request with exactly these headers. */
function send(path: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(`${server.url}${path}`, { headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () => resolve({ status: answer.statusCode, body: JSON.parse(text) }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** Reads as the page does: again if the server had too little time, as on a busy machine. */
async function read(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await send(`/api/v1${path}`, { authorization: `Bearer ${token}`, ...headers });
  return answer.status === 503 ? await read(path, headers) : answer;
}

describe('the local API', () => {
  beforeAll(() => start({}));
  afterAll(() => server.stop());

  it('answers with the token of this server', async () => {
    expect((await read('/accounts')).body.accounts).toEqual([
      { accountId: 'acme-hvac', name: 'Acme Heating and Air', timezone: 'America/New_York' },
    ]);
  });

  it.each([
    ['no token', {}, 401],
    ['another token', { authorization: `Bearer ${'x'.repeat(43)}` }, 401],
    ['the token as a name and password', { authorization: 'Basic dG9rZW46dG9rZW4=' }, 401],
  ])('answers %s with %j by %i', async (_, headers, status) => {
    expect((await send('/api/v1/accounts', headers)).status).toBe(status);
  });

  it.each([
    ['another name of the machine', { host: 'rebound.example.com' }],
    ['another port', { host: '127.0.0.1:1' }],
    ['another page', { origin: 'https://example.com' }],
    ['a page of a file', { origin: 'null' }],
  ])('refuses %s, even with the token', async (_, headers) => {
    expect((await read('/accounts', headers)).status).toBe(403);
  });

  it("answers the board's page", async () => {
    expect((await read('/accounts', { origin: server.url })).status).toBe(200);
  });
});

describe.each([
  ['a weekday morning', '2026-06-03T14:00:00Z', '2026-06-03', '2026-06-03T20:00:00.000Z'],
  ['a Friday evening', '2026-06-06T01:00:00Z', '2026-06-05', '2026-06-08T20:00:00.000Z'],
  ['a Saturday night', '2026-06-07T03:00:00Z', '2026-06-08', '2026-06-08T20:00:00.000Z'],
])('the demo day of %s', (_, now, workday, heldFrom) => {
  beforeAll(() => start({ DISPATCH_DEMO: 'on' }, clockSetTo(Date.parse(now))));
  afterAll(() => server.stop());

  it('has an example of everything that a dispatcher does', async () => {
    const { body } = await read('/accounts/acme-hvac/queue');

    expect(body.counts).toEqual({
      ...{ emergencies: 1, messages: 2, review: 0, unscheduled: 1, on_hold: 1 },
      unbookedCalls: 1,
    });
    const [emergency, overdue] = body.requests;
    expect(emergency.acknowledgedAt).toBeUndefined();
    expect(overdue.dueAt < body.now).toBe(true);
  });

  it('has ten jobs and a block on the next workday, beside the emergency', async () => {
    const { body } = await read(`/accounts/acme-hvac/board/${workday}`);

    const lanes: readonly Lane[] = body.lanes;
    const booked = lanes.flatMap(({ appointments }) => appointments);
    expect(booked.filter(({ urgency }) => urgency !== 'emergency')).toHaveLength(10);
    expect(body.lanes.flatMap((lane: Lane) => lane.blocks)).toHaveLength(1);
  });

  it('has a time that is held for a caller', async () => {
    const { body } = await read(`/accounts/acme-hvac/board/${heldFrom.slice(0, 10)}`);

    const lanes: readonly Lane[] = body.lanes;
    expect(lanes.flatMap(({ holds }) => holds)).toMatchObject([{ startsAt: heldFrom }]);
  });
});
