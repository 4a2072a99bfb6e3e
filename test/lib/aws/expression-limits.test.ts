import { describe, expect, it } from '@jest/globals';
import { parseAccount } from '../../../lib/accounts/document/account-document.ts';
import { putItems, removeItems } from '../../../lib/aws/stores/block-store.ts';
import { claimUpdates } from '../../../lib/aws/stores/request-store.ts';
import { type ClaimUpdate, dayUpdates } from '../../../lib/aws/stores/schedule-reader.ts';
import { planBlock } from '../../../lib/record/block.ts';
import type { DispatchRequest } from '../../../lib/record/request.ts';
import { claimedBuckets } from '../../../lib/scheduling/occupancy.ts';
import { calendar, job } from '../scheduling/fixture.ts';

// DynamoDB's limits; the embedded database does not check the first.
const MAX_OPERATORS = 300;
const MAX_BYTES = 4096;
const MAX_TRANSACTION_ITEMS = 100;

const technicianId = 'ana';
const longest = { calendar: calendar({}, { bufferMinutes: 240 }), job: job(720) };

const blocked = {
  account: parseAccount({
    ...{ accountId: 'acme', name: 'Acme', timezone: 'America/New_York', hours: {} },
    ...{ serviceTypes: [], technicians: [{ id: technicianId, name: 'Ana' }] },
  }),
  technician: { id: technicianId, name: 'Ana', skills: [], timeOff: [] },
};

/** A request with the longest job that an account may have, from an ISO instant on. */
function request(startsAt: string): DispatchRequest {
  const start = Date.parse(startsAt) / 60_000;
  const claims = claimedBuckets(longest.calendar, longest.job, start).map((day) => ({
    ...day,
    technicianId,
  }));
  const date = startsAt.slice(0, 10);
  const endsAt = new Date((start + 720) * 60_000).toISOString();
  return {
    dispatchRequestId: 'dr_0123456789abcdefghjk',
    accountId: 'acme',
    status: 'scheduled',
    urgency: 'routine',
    source: 'voiceone',
    version: 1,
    createdAt: startsAt,
    updatedAt: startsAt,
    needsReview: [],
    customer: {},
    appointment: { date, minute: 0, startsAt, endsAt, technicianId, technician: 'Ana', claims },
    invocations: [],
    history: [],
  };
}

/** Counts every comparison, `AND`, function, comma, assignment and clause: more than DynamoDB is known to count. */
const operatorsIn = (expression: string): number =>
  expression.match(/\bAND\b|\bSET\b|\bREMOVE\b|attribute_not_exists|=|,/g)?.length ?? 0;

const expressionsOf = (updates: readonly ClaimUpdate[]) =>
  updates.flatMap(({ UpdateExpression, ConditionExpression }) => [UpdateExpression, ConditionExpression]);
const bucketsOf = (updates: readonly ClaimUpdate[]) =>
  updates.map(({ ExpressionAttributeNames }) => Object.keys(ExpressionAttributeNames).length);

const updatesOf = (to: string, from: string | undefined): readonly ClaimUpdate[] =>
  claimUpdates('table', { next: request(to), previous: from === undefined ? undefined : request(from) }).map(
    ({ Update }) => Update,
  );

const midday = '2026-06-10T04:00:00.000Z';
const cases: readonly [string, string, string | undefined, readonly number[]][] = [
  ['new on one day', midday, undefined, [64]],
  ['new across midnight', '2026-06-10T16:00:00.000Z', undefined, [32, 32]],
  ['moved over itself by half an hour', '2026-06-10T04:30:00.000Z', midday, [4]],
  ['moved over half of itself', '2026-06-10T08:00:00.000Z', '2026-06-10T00:00:00.000Z', [64]],
  ['moved across midnight over itself', '2026-06-10T16:00:00.000Z', '2026-06-10T08:00:00.000Z', [32, 32]],
  // The most that one day's item can be asked to change: the whole day.
  ['moved away from most of a day', '2026-06-10T16:00:00.000Z', '2026-06-10T00:00:00.000Z', [96, 32]],
  ['moved to another day', '2026-06-11T04:00:00.000Z', midday, [64, 64]],
];

describe('the expressions of a twelve-hour job with a four-hour buffer', () => {
  it.each(cases)('stay within the limits when it is %s', (_, to, from, buckets) => {
    const updates = updatesOf(to, from);
    expect(bucketsOf(updates)).toEqual(buckets);
    for (const expression of expressionsOf(updates)) {
      expect(operatorsIn(expression)).toBeLessThanOrEqual(MAX_OPERATORS);
      expect(Buffer.byteLength(expression)).toBeLessThanOrEqual(MAX_BYTES);
    }
  });

  it('name each path once and use every name and value, as DynamoDB demands', () => {
    for (const [, to, from] of cases) {
      for (const update of updatesOf(to, from)) {
        const { ExpressionAttributeNames: names, ExpressionAttributeValues: values } = update;
        expect(new Set(Object.values(names)).size).toBe(Object.keys(names).length);
        const used = new Set(
          expressionsOf([update])
            .join(' ')
            .match(/[#:]\w+/g),
        );
        expect([...used].sort()).toEqual([...Object.keys(names), ...Object.keys(values)].sort());
      }
    }
  });

  it('do not exceed these sizes', () => {
    const all = cases.flatMap(([, to, from]) => expressionsOf(updatesOf(to, from)));
    const most = {
      operators: Math.max(...all.map(operatorsIn)),
      bytes: Math.max(...all.map((expression) => Buffer.byteLength(expression))),
    };
    expect(most).toEqual({ operators: 191, bytes: 1915 });
  });
});

describe('the expressions of a block', () => {
  const { account, technician } = blocked;
  const times = { from: '2026-10-01T00:00', to: '2026-11-29T24:00' };
  const who = { reason: 'training', by: 'dispatcher:kim' as const, now: Date.UTC(2026, 5, 1) };
  const block = planBlock({ account, technician, ...times, ...who });
  if (typeof block === 'string') throw new Error(block);
  const holding = { holder: block.blockId, claims: block.claims };

  it.each([
    ['is made', { wanted: [holding], held: [] }],
    ['is removed', { wanted: [], held: [holding] }],
  ])('stay within the limits when the longest one %s', (_, claims) => {
    const updates = dayUpdates('table', { accountId: 'acme', ...claims }).map(({ Update }) => Update);
    expect(Math.max(...bucketsOf(updates))).toBe(96);
    for (const expression of expressionsOf(updates)) {
      expect(operatorsIn(expression)).toBeLessThanOrEqual(MAX_OPERATORS);
      expect(Buffer.byteLength(expression)).toBeLessThanOrEqual(MAX_BYTES);
    }
  });

  it('fit into one transaction with its own item', () => {
    expect(putItems('table', block).length).toBeLessThanOrEqual(MAX_TRANSACTION_ITEMS);
    expect(removeItems('table', block).length).toBeLessThanOrEqual(MAX_TRANSACTION_ITEMS);
  });
});
