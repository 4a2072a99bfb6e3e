import type { Integration } from '../platforms/index.ts';
import { derivedId } from './ids.ts';
import type { AnswerKey } from './ports.ts';

interface AnsweredCall {
  readonly accountId: string;
  readonly integration: Integration;
  readonly callId?: string | undefined;
  /** The number that the platform reports as the caller's, E.164. */
  readonly caller?: string | undefined;
  readonly invocation: string;
}

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

/** Returns the digest that identifies a withheld caller by the call, named `<integration>:<call id>`. */
export const hiddenCallerId = (call: string): string => derivedId('cl', ['call', call]);
