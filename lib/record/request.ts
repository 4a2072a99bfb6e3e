import type { Danger, Urgency } from '../accounts/account.ts';
import { integrations } from '../platforms/index.ts';
import type { Bucket, LocalDate, UtcDate } from '../scheduling/calendar.ts';
import type { Contact, PersonDetails, Tellers } from './customers/contact.ts';
import type { Person } from './customers/people.ts';
import type { Site } from './customers/sites.ts';
import type { HistoryFacts, HistoryKind, Notified, VisitFacts } from './history.ts';
import { canonicalText } from './ids.ts';
import type { Notes } from './notes.ts';
import type { Offer, Waitlist } from './waitlist.ts';

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
/** A stored status may be unknown to this release. */
export type StoredStatus = string & { readonly isStored: true };
export type KnownStatus = (typeof statuses)[number];
export type Status = KnownStatus | StoredStatus;
/** A request with one of these statuses has an appointment and claims its time. */
export const activeStatuses = ['scheduled', 'dispatched', 'en_route', 'in_progress'] as const;
/** A person may give a job these statuses as it makes progress. */
export const jobStatuses = ['dispatched', 'en_route', 'in_progress', 'completed', 'no_show'] as const;
/** Besides platforms, dispatchers and text messages make requests. */
export const sources = [...integrations, 'dispatcher', 'text'] as const;
export type Source = (typeof sources)[number];
/** A message to the office can be about these topics. */
export const topics = [
  'callback',
  'estimate',
  'billing',
  'complaint',
  'vendor',
  'applicant',
  'job',
  'other',
] as const;
export type Topic = (typeof topics)[number];
/** The office answers messages about these topics, which no visit settles and nobody on call is rung for. */
export const officeTopics: readonly (Topic | undefined)[] = ['billing', 'complaint', 'vendor', 'applicant'];

/**
 * Claims buckets of one technician's UTC date. Claims are stored with the appointment or block, so that a changed
 * duration, buffer or time zone never orphans them.
 */
export interface Claim {
  readonly date: UtcDate;
  readonly technicianId: string;
  /** From 2 on: a dispatcher has placed the job over other work, whose claims are in the layers below. */
  readonly layer?: number | undefined;
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

/** A technician by id and name. */
export interface CrewMember {
  readonly technicianId: string;
  readonly technician: string;
}

/** When somebody comes, and who. */
export interface JobVisit extends CrewMember {
  readonly date: LocalDate;
  /** Minutes from midnight, wall clock, in the account's zone. */
  readonly minute: number;
  /** ISO 8601, UTC. */
  readonly startsAt: string;
  readonly endsAt: string;
  /** These technicians come, too. */
  readonly crew?: readonly CrewMember[] | undefined;
  /** A dispatcher has placed the visit in spite of these rules. */
  readonly override?: PlacedOver | undefined;
}

/** The first visit of a job, which is the one that customers hear of, and what the whole job claims. */
export interface Appointment extends JobVisit {
  /** Callers hear this window instead of the start. */
  readonly promise?: ArrivalPromise | undefined;
  /** True if the appointment was claimed for an emergency from someone on call, whatever the hours. */
  readonly onCall?: true | undefined;
  /** The job goes on at these visits, in order. Each begins after the end of the one before it. */
  readonly visits?: readonly JobVisit[] | undefined;
  /** The time of everybody at all visits, claimed and released together. */
  readonly claims: readonly Claim[];
}

export interface PlacedOver {
  /** In the dispatcher's words. */
  readonly reason: string;
  /** An `Actor`. */
  readonly by: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Reasons for which the start would have been refused, and `double` or `over_hold`. */
  readonly rules: readonly string[];
}

/** A fee in the words that a caller heard. */
export interface SaidFee {
  readonly feeId: string;
  readonly says: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** The technician calls this person, such as a tenant or a neighbor, in place of the customer. */
export interface OnSite {
  readonly name?: string | undefined;
  /** E.164 */
  readonly phone?: string | undefined;
  /** The customer said that this person may move the visit. */
  readonly mayChange?: boolean | undefined;
}

/** A dispatcher's change of a request, as it can be undone. */
export interface UndoableChange {
  /** The version that the change produced. */
  readonly version: number;
  /** The version with what the change produced: a later one if later changes were undone. */
  readonly stands: number;
  /** Identifies the author. */
  readonly authorId: string;
  /** The former values of the fields that the change set; null for fields that were absent. */
  readonly was: Readonly<Record<string, unknown>>;
}

/** The last versions of a request that one dispatcher produced in a row. */
export interface OwnVersions {
  readonly authorId: string;
  /** The version before the first of these changes. */
  readonly from: number;
  readonly until: number;
}

interface RequestFacts {
  readonly dispatchRequestId: string;
  readonly accountId: string;
  /** Absent from a job. A message to the office never gets an appointment. */
  readonly kind?: 'message' | undefined;
  readonly topic?: Topic | undefined;
  /** Someone calls back or, if no call was promised, acknowledges the emergency by this time: ISO 8601, UTC. */
  readonly dueAt?: string | undefined;
  /** The caller is not called before this time: ISO 8601, UTC. */
  readonly dueFrom?: string | undefined;
  /** It was reported at this time that `dueAt` has passed: ISO 8601, UTC. */
  readonly overdueAt?: string | undefined;
  /** A message is about this request, as the call named it. */
  readonly regarding?: string | undefined;
  readonly urgency: Urgency;
  readonly source: Source;
  /** Each write increments the version, and is conditional on the previous one. */
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The danger that callers reported last. */
  readonly danger?: Danger | undefined;
  /** This function call told the caller what to do in the danger, and later ones of the same call don't. */
  readonly warnedBy?: string | undefined;
  /** A person should review these fields. */
  readonly needsReview: readonly string[];
  readonly customer: Contact;
  readonly onSite?: OnSite | undefined;
  readonly serviceTypeId?: string | undefined;
  /** The matched name, or the text as received. */
  readonly serviceType?: string | undefined;
  /** A dispatcher has set how many minutes the job takes; absent if it takes as long as its service. */
  readonly minutes?: number | undefined;
  readonly preferredDate?: string | undefined;
  readonly preferredTime?: string | undefined;
  /** What callers and dispatchers said and, for a request from a form, the form's text. */
  readonly notes?: Notes | undefined;
  /** What later forms added or said differently. */
  readonly leadNotes?: Notes | undefined;
  /** Says who gave a field of the customer, for fields that the request's own teller didn't give. */
  readonly tellers?: Tellers | undefined;
  readonly fee?: SaidFee | undefined;
  /** The call that made the request, and the number that the platform reported for it (E.164). */
  readonly callId?: string | undefined;
  readonly caller?: string | undefined;
  /** Fingerprints of answered invocations, newest last, at most 20. */
  readonly invocations: readonly string[];
  readonly history: readonly StatusChange[];
  /** People were first notified of the emergency, or again because it was raised, at this time: ISO 8601, UTC. */
  readonly alertedAt?: string | undefined;
  /** The people on call who were notified, in order. */
  readonly notified?: readonly Notified[] | undefined;
  /**
   * The next people are notified at this time unless somebody acknowledges the emergency. With `alertedWith`, reminders
   * look then whether that alert is still open. ISO 8601, UTC.
   */
  readonly escalatesAt?: string | undefined;
  /** Nobody is notified of this emergency while the alert of that request is open. */
  readonly alertedWith?: string | undefined;
  /** A person acknowledged the emergency at this time: ISO 8601, UTC. */
  readonly acknowledgedAt?: string | undefined;
  /** A person acknowledged it under this name. */
  readonly acknowledgedBy?: string | undefined;
  /** The last changes that dispatchers made at the board, newest last, to undo them. */
  readonly undo?: readonly UndoableChange[] | undefined;
  readonly own?: OwnVersions | undefined;
  /** Merged requests in their earlier state, newest last. */
  readonly merged?: readonly MergedRequest[] | undefined;
  /** The customer asked for this technician by name. */
  readonly askedFor?: string | undefined;
  /** The customer confirmed the appointment at this time: ISO 8601, UTC. */
  readonly confirmedAt?: string | undefined;
  /** The customer waits for an earlier time, or for any. */
  readonly waitlist?: Waitlist | undefined;
  /** The last times that were offered to them while they wait, newest last. */
  readonly offers?: readonly Offer[] | undefined;
  /** The person's data was erased at this time: ISO 8601, UTC. */
  readonly erasedAt?: string | undefined;
  /** True if a newer release stored what this one can't read: the request is shown, and nothing changes it. */
  readonly unreadable?: true | undefined;
}

/** Keeps what was stored of a merged request, so that a dispatcher can split it off. */
export interface MergedRequest
  extends Pick<
    RequestFacts,
    | ('source' | 'createdAt' | 'urgency' | 'needsReview' | 'customer' | 'notes' | 'callId' | 'caller')
    | ('serviceTypeId' | 'serviceType' | 'preferredDate' | 'preferredTime')
  > {
  /** The lead with this id was added to the other request's notes. */
  readonly leadId?: string | undefined;
}

/** This request never had an appointment. */
export interface Unscheduled extends RequestFacts {
  readonly status: 'requested' | 'declined';
  readonly appointment?: undefined;
}

/** This request has an active appointment and claims the technician's time. */
export interface Scheduled extends RequestFacts {
  readonly status: (typeof activeStatuses)[number];
  readonly appointment: Appointment;
}

/** This request no longer claims time and keeps its last appointment. */
export interface Released extends RequestFacts {
  readonly status: 'on_hold' | 'completed' | 'canceled' | 'no_show';
  readonly appointment?: Appointment | undefined;
}

/** A newer release stored this request; these are the fields that this release can read. */
export interface Unreadable extends RequestFacts {
  readonly status: StoredStatus;
  readonly appointment?: Appointment | undefined;
  readonly unreadable: true;
}

export type DispatchRequest = Unscheduled | Scheduled | Released | Unreadable;

/** True if this release may change a request. */
export const isReadable = (request: DispatchRequest): request is Exclude<DispatchRequest, Unreadable> =>
  request.unreadable === undefined;

/** `customer`: by a link or a reply. `technician:` is followed by an id, `oncall:` and `dispatcher:` by a name. */
export type Actor =
  | ('caller' | 'on_site' | 'customer' | 'crm' | 'service')
  | `${'technician' | 'oncall' | 'dispatcher'}:${string}`;

/** True if a dispatcher makes a change. */
export const isDispatcher = (by: Actor): boolean => by.startsWith('dispatcher:');

export interface StatusChange extends Omit<HistoryFacts, 'kind'> {
  /** Absent if the status says it all. */
  readonly kind?: HistoryKind | undefined;
  readonly at: string;
  readonly from?: Status | undefined;
  readonly to: Status;
  /** An `Actor`, or `several` for merged lines. Stored data may be older than the type. */
  readonly by: string;
  /** Counts the older changes that a merged line stands for. */
  readonly folded?: number | undefined;
  /** The change was made in this call, `<integration>:<call id>`. */
  readonly callId?: string | undefined;
}

export interface Customer extends PersonDetails, Pick<DispatchRequest, 'invocations'> {
  readonly customerId: string;
  readonly accountId: string;
  readonly phone: string;
  /** The value before its last change. */
  readonly formerName?: string | undefined;
  /** The value before its last change. */
  readonly formerEmail?: string | undefined;
  /** Who booked from the number; a record of an older release has none. */
  readonly people: readonly Person[];
  /** At most 20, in the order in which they were added. */
  readonly sites: readonly Site[];
}

const ended: readonly Status[] = ['completed', 'canceled', 'declined', 'no_show'];

export function hasEnded(status: Status): boolean {
  return ended.some((one) => one === status);
}

export function isOpenMessage({ kind, status }: DispatchRequest): boolean {
  return kind === 'message' && status === 'requested';
}

export function hasActiveAppointment(request: DispatchRequest | undefined): request is Scheduled {
  return (
    request !== undefined && isReadable(request) && activeStatuses.some((status) => status === request.status)
  );
}

/** Returns the active appointment; undefined for a request that ended, is on hold or was never scheduled. */
export function activeAppointment(request: DispatchRequest | undefined): Appointment | undefined {
  return hasActiveAppointment(request) ? request.appointment : undefined;
}

/** Returns the appointment that a dispatcher's next one changes: the active one, or what a request on hold had. */
export const appointmentToChange = (request: DispatchRequest | undefined): Appointment | undefined =>
  request?.status === 'on_hold' ? request.appointment : activeAppointment(request);

/** Returns the latest version of each request, because indexes may lag behind the table. */
export function latestOf(requests: readonly DispatchRequest[]): readonly DispatchRequest[] {
  const byId = new Map<string, DispatchRequest>();
  for (const request of requests) {
    const known = byId.get(request.dispatchRequestId);
    if (known === undefined || known.version < request.version) byId.set(request.dispatchRequestId, request);
  }
  return [...byId.values()];
}

/** Calls whose agent has no account are stored under this id, because a transcript can't be fetched again. */
export const UNASSIGNED = 'unassigned';

/** Returns when the technician is expected at the latest: ISO 8601, UTC. */
export const arrivesBy = ({ promise, startsAt }: Appointment): string => promise?.endsAt ?? startsAt;
/** Returns what a line of history keeps of an appointment. */
export const visitOf = (appointment: Appointment): VisitFacts => {
  const { date, minute, promise, technicianId, technician, crew, visits } = appointment;
  return {
    ...{ date, minute, technicianId, technician, from: promise?.from, to: promise?.to },
    ...(crew && { crew: crew.map((one) => one.technician) }),
    ...(visits && {
      later: visits.map((one) => ({ date: one.date, minute: one.minute, technician: one.technician })),
    }),
  };
};

/** The visits of a job begin within this many days, so that a day finds those that it had. */
export const MOST_DAYS_APART = 28;

/** True if a job takes several technicians or visits, so that only a dispatcher moves it. */
export const takesSeveral = (appointment: Appointment | undefined): boolean =>
  appointment?.crew !== undefined || appointment?.visits !== undefined;

/** Returns the visits of an appointment in order. */
export const visitsIn = (appointment: Appointment): readonly JobVisit[] => [
  appointment,
  ...(appointment.visits ?? []),
];

/** Returns everybody who comes to a visit. */
export const crewOf = (visit: JobVisit): readonly CrewMember[] => [visit, ...(visit.crew ?? [])];

/** Returns each visit of an appointment once for everybody who comes to it. */
export const timesIn = (appointment: Appointment): readonly JobVisit[] =>
  visitsIn(appointment).flatMap((visit) =>
    crewOf(visit).map(({ technicianId, technician }) => ({ ...visit, technicianId, technician })),
  );

/** Returns when the last visit ends: ISO 8601, UTC. */
export const endOfJob = ({ visits, endsAt }: Appointment): string => visits?.at(-1)?.endsAt ?? endsAt;

/** Returns the earliest time at which the technician may come: ISO 8601, UTC. */
export const arrivesFrom = ({ promise, startsAt }: Appointment): string => promise?.startsAt ?? startsAt;

/** Returns when the customer confirmed an appointment, unless the next one is at another time. */
export function stillConfirmed(request: DispatchRequest | undefined, next: Appointment): string | undefined {
  const before = activeAppointment(request);
  const isSame =
    before !== undefined &&
    arrivesFrom(before) === arrivesFrom(next) &&
    arrivesBy(before) === arrivesBy(next);
  return isSame ? request?.confirmedAt : undefined;
}

const REMEMBERED_INVOCATIONS = 20;
/** A request's history may have this many lines and UTF-16 units, so that a change always fits into an item. */
const MAX_LINES = 50;
const MAX_UNITS = 12_000;
const MAX_WORDS = 2_000;

export interface ChangedBy {
  readonly by: Actor;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** `<integration>:<call id>` */
  readonly callId?: string | undefined;
  /** The request remembers this fingerprint of the invocation. */
  readonly invocation?: string | undefined;
}

type Written = Pick<DispatchRequest, 'version' | 'createdAt' | 'updatedAt' | 'invocations' | 'history'>;

/**
 * Returns the fields that every change sets: version, time, invocation and a line of history.
 * @param previous undefined for a new request
 * @param line undefined for a change without a history line
 */
export function changed(
  previous: DispatchRequest | undefined,
  { by, now, callId, invocation }: ChangedBy,
  line: Omit<StatusChange, 'at' | 'from' | 'by' | 'callId' | 'folded'> | undefined,
): Written {
  const at = new Date(now).toISOString();
  const history = previous?.history ?? [];
  const change: StatusChange | undefined = line && { at, from: previous?.status, ...line, by, callId };
  return {
    version: (previous?.version ?? 0) + 1,
    createdAt: previous?.createdAt ?? at,
    updatedAt: at,
    invocations: rememberInvocation(previous?.invocations ?? [], invocation),
    history: change === undefined ? history : withLine(history, change),
  };
}

/** True if this invocation has already changed the request. */
export function remembers(
  request: Pick<DispatchRequest, 'invocations'>,
  { invocation }: Pick<ChangedBy, 'invocation'>,
): boolean {
  return invocation !== undefined && request.invocations.includes(invocation);
}

/** Marks an invocation as refused, so that a request remembers the refusal. */
export function asRefused<Who extends Pick<ChangedBy, 'invocation'>>(who: Who): Who {
  return { ...who, invocation: who.invocation && `refused:${who.invocation}` };
}

/** Adds an invocation to those that a record remembers: the newest is last, and at most 20 are kept. */
export function rememberInvocation(
  known: readonly string[],
  invocation: string | undefined,
): readonly string[] {
  if (invocation === undefined || known.includes(invocation)) return known;
  return [...known, invocation].slice(-REMEMBERED_INVOCATIONS);
}

/** Adds a line to the history. Old lines beyond the limits are merged into the first line, which counts them. */
function withLine(history: readonly StatusChange[], line: StatusChange): readonly StatusChange[] {
  const all = [...history, { ...line, words: clipped(line.words) }];
  let units = 0;
  const tooOld = all.findLastIndex((one, index) => {
    units += JSON.stringify(factsOf(one)).length;
    return all.length - index >= MAX_LINES || units > MAX_UNITS;
  });
  const summarized = summaryOf(all.slice(0, tooOld + 1));
  return summarized === undefined ? all : [summarized, ...all.slice(tooOld + 1)];
}

/** True if a line of history has these facts. */
export const hasFacts = (line: StatusChange, { words, ...facts }: HistoryFacts): boolean =>
  canonicalText(factsOf(line)) === canonicalText({ ...facts, words: clipped(words) });

const factsOf = ({
  at: _at,
  from: _from,
  to: _to,
  by: _by,
  callId: _callId,
  folded: _folded,
  ...facts
}: StatusChange) => facts;

const clipped = (words: string | undefined) => words?.slice(0, MAX_WORDS).toWellFormed();

/** Merges lines into one that counts them; undefined if there are none. */
function summaryOf(lines: readonly StatusChange[]): StatusChange | undefined {
  const [oldest] = lines;
  const newest = lines.at(-1);
  if (oldest === undefined || newest === undefined) return undefined;
  const folded = lines.reduce((sum, line) => sum + (line.folded ?? 1), 0);
  return { at: newest.at, from: oldest.from, to: newest.to, by: 'several', folded };
}
