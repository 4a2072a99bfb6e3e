import type {
  BoardAppointmentView,
  LaneView,
  QueueEntryView,
  RequestView,
} from '../../../lib/board/views.ts';
import type { Card } from '../hit.ts';
import type { State, Subject } from './state.ts';
import { phoneName } from './words.ts';

export const UNKNOWN = 'Unknown caller';

/** The customer's name, or else the number. */
export function nameOf({ customer }: Pick<RequestView, 'customer'>): string {
  const parts = [customer.firstName, customer.lastName].filter(Boolean).join(' ');
  return customer.name ?? (parts || phoneName(customer.phone) || UNKNOWN);
}

export const subjectOf = (request: RequestView): Subject => ({ ...request, label: nameOf(request) });

export const subjectOfEntry = (entry: QueueEntryView): Subject => ({
  ...entry,
  label: entry.customer || UNKNOWN,
});

/** True for an emergency that nobody has acknowledged. */
export const isRinging = ({ group, acknowledgedAt }: QueueEntryView): boolean =>
  group === 'emergencies' && acknowledgedAt === undefined;

/** True if a card is in the lane of somebody who comes with the one who leads. */
const isFollower = ({ technicianId }: Pick<LaneView, 'technicianId'>, job: BoardAppointmentView): boolean =>
  (job.technicianId ?? technicianId) !== technicianId;

const subjectOfJob = (lane: LaneView, job: BoardAppointmentView): Subject => ({
  ...job,
  label: job.customer || UNKNOWN,
  leader: isFollower(lane, job) ? job.technician : undefined,
  appointment: {
    ...{ date: job.date, time: job.time, startsAt: job.startsAt },
    ...{ technicianId: lane.technicianId, technician: lane.technician },
    ...{ crew: job.crew, visits: job.visits },
  },
});

/** Finds a request among the jobs of the days and the entries of the queue: by its card, or by one of who leads. */
export function subjectOn({ boards, queue }: State, { id, visit, technicianId }: Card): Subject | undefined {
  const cards = [...boards.values()]
    .flatMap(({ lanes }) => lanes)
    .flatMap((lane) => [...lane.appointments, ...lane.held].map((job) => [lane, job] as const))
    .filter(([, job]) => job.dispatchRequestId === id);
  const isMeant = (lane: LaneView, job: BoardAppointmentView) =>
    (visit === undefined || visit === String(job.visit)) &&
    (technicianId === undefined ? !isFollower(lane, job) : technicianId === lane.technicianId);
  const [lane, job] = cards.find((card) => isMeant(...card)) ?? cards[0] ?? [];
  if (lane !== undefined && job !== undefined) return subjectOfJob(lane, job);
  const entry = queue?.requests.find((one) => one.dispatchRequestId === id);
  return entry && subjectOfEntry(entry);
}

/** The action that gives a request another start; undefined if its state allows none, or for the card of a follower. */
export function placeAction({ status, kind, leader }: Pick<Subject, 'status' | 'kind' | 'leader'>) {
  if (kind === 'message' || leader !== undefined) return undefined;
  if (status === 'requested' || status === 'on_hold') return 'schedule';
  return status === 'scheduled' || status === 'dispatched' ? 'move' : undefined;
}

/** The visit that moves: of a card its own, of a request all. */
export const movedVisit = (subject: Subject): number | undefined =>
  placeAction(subject) === 'move' ? subject.visit : undefined;

/** True if several people come, or the job goes on at another visit. */
export const takesSeveral = ({ appointment }: Pick<Subject, 'appointment'>): boolean =>
  appointment?.crew !== undefined || appointment?.visits !== undefined;
