import { describe, expect, it } from '@jest/globals';
import { timingsOf } from '../../../../board/src/lanes/lateness.ts';
import type { BoardAppointmentView } from '../../../../lib/board/views.ts';

const at = (time: string) => `2026-11-23T${time}:00.000Z`;

type Given = Partial<BoardAppointmentView> & { readonly from: string; readonly to: string };

const job = ({ from, to, ...over }: Given): BoardAppointmentView => ({
  ...{ dispatchRequestId: from, version: 1, status: 'scheduled', urgency: 'routine', customer: 'Grace Kim' },
  ...{ date: '2026-11-23', time: '8:00 AM', startsAt: at(from), endsAt: at(to), needsReview: [] },
  ...over,
});

const promised = (from: string, to: string) => ({
  promise: { from, to, startsAt: at(from), endsAt: at(to) },
});

/** What is late at a time, by the start of the job. */
const wrongAt = (time: string, ...jobs: readonly Given[]) =>
  Object.fromEntries(
    [...timingsOf(jobs.map(job), 15, Date.parse(at(time)))].map(([id, timing]) => [id, timing]),
  );

const first = { from: '09:00', to: '10:00' };
const second = { from: '10:15', to: '11:00' };

describe("a technician's jobs", () => {
  it('are as planned before the day begins', () => {
    expect(wrongAt('07:00', first, second)).toEqual({});
  });

  it.each([
    ['is due a quarter of an hour before its start', '08:45', {}, 'due'],
    ['is not due while the technician is on the way', '08:45', { status: 'en_route' }, undefined],
    ['is late after its start', '09:01', {}, 'late'],
    ['is due, not late, while its promise holds', '09:01', promised('09:00', '12:00'), 'due'],
    ['is late when its promise is broken', '12:01', promised('09:00', '12:00'), 'late'],
    ['overruns after its end', '10:01', { status: 'in_progress' }, 'overrunning'],
    ['is fine until its end', '10:00', { status: 'in_progress' }, undefined],
    ['is over when it is completed', '12:00', { status: 'completed' }, undefined],
  ] satisfies [string, string, Partial<BoardAppointmentView>, string | undefined][])(
    'one %s',
    (_, time, over, kind) => {
      expect(wrongAt(time, { ...first, ...over })).toEqual(kind === undefined ? {} : { '09:00': kind });
    },
  );

  it('that begin late put the promise of the next at risk', () => {
    expect(wrongAt('09:20', first, second)).toEqual({ '09:00': 'late', '10:15': 'at_risk' });
  });

  it('that overrun put the promise of the next at risk before it is due', () => {
    const working = { ...first, status: 'in_progress' } as const;

    expect(wrongAt('10:02', working, { ...second, from: '10:30', to: '11:00' })).toEqual({
      '09:00': 'overrunning',
    });
    expect(wrongAt('10:02', working, { ...second, to: '11:00', ...promised('10:00', '12:00') })).toEqual({
      '09:00': 'overrunning',
    });
    expect(wrongAt('10:10', working, second)).toEqual({ '09:00': 'overrunning', '10:15': 'at_risk' });
  });
});
