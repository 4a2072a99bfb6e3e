import { describe, expect, it } from '@jest/globals';
import { callbackDueAt } from '../../../lib/intake/messages.ts';
import type { Calendar } from '../../../lib/scheduling/calendar.ts';
import { at, calendar } from '../scheduling/fixture.ts';

const NEW_YORK = 'America/New_York';
const HOUR = 60;
const TWO_AM = 2 * HOUR;

const office = (over: Partial<Calendar> = {}, callback: object = {}) => ({
  ...calendar(over),
  callback: { withinMinutes: 60, ...callback },
});
const iso = (date: string, minute: number) => new Date(at(NEW_YORK, date, minute)).toISOString();

describe('the time by which someone calls back', () => {
  it.each([
    ['in the office hours', '2026-06-10', 10 * HOUR, '2026-06-10', 11 * HOUR],
    ['over the lunch break', '2026-06-10', 11 * HOUR + 40, '2026-06-10', 13 * HOUR + 40],
    ['at the very end of a shift', '2026-06-10', 11 * HOUR, '2026-06-10', 12 * HOUR],
    ['before the first shift', '2026-06-10', 5 * HOUR, '2026-06-10', 9 * HOUR],
    ['near closing', '2026-06-10', 16 * HOUR + 40, '2026-06-11', 8 * HOUR + 40],
    ['over a weekend', '2026-06-12', 17 * HOUR, '2026-06-15', 9 * HOUR],
    ['on a Sunday evening', '2026-11-22', 19 * HOUR + 45, '2026-11-23', 9 * HOUR],
  ])('is counted in open minutes %s', (_, date, minute, dueDate, dueMinute) => {
    expect(callbackDueAt(office(), at(NEW_YORK, date, minute))).toBe(iso(dueDate, dueMinute));
  });

  it('skips a holiday, and follows the hours of a short day', () => {
    const over = { exceptions: { '2026-06-11': [], '2026-06-12': [['10:00', '10:30']] as const } };
    const now = at(NEW_YORK, '2026-06-10', 17 * HOUR);
    expect(callbackDueAt(office(over), now)).toBe(iso('2026-06-15', 8 * HOUR + 30));
  });

  it("is counted in the account's callback hours", () => {
    const hours = { saturday: [['09:00', '13:00']] as const };
    const now = at(NEW_YORK, '2026-06-10', 10 * HOUR);
    expect(callbackDueAt(office({}, { hours }), now)).toBe(iso('2026-06-13', 10 * HOUR));
  });

  it('counts real minutes if the clocks change', () => {
    const hours = { saturday: [['22:00', '24:00']] as const, sunday: [['00:00', '06:00']] as const };
    const open = office({}, { hours, withinMinutes: 3 * HOUR });
    // On March 8 clocks go from 2 to 3 AM, on November 1 from 2 back to 1 AM.
    expect(callbackDueAt(open, at(NEW_YORK, '2026-03-08', 0))).toBe(iso('2026-03-08', 2 * TWO_AM));
    expect(callbackDueAt(open, at(NEW_YORK, '2026-11-01', 0))).toBe(iso('2026-11-01', TWO_AM));
    expect(callbackDueAt(open, at(NEW_YORK, '2026-03-07', 22 * HOUR))).toBe(iso('2026-03-08', HOUR));
  });

  it('counts a shift that continues past midnight', () => {
    const hours = { wednesday: [['18:00', '02:00']] as const };
    const now = at(NEW_YORK, '2026-06-10', 23 * HOUR + 30);
    expect(callbackDueAt(office({}, { hours }), now)).toBe(iso('2026-06-11', 30));
    expect(callbackDueAt(office({}, { hours }), at(NEW_YORK, '2026-06-11', 30))).toBe(
      iso('2026-06-11', HOUR + 30),
    );
  });

  it('is counted around the clock if nobody is ever there', () => {
    const now = at(NEW_YORK, '2026-06-10', 10 * HOUR, 30);
    expect(callbackDueAt(office({ hours: {} }), now)).toBe(iso('2026-06-10', 11 * HOUR + 1));
  });
});
