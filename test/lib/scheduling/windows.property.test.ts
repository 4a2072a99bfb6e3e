import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Question } from '../../../lib/scheduling/day.ts';
import { freeSlots, judgeWindows } from '../../../lib/scheduling/engine.ts';
import type { WallSpan } from '../../../lib/scheduling/time-of-day.ts';
import { fits, isWithin, mayFit } from '../../../lib/scheduling/wish.ts';
import {
  type Asked,
  factsOf,
  gridMinutes,
  isHeldFree,
  oracleDayReason,
  oracleStart,
  oracleWindow,
} from './oracle.ts';
import { clockText } from './oracle-minutes.ts';
import { questions } from './random-accounts.ts';

const RUNS = 400;
const seed = Number(process.env.PROPERTY_SEED ?? 20_260_610);

/** Overlapping windows, equal beginnings, and the whole day. */
const windows = fc.uniqueArray(
  fc
    .tuple(fc.integer({ min: 0, max: 95 }), fc.integer({ min: 1, max: 24 }))
    .map(([from, length]) => ({ from: from * 15, to: Math.min(1440, (from + length) * 15) })),
  { minLength: 1, maxLength: 6, selector: ({ from, to }) => `${from} ${to}` },
);

const cases = fc.tuple(questions, windows, fc.boolean()).map(([one, spans, isOfService]) => {
  const arrival = {
    style: 'window' as const,
    windows: spans.map(({ from, to }) => ({
      from: clockText(from),
      to: to === 1440 ? '24:00' : clockText(to),
    })),
  };
  const { calendar, job } = one.asked;
  const asked: Asked = isOfService
    ? { ...one.asked, job: { ...job, arrival } }
    : { ...one.asked, calendar: { ...calendar, booking: { ...calendar.booking, arrival } } };
  const sorted = [...spans].sort((a, b) => a.from - b.from || a.to - b.to);
  return { asked, date: one.date, spans: sorted };
});

const wishes = fc
  .array(
    fc
      .tuple(fc.integer({ min: 0, max: 95 }), fc.integer({ min: 0, max: 40 }))
      .map(([from, length]) => ({ from: from * 15, to: Math.min(1440, (from + length) * 15) })),
    { minLength: 1, maxLength: 2 },
  )
  .map((spans) => ({ spans }));

const questionOf = (asked: Asked): Question => ({ ...asked, seed: 'call' });
const inAny = (spans: readonly WallSpan[]) => (minute: number) =>
  spans.some(({ from, to }) => minute >= from && minute < to);

const oracleFirst = (asked: Asked, facts: ReturnType<typeof factsOf>, { from, to }: WallSpan) => {
  const found = oracleWindow(asked, facts, from, to);
  return typeof found === 'string' ? undefined : found.minute;
};

describe('windows against the naive oracle', () => {
  it('are listed if the oracle finds a start in them, or the reason for the day is returned', () =>
    fc.assert(
      fc.property(cases, ({ asked, date, spans }) => {
        const facts = factsOf(asked, date);
        const free = spans.flatMap(({ from, to }) => {
          const found = oracleWindow(asked, facts, from, to);
          return typeof found === 'string' ? [] : [{ from, to, minute: found.minute, start: found.start }];
        });
        const answer = freeSlots(questionOf(asked), date);
        const minutes = gridMinutes(asked.calendar).filter(inAny(spans));
        if (typeof answer === 'string')
          expect([answer, free]).toEqual([oracleDayReason(asked, facts, minutes), []]);
        else expect(answer.map(({ minute, start, window }) => ({ ...window, minute, start }))).toEqual(free);
      }),
      { seed, numRuns: RUNS },
    ));

  it('can be booked if and only if they are listed, with everyone who is free at their earliest start', () =>
    fc.assert(
      fc.property(cases, ({ asked, date, spans }) => {
        const facts = factsOf(asked, date);
        for (const span of spans) {
          const found = oracleWindow(asked, facts, span.from, span.to);
          const judged = judgeWindows(questionOf(asked), date, [span]);
          if (typeof found === 'string' || typeof judged === 'string') expect(judged).toBe(found);
          else {
            const ids = judged.technicians.map(({ id }) => id).sort();
            expect([judged.minute, judged.start, ids]).toEqual([
              found.minute,
              found.start,
              [...found.free].sort(),
            ]);
          }
        }
      }),
      { seed, numRuns: RUNS },
    ));

  it('that are wished are those in which a visit can begin as wished, whether they are listed, held or booked', () =>
    fc.assert(
      fc.property(cases, wishes, ({ asked, date, spans }, wish) => {
        const isWanted = (start: Parameters<typeof fits>[1]) => fits(wish, start);
        const listed = freeSlots(questionOf(asked), date, isWanted);
        const slots = typeof listed === 'string' ? [] : listed;
        const facts = factsOf(asked, date);
        for (const window of spans) {
          const free = gridMinutes(asked.calendar)
            .filter((minute) => minute >= window.from && minute < window.to)
            .filter((minute) => wish.spans.some(({ from, to }) => minute >= from && minute < to))
            .flatMap((minute) => {
              const verdict = oracleStart(asked, facts, minute);
              return typeof verdict === 'string' ? [] : [{ minute, isHeld: isHeldFree(asked, verdict) }];
            });
          const first = (free.find(({ isHeld }) => isHeld) ?? free[0])?.minute;
          const slot = slots.find((one) => one.window?.from === window.from && one.window.to === window.to);
          const judged = judgeWindows(questionOf(asked), date, [window], () => true, isWanted);
          expect(slot?.minute).toBe(first);
          expect(typeof judged === 'string' ? undefined : judged.minute).toBe(first);
          if (free.length > 0) expect(mayFit(wish, { minute: window.from, window })).toBe(true);
          if (isWithin(wish, window)) expect(slot?.minute).toBe(oracleFirst(asked, facts, window));
        }
      }),
      { seed, numRuns: RUNS },
    ));
});
