import type { BoardView, LaneView } from '../../../lib/board/views.ts';
import { once } from '../../../lib/lazily.ts';
import { HOUR_MS } from '../store/time.ts';

/** The part of the day that is drawn, in epoch milliseconds. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Returns whole hours around everything on the day, at least from the first to the last working hour. */
export const rangeOf = once(({ lanes, day }: BoardView): Range => {
  const [midnight, end] = [Date.parse(day.from), Date.parse(day.to)];
  const iso = (ms: number) => new Date(ms).toISOString();
  // Where nobody works: from 8 AM to 5 PM. Counted from the day's end, because clocks change early in the day.
  let [first, last] = lanes.some(({ hours }) => hours.length > 0)
    ? [day.to, day.from]
    : [iso(end - 16 * HOUR_MS), iso(end - 7 * HOUR_MS)];
  const include = (from: string, to: string) => {
    if (from < first) first = from;
    if (to > last) last = to;
  };
  for (const lane of lanes) {
    const span = spanOf(lane);
    include(span.from, span.to);
    // A block that lasts for days says nothing about the hours of one day.
    for (const at of lane.blocks.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]))
      if (at > day.from && at < day.to) include(at, at);
  }
  return {
    from: Math.floor(Math.max(Date.parse(first), midnight) / HOUR_MS) * HOUR_MS,
    to: Math.ceil(Math.min(Date.parse(last), end) / HOUR_MS) * HOUR_MS,
  };
});

/**
 * Returns the first and the last time in a technician's day, without blocks. Without any time, the span ends before it
 * begins. All times are UTC, so that their texts sort in order of time.
 */
const spanOf = once(({ hours, appointments, held, holds, unknown }: LaneView) => {
  let [first, last] = ['9', '0'];
  const include = (from: string, to: string) => {
    if (from < first) first = from;
    if (to > last) last = to;
  };
  for (const { from, to } of hours) include(from, to);
  for (const one of [...appointments, ...held, ...holds, ...unknown]) {
    include(one.startsAt, one.endsAt);
    if ('promise' in one && one.promise) include(one.promise.startsAt, one.promise.endsAt);
  }
  return { from: first, to: last };
});

/** The facts of a day from which all of its lanes are drawn. */
export interface Day extends Range, Pick<BoardView, 'date' | 'gridMinutes' | 'bufferMinutes'> {}

export const dayOf = (board: BoardView): Day => {
  const { date, gridMinutes, bufferMinutes } = board;
  return { date, gridMinutes, bufferMinutes, ...rangeOf(board) };
};

/** The share of the range that is before an instant, from 0 to 1. */
export function shareOf({ from, to }: Range, at: string | number): number {
  const ms = typeof at === 'number' ? at : Date.parse(at);
  return (Math.min(Math.max(ms, from), to) - from) / (to - from);
}
