import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Question } from '../../../lib/scheduling/day.ts';
import { freeSlots, judgeWindows } from '../../../lib/scheduling/engine.ts';
import type { WallSpan } from '../../../lib/scheduling/time-of-day.ts';
import { type Asked, factsOf, gridMinutes, oracleDayReason, oracleWindow } from './oracle.ts';
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

const questionOf = (asked: Asked): Question => ({ ...asked, seed: 'call' });
const inAny = (spans: readonly WallSpan[]) => (minute: number) =>
  spans.some(({ from, to }) => minute >= from && minute < to);

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
});
