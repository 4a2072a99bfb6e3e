import type { Actor } from './request.ts';

/** Says who decided whether a number gets text messages. A reply is a text; a carrier refuses for the number's owner. */
export type Decider = 'caller' | 'crm' | 'reply' | 'link' | 'carrier';

/** Says whether the owner of a number wants text messages. It belongs to the number, with or without a record. */
export interface Consent {
  readonly sms: boolean;
  /** When it was decided: ISO 8601, UTC. */
  readonly at: string;
  /** A `Decider` or an `Actor`. Stored data may be older than the type. */
  readonly by: string;
  /** The call in which the caller decided. */
  readonly callId?: string | undefined;
  /** The words in which it was decided. */
  readonly words?: string | undefined;
  /** True if texts can't reach the number. */
  readonly landline?: boolean | undefined;
}

/** A stored decision, with fingerprints of the invocations or texts that decided, newest last. */
export interface StoredConsent extends Consent {
  readonly invocations: readonly string[];
}

/** Returns a decision as people see it. */
export const shownConsent = ({ sms, at, by, callId, words, landline }: Consent): Consent => ({
  ...{ sms, at, by, callId, words, landline },
});

/** True if a number gets text messages. */
export const mayText = (consent: Pick<Consent, 'sms' | 'landline'> | undefined): boolean =>
  consent?.sms === true && consent.landline !== true;

/** Decisions may have this many UTF-16 units of words. */
const MAX_WORDS = 300;

/** A decision about a number (E.164) of an account. */
export interface Decision {
  readonly accountId: string;
  readonly phone: string;
  readonly sms: boolean;
  readonly by: Decider | Actor;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly callId?: string | undefined;
  readonly words?: string | undefined;
  /** They asked for no more texts, so they expect some. */
  readonly isAsked?: boolean | undefined;
  /** Identifies the invocation or text, so that a late repeat decides nothing anew. */
  readonly invocation?: string | undefined;
}

/**
 * Returns what stands after a decision: the same object if it repeats what stands, undefined if it doesn't count. A late
 * repeat doesn't, nor does a form that would undo what somebody decided who answers for the number.
 */
export function consentAfter(before: StoredConsent | undefined, decision: Decision): Consent | undefined {
  const { sms, by, now, callId, words, invocation } = decision;
  if (before !== undefined) {
    if (invocation !== undefined && before.invocations.includes(invocation)) return undefined;
    if (before.sms === sms) return before;
    // Anyone can fill in a form with another person's number.
    if (by === 'crm' && sms && before.by !== 'crm') return undefined;
  }
  return {
    ...{ sms, at: new Date(now).toISOString(), by, callId },
    words: words?.slice(0, MAX_WORDS).toWellFormed(),
    landline: before?.landline,
  };
}

/** A number that ends its texts gets one more, and one that begins them by a text. */
export type DecisionAnswer = 'stopped' | 'started';

/** A decision that something is to be done about. */
export interface DueDecision {
  /** It is confirmed by this text. */
  readonly answer?: DecisionAnswer | undefined;
  /** The number may be texted from now on, so that its visits are told. */
  readonly begins: boolean;
  /** When it was decided: ISO 8601, UTC. */
  readonly at: string;
  /** Tells the decision from all others. */
  readonly key: string;
}

/** Reads what is to be done about decisions. All methods fail as those of `ConsentStore` do. */
export interface DueDecisions {
  /** Strongly consistent. */
  get(accountId: string, phone: string, deadline: number): Promise<DueDecision | undefined>;
  /** Nothing more is to be done about the decision of that time (ISO 8601, UTC). */
  done(accountId: string, phone: string, at: string, deadline: number): Promise<void>;
}

/** True if a number may be texted from now on. */
export const beginsTexts = (before: Consent | undefined, after: Consent): boolean =>
  after.sms && before?.sms !== true;

/** Returns the text that confirms a new decision; undefined if nothing began or ended. */
export function answerTo(
  before: Consent | undefined,
  { sms, by, isAsked = by === 'reply' }: Decision,
): DecisionAnswer | undefined {
  if (before?.sms === sms || before?.landline === true || by === 'carrier') return undefined;
  if (sms) return by === 'reply' ? 'started' : undefined;
  return before?.sms === true || isAsked ? 'stopped' : undefined;
}
