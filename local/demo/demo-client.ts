import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { boardPath, boardRoutes } from '../../lib/board/routes.ts';
import { kits } from '../../lib/kits/index.ts';
import { type PlatformRouteId, platformRouteById } from '../../lib/routes.ts';
import { eventOf } from '../../lib/smoke/api-event.ts';
import { signedHeaders } from '../../lib/smoke/signed-headers.ts';
import type { BoardAccess } from '../board/board-access.ts';
import type { Functions } from '../gateway/functions.ts';
import { demoAccount } from './demo-account.ts';

/** A call of the demo, at a time in epoch milliseconds. */
export interface DemoCall {
  readonly callId: string;
  readonly caller: string;
  readonly at: number;
}

/** The time between the functions of a call and its end. */
const CALL_MS = 60_000;

type Body = Readonly<Record<string, unknown>>;
type Turn = readonly [who: string, text: string];

/** Sends the demo's requests like platforms and a dispatcher, each at its own time. */
export interface DemoClient {
  callFunction(call: DemoCall, name: string, args: Body): Promise<{ readonly dispatchRequestId: string }>;
  endCall(
    call: DemoCall,
    turns: readonly Turn[],
    called?: readonly (readonly [string, Body])[],
  ): Promise<void>;
  lead(at: number, body: Body): Promise<void>;
  /** Changes a request, one action after the other. */
  change(at: number, id: string, actions: readonly (readonly [string, Body])[]): Promise<void>;
  block(at: number, body: Body): Promise<void>;
}

/** @param functions functions whose clock is set by each request */
export function createDemoClient(functions: Functions, board: Pick<BoardAccess, 'authorized'>): DemoClient {
  const { accountId } = demoAccount;

  const post = async (id: PlatformRouteId, at: number, body: Body) => {
    const route = platformRouteById(id);
    const bytes = Buffer.from(JSON.stringify(body));
    const requestId = randomUUID();
    const [key] = kits[route.integration].demo.keys;
    if (key === undefined) throw new Error(`The demo has no key for ${route.integration}.`);
    const headers = signedHeaders(route.integration, key, { body: bytes, now: at, id: requestId });
    const event = eventOf(route, { headers, body: bytes, requestId, now: new Date(at) });
    return answerOf(await functions.invoke(id, event, at));
  };

  const send = async (method: string, path: string, at: number, body?: Body, version?: number) => {
    const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body));
    const headers = version === undefined ? {} : { 'if-match': String(version) };
    const event = eventOf(
      { method, path },
      { headers, body: bytes, requestId: randomUUID(), now: new Date(at) },
    );
    return answerOf(await functions.invoke('board', await board.authorized(event), at));
  };

  const base = boardPath({ path: boardRoutes[0].path });
  const ofAccount = `${base}/${accountId}`;

  return {
    callFunction: (call, name, args) =>
      post('voiceone-function-call', call.at, { name, args, call: callOf(call) }),

    async endCall(call, turns, called = []) {
      const reported = reportOf(call, turns, called);
      await post('voiceone-call-complete', call.at + CALL_MS, { event: 'call_ended', call: reported });
    },

    async lead(at, body) {
      await post('crm', at, { type: 'WorkflowWebhook', locationId: kits.crm.demo.origin, ...body });
    },

    async change(at, id, actions) {
      for (const [action, body] of actions) {
        const { request } = await send('GET', `${ofAccount}/requests/${id}`, at);
        await send('POST', `${ofAccount}/requests/${id}/${action}`, at, body, request.version);
      }
    },

    async block(at, body) {
      await send('POST', `${ofAccount}/blocks`, at, body);
    },
  };
}

const callOf = ({ callId, caller, at }: DemoCall) => ({
  call_id: callId,
  agent_id: kits.voiceone.demo.origin,
  ...{ from_number: caller, to_number: demoAccount.transfer.phone, direction: 'inbound' },
  start_timestamp: at - 90_000,
});

/** Returns the report that platform one sends of an ended call. */
function reportOf(call: DemoCall, turns: readonly Turn[], called: readonly (readonly [string, Body])[]) {
  const tools = called.map(([name, args], index) => ({
    role: 'tool_call_invocation',
    ...{ tool_call_id: `${call.callId}_${index}`, name, arguments: JSON.stringify(args) },
  }));
  const spoken = turns.map(([who, content]) => ({ role: who.toLowerCase(), content }));
  return {
    ...callOf(call),
    transcript: turns.map(([who, content]) => `${who}: ${content}\n`).join(''),
    transcript_with_tool_calls: [...spoken, ...tools],
    end_timestamp: call.at + CALL_MS,
    disconnection_reason: 'user_hangup',
  };
}

const Answered = v.object({ statusCode: v.number(), body: v.optional(v.string(), '{}') });
const AnswerBody = v.looseObject({
  dispatchRequestId: v.optional(v.string(), ''),
  request: v.optional(v.looseObject({ version: v.number() }), { version: 0 }),
});

/** Returns the body of an answer. Throws if the request was refused. */
function answerOf(answer: unknown) {
  const { statusCode, body } = v.parse(Answered, answer);
  if (statusCode >= 400) throw new Error(`The demo day was answered ${statusCode}.`);
  return v.parse(AnswerBody, JSON.parse(body));
}
