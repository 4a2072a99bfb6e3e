import type { BoardView, LaneView } from '../../../lib/board/views.ts';
import { once } from '../../../lib/lazily.ts';
import type { Placing } from '../store/state.ts';
import type { Store } from '../store/store.ts';

const MINUTE_MS = 60_000;

/** The lanes that the dispatcher wants to see. */
export const shownLanes = ({ state: { shown } }: Store, { lanes }: BoardView): readonly LaneView[] =>
  lanes.filter(({ technicianId }) => shown.length === 0 || shown.includes(technicianId));

const lanesById = once(({ lanes }: BoardView) => new Map(lanes.map((lane) => [lane.technicianId, lane])));

/** The lane of a technician on a day. */
export const laneOf = (board: BoardView, id: string): LaneView | undefined => lanesById(board).get(id);

/**
 * Everything that a technician's days are drawn from: they are drawn anew if one of these is another. Whatever else of
 * the state a job or a lane shows belongs here.
 * @param days as text: what the lanes of each day have in common
 */
export function drawnFrom(
  { state }: Store,
  technicianId: string,
  lanes: readonly (LaneView | undefined)[],
  days: string,
): unknown[] {
  const { pending, selected, search, placing } = state;
  const isHere = (id: string | undefined) =>
    id !== undefined &&
    lanes.some((lane) =>
      [lane?.appointments, lane?.held].some((jobs) => jobs?.some((job) => job.dispatchRequestId === id)),
    );
  return [
    ...lanes,
    days,
    search,
    isHere(pending) && pending,
    isHere(selected) && selected,
    placing?.starts,
    placing && chosenStart(placing, technicianId),
    // Jobs get late, and the line for now moves.
    Math.floor(Date.now() / MINUTE_MS),
  ];
}

/** The index of the start that is chosen now, if it is one of the technician. */
export function chosenStart({ starts, at: [technician, start] }: Placing, technicianId: string) {
  return starts.technicians[technician]?.technicianId === technicianId ? start : undefined;
}

/** The starts of a technician that a move would accept. */
export const startsOf = ({ starts }: Placing, id: string) =>
  starts.technicians.find(({ technicianId }) => technicianId === id)?.starts ?? [];
