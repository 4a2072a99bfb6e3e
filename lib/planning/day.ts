import type { Account, ServiceType } from '../accounts/account.ts';
import { acceptedCoverage } from '../accounts/areas.ts';
import type { EpochMinute, LocalDate, Technician } from '../scheduling/calendar.ts';
import { allowedOn, isSkilled } from '../scheduling/day.ts';
import { gridStarts, localSpans, type Span, technicianSpans, within } from '../scheduling/hours.ts';
import { boundaryOf, wallClockOf } from '../scheduling/time.ts';
import type { WallSpan } from '../scheduling/time-of-day.ts';
import {
  driveBetween,
  type Place,
  peakFactorsAround,
  roundedDrive,
  type TravelRules,
} from '../scheduling/travel.ts';
import type { Drives, RouteJob, RouteProblem } from './routes.ts';

/** A visit of the day that is planned. */
export interface DayVisit extends Slot {
  readonly dispatchRequestId: string;
  readonly version: number;
  readonly service: ServiceType;
  readonly zip?: string | undefined;
  readonly place: Place;
  /** What the customer was promised, in minutes from midnight; without it, the start is. */
  readonly promise?: WallSpan | undefined;
  /** True if nothing but a person may move it. */
  readonly isFixed: boolean;
  /** The customer asked for its technician. */
  readonly isAskedFor: boolean;
}

/** Who comes, and when. */
export interface Slot {
  readonly technicianId: string;
  readonly start: EpochMinute;
}

export interface DayBlock extends Span {
  /** Different from the ids of all visits. */
  readonly id: string;
  readonly technicianId: string;
  /** Without it, the technician stays where the last visit was. */
  readonly place?: Place | undefined;
}

/** What is planned: one date of an account. */
export interface PlannedDay {
  readonly account: Account;
  readonly rules: TravelRules;
  readonly date: LocalDate;
  readonly visits: readonly DayVisit[];
  readonly blocks: readonly DayBlock[];
  /** By technician, where the day begins and ends. */
  readonly homes: ReadonlyMap<string, Place>;
}

/** How long drives take on a day, in minutes. */
export interface DayDrives {
  /** Not rounded. */
  readonly cost: (from: Place, to: Place, at: EpochMinute) => number;
  /** What the drive takes up. */
  readonly minutes: (from: Place, to: Place, at: EpochMinute) => number;
}

const factorsOf = ({ account, rules, date }: PlannedDay) =>
  peakFactorsAround(rules, account.timezone, boundaryOf(account.timezone, date, 0));

export function drivesOf(day: PlannedDay): DayDrives {
  const factorAt = factorsOf(day);
  const cost = (from: Place, to: Place, at: EpochMinute) => {
    const { minutes, hasPeaks } = driveBetween(day.rules, from, to);
    return hasPeaks ? minutes * factorAt(at) : minutes;
  };
  return { cost, minutes: (from, to, at) => roundedDrive(cost(from, to, at)) };
}

/** Returns the time that a visit takes up before the drive to the next one. */
export const lengthOf = ({ account }: PlannedDay, { service }: DayVisit): number =>
  service.durationMinutes + account.booking.bufferMinutes;

/** True if a visit that began then would keep its promise; one without a promise does at its exact start only. */
export function keepsPromise(
  { account, date }: PlannedDay,
  { promise, start }: DayVisit,
  begins: EpochMinute,
): boolean {
  if (promise === undefined) return begins === start;
  const { date: day, minute } = wallClockOf(account.timezone, begins);
  return day === date && minute >= promise.from && minute < promise.to;
}

/** Returns the starts that keep the promise of a visit: its own, and those on the grid of its date. */
function promisedStarts(day: PlannedDay, visit: DayVisit): readonly EpochMinute[] {
  const starts = [...gridStarts(day.account, day.date).map(({ start }) => start), visit.start];
  return [...new Set(starts)].filter((start) => keepsPromise(day, visit, start)).sort((a, b) => a - b);
}

/** Returns the technicians who may take a visit. */
function candidates({ account, date }: PlannedDay, visit: DayVisit): readonly Technician[] {
  const own = account.technicians.filter(({ id }) => id === visit.technicianId);
  if (visit.isFixed || visit.isAskedFor) return own;
  const { limits } = acceptedCoverage(account, visit.service.id, visit.zip);
  const isAllowed = allowedOn(limits, date) ?? (() => false);
  return account.technicians.filter(
    (one) => one.id === visit.technicianId || (isSkilled(one, visit.service) && isAllowed(one)),
  );
}

/** A time in which nobody drives or works. With a place, the technician is there. */
interface Pause extends Span {
  readonly place?: Place | undefined;
}

/** Nobody changes who comes for less than this many minutes of driving. */
const CHANGE_MINUTES = 5;

/**
 * Returns the day in numbers. Jobs have the numbers of the visits; blocks with a place follow as jobs that stay.
 * @param staying the ids of visits and blocks that keep their time although the day can't be driven with them: nobody drives there
 */
export function problemOf(day: PlannedDay, staying: ReadonlySet<string>): RouteProblem {
  const { account, visits, blocks, homes } = day;
  const technicians = account.technicians;
  const numberOf = new Map(technicians.map(({ id }, number) => [id, number]));
  const isPause = ({ id, place }: DayBlock) => place === undefined || staying.has(id);
  const placedBlocks = blocks.filter((block) => !isPause(block));
  const places: Place[] = [
    ...visits.map(({ place }) => place),
    ...placedBlocks.map(({ place = {} }) => place),
  ];
  const homeNumbers = technicians.map(({ id }) => {
    const home = homes.get(id);
    return home === undefined ? undefined : places.push(home) - 1;
  });
  const pauses = technicians.map(({ id }): readonly Pause[] =>
    [
      ...blocks.filter((block) => block.technicianId === id && isPause(block)),
      ...visits
        .filter((visit) => visit.technicianId === id && staying.has(visit.dispatchRequestId))
        .map((visit) => ({ from: visit.start, to: visit.start + lengthOf(day, visit), place: visit.place })),
    ].sort((a, b) => a.from - b.from),
  );
  const { minutes: driving } = drivesOf(day);
  const ofVisits = visits.map((visit, number): RouteJob => {
    const minutes = lengthOf(day, visit);
    const stays = visit.isFixed || staying.has(visit.dispatchRequestId);
    const promised = stays ? [visit.start] : promisedStarts(day, visit);
    const own = numberOf.get(visit.technicianId);
    const starts = new Map(
      candidates(day, visit).map((technician) => {
        const at = numberOf.get(technician.id) ?? -1;
        const spans = technicianSpans(account, technician, day.date);
        const off = localSpans(account, technician.timeOff);
        const isFree = (start: EpochMinute) => {
          const [ends, leaves] = [start + visit.service.durationMinutes, start + minutes];
          const isBefore = ({ from, place }: Pause) =>
            leaves + (place === undefined ? 0 : driving(visit.place, place, leaves)) <= from;
          const isAfter = ({ to, place }: Pause) =>
            start >= to + (place === undefined ? 0 : driving(place, visit.place, to));
          return (
            within(spans, start, ends) &&
            !off.some(({ from, to }) => from < ends && to > start) &&
            (pauses[at] ?? []).every((pause) => isBefore(pause) || isAfter(pause))
          );
        };
        const free = promised.filter(isFree);
        // A dispatcher may have placed a visit outside of the hours or of its promise, where its technician may leave it.
        const all = at === own && !free.includes(visit.start) ? [...free, visit.start] : free;
        return [at, all.toSorted((a, b) => a - b)] as const;
      }),
    );
    return {
      id: visit.dispatchRequestId,
      place: number,
      minutes,
      technicians: staying.has(visit.dispatchRequestId) ? [] : [...starts.keys()],
      starts: (technician) => starts.get(technician) ?? [],
      costOf: (technician) => (technician === own ? 0 : CHANGE_MINUTES),
      isFixed: stays,
    };
  });
  const ofBlocks = placedBlocks.map(({ id, technicianId, from, to }, at): RouteJob => {
    const own = numberOf.get(technicianId) ?? -1;
    return {
      id,
      place: visits.length + at,
      minutes: to - from,
      technicians: [own],
      starts: (technician) => (technician === own ? [from] : []),
      costOf: () => 0,
      isFixed: true,
    };
  });
  return {
    jobs: [...ofVisits, ...ofBlocks],
    technicians: technicians.map((_, at) => ({ home: homeNumbers[at], pauses: pauses[at] ?? [] })),
    drives: drivesBetween(day, places),
  };
}

/** Works as `drivesOf`, but by the numbers of places, between which it measures the ways only once. */
function drivesBetween(day: PlannedDay, places: readonly Place[]): Drives {
  const factorAt = factorsOf(day);
  const count = places.length;
  const ways = places.flatMap((from) => places.map((to) => driveBetween(day.rules, from, to)));
  const minutes = Float64Array.from(ways, (way) => way.minutes);
  const hasPeaks = Uint8Array.from(ways, (way) => (way.hasPeaks ? 1 : 0));
  const cost = (from: number, to: number, at: number): number => {
    const way = from * count + to;
    const outside = minutes[way] ?? 0;
    return hasPeaks[way] === 1 ? outside * factorAt(at) : outside;
  };
  return { cost, minutes: (from, to, at) => roundedDrive(cost(from, to, at)) };
}
