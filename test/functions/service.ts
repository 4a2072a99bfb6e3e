import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { expect } from '@jest/globals';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { allStores } from '../../lib/aws/composition.ts';
import { createAccountStore } from '../../lib/aws/stores/account-store.ts';
import { createCallReader } from '../../lib/aws/stores/call-store.ts';
import { createRequestReader } from '../../lib/aws/stores/request-store.ts';
import type { RequestLog } from '../../lib/http/log.ts';
import { createMeter } from '../../lib/meter.ts';
import { markReviewed, setUrgency } from '../../lib/record/dispatcher-changes.ts';
import { type Command, changeStatus } from '../../lib/record/lifecycle.ts';
import { type RouteId, routeById } from '../../lib/routes.ts';
import { parseSecretDocument } from '../../lib/secrets/secret-document.ts';
import { asRead } from '../../lib/wording/en/office.ts';
import { createHandlers, type HandlerDependencies } from '../../openapi/handlers.ts';
import { createTestTable, type TestTable } from '../support/database.ts';
import { apiGatewayEvent, lambdaContext } from '../support/events.ts';
import { randomFrom } from '../support/random.ts';
import { holdToRights } from '../support/rights.ts';
import { signHmac } from '../support/signers.ts';

/** The requests as people read them, with their history in words. */
function readInWords(requests: ReturnType<typeof createRequestReader>) {
  type Listed = Parameters<(typeof requests)['list']>;
  return {
    get: async (id: string) => {
      const found = await requests.get(id);
      return found && asRead(found);
    },
    list: async (...listed: Listed) => (await requests.list(...listed)).map(asRead),
    ofNumber: async (...listed: Parameters<(typeof requests)['ofNumber']>) =>
      (await requests.ofNumber(...listed)).map(asRead),
  };
}

export const SECRET = 'a test secret of enough length';

/** 2026-06-01 08:00 in New York, a Monday: well before the dates of the tests. */
export const START = Date.UTC(2026, 5, 1, 12);

const shift = [
  ['08:00', '12:00'],
  ['13:00', '17:00'],
];

/** Two technicians, for tests in which one isn't enough. */
export const technicians = [
  { id: 'ana', name: 'Ana' },
  { id: 'ben', name: 'Ben' },
];

/** The account of the hard cases, with two services and one technician. */
export const accountDocument = (over: Record<string, unknown> = {}) => ({
  accountId: 'acme-hvac',
  name: 'Acme Heating and Air',
  timezone: 'America/New_York',
  origins: { crm: ['loc_acme'], voiceone: ['agent_acme'], voicetwo: ['asst_acme'] },
  crm: { allowApiKey: true },
  hours: { monday: shift, tuesday: shift, wednesday: shift, thursday: shift, friday: shift },
  booking: { gridMinutes: 30, minNoticeMinutes: 120, horizonDays: 60, bufferMinutes: 30, spokenOptions: 3 },
  serviceTypes: [
    { id: 'ac-repair', name: 'AC Repair', aliases: ['air conditioning repair'], durationMinutes: 120 },
    { id: 'heating-repair', name: 'Heating Repair', aliases: ['furnace repair'], durationMinutes: 60 },
  ],
  technicians: [{ id: 'ana', name: 'Ana' }],
  transfer: { phone: '+12125550100', afterHoursPhone: '+12125550199' },
  ...over,
});

/** An answer with its body parsed. */
export interface Heard {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the tests assert on what callers hear, whatever its shape.
  readonly body: any;
  readonly headers: APIGatewayProxyStructuredResultV2['headers'];
}

type Dependencies = HandlerDependencies & { readonly rights: ReturnType<typeof holdToRights> };

/** The secret of every integration: one key in the default scheme. */
const ownSecrets = { keys: [{ id: 'test', scheme: 'hmac-sha256', secret: SECRET, accounts: ['*'] }] };

/** The four handlers as in one container, with their own caches. */
function startContainer(deps: Dependencies) {
  const handlers = createHandlers(deps);

  async function send(id: RouteId, body: unknown, sent?: Record<string, string>): Promise<Heard> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const signed = sent ?? signHmac(text, SECRET, { header: routeById(id).signatureHeader });
    const event = apiGatewayEvent({ route: routeById(id), body: text, headers: signed });
    const answer = await deps.rights.runAs(id, () => handlers[id](event, lambdaContext()));
    const isText = answer.headers?.['content-type'] === 'text/xml';
    const parsed = answer.body === undefined || isText ? answer.body : JSON.parse(answer.body);
    return { status: answer.statusCode ?? 0, body: parsed, headers: answer.headers };
  }

  let turns = 0;

  /** Calls a function on platform one and returns its result. As in a real call, the transcript grows each time. */
  async function call(name: string, args: Record<string, unknown> = {}, over: Record<string, unknown> = {}) {
    const call = { call_id: 'call_1', agent_id: 'agent_acme', from_number: '+12125550123' };
    turns += 1;
    const sent = { ...call, transcript: `${turns} turns so far`, ...over };
    return (await send('voiceone-function-call', { name, args, call: sent })).body;
  }

  return { deps, send, call };
}

/** The four handlers over the embedded database, with a clock that the test sets, and their log. */
export async function startService(
  account: unknown = accountDocument(),
  secretDocument: object = ownSecrets,
) {
  const table: TestTable = await createTestTable();
  const clock = { now: START };
  const now = () => clock.now;
  const lines: RequestLog[] = [];
  const log = (line: RequestLog) => lines.push(line);
  const document = parseSecretDocument(JSON.stringify(secretDocument));
  const secrets = { current: async () => document, reload: async () => undefined };
  const pause = async (ms: number) => {
    await wait(ms);
  };
  const dependencies = {
    ...table,
    meter: createMeter(),
    now,
    pause,
    random: randomFrom(1),
    newToken: randomUUID,
  };
  const accounts = createAccountStore(dependencies);
  await accounts.put(account);
  const rights = holdToRights(table.document);
  const container = () => startContainer({ ...allStores(dependencies), secrets, log, rights });
  const { deps, send, call } = container();

  /** Changes a request as a dispatcher does. */
  async function change(dispatchRequestId: string, command: Command) {
    const deadline = clock.now + 1000;
    const request = await deps.requests.get(dispatchRequestId, deadline);
    if (request === undefined) throw new Error('No such request');
    const who = { by: 'dispatcher:Robin', now: clock.now } as const;
    const { kind } = await changeStatus({ request, command, who }, deps, deadline);
    if (kind !== 'changed') throw new Error(`The change is ${kind}`);
  }

  /** A request as a dispatcher sees it before changing it. */
  async function found(dispatchRequestId: string) {
    const request = await deps.requests.get(dispatchRequestId, clock.now + 1000);
    if (request === undefined) throw new Error('No such request');
    return [request, { by: 'dispatcher:Robin', now: clock.now }] as const;
  }

  /** Clears a request's flags, as a dispatcher does. */
  async function review(dispatchRequestId: string) {
    const [request, who] = await found(dispatchRequestId);
    await markReviewed(request, who, deps, clock.now + 1000);
  }

  /** Makes a request routine, as a dispatcher does. */
  async function lower(dispatchRequestId: string) {
    const [request, who] = await found(dispatchRequestId);
    await setUrgency(request, 'routine', who, deps, clock.now + 1000);
  }

  /** The record of a number. */
  const customer = (phone: string) => deps.customers.get('acme-hvac', phone, clock.now + 1000);

  /** What the owner of a number decided about text messages. */
  const consent = (phone: string) => deps.consents.get('acme-hvac', phone, clock.now + 1000);

  /** The items of a partition as stored. */
  async function items(pk: string) {
    const query = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } };
    const { Items } = await table.document.send(new QueryCommand({ TableName: table.tableName, ...query }));
    return Items ?? [];
  }

  return {
    accounts,
    dependencies,
    items,
    consent,
    customer,
    table,
    change,
    review,
    lower,
    clock,
    lines,
    send,
    call,
    /** Another container with the same table. */
    container,
    requests: readInWords(createRequestReader(table)),
    /** The requests as they are stored. */
    stored: createRequestReader(table),
    calls: createCallReader(table, now),
    async stop() {
      await table.destroy();
      expect(rights.refused()).toEqual([]);
    },
  };
}

export type Service = Awaited<ReturnType<typeof startService>>;

/** The arguments of an ordinary booking on Wednesday 2026-06-10. */
export const booking = (over: Record<string, unknown> = {}) => ({
  date: '2026-06-10',
  time: '09:00',
  serviceType: 'AC Repair',
  customerName: 'Dana Miller',
  customerPhone: '(212) 555-0123',
  urgency: 'routine',
  ...over,
});
