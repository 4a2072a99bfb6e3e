import type { Searched } from '../../booking/search-days.ts';
import type { LocalDate } from '../../scheduling/calendar.ts';
import type { Slot } from '../../scheduling/engine.ts';
import { addDays } from '../../scheduling/local-date.ts';
import { nextSteps } from '../../wording/en/openings.ts';
import { speakDate } from '../../wording/speech.ts';
import { speakTold, timeFacts } from '../arguments/arrival.ts';
import { weekdayName } from '../arguments/today.ts';

/** For the model: how far an incomplete search got, and how to continue it. Empty for a complete one. */
export function furtherSearch(searched: Searched) {
  if (searched.kind === 'complete' || searched.through === undefined) return {};
  const { through } = searched;
  return { searchedThrough: through, nextStep: nextSteps.lookFurther(addDays(through, 1)) };
}

/** A start without its date. */
export const slotOf = (slot: Slot) => ({ ...timeFacts(slot), technician: slot.technician.name });

/** A start with its date. */
export const offerOf = (slot: Slot) => ({
  date: slot.date,
  weekday: weekdayName(slot.date),
  ...slotOf(slot),
});

/** The starts of a day in spoken form. */
export interface SpokenTimes {
  readonly day: string;
  readonly times: readonly string[];
}

/** Starts in spoken form, grouped by day in order of first appearance. */
export function spokenDays(slots: readonly Slot[], today: LocalDate): readonly SpokenTimes[] {
  const dates = [...new Set(slots.map(({ date }) => date))];
  return dates.map((date) => ({
    day: speakDate(date, today),
    times: slots.filter((slot) => slot.date === date).map(speakTold),
  }));
}
