import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHandler as createConnecting } from '../../functions/board-live/handler.ts';
import { createHandler as createFollowing } from '../../functions/board-updates/handler.ts';
import { boardUpdateStores, liveStores } from '../../lib/aws/composition.ts';
import type { PushHint } from '../../lib/aws/connections.ts';
import { connectionKey, connectionsKey, ticketKey } from '../../lib/aws/stores/live-store.ts';
import { boardRecords } from '../../lib/aws/stream-hints.ts';
import { ticketIdOf } from '../../lib/record/live.ts';
import { matchesPattern, pipeRecord } from '../../local/events/event-bridge.ts';
import { lambdaContext } from '../support/events.ts';
import { openTestStream, type TestStream } from '../support/stream.ts';
import { boardOf } from './board-fixture.ts';
import { accountDocument, booking, type Service, startService } from './service.ts';

let service: Service;
let board: ReturnType<typeof boardOf>;
let stream: TestStream;
let lines: object[];
/** What was pushed: the connection and the hint. */
let pushed: (readonly [string, unknown])[];
/** How connections that are not open any more answer. */
let answers: Map<string, 'gone' | 'fails'>;

beforeEach(async () => {
  const { booking: rules } = accountDocument();
  const hold = { seconds: 180, perNumber: 2 };
  service = await startService(accountDocument({ booking: { ...rules, hold } }));
  const origins = { crm: ['loc_zenith'], voiceone: ['agent_zenith'], voicetwo: ['asst_zenith'] };
  await service.accounts.put(accountDocument({ accountId: 'zenith', origins }));
  board = boardOf(service);
  stream = await openTestStream(service.table);
  [lines, pushed, answers] = [[], [], new Map()];
});
afterEach(async () => {
  stream.client.destroy();
  await service.stop();
});

const push: PushHint = async (connectionId, hint) => {
  const answer = answers.get(connectionId);
  if (answer === 'fails') throw new Error('no answer');
  pushed.push([connectionId, hint]);
  return answer ?? 'sent';
};

/** Sends what API Gateway sends when a connection opens or has closed. */
async function send(routeKey: '$connect' | '$disconnect', connectionId: string, ticket?: string) {
  const { rights } = service.container().deps;
  const handler = createConnecting({
    ...liveStores(service.dependencies),
    log: (line) => lines.push(line),
  });
  const event = {
    requestContext: { routeKey, connectionId },
    ...(ticket !== undefined && { queryStringParameters: { ticket } }),
  };
  return (await rights.runAs('board-live', () => handler(event))).statusCode;
}

const ticketOf = (url: string) => new URL(url).searchParams.get('ticket') ?? '';

async function ask(account = 'acme-hvac', options = {}) {
  const { body, status } = await board.send(`/accounts/${account}/live`, { accounts: '*', ...options });
  expect(status).toBe(200);
  return { ...body, ticket: ticketOf(body.url) };
}

/** Opens a connection to an account. */
async function connect(connectionId: string, account?: string, options = {}) {
  const { ticket } = await ask(account, options);
  expect(await send('$connect', connectionId, ticket)).toBe(200);
}

/** Lets the function follow what was stored since the last time. */
async function follow() {
  const { rights } = service.container().deps;
  const handler = createFollowing({
    ...boardUpdateStores(service.dependencies),
    push,
    log: (line) => lines.push(line),
  });
  const Records = (await stream.records())
    .map((record) => pipeRecord(record, stream.streamArn))
    .filter((record) => matchesPattern(boardRecords, record));
  if (Records.length > 0) await rights.runAs('board-updates', () => handler({ Records }, lambdaContext()));
  return pushed.splice(0);
}

const open = () => service.items(connectionKey('c1').pk);
const seconds = () => Math.floor(service.clock.now / 1_000);

describe('an address for hints', () => {
  it('has a ticket that opens one connection, of which no text is stored', async () => {
    const { url, ticket, seconds } = await ask();

    expect(url).toBe(`wss://live.test/live?ticket=${ticket}`);
    expect(seconds).toBe(540);
    expect(JSON.stringify(await service.items(ticketKey(ticketIdOf(ticket)).pk))).not.toContain(ticket);
    expect(await send('$connect', 'c1', ticket)).toBe(200);
    expect(await send('$connect', 'c2', ticket)).toBe(401);
    expect(lines).toEqual([{ outcome: 'connected', account: 'acme-hvac' }, { outcome: 'not_connected' }]);
  });

  it('is worthless after a minute', async () => {
    const { ticket } = await ask();
    service.clock.now += 60_000;

    expect(await send('$connect', 'c1', ticket)).toBe(401);
    expect(await open()).toEqual([]);
  });

  it.each([
    ['none', undefined],
    ['an empty one', ''],
    ['a guessed one', 'guessed'],
    ['a long one', 'x'.repeat(3_000)],
  ])('is needed, and not %s', async (_, ticket) => {
    expect(await send('$connect', 'c1', ticket)).toBe(401);
  });

  it('lasts no longer than the token', async () => {
    expect((await ask('acme-hvac', { exp: seconds() + 100 })).seconds).toBe(100);
    expect((await ask('acme-hvac', { exp: seconds() + 900 })).seconds).toBe(540);
    expect((await ask('acme-hvac', { exp: seconds() - 1 })).seconds).toBe(0);
  });

  it('takes a token that may read', async () => {
    const { status } = await board.send('/accounts/acme-hvac/live', { scope: 'dispatch/read' });
    const { body } = await board.send('/accounts/acme-hvac/live', { scope: 'dispatch/write' });

    expect([status, body.code]).toEqual([200, 'scope_missing']);
  });
});

describe('an open page', () => {
  it('is told which days of its account have changed, and nothing else', async () => {
    await connect('c1');
    await connect('c2', 'zenith');
    await follow();
    const { dispatchRequestId } = await service.call('book_job', booking());
    const booked = await follow();
    await board.post(`/requests/${dispatchRequestId}/reviewed`, {}, 1);
    const reviewed = await follow();
    const moved = { date: '2026-06-11', time: '13:00', technicianId: 'ana' };
    expect((await board.post(`/requests/${dispatchRequestId}/move`, moved, 2)).status).toBe(200);

    const first = [['c1', { account: 'acme-hvac', dates: ['2026-06-10'], queue: true }]];
    expect([booked, reviewed]).toEqual([first, first]);
    expect(await follow()).toEqual([
      ['c1', { account: 'acme-hvac', dates: ['2026-06-10', '2026-06-11'], queue: false }],
    ]);
  });

  it('is told of what waits, of blocks over several days, of held times and of calls', async () => {
    await connect('c1');
    await follow();
    const hint = async () => (await follow()).map(([, told]) => told);
    const about = (dates: readonly string[], queue: boolean) => [{ account: 'acme-hvac', dates, queue }];
    const lead = { type: 'WorkflowWebhook', locationId: 'loc_acme' };
    const contact = { id: 'c', firstName: 'Pat', phone: '+12125552001' };
    await service.send('crm', { ...lead, contact, customData: { serviceRequested: 'AC Repair' } });
    expect(await hint()).toEqual(about([], true));
    const block = { technicianId: 'ana', from: '2026-06-12T08:00', to: '2026-06-14T12:00', reason: 'Fair' };
    const { blockId } = (await board.post('/blocks', block)).body;
    expect(await hint()).toEqual(about(['2026-06-12', '2026-06-13', '2026-06-14'], false));
    await board.send(`/accounts/acme-hvac/blocks/${blockId}`, { method: 'DELETE' });
    expect(await hint()).toEqual(about(['2026-06-12', '2026-06-13', '2026-06-14'], false));
    await service.call('hold_time', { serviceType: 'AC Repair', date: '2026-06-10', time: '09:00' });
    expect(await hint()).toEqual(about(['2026-06-10'], false));
    const call = { call_id: 'call_2', agent_id: 'agent_acme', from_number: '+12125550177', transcript: 'Hi' };
    await service.send('voiceone-call-complete', { event: 'call_ended', call });
    expect(await hint()).toEqual(about([], true));
  });

  it('is told once of many changes in one batch', async () => {
    await connect('c1');
    await follow();
    for (const name of ['Pat', 'Kim'])
      await service.send('crm', {
        ...{ type: 'WorkflowWebhook', locationId: 'loc_acme' },
        contact: { id: name, firstName: name, phone: '+12125552001' },
        customData: { serviceRequested: 'AC Repair' },
      });

    expect(await follow()).toHaveLength(1);
  });

  it('is told nothing once its time is over', async () => {
    await connect('c1', 'acme-hvac', { exp: seconds() + 100 });
    await follow();
    service.clock.now += 100_000;
    await service.call('book_job', booking());

    expect(await follow()).toEqual([]);
    const [{ expiresAt } = {}] = await open();
    expect(expiresAt).toBe(seconds());
  });

  it('is forgotten when it closes, and when a push finds it gone', async () => {
    await connect('c1');
    expect(await send('$disconnect', 'c1')).toBe(200);
    expect(await open()).toEqual([]);
    await connect('c1');
    answers.set('c1', 'gone');
    await service.call('book_job', booking());
    await follow();

    expect(await open()).toEqual([]);
  });

  it('that cannot be told keeps nothing from others and from the search, and is counted', async () => {
    for (const id of ['c1', 'c2']) await connect(id);
    answers.set('c1', 'fails');
    await service.call('book_job', booking());
    lines.length = 0;
    const told = await follow();

    expect(told.map(([id]) => id)).toEqual(['c2']);
    expect(await open()).toHaveLength(1);
    expect(lines).toMatchObject([{ HintsFailed: 1, FunctionName: lambdaContext().functionName }]);
    expect((await board.get('/search?q=dana')).body.requests).toHaveLength(1);
  });

  it('is found by its account only', async () => {
    await connect('c1');
    const [stored] = await open();

    expect(stored?.accountKey).toBe(connectionsKey('acme-hvac'));
    expect(Object.keys(stored ?? {}).sort()).toEqual(
      ['accountId', 'accountKey', 'connectionId', 'createdAt', 'expiresAt', 'pk', 'sk', 'until', 'v'].sort(),
    );
  });
});
