import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { StorageUnavailable } from '../../record/faults.ts';
import type { Deadline } from '../../record/ports.ts';
import { type Contention, pauseAfter } from '../../record/until-settled.ts';
import type { TableDependencies } from './queries.ts';
import { abortedAt, isRefusal, isUncertain, isUnsent } from './within-deadline.ts';

export type TransactItems = NonNullable<TransactWriteCommandInput['TransactItems']>;

/** Why each item of a transaction was refused, in item order. */
export interface Refusal {
  readonly code: string;
  /** The stored item, if the operation requested it, as DynamoDB attribute values. */
  readonly item: unknown;
}

/** Whether an item's own condition refused the transaction. */
export const isFailed = (refusal: Refusal | undefined): boolean => refusal?.code === 'ConditionalCheckFailed';

export type TransactionResult =
  | { readonly kind: 'stored' }
  | { readonly kind: 'refused'; readonly refusals: readonly Refusal[] }
  | { readonly kind: 'contended' }
  /** Sent without an answer: it may have succeeded, or may still succeed. */
  | { readonly kind: 'unknown'; readonly cause: unknown };

/** Milliseconds of the deadline reserved for resolving an unknown outcome. */
const SETTLE_MS = 400;
/** Minimum milliseconds for a transaction to be answered. */
const LEAST_MS = 100;

export interface TransactionDependencies extends Contention {
  readonly document: DynamoDBDocumentClient;
  /** A new token per transaction, so that a retry can't apply it twice. */
  readonly newToken: () => string;
}

/** Dependencies of whatever reads and writes the table. */
export interface StoreDependencies extends TransactionDependencies, TableDependencies {}

/**
 * Runs one transaction. If throttled or unanswered, it is sent again unchanged, unless too little time is left for an
 * answer. Fails with `StorageUnavailable` only when it is certain that nothing was stored.
 */
export async function transact(
  items: TransactItems,
  { document, newToken, now, pause, random }: TransactionDependencies,
  deadline: Deadline,
  token = newToken(),
): Promise<TransactionResult> {
  const input = { TransactItems: items, ClientRequestToken: token };
  const last = deadline - SETTLE_MS;
  if (now() + LEAST_MS > last)
    throw new StorageUnavailable({ cause: new Error('Too late to begin a transaction.') });
  let uncertain: unknown;
  for (let attempt = 0; ; attempt++) {
    try {
      await abortedAt(last, now, (options) => document.send(new TransactWriteCommand(input), options));
      return { kind: 'stored' };
    } catch (error) {
      const canceled = cancellation(error);
      // The conflict may be with our own unanswered transaction, which only the same token can resolve.
      const withItself = canceled?.kind === 'contended' && uncertain !== undefined;
      if (canceled !== undefined && !withItself) return canceled;
      if (isUncertain(error) && !isUnsent(error)) uncertain = error;
      else if (!withItself && !isRefusal(error) && !isUnsent(error)) throw error;
      const wait = pauseAfter(attempt, random);
      if (now() + wait + (uncertain === undefined ? LEAST_MS : 0) < last) {
        await pause(wait);
        continue;
      }
      if (uncertain !== undefined) return { kind: 'unknown', cause: uncertain };
      throw new StorageUnavailable({ cause: error });
    }
  }
}

function cancellation(error: unknown): TransactionResult | undefined {
  if (error instanceof TransactionConflictException) return { kind: 'contended' };
  if (!(error instanceof TransactionCanceledException)) return undefined;
  const reasons = error.CancellationReasons ?? [];
  const refusals = reasons.map((reason) => ({ code: reason.Code ?? 'None', item: reason.Item }));
  if (refusals.some(({ code }) => code === 'ConditionalCheckFailed')) return { kind: 'refused', refusals };
  const contended = refusals.some(({ code }) => code === 'TransactionConflict' || isThrottle(code));
  return contended ? { kind: 'contended' } : undefined;
}

const isThrottle = (code: string): boolean =>
  code === 'ProvisionedThroughputExceeded' || code === 'ThrottlingError' || code === 'RequestLimitExceeded';
