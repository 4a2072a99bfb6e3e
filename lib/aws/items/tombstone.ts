import { callerDigits } from '#digits-in-text';
import { deliveryDigestOf } from '../../record/ids.ts';
import type { CustomerChange, ReportedBy } from '../../record/ports.ts';
import type { DispatchRequest } from '../../record/request.ts';
import type { TransactItems } from '../table/transaction.ts';
import { requestKey } from './request-item.ts';

/** How long late reports about an erased person are refused, in seconds: 30 days. */
const KEPT_SECONDS = 30 * 24 * 60 * 60;

/** Expiry in epoch seconds of a tombstone made at an instant (epoch milliseconds). */
export const tombstoneEnd = (now: number): number => Math.floor(now / 1000) + KEPT_SECONDS;

/** The key of a tombstone: only a digest, so that it does not identify the person. */
export const tombstoneKey = (accountId: string, digest: string) => ({
  pk: `ERASED#${accountId}#${digest}`,
  sk: 'ERASED',
});

const keyOf = (accountId: string, about: readonly string[]) =>
  tombstoneKey(accountId, deliveryDigestOf(about).slice(0, 32));

/** The key of the tombstone of a call, named `<integration>:<call id>`. */
export const callTombstone = (accountId: string, call: string) => keyOf(accountId, ['call', call]);

/** The key of the tombstone of a phone number. */
export const numberTombstone = (accountId: string, digits: string) => keyOf(accountId, ['number', digits]);

/**
 * The tombstone of an id that a late repeat could store anew: an ended request without a person, which is in no list and
 * remembers the invocations of the erased one.
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

/** The key of the tombstone of an invocation that a record remembered. */
export const invocationTombstone = (accountId: string, invocation: string) =>
  keyOf(accountId, ['invocation', invocation]);

/** How long a report without a start time may be of a call before the erasure: calls and their retries end sooner. */
const UNTIMED_MS = 24 * 60 * 60 * 1000;

/**
 * Conditions of a transaction under which a report is not about an erased call, nor from an erased number about a call
 * that began before the erasure: the person may call again.
 */
export function tombstoneChecks(report: ReportedBy, tableName: string, now: number): TransactItems {
  const { accountId, integration, callId, caller, startedAt = '' } = report;
  const digits = caller === undefined ? '' : callerDigits(caller);
  const start = Date.parse(startedAt);
  const began = Number.isNaN(start) ? now - UNTIMED_MS : start;
  // A tombstone made in a second before the call began counts as ended; those made in the same one or later hold.
  const endedAt = Math.max(now, began + (KEPT_SECONDS - 1) * 1000);
  return [
    ...absences([callTombstone(accountId, `${integration}:${callId}`)], tableName, now),
    ...(digits === '' ? [] : absences([numberTombstone(accountId, digits)], tableName, endedAt)),
  ];
}

/** The same for a customer's record, which the person may get anew in another call. */
export function repeatChecks(change: CustomerChange, tableName: string, now: number): TransactItems {
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
