import type { Urgency } from '../accounts/urgency.ts';
import { integrations } from '../platforms/index.ts';
import type { Bucket, LocalDate, UtcDate } from '../scheduling/calendar.ts';
import type { Contact, PersonDetails } from './customers/contact-fields.ts';
import type { Site } from './customers/sites.ts';
import type { HistoryFacts, HistoryKind, Notified } from './history.ts';
import type { Notes } from './notes.ts';
import type { Tellers } from './teller.ts';

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
/** A status as it is stored, which this release may not know. */
export type StoredStatus = string & { readonly isStored: true };
export type KnownStatus = (typeof statuses)[number];
export type Status = KnownStatus | StoredStatus;
/** In these statuses a request has an appointment and claims its time. */
export const activeStatuses = ['scheduled', 'dispatched', 'en_route', 'in_progress'] as const;
export { type Urgency, urgencies } from '../accounts/urgency.ts';
/** Where a request can come from: a platform, or a dispatcher. */
export const sources = [...integrations, 'dispatcher'] as const;
export type Source = (typeof sources)[number];
/** What a message to the office can be about. */
export const topics = ['callback', 'estimate', 'billing', 'complaint', 'vendor', 'job', 'other'] as const;
export type Topic = (typeof topics)[number];

/**
 * Claimed buckets of one technician's UTC date. They are stored with the appointment or block, so that a changed
 * duration, buffer or time zone never orphans them.
 */
export interface Claim {
  readonly date: UtcDate;
  readonly technicianId: string;
  readonly buckets: readonly Bucket[];
}

export interface ArrivalPromise {
  /** `HH:MM` on the appointment's date; `24:00` may end it. */
  readonly from: string;
  readonly to: string;
  /** ISO 8601, UTC. */
  readonly startsAt: string;
  readonly endsAt: string;
}

export interface Appointment {
  readonly date: LocalDate;
  /** Minutes from midnight, wall clock, in the account's zone. */
  readonly minute: number;
  /** ISO 8601, UTC. */
  readonly startsAt: string;
  readonly endsAt: string;
  readonly technicianId: string;
  readonly technician: string;
  /** The window that callers hear instead of the start. */
  readonly promise?: ArrivalPromise | undefined;
  /** Whether it was claimed for an emergency from someone on call, whatever the hours. */
  readonly onCall?: true | undefined;
  readonly claims: readonly Claim[];
}

/** A fee in the words that a caller heard. */
export interface SaidFee {
  readonly feeId: string;
  readonly says: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

interface RequestFacts {
  readonly dispatchRequestId: string;
  readonly accountId: string;
  /** Absent from a job. A message to the office is no job: it never gets an appointment. */
  readonly kind?: 'message' | undefined;
  readonly topic?: Topic | undefined;
  /** By when someone calls back or, if no call was promised, acknowledges the emergency: ISO 8601, UTC. */
  readonly dueAt?: string | undefined;
  /** When it was reported that this time has passed: ISO 8601, UTC. */
  readonly overdueAt?: string | undefined;
  /** The request that a message is about, as the call named it. */
  readonly regarding?: string | undefined;
  readonly urgency: Urgency;
  readonly source: Source;
  /** Incremented by each write, which is conditional on the version before. */
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Names of fields that a person should review. */
  readonly needsReview: readonly string[];
  readonly customer: Contact;
  readonly serviceTypeId?: string | undefined;
  /** The matched name, or the text as received. */
  readonly serviceType?: string | undefined;
  readonly preferredDate?: string | undefined;
  readonly preferredTime?: string | undefined;
  /** What callers and dispatchers said, and for a request from a form, the form's text. */
  readonly notes?: Notes | undefined;
  /** What later forms added or said differently. */
  readonly leadNotes?: Notes | undefined;
  /** Who said which field of the customer, where it was not the request's own teller. */
  readonly tellers?: Tellers | undefined;
  /** The fee that the caller heard. */
  readonly fee?: SaidFee | undefined;
  /** The call that made it, and the number that the platform reported for that call, E.164. */
  readonly callId?: string | undefined;
  readonly caller?: string | undefined;
  /** Fingerprints of answered invocations, newest last, at most 20. */
  readonly invocations: readonly string[];
  readonly history: readonly StatusChange[];
  /** When people were first notified of the emergency, or again because it was raised: ISO 8601, UTC. */
  readonly alertedAt?: string | undefined;
  /** The people on call who were notified, in order. */
  readonly notified?: readonly Notified[] | undefined;
  /**
   * When the next of them are notified unless somebody acknowledges it, or with `alertedWith`, when it is looked at whether
   * that alert is still open: ISO 8601, UTC.
   */
  readonly escalatesAt?: string | undefined;
  /** The request whose alert stands for this emergency, too. As long as that is open, nobody is notified of this one. */
  readonly alertedWith?: string | undefined;
  /** When a person acknowledged the emergency: ISO 8601, UTC. */
  readonly acknowledgedAt?: string | undefined;
  /** Merged requests in their earlier state, newest last. */
  readonly merged?: readonly MergedRequest[] | undefined;
  /** When the person's data was erased: ISO 8601, UTC. */
  readonly erasedAt?: string | undefined;
  /** Whether a newer release stored what this one can't read: it is shown, and nothing changes it. */
  readonly unreadable?: true | undefined;
}

/** The stored part of a merged request, so that a dispatcher can split it off. */
export interface MergedRequest
  extends Pick<
    RequestFacts,
    | ('source' | 'createdAt' | 'urgency' | 'needsReview' | 'customer' | 'notes' | 'callId' | 'caller')
    | ('serviceTypeId' | 'serviceType' | 'preferredDate' | 'preferredTime')
  > {
  /** The id of a lead that was added to the other's notes. */
  readonly leadId?: string | undefined;
}

/** A request that never had an appointment. */
export interface Unscheduled extends RequestFacts {
  readonly status: 'requested' | 'declined';
  readonly appointment?: undefined;
}

/** A request with an active appointment and its claim on the technician's time. */
export interface Scheduled extends RequestFacts {
  readonly status: (typeof activeStatuses)[number];
  readonly appointment: Appointment;
}

/** A request that claims no time any more, with its last appointment. */
export interface Released extends RequestFacts {
  readonly status: 'on_hold' | 'completed' | 'canceled' | 'no_show';
  readonly appointment?: Appointment | undefined;
}

/** A request that a newer release stored, with the fields that this release can read. */
export interface Unreadable extends RequestFacts {
  readonly status: StoredStatus;
  readonly appointment?: Appointment | undefined;
  readonly unreadable: true;
}

/** A requested job, from lead to end. */
export type DispatchRequest = Unscheduled | Scheduled | Released | Unreadable;

/** A request that this release may change. */
export const isReadable = (request: DispatchRequest): request is Exclude<DispatchRequest, Unreadable> =>
  request.unreadable === undefined;

export type Actor = 'caller' | 'crm' | 'service' | `dispatcher:${string}`;

export interface StatusChange extends Omit<HistoryFacts, 'kind'> {
  /** Absent if the status says it all. */
  readonly kind?: HistoryKind | undefined;
  readonly at: string;
  readonly from?: Status | undefined;
  readonly to: Status;
  /** An `Actor`, or `several` for merged lines. Plain text, because stored data may be older than the type. */
  readonly by: string;
  /** The number of older changes that a merged line counts. */
  readonly folded?: number | undefined;
  /** The call that made the change, as `<integration>:<call id>`. */
  readonly callId?: string | undefined;
}

export interface Customer extends PersonDetails, Pick<DispatchRequest, 'invocations'> {
  readonly customerId: string;
  readonly accountId: string;
  readonly phone: string;
  /** The name before its last change. */
  readonly formerName?: string | undefined;
  /** The e-mail address before its last change. */
  readonly formerEmail?: string | undefined;
  /** At most 20, in the order in which they were added. */
  readonly sites: readonly Site[];
}

const ended: readonly Status[] = ['completed', 'canceled', 'declined', 'no_show'];

export function hasEnded(status: Status): boolean {
  return ended.some((one) => one === status);
}

/** Whether a request is a message that nobody has closed. */
export function isOpenMessage({ kind, status }: DispatchRequest): boolean {
  return kind === 'message' && status === 'requested';
}

export function hasActiveAppointment(request: DispatchRequest | undefined): request is Scheduled {
  return (
    request !== undefined && isReadable(request) && activeStatuses.some((status) => status === request.status)
  );
}

/** The active appointment; undefined for a request that ended, is on hold or was never scheduled. */
export function activeAppointment(request: DispatchRequest | undefined): Appointment | undefined {
  return hasActiveAppointment(request) ? request.appointment : undefined;
}

/** Each request once, in its latest version: indexes may lag behind the table. */
export function latestOf(requests: readonly DispatchRequest[]): readonly DispatchRequest[] {
  const byId = new Map<string, DispatchRequest>();
  for (const request of requests) {
    const known = byId.get(request.dispatchRequestId);
    if (known === undefined || known.version < request.version) byId.set(request.dispatchRequestId, request);
  }
  return [...byId.values()];
}

/** The account of calls whose agent has none. They are stored because a transcript can't be fetched again. */
export const UNASSIGNED = 'unassigned';

/** When the technician is expected at the latest: ISO 8601, UTC. */
export const arrivesBy = ({ promise, startsAt }: Appointment): string => promise?.endsAt ?? startsAt;
/** The earliest time at which the technician may come. */
export const arrivesFrom = ({ promise, startsAt }: Appointment): string => promise?.startsAt ?? startsAt;
