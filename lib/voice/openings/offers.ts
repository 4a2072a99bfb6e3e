import type { LocalDate } from '../../scheduling/calendar.ts';
import type { Slot } from '../../scheduling/engine.ts';
import { speakTold, timeFacts } from '../appointments/arrival.ts';
import { speakDate } from '../speech.ts';
import { weekdayName } from '../today.ts';

/** A start of a day that is named already. */
export const slotOf = (slot: Slot) => ({ ...timeFacts(slot), technician: slot.technician.name });

/** A start that stands alone. */
export const offerOf = (slot: Slot) => ({
  date: slot.date,
  weekday: weekdayName(slot.date),
  ...slotOf(slot),
});

/** Starts of a day as they are said. */
export interface SpokenTimes {
  readonly day: string;
  readonly times: readonly string[];
}

/** Starts as they are said, day by day, in the order in which the days come first. */
export function spokenDays(slots: readonly Slot[], today: LocalDate): readonly SpokenTimes[] {
  const dates = [...new Set(slots.map(({ date }) => date))];
  return dates.map((date) => ({
    day: speakDate(date, today),
    times: slots.filter((slot) => slot.date === date).map(speakTold),
  }));
}
