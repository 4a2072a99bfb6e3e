import type { BoardAppointmentView, LaneView } from '../../../lib/board/views.ts';
import { once } from '../../../lib/lazily.ts';
import { HOUR_MS, lengthName, MINUTE_MS } from '../store/time.ts';
import type { Range } from './range.ts';

const spanOf = ({ startsAt, endsAt }: Pick<BoardAppointmentView, 'startsAt' | 'endsAt'>): Range => ({
  from: Date.parse(startsAt),
  to: Date.parse(endsAt),
});

const workOf = ({ hours }: LaneView): readonly Range[] =>
  hours.map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) }));

const lengthOf = (spans: readonly Range[]): number => spans.reduce((sum, { from, to }) => sum + to - from, 0);

/** How much of a technician's working time on a day is booked, in milliseconds. */
export const workloadOf = once((lane: LaneView) => {
  const [work, booked] = [lengthOf(workOf(lane)), lengthOf(lane.appointments.map(spanOf))];
  return { work, booked, share: work === 0 ? 0 : booked / work };
});

/** Writes a workload as `5 h 30 · 69%`. */
export const workloadText = (lane: LaneView): string => {
  const { work, booked } = workloadOf(lane);
  return loadText(work, booked);
};

/** Writes booked time and its share of working time, both in milliseconds. */
export function loadText(work: number, booked: number): string {
  if (work === 0) return booked === 0 ? 'off' : `off · ${lengthName(booked)}`;
  return booked === 0 ? 'free' : `${lengthName(booked)} · ${Math.round((booked / work) * 100)}%`;
}

/** The parts of a range in which a technician doesn't work. */
export function offTimes(lane: LaneView, { from, to }: Range): readonly Range[] {
  return without([{ from, to }], workOf(lane));
}

/** A gap that is shorter is of no use for a job. */
const GAP_MS = HOUR_MS;

/**
 * The gaps in a technician's working time into which a job of an hour or more fits with its buffer, less the buffer, from an
 * instant on. Jobs on hold leave theirs free, but are drawn there.
 */
export function gapsOf(lane: LaneView, bufferMinutes: number, now: number): readonly Range[] {
  const buffer = bufferMinutes * MINUTE_MS;
  // Whatever comes next, a job needs its buffer before it.
  const taken = ({ from, to }: Range, after = 0) => ({ from: from - buffer, to: to + after });
  const jobs = lane.appointments.map((job) => taken(spanOf(job), buffer));
  const others = [...lane.blocks, ...lane.holds, ...lane.held, ...lane.unknown].map((one) =>
    taken(spanOf(one)),
  );
  const past = { from: 0, to: now };
  return without(workOf(lane), [past, ...jobs, ...others]).filter(({ from, to }) => to - from >= GAP_MS);
}

/** What is left of spans when others are taken away. */
function without(spans: readonly Range[], taken: readonly Range[]): readonly Range[] {
  let left = spans;
  for (const { from, to } of taken)
    left = left.flatMap((span) =>
      to <= span.from || from >= span.to
        ? [span]
        : [
            { from: span.from, to: Math.max(from, span.from) },
            { from: Math.min(to, span.to), to: span.to },
          ].filter((part) => part.to > part.from),
    );
  return left;
}
