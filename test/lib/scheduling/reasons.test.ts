import { describe, expect, it } from '@jest/globals';
import type { Calendar, HoursRange } from '../../../lib/scheduling/calendar.ts';
import type { Question } from '../../../lib/scheduling/day.ts';
import { judgeStart } from '../../../lib/scheduling/engine.ts';
import { at, booked, calendar, job, question, times, wednesday } from './fixture.ts';

const NY = 'America/New_York';
const HOUR = 60;
const yesterday = '2026-06-09';
const noon = at(NY, wednesday, 12 * HOUR);
const dayAfter = at(NY, '2026-06-11', 12 * HOUR);
const longBefore = at(NY, '2026-03-01', 12 * HOUR);
const allDay = booked(NY, wednesday, 0, 24 * HOUR);
const weekend = '2026-06-14';

const technician = { id: 'ana', name: 'Ana', skills: [], timeOff: [] };
const off = { ...technician, timeOff: [{ from: `${wednesday}T00:00`, to: `${wednesday}T24:00` }] };
const unskilled = job(120, ['hvac']);
const tooLong = job(720, ['hvac']);
const holiday = (ranges: readonly HoursRange[] = []): Partial<Calendar> => ({
  exceptions: { [wednesday]: ranges },
});
const night = [['22:00', '02:00']] as const;

interface Row {
  readonly because: string;
  readonly over: Partial<Question>;
  readonly reason: string;
  readonly date?: string;
  readonly minute?: number;
}

// Each row breaks its own rule and as many later ones as possible, so that the order shows.
const days: readonly Row[] = [
  { because: 'a past holiday', over: { now: dayAfter, calendar: calendar(holiday()) }, reason: 'past' },
  {
    because: 'a date too far and a holiday',
    over: { now: longBefore, calendar: calendar(holiday()) },
    reason: 'too_far',
  },
  { because: 'a Sunday without a technician', over: { job: unskilled }, date: weekend, reason: 'closed' },
  {
    because: 'a holiday without a technician',
    over: { calendar: calendar(holiday()), job: unskilled },
    reason: 'holiday',
  },
  {
    because: 'a holiday with own hours',
    over: {
      calendar: calendar({
        ...holiday(),
        technicians: [{ ...technician, hours: { wednesday: [['08:00', '17:00']] } }],
      }),
    },
    reason: 'holiday',
  },
  {
    because: 'special hours while the only technician is off',
    over: { calendar: calendar({ ...holiday([['18:00', '19:00']]), technicians: [off] }) },
    reason: 'no_technician',
  },
  { because: 'a job too long that nobody can do', over: { job: tooLong }, reason: 'no_technician' },
  {
    because: 'everybody off',
    over: { calendar: calendar({ technicians: [off] }), now: noon },
    reason: 'no_technician',
  },
  {
    because: 'a job too long, past the notice',
    over: { job: job(720), now: noon },
    reason: 'duration_exceeds_hours',
  },
  {
    because: 'a free start under the notice',
    over: { now: at(NY, wednesday, 14 * HOUR) },
    reason: 'too_soon',
  },
  {
    because: 'all starts over, all booked',
    over: { now: at(NY, wednesday, 16 * HOUR), occupancy: allDay },
    reason: 'too_soon',
  },
  {
    because: 'a free start past the cut-off',
    over: { now: noon, calendar: calendar({}, { minNoticeMinutes: 0, sameDayCutoff: '12:00' }) },
    reason: 'too_soon',
  },
  {
    because: 'what is left is booked, under the notice or not',
    over: { now: noon, occupancy: allDay },
    reason: 'fully_booked',
  },
  { because: 'all is booked', over: { occupancy: allDay }, reason: 'fully_booked' },
];

const starts: readonly Row[] = [
  {
    because: 'a skipped hour of a past Sunday',
    over: { now: noon },
    date: '2026-03-08',
    minute: 150,
    reason: 'invalid_time',
  },
  { because: 'yesterday, off the grid', over: { now: noon }, date: yesterday, minute: 550, reason: 'past' },
  { because: 'too far, off the grid', over: { now: longBefore }, minute: 550, reason: 'too_far' },
  { because: 'a Sunday, off the grid', over: {}, date: weekend, minute: 550, reason: 'closed' },
  {
    because: 'a holiday, off the grid',
    over: { calendar: calendar(holiday()) },
    minute: 550,
    reason: 'holiday',
  },
  { because: 'the break, off the grid', over: {}, minute: 730, reason: 'closed' },
  { because: 'before opening', over: {}, minute: 450, reason: 'closed' },
  { because: 'closing time itself', over: {}, minute: 1020, reason: 'closed' },
  { because: 'off the grid and too long', over: { job: tooLong }, minute: 550, reason: 'not_on_grid' },
  {
    because: 'into the break, by nobody',
    over: { job: unskilled },
    minute: 660,
    reason: 'duration_exceeds_hours',
  },
  {
    because: 'past closing, and over',
    over: { now: at(NY, wednesday, 1010) },
    minute: 960,
    reason: 'duration_exceeds_hours',
  },
  {
    because: 'nobody can, and over',
    over: { job: unskilled, now: noon },
    minute: 540,
    reason: 'no_technician',
  },
  { because: 'over and booked', over: { now: noon, occupancy: allDay }, minute: 540, reason: 'past' },
  {
    because: 'under the notice and booked',
    over: { now: noon, occupancy: allDay },
    minute: 780,
    reason: 'too_soon',
  },
  {
    because: 'past the cut-off and booked',
    over: {
      now: noon,
      occupancy: allDay,
      calendar: calendar({}, { minNoticeMinutes: 0, sameDayCutoff: '12:00' }),
    },
    minute: 840,
    reason: 'too_soon',
  },
  { because: 'booked', over: { occupancy: allDay }, minute: 540, reason: 'slot_taken' },
];

describe('the first reason why a date has nothing free', () => {
  it.each(days)('$because: $reason', ({ over, date = wednesday, reason }) => {
    expect(times(question(over), date)).toBe(reason);
  });
  it('does not exist if the end of the evening before a holiday can be booked', () => {
    const hours = { tuesday: night, wednesday: night };
    const tail = calendar({ hours, ...holiday() }, { bufferMinutes: 0 });
    expect(times(question({ calendar: tail, job: job(60) }))).toBe('12:00 AM, 12:30 AM, 1:00 AM');
  });
});

describe('the first reason why a start cannot be booked', () => {
  it.each(starts)('$because: $reason', ({ over, date = wednesday, minute = 540, reason }) => {
    expect(judgeStart(question(over), date, minute)).toBe(reason);
  });
});
