import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { parseAccount } from '../../lib/accounts/document/account-document.ts';
import { allStores, boardStores } from '../../lib/aws/composition.ts';
import { boardApi } from '../../lib/board/api.ts';
import { ACCOUNTS_CLAIM } from '../../lib/board/claims.ts';
import type { RequestLog } from '../../lib/http/log.ts';
import { createMeter } from '../../lib/meter.ts';
import { type RouteId, routeById } from '../../lib/routes.ts';
import { parseSecretDocument } from '../../lib/secrets/secret-document.ts';
import { createHandlers } from '../../openapi/handlers.ts';
import { createTestTable, type TestTable } from '../support/database.ts';
import { apiGatewayEvent, lambdaContext } from '../support/events.ts';
import { createPausedClock } from '../support/paused-clock.ts';
import { randomFrom } from '../support/random.ts';
import { signHmac } from '../support/signers.ts';
import { accountDocument } from './service.ts';

const secret = 'a test secret of enough length';
const keys = [{ id: 'test', scheme: 'hmac-sha256', secret, accounts: ['*'] }];
const document = parseSecretDocument(JSON.stringify({ keys }));
const secrets = { current: async () => document, reload: async () => undefined };
const lines: RequestLog[] = [];
let table: TestTable;
let handlers: ReturnType<typeof createHandlers>;
let board: ReturnType<typeof boardApi>;
const log = (line: RequestLog) => lines.push(line);

beforeAll(async () => {
  table = await createTestTable();
  const deps = {
    ...table,
    ...createPausedClock(),
    meter: createMeter(),
    random: randomFrom(1),
    newToken: randomUUID,
  };
  const stores = allStores(deps);
  // Accounts that are never found, except for one agent whose requests are not found.
  const never = () => new Promise<never>(() => undefined);
  const known = parseAccount(accountDocument({ emergency: { instructions: { gas: 'Open no door' } } }));
  const byOrigin = (_: string, agent: string) => (agent === 'agent_known' ? Promise.resolve(known) : never());
  const requests = {
    get: never,
    madeInCall: never,
    ofNumber: never,
    recent: never,
    countAlert: never,
    commit: never,
  };
  handlers = createHandlers({
    ...{ ...stores, requests, schedule: { occupancy: never } },
    ...{ accounts: { byOrigin }, secrets, log },
  });
  board = boardApi({ ...boardStores(deps), liveUrl: '', accounts: { byId: never, list: never }, log });
});
afterAll(() => table.destroy());

/** Lambda's context when its time is over. */
const context = () => ({ ...lambdaContext(), getRemainingTimeInMillis: () => 0 });

/** The answer to an invocation whose time runs out before it has read anything. */
async function sendLate(id: RouteId, body: object) {
  const text = JSON.stringify(body);
  const headers = signHmac(text, secret, { header: routeById(id).signatureHeader });
  const event = apiGatewayEvent({ route: routeById(id), body: text, headers });
  const answer = await handlers[id](event, context());
  return { status: answer.statusCode, body: JSON.parse(answer.body ?? '{}'), line: lines.at(-1) };
}

const message = expect.stringMatching(/^I could|^Something went wrong/);
const safe = expect.stringMatching(/^Get everyone outside now .* I couldn't confirm/);
const unknown = { error: { code: 'outcome_unknown', message } };
const nothingDone = { error: { code: 'temporarily_unavailable', message } };
const call = { id: 'c1', metadata: { assistantId: 'asst_acme' }, customer: { number: '+12125550123' } };
const logged = { status: 200, outcome: 'fault', error: 'TimeoutError' };

it.each([
  ['book_job', unknown],
  ['check_availability', nothingDone],
  ['make_coffee', nothingDone],
])('a function call that runs out of time is answered with words: %s', async (name, result) => {
  const sent = { name, args: {}, call: { call_id: 'c1', agent_id: 'agent_acme' } };
  const one = await sendLate('voiceone-function-call', sent);
  const functionCall = { name, parameters: {} };
  const two = await sendLate('voicetwo', { message: { type: 'function-call', call, functionCall } });

  expect(one).toEqual({ status: 200, body: result, line: expect.objectContaining(logged) });
  expect(two).toEqual({ status: 200, body: { result }, line: expect.objectContaining(logged) });
});

it('every one of several tool calls that run out of time is answered with words', async () => {
  const toolCallList = [
    { id: '1', name: 'bookAppointment', arguments: {} },
    { id: '2', name: 'checkAvailability', arguments: {} },
  ];
  const { status, body } = await sendLate('voicetwo', {
    message: { type: 'tool-calls', call, toolCallList },
  });

  expect(status).toBe(200);
  expect(body.results.map(({ result }: { result: string }) => JSON.parse(result))).toEqual([
    unknown,
    nothingDone,
  ]);
});

it('a danger comes first in the answer, even if nothing else is known', async () => {
  const args = { notes: 'I smell gas' };
  const result = { error: { ...unknown.error, message: safe }, danger: 'gas' };
  const sent = { name: 'book_job', args, call: { call_id: 'c1', agent_id: 'agent_acme' } };
  const one = await sendLate('voiceone-function-call', sent);
  const functionCall = { name: 'book_job', parameters: args };
  const two = await sendLate('voicetwo', { message: { type: 'function-call', call, functionCall } });
  const toolCallList = [{ id: '1', name: 'bookAppointment', arguments: args }];
  const { body } = await sendLate('voicetwo', { message: { type: 'tool-calls', call, toolCallList } });

  expect(one.body).toEqual(result);
  expect(two.body).toEqual({ result });
  expect(JSON.parse(body.results[0].result)).toEqual(result);
});

it('a danger comes with the instructions and the number of a known company', async () => {
  const call = { call_id: 'c1', agent_id: 'agent_known' };
  const sent = { name: 'book_job', args: { notes: 'I smell gas' }, call };

  expect((await sendLate('voiceone-function-call', sent)).body).toEqual({
    error: {
      code: 'outcome_unknown',
      message: expect.stringMatching(/^Open no door\. .* I couldn't confirm/),
    },
    danger: 'gas',
    transferTo: expect.stringMatching(/^\+1212/),
  });
});

it('an emergency comes with the number of a known company', async () => {
  const call = { call_id: 'c1', agent_id: 'agent_known' };
  const sent = { name: 'book_job', args: { urgency: 'emergency' }, call };

  expect((await sendLate('voiceone-function-call', sent)).body).toEqual({
    error: {
      code: 'outcome_unknown',
      message: "I couldn't confirm whether that went through. I'm connecting you with someone now.",
    },
    transferTo: expect.stringMatching(/^\+1212/),
  });
});

it('a request to transfer that runs out of time is answered with words', async () => {
  const sent = { message: { type: 'transfer-destination-request', call } };

  expect(await sendLate('voicetwo', sent)).toEqual({
    status: 200,
    body: { error: message },
    line: expect.objectContaining({ ...logged, code: 'internal' }),
  });
});

it('a report has no listener, so its platform retries it', async () => {
  const report = { message: { type: 'end-of-call-report', call, artifact: {}, endedReason: 'hangup' } };

  expect(await sendLate('voicetwo', report)).toMatchObject({ status: 500, body: { code: 'internal' } });
});

it('a dispatcher whose request runs out of time gets a problem', async () => {
  const sent = apiGatewayEvent({
    route: { method: 'GET', path: '/api/v1/accounts/acme-hvac/queue' },
    body: '',
  });
  const claims = { sub: 'robin', scope: 'dispatch/read', [ACCOUNTS_CLAIM]: 'acme-hvac' };
  const requestContext = { ...sent.requestContext, authorizer: { jwt: { claims, scopes: null } } };

  const answer = await board({ ...sent, requestContext }, context());

  expect(answer).toMatchObject({ statusCode: 500, headers: { 'cache-control': 'no-store' } });
  expect(lines.at(-1)).toMatchObject({ route: 'board', code: 'internal', error: 'TimeoutError' });
});
