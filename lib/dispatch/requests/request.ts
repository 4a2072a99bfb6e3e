import type { Integration } from '../../platforms/index.ts';
import type { Bucket, LocalDate, UtcDate } from '../../scheduling/calendar.ts';
import type { Contact, ContactDetails } from '../customers/contact-fields.ts';

export const statuses = [
  'requested',
  'scheduled',
  'dispatched',
  'en_route',
  'in_progress',
  'completed',
  'on_hold',
  'canceled',
  'declined',
  'no_show',
] as const;
export type Status = (typeof statuses)[number];
/** The statuses in which an appointment stands and its time is claimed. */
export const activeStatuses = ['scheduled', 'dispatched', 'en_route', 'in_progress'] as const;
export const urgencies = ['routine', 'urgent', 'emergency'] as const;
export type Urgency = (typeof urgencies)[number];

/**
 * The buckets that an appointment or a block holds of one technician's day, a UTC date. They are kept with what holds
 * them, so that a changed duration, buffer or time zone never strands them.
 */
export interface Claim {
  readonly date: UtcDate;
  readonly technicianId: string;
  readonly buckets: readonly Bucket[];
}

export interface Appointment {
  readonly date: LocalDate;
  /** `h:mm AM` in the account's zone. */
  readonly time: string;
  /** ISO 8601, UTC. */
  readonly startsAt: string;
  readonly endsAt: string;
  readonly technicianId: string;
  readonly technician: string;
  readonly claims: readonly Claim[];
}

/** What is known of a job whatever its state. */
interface RequestFacts {
  readonly dispatchRequestId: string;
  readonly accountId: string;
  readonly urgency: Urgency;
  readonly source: Integration;
  /** Counts the writes; each is conditional on the one before. */
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Fields that a person should look at, by name. */
  readonly needsReview: readonly string[];
  readonly customer: Contact;
  readonly serviceTypeId?: string | undefined;
  /** The matched name, or the text as it came. */
  readonly serviceType?: string | undefined;
  readonly preferredDate?: string | undefined;
  readonly preferredTime?: string | undefined;
  readonly notes?: string | undefined;
  /** The call that made it, and the number that the platform reported for that call, E.164. */
  readonly callId?: string | undefined;
  readonly caller?: string | undefined;
  /** Fingerprints of the invocations that were answered, newest last, at most 20. */
  readonly invocations: readonly string[];
  readonly history: readonly StatusChange[];
  /** When all that was known of its person was erased: ISO 8601, UTC. */
  readonly erasedAt?: string | undefined;
}

/** A request that never had an appointment. */
export interface Unscheduled extends RequestFacts {
  readonly status: 'requested' | 'declined';
  readonly appointment?: undefined;
}

/** A request whose appointment stands, with its claim on the technician's time. */
export interface Scheduled extends RequestFacts {
  readonly status: (typeof activeStatuses)[number];
  readonly appointment: Appointment;
}

/** A request that holds no time any more; the appointment is the one that it had last. */
export interface Released extends RequestFacts {
  readonly status: 'on_hold' | 'completed' | 'canceled' | 'no_show';
  readonly appointment?: Appointment | undefined;
}

/** A job that someone asked for, from a lead to its end. */
export type DispatchRequest = Unscheduled | Scheduled | Released;

/** Who changed a request. */
export type Actor = 'caller' | 'crm' | `dispatcher:${string}`;

export interface StatusChange {
  readonly at: string;
  readonly from?: Status | undefined;
  readonly to: Status;
  /** An `Actor`, or `several` where the line stands for older ones; text, because what is stored may be older than the type. */
  readonly by: string;
  /** How many older changes the line stands for, where it is not one itself. */
  readonly folded?: number | undefined;
  readonly why?: string | undefined;
  /** The call in which it was changed, as `<integration>:<call id>`. */
  readonly callId?: string | undefined;
}

/** What happened to a call, as one event of its platform told it. */
export interface CallEvent {
  readonly integration: Integration;
  readonly callId: string;
  readonly event: string;
  readonly accountId: string;
  readonly receivedAt: string;
  readonly agentId?: string | undefined;
  readonly caller?: string | undefined;
  readonly startedAt?: string | undefined;
  readonly endedAt?: string | undefined;
  readonly endedReason?: string | undefined;
  readonly transcript?: string | undefined;
  readonly recordingUrl?: string | undefined;
  readonly summary?: string | undefined;
}

export interface Customer extends ContactDetails {
  readonly customerId: string;
  readonly accountId: string;
  readonly phone: string;
}

const ended: readonly Status[] = ['completed', 'canceled', 'declined', 'no_show'];

/** Whether nothing more happens to a request in that status. */
export function hasEnded(status: Status): boolean {
  return ended.includes(status);
}

/** Whether a request has an appointment that stands. */
export function hasActiveAppointment(request: DispatchRequest | undefined): request is Scheduled {
  return request !== undefined && activeStatuses.some((status) => status === request.status);
}

/** The appointment that still stands: none for a request that ended, is on hold or was never scheduled. */
export function activeAppointment(request: DispatchRequest | undefined): Appointment | undefined {
  return hasActiveAppointment(request) ? request.appointment : undefined;
}

/** The account of a call whose agent no account has: a transcript can't be had again, so it is kept all the same. */
export const UNASSIGNED = 'unassigned';
