import type { Account, Danger } from '../accounts/account.ts';
import type { BookingDependencies } from '../booking/booking-facts.ts';
import type { Integration } from '../platforms/index.ts';
import type { Remembered } from '../record/memory.ts';
import type { AnswerStore, ConsentStore, CustomerStore, Deadline, MemoryStore } from '../record/ports.ts';
import type { DispatchRequest } from '../record/request.ts';
import type { Words } from '../wording/index.ts';
import type { Message } from './message.ts';
import type { Ignored, Repair } from './results.ts';

/** What became of the caller's decision about texts. */
export type TextDecision = Promise<'stored' | 'failed'>;

export interface CallContext {
  readonly account: Account;
  readonly words: Words;
  readonly integration: Integration;
  readonly callId?: string | undefined;
  /** The caller's number as the platform reports it, E.164; absent if it is not a phone number. */
  readonly caller?: string | undefined;
  /** Fingerprint of this invocation, if the platform identifies it. */
  readonly invocation?: string | undefined;
  /** The danger that the caller reports in this function call. */
  readonly danger?: Danger | undefined;
  /** What becomes of the caller's decision about texts, which is stored beside the function. */
  readonly decided?: TextDecision | undefined;
  /** When the request came, in milliseconds since the epoch. */
  readonly now: number;
  readonly deadline: Deadline;
  /**
   * Reads what earlier functions of the call were told, and an interrupted call that this one continues. Reads once,
   * when it is first called, and never fails: what can't be read isn't known.
   */
  readonly remembered: () => Promise<Remembered>;
}

export interface VoiceDependencies extends BookingDependencies {
  readonly customers: CustomerStore;
  readonly answers: AnswerStore;
  readonly memory: MemoryStore;
  readonly consents: ConsentStore;
  /** Called when something can't be remembered. */
  readonly onMemoryFault: () => void;
}

/** All results have these fields; `lib/voice/results.ts` has a schema for each result. */
export interface FunctionResult {
  /** What the agent says; `run-function.ts` makes it one text. */
  readonly message: Message;
  /** Why the function did not do what was asked. */
  readonly reason?: string | undefined;
  /** The number of the person who takes over; null if nobody can. */
  readonly transferTo?: string | null | undefined;
  /** What the model should do next. */
  readonly nextStep?: string | undefined;
  /** The fee of a visit, as in the message. */
  readonly fee?: string | undefined;
  readonly ignored?: readonly Ignored[] | undefined;
  /** How the model can repair the function call. */
  readonly repair?: Repair | undefined;
}

/** `duplicate` means that the change was already stored. */
export type Effect = 'booked' | 'moved' | 'updated' | 'canceled' | 'noted' | 'held' | 'duplicate';

export interface ResultWithEffect<Result extends FunctionResult> {
  readonly result: Result;
  readonly effect?: Effect | undefined;
  /** The request that the function stored, or found as asked. */
  readonly request?: DispatchRequest | undefined;
}

export type Answer<Result extends FunctionResult> = Result | ResultWithEffect<Result>;

/** Takes arguments as their schema reads them, and returns the result that another schema describes. */
export type VoiceFunction<Arguments, Result extends FunctionResult> = (
  args: Arguments,
  context: CallContext,
  deps: VoiceDependencies,
) => Promise<Answer<Result>> | Result;

/**
 * Returns the digest under which an invocation stores the danger that it reports. The digest differs from the
 * invocation's own, so that neither request is taken for a repeat of the other.
 */
export function dangerInvocation({ invocation }: Pick<CallContext, 'invocation'>): string | undefined {
  return invocation && `${invocation}-danger`;
}
