import type { LocalDate } from '../scheduling/calendar.ts';
import { NOBODY_REACHED } from './attention.ts';
import type { CallOutcome } from './calls.ts';
import {
  type Appointment,
  crewOf,
  type DispatchRequest,
  hasActiveAppointment,
  hasEnded,
  isOpenMessage,
  type Status,
  visitsIn,
} from './request.ts';

export const requestEventTypes = [
  'dispatch-request.requested',
  'dispatch-request.scheduled',
  'dispatch-request.moved',
  'dispatch-request.adjusted',
  'dispatch-request.canceled',
  'dispatch-request.status-changed',
  'dispatch-request.needs-review',
  'dispatch-request.escalated',
  'dispatch-request.nobody-reached',
  'message.taken',
  'message.overdue',
] as const;
export type RequestEventType = (typeof requestEventTypes)[number];

/**
 * Returns the event types of a change: at most one for the state, plus one for a review and one for an overdue
 * callback; none if only bookkeeping changed. A corrected name or address repeats the state's event, because other
 * systems read details by id. An escalation and its end have no other event.
 */
export function eventTypesOf(
  next: DispatchRequest,
  previous: DispatchRequest | undefined,
): readonly RequestEventType[] {
  // An erasure sends no event.
  if (next.erasedAt !== undefined && next.erasedAt !== previous?.erasedAt) return [];
  if (isEscalation(next, previous)) return ['dispatch-request.escalated'];
  if (previous !== undefined && addedFlags(next, previous).includes(NOBODY_REACHED))
    return ['dispatch-request.nobody-reached'];
  const types: RequestEventType[] = [];
  if (isMove(next, previous))
    types.push(isWithinPromise(next, previous) ? 'dispatch-request.adjusted' : 'dispatch-request.moved');
  else if (previous?.status !== next.status || detailsOf(next) !== detailsOf(previous)) {
    types.push(isOpenMessage(next) ? 'message.taken' : typeOfStatus(next.status));
  }
  if (needsPerson(next, previous)) types.push('dispatch-request.needs-review');
  if (next.overdueAt !== undefined && next.overdueAt !== previous?.overdueAt) types.push('message.overdue');
  return types;
}

function isMove(next: DispatchRequest, previous: DispatchRequest | undefined): boolean {
  if (next.status !== 'scheduled' || !hasActiveAppointment(next) || !hasActiveAppointment(previous))
    return false;
  const [to, from] = [next.appointment, previous.appointment];
  return placeOf(to) !== placeOf(from);
}

/** Returns when a job takes place and who comes, as text to compare. */
const placeOf = (appointment: Appointment): string =>
  JSON.stringify(
    visitsIn(appointment).map((visit) => {
      const technicianIds = crewOf(visit).map(({ technicianId }) => technicianId);
      return [visit.startsAt, visit.endsAt, technicianIds];
    }),
  );

/** True if more people were notified of the same emergency. */
function isEscalation(next: DispatchRequest, previous: DispatchRequest | undefined): boolean {
  const [now, before] = [next.notified?.length ?? 0, previous?.notified?.length ?? 0];
  return previous !== undefined && next.alertedAt === previous.alertedAt && now > before;
}

/** True if the promise to the customer is unchanged, so that nobody needs to notify them, or if a plan kept the start. */
function isWithinPromise(next: DispatchRequest, previous: DispatchRequest | undefined): boolean {
  if (next.history.at(-1)?.kind === 'adjusted') return true;
  const [to, from] = [next.appointment?.promise, previous?.appointment?.promise];
  const isSame = to?.startsAt === from?.startsAt && to?.endsAt === from?.endsAt;
  return to !== undefined && isSame && next.serviceTypeId === previous?.serviceTypeId;
}

/** Returns what people see of a request besides its state, as text to compare. */
function detailsOf(request: DispatchRequest | undefined): string | undefined {
  if (request === undefined) return undefined;
  const { urgency, customer, onSite, serviceTypeId, serviceType, notes, leadNotes, needsReview, dueAt } =
    request;
  const contact = Object.entries(customer)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([
    urgency,
    contact,
    onSite,
    serviceTypeId,
    serviceType,
    notes,
    leadNotes,
    needsReview,
    dueAt,
  ]);
}

function typeOfStatus(status: Status): RequestEventType {
  switch (status) {
    case 'requested':
      return 'dispatch-request.requested';
    case 'scheduled':
      return 'dispatch-request.scheduled';
    case 'canceled':
      return 'dispatch-request.canceled';
    default:
      return 'dispatch-request.status-changed';
  }
}

function needsPerson(next: DispatchRequest, previous: DispatchRequest | undefined): boolean {
  // A reopened request is new to other systems.
  const before =
    previous === undefined || (hasEnded(previous.status) && !hasEnded(next.status)) ? undefined : previous;
  // A report gets an alert of its own when the alert that stood for it has ended.
  const isOwn = before?.alertedWith !== undefined && next.alertedWith === undefined;
  const isRaised = next.urgency === 'emergency' && (before?.urgency !== 'emergency' || isOwn);
  const isAgain = before?.alertedAt !== undefined && before.alertedAt < (next.alertedAt ?? '');
  // The alert of another request stands for this one.
  const isJoined = next.alertedWith !== undefined;
  if (isRaised && isJoined) return false;
  const isTold = isJoined || (before?.alertedAt !== undefined && before.alertedAt === next.alertedAt);
  return isRaised || isAgain || addedFlags(next, before).some((flag) => !isTold || decisions.has(flag));
}

const addedFlags = (next: DispatchRequest, before: DispatchRequest | undefined): readonly string[] =>
  next.needsReview.filter((flag) => !before?.needsReview.includes(flag));

/** These flags need a decision, so even people who know of the emergency are notified of them. */
const decisions: ReadonlySet<string> = new Set([
  ...['danger', 'callback', 'called_off', 'cancellation', 'move', 'merge', 'urgency'],
  ...['technician', 'hours', 'serviceType'],
]);

/** Every event on the bus has this `source`. */
export const EVENT_SOURCE = 'dispatch';

/** Says that a request changed. For more details, read the request by its id. */
export interface RequestEvent {
  /** Equals the event's `detail-type`: one of `requestEventTypes`, or a type of a newer release. */
  readonly type: string;
  readonly accountId: string;
  readonly dispatchRequestId: string;
  /** One of `statuses`, or a status of a newer release. Urgency and source may also be of a newer release. */
  readonly status: string;
  /** Grows with each change of the request; the events of one change share it. */
  readonly version: number;
  readonly urgency: string;
  /** One of `dangers`, or one of a newer release; absent unless a caller reported one. */
  readonly danger?: string | undefined;
  readonly source: string;
  /** ISO 8601, UTC. */
  readonly occurredAt: string;
  /** An escalation notifies this one of `onCallRoles`, or `everybody`. */
  readonly escalatedTo?: string | undefined;
  /** `plan` if a plan of the day has adjusted the visit. Then the four that follow say how. */
  readonly reason?: string | undefined;
  /** When the visit began before, and begins now: ISO 8601, UTC. */
  readonly oldStart?: string | undefined;
  readonly newStart?: string | undefined;
  /** Present if another technician comes. */
  readonly oldTechnicianId?: string | undefined;
  readonly newTechnicianId?: string | undefined;
  /** The technician arrives in this window of the account's local time. */
  readonly promise?: { readonly date: LocalDate; readonly from: string; readonly to: string } | undefined;
}

/** Says that a call was reported or its outcome changed. A platform may report a call several times, and late. */
export interface CallCompletedEvent {
  readonly type: 'call.completed';
  readonly accountId: string;
  readonly callId: string;
  /** The platform's name for its latest report, such as `call_ended`. */
  readonly event: string;
  readonly outcome: CallOutcome;
  /** Grows with each change of what is known of the call. */
  readonly version: number;
  readonly source: string;
  /** ISO 8601, UTC. */
  readonly occurredAt: string;
}

/** Says that the first lead of a day was refused and kept. Further refused leads of the day cause no event. */
export interface LeadsRefusedEvent {
  readonly type: 'leads.refused';
  readonly accountId: string;
  /** The day in UTC. */
  readonly date: string;
  readonly version: 1;
  readonly source: 'crm';
  /** ISO 8601, UTC. */
  readonly occurredAt: string;
}

/** People may be told of these events. */
export type TellableEvent = RequestEvent | LeadsRefusedEvent;

/** Other systems get this as an event's `detail`, which contains no personal data. */
export type DispatchEvent = TellableEvent | CallCompletedEvent;
