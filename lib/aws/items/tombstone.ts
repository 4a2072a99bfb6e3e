import { callerDigits } from '../../record/erasing/digits-in-text.ts';
import { deliveryDigestOf } from '../../record/ids.ts';
import type { CustomerChange, ReportedBy } from '../../record/ports.ts';
import type { DispatchRequest } from '../../record/request.ts';
import type { TransactItems } from '../table/operations.ts';
import { requestKey } from './request-item.ts';

/** Late reports about an erased person are refused for this many seconds (30 days). */
const KEPT_SECONDS = 30 * 24 * 60 * 60;

/** Returns when a tombstone expires that was made at an instant (epoch milliseconds), in epoch seconds. */
export const tombstoneEnd = (now: number): number => Math.floor(now / 1000) + KEPT_SECONDS;

/** Returns the key of a tombstone, which contains only a digest, so that it doesn't identify the person. */
export const tombstoneKey = (accountId: string, digest: string) => ({
  pk: `ERASED#${accountId}#${digest}`,
  sk: 'ERASED',
});

const keyOf = (accountId: string, about: readonly string[]) =>
  tombstoneKey(accountId, deliveryDigestOf(about).slice(0, 32));

/** The call is named `<integration>:<call id>`. */
export const callTombstone = (accountId: string, call: string) => keyOf(accountId, ['call', call]);

export const numberTombstone = (accountId: string, digits: string) => keyOf(accountId, ['number', digits]);

/**
 * Returns the tombstone of an id under which a late repeat could store a request anew: an ended request without a
 * person, which is in no list and remembers the invocations of the erased one.
 */
export function requestTombstone(id: string, erased: DispatchRequest, now: number) {
  const at = new Date(now).toISOString();
  return {
    ...requestKey(id),
    ...{ dispatchRequestId: id, accountId: erased.accountId, status: 'canceled', urgency: 'routine' },
    ...{ source: erased.source, version: 1, createdAt: at, updatedAt: at, erasedAt: at },
    ...{ needsReview: [], customer: {}, invocations: erased.invocations, history: [] },
  };
}

export const invocationTombstone = (accountId: string, invocation: string) =>
  keyOf(accountId, ['invocation', invocation]);

/** A report without a start time may be of a call that began this long before; calls and retries end sooner. */
const UNTIMED_MS = 24 * 60 * 60 * 1000;

/**
 * Returns the conditions that a report is neither about an erased call nor from an erased number about a call that
 * began before the erasure. The person may call again later.
 */
export function tombstoneChecks(report: ReportedBy, tableName: string, now: number): TransactItems {
  const { accountId, integration, callId, caller, startedAt = '' } = report;
  const digits = caller === undefined ? '' : callerDigits(caller);
  const start = Date.parse(startedAt);
  const began = Number.isNaN(start) ? now - UNTIMED_MS : start;
  // Tombstones expire in whole seconds. One that was made in a second before the call began doesn't count.
  const endedAt = Math.max(now, began + (KEPT_SECONDS - 1) * 1000);
  return [
    ...absences([callTombstone(accountId, `${integration}:${callId}`)], tableName, now),
    ...(digits === '' ? [] : absences([numberTombstone(accountId, digits)], tableName, endedAt)),
  ];
}

type Repeatable = Pick<CustomerChange, 'accountId' | 'integration' | 'callId' | 'invocation'>;

/** Returns the conditions for a customer's record or decision, which the person may get anew in another call. */
export function repeatChecks(change: Repeatable, tableName: string, now: number): TransactItems {
  const { accountId, integration, callId, invocation } = change;
  const isInCall = integration !== undefined && callId !== undefined;
  const keys = [
    ...(isInCall ? [callTombstone(accountId, `${integration}:${callId}`)] : []),
    ...(invocation === undefined ? [] : [invocationTombstone(accountId, invocation)]),
  ];
  return absences(keys, tableName, now);
}

const absences = (
  keys: readonly ReturnType<typeof tombstoneKey>[],
  TableName: string,
  now: number,
): TransactItems =>
  keys.map((Key) => ({
    ConditionCheck: {
      TableName,
      Key,
      // Compares the value, because DynamoDB deletes expired items late.
      ConditionExpression: 'attribute_not_exists(pk) OR expiresAt <= :now',
      ExpressionAttributeValues: { ':now': Math.floor(now / 1000) },
    },
  }));
