import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { searchDays } from '../../../lib/booking/search-days.ts';
import { StorageUnavailable } from '../../../lib/record/faults.ts';
import type { LocalDate } from '../../../lib/scheduling/calendar.ts';
import { everWorksAt } from '../../../lib/scheduling/day.ts';
import type { Span } from '../../../lib/scheduling/hours.ts';
import type { Occupancy } from '../../../lib/scheduling/occupancy.ts';
import { contains, partSpans, partsOfDay } from '../../../lib/scheduling/time-of-day.ts';
import { type Asked, factsOf, gridMinutes, oracleStart } from '../scheduling/oracle.ts';
import { plus, shownAt } from '../scheduling/oracle-minutes.ts';
import { questions } from '../scheduling/random-accounts.ts';

const RUNS = 120;
const TIME_LIMIT_MS = 60_000;
/** fast-check prints the seed when it fails; another seed makes other accounts. */
const seed = Number(process.env.PROPERTY_SEED ?? 20_260_610);
const DEADLINE = 10_000;

/** The claims of a period, as a schedule returns them: none from before or after. */
function claimsOf(occupancy: Occupancy, { from, to }: Span): Occupancy {
  const isRead = (bucket: number) => bucket * 15 >= from && bucket * 15 < to;
  return new Map(
    [...occupancy].map(([id, claimed]) => [id, new Map([...claimed].filter(([bucket]) => isRead(bucket)))]),
  );
}

const unavailable = () => new StorageUnavailable({ cause: 'injected' });

/** The results of a search over a range in which the schedule fails from a date on, and those of the oracle. */
async function searched(asked: Asked, from: LocalDate, to: LocalDate, failsFrom: LocalDate) {
  const schedule = {
    async occupancy(_account: string, span: Span) {
      if (shownAt(asked.calendar.timezone, span.to - 1).slice(0, 10) >= failsFrom) throw unavailable();
      return claimsOf(asked.occupancy, span);
    },
  };
  const question = { ...asked, seed: 'call', accountId: 'acme' };
  const result = await searchDays(question, { from, to }, () => false, { schedule, now: () => 0 }, DEADLINE);
  return {
    found: result.days.map(({ date, slots }) => [date, ...slots.map(({ minute }) => minute)]),
    searched: result.searched,
  };
}

function byOracle(asked: Asked, from: LocalDate, to: LocalDate) {
  const found = [];
  for (let date = from; date <= to; date = plus(date, 1)) {
    const facts = factsOf(asked, date);
    const free = gridMinutes(asked.calendar).filter(
      (minute) => typeof oracleStart(asked, facts, minute) !== 'string',
    );
    if (free.length > 0) found.push([date, ...free]);
  }
  return found;
}

const ranges = fc.record({
  one: questions,
  /** The date of the question, near the end of the first week that is read; all claims are around it. */
  before: fc.integer({ min: 4, max: 7 }),
  after: fc.integer({ min: 0, max: 2 }),
  fails: fc.option(fc.integer({ min: 0, max: 10 }), { nil: undefined }),
});

describe('a search over a range against a naive oracle', () => {
  it(
    'finds exactly the starts that the oracle finds free, up to the reported date',
    () =>
      fc.assert(
        fc.asyncProperty(ranges, async ({ one: { asked, date }, before, after, fails }) => {
          const [from, to] = [plus(date, -before), plus(date, after)];
          const failsFrom = fails === undefined ? '9999-12-31' : plus(from, fails);
          const { found, searched: end } = await searched(asked, from, to, failsFrom);
          const through = end.kind === 'complete' ? to : (end.through ?? plus(from, -1));
          expect(found).toEqual(byOracle(asked, from, through));
          if (fails === undefined) expect(end).toEqual({ kind: 'complete' });
        }),
        { seed, numRuns: RUNS },
      ),
    TIME_LIMIT_MS,
  );

  it(
    'reports that nobody ever works in a part of the day only if the oracle finds no start in it',
    () =>
      fc.assert(
        fc.property(questions, ({ asked, date }) => {
          const { calendar, job } = asked;
          const never = partsOfDay.filter(
            (part) => !everWorksAt(calendar, job, (minute) => contains(minute)(partSpans[part])),
          );
          const free = byOracle(asked, plus(date, -1), plus(date, 1)).flatMap(([, ...minutes]) => minutes);
          for (const part of never) {
            expect(free.filter((minute) => contains(Number(minute))(partSpans[part]))).toEqual([]);
          }
        }),
        { seed, numRuns: RUNS },
      ),
    TIME_LIMIT_MS,
  );
});
