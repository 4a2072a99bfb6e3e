import type { DynamoDBStreamEvent } from 'aws-lambda';
import type { SearchIndex } from '../../lib/record/ports.ts';

export interface BoardUpdatesDependencies {
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly index: SearchIndex;
}

/** The function may run for 10 seconds. */
const WITHIN_MS = 8_000;

/**
 * Brings the dispatchers' search up to date with records of the table's stream. Records of one item are handled in order.
 * Whatever fails is thrown, and Lambda sends the records again, which changes nothing twice.
 */
export const createHandler =
  ({ now, index }: BoardUpdatesDependencies) =>
  async ({ Records }: Pick<DynamoDBStreamEvent, 'Records'>): Promise<void> => {
    const deadline = now() + WITHIN_MS;
    const byItem = Map.groupBy(Records, ({ dynamodb }) => JSON.stringify(dynamodb?.Keys));
    await Promise.all(
      [...byItem.values()].map(async (records) => {
        for (const record of records) await index.follow(record, deadline);
      }),
    );
  };
