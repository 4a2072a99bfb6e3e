import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { realDependencies } from '../../../../lib/aws/composition.ts';
import { queueKey, toRequestItem } from '../../../../lib/aws/items/request-item.ts';
import { createQueueReader } from '../../../../lib/aws/stores/board-reader.ts';
import type { DispatchRequest } from '../../../../lib/record/request.ts';
import { createTestTable, type TestTable } from '../../../support/database.ts';

const ACCOUNT = 'acme';
const BATCH = 25;
const FAR = Number.MAX_SAFE_INTEGER;

let table: TestTable;
/** The number of items that a query has read, returned or not. */
let evaluated = 0;
beforeAll(async () => {
  table = await createTestTable();
  table.document.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const { output } = result;
      if ('ScannedCount' in output) evaluated += Number(output.ScannedCount);
      return result;
    },
    { step: 'initialize' },
  );
  const waiting = Array.from({ length: 130 }, (_, n) => lead(n));
  const items = [
    ...waiting,
    ...[
      { ...lead(200), urgency: 'emergency' as const },
      { ...lead(201), needsReview: ['service'] },
    ],
  ].map((request) => toRequestItem(request, undefined));
  for (let from = 0; from < items.length; from += BATCH) {
    const puts = items.slice(from, from + BATCH).map((Item) => ({ PutRequest: { Item } }));
    await table.document.send(new BatchWriteCommand({ RequestItems: { [table.tableName]: puts } }));
  }
});
afterAll(() => table.destroy());

const lead = (n: number): DispatchRequest => ({
  dispatchRequestId: `dr_${String(n).padStart(20, '0')}`,
  accountId: ACCOUNT,
  status: 'requested',
  source: 'crm',
  urgency: 'routine',
  createdAt: new Date(Date.UTC(2026, 5, 1) + n * 60_000).toISOString(),
  updatedAt: '2026-06-01T00:00:00.000Z',
  version: 1,
  needsReview: [],
  customer: { name: 'Jo' },
  invocations: [],
  history: [],
});
const reader = () => createQueueReader(realDependencies(table));

describe('the counts of a queue', () => {
  it('are given per group, however many there are', async () => {
    expect(queueKey(ACCOUNT)).toBe('QUEUE#acme');
    expect(await reader().counts(ACCOUNT, FAR)).toEqual({
      ...{ emergencies: 1, messages: 0, review: 1, unscheduled: 130, on_hold: 0 },
    });
  });

  it('read each waiting request once', async () => {
    evaluated = 0;
    await reader().counts(ACCOUNT, FAR);

    expect(evaluated).toBe(132);
  });
});

describe('the open requests', () => {
  it('up to a group are those of that group and of more urgent ones', async () => {
    evaluated = 0;
    const { requests, next } = await reader().open(ACCOUNT, { limit: 100, through: 'review' }, FAR);

    expect(requests.map(({ dispatchRequestId }) => dispatchRequestId.slice(-3))).toEqual(['200', '201']);
    expect(next).toBeUndefined();
    expect(evaluated).toBe(2);
  });
});
