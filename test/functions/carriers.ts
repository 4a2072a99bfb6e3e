import { type FunctionName, functionNames } from '../../lib/platforms/function-names.ts';
import type { RouteId } from '../../lib/routes.ts';
import type { Heard, Service } from './service.ts';

export const FROM = '+12125550123';

/** A way in which a platform delivers a function call. */
interface Carrier {
  readonly route: RouteId;
  /** A body with one function call; `turn` is the part that differs between invocations. */
  body(fn: FunctionName, args: object, callId: string, turn: number): object;
  // biome-ignore lint/suspicious/noExplicitAny: the tests assert on what callers hear, whatever its shape.
  result(heard: Heard): any;
}

const voicetwoCall = (id: string) => ({
  id,
  metadata: { assistantId: 'asst_acme' },
  customer: { number: FROM },
});

export const carriers: Readonly<Record<string, Carrier>> = {
  'platform one without ids of invocations': {
    route: 'voiceone-function-call',
    body: (fn, args, callId, turn) => ({
      name: functionNames[fn].voiceone,
      args,
      call: { call_id: callId, agent_id: 'agent_acme', from_number: FROM, transcript: `turn ${turn}` },
    }),
    result: ({ body }) => body,
  },
  'function-call of platform two': {
    route: 'voicetwo',
    body: (fn, parameters, callId, timestamp) => ({
      message: {
        type: 'function-call',
        timestamp,
        functionCall: { name: functionNames[fn].voicetwo, parameters },
        call: voicetwoCall(callId),
      },
    }),
    result: ({ body }) => body.result,
  },
  'tool-calls of platform two': {
    route: 'voicetwo',
    body: (fn, args, callId, turn) => ({
      message: {
        type: 'tool-calls',
        toolCallList: [{ id: `tool_${callId}_${turn}`, name: functionNames[fn].voicetwo, arguments: args }],
        call: voicetwoCall(callId),
      },
    }),
    result: ({ body }) => JSON.parse(body.results[0].result),
  },
};

/** Function calls by one carrier: `next` makes a delivery that differs from all before, and `send` sends it, also again. */
export function deliveriesBy({ route, body, result }: Carrier, service: () => Service) {
  let turn = 0;
  return {
    send: async (sent: object) => result(await service().send(route, sent)),
    next(fn: FunctionName, args: object = {}, callId = 'call_1') {
      turn += 1;
      return body(fn, args, callId, turn);
    },
    stored: (answer: { dispatchRequestId: string }) => service().requests.get(answer.dispatchRequestId),
  };
}
