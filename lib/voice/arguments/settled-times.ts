import type { SaidClock } from '../../understanding/clock-words.ts';
import type { SaidTime } from '../../understanding/times.ts';

const HOUR = 60;
const HALF_DAY = 12 * HOUR;
const DAY_END = 24 * HOUR;

/** The minute that a clock time means: of the two halves of the day, the one in which the company is open. */
export function settleClock(
  { minute, isHalfOpen }: SaidClock,
  isOpen: (minute: number) => boolean,
): number | undefined {
  if (!isHalfOpen) return minute;
  const [morning, evening] = [isOpen(minute), isOpen(minute + HALF_DAY)];
  if (morning === evening) return undefined;
  return morning ? minute : minute + HALF_DAY;
}

/** The two minutes that a clock time without AM or PM may mean. */
export const bothHalves = ({ minute }: SaidClock): readonly [number, number] => [minute, minute + HALF_DAY];

/** Starts that match a request, in minutes from midnight, both included. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** The starts that a range means on a day with known hours. */
export function settleRange(
  { from, to, around: wider = 0 }: Extract<SaidTime, { kind: 'range' }>,
  isOpen: (minute: number) => boolean,
): TimeRange {
  // Nobody asks for the middle of the night: without hours, assume the half of the day in which people work.
  const settle = (clock: SaidClock) =>
    settleClock(clock, isOpen) ?? clock.minute + (clock.minute < 7 * HOUR ? HALF_DAY : 0);
  const first = from === undefined ? 0 : settle(from);
  const last = to === undefined ? DAY_END - 1 : settle(to);
  return {
    from: Math.max(0, first - wider),
    to: Math.min(DAY_END - 1, (last < first ? last + HALF_DAY : last) + wider),
  };
}
