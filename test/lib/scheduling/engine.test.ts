import { describe, expect, it } from '@jest/globals';
import { freeSlots, judgeStart } from '../../../lib/scheduling/engine.ts';
import { isLocalDate, weekdayOf } from '../../../lib/scheduling/time.ts';
import { formatClockTime } from '../../../lib/scheduling/time-of-day.ts';
import { parseClockTime } from '../../../lib/understanding/clock-time.ts';
import { at, booked, calendar, job, question, times, wednesday } from './fixture.ts';

const NY = 'America/New_York';
const AFTERNOON = '1:00 PM, 1:30 PM, 2:00 PM, 2:30 PM, 3:00 PM';
const HOUR = 60;
const daily = (from: string, to: string) => {
  const range = [[from, to]] as const;
  return {
    monday: range,
    tuesday: range,
    wednesday: range,
    thursday: range,
    friday: range,
    saturday: range,
    sunday: range,
  };
};
const starts = (asked: Parameters<typeof freeSlots>[0], date: string) => {
  const answer = freeSlots(asked, date);
  return typeof answer === 'string'
    ? answer
    : answer.map((slot) => new Date(slot.start * 60_000).toISOString());
};

describe('hard cases of scheduling', () => {
  it('an empty day offers every start that fits before the break and before closing', () => {
    expect(times(question())).toBe(`8:00 AM, 8:30 AM, 9:00 AM, 9:30 AM, 10:00 AM, ${AFTERNOON}`);
  });
  it('a job from 10 to 12 leaves the afternoon: the buffer of a start at 8:00 would reach into it', () => {
    expect(times(question({ occupancy: booked(NY, wednesday, 10 * HOUR, 150) }))).toBe(AFTERNOON);
  });
  it('without a buffer 8:00 fits before the job of 10:00', () => {
    const asked = question({
      calendar: calendar({}, { bufferMinutes: 0 }),
      occupancy: booked(NY, wednesday, 600, 120),
    });
    expect(times(asked)).toBe(`8:00 AM, ${AFTERNOON}`);
  });
  it('10:00 after a job from 8 to 10 is free without a buffer and taken with one', () => {
    const without = question({
      calendar: calendar({}, { bufferMinutes: 0 }),
      occupancy: booked(NY, wednesday, 480, 120),
    });
    expect(judgeStart(without, wednesday, 600)).toMatchObject({ technicians: [{ name: 'Ana' }] });
    expect(judgeStart(question({ occupancy: booked(NY, wednesday, 480, 150) }), wednesday, 600)).toBe(
      'slot_taken',
    );
  });
  it('four hours fit once before and once after the break', () => {
    expect(times(question({ job: job(240) }))).toBe('8:00 AM, 1:00 PM');
  });
  it('nine hours fit a day without a break exactly once, nine and a half never', () => {
    const noBreak = calendar({ hours: daily('08:00', '17:00') });
    expect(times(question({ calendar: noBreak, job: job(540) }))).toBe('8:00 AM');
    expect(times(question({ calendar: noBreak, job: job(570) }))).toBe('duration_exceeds_hours');
  });
  it('at 09:17 an hour first fits at 1 PM, because 11:30 would cross the break', () => {
    expect(times(question({ job: job(60), now: at(NY, wednesday, 557) }))).toMatch(/^1:00 PM/);
  });
  it('a start exactly at now plus notice is offered, one a minute earlier is not', () => {
    expect(judgeStart(question({ now: at(NY, wednesday, 420) }), wednesday, 540)).toMatchObject({
      technicians: [{}],
    });
    expect(judgeStart(question({ now: at(NY, wednesday, 421) }), wednesday, 540)).toBe('too_soon');
  });
  it('at 15:00 today is too soon', () => {
    expect(times(question({ now: at(NY, wednesday, 900) }))).toBe('too_soon');
    expect(times(question({ now: at(NY, wednesday, 900) }), '2026-06-11')).toMatch(/^8:00 AM/);
  });
  it('the same-day cut-off applies from its first second', () => {
    const cut = calendar({}, { minNoticeMinutes: 60, sameDayCutoff: '14:00' });
    const before = question({ calendar: cut, job: job(60), now: at(NY, wednesday, 839, 59) });
    expect(times(before)).toBe('3:00 PM, 3:30 PM, 4:00 PM');
    expect(times({ ...before, now: at(NY, wednesday, 840) })).toBe('too_soon');
  });
  it('the horizon counts local dates', () => {
    const now = Date.UTC(2026, 3, 10, 16);
    expect(times(question({ now }), '2026-06-09')).toMatch(/^8:00 AM/);
    expect(times(question({ now }), '2026-06-10')).toBe('too_far');
  });
  it('a Sunday is closed, an empty exception a holiday, an early close replaces the day', () => {
    expect(times(question(), '2026-06-14')).toBe('closed');
    expect(times(question({ calendar: calendar({ exceptions: { [wednesday]: [] } }) }))).toBe('holiday');
    const early = calendar({ exceptions: { [wednesday]: [['09:00', '11:00']] } });
    expect(times(question({ calendar: early }))).toBe('9:00 AM');
  });
  it('after the clocks go forward, the afternoon has its summer instants', () => {
    const asked = question({
      calendar: calendar({ hours: daily('13:00', '18:00') }, { gridMinutes: 60 }),
      job: job(60),
      now: Date.UTC(2026, 2, 1),
    });
    expect(starts(asked, '2026-03-08')).toEqual(
      ['17', '18', '19', '20', '21'].map((hour) => `2026-03-08T${hour}:00:00.000Z`),
    );
  });
  it('a skipped hour is never offered, and asking for it is an invalid time', () => {
    const asked = question({
      calendar: calendar({ hours: daily('00:00', '06:00') }, { gridMinutes: 60 }),
      job: job(60),
      now: Date.UTC(2026, 2, 1),
    });
    expect(times(asked, '2026-03-08')).toBe('12:00 AM, 1:00 AM, 3:00 AM, 4:00 AM, 5:00 AM');
    expect(judgeStart(asked, '2026-03-08', 150)).toBe('invalid_time');
  });
  it('a repeated hour is offered once, as the first', () => {
    const asked = question({
      calendar: calendar({ hours: daily('00:00', '06:00') }, { gridMinutes: 60 }),
      job: job(60),
      now: Date.UTC(2026, 9, 1),
    });
    expect(times(asked, '2026-11-01')).toBe('12:00 AM, 1:00 AM, 2:00 AM, 3:00 AM, 4:00 AM, 5:00 AM');
    expect(starts(asked, '2026-11-01')[1]).toBe('2026-11-01T05:00:00.000Z');
  });
  it('nine in the morning shifts against UTC when the clocks change', () => {
    const now = Date.UTC(2026, 9, 1);
    expect(judgeStart(question({ now }), '2026-10-30', 540)).toMatchObject({
      start: Date.UTC(2026, 9, 30, 13) / 60_000,
    });
    expect(judgeStart(question({ now }), '2026-11-02', 540)).toMatchObject({
      start: Date.UTC(2026, 10, 2, 14) / 60_000,
    });
  });
  it('hours until 24:00 offer 11 PM', () => {
    expect(times(question({ calendar: calendar({ hours: daily('20:00', '24:00') }), job: job(60) }))).toMatch(
      /11:00 PM$/,
    );
  });
  it("yesterday's night shift and its job count for this morning", () => {
    const night = calendar({ hours: daily('22:00', '06:00') }, { bufferMinutes: 0 });
    const occupancy = booked(NY, '2026-06-09', 22 * HOUR, 210);
    expect(times(question({ calendar: night, job: job(30), occupancy }))).toMatch(/^1:30 AM/);
  });
  it('today is the date of the account, not that of UTC', () => {
    const asked = question({ now: at(NY, wednesday, 20 * HOUR + 30) });
    expect(times(asked, wednesday)).toBe('too_soon');
    expect(times(asked, '2026-06-09')).toBe('past');
    expect(weekdayOf(wednesday)).toBe('wednesday');
  });
  it('other zones have their own instants', () => {
    const instant = (timezone: string, date: string, minute: number) => {
      const hours = daily('08:00', '17:00');
      const asked = question({
        calendar: calendar({ timezone, hours }),
        job: job(60),
        now: Date.UTC(2026, 1, 20),
      });
      const answer = judgeStart(asked, date, minute);
      return typeof answer === 'string' ? answer : new Date(answer.start * 60_000).toISOString().slice(0, 16);
    };
    expect(instant('Pacific/Honolulu', '2026-03-03', 900)).toBe('2026-03-04T01:00');
    expect(instant('Asia/Kolkata', '2026-03-03', 540)).toBe('2026-03-03T03:30');
    expect(instant('America/Phoenix', '2026-03-08', 540)).toBe('2026-03-08T16:00');
  });
  it('dates are real calendar dates', () => {
    expect(['2026-02-30', '2026-02-29', '2026-2-3', '20260203'].filter(isLocalDate)).toEqual([]);
    expect(weekdayOf('2028-02-29')).toBe('tuesday');
  });
  it('every minute of the day survives formatting and parsing', () => {
    expect(formatClockTime(0)).toBe('12:00 AM');
    expect(formatClockTime(720)).toBe('12:00 PM');
    for (let minute = 0; minute < 1440; minute++)
      expect(parseClockTime(formatClockTime(minute))).toBe(minute);
  });
  it('a start off the grid is refused, never rounded', () => {
    expect(judgeStart(question(), wednesday, 550)).toBe('not_on_grid');
  });
  it('nobody is free without the skill', () => {
    expect(times(question({ job: job(120, ['hvac']) }))).toBe('no_technician');
    expect(judgeStart(question({ job: job(120, ['hvac']) }), wednesday, 540)).toBe('no_technician');
  });
});

describe('changes of the clocks and odd minutes', () => {
  const back = '2026-11-01';
  it('a cut-off still holds after the clocks are set back', () => {
    const cut = calendar({ hours: daily('00:00', '24:00') }, { minNoticeMinutes: 0, sameDayCutoff: '01:30' });
    const minutes = (text: string) => times(question({ calendar: cut, now: Date.parse(text) }), back);
    expect(minutes('2026-11-01T05:29:00Z')).toMatch(/^1:30 AM/);
    expect(minutes('2026-11-01T05:30:00Z')).toBe('too_soon');
    expect(minutes('2026-11-01T06:10:00Z')).toBe('too_soon');
  });
  it('the last hour of a 25-hour day counts for who has the fewest jobs that day', () => {
    const technicians = ['ana', 'ben'].map((id) => ({ id, name: id, skills: [], timeOff: [] }));
    const two = calendar({ technicians, hours: daily('08:00', '24:00') });
    for (const technician of ['ana', 'ben']) {
      const occupancy = booked(NY, back, 23 * HOUR, 60, technician);
      const answer = judgeStart(question({ calendar: two, now: Date.UTC(2026, 9, 1), occupancy }), back, 540);
      const other = technician === 'ana' ? 'ben' : 'ana';
      expect(answer).toMatchObject({ technicians: [{ id: other }, { id: technician }] });
    }
  });
  it('a shift shorter than a quarter of an hour counts, but is too short for any job', () => {
    const short = calendar({ hours: daily('08:00', '08:10') });
    expect(times(question({ calendar: short }))).toBe('duration_exceeds_hours');
  });
});
