import type { BoardView, LaneView } from '../../../lib/board/views.ts';
import { once } from '../../../lib/lazily.ts';
import { HOUR_MS } from '../store/time.ts';

/** A part of the day, in epoch milliseconds. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The working hours of a day, and how much lies before and after them. */
export interface WorkingRange extends Range {
  readonly before: number;
  readonly after: number;
}

/**
 * Returns whole hours from the first to the last working hour of anybody, and around everything that reaches into them.
 * Where nobody works, they are those around everything on the day.
 */
export const rangeOf = once(({ lanes, day }: BoardView): WorkingRange => {
  const [midnight, end] = [Date.parse(day.from), Date.parse(day.to)];
  const spans = lanes.map(spanOf);
  const takenOf = (lane: LaneView) => [...lane.appointments, ...lane.held, ...lane.holds, ...lane.unknown];
  let [first, last] = ['9', '0'];
  const include = (from: string, to: string) => {
    if (from < first) first = from;
    if (to > last) last = to;
  };
  for (const { work } of spans) if (work !== undefined) include(work.from, work.to);
  const isWorkday = first < last;
  if (!isWorkday) {
    // From 8 AM to 5 PM. Counted from the day's end, because clocks change early in the day.
    include(iso(end - 16 * HOUR_MS), iso(end - 7 * HOUR_MS));
    for (const { all } of spans) if (all !== undefined) include(all.from, all.to);
  }
  const [opens, closes] = [first, last];
  let [before, after] = [0, 0];
  for (const [at, lane] of lanes.entries()) {
    const { all } = spans[at] ?? {};
    if (all === undefined || (all.from >= opens && all.to <= closes)) continue;
    for (const { startsAt, endsAt } of takenOf(lane))
      if (endsAt <= opens) before++;
      else if (startsAt >= closes) after++;
      else include(startsAt, endsAt);
  }
  for (const { startsAt, endsAt } of lanes.flatMap(({ blocks }) => blocks))
    if (endsAt <= opens && startsAt >= day.from) before++;
    else if (startsAt >= closes && endsAt <= day.to) after++;
  return {
    from: Math.floor(Math.max(Date.parse(first), midnight) / HOUR_MS) * HOUR_MS,
    to: Math.ceil(Math.min(Date.parse(last), end) / HOUR_MS) * HOUR_MS,
    before,
    after,
  };
});

const iso = (ms: number): string => new Date(ms).toISOString();

/**
 * Returns the first and the last working hour of a technician, and the first and the last time of what takes time, without
 * blocks. All times are UTC, so that their texts sort in order of time.
 */
const spanOf = once(({ hours, appointments, held, holds, unknown }: LaneView) => {
  const around = (spans: readonly { readonly from: string; readonly to: string }[]) => {
    let [from, to] = ['9', '0'];
    for (const one of spans) {
      if (one.from < from) from = one.from;
      if (one.to > to) to = one.to;
    }
    return from < to ? { from, to } : undefined;
  };
  const taken = [...appointments, ...held, ...holds, ...unknown];
  return {
    work: around(hours),
    all: around(taken.map(({ startsAt, endsAt }) => ({ from: startsAt, to: endsAt }))),
  };
});

/** The facts of a day from which all of its lanes are drawn. */
export interface Day extends WorkingRange, Pick<BoardView, 'date' | 'gridMinutes' | 'bufferMinutes'> {}

/** @param isUnfolded true for the whole day instead of its working hours */
export const dayOf = (board: BoardView, isUnfolded = false): Day => {
  const { date, gridMinutes, bufferMinutes, day } = board;
  const whole = { from: Date.parse(day.from), to: Date.parse(day.to), before: 0, after: 0 };
  return { date, gridMinutes, bufferMinutes, ...(isUnfolded ? whole : rangeOf(board)) };
};

/** The share of the range that is before an instant, from 0 to 1. */
export function shareOf({ from, to }: Range, at: string | number): number {
  const ms = typeof at === 'number' ? at : Date.parse(at);
  return (Math.min(Math.max(ms, from), to) - from) / (to - from);
}
