import { describe, expect, it } from '@jest/globals';
import {
  bookableFrom,
  type DateRange,
  type FreeDay,
  type SearchQuestion,
  searchDays,
} from '../../../lib/booking/search-days.ts';
import { StorageUnavailable } from '../../../lib/record/faults.ts';
import type { LocalDate } from '../../../lib/scheduling/calendar.ts';
import type { Span } from '../../../lib/scheduling/hours.ts';
import { addDays, wallClockOf } from '../../../lib/scheduling/time.ts';
import { at, calendar, job, wednesday } from '../scheduling/fixture.ts';

const ZONE = 'America/New_York';
const START = at(ZONE, '2026-06-01', 480);
const TODAY = '2026-06-01';
const TIME = 2500;

/** Schedules in which every technician is booked around the clock until a date, and whose reads take time. */
function fullUntil(
  lastFull: LocalDate,
  { technicians = ['ana'], answerMs = 0, fail = (_: DateRange): Error | undefined => undefined } = {},
) {
  const clock = { now: START };
  const queries: DateRange[] = [];
  let sequence = 0;
  let open = 0;
  const schedule = {
    async occupancy(_account: string, span: Span, deadline: number) {
      const from = wallClockOf(ZONE, span.from).date;
      const to = wallClockOf(ZONE, span.to - 1).date;
      queries.push({ from, to });
      if (open++ === 0) {
        sequence++;
        clock.now += answerMs;
      }
      await Promise.resolve();
      open--;
      const error = clock.now > deadline ? new StorageUnavailable({ cause: 'late' }) : fail({ from, to });
      if (error !== undefined) throw error;
      const first = span.from / 15;
      const until = at(ZONE, addDays(to < lastFull ? to : lastFull, 1), 0) / 900_000;
      const claimed = Array.from(
        { length: Math.max(0, until - first) },
        (_, n) => [first + n, 'dr_x'] as const,
      );
      return new Map(technicians.map((id) => [id, new Map(claimed)]));
    },
  };
  const question: SearchQuestion = {
    accountId: 'acme',
    calendar: calendar({ technicians: technicians.map((id) => ({ id, name: id, skills: [], timeOff: [] })) }),
    ...{ job: job(), now: START, seed: 'call' },
  };
  const search = (
    range: DateRange,
    enough: (days: readonly FreeDay[]) => boolean = (days) => days.length > 0,
    deadline = START + TIME,
  ) => searchDays(question, range, enough, { schedule, now: () => clock.now }, deadline);
  return { search, question, queries, sequence: () => sequence };
}

const dates = (days: readonly FreeDay[]) => days.map(({ date }) => date);

describe('a search for free days', () => {
  it('costs one query if something is free within the week', async () => {
    const full = fullUntil('2026-06-03');
    const { days, searched } = await full.search(bookableFrom(full.question, TODAY));
    expect([dates(days), searched]).toEqual([['2026-06-04'], { kind: 'complete' }]);
    expect(days[0]?.slots.map(({ minute }) => minute / 60)).toEqual([
      8, 8.5, 9, 9.5, 10, 13, 13.5, 14, 14.5, 15,
    ]);
    expect(full.queries).toEqual([{ from: TODAY, to: '2026-06-07' }]);
  });

  it('takes two round trips to find that 60 days are full for 50 technicians', async () => {
    const technicians = Array.from({ length: 50 }, (_, n) => `t${n}`);
    const full = fullUntil('2026-08-31', { technicians });
    const { days, searched } = await full.search(bookableFrom(full.question, TODAY));
    expect([days, searched, full.sequence()]).toEqual([[], { kind: 'complete' }, 2]);
    expect(full.queries.at(-1)?.to).toBe('2026-08-01');
  });

  it('sends at most 16 queries at once', async () => {
    const full = fullUntil('2028-01-01');
    const { searched } = await full.search({ from: TODAY, to: addDays(TODAY, 60) });
    expect(searched).toEqual({ kind: 'complete' });
    const far = fullUntil('2028-01-01');
    await far.search({ from: TODAY, to: addDays(TODAY, 365) });
    expect([far.queries.length, far.sequence()]).toEqual([53, 5]);
  });

  it('continues until there is enough, and returns all days of a range', async () => {
    const full = fullUntil('2026-06-03');
    const two = await full.search({ from: TODAY, to: '2026-06-30' }, (days) => days.length === 2);
    expect(dates(two.days)).toEqual(['2026-06-04', '2026-06-05']);
    const all = await full.search({ from: '2026-06-02', to: '2026-06-09' }, () => false);
    expect(dates(all.days)).toEqual(['2026-06-04', '2026-06-05', '2026-06-08', '2026-06-09']);
    expect(all.searched).toEqual({ kind: 'complete' });
  });

  it.each([
    ['a range that ends before it begins', { from: '2026-06-10', to: '2026-06-09' }],
    ['closed days', { from: '2026-06-06', to: '2026-06-07' }],
  ])('reads nothing of %s', async (_, range) => {
    const full = fullUntil('2026-06-01');
    expect(await full.search(range)).toEqual({ days: [], others: [], searched: { kind: 'complete' } });
    expect(full.queries).toEqual([]);
  });

  it('starts today for a date in the past, and ends at the horizon', () => {
    const { question } = fullUntil('2026-06-01');
    expect(bookableFrom(question, '2026-05-01')).toEqual({ from: TODAY, to: '2026-07-31' });
    expect(bookableFrom(question, wednesday)).toEqual({ from: wednesday, to: '2026-07-31' });
  });
});

describe('an incomplete search', () => {
  it('stops half a second before the deadline and says how far it got', async () => {
    const full = fullUntil('2026-12-31', { answerMs: 1100 });
    const result = await full.search({ from: TODAY, to: addDays(TODAY, 200) });
    // The first week arrives after 1.1 s; its last day waits for the next week, which arrives too late.
    expect(result).toEqual({ days: [], others: [], searched: { kind: 'cut_short', through: '2026-06-06' } });
    expect(full.sequence()).toBe(2);
  });

  it('reads nothing after the deadline', async () => {
    const full = fullUntil('2026-06-01', { answerMs: TIME - 500 });
    const result = await full.search({ from: '2026-06-06', to: '2026-07-01' });
    expect(result.searched).toEqual({ kind: 'cut_short' });
    const none = fullUntil('2026-06-01');
    expect(await none.search({ from: TODAY, to: '2026-07-01' }, undefined, START + 500)).toEqual({
      days: [],
      others: [],
      searched: { kind: 'cut_short' },
    });
    expect(none.queries).toEqual([]);
  });

  it('returns what it found before the database failed', async () => {
    const fail = ({ from }: DateRange) =>
      from === '2026-06-15' ? new StorageUnavailable({ cause: 'down' }) : undefined;
    const full = fullUntil('2026-06-11', { fail });
    const { days, searched } = await full.search({ from: TODAY, to: '2026-07-31' }, () => false);
    expect(dates(days)).toEqual(['2026-06-12']);
    expect(searched).toEqual({ kind: 'cut_short', through: '2026-06-13' });
  });

  it('does not hide other errors', async () => {
    const full = fullUntil('2026-06-11', { fail: () => new TypeError('broken') });
    await expect(full.search({ from: TODAY, to: '2026-07-31' })).rejects.toThrow('broken');
  });
});
