import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import express from 'express';
import serverless from 'serverless-http';
import * as v from 'valibot';
import { createHandler as createCrm } from '../../functions/crm/handler.ts';
import { createHandler as createFunctionCall } from '../../functions/voiceone-function-call/handler.ts';
import type { Account } from '../../lib/accounts/account.ts';
import { parseAccount } from '../../lib/accounts/document/account-document.ts';
import { CrmPayload } from '../../lib/adapters/crm/payload.ts';
import { VoiceoneFunctionCall } from '../../lib/adapters/voiceone/payload.ts';
import type { HttpHandler } from '../../lib/http/pipeline.ts';
import { authenticate, type VerifiedRequest, verifiedRequest } from '../../lib/http/webhook.ts';
import { toLead } from '../../lib/intake/leads.ts';
import { createMeter } from '../../lib/meter.ts';
import type { AnswerKey } from '../../lib/record/calls.ts';
import { type Route, routeById } from '../../lib/routes.ts';
import { answerCall, findAccount } from '../../lib/voice/answer-call.ts';
import { noHolds } from '../support/no-holds.ts';
import { noMemory } from '../support/no-memory.ts';
import { accountDocument } from './database.ts';
import { context, loadedSecret } from './handlers.ts';
import { alternate, type Group, type Row, row } from './report.ts';
import { availabilityEvent, bookingEvent, leadEvent } from './requests.ts';

const account = parseAccount(accountDocument('bench'));
const secrets = loadedSecret();

/** Storage that answers immediately: nothing is booked, and every write succeeds. */
const stores = {
  accounts: { byOrigin: async () => account },
  leads: {
    accept: async ({ request }: Parameters<Parameters<typeof createCrm>[0]['leads']['accept']>[0]) => ({
      dispatchRequestId: request.dispatchRequestId,
      duplicate: false,
    }),
  },
  refusedLeads: { keep: async () => 'kept' as const },
  requests: {
    get: async () => undefined,
    madeInCall: async () => [],
    ofNumber: async () => [],
    recent: async () => undefined,
    countAlert: async () => 1,
    commit: async () => ({ kind: 'stored' }) as const,
  },
  schedule: { occupancy: async () => new Map() },
  holds: noHolds,
  memory: noMemory,
  onMemoryFault: () => undefined,
  answers: { get: async () => undefined, keep: async (_: AnswerKey, answer: string) => answer },
  storedAccounts: { current: async (known: Account) => known },
  customers: { get: async () => undefined, put: async () => 'stored' as const },
  consents: { get: async () => undefined, put: async () => 'stored' as const },
};
const deps = {
  ...stores,
  secrets,
  now: Date.now,
  pause: async () => undefined,
  random: Math.random,
  newId: () => crypto.randomUUID(),
  meter: createMeter(),
  log: () => undefined,
};

type Work = (payload: unknown, request: VerifiedRequest) => Promise<{ status: number; body: unknown }>;

const acceptLead: Work = async (body, request) => {
  const payload = v.parse(CrmPayload, body);
  const found = request.authorize(await stores.accounts.byOrigin());
  const lead = toLead(payload, found, { at: new Date().toISOString(), id: deps.newId() });
  const { dispatchRequestId } = await stores.leads.accept(lead);
  return { status: 202, body: { dispatchRequestId } };
};

const callFunction: Work = async (body, request) => {
  const { name, args, call } = v.parse(VoiceoneFunctionCall, body);
  const found = await findAccount('voiceone', call.agentIds, stores.accounts, request);
  if ('outcome' in found) return { status: 200, body: found.outcome.result };
  const outcome = await answerCall(found.account, 'voiceone', call, { name, args }, request, deps);
  return { status: 200, body: outcome.result };
};

/** The same steps as on the request path, one after another in a plain function. */
async function plainly(route: Route, work: Work, bytes: Buffer, headers: APIGatewayProxyEventV2['headers']) {
  const startedAt = Date.now();
  const proof = { headers, body: bytes, secrets, route, now: startedAt };
  const credential = await authenticate(proof);
  const request = verifiedRequest({
    requestId: 'bench',
    credential,
    startedAt,
    ...{ bytes: Buffer.from(''), headers, query: {} },
    note: () => undefined,
    fallBackTo: () => undefined,
  });
  return await work(JSON.parse(bytes.toString()), request);
}

function withoutMiddleware(route: Route, work: Work) {
  return async (event: APIGatewayProxyEventV2) => {
    const { status, body } = await plainly(
      route,
      work,
      Buffer.from(event.body ?? '', 'base64'),
      event.headers,
    );
    return {
      statusCode: status,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
  };
}

function asExpressApp(route: Route, work: Work) {
  const app = express();
  app.use(express.raw({ type: () => true, limit: route.maxBodyBytes }));
  app.post(route.path, async ({ body: bytes, headers }, response) => {
    const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
    const { status, body } = await plainly(route, work, bytes, Object.fromEntries(texts));
    response.status(status).json(body);
  });
  return serverless(app);
}

interface Case {
  readonly what: string;
  readonly route: Route;
  readonly handler: HttpHandler;
  readonly work: Work;
  readonly event: APIGatewayProxyEventV2;
}

const functionCall = createFunctionCall(deps);
const voice = { route: routeById('voiceone-function-call'), handler: functionCall, work: callFunction };
const cases: readonly Case[] = [
  {
    what: 'lead',
    route: routeById('crm'),
    handler: createCrm(deps),
    work: acceptLead,
    event: leadEvent('bench', 'c'),
  },
  { what: 'availability', ...voice, event: availabilityEvent('bench', 'a') },
  { what: 'booking', ...voice, event: bookingEvent('bench', 'b') },
];

/** A warm request through the handler, with storage in memory. */
export const warm: Group = {
  name: 'warm',
  title: 'A warm request, storage answered in memory',
  async measure(quick) {
    const rows: Row[] = [];
    for (const { what, route, handler, work, event } of cases) {
      const plain = withoutMiddleware(route, work);
      const app = asExpressApp(route, work);
      await sameAnswers(what, [await handler(event, context), await plain(event), await app(event, {})]);
      const ours = () => handler(event, context);
      const rounds = quick ? 11 : 41;
      const perRequest = async (other: () => Promise<unknown>) => {
        const [a, b] = await alternate(
          rounds,
          () => many(ours),
          () => many(other),
        );
        return [a / BATCH, b / BATCH] as const;
      };
      rows.push(
        row(what, 'without middleware', 'ms', await perRequest(() => plain(event)), { atMost: 1.3 }),
        row(what, 'Express app, adapter', 'ms', await perRequest(() => app(event, {})), { atMost: 0.5 }),
      );
    }
    return rows;
  },
};

const BATCH = 100;

async function many(ask: () => Promise<unknown>): Promise<void> {
  for (let count = 0; count < BATCH; count++) await ask();
}

/** Answers must be equal to be comparable, except for ids, which are always new. */
async function sameAnswers(what: string, answers: readonly object[]): Promise<void> {
  const told = answers.map((answer) => {
    const body = 'body' in answer ? String(answer.body).replace(/dr_\w+/, 'dr') : '';
    return `${'statusCode' in answer ? answer.statusCode : ''} ${body}`;
  });
  if (new Set(told).size !== 1) throw new Error(`${what}: ${told.join('\n')}`);
}
