import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createScheduleReader } from '../../../../lib/aws/stores/schedule-reader.ts';
import { dateSpan } from '../../../../lib/scheduling/hours.ts';
import { createTestTable, type TestTable } from '../../../support/database.ts';
import { calendar } from '../../scheduling/fixture.ts';

const bucketOf = (instant: string) => Date.parse(instant) / 900_000;

let table: TestTable;
let queries: number;
beforeAll(async () => {
  table = await createTestTable();
  table.document.middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        if (commandName === 'QueryCommand') queries += 1;
        return next(args);
      },
    { step: 'initialize' },
  );
  const put = (date: string, technicianId: string, buckets: Record<string, string>) =>
    table.document.send(
      new PutCommand({
        TableName: table.tableName,
        Item: { pk: 'SCHEDULE#acme', sk: `${date}#${technicianId}`, v: 1, ...buckets },
      }),
    );
  // Wednesday, 2026-06-10 in New York is from 04:00 to 04:00 UTC.
  await put('2026-06-10', 'ana', {
    [bucketOf('2026-06-10T03:45:00Z')]: 'day before',
    [bucketOf('2026-06-10T04:00:00Z')]: 'first',
  });
  await put('2026-06-11', 'ana', {
    [bucketOf('2026-06-11T03:45:00Z')]: 'last',
    [bucketOf('2026-06-11T04:00:00Z')]: 'day after',
  });
  await put('2026-06-11', 'ben', { [bucketOf('2026-06-11T12:00:00Z')]: 'day after' });
});
afterAll(() => table.destroy());

async function held(timezone: string, date: string): Promise<Record<string, string[]>> {
  queries = 0;
  const dependencies = { now: () => 0, pause: async () => undefined, random: () => 0 };
  const span = dateSpan(calendar({ timezone }), date);
  const occupancy = await createScheduleReader({ ...table, ...dependencies }).occupancy('acme', span, 60_000);
  return Object.fromEntries([...occupancy].map(([id, claimed]) => [id, [...claimed.values()]]));
}

describe('who holds time on a local date', () => {
  it.each([
    ['America/New_York', '2026-06-10', { ana: ['first', 'last'] }],
    ['America/New_York', '2026-06-11', { ana: ['day after'], ben: ['day after'] }],
    ['UTC', '2026-06-10', { ana: ['day before', 'first'] }],
    ['Asia/Tokyo', '2026-06-11', { ana: ['last', 'day after'], ben: ['day after'] }],
    ['Pacific/Kiritimati', '2026-06-12', { ben: ['day after'] }],
  ])('in %s, %s, takes one query, which reads nothing beyond the date', async (zone, date, expected) => {
    expect(await held(zone, date)).toEqual(expected);
    expect(queries).toBe(1);
  });

  it.each(['0000-01-01', '9999-12-31'])('at the end of the calendar, %s, is nobody', async (date) => {
    expect(await held('America/New_York', date)).toEqual({});
  });
});
