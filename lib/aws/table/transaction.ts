import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { OutcomeUnknown, StorageUnavailable } from '../../record/faults.ts';
import type { Deadline } from '../../record/ports.ts';
import { pauseAfter } from '../../record/retry.ts';
import { plainItem, type TableDependencies } from './queries.ts';
import { abortedAt, isRefusal, isUncertain, isUnsent } from './within-deadline.ts';

export type TransactItems = NonNullable<TransactWriteCommandInput['TransactItems']>;

export interface Write<Refused> {
  readonly write: TransactItems[number];
  /**
   * Returns what the transaction results in if the condition of this write fails.
   * @param stored the item that is stored, if the write asks for it
   */
  readonly onRefused: (stored: Record<string, unknown> | undefined) => Refused;
}

/** Returns writes that have the same result if the condition of any of them fails. */
export const writesOr = <Refused>(
  refused: Refused,
  writes: readonly TransactItems[number][],
): readonly Write<Refused>[] => writes.map((write) => ({ write, onRefused: () => refused }));

export interface Transaction<Refused> {
  /** If the conditions of several writes fail, the first of these writes decides the result. */
  readonly writes: readonly Write<Refused>[];
  /** Marks what the transaction writes, and lets DynamoDB recognize the transaction when it is sent again. */
  readonly token?: string;
  /** Finds the result in the table if DynamoDB never answered. Undefined if the transaction may still be applied. */
  readonly readBack?: () => Promise<'stored' | Refused | undefined>;
}

export interface StoreDependencies extends TableDependencies {
  readonly newToken: () => string;
}

/** Reading back needs this much of the deadline, in milliseconds. */
const READ_BACK_MS = 400;
/** DynamoDB needs this many milliseconds to answer a transaction. */
const LEAST_MS = 100;

/**
 * Stores all writes or none. If DynamoDB throttles the transaction or doesn't answer, sends it again with the same token
 * as long as there is time for an answer. `contended`: a parallel transaction writes the same items.
 * @throws {StorageUnavailable} only if it is certain that nothing was stored
 * @throws {OutcomeUnknown} if reading back doesn't find the result either
 */
export async function transact<Refused>(
  { writes, readBack, token }: Transaction<Refused>,
  { document, newToken, now, pause, random }: StoreDependencies,
  deadline: Deadline,
): Promise<'stored' | 'contended' | Refused> {
  const input = { TransactItems: writes.map(({ write }) => write), ClientRequestToken: token ?? newToken() };
  const last = deadline - READ_BACK_MS;
  if (now() + LEAST_MS > last)
    throw new StorageUnavailable({ cause: new Error('Too late to begin a transaction.') });
  let uncertain: unknown;
  for (let attempt = 0; ; attempt++) {
    try {
      await abortedAt(last, now, (options) => document.send(new TransactWriteCommand(input), options));
      return 'stored';
    } catch (error) {
      const refused = refusalOf(error, writes);
      if (refused !== undefined) return refused.result;
      // Only the same token tells whether the conflict is with this transaction's own unanswered attempt.
      const isContended = isConflict(error);
      if (isContended && uncertain === undefined) return 'contended';
      if (isUncertain(error) && !isUnsent(error)) uncertain = error;
      else if (!isContended && !isRefusal(error) && !isUnsent(error)) throw error;
      const wait = pauseAfter(attempt, random);
      if (now() + wait + (uncertain === undefined ? LEAST_MS : 0) < last) {
        await pause(wait);
        continue;
      }
      if (uncertain === undefined) throw new StorageUnavailable({ cause: error });
      const found = await readBack?.().catch(() => undefined);
      if (found === undefined) throw new OutcomeUnknown({ cause: uncertain });
      return found;
    }
  }
}

function refusalOf<Refused>(
  error: unknown,
  writes: readonly Write<Refused>[],
): { readonly result: Refused } | undefined {
  const reasons = error instanceof TransactionCanceledException ? (error.CancellationReasons ?? []) : [];
  const index = reasons.findIndex(({ Code }) => Code === 'ConditionalCheckFailed');
  const refused = writes[index];
  return refused && { result: refused.onRefused(plainItem(reasons[index]?.Item)) };
}

function isConflict(error: unknown): boolean {
  if (error instanceof TransactionConflictException) return true;
  if (!(error instanceof TransactionCanceledException)) return false;
  return (error.CancellationReasons ?? []).some(({ Code = '' }) => conflicts.has(Code));
}

const conflicts = new Set([
  'TransactionConflict',
  'ProvisionedThroughputExceeded',
  'ThrottlingError',
  'RequestLimitExceeded',
]);
