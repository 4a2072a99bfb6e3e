import type { Integration } from '../platforms/index.ts';
import { derivedId } from './ids.ts';
import type { AnswerKey } from './ports.ts';

/** A function call: the call that made it, and the fingerprint of the invocation. */
interface AnsweredCall {
  readonly accountId: string;
  readonly integration: Integration;
  readonly callId?: string | undefined;
  /** The number that the platform reports as the caller's, E.164. */
  readonly caller?: string | undefined;
  readonly invocation: string;
}

/** The key of a function call's answer. */
export const answerKeyOf = ({
  accountId,
  integration,
  callId = '',
  caller,
  invocation,
}: AnsweredCall): AnswerKey => ({
  accountId,
  callerId: caller === undefined ? hiddenCallerId(`${integration}:${callId}`) : callerIdOf(caller),
  invocationId: derivedId('in', [integration, callId, invocation]),
});

export const callerIdOf = (phone: string): string => derivedId('cl', ['number', phone]);

/**
 * The digest that answers to a call with a withheld number are kept by. The call is named `<integration>:<call
 * id>`.
 */
export const hiddenCallerId = (call: string): string => derivedId('cl', ['call', call]);
