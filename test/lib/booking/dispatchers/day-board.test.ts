import { describe, expect, it } from '@jest/globals';
import { parseAccount } from '../../../../lib/accounts/document/account-document.ts';
import { boardOf } from '../../../../lib/booking/dispatchers/day-board.ts';
import type { DispatchRequest, Scheduled } from '../../../../lib/record/request.ts';

const account = parseAccount({
  ...{ accountId: 'acme', name: 'Acme', timezone: 'UTC', hours: {}, serviceTypes: [] },
  technicians: [{ id: 'ana', name: 'Ana' }],
});
const date = '2026-06-10';
const bucketOf = (instant: string) => Date.parse(instant) / 900_000;
const nine = bucketOf('2026-06-10T09:00:00Z');

function scheduled(dispatchRequestId: string, startsAt: string, technicianId = 'ana'): Scheduled {
  const day = startsAt.slice(0, 10);
  return {
    ...{ dispatchRequestId, accountId: 'acme', status: 'scheduled', urgency: 'routine', source: 'crm' },
    ...{ version: 1, createdAt: startsAt, updatedAt: startsAt, needsReview: [] },
    ...{ customer: { name: 'Jo' }, invocations: [], history: [] },
    appointment: {
      ...{ date: day, minute: 0, startsAt, endsAt: startsAt, technicianId, technician: technicianId },
      claims: [{ date: day, technicianId, buckets: [bucketOf(startsAt)] }],
    },
  };
}
const holding = (buckets: readonly (readonly [number, string])[], technicianId = 'ana') =>
  new Map([[technicianId, new Map(buckets)]]);
const board = (occupancy: ReturnType<typeof holding>, requests: readonly DispatchRequest[]) =>
  boardOf({ account, date, occupancy, requests, blocks: [], now: Date.parse(`${date}T08:00:00Z`) });

describe('the board of a day', () => {
  it('shows a request only while it claims time', () => {
    const request = scheduled('dr_1', '2026-06-10T09:00:00.000Z');
    expect(board(holding([[nine, 'dr_1']]), [request])).toMatchObject([
      { appointments: [{ dispatchRequestId: 'dr_1' }], unknown: [] },
    ]);
    expect(board(holding([]), [request])).toMatchObject([{ appointments: [] }]);
  });

  it('shows a job of the evening before that still holds time', () => {
    const before = scheduled('dr_1', '2026-06-09T23:45:00.000Z');
    const occupancy = holding([[bucketOf('2026-06-10T00:00:00Z'), 'dr_1']]);
    expect(board(occupancy, [before])).toMatchObject([{ appointments: [{ dispatchRequestId: 'dr_1' }] }]);
  });

  it('lists time that is claimed by a missing request or block', () => {
    const occupancy = holding([
      [nine, 'dr_lost'],
      [nine + 1, 'dr_lost'],
    ]);
    expect(board(occupancy, [])[0]?.unknown).toEqual([
      { holder: 'dr_lost', startsAt: '2026-06-10T09:00:00.000Z', endsAt: '2026-06-10T09:30:00.000Z' },
    ]);
  });

  it('has a row for a removed technician only if the day has something of theirs', () => {
    const request = scheduled('dr_1', '2026-06-10T09:00:00.000Z', 'gone');
    const rows = board(holding([[nine, 'dr_1']], 'gone'), [request]);
    expect(rows.map(({ technicianId }) => technicianId)).toEqual(['ana', 'gone']);
    expect(board(holding([], 'gone'), [request])).toHaveLength(1);
  });
});
