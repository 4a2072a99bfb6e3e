import type { Account, OriginKind } from '../accounts/account.ts';
import type { Integration, VoicePlatform } from '../platforms/index.ts';
import type { LocalDate } from '../scheduling/calendar.ts';
import type { Occupancy } from '../scheduling/day.ts';
import type { Span } from '../scheduling/work-time.ts';
import type { Block } from './block.ts';
import type { CallEntry, CallPlace, NewReport, StoredCall, StoredReport } from './calls.ts';
import type { PersonDetails } from './customers/contact-fields.ts';
import type { Site } from './customers/sites.ts';
import type { CallHold, CallKey, Hold, Holding, NumberHolds, StandingHold } from './hold.ts';
import type { Kept, RefusedDay, RefusedLead } from './refused-lead.ts';
import type { Customer, DispatchRequest } from './request.ts';
import type { QueueGroup } from './request-queue.ts';

/**
 * Epoch milliseconds by which an answer must be out. A request sets it once; functions that wait take it as their
 * last argument and may pass on an earlier one. The clock in their dependencies says how much of it is left.
 * Decisions never use that clock, only the time of the request, `now` of their input.
 */
export type Deadline = number;

/** A request's next state. Claims are made and released by the difference of the two states. */
export interface Change {
  readonly next: DispatchRequest;
  /** The state that the decision is based on; absent for a new request. The write succeeds only if it is unchanged. */
  readonly previous?: DispatchRequest | undefined;
  /** Details of the customer, who is created or updated in the same write. */
  readonly customer?: CustomerDetails | undefined;
  /** Other requests that change in the same write, each with the state that was decided on: all are stored, or none. */
  readonly alongside?:
    | readonly { readonly next: DispatchRequest; readonly previous: DispatchRequest }[]
    | undefined;
  /** The last requests of the caller's number, which no other call may have changed since. */
  readonly recent?: RecentChange | undefined;
  /**
   * The technicians' time as it was read. What is claimed must still be free, or held as it was: by a hold that has expired,
   * or that ends with this change.
   */
  readonly seen?: Occupancy | undefined;
  /** Enters a new alert at its number. The write fails if another alert was entered since. */
  readonly alert?: NumberEntry | undefined;
  /**
   * Enters the visit that a call with a withheld number claims. The write fails if another visit was entered
   * since.
   */
  readonly visit?: NumberEntry | undefined;
  /** Holds that end with this change. Their time is released unless the change claims it. */
  readonly ends?: readonly StandingHold[] | undefined;
  /** The report that causes it, which may be late: nothing is stored if its call or caller was erased. */
  readonly report?: ReportedBy | undefined;
}

/**
 * An entry at a number (E.164), or at `withheld` for calls without one, and the entry of its kind that it
 * replaces.
 */
export interface NumberEntry {
  readonly phone: string;
  /** What is entered: who alerts of which danger, such as `caller_gas`, or a visit, such as `visit_0`. */
  readonly kind: string;
  readonly seen: RecentRequest | undefined;
  /** Epoch milliseconds after which the item of the number may expire if this is its first entry. */
  readonly keptUntil: number;
}

/** Whom a report is about. */
export type ReportedBy = Pick<StoredReport, 'accountId' | 'integration' | 'callId' | 'caller' | 'startedAt'>;

/** The result of a change. Only `stored` has written anything. */
export type ChangeResult =
  | { readonly kind: 'stored' }
  /** The request has changed since it was read. `isUncertain`: perhaps by this change, and then again. */
  | {
      readonly kind: 'changed';
      readonly current: DispatchRequest | undefined;
      readonly isUncertain?: true;
    }
  /** Another request already claims one of the buckets. */
  | { readonly kind: 'slot_lost' }
  /**
   * Another transaction uses the same items, or has changed a request that it changes or the number's last requests.
   */
  | { readonly kind: 'contended' };

/**
 * All methods fail with `StorageUnavailable`, and writes with `OutcomeUnknown` if their outcome can't be determined.
 */
export interface RequestStore {
  /** Strongly consistent. */
  get(dispatchRequestId: string, deadline: Deadline): Promise<DispatchRequest | undefined>;
  /** Made in a call of an account, eventually consistent. */
  madeInCall(
    accountId: string,
    integration: Integration,
    callId: string,
    deadline: Deadline,
  ): Promise<readonly DispatchRequest[]>;
  /**
   * Requests made for a phone number (E.164) or from it: with an appointment, active, on hold or canceled, that starts at or
   * after an ISO instant, the first 40, and open ones without an appointment, the 12 newest; fewer if they are large. Eventually
   * consistent.
   */
  ofNumber(
    accountId: string,
    phone: string,
    from: string,
    deadline: Deadline,
  ): Promise<readonly DispatchRequest[]>;
  /** The last requests of a number (E.164). Strongly consistent. */
  recent(accountId: string, phone: string, deadline: Deadline): Promise<Recent | undefined>;
  /**
   * Counts an alert of an account in a minute (`YYYY-MM-DDTHH:MM`, UTC), or with -1 takes one back. Returns how many there
   * are, with this one.
   */
  countAlert(accountId: string, minute: string, by: 1 | -1, deadline: Deadline): Promise<number>;
  /** Fails with `PersonErased` if the change comes from a report about a person who was erased in the last 30 days. */
  commit(change: Change, deadline: Deadline): Promise<ChangeResult>;
}

export interface HoldChange {
  readonly next: StandingHold;
  /** The hold before, if its time is still claimed by it. */
  readonly before?: Hold | undefined;
  /** The call, which must not have ended. */
  readonly call: CallKey;
  /** Technicians' time as it was read, and the call's own claims in it, which the hold leaves out. */
  readonly seen: Occupancy;
  readonly kept: readonly Holding[];
  /** The holds of the call's number, or of all calls without one, as they were read. Absent if it isn't counted. */
  readonly ofNumber?: NumberHolds | undefined;
}

/** `slot_lost` and `contended` mean the same as in `ChangeResult`. */
export type HoldOutcome = 'stored' | 'slot_lost' | 'contended' | 'call_ended';

/** Times that calls hold. All methods fail as those of `RequestStore`. */
export interface HoldStore {
  /** Strongly consistent. */
  get(accountId: string, holdId: string, deadline: Deadline): Promise<CallHold | undefined>;
  /** Finds the holds of a call id by their prefix. Strongly consistent. */
  ofCall(accountId: string, holdsOfCall: string, deadline: Deadline): Promise<readonly CallHold[]>;
  /** The holds of a number, by its digest. Strongly consistent. */
  ofNumber(accountId: string, numberId: string, deadline: Deadline): Promise<NumberHolds>;
  /** Claims the time and releases the hold before it, or neither. */
  commit(change: HoldChange, deadline: Deadline): Promise<HoldOutcome>;
  /** Releases a hold. `contended`: the hold or its time has changed. */
  release(hold: StandingHold, deadline: Deadline): Promise<'stored' | 'contended'>;
}

/** Digests that name a function call whose answer is kept. */
export interface AnswerKey {
  readonly accountId: string;
  /** Who called: a number, or a call whose number is withheld. */
  readonly callerId: string;
  /** The call and the invocation. */
  readonly invocationId: string;
}

/** What callers were told whose function calls were refused, so that a repeat is the same refusal. */
export interface AnswerStore {
  /** Strongly consistent. Fails with `StorageUnavailable`. */
  get(key: AnswerKey, deadline: Deadline): Promise<string | undefined>;
  /** Keeps an answer for 30 days unless one is kept, and returns the one that is. Fails as the writes of `RequestStore` do. */
  keep(key: AnswerKey, answer: string, deadline: Deadline): Promise<string>;
}

export interface ScheduleReader {
  /** Claims within a span of time. Strongly consistent. */
  occupancy(accountId: string, span: Span, deadline: Deadline): Promise<Occupancy>;
}

/** Blocks of technicians' time. Fails as `RequestStore` does. */
export interface BlockStore {
  /** Strongly consistent. */
  get(blockId: string, deadline: Deadline): Promise<Block | undefined>;
  /** Blocks of an account that end after an ISO instant, in order of start. Eventually consistent. */
  list(accountId: string, after: string, deadline: Deadline): Promise<readonly Block[]>;
  /**
   * Stores a block and claims its time, or neither. `lost`: the block exists, or some of its time is taken.
   * @param seen the time as it was read; expired holds in it are replaced
   */
  put(block: Block, seen: Occupancy, deadline: Deadline): Promise<'stored' | 'lost'>;
  /** Removes a block and releases its time, or neither. `lost`: the block has changed since it was read. */
  remove(block: Block, deadline: Deadline): Promise<'stored' | 'lost'>;
}

export interface CustomerDetails extends PersonDetails {
  readonly accountId: string;
  /** E.164 */
  readonly phone: string;
  /** A new site, or a known one with more details. */
  readonly site?: Site | undefined;
  /** The name that the record had, if it gets another. */
  readonly formerName?: string | undefined;
  /** The e-mail address that it had, if it gets another. */
  readonly formerEmail?: string | undefined;
  /** True if the number is not verified: a record that exists stays as it is, and then nothing is stored. */
  readonly onlyIfNew?: boolean | undefined;
}

/** A change of a customer's record without a request. */
export interface CustomerChange extends CustomerDetails {
  /** The record as it was read; absent if there is none. */
  readonly previous?: Pick<Customer, 'invocations'> | undefined;
  /** The call in which it was said. */
  readonly integration?: Integration | undefined;
  readonly callId?: string | undefined;
  /** Fingerprint of the invocation, which the record remembers. */
  readonly invocation?: string | undefined;
}

/** The result of a change to a customer's record. Only `stored` has written anything. */
export type CustomerStored = 'stored' | 'contended' | 'erased';

export interface CustomerStore {
  /** Strongly consistent. */
  get(accountId: string, phone: string, deadline: Deadline): Promise<Customer | undefined>;
  /**
   * Creates the customer or updates the given fields; a site is added, or replaces the one with its id. `contended`: the
   * record has changed since it was read. `erased`: the invocation, or its call, is of a person who was erased within the
   * last 30 days.
   */
  put(change: CustomerChange, deadline: Deadline): Promise<CustomerStored>;
}

export interface CurrentAccountReader {
  /**
   * An account as stored now; the known object if it is unchanged. Strongly consistent. Fails with
   * `StorageUnavailable`.
   */
  current(known: Account, deadline: Deadline): Promise<Account>;
}

/** What became of a report. */
export type ReportKept = 'stored' | 'erased' | 'over_limit';

export interface CallStore {
  /**
   * Keeps one report of a call. Different reports of one call are kept side by side; a repeat changes nothing. `erased`:
   * the call or the caller was erased within the last 30 days; `over_limit`: the call has too many reports. Then nothing
   * was stored.
   */
  put(report: NewReport, callRetentionDays: number, deadline: Deadline): Promise<ReportKept>;
}

/** A new lead with its delivery and its entry at its number. */
export interface NewLead {
  readonly request: DispatchRequest;
  /** SHA-256 in hex: the same for the same delivery, in any order of keys. */
  readonly deliveryDigest: string;
  /** Absent without a valid number. */
  readonly number?: NumberOfLead | undefined;
  /** Enters a new alert at its number. The write fails if another alert was entered since. */
  readonly alert?: NumberEntry | undefined;
  /** How many leads of the number are open, if they were counted. Otherwise `MAX_LEADS` or more refuse the write. */
  readonly open?: number | undefined;
}

/** The number of a lead, for which another request may be stored concurrently. */
export interface NumberOfLead {
  /** E.164 */
  readonly phone: string;
  /** A booking of the number and service at or after this time (ISO 8601, UTC) takes up the lead. Absent if none does. */
  readonly bookedSince?: string | undefined;
}

/** The most open leads of a number. */
export const MAX_LEADS = 20;

/** The result of storing a lead. Only `stored` has written anything. */
export type LeadStored =
  | 'stored'
  /** The same delivery to the account was stored within the last 24 hours. */
  | 'duplicate'
  /** A parallel write has changed what the lead depends on. */
  | 'contended';

/** Leads with their deliveries. All methods fail as those of `RequestStore` do. */
export interface LeadStore {
  /** `many`: the number may have too many open leads, which must be counted. `bookedAs`: a booking takes up the lead. */
  put(lead: NewLead, deadline: Deadline): Promise<LeadStored | 'many' | { readonly bookedAs: string }>;
  /** Stores the next state of a request to which a lead was added, with the lead's delivery. */
  add(lead: NewLead, change: Pick<Change, 'next' | 'previous'>, deadline: Deadline): Promise<LeadStored>;
  /** The id of the request that a delivery was stored as. Strongly consistent. */
  storedAs(lead: NewLead, deadline: Deadline): Promise<string>;
  /** The open requests of a number (E.164), the newest first, at most 32. Eventually consistent. */
  openOf(accountId: string, phone: string, deadline: Deadline): Promise<readonly DispatchRequest[]>;
}

/** Counting stops here: the page asks every few seconds, and each counted request is one read. */
export const MOST_COUNTED = 100;

/** A place in the queue, from which the next page goes on. */
export interface QueuePlace {
  readonly dispatchRequestId: string;
  readonly queueOrder: string;
}

/** Which part of a list to read: at most `limit` requests after a place. */
export interface QueuePageRequest {
  readonly limit: number;
  readonly after?: QueuePlace | undefined;
}

export interface OpenPageRequest extends QueuePageRequest {
  /** The last group to read; all without it. */
  readonly through?: QueueGroup | undefined;
}

export interface QueuePage {
  readonly requests: readonly DispatchRequest[];
  /** Present if there may be more. */
  readonly next?: QueuePlace | undefined;
}

/** The open requests of an account. Eventually consistent; fails with `StorageUnavailable`. */
export interface QueueReader {
  /** Those that wait for a person, in order. */
  page(accountId: string, page: QueuePageRequest, deadline: Deadline): Promise<QueuePage>;
  /** Requests that have not ended: those that wait for a person, then those with an appointment by its start. */
  open(accountId: string, page: OpenPageRequest, deadline: Deadline): Promise<QueuePage>;
  /** How many wait in each group; `MOST_COUNTED` means that many or more. */
  counts(accountId: string, deadline: Deadline): Promise<Readonly<Record<QueueGroup, number>>>;
}

export type ReminderKind = 'escalation' | 'callback';

/**
 * Stored calls for people. Lists omit calls past their retention at `now` (epoch milliseconds), because DynamoDB
 * deletes late. Eventually consistent; fails with `StorageUnavailable`.
 */
export interface CallLists {
  /** At most `limit` calls before a place, newest first; `next` if there may be more. */
  page(
    accountId: string,
    page: { readonly limit: number; readonly after?: CallPlace | undefined; readonly now: number },
    deadline: Deadline,
  ): Promise<{ readonly calls: readonly CallEntry[]; readonly next?: CallPlace | undefined }>;
  /**
   * Calls from a number that asked for a service and booked nothing, whose first event came at or after an ISO instant,
   * newest first.
   */
  unbooked(accountId: string, from: string, now: number, deadline: Deadline): Promise<readonly CallEntry[]>;
  /** Calls from a number (E.164), newest first. */
  ofCaller(accountId: string, phone: string, now: number, deadline: Deadline): Promise<readonly CallEntry[]>;
  /** The merged reports of a call with the requests that were made in it; undefined if nothing is stored. */
  get(
    accountId: string,
    integration: VoicePlatform,
    callId: string,
    deadline: Deadline,
  ): Promise<StoredCall | undefined>;
}

/** Keeps refused leads for 30 days. */
export interface RefusedLeadStore {
  /** Fails with `StorageUnavailable` or `OutcomeUnknown` past the deadline. */
  keep(lead: RefusedLead, deadline: Deadline): Promise<Kept>;
}

export interface RefusedDays {
  /** Fails with `StorageUnavailable` past the deadline. */
  get(accountId: string, date: string, deadline: Deadline): Promise<RefusedDay>;
}

/** A request that is due, as an index has it. */
export interface Due {
  readonly dispatchRequestId: string;
  /** Throws if this release can't read it. */
  read(): DispatchRequest;
}

/** Lists requests by the time at which people must be reminded of them. Eventually consistent. */
export interface Reminders {
  /** The accounts with a reminder of a kind that is due at an ISO instant. */
  accounts(kind: ReminderKind, now: string, deadline: Deadline): Promise<readonly string[]>;
  /** An account's requests that are due at an ISO instant, the first due first. */
  due(kind: ReminderKind, accountId: string, now: string, deadline: Deadline): AsyncIterator<Due>;
}

/** What claims technicians' time. */
export interface Holders {
  readonly requests: readonly DispatchRequest[];
  readonly blocks: readonly Block[];
}

/** Reads days for people. Fails with `StorageUnavailable`. */
export interface DayReader {
  /** Requests and blocks by id, strongly consistent. Omits deleted ones. */
  holders(ids: readonly string[], deadline: Deadline): Promise<Holders>;
  /** Requests whose last appointment was on a date and that no longer claim time. Eventually consistent. */
  releasedOn(accountId: string, date: LocalDate, deadline: Deadline): Promise<readonly DispatchRequest[]>;
}

export interface AccountReader {
  /** The account that an external id or number belongs to. Two reads in sequence. */
  byOrigin(kind: OriginKind, externalId: string, deadline?: Deadline): Promise<StoredAccount | undefined>;
  /** Like `byOrigin`, fails with `StorageUnavailable` if the table can't be read in time. */
  byId(accountId: string): Promise<StoredAccount | undefined>;
}

/** A stored account. Each write is conditional on the previous version. */
export type StoredAccount = Account & { readonly version: number };

/**
 * A phone number's last requests. The indexes may lag behind the table; this is strongly consistent, so that
 * concurrent requests of one number see each other.
 */
export interface Recent {
  /** Incremented by each write. */
  readonly version: number;
  /** The last booking of each service, by the id of the service. */
  readonly booked: Readonly<Record<string, RecentRequest>>;
  readonly lead?: RecentRequest | undefined;
  /** How many leads were stored for it since its open ones were counted. */
  readonly leads?: number | undefined;
  /** The last emergencies of the number of which people were alerted, by who reported them and of which danger. */
  readonly alerts?: Readonly<Record<string, RecentRequest>> | undefined;
}

/** A request, and when it was booked or received: ISO 8601, UTC. */
export interface RecentRequest {
  readonly dispatchRequestId: string;
  readonly at: string;
}

/** The next state of a number's last requests. The write succeeds only if they have not changed. */
export interface RecentChange {
  readonly accountId: string;
  /** E.164 */
  readonly phone: string;
  readonly next: Recent;
  /** Epoch milliseconds after which it may expire. */
  readonly keptUntil: number;
}

/** A name under which a platform knows an account. */
export interface Origin {
  readonly kind: OriginKind;
  readonly externalId: string;
  /** The path in the account's document, such as `origins.crm[0]`. */
  readonly path: string;
}

/** Account documents and their origins. All methods fail as those of `RequestStore` do. */
export interface AccountDocuments {
  get(accountId: string, deadline: Deadline): Promise<StoredAccount | undefined>;
  /** Returns the id of the account that has an origin. Strongly consistent. */
  ownerOf(origin: Origin, deadline: Deadline): Promise<string | undefined>;
  /** Returns true if appointments or blocks of an account end after an ISO instant. Eventually consistent. */
  hasTimeAfter(accountId: string, at: string, deadline: Deadline): Promise<boolean>;
  /**
   * Stores an account and its changed origins, all or nothing. `contended`: the account is not as it was read, or an origin
   * belongs to another account.
   */
  replace(
    account: StoredAccount,
    before: StoredAccount | undefined,
    origins: { readonly added: readonly Origin[]; readonly dropped: readonly Origin[] },
    deadline: Deadline,
  ): Promise<'stored' | 'contended'>;
}
