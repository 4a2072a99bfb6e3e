import type {
  BoardAppointmentView,
  LaneView,
  QueueEntryView,
  RequestView,
} from '../../../lib/board/views.ts';
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

const subjectOfJob = (
  { technicianId, technician }: Pick<LaneView, 'technicianId' | 'technician'>,
  job: BoardAppointmentView,
): Subject => ({
  ...job,
  label: job.customer || UNKNOWN,
  appointment: {
    ...{ date: job.date, time: job.time, startsAt: job.startsAt, technicianId, technician },
    ...{ crew: job.crew, visits: job.visits },
  },
});

/** Finds a request by its id among the jobs of the days and the entries of the queue. */
export function subjectOn({ boards, queue }: State, id: string | undefined): Subject | undefined {
  for (const lane of [...boards.values()].flatMap(({ lanes }) => lanes)) {
    const job = [...lane.appointments, ...lane.held].find((one) => one.dispatchRequestId === id);
    if (job !== undefined) return subjectOfJob(lane, job);
  }
  const entry = queue?.requests.find((one) => one.dispatchRequestId === id);
  return entry && subjectOfEntry(entry);
}

/** The action that gives a request another start; undefined if its state allows none. */
export function placeAction({ status, kind, appointment }: Pick<Subject, 'status' | 'kind' | 'appointment'>) {
  if (kind === 'message') return undefined;
  if (status === 'requested' || status === 'on_hold') return 'schedule';
  // A card is one visit of one technician. Moving it would move the whole job, or replace the one in front.
  const isWhole = appointment?.crew === undefined && appointment?.visits === undefined;
  return isWhole && (status === 'scheduled' || status === 'dispatched') ? 'move' : undefined;
}
