import type { BoardView, LaneView } from '../../../lib/board/views.ts';
import { once } from '../../../lib/lazily.ts';

const HOUR_MS = 3_600_000;

/** The part of the day that is drawn, in epoch milliseconds. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Whole hours around everything that happens on the day, at least from the first to the last working hour. */
export const rangeOf = once(({ lanes, day }: BoardView): Range => {
  const [midnight, end] = [Date.parse(day.from), Date.parse(day.to)];
  const iso = (ms: number) => new Date(ms).toISOString();
  // Where nobody works, from 8 AM to 5 PM, counted from its end: the clocks change early in the day.
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
    // A block that lasts for days says nothing about the hours of one.
    for (const at of lane.blocks.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]))
      if (at > day.from && at < day.to) include(at, at);
  }
  return {
    from: Math.floor(Math.max(Date.parse(first), midnight) / HOUR_MS) * HOUR_MS,
    to: Math.ceil(Math.min(Date.parse(last), end) / HOUR_MS) * HOUR_MS,
  };
});

/**
 * From the first to the last time of a technician's day, without blocks. Ends before it begins if there is none. All are in
 * UTC, so that their texts are in order of time.
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

/** What all lanes of a day are drawn from, besides their own. */
export interface Day extends Range, Pick<BoardView, 'date' | 'gridMinutes' | 'bufferMinutes'> {}

export const dayOf = (board: BoardView): Day => {
  const { date, gridMinutes, bufferMinutes } = board;
  return { date, gridMinutes, bufferMinutes, ...rangeOf(board) };
};

/** How much of the range is before an instant, from 0 to 1. */
export function shareOf({ from, to }: Range, at: string | number): number {
  const ms = typeof at === 'number' ? at : Date.parse(at);
  return (Math.min(Math.max(ms, from), to) - from) / (to - from);
}
