import type { PageLink } from '../link.ts';
import type { Deadline } from '../ports.ts';
import type { DispatchRequest } from '../request.ts';
import type { OutboxMessage } from './message.ts';
import type { Notice, NoticeKind, NoticeMemory } from './notice.ts';

/** Messages that are stored together, each once: one whose id is known is not stored again. */
export interface NewMessages {
  readonly messages: readonly OutboxMessage[];
  /** The links that they carry. */
  readonly links?: readonly PageLink[] | undefined;
}

/** What is made of a notice. */
export interface Plan extends NewMessages {
  readonly notice: Notice;
  /** These messages were due when they were read, and are no longer to be sent. */
  readonly superseded: readonly OutboxMessage[];
  readonly memory: NoticeMemory;
}

/** The next state of a message. The write succeeds only if the message is as it was read. */
export interface MessageChange extends NewMessages {
  readonly next: OutboxMessage;
  readonly previous: OutboxMessage;
  /** The same write raises an urgent notice of the message's request, because a person was not reached. */
  readonly raises?: boolean | undefined;
  /**
   * The same write remembers what a carrier said of the recipient's number: that texts can't reach it, or that its owner
   * ended them.
   */
  readonly refused?: RefusedNumber | undefined;
}

export type RefusedNumber = 'landline' | 'opted_out';

/** A message is handed over only if all of this still holds. */
export interface Claim extends Pick<MessageChange, 'next' | 'previous'> {
  /** The request as it was read. */
  readonly request?: DispatchRequest | undefined;
  /** The customer must still consent to texts. */
  readonly needsConsent: boolean;
  /** The message says how to end texts, because it is the first to its number. */
  readonly isFirst: boolean;
}

/** `changed`: the message is not as it was read. `outdated`: its request or the recipient's consent has changed. */
export type ClaimResult = 'stored' | 'changed' | 'outdated' | 'contended';

/** Lists continue after this place. */
export interface MessagePlace {
  readonly messageId: string;
  readonly createdAt: string;
}

/** All methods fail with `StorageUnavailable`; writes whose outcome is unknown fail with `OutcomeUnknown`. */
export interface Outbox {
  /** Strongly consistent. */
  get(messageId: string, deadline: Deadline): Promise<OutboxMessage | undefined>;
  /** Lists at most `limit` messages of an account before a place, newest first. Eventually consistent. */
  page(
    accountId: string,
    page: { readonly limit: number; readonly after?: MessagePlace | undefined },
    deadline: Deadline,
  ): Promise<{ readonly messages: readonly OutboxMessage[]; readonly next?: MessagePlace | undefined }>;
  /** Lists the messages that speak of a request, newest first. Eventually consistent. */
  ofRequest(
    accountId: string,
    dispatchRequestId: string,
    deadline: Deadline,
  ): Promise<readonly OutboxMessage[]>;
  /** Lists the last 50 messages to a number or an address, newest first. Eventually consistent. */
  ofRecipient(accountId: string, to: string, deadline: Deadline): Promise<readonly OutboxMessage[]>;
  /** Stores new messages, at most 40. Repeating it is safe. */
  add(made: NewMessages, deadline: Deadline): Promise<void>;
  /** True for the message that says how to end texts, and as long as there is none. Strongly consistent. */
  isFirstText(message: OutboxMessage, deadline: Deadline): Promise<boolean>;
  claim(claim: Claim, deadline: Deadline): Promise<ClaimResult>;
  change(change: MessageChange, deadline: Deadline): Promise<'stored' | 'changed' | 'contended'>;
}

export interface Notices {
  /** Strongly consistent. */
  get(dispatchRequestId: string, kind: NoticeKind, deadline: Deadline): Promise<Notice | undefined>;
  /** `contended`: the request has changed meanwhile, or a message to supersede was handed over. */
  plan(plan: Plan, deadline: Deadline): Promise<'stored' | 'contended'>;
  /**
   * Raises the notice of a visit that has not changed, because its customer may be told from an ISO instant on. Repeating
   * it is safe.
   */
  raiseUnchanged(request: DispatchRequest, at: string, deadline: Deadline): Promise<void>;
}

/** In the order in which the minute function works them off. */
export const dueKinds = ['urgent', 'alert', 'handover', 'consent', 'visit', 'freed', 'text'] as const;
export type DueKind = (typeof dueKinds)[number];

/** What is due, by an index. Eventually consistent. */
export interface DueItems {
  /** Returns the accounts with something of a kind that is due at an ISO instant. */
  accounts(kind: DueKind, now: string, deadline: Deadline): Promise<readonly string[]>;
  /**
   * Yields the ids of requests with a due notice (`urgent`, `visit`), numbers (E.164) with a decision to follow (`consent`),
   * names of times to offer (`freed`), or the ids of due messages, in the order of their times.
   */
  due(kind: DueKind, accountId: string, now: string, deadline: Deadline): AsyncIterator<string>;
}

/** Whether numbers may be texted, as messages need to know it. Fails as `Outbox` does. */
export interface TextConsents {
  /** Strongly consistent. Undefined if nobody has decided. */
  get(
    accountId: string,
    phone: string,
    deadline: Deadline,
  ): Promise<{ readonly sms: boolean; readonly landline?: boolean | undefined } | undefined>;
}
