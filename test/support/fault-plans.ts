import * as v from 'valibot';
import { createDocumentClient } from '../../lib/aws/table/client.ts';
import { lambdaContext } from './events.ts';
import type { FaultProxy, Plan } from './fault-proxy.ts';
import { functionCallHandler } from './function-call.ts';
import { createPausedClock, patient } from './paused-clock.ts';
import { type Asked, functionCallEvent } from './race-account.ts';

/** Faults of the first writes, in turn. */
export const first =
  (...faults: Awaited<ReturnType<Plan>>[]): Plan =>
  (operation, nth) =>
    operation === 'TransactWriteItems' ? faults[nth - 1] : undefined;
/** Every write fails in one way. */
export const always =
  (fault: Awaited<ReturnType<Plan>>): Plan =>
  (operation) =>
    operation === 'TransactWriteItems' ? fault : undefined;
/** The write fails in one way, and every later read of an item in another. */
export const thenReads =
  (write: Awaited<ReturnType<Plan>>, read: Awaited<ReturnType<Plan>>): Plan =>
  (operation, _, counts) => {
    if (operation === 'TransactWriteItems') return write;
    return operation === 'GetItem' && counts.has('TransactWriteItems') ? read : undefined;
  };

const Answer = v.looseObject({
  confirmed: v.optional(v.boolean()),
  canceled: v.optional(v.boolean()),
  time: v.optional(v.string()),
  error: v.optional(v.object({ code: v.string() })),
});

export type FunctionAnswer = v.InferOutput<typeof Answer>;

/**
 * How long a hanging request takes by the clock of the test, in milliseconds: less than the time reserved to settle
 * an unknown outcome.
 */
const HANG_MS = 350;

/**
 * A handler of function calls that reaches the table through a proxy. Only pauses and hanging requests advance its
 * clock.
 */
export function asker(proxy: FaultProxy, tableName: string, accountId: string) {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const where = { endpoint: proxy.endpoint, region: 'us-east-1', credentials };
  const document = createDocumentClient(where, patient);
  const clock = createPausedClock();
  let lastEnd = 0;
  proxy.onHang = () => {
    // Requests that hang at the same time take the time of one.
    if (clock.time !== lastEnd) clock.time += HANG_MS;
    lastEnd = clock.time;
  };
  const handler = functionCallHandler(document, tableName, clock);
  const ask = async (asked: Partial<Asked>) => {
    // All have the same call id: what other accounts have under it must not count.
    const event = functionCallEvent({ accountId, callId: 'one', time: '9:00 AM', ...asked });
    const { body = '' } = await handler(event, lambdaContext());
    return v.parse(Answer, JSON.parse(body));
  };
  return { document, ask, clock };
}
