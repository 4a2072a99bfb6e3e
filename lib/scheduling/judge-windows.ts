import { contains, type WallSpan } from './arrival.ts';
import type { LocalDate, Technician } from './calendar.ts';
import { gridStarts } from './day.ts';
import { type Bookable, judgeStartsOn, type StartRefusal } from './engine.ts';
import type { Question } from './open-day.ts';

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
 * Returns the start that is held for the caller, if it is in a window and its technician is accepted; otherwise the
 * earliest free start in the first window that has one, with the technicians who are free and accepted. If no start is
 * free, returns the reason of the one that is nearest to a booking, or `invalid_time` if the clocks skip all of them.
 */
export function judgeWindows(
  question: Question,
  date: LocalDate,
  windows: readonly WallSpan[],
  accepts: (technician: Technician) => boolean = () => true,
): Arrivable | StartRefusal {
  const judge = judgeStartsOn(question, date);
  const starts = gridStarts(question.calendar, date);
  const candidates = windows.flatMap((window) =>
    starts.filter(({ minute }) => contains(minute)(window)).map((start) => ({ ...start, window })),
  );
  const answerTo = ({ minute, window }: (typeof candidates)[number]): Arrivable | StartRefusal => {
    const judged = judge(minute);
    if (typeof judged === 'string') return judged;
    const technicians = judged.technicians.filter(accepts);
    return technicians.length === 0 ? 'slot_taken' : { ...judged, minute, window, technicians };
  };
  const { held } = question;
  const kept = candidates.find(({ start }) => start === held?.start);
  const keeping = kept && answerTo(kept);
  if (typeof keeping === 'object' && keeping.technicians[0]?.id === held?.technicianId) return keeping;
  const reasons = new Set<StartRefusal>();
  for (const candidate of candidates) {
    const answer = answerTo(candidate);
    if (typeof answer !== 'string') return answer;
    reasons.add(answer);
  }
  return byNearness.find((reason) => reasons.has(reason)) ?? 'invalid_time';
}
