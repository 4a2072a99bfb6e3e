import { describe, expect, it } from '@jest/globals';
import type { Question } from '../../../lib/scheduling/day.ts';
import { freeSlots, judgeWindows } from '../../../lib/scheduling/engine.ts';
import { claimedBuckets } from '../../../lib/scheduling/occupancy.ts';
import { formatClock24 } from '../../../lib/scheduling/time-of-day.ts';
import { at, booked, calendar, job, question, wednesday } from './fixture.ts';

const NY = 'America/New_York';
const arrival = {
  style: 'window',
  windows: [
    { from: '08:00', to: '10:00' },
    { from: '11:00', to: '14:00' },
    { from: '13:00', to: '15:00' },
    { from: '15:00', to: '17:00' },
  ],
} as const;
const asked = (over: Partial<Question> = {}, minutes = 60) =>
  question({ job: { ...job(minutes), arrival }, ...over });

/** The free windows, each with the start that it stands for. */
function free(over: Partial<Question> = {}, minutes = 60, date = wednesday): string {
  const answer = freeSlots(asked(over, minutes), date);
  if (typeof answer === 'string') return answer;
  return answer
    .map(({ minute, window }) => `${formatClock24(window?.from ?? 0)} ${formatClock24(minute)}`)
    .join(', ');
}
const span = (from: number, to: number) => ({ from: from * 60, to: to * 60 });

describe('arrival windows', () => {
  it('are booked at their earliest free start', () =>
    expect(free()).toBe('08:00 08:00, 11:00 11:00, 13:00 13:00, 15:00 15:00'));

  it('may span lunch: a start that does not fit before it is after it', () => {
    expect(free({}, 120)).toBe('08:00 08:00, 11:00 13:00, 13:00 13:00, 15:00 15:00');
    expect(free({ occupancy: booked(NY, wednesday, 660, 60) })).toContain('11:00 13:00');
  });

  it('have a last start from which the job ends within the hours', () => {
    const late = { ...calendar(), hours: { wednesday: [['08:00', '17:00']] } } as const;
    const occupancy = booked(NY, wednesday, 900, 60);
    expect(free({ calendar: late, occupancy })).toContain('15:00 16:00');
    expect(free({ calendar: late, occupancy }, 90)).not.toContain('15:00');
    expect(judgeWindows(asked({ calendar: late, occupancy }, 90), wednesday, [span(15, 17)])).toBe(
      'slot_taken',
    );
    expect(judgeWindows(asked({ calendar: late }, 180), wednesday, [span(15, 17)])).toBe(
      'duration_exceeds_hours',
    );
  });

  it('that have begun are offered while they have a free start', () => {
    const now = at(NY, wednesday, 8 * 60 + 10);
    const { booking, ...rest } = calendar();
    const soon = { ...rest, booking: { ...booking, minNoticeMinutes: 60 } };
    expect(free({ calendar: soon, now })).toBe('08:00 09:30, 11:00 11:00, 13:00 13:00, 15:00 15:00');
    expect(free({ calendar: soon, now: now + 30 * 60_000 })).not.toContain('08:00');
    expect(judgeWindows(asked({ calendar: soon, now: now + 3_600_000 }), wednesday, [span(8, 10)])).toBe(
      'too_soon',
    );
  });

  it('omit a start that the clocks skip, and a window that they skip completely', () => {
    const sunday = '2026-03-08';
    const early = { ...calendar({ hours: { sunday: [['00:00', '06:00']] } }, { gridMinutes: 30 }) };
    const windows = [
      { from: '01:30', to: '04:00' },
      { from: '02:00', to: '03:00' },
    ];
    const over = {
      calendar: early,
      now: Date.UTC(2026, 2, 1, 12),
      job: { ...job(60), arrival: { style: 'window', windows } as const },
    };
    expect(free(over, 60, sunday)).toBe('01:30 01:30');
    const taken = booked(NY, sunday, 90, 60);
    expect(free({ ...over, occupancy: taken }, 60, sunday)).toBe('01:30 03:30');
    expect(judgeWindows(question(over), sunday, [{ from: 120, to: 180 }])).toBe('invalid_time');
  });

  it('of one service and exact starts of another share one technician, whose time is never booked twice', () => {
    const exact = question({ job: job(60) });
    const slots = freeSlots(asked(), wednesday);
    const [first] = typeof slots === 'string' ? [] : slots;
    if (first === undefined) throw new Error('a window is free');
    const claimed = claimedBuckets(calendar(), job(60), first.start).flatMap(({ buckets }) => buckets);
    const occupancy = new Map([['ana', new Map(claimed.map((bucket) => [bucket, 'dr_window']))]]);
    const starts = freeSlots({ ...exact, occupancy }, wednesday);
    expect(typeof starts === 'string' ? [] : starts.map(({ minute }) => minute)).not.toContain(8 * 60);
    expect(free({ occupancy })).toContain('08:00 09:30');
    expect(free({ occupancy: booked(NY, wednesday, 480, 240) })).not.toContain('08:00');
  });

  it('prefer the start and the technician that are held for the caller', () => {
    const technicians = ['ana', 'ben'].map((id) => ({ id, name: id, skills: [], timeOff: [] }));
    const start = at(NY, wednesday, 9 * 60) / 60_000;
    for (const technicianId of ['ana', 'ben']) {
      const held = { start, technicianId };
      const holding = asked({ calendar: calendar({ technicians }), held });
      const [slot] = freeSlots(holding, wednesday);
      expect(slot).toMatchObject({ start, window: span(8, 10), technician: { id: technicianId } });
      expect(judgeWindows(holding, wednesday, [span(8, 10)])).toMatchObject({ start });
      expect(judgeWindows(holding, wednesday, [span(13, 15), span(8, 10)])).toMatchObject({ start });
      expect(judgeWindows(holding, wednesday, [span(13, 15)])).toMatchObject({ minute: 13 * 60 });
      const other = judgeWindows(holding, wednesday, [span(8, 10)], ({ id }) => id !== technicianId);
      expect(other).toMatchObject({ minute: 8 * 60 });
    }
  });

  it('prefer the requested technician, at their earliest start', () => {
    const technicians = ['ana', 'ben'].map((id) => ({ id, name: id, skills: [], timeOff: [] }));
    const both = asked({
      calendar: calendar({ technicians }),
      occupancy: booked(NY, wednesday, 480, 60, 'ben'),
    });
    const judged = judgeWindows(both, wednesday, [span(8, 10)], ({ id }) => id === 'ben');
    expect(judged).toMatchObject({ minute: 9 * 60, technicians: [{ id: 'ben' }] });
    expect(judgeWindows(both, wednesday, [span(8, 9)], ({ id }) => id === 'ben')).toBe('slot_taken');
  });
});
