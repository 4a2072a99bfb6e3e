import type { BoardView } from '../../../lib/board/views.ts';
import { addDays } from './time.ts';

/** How many days each view of the board shows. */
export const views = { day: 1, three: 3, week: 7 } as const;
export type View = keyof typeof views;

export const viewNames = { day: 'Day', three: '3 days', week: 'Week' } as const satisfies Record<
  View,
  string
>;

export const isView = (name: string | undefined): name is View =>
  name !== undefined && Object.hasOwn(views, name);

/** The dates that a view shows of a date: itself and those after it; a week from Monday on. */
export function datesOf(view: View, date: string): readonly string[] {
  const weekday = new Date(`${date}T12:00:00Z`).getUTCDay();
  const first = view === 'week' ? addDays(date, -((weekday + 6) % 7)) : date;
  return Array.from({ length: views[view] }, (_, days) => addDays(first, days));
}

/** Whether nothing is planned on a day. */
export const isEmpty = ({ lanes }: BoardView): boolean =>
  lanes.every((lane) => lane.appointments.length + lane.blocks.length + lane.held.length === 0);
