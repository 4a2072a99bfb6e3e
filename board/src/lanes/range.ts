import type { BoardView } from '../../../lib/board/views/day.ts';

const HOUR_MS = 3_600_000;

/** The part of the day that is drawn, in epoch milliseconds. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

const ranges = new WeakMap<BoardView, Range>();

/** Whole hours around everything that happens on the day, at least from the first to the last working hour. */
export function rangeOf(board: BoardView): Range {
  const range = ranges.get(board) ?? spanOf(board);
  ranges.set(board, range);
  return range;
}

function spanOf({ lanes, day }: BoardView): Range {
  const [midnight, end] = [Date.parse(day.from), Date.parse(day.to)];
  // Where nobody works, from 8 AM to 5 PM, counted from its end: the clocks change early in the day.
  const usual = lanes.some(({ hours }) => hours.length > 0) ? [] : [end - 16 * HOUR_MS, end - 7 * HOUR_MS];
  const instants = lanes
    .flatMap((lane) => [
      ...lane.hours.flatMap(({ from, to }) => [from, to]),
      ...[...lane.appointments, ...lane.held].flatMap((job) => [
        ...boundsOf(job),
        ...(job.promise === undefined ? [] : boundsOf(job.promise)),
      ]),
      ...[...lane.holds, ...lane.unknown].flatMap(boundsOf),
      // A block that lasts for days says nothing about the hours of one.
      ...lane.blocks.flatMap(boundsOf).filter((at) => at > day.from && at < day.to),
    ])
    .concat(usual.map((ms) => new Date(ms).toISOString()));
  // All are in UTC, so that their texts are in order of time.
  const first = Date.parse(instants.reduce((a, b) => (b < a ? b : a)));
  const last = Date.parse(instants.reduce((a, b) => (b > a ? b : a)));
  return {
    from: Math.floor(Math.max(first, midnight) / HOUR_MS) * HOUR_MS,
    to: Math.ceil(Math.min(last, end) / HOUR_MS) * HOUR_MS,
  };
}

interface Lasting {
  readonly startsAt: string;
  readonly endsAt: string;
}
const boundsOf = ({ startsAt, endsAt }: Lasting): readonly string[] => [startsAt, endsAt];

/** How much of the range is before an instant, from 0 to 1. */
export function shareOf({ from, to }: Range, at: string | number): number {
  const ms = typeof at === 'number' ? at : Date.parse(at);
  return (Math.min(Math.max(ms, from), to) - from) / (to - from);
}
