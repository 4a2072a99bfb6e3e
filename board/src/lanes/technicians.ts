import type { BoardAppointmentView, BoardView, LaneView } from '../../../lib/board/views.ts';
import { once } from '../../../lib/lazily.ts';
import type { Placing } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { MINUTE_MS } from '../store/time.ts';

/** The lanes of the technicians whom the dispatcher wants to see. */
export const shownLanes = ({ state: { shown, filter } }: Store, { lanes }: BoardView): readonly LaneView[] =>
  lanes.filter(
    ({ technicianId, skills }) =>
      (shown.length === 0 || shown.includes(technicianId)) &&
      (filter.skills.length === 0 || filter.skills.some((skill) => skills.includes(skill))),
  );

const lanesById = once(({ lanes }: BoardView) => new Map(lanes.map((lane) => [lane.technicianId, lane])));

/** The lane of a technician on a day. */
export const laneOf = (board: BoardView, id: string): LaneView | undefined => lanesById(board).get(id);

/** Tells a card in a lane from others: also those of other visits of its job. */
export const cardKey = ({ dispatchRequestId: id, visit }: BoardAppointmentView): string =>
  visit === undefined ? id : `${id} ${visit}`;

/** Time of a technician that something takes. */
export type Taken = Readonly<Record<'startsAt' | 'endsAt', string>>;

/** Draws everything in a technician's day, each kind by its function, in order of time. */
export function entriesOf<View>(
  { appointments, held, blocks, holds, unknown }: LaneView,
  draw: {
    readonly job: (job: BoardAppointmentView) => View;
    readonly block: (block: LaneView['blocks'][number]) => View;
    readonly hold: (hold: LaneView['holds'][number]) => View;
    readonly unknown: (claim: LaneView['unknown'][number]) => View;
  },
) {
  const entry = ({ startsAt, endsAt }: Taken, id: string, view: View) => ({ id, startsAt, endsAt, view });
  return [
    ...[...appointments, ...held].map((one) => entry(one, cardKey(one), draw.job(one))),
    ...blocks.map((one) => entry(one, one.blockId, draw.block(one))),
    ...holds.map((one) => entry(one, one.startsAt, draw.hold(one))),
    ...unknown.map((one) => entry(one, `${one.holder} ${one.startsAt}`, draw.unknown(one))),
  ].sort((a, b) => (a.startsAt < b.startsAt ? -1 : 1));
}

/**
 * Returns everything that a technician's days are drawn from: they are drawn anew if one of these values changes. Whatever
 * else of the state a job or a lane comes to show belongs here.
 * @param days what the lanes of each day have in common, as text
 */
export function drawnFrom(
  { state, now }: Store,
  technicianId: string,
  lanes: readonly (LaneView | undefined)[],
  days: string,
): unknown[] {
  const { pending, selected, filter, placing, sizing } = state;
  const isHere = (id: string | undefined) =>
    id !== undefined &&
    lanes.some((lane) =>
      [lane?.appointments, lane?.held].some((jobs) => jobs?.some((job) => job.dispatchRequestId === id)),
    );
  return [
    ...lanes,
    days,
    filter,
    isHere(pending) && pending,
    isHere(selected) && selected,
    isHere(sizing?.job.dispatchRequestId) && sizing,
    placing?.starts,
    placing && chosenStart(placing, technicianId),
    // Each minute, jobs get late and the line for now moves.
    Math.floor(now / MINUTE_MS),
  ];
}

/** Why a technician can take what is being moved at no time of a date; undefined if there is such a time. */
export const reasonOf = (placing: Placing | undefined, id: string, date: string): string | undefined =>
  placing?.starts.date === date
    ? placing.starts.technicians.find(({ technicianId }) => technicianId === id)?.why?.text
    : undefined;

/** The index of the chosen start, if it is the technician's. */
export function chosenStart({ starts, at: [technician, start] }: Placing, technicianId: string) {
  return starts.technicians[technician]?.technicianId === technicianId ? start : undefined;
}

/** The starts of a technician that a move would accept. */
export const startsOf = ({ starts }: Placing, id: string) =>
  starts.technicians.find(({ technicianId }) => technicianId === id)?.starts ?? [];
