import type { BoardAppointmentView, BoardView, QueueView, RequestView } from '../../../lib/board/views.ts';
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
    boards: withJob(boards, id, placedOf(request)),
    queue: queue && withEntry(queue, request),
    detail: detail !== undefined && selected === id ? { ...detail, request } : detail,
  };
}

function placedOf(request: RequestView): Placed | undefined {
  const { appointment, customer, status } = request;
  if (appointment === undefined || !onLanes.includes(status)) return undefined;
  const { dispatchRequestId, version, urgency, serviceTypeId, serviceType, needsReview } = request;
  const { date, time, startsAt, endsAt, promise, technicianId } = appointment;
  return {
    ...{ dispatchRequestId, version, status, urgency, serviceTypeId, serviceType, needsReview },
    ...{ customer: nameOf(request), address: customer.address, city: customer.city },
    ...{ date, time, startsAt, endsAt, promise, technicianId },
    ...(request.waitlist !== undefined && { waits: true }),
  };
}

/** Finds a job that has a time on one of the days. */
export function placedOn(boards: State['boards'], id: string): Placed | undefined {
  for (const { lanes } of boards.values())
    for (const { technicianId, appointments } of lanes) {
      const job = appointments.find(({ dispatchRequestId }) => dispatchRequestId === id);
      if (job !== undefined) return { ...job, technicianId };
    }
  return undefined;
}

/** The days with a job at another place, or without it. */
export function withJob(
  boards: State['boards'],
  id: string,
  job: Placed | undefined,
): ReadonlyMap<string, BoardView> {
  const others = <Job extends BoardAppointmentView>(jobs: readonly Job[]) =>
    jobs.some((one) => one.dispatchRequestId === id)
      ? jobs.filter((one) => one.dispatchRequestId !== id)
      : jobs;
  return new Map(
    [...boards].map(([date, board]) => {
      const lanes = board.lanes.map((lane) => {
        const held = others(lane.held);
        const rest = others(lane.appointments);
        const isHere = job !== undefined && date === job.date && lane.technicianId === job.technicianId;
        const appointments = isHere
          ? [...rest, job].sort((a, b) => (a.startsAt < b.startsAt ? -1 : 1))
          : rest;
        const isSame = held === lane.held && appointments === lane.appointments;
        return isSame ? lane : { ...lane, held, appointments };
      });
      return [date, { ...board, lanes }];
    }),
  );
}

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
