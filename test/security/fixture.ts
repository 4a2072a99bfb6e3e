import { randomUUID } from 'node:crypto';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import * as v from 'valibot';
import { allStores, realDependencies } from '../../lib/aws/composition.ts';
import { createAccountStore } from '../../lib/aws/stores/account-store.ts';
import type { RequestLog } from '../../lib/http/log.ts';
import { createMeter } from '../../lib/meter.ts';
import { type RouteId, routeById } from '../../lib/routes.ts';
import { createSecretCache } from '../../lib/secrets/secret-cache.ts';
import { createHandlers } from '../../openapi/handlers.ts';
import { createTestTable } from '../support/database.ts';
import { apiGatewayEvent, lambdaContext } from '../support/events.ts';
import { signHmac } from '../support/signers.ts';
import { accountDocuments, type KeyName, secretDocument, secrets } from './accounts.ts';

/** A Friday, 10:31 in New York. */
export const startedAt = Date.parse('2026-11-20T15:31:01.000Z');
/** The Monday after it. */
export const monday = '2026-11-23';

export interface SendOptions {
  /** The key that signs; unsigned without one. */
  readonly key?: KeyName | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The four handlers over a new table with both accounts, and all their inputs and outputs. */
export async function startService() {
  const table = await createTestTable();
  const clock = { time: startedAt };
  const now = () => clock.time;
  await Promise.all(
    accountDocuments.map((document) => createAccountStore({ ...realDependencies(table), now }).put(document)),
  );
  const lines: RequestLog[] = [];
  const storage = watch(table.document);
  const shared = {
    ...allStores({
      ...table,
      meter: createMeter(),
      now,
      // The clock advances while nothing happens, so that what waits for a deadline reaches it.
      pause: async (ms) => {
        clock.time += Math.max(1, ms);
      },
      random: () => 0.5,
      newToken: randomUUID,
    }),
    secrets: createSecretCache({ load: async () => secretDocument, now }),
    log: (line: RequestLog) => lines.push(line),
  };
  const handlers = createHandlers(shared);
  const send = (id: RouteId, payload: unknown, options: SendOptions = { key: 'all' }) => {
    const body =
      typeof payload === 'string' || payload instanceof Uint8Array ? payload : JSON.stringify(payload);
    const signed =
      options.key && signHmac(body, secrets[options.key], { header: routeById(id).signatureHeader });
    const headers = { ...signed, ...options.headers };
    return handlers[id](apiGatewayEvent({ route: routeById(id), body, headers }), lambdaContext('request-1'));
  };
  const items = async () => {
    const { Items = [] } = await table.document.send(new ScanCommand({ TableName: table.tableName }));
    return Items.toSorted((a, b) => (`${a.pk}|${a.sk}` < `${b.pk}|${b.sk}` ? -1 : 1));
  };
  return { clock, lines, storage, send, items, destroy: table.destroy };
}

export type Service = Awaited<ReturnType<typeof startService>>;

/** Counts writes, and can make the database fail. */
function watch(document: Parameters<typeof createAccountStore>[0]['document']) {
  const storage: { writes: number; failure: (() => Error) | undefined } = { writes: 0, failure: undefined };
  document.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) => {
        if (storage.failure) throw storage.failure();
        if (/Write|Put|Update|Delete/.test(commandName)) storage.writes++;
        return next(args);
      },
    { step: 'initialize' },
  );
  return storage;
}

const Body = v.looseObject({
  code: v.optional(v.string()),
  detail: v.optional(v.string()),
  message: v.optional(v.string()),
  reason: v.optional(v.string()),
  dispatchRequestId: v.optional(v.string()),
});

export const bodyOf = ({ body }: APIGatewayProxyStructuredResultV2) =>
  v.parse(Body, JSON.parse(body ?? '{}'));

/** Status and code. */
export const outcome = (response: APIGatewayProxyStructuredResultV2) => [
  response.statusCode,
  bodyOf(response).code,
];

export interface CallFacts {
  readonly account?: string;
  readonly callId?: string;
  readonly from?: string;
}

export function crmBody({ account = 'acme' }: CallFacts = {}, contact: object = {}, customData: object = {}) {
  return {
    type: 'WorkflowWebhook',
    locationId: `loc_${account}`,
    contact: { id: 'contact_1', firstName: 'Ann', phone: '+12125550142', ...contact },
    customData: { serviceRequested: 'repair', ...customData },
  };
}

export function functionCallBody(name: string, args: unknown, facts: CallFacts = {}) {
  const { account = 'acme', callId = 'call_1', from = '+12125550142' } = facts;
  const call = { call_id: callId, agent_id: `agent_${account}`, direction: 'inbound', from_number: from };
  return { name, args, call };
}

export function callCompleteBody({ account = 'acme', callId = 'call_1' }: CallFacts = {}, call: object = {}) {
  return {
    event: 'call_ended',
    call: { call_id: callId, agent_id: `agent_${account}`, transcript: 'Agent: Hello', ...call },
  };
}

export function voicetwoBody(type: string, message: object, facts: CallFacts = {}) {
  const { account = 'acme', callId = 'call_1', from = '+12125550142' } = facts;
  const call = { id: callId, metadata: { assistantId: `asst_${account}` }, customer: { number: from } };
  return { message: { type, call, ...message } };
}

/** Calls a function on either platform with the key for all accounts, and returns its result. */
export async function callFunction(
  service: Service,
  platform: 'voiceone' | 'voicetwo',
  name: string,
  args: unknown,
  facts: CallFacts = {},
) {
  if (platform === 'voiceone') {
    return bodyOf(await service.send('voiceone-function-call', functionCallBody(name, args, facts)));
  }
  const functionCall = { name, parameters: args };
  return v.parse(
    Body,
    bodyOf(await service.send('voicetwo', voicetwoBody('function-call', { functionCall }, facts))).result,
  );
}
