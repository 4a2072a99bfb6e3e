import { callerDigits } from '#digits-in-text';
import type { ReportedBy } from '../../dispatch/ports.ts';
import { deliveryDigestOf } from '../../dispatch/requests/delivery-digest.ts';
import type { TransactItems } from '../transaction.ts';

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

/** Conditions of a transaction under which a report is not about an erased call, nor from an erased number. */
export function tombstoneChecks(report: ReportedBy, tableName: string, now: number): TransactItems {
  const digits = report.caller === undefined ? '' : callerDigits(report.caller);
  const keys = [
    callTombstone(report.accountId, `${report.integration}:${report.callId}`),
    ...(digits === '' ? [] : [numberTombstone(report.accountId, digits)]),
  ];
  return keys.map((Key) => ({
    ConditionCheck: {
      TableName: tableName,
      Key,
      // Compares the value, because DynamoDB deletes expired items late.
      ConditionExpression: 'attribute_not_exists(pk) OR expiresAt <= :now',
      ExpressionAttributeValues: { ':now': Math.floor(now / 1000) },
    },
  }));
}
