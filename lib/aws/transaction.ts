import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { StorageUnavailable } from '../dispatch/faults.ts';
import type { Deadline } from '../dispatch/ports.ts';
import { type Contention, pauseAfter } from '../dispatch/requests/until-settled.ts';
import { abortAt, isRefusal, isUncertain, isUnsent } from './within-deadline.ts';

export type TransactItems = NonNullable<TransactWriteCommandInput['TransactItems']>;

/** Why each item of a transaction was refused, in the order of the items. */
export interface Refusal {
  readonly code: string;
  /** The item as it is, where the operation asked for it; attribute values in DynamoDB's own form. */
  readonly item: unknown;
}

export type TransactionResult =
  | { readonly kind: 'stored' }
  | { readonly kind: 'refused'; readonly refusals: readonly Refusal[] }
  | { readonly kind: 'contended' }
  /** Sent, and no answer came: it may stand, and it may still land. */
  | { readonly kind: 'unknown'; readonly cause: unknown };

/** What is kept of the deadline to settle an unknown outcome, milliseconds. */
const SETTLE_MS = 400;
/** What a transaction is given to be answered in, at the least, milliseconds. */
const LEAST_MS = 100;

export interface TransactionDependencies extends Contention {
  readonly document: DynamoDBDocumentClient;
  /** A new token for each transaction, so that sending it again can't do it twice. */
  readonly newToken: () => string;
}

/**
 * Runs one transaction. Throttled or unanswered, it is sent again unchanged while there is time: never with so little
 * left that its own deadline would make its outcome unknown. Fails with `StorageUnavailable` only when it is certain that
 * nothing was stored.
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
      const abortSignal = abortAt(last, now);
      await document.send(new TransactWriteCommand(input), { abortSignal });
      return { kind: 'stored' };
    } catch (error) {
      const cancelled = cancellation(error);
      // A conflict may be with our own transaction, sent before and unanswered: only the same token can settle that.
      const withItself = cancelled?.kind === 'contended' && uncertain !== undefined;
      if (cancelled !== undefined && !withItself) return cancelled;
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
