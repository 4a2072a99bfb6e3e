import type { Account } from '../accounts/account.ts';
import type { Integration } from '../platforms/index.ts';
import type { Occupancy } from '../scheduling/day.ts';
import type { Span } from '../scheduling/work-time.ts';
import type { Block } from './blocks/block.ts';
import type { ContactDetails } from './customers/contact-fields.ts';
import type { CallEvent, Customer, DispatchRequest } from './requests/request.ts';

/** Epoch milliseconds by which an answer must be out. */
export type Deadline = number;

/** A request's next state. Claims are taken and released as the two states differ. */
export interface Change {
  readonly next: DispatchRequest;
  /** The state that was decided on; absent for a new request. The write holds only if it still stands. */
  readonly previous?: DispatchRequest | undefined;
  /** What the change tells about the customer, who is created or updated with it. */
  readonly customer?: CustomerDetails | undefined;
}

/** What became of a change. Only `stored` has written anything. */
export type ChangeResult =
  | { readonly kind: 'stored' }
  /** The request is no longer in the state that was decided on. */
  | { readonly kind: 'changed'; readonly current: DispatchRequest | undefined }
  /** Another request holds a bucket of the claim. */
  | { readonly kind: 'slot_lost' }
  /** Another transaction was at work on the same items; nobody knows yet who wins. */
  | { readonly kind: 'contended' };

/** All fail with `StorageUnavailable`; writes whose outcome can't be settled with `OutcomeUnknown`. */
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
   * Of a customer, with an appointment that starts at or after an ISO instant: it stands, is on hold or was canceled.
   * Eventually consistent.
   */
  withAppointmentOf(
    accountId: string,
    phone: string,
    from: string,
    deadline: Deadline,
  ): Promise<readonly DispatchRequest[]>;
  commit(change: Change, deadline: Deadline): Promise<ChangeResult>;
}

export interface ScheduleStore {
  /** Who holds which buckets of a span of time, and nothing outside it. Strongly consistent. */
  occupancy(accountId: string, span: Span, deadline: Deadline): Promise<Occupancy>;
}

/** Blocks of technicians' time. Fails as `RequestStore` does. */
export interface BlockStore {
  /** Strongly consistent. */
  get(blockId: string, deadline: Deadline): Promise<Block | undefined>;
  /** Of an account, those that end after an ISO instant, in order of their start. Eventually consistent. */
  list(accountId: string, after: string, deadline: Deadline): Promise<readonly Block[]>;
  /** Claims the block's time and keeps it, or does neither. `lost`: it is there, or some of its time is not free. */
  put(block: Block, deadline: Deadline): Promise<'stored' | 'lost'>;
  /** Releases what the block claims and removes it, or does neither. `lost`: it is not as it was read. */
  remove(block: Block, deadline: Deadline): Promise<'stored' | 'lost'>;
}

export interface CustomerDetails extends ContactDetails {
  readonly accountId: string;
  /** E.164 */
  readonly phone: string;
}

export interface CustomerStore {
  get(accountId: string, phone: string, deadline: Deadline): Promise<Customer | undefined>;
  /** Creates the customer or updates what is given. */
  put(details: CustomerDetails, deadline: Deadline): Promise<{ customerId: string; created: boolean }>;
}

export interface AccountStore {
  /**
   * An account as it is stored now; the very one that is known if it has not changed. Strongly consistent. Fails with
   * `StorageUnavailable`.
   */
  current(known: Account, deadline: Deadline): Promise<Account>;
}

export interface CallStore {
  /**
   * Keeps one report of a call. Reports of one event are kept side by side; a plain repeat changes nothing. `erased`: the
   * call, or whoever called, was erased within 30 days, and nothing was stored.
   */
  put(event: CallEvent, retentionDays: number, deadline: Deadline): Promise<'stored' | 'erased'>;
}
