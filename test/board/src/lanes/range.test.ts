import { describe, expect, it } from '@jest/globals';
import { rangeOf } from '../../../../board/src/lanes/range.ts';
import type { BoardView, LaneView } from '../../../../lib/board/views.ts';

const [eight, five] = ['2026-11-23T13:00:00.000Z', '2026-11-23T22:00:00.000Z'];
const at = (from: string, to: string, day = '2026-11-23') => ({
  startsAt: `${day}T${from}:00.000Z`,
  endsAt: `${day}T${to}:00.000Z`,
});
const job = (from: string, to: string): LaneView['appointments'][number] => ({
  ...{
    dispatchRequestId: 'dr_1',
    version: 1,
    status: 'scheduled',
    urgency: 'routine',
    customer: 'Grace Kim',
  },
  ...{ date: '2026-11-23', time: '8:00 AM', needsReview: [], ...at(from, to) },
});
const block = (startsAt: string, endsAt: string): LaneView['blocks'][number] => ({
  ...{ blockId: 'b1', from: '', to: '', reason: 'Training', startsAt, endsAt },
});

/** The hours that are drawn of Monday, November 23 in New York, in UTC. */
function hoursOf(lane: Partial<LaneView>): readonly string[] {
  const none = {
    etag: '"1"',
    skills: [],
    timeOff: [],
    appointments: [],
    blocks: [],
    held: [],
    unknown: [],
    holds: [],
  };
  const board: BoardView = {
    account: { accountId: 'acme', name: 'Acme', timezone: 'America/New_York' },
    ...{ date: '2026-11-23', now: eight, gridMinutes: 15, bufferMinutes: 0, serviceTypes: [] },
    day: { from: '2026-11-23T05:00:00.000Z', to: '2026-11-24T05:00:00.000Z' },
    counts: { emergencies: 0, messages: 0, review: 0, unscheduled: 0, on_hold: 0, unbookedCalls: 0 },
    lanes: [{ technicianId: 'ana', technician: 'Ana', ...none, hours: [{ from: eight, to: five }], ...lane }],
  };
  const { from, to, before, after } = rangeOf(board);
  return [...[from, to].map((ms) => new Date(ms).toISOString().slice(5, 16)), `${before} + ${after}`];
}

describe('the hours that are drawn of a day', () => {
  it.each([
    ['are those of work', {}, ['11-23T13:00', '11-23T22:00', '0 + 0']],
    [
      'leave out a job before them',
      { appointments: [job('11:30', '12:30')] },
      ['11-23T13:00', '11-23T22:00', '1 + 0'],
    ],
    [
      'leave out a job on hold after them',
      { held: [job('22:30', '23:30')] },
      ['11-23T13:00', '11-23T22:00', '0 + 1'],
    ],
    [
      'leave out time that is held after them',
      { holds: [{ ...at('22:00', '23:00'), heldUntil: eight }] },
      ['11-23T13:00', '11-23T22:00', '0 + 1'],
    ],
    [
      'include claimed time that reaches into them',
      { unknown: [{ holder: 'x', ...at('12:15', '13:15') }] },
      ['11-23T12:00', '11-23T22:00', '0 + 0'],
    ],
    [
      'leave out a block in the evening',
      { blocks: [block('2026-11-23T23:00:00.000Z', '2026-11-24T01:00:00.000Z')] },
      ['11-23T13:00', '11-23T22:00', '0 + 1'],
    ],
    [
      'are the same during a block for a week',
      { blocks: [block('2026-11-20T05:00:00.000Z', '2026-11-27T05:00:00.000Z')] },
      ['11-23T13:00', '11-23T22:00', '0 + 0'],
    ],
    [
      'end with the day of a job that ends on the next',
      { appointments: [{ ...job('21:00', '23:30'), endsAt: '2026-11-24T06:00:00.000Z' }] },
      ['11-23T13:00', '11-24T05:00', '0 + 0'],
    ],
    [
      'are eight to five if nobody works, and those of a job before that',
      { hours: [], appointments: [job('12:00', '14:00')] },
      ['11-23T12:00', '11-23T22:00', '0 + 0'],
    ],
  ] satisfies [string, Partial<LaneView>, string[]][])('%s', (_, lane, hours) => {
    expect(hoursOf(lane)).toEqual(hours);
  });
});
