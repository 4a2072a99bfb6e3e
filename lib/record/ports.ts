import type { Account, FoundBy } from '../accounts/account.ts';
import type { Integration, VoicePlatform } from '../platforms/index.ts';
import type { LocalDate } from '../scheduling/calendar.ts';
import type { Span } from '../scheduling/hours.ts';
import type { Occupancy } from '../scheduling/occupancy.ts';
import type { QueueGroup } from './attention.ts';
import type { Block } from './block.ts';
import type {
  AnswerKey,
  CallEntry,
  CallOutcome,
  CallPlace,
  MemoryKey,
  NewReport,
  StoredCall,
  StoredReport,
} from './calls.ts';
import type { Consent, Decision, DecisionAnswer, StoredConsent } from './consent.ts';
import type { PersonDetails } from './customers/contact.ts';
import type { Site } from './customers/sites.ts';
import type { CallHold, CallKey, Hold, Holding, NumberHolds, StandingHold } from './hold.ts';
import type { PageLink } from './link.ts';
import type { LiveConnection, LiveTicket } from './live.ts';
import type { CallMemory, InterruptedCall, Told } from './memory.ts';
import type { Kept, RefusedDay, RefusedLead } from './refused-lead.ts';
import type { Customer, DispatchRequest } from './request.ts';
import type { SearchQuery } from './search-terms.ts';

/**
 * Epoch milliseconds by which an answer must be out. A request sets it once; functions that wait take it as their
 * last argument and may pass on an earlier one. The clock in their dependencies says how much of it is left.
 * Decisions never use that clock, only the time of the request, `now` of their input.
 */
export type Deadline = number;

/** The difference between the two states decides which claims are made and released. */
export interface Change {
  readonly next: DispatchRequest;
  /** The decision is based on this state; absent for a new request. The write succeeds only if it is unchanged. */
  readonly previous?: DispatchRequest | undefined;
  /** The same write creates or updates the customer. */
  readonly customer?: CustomerDetails | undefined;
  /**
   * Other requests change in the same write, with what they claim, each with the state that was decided on: all are
   * stored, or none.
   */
  readonly alongside?:
    | readonly { readonly next: DispatchRequest; readonly previous: DispatchRequest }[]
    | undefined;
  /** The write fails if another call has changed the last requests of the caller's number since. */
  readonly recent?: RecentChange | undefined;
  /** The technicians' time as read. Claimed time must still be free, or held by a hold that is over or ends now. */
  readonly seen?: Occupancy | undefined;
  /** Enters a new alert at its number. The write fails if another alert was entered since. */
  readonly alert?: NumberEntry | undefined;
  /** Enters the visit of a call with a withheld number. The write fails if another visit was entered since. */
  readonly visit?: NumberEntry | undefined;
  /** These holds end with the change. Their time is released unless the change claims it. */
  readonly ends?: readonly StandingHold[] | undefined;
  /** A report, which may be late, causes the change: nothing is stored if its call or caller was erased. */
  readonly report?: ReportedBy | undefined;
}

/** Enters something at a number (E.164), or at `withheld` for calls without one, in place of the entry of its kind. */
export interface NumberEntry {
  readonly phone: string;
  /** Says who alerts of which danger, such as `caller_gas`, or names a visit, such as `visit_0`. */
  readonly kind: string;
  readonly seen: RecentRequest | undefined;
  /** Epoch milliseconds after which the number's item may expire if this is its first entry. */
  readonly keptUntil: number;
}

export type ReportedBy = Pick<StoredReport, 'accountId' | 'integration' | 'callId' | 'caller' | 'startedAt'>;

/** Only `stored` has written anything. */
export type ChangeResult =
  | { readonly kind: 'stored' }
  /** The request has changed since it was read. `isUncertain`: this change may be among what was stored. */
  | {
      readonly kind: 'changed';
      readonly current: DispatchRequest | undefined;
      readonly isUncertain?: true;
    }
  /** Another request already claims one of the buckets. */
  | { readonly kind: 'slot_lost' }
  /** Another transaction uses the same items, or has changed a request or the number's last requests. */
  | { readonly kind: 'contended' };

/** All methods fail with `StorageUnavailable`; writes whose outcome is unknown fail with `OutcomeUnknown`. */
export interface RequestStore {
  /** Strongly consistent. */
  get(dispatchRequestId: string, deadline: Deadline): Promise<DispatchRequest | undefined>;
  /** Finds the requests made in a call of an account. Eventually consistent. */
  madeInCall(
    accountId: string,
    integration: Integration | 'text',
    callId: string,
    deadline: Deadline,
  ): Promise<readonly DispatchRequest[]>;
  /**
   * Finds requests made for or from a phone number (E.164): the first 40 with an appointment (active, on hold or
   * canceled) that starts at or after an ISO instant, and the 12 newest open ones without an appointment; fewer if they
   * are large. Eventually consistent.
   */
  ofNumber(
    accountId: string,
    phone: string,
    from: string,
    deadline: Deadline,
  ): Promise<readonly DispatchRequest[]>;
  /** Reads the last requests of a number (E.164). Strongly consistent. */
  recent(accountId: string, phone: string, deadline: Deadline): Promise<Recent | undefined>;
  /** Adds 1 or -1 to an account's alerts in a minute (`YYYY-MM-DDTHH:MM`, UTC), and returns the sum. */
  countAlert(accountId: string, minute: string, by: 1 | -1, deadline: Deadline): Promise<number>;
  /** Fails with `PersonErased` if the change comes from a report about a person who was erased in the last 30 days. */
  commit(change: Change, deadline: Deadline): Promise<ChangeResult>;
}

export interface HoldChange {
  readonly next: StandingHold;
  /** Present if the previous hold still claims its time. */
  readonly before?: Hold | undefined;
  /** The call must not have ended; absent if the hold outlives its call. */
  readonly call?: CallKey | undefined;
  /** These holds of the number end with the change. */
  readonly ends?: readonly StandingHold[] | undefined;
  /** Technicians' time as it was read, with the call's own claims, which the hold leaves out. */
  readonly seen: Occupancy;
  readonly kept: readonly Holding[];
  /** Holds of the call's number, or of all calls without one, as they were read; absent if they aren't counted. */
  readonly ofNumber?: NumberHolds | undefined;
}

/** `slot_lost` and `contended` mean the same as in `ChangeResult`. */
export type HoldOutcome = 'stored' | 'slot_lost' | 'contended' | 'call_ended';

/** All methods fail as those of `RequestStore` do. */
export interface HoldStore {
  /** Strongly consistent. */
  get(accountId: string, holdId: string, deadline: Deadline): Promise<CallHold | undefined>;
  /** Finds the holds of a call id by their prefix. Strongly consistent. */
  ofCall(accountId: string, holdsOfCall: string, deadline: Deadline): Promise<readonly CallHold[]>;
  /** Reads the holds of a number by its digest. Strongly consistent. */
  ofNumber(accountId: string, numberId: string, deadline: Deadline): Promise<NumberHolds>;
  /** Claims the time and releases the previous hold, or does neither. */
  commit(change: HoldChange, deadline: Deadline): Promise<HoldOutcome>;
  /** Releases a hold. `contended`: the hold or its time has changed. */
  release(hold: StandingHold, deadline: Deadline): Promise<'stored' | 'contended'>;
}

/** Keeps links of pages by digests of their tokens. All methods fail as those of `RequestStore` do. */
export interface LinkStore {
  /** Strongly consistent. */
  get(linkId: string, deadline: Deadline): Promise<PageLink | undefined>;
  put(link: PageLink, deadline: Deadline): Promise<void>;
  /** Counts a change that somebody wants to make with a link. `too_many`: it has made that many. `gone`: it was revoked. */
  countChange(linkId: string, most: number, deadline: Deadline): Promise<'counted' | 'too_many' | 'gone'>;
}

/** Keeps what callers were told when their function calls were refused, so that a repeat is the same refusal. */
export interface AnswerStore {
  /** Strongly consistent. Fails with `StorageUnavailable`. */
  get(key: AnswerKey, deadline: Deadline): Promise<string | undefined>;
  /** Keeps an answer for 30 days unless one is kept, and returns the kept one. Fails as `RequestStore`'s writes do. */
  keep(key: AnswerKey, answer: string, deadline: Deadline): Promise<string>;
}

/** Keeps what the functions of a call were told for the next ones. Strongly consistent. */
export interface MemoryStore {
  /**
   * Reads what a call was told, and the interrupted call of its number that it may continue. Fails with
   * `StorageUnavailable`.
   */
  get(
    key: MemoryKey,
    deadline: Deadline,
  ): Promise<{ readonly call?: CallMemory | undefined; readonly interrupted?: InterruptedCall | undefined }>;
  /** Reads the interrupted call of a number by its digest. Fails with `StorageUnavailable`. */
  interrupted(accountId: string, callerId: string, deadline: Deadline): Promise<InterruptedCall | undefined>;
  /** Adds what a function was told at an instant (epoch ms). Fails as writes do. */
  tell(key: MemoryKey, told: Told, at: number, deadline: Deadline): Promise<void>;
  /**
   * Says how the last call of a number ended: interrupted, or only when (epoch ms). Changes nothing if a later call has
   * ended. Fails as writes do.
   */
  end(
    key: MemoryKey,
    call: InterruptedCall | { readonly endedAt: number; readonly isOver: true },
    deadline: Deadline,
  ): Promise<void>;
}

export interface ScheduleReader {
  /** Reads the claims within a span of time. Strongly consistent. */
  occupancy(accountId: string, span: Span, deadline: Deadline): Promise<Occupancy>;
}

/** All methods fail as those of `RequestStore` do. */
export interface BlockStore {
  /** Strongly consistent. */
  get(blockId: string, deadline: Deadline): Promise<Block | undefined>;
  /** Lists an account's blocks that end after an ISO instant, in order of start. Eventually consistent. */
  list(accountId: string, after: string, deadline: Deadline): Promise<readonly Block[]>;
  /**
   * Stores a block and claims its time, or does neither. `lost`: the block exists, or some of its time is taken.
   * @param seen the time as it was read; expired holds in it are replaced
   */
  put(block: Block, seen: Occupancy, deadline: Deadline): Promise<'stored' | 'lost'>;
  /** Removes a block and releases its time, or does neither. `lost`: the block has changed since it was read. */
  remove(block: Block, deadline: Deadline): Promise<'stored' | 'lost'>;
}

export interface CustomerDetails extends PersonDetails {
  readonly accountId: string;
  /** E.164 */
  readonly phone: string;
  /** A new site, or a known one with more details. */
  readonly site?: Site | undefined;
  /** This person speaks; others stay. */
  readonly person?: string | undefined;
  /** The record loses this value because the caller said another. */
  readonly formerName?: string | undefined;
  /** The record loses this value because the caller said another. */
  readonly formerEmail?: string | undefined;
  /** True if the number is not verified: if a record exists, nothing is stored. */
  readonly onlyIfNew?: boolean | undefined;
}

/** Changes a customer's record without a request. */
export interface CustomerChange extends CustomerDetails {
  /** The record as it was read; absent if there is none. */
  readonly previous?: Pick<Customer, 'invocations'> | undefined;
  /** The caller said it in this call. */
  readonly integration?: Integration | undefined;
  readonly callId?: string | undefined;
  /** The record remembers this fingerprint of the invocation. */
  readonly invocation?: string | undefined;
}

/** Only `stored` has written anything. */
export type CustomerStored = 'stored' | 'contended' | 'erased';

export interface CustomerStore {
  /** Strongly consistent. */
  get(accountId: string, phone: string, deadline: Deadline): Promise<Customer | undefined>;
  /**
   * Creates the customer or updates the given fields. A site is added, or replaces the one with its id. `contended`:
   * the record has changed since it was read. `erased`: the invocation or its call belongs to a person who was erased
   * within the last 30 days.
   */
  put(change: CustomerChange, deadline: Deadline): Promise<CustomerStored>;
}

/** Changes what a number's owner decided about text messages. */
export interface ConsentChange extends Pick<Decision, 'accountId' | 'phone' | 'invocation'> {
  readonly next: Consent;
  /** As it was read; absent if nothing was stored. */
  readonly previous?: StoredConsent | undefined;
  /** The same write has this text sent to the number. */
  readonly answer?: DecisionAnswer | undefined;
  /** The change was made in this call. */
  readonly call?: { readonly integration: Integration; readonly callId: string } | undefined;
}

/** Keeps whether numbers get text messages. All methods fail as those of `RequestStore` do. */
export interface ConsentStore {
  /** Strongly consistent. */
  get(accountId: string, phone: string, deadline: Deadline): Promise<StoredConsent | undefined>;
  /** `contended` and `erased` mean the same as in `CustomerStore`. */
  put(change: ConsentChange, deadline: Deadline): Promise<CustomerStored>;
}

/** Remembers for a week which messages of people and deliveries were handled, by their ids. */
export interface HandledTexts {
  /** True if any of the ids was handled. Strongly consistent; fails with `StorageUnavailable`. */
  includes(accountId: string, ids: readonly string[], deadline: Deadline): Promise<boolean>;
  /** Fails as writes do. */
  add(accountId: string, ids: readonly string[], deadline: Deadline): Promise<void>;
}

export interface CurrentAccountReader {
  /** Returns an account as stored now, or the known object if unchanged. Fails with `StorageUnavailable`. */
  current(known: Account, deadline: Deadline): Promise<Account>;
}

export type ReportKept = 'stored' | 'erased' | 'over_limit';

export interface CallStore {
  /** Returns how a call has ended so far; undefined if nothing is stored. Strongly consistent. */
  outcome(call: CallKey, deadline: Deadline): Promise<CallOutcome | undefined>;
  /**
   * Keeps one report of a call. Different reports of one call are kept side by side; a repeat changes nothing. Nothing
   * is stored if the call or the caller was erased within the last 30 days (`erased`) or the call has too many reports
   * (`over_limit`).
   */
  put(report: NewReport, callRetentionDays: number, deadline: Deadline): Promise<ReportKept>;
}

export interface NewLead {
  readonly request: DispatchRequest;
  /** SHA-256 in hex, the same for the same delivery in any order of keys. */
  readonly deliveryDigest: string;
  /** Absent if the lead has no valid number. */
  readonly number?: NumberOfLead | undefined;
  /** Enters a new alert at its number. The write fails if another alert was entered since. */
  readonly alert?: NumberEntry | undefined;
  /** The number's open leads, if they were counted. If they weren't, `MAX_LEADS` or more refuse the write. */
  readonly open?: number | undefined;
}

/** Another request for this number may be stored concurrently. */
export interface NumberOfLead {
  /** E.164 */
  readonly phone: string;
  /** A booking of the number and service since then (ISO 8601, UTC) takes up the lead; absent if none may. */
  readonly bookedSince?: string | undefined;
}

/** A number may have this many open leads. */
export const MAX_LEADS = 20;

/** Only `stored` has written anything. */
export type LeadStored =
  | 'stored'
  /** The same delivery to the account was stored within the last 24 hours. */
  | 'duplicate'
  /** A parallel write has changed what the lead depends on. */
  | 'contended';

/** All methods fail as those of `RequestStore` do. */
export interface LeadStore {
  /** `many`: the number's open leads must be counted. `bookedAs`: a booking takes up the lead. */
  put(lead: NewLead, deadline: Deadline): Promise<LeadStored | 'many' | { readonly bookedAs: string }>;
  /** Stores the next state of a request to which a lead was added, with the lead's delivery. */
  add(lead: NewLead, change: Pick<Change, 'next' | 'previous'>, deadline: Deadline): Promise<LeadStored>;
  /** Returns the id of the request that a delivery was stored as. Strongly consistent. */
  storedAs(lead: NewLead, deadline: Deadline): Promise<string>;
  /** Finds the open requests of a number (E.164), the newest first, at most 32. Eventually consistent. */
  openOf(accountId: string, phone: string, deadline: Deadline): Promise<readonly DispatchRequest[]>;
}

/** The next page of the queue starts after this place. */
export interface QueuePlace {
  readonly dispatchRequestId: string;
  readonly queueOrder: string;
}

export interface QueuePageRequest {
  readonly limit: number;
  /** Only this group; absent for all. */
  readonly group?: QueueGroup | undefined;
  readonly after?: QueuePlace | undefined;
}

export interface OpenPageRequest extends QueuePageRequest {
  /** The page ends with this group; absent to read all groups. */
  readonly through?: QueueGroup | undefined;
}

export interface QueuePage {
  readonly requests: readonly DispatchRequest[];
  /** Present if there may be more. */
  readonly next?: QueuePlace | undefined;
}

/** Reads the open requests of an account. Eventually consistent; fails with `StorageUnavailable`. */
export interface QueueReader {
  /** Lists the requests that wait for a person, in order. */
  page(accountId: string, page: QueuePageRequest, deadline: Deadline): Promise<QueuePage>;
  /** Lists open requests: those that wait for a person, then those with an appointment by its start. */
  open(accountId: string, page: OpenPageRequest, deadline: Deadline): Promise<QueuePage>;
  /** Counts the requests that wait in each group. */
  counts(accountId: string, deadline: Deadline): Promise<Readonly<Record<QueueGroup, number>>>;
}

/** What a search found, the newest first. */
export interface Found {
  readonly requests: readonly DispatchRequest[];
  readonly customers: readonly Customer[];
  readonly calls: readonly CallEntry[];
  /** True if more may match than was read. */
  readonly isMore: boolean;
}

export interface SearchReader {
  /**
   * Finds requests, customers and reported calls of an account, without calls past their retention at `now` (epoch
   * milliseconds). What was stored in the last second may be missing; what is found is as stored. Fails with
   * `StorageUnavailable`.
   */
  find(accountId: string, query: SearchQuery, now: number, deadline: Deadline): Promise<Found>;
}

export interface SearchIndex {
  /** Lets a stored item be found, by a record of the table's stream. Fails as single writes do. */
  follow(record: unknown, deadline: Deadline): Promise<void>;
}

/**
 * Keeps which pages are open. Writes fail with `StorageUnavailable` or `OutcomeUnknown`, the list with
 * `StorageUnavailable`.
 */
export interface LiveStore {
  putTicket(ticket: LiveTicket, deadline: Deadline): Promise<void>;
  /** Removes a ticket and returns it, so that nobody uses it twice; undefined if there is none. */
  takeTicket(ticketId: string, deadline: Deadline): Promise<LiveTicket | undefined>;
  connect(connection: LiveConnection, deadline: Deadline): Promise<void>;
  disconnect(connectionId: string, deadline: Deadline): Promise<void>;
  /** Lists the connections that get hints at `now` (epoch milliseconds). One of the last second may be missing. */
  ofAccount(accountId: string, now: number, deadline: Deadline): Promise<readonly LiveConnection[]>;
}

export type ReminderKind = 'escalation' | 'callback';

/**
 * Reads stored calls for people. Lists omit calls past their retention at `now` (epoch milliseconds), because DynamoDB
 * deletes late. Eventually consistent; fails with `StorageUnavailable`.
 */
export interface CallLists {
  /** Lists at most `limit` calls before a place, newest first, with `next` if there may be more. */
  page(
    accountId: string,
    page: { readonly limit: number; readonly after?: CallPlace | undefined; readonly now: number },
    deadline: Deadline,
  ): Promise<{ readonly calls: readonly CallEntry[]; readonly next?: CallPlace | undefined }>;
  /** Lists unbooked calls (`isUnbookedFromNumber`) whose first event came at or after an ISO instant, newest first. */
  unbooked(accountId: string, from: string, now: number, deadline: Deadline): Promise<readonly CallEntry[]>;
  /** Lists calls from a number (E.164), newest first. */
  ofCaller(accountId: string, phone: string, now: number, deadline: Deadline): Promise<readonly CallEntry[]>;
  /** Returns the merged reports of a call with the requests that were made in it; undefined if nothing is stored. */
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

/** Represents a due request by what an index has of it. */
export interface Due {
  readonly dispatchRequestId: string;
  /** Throws if this release can't read it. */
  read(): DispatchRequest;
}

/** Lists requests by the time at which people must be reminded of them. Eventually consistent. */
export interface Reminders {
  /** Returns the accounts with a reminder of a kind that is due at an ISO instant. */
  accounts(kind: ReminderKind, now: string, deadline: Deadline): Promise<readonly string[]>;
  /** Yields an account's requests that are due at an ISO instant, in the order in which they became due. */
  due(kind: ReminderKind, accountId: string, now: string, deadline: Deadline): AsyncIterator<Due>;
}

export interface Holders {
  readonly requests: readonly DispatchRequest[];
  readonly blocks: readonly Block[];
}

/** Reads days for people. Fails with `StorageUnavailable`. */
export interface DayReader {
  /** Reads requests and blocks by id, strongly consistent. Omits deleted ones. */
  holders(ids: readonly string[], deadline: Deadline): Promise<Holders>;
  /** Finds requests whose last appointment was on a date and that no longer claim time. Eventually consistent. */
  releasedOn(accountId: string, date: LocalDate, deadline: Deadline): Promise<readonly DispatchRequest[]>;
}

export interface AccountReader {
  /** Finds the account that an external id or number belongs to, with two reads in sequence. */
  byOrigin(kind: FoundBy, externalId: string, deadline?: Deadline): Promise<StoredAccount | undefined>;
  /** Like `byOrigin`, fails with `StorageUnavailable` if the table can't be read in time. */
  byId(accountId: string): Promise<StoredAccount | undefined>;
}

/** Each write is conditional on the previous version. */
export type StoredAccount = Account & { readonly version: number };

/** Unlike indexes, a number's item is strongly consistent, so that concurrent requests see each other. */
export interface Recent {
  /** Incremented by each write. */
  readonly version: number;
  /** The last booking of each service, by the id of the service. */
  readonly booked: Readonly<Record<string, RecentRequest>>;
  readonly lead?: RecentRequest | undefined;
  /** Counts the leads that were stored for the number since its open ones were counted. */
  readonly leads?: number | undefined;
  /** The number's last emergencies of which people were alerted, by who reported them and of which danger. */
  readonly alerts?: Readonly<Record<string, RecentRequest>> | undefined;
}

/** Says when a request was booked or received: ISO 8601, UTC. */
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

/** A platform knows an account by this id or number. */
export interface Origin {
  readonly kind: FoundBy;
  readonly externalId: string;
  /** A path in the account's document, such as `origins.crm[0]`. */
  readonly path: string;
}

/** All methods fail as those of `RequestStore` do. */
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
