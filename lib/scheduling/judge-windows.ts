import { contains, type WallSpan } from './arrival.ts';
import type { LocalDate, Technician } from './calendar.ts';
import { gridStarts } from './day.ts';
import { type Bookable, judgeStartsOn, type StartRefusal } from './engine.ts';
import type { Question } from './open-day.ts';

/** A bookable start in a window. */
export interface Arrivable extends Bookable {
  /** Minutes from midnight, wall clock. */
  readonly minute: number;
  readonly window: WallSpan;
}

/** Of the reasons of several starts, the one that is nearest to a booking comes first. */
const byNearness: readonly StartRefusal[] = [
  ...(['slot_taken', 'too_soon', 'past', 'no_technician', 'duration_exceeds_hours'] as const),
  ...(['closed', 'holiday', 'not_in_area', 'too_far', 'not_on_grid', 'invalid_time'] as const),
];

/**
 * The earliest start in the first of the windows that has one free, with the technicians who are free and accepted; or
 * the reason of the start that is nearest to it. `invalid_time` where the clocks skip all of them.
 */
export function judgeWindows(
  question: Question,
  date: LocalDate,
  windows: readonly WallSpan[],
  accepts: (technician: Technician) => boolean = () => true,
): Arrivable | StartRefusal {
  const judge = judgeStartsOn(question, date);
  const starts = gridStarts(question.calendar, date);
  const reasons = new Set<StartRefusal>();
  for (const window of windows)
    for (const { minute } of starts.filter((start) => contains(start.minute)(window))) {
      const judged = judge(minute);
      const technicians = typeof judged === 'string' ? [] : judged.technicians.filter(accepts);
      if (typeof judged !== 'string' && technicians.length > 0)
        return { start: judged.start, minute, window, technicians };
      reasons.add(typeof judged === 'string' ? judged : 'slot_taken');
    }
  return byNearness.find((reason) => reasons.has(reason)) ?? 'invalid_time';
}
