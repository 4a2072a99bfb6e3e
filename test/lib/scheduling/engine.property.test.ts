import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { LocalDate } from '../../../lib/scheduling/calendar.ts';
import type { Question } from '../../../lib/scheduling/day.ts';
import { freeSlots, judgeStart } from '../../../lib/scheduling/engine.ts';
import {
  type Asked,
  bookedMinutes,
  factsOf,
  gridMinutes,
  isHeldFree,
  oracleDayReason,
  oracleStart,
} from './oracle.ts';
import { clockText } from './oracle-minutes.ts';
import { questions } from './random-accounts.ts';

const RUNS = 250;
/** Fewer runs, because each judges about a hundred starts. */
const RUNS_OF_ALL_STARTS = 80;
/** fast-check prints the seed when it fails; another seed makes other accounts. */
const seed = Number(process.env.PROPERTY_SEED ?? 20_260_610);

interface Case {
  readonly asked: Asked;
  readonly date: LocalDate;
}

const questionOf = (asked: Asked): Question => ({ ...asked, seed: 'call' });
const sorted = (ids: readonly string[]): readonly string[] => [...ids].sort();

/** What the engine lists: each start as clock time and technician, or the reason. */
function listed({ asked, date }: Case) {
  const answer = freeSlots(questionOf(asked), date);
  if (typeof answer === 'string') return answer;
  return answer.map(({ minute, start, technician }) => ({ minute, start, id: technician.id }));
}

/** The engine's judgement of a start, in the oracle's form. */
function judged({ asked, date }: Case, minute: number) {
  const answer = judgeStart(questionOf(asked), date, minute);
  if (typeof answer === 'string') return answer;
  return { start: answer.start, free: sorted(answer.technicians.map(({ id }) => id)) };
}

/** Starts on the grid and beside it: all quarters, and one minute at which no bucket begins. */
function minutesAsked({ asked }: Case): readonly number[] {
  const quarters = Array.from({ length: 96 }, (_, index) => index * 15);
  return [...new Set([...gridMinutes(asked.calendar), ...quarters, 127, 547])];
}

function check(property: (one: Case) => void, numRuns = RUNS): void {
  fc.assert(fc.property(questions, property), { seed, numRuns });
}

describe('the engine against a naive oracle', () => {
  it('lists what the oracle finds free, or its reason for the day', () =>
    check((one) => {
      const facts = factsOf(one.asked, one.date);
      const free = gridMinutes(one.asked.calendar).flatMap((minute) => {
        const verdict = oracleStart(one.asked, facts, minute);
        return typeof verdict === 'string' ? [] : [{ minute, start: verdict.start }];
      });
      const answer = listed(one);
      if (typeof answer === 'string') expect([answer, free]).toEqual([oracleDayReason(one.asked, facts), []]);
      else expect(answer.map(({ minute, start }) => ({ minute, start }))).toEqual(free);
    }));

  it('accepts exactly the starts that the oracle accepts, and refuses others with its reason', () =>
    check((one) => {
      const facts = factsOf(one.asked, one.date);
      const minutes = minutesAsked(one);
      const expected = minutes.map((minute) => {
        const verdict = oracleStart(one.asked, facts, minute);
        const free =
          typeof verdict === 'string' ? verdict : { start: verdict.start, free: sorted(verdict.free) };
        return [clockText(minute), free];
      });
      expect(minutes.map((minute) => [clockText(minute), judged(one, minute)])).toEqual(expected);
    }, RUNS_OF_ALL_STARTS));

  it('assigns the technician who is held, or the free one with the fewest jobs, the same as in booking', () =>
    check((one) => {
      const answer = listed(one);
      if (typeof answer === 'string') return;
      const facts = factsOf(one.asked, one.date);
      const loads = new Map(facts.skilled.map(({ id }) => [id, bookedMinutes(one.asked, facts, id)]));
      const load = (id: string): number => loads.get(id) ?? Number.NaN;
      const found = answer.map(({ minute, id }) => {
        const verdict = oracleStart(one.asked, facts, minute);
        const isHeld = typeof verdict !== 'string' && isHeldFree(one.asked, verdict);
        const free = typeof verdict === 'string' ? [] : verdict.free;
        const bookable = judgeStart(questionOf(one.asked), one.date, minute);
        return {
          isFree: free.includes(id),
          isFirst: isHeld ? id === one.asked.held?.technicianId : load(id) === Math.min(...free.map(load)),
          booked: typeof bookable === 'string' ? bookable : bookable.technicians[0]?.id,
        };
      });
      expect(found).toEqual(answer.map(({ id }) => ({ isFree: true, isFirst: true, booked: id })));
    }));
});
