import { describe, expect, it } from '@jest/globals';
import { gapsOf, offTimes, workloadText } from '../../../../board/src/lanes/workload.ts';
import type { LaneView } from '../../../../lib/board/views.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 10, 23) + hour * 3_600_000).toISOString();
const span = (from: number, to: number) => ({ startsAt: at(from), endsAt: at(to) });
const job = (from: number, to: number): LaneView['appointments'][number] => ({
  ...{ dispatchRequestId: `dr_${from}`, version: 1, status: 'scheduled', urgency: 'routine' },
  ...{ customer: 'Grace Kim', date: '2026-11-23', time: '8:00 AM', needsReview: [], ...span(from, to) },
});
const laneOf = (lane: Partial<LaneView>): LaneView => ({
  ...{ technicianId: 'ana', technician: 'Ana', etag: '"1"', skills: [], timeOff: [], appointments: [] },
  ...{ blocks: [], held: [], unknown: [], holds: [], hours: [{ from: at(8), to: at(17) }], ...lane },
});
const hoursOf = (spans: readonly { from: number; to: number }[]) =>
  spans.map(({ from, to }) => [from, to].map((ms) => (ms - Date.UTC(2026, 10, 23)) / 3_600_000));

describe("a technician's workload", () => {
  it.each([
    ['free', {}],
    ['2 h 30 · 28%', { appointments: [job(8, 9), job(10, 11.5)] }],
    ['off', { hours: [] }],
    ['off · 1 h', { hours: [], appointments: [job(8, 9)] }],
  ] satisfies [string, Partial<LaneView>][])('is written as “%s”', (text, lane) => {
    expect(workloadText(laneOf(lane))).toBe(text);
  });
});

describe('the gaps of a day', () => {
  it('have room for a job of an hour or more with its buffer, between jobs with theirs, blocks and holds', () => {
    const lane = laneOf({
      appointments: [job(9.5, 10), job(11.25, 12)],
      blocks: [{ blockId: 'b', from: '', to: '', reason: 'Training', ...span(13, 14) }],
      holds: [{ ...span(15.5, 16), heldUntil: at(9) }],
    });

    expect(hoursOf(gapsOf(lane, 15, Date.parse(at(0))))).toEqual([
      [8, 9.25],
      [14, 15.25],
      [16, 17],
    ]);
  });

  it('leave out where a job on hold is drawn', () => {
    const lane = laneOf({ held: [job(15, 15.5)] });

    expect(hoursOf(gapsOf(lane, 0, Date.parse(at(12))))).toEqual([
      [12, 15],
      [15.5, 17],
    ]);
  });

  it('begin now', () => {
    expect(hoursOf(gapsOf(laneOf({}), 0, Date.parse(at(12.5))))).toEqual([[12.5, 17]]);
  });
});

describe('the hours off', () => {
  it('are those outside of working time', () => {
    const lane = laneOf({
      hours: [
        { from: at(9), to: at(12) },
        { from: at(13), to: at(16) },
      ],
    });

    expect(hoursOf(offTimes(lane, { from: Date.parse(at(8)), to: Date.parse(at(17)) }))).toEqual([
      [8, 9],
      [12, 13],
      [16, 17],
    ]);
  });
});
