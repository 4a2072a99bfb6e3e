import type { BoardAppointmentView, LaneView, QueueView, RequestView } from '../../../lib/board/views.ts';
import type { Placed, State } from './state.ts';
import { nameOf } from './subject.ts';

const onLanes = ['scheduled', 'dispatched', 'en_route', 'in_progress', 'completed', 'no_show'];

/** What the page shows after a change, from the answer to the change, before anything is read again. */
export function applied(
  { boards, queue, detail, selected }: State,
  request: RequestView,
): Pick<State, 'boards' | 'queue' | 'detail'> {
  const { dispatchRequestId: id } = request;
  return {
    boards: withCards(boards, id, cardsOf(request)),
    queue: queue && withEntry(queue, request),
    detail: detail !== undefined && selected === id ? { ...detail, request } : detail,
  };
}

/** The cards of a request: each visit in the lane of everybody who comes. */
function cardsOf(request: RequestView): readonly Placed[] {
  const { appointment, customer, status, waitlist } = request;
  if (appointment === undefined || !onLanes.includes(status)) return [];
  const { dispatchRequestId, version, urgency, serviceTypeId, serviceType, needsReview } = request;
  const { promise, visits: later = [] } = appointment;
  const common = {
    ...{ dispatchRequestId, version, status, urgency, serviceTypeId, serviceType, needsReview },
    ...{ customer: nameOf(request), address: customer.address, city: customer.city },
    ...(waitlist !== undefined && { waits: true as const }),
  };
  const visits = [appointment, ...later];
  return visits.flatMap((visit, at) => {
    const { date, time, startsAt, endsAt, override, technicianId, technician, crew } = visit;
    const job = {
      ...{ ...common, date, time, startsAt, endsAt, override },
      ...(at === 0 && { promise }),
      ...(crew !== undefined && { technicianId, technician, crew }),
      ...(visits.length > 1 && { visit: at + 1, visits: visits.length }),
    };
    return [visit, ...(crew ?? [])].map((one) => ({ ...job, lane: one.technicianId }));
  });
}

/** True unless a card is one of a later visit of its job. */
export const isFirstVisit = ({ visit = 1 }: Pick<BoardAppointmentView, 'visit'>): boolean => visit === 1;

/** Finds the first visit of a job that has a time on one of the days. */
export function placedOn(boards: State['boards'], id: string): Placed | undefined {
  for (const { lanes } of boards.values())
    for (const { technicianId: lane, appointments } of lanes) {
      const job = appointments.find((one) => one.dispatchRequestId === id && isFirstVisit(one));
      if (job !== undefined) return { ...job, lane };
    }
  return undefined;
}

const withLanes = (
  boards: State['boards'],
  change: (lane: LaneView, date: string) => LaneView,
): State['boards'] =>
  new Map(
    [...boards].map(([date, board]) => [
      date,
      { ...board, lanes: board.lanes.map((lane) => change(lane, date)) },
    ]),
  );

/** The days with other cards of a job. */
export function withCards(boards: State['boards'], id: string, cards: readonly Placed[]): State['boards'] {
  const isOwn = (one: BoardAppointmentView) => one.dispatchRequestId === id;
  const others = (jobs: readonly BoardAppointmentView[]) =>
    jobs.some(isOwn) ? jobs.filter((one) => !isOwn(one)) : jobs;
  return withLanes(boards, (lane, date) => {
    const [held, rest] = [others(lane.held), others(lane.appointments)];
    const own = cards.filter((card) => card.date === date && card.lane === lane.technicianId);
    const appointments =
      own.length > 0 ? [...rest, ...own].sort((a, b) => (a.startsAt < b.startsAt ? -1 : 1)) : rest;
    const isSame = held === lane.held && appointments === lane.appointments;
    return isSame ? lane : { ...lane, held, appointments };
  });
}

/** The days with a change of a job's cards, or of those of its first visit. */
export const withChange = (
  boards: State['boards'],
  id: string,
  change: Partial<Pick<Placed, 'status' | 'endsAt'>>,
  isMeant: (job: BoardAppointmentView) => boolean = () => true,
): State['boards'] =>
  withLanes(boards, (lane) => {
    const isOwn = (one: BoardAppointmentView) => one.dispatchRequestId === id && isMeant(one);
    return lane.appointments.some(isOwn)
      ? { ...lane, appointments: lane.appointments.map((one) => (isOwn(one) ? { ...one, ...change } : one)) }
      : lane;
  });

const isOver = ({ status }: RequestView) => ['completed', 'canceled', 'declined', 'no_show'].includes(status);

/** The queue after a change. Whether a request still waits is read afterwards, unless it is certain. */
function withEntry(queue: QueueView, request: RequestView): QueueView {
  const {
    dispatchRequestId: id,
    version,
    status,
    urgency,
    acknowledgedAt,
    needsReview,
    appointment,
    waitlist,
  } = request;
  const requests = queue.requests.flatMap((entry) => {
    if (entry.dispatchRequestId !== id) return [entry];
    const isScheduled = appointment !== undefined && status === 'scheduled' && entry.group !== 'review';
    const isDone =
      isOver(request) ||
      (isScheduled && (entry.group === 'unscheduled' || entry.group === 'on_hold')) ||
      (entry.group === 'review' && needsReview.length === 0);
    return isDone
      ? []
      : [{ ...entry, version, status, urgency, acknowledgedAt, needsReview, appointment, waitlist }];
  });
  return { ...queue, requests };
}
