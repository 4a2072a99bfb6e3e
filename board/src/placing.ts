import type { StartsView } from '../../lib/board/views.ts';
import { change } from './changes.ts';
import { ApiFault } from './store/api.ts';
import { placedOn, withCards } from './store/applying.ts';
import { go, openStarts } from './store/reading.ts';
import { datesOf, onlyDate, type Placed, type Placing, type State, type Subject } from './store/state.ts';
import type { Store } from './store/store.ts';
import { movedVisit, placeAction, takesSeveral } from './store/subject.ts';
import { dayName } from './store/time.ts';

/**
 * Shows where a request may go: on the date that is shown, or on the first of several dates that has a start for it. The
 * first start at or after the present one is chosen, unless a pointer chooses.
 */
export async function place(store: Store, subject: Subject, isDragged = false): Promise<void> {
  if (subject.serviceTypeId === undefined) return await openStarts(store, subject);
  const { dispatchRequestId: id, label } = subject;
  const isNewest = store.reads.starts();
  try {
    for (const date of datesFor(store, subject)) {
      const starts = await store.api.starts(store.accountId, id, date, { visit: movedVisit(subject) });
      if (!isNewest()) return;
      const first = firstOf(starts, subject);
      if (first === undefined && !isDragged) continue;
      const at = isDragged ? NOWHERE : (first ?? NOWHERE);
      store.set({ placing: { subject, starts, at }, sizing: undefined });
      if (!isDragged) store.say(`Choose a start with the arrow keys, then Enter. ${placeText(store)}`);
      return;
    }
    const when = store.state.view === 'day' ? 'on this day' : 'on these days';
    const text = `There is no open time for ${label} ${when}. Choose another day first.`;
    store.tellRefused(text);
  } catch (error) {
    if (isNewest() || !(error instanceof ApiFault)) store.refuse(error);
  }
}

/** No start: a dragged job is at the pointer. */
const NOWHERE: Placing['at'] = [-1, -1];

/** Says which card moves a visit instead. */
export const leaderText = (leader: string): string => `${leader} leads this visit. Move it in that lane.`;

/** Cancels a move, even if its starts are still being read. */
export function leave(store: Store): void {
  store.reads.starts();
  store.set({ placing: undefined });
  store.say('Not moved.');
}

/** The dates on the page, from the present appointment on or, without one, from today on. */
function datesFor(store: Store, { appointment }: Subject): readonly string[] {
  const { view, date = '' } = store.state;
  if (view === 'day') return [date];
  const from = appointment?.date ?? store.today;
  return datesOf(view, date).filter((one) => one >= from);
}

/** The first start at or after the present one: of the same technician, or of anyone if that technician has none. */
function firstOf({ technicians }: StartsView, { appointment }: Subject): Placing['at'] | undefined {
  const own = technicians.findIndex(
    (one) => one.technicianId === appointment?.technicianId && one.starts.length > 0,
  );
  const technician = own === -1 ? technicians.findIndex((one) => one.starts.length > 0) : own;
  const start = technicians[technician]?.starts.findIndex(
    ({ startsAt }) => appointment === undefined || startsAt >= appointment.startsAt,
  );
  return start === undefined ? undefined : [technician, Math.max(0, start)];
}

/** Shows the starts on another date for what is being moved. */
export async function placeOn(store: Store, date: string, isDragged = false): Promise<void> {
  const { placing } = store.state;
  if (placing === undefined) return;
  const { subject } = placing;
  const isNewest = store.reads.starts();
  store.set({ placing: { ...placing, asked: date } });
  try {
    const asked = { visit: movedVisit(subject) };
    const starts = await store.api.starts(store.accountId, subject.dispatchRequestId, date, asked);
    // In the meantime, the job may have been dropped, the move canceled, or another date chosen.
    if (!isNewest() || store.state.placing === undefined) return;
    store.set({
      placing: { subject, starts, at: isDragged ? NOWHERE : (firstOf(starts, subject) ?? [0, 0]) },
    });
    if (!isDragged) store.say(placeText(store));
  } catch (error) {
    if (isNewest() || !(error instanceof ApiFault)) store.refuse(error);
  }
}

/** Shows another date, and the starts there for what is being moved. */
export async function turnTo(store: Store, date: string): Promise<void> {
  const isShown = datesOf(store.state.view, store.state.date ?? '').includes(date);
  const { placing } = store.state;
  await Promise.all([placing && isShown ? undefined : go(store, date), placeOn(store, date)]);
}

/** The chosen start, with its day if the page shows several. */
export function placeText(store: Store): string {
  const { placing } = store.state;
  if (placing === undefined) return '';
  const { starts, at } = placing;
  const lane = starts.technicians[at[0]];
  const start = lane?.starts[at[1]];
  const day = starts.date === onlyDate(store.state) ? '' : ` on ${dayName(starts.date)}`;
  return start === undefined ? `no open time${day}` : `${start.time} with ${lane?.technician}${day}`;
}

/** Sends the chosen start. */
export async function drop(store: Store): Promise<void> {
  const { placing } = store.state;
  if (placing === undefined) return;
  const lane = placing.starts.technicians[placing.at[0]];
  const start = lane?.starts[placing.at[1]];
  if (lane === undefined || start === undefined) return store.say(placeText(store));
  store.set({ placing: undefined });
  const action = placeAction(placing.subject);
  if (action === undefined) return;
  const { subject, starts } = placing;
  const { date } = starts;
  const { technicianId } = lane;
  const body = { date, time: start.time, technicianId, visit: movedVisit(subject) };
  const expected = (state: State) => expectedAt(state, subject, { ...start, date, lane: technicianId });
  // Where everybody else will be is known from the answer.
  await change(store, subject, action, body, takesSeveral(subject) ? undefined : expected);
}

/** What the page shows until a new start is stored. */
function expectedAt(
  { boards, queue }: State,
  { dispatchRequestId: id, label, version, urgency, serviceTypeId }: Subject,
  start: Pick<Placed, 'date' | 'time' | 'startsAt' | 'endsAt' | 'lane'>,
): Partial<State> {
  const serviceType = [...boards.values()]
    .flatMap(({ serviceTypes }) => serviceTypes)
    .find((one) => one.serviceTypeId === serviceTypeId)?.name;
  const job: Placed = {
    ...{
      dispatchRequestId: id,
      customer: label,
      version,
      urgency,
      serviceTypeId,
      serviceType,
      needsReview: [],
    },
    ...placedOn(boards, id),
    ...{ status: 'scheduled', promise: undefined, ...start },
  };
  const requests = queue?.requests.filter(
    (one) => one.dispatchRequestId !== id || one.group === 'emergencies',
  );
  return {
    boards: withCards(boards, id, [job]),
    queue: queue && requests && { ...queue, requests },
  };
}
