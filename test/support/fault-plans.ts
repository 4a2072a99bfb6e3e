import * as v from 'valibot';
import { createDocumentClient } from '../../lib/aws/client.ts';
import { lambdaContext } from './events.ts';
import type { FaultProxy, Plan } from './fault-proxy.ts';
import { functionCallHandler } from './function-call.ts';
import { type Asked, functionCallEvent } from './race-account.ts';

/** Faults of the first writes in turn. */
export const first =
  (...faults: Awaited<ReturnType<Plan>>[]): Plan =>
  (operation, nth) =>
    operation === 'TransactWriteItems' ? faults[nth - 1] : undefined;
/** Each write goes wrong in one way. */
export const always =
  (fault: Awaited<ReturnType<Plan>>): Plan =>
  (operation) =>
    operation === 'TransactWriteItems' ? fault : undefined;
/** The write in one way, and every read of the request after it; a booking reads it twice before. */
export const thenReads =
  (write: Awaited<ReturnType<Plan>>, read: Awaited<ReturnType<Plan>>, readsBefore = 2): Plan =>
  (operation, nth) => {
    if (operation === 'TransactWriteItems') return write;
    return operation === 'GetItem' && nth > readsBefore ? read : undefined;
  };

const Answer = v.looseObject({
  confirmed: v.optional(v.boolean()),
  canceled: v.optional(v.boolean()),
  time: v.optional(v.string()),
  error: v.optional(v.object({ code: v.string() })),
});

export type FunctionAnswer = v.InferOutput<typeof Answer>;

/** A handler of function calls whose way to the table leads through a proxy. */
export function asker(proxy: FaultProxy, tableName: string, accountId: string) {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const document = createDocumentClient({ endpoint: proxy.endpoint, region: 'us-east-1', credentials });
  const handler = functionCallHandler(document, tableName, { now: Date.now });
  const ask = async (asked: Partial<Asked>) => {
    // The same call id for all: what other accounts have under it must not count.
    const event = functionCallEvent({ accountId, callId: 'one', time: '9:00 AM', ...asked });
    const { body = '' } = await handler(event, lambdaContext());
    return v.parse(Answer, JSON.parse(body));
  };
  return { document, ask };
}
