import type { BoardView } from '../../../lib/board/views/day.ts';
import type { State } from './state.ts';
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

/** The board of the date that is shown, or of another day of the view until that one is read. */
export function boardOf({ boards, date = '' }: State): BoardView | undefined {
  return boards.get(date) ?? boards.values().next().value;
}

/** Whether nothing is planned on a day. */
export const isEmpty = ({ lanes }: BoardView): boolean =>
  lanes.every((lane) => lane.appointments.length + lane.blocks.length + lane.held.length === 0);

/** The date that need not be said because no other is shown. */
export const onlyDate = ({ view, date }: State): string | undefined => (view === 'day' ? date : undefined);
