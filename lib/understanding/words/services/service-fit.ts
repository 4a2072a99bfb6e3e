import type { Reading } from './read-phrase.ts';
import type { ServiceReading } from './read-service.ts';
import { branchesOf, isCleanedToRepair, isTrade, rangesOf, tradesOf, type WorkType } from './vocabulary.ts';

export interface Fit {
  /** 0 to 1. */
  readonly score: number;
  /** True if the service can match. Otherwise it can only be asked about. */
  readonly outright: boolean;
}

const NONE: Fit = { score: 0, outright: false };
/**
 * Scores depend on the number of levels between a part and the whole that contains it: `furnace` is one level below
 * `heating`.
 */
const WITHIN = [1, 0.8, 0.65, 0.6] as const;
/** These scores, of a part for the whole and of a neighboring part, are too low to match. */
const PART = 0.4;
const NEIGHBOR = 0.3;
/** A generic service has this score for a phrase about a trade of the company. */
const GENERIC = 0.65;
/** A generic service has this score if the phrase states what the service does: "an estimate for …". */
export const STATED = 0.9;
const ANY_WISH = 0.95;
/** Detection for a repair scores lower by this factor: a leak has to be found, but above all stopped. */
const DETECTION = 0.8;
const OTHER_WISH = 0.5;

export function fitOf(phrase: Reading, service: ServiceReading, branches: ReadonlySet<string>): Fit {
  const workType = workTypeFit(phrase.workTypes, service.workTypes);
  if (service.generic) return genericFit(phrase, service, branches, workType);
  if (phrase.subjects.size === 0 || service.subjects.size === 0) return NONE;
  const own = specialtiesOf(service, phrase);
  let sum = 0;
  let weights = 0;
  for (const [subject, weight] of phrase.subjects) {
    sum += weight * subjectFit(subject, own, phrase.workTypes);
    weights += weight;
  }
  const score = sum / weights;
  return { score: score * (workType === 0 ? OTHER_WISH : workType), outright: workType > 0 };
}

/**
 * Returns what a service is about, for a phrase. Clearing a clog is work on drains: a service for a whole trade does
 * not specialize in drains by listing the clogged fixture.
 */
function specialtiesOf({ subjects }: ServiceReading, phrase: Reading): ReadonlySet<string> {
  const trades = [...subjects].filter(isTrade);
  if (trades.length === 0 || ![...phrase.subjects.keys()].some(isCleanedToRepair)) return subjects;
  return new Set([...trades, ...[...subjects].filter(isCleanedToRepair)]);
}

function genericFit(
  phrase: Reading,
  service: ServiceReading,
  branches: ReadonlySet<string>,
  workType: number,
): Fit {
  if (phrase.workTypes.size === 0) return NONE;
  const isSaid = [...service.workTypes].some((own) => phrase.said.has(own));
  if (phrase.subjects.size === 0) {
    const isPlain = isSaid && service.workTypes.has('estimate') && phrase.unknown.length === 0;
    return isPlain ? { score: STATED, outright: true } : NONE;
  }
  const isTheirs = [...phrase.subjects.keys()].every(
    (subject) => branchesOf(subject).some((branch) => branches.has(branch)) || coversWhole(subject, branches),
  );
  if (!isTheirs) return NONE;
  if (workType === 0) {
    // An estimate may precede an installation, but doesn't repair anything.
    const isNear = phrase.workTypes.has('install') || !service.workTypes.has('estimate');
    return isNear ? { score: NEIGHBOR, outright: false } : NONE;
  }
  return { score: service.workTypes.has('estimate') ? STATED : GENERIC, outright: true };
}

/** True if the company works in the whole trade that a part belongs to. */
const coversWhole = (subject: string, branches: ReadonlySet<string>): boolean =>
  tradesOf(subject).some((trade) => branches.has(trade));

function subjectFit(subject: string, own: ReadonlySet<string>, workTypes: ReadonlySet<WorkType>): number {
  const ranges = rangesOf();
  const outer = ranges.get(subject);
  let best = 0;
  for (const name of own) {
    const steps = outer?.get(name);
    // A company that clears the drains of sinks doesn't necessarily install sinks.
    const isOther = steps !== undefined && steps > 0 && workTypes.has('install') && isCleanedToRepair(name);
    const fit =
      steps !== undefined
        ? isOther
          ? NEIGHBOR
          : (WITHIN[steps] ?? 0)
        : ranges.get(name)?.has(subject)
          ? PART
          : isNeighbor(subject, name)
            ? NEIGHBOR
            : 0;
    best = Math.max(best, fit);
  }
  return best;
}

/** True if the same part of a trade directly contains both subjects, as heating contains furnaces and boilers. */
function isNeighbor(a: string, b: string): boolean {
  const ranges = rangesOf();
  const others = ranges.get(b);
  return [...(ranges.get(a) ?? [])].some(
    ([name, steps]) => steps === 1 && others?.get(name) === 1 && !tradesOf(name).includes(name),
  );
}

/** Returns 0 if the types of work contradict each other. */
function workTypeFit(wanted: ReadonlySet<WorkType>, done: ReadonlySet<WorkType>): number {
  if (wanted.size === 0) return 1;
  if (done.size === 0) return ANY_WISH;
  if ([...wanted].some((workType) => done.has(workType))) return 1;
  return done.has('detect') && wanted.has('repair') ? DETECTION : 0;
}

export const allowsWorkType = (phrase: Reading, service: ServiceReading): boolean =>
  workTypeFit(phrase.workTypes, service.workTypes) > 0;

export function sharesTrade(phrase: Reading, { subjects }: ServiceReading): boolean {
  const trades = new Set([...phrase.subjects.keys()].flatMap(tradesOf));
  return [...subjects].some((subject) => tradesOf(subject).some((trade) => trades.has(trade)));
}
