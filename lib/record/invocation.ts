import type { Account } from '../accounts/account.ts';
import type { Integration } from '../platforms/index.ts';
import { derivedId, dispatchRequestIdFrom } from './ids.ts';
import type { ChangedBy, DispatchRequest } from './request.ts';

/** Identifies a call. Its id alone is not enough: the same id with another number is another call. */
export interface CallIdentity {
  readonly account: Account;
  readonly integration: Integration;
  /** Absent if the platform names no call. */
  readonly callId?: string | undefined;
  /** The platform reports this as the caller's number, E.164. */
  readonly caller?: string | undefined;
}

/** Says who invokes a function and when, and which fields need a review. */
export interface InvocationContext extends CallIdentity {
  /** A fingerprint of this invocation of the function. */
  readonly invocation?: string | undefined;
  /** Names fields that could not be stored as received; a person should look at them. */
  readonly review: readonly string[];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Returns the parts that the ids of all requests of a call share. */
export const idPartsOf = (
  kind: string,
  { account, integration, caller = '' }: CallIdentity,
): readonly string[] => [kind, account.accountId, integration, caller];

export function isMadeInCall(request: DispatchRequest, call: CallIdentity): boolean {
  const { account, integration, callId, caller } = call;
  return (
    callId !== undefined &&
    request.accountId === account.accountId &&
    request.source === integration &&
    request.callId === callId &&
    request.caller === caller
  );
}

/** Returns the id of the call's booking for a service. Its claims never block that call. */
export function callBookingId(call: CallIdentity, serviceId: string): string | undefined {
  const { callId } = call;
  return callId === undefined
    ? undefined
    : dispatchRequestIdFrom([...idPartsOf('booking', call), callId, serviceId]);
}

/** Returns a call's name in a request's history. */
export function callOf({
  integration,
  callId,
}: Pick<InvocationContext, 'integration' | 'callId'>): string | undefined {
  return callId === undefined ? undefined : `${integration}:${callId}`;
}

/** Makes the caller the actor of a change. */
export function changedByCaller(
  invocationContext: Pick<InvocationContext, 'integration' | 'callId' | 'invocation' | 'now'>,
): ChangedBy {
  return {
    by: 'caller',
    now: invocationContext.now,
    callId: callOf(invocationContext),
    invocation: invocationContext.invocation,
  };
}

/** Returns the id of a call's emergency without a known service. */
export function emergencyId(call: CallIdentity, canonicalArguments: string): string {
  return onlyIdOf('emergency', call, canonicalArguments);
}

export function messageId(call: CallIdentity, canonicalArguments: string): string {
  return onlyIdOf('message', call, canonicalArguments);
}

/** Returns the id of the call's request for a visit outside the company's areas. */
export function declinedId(call: CallIdentity, canonicalArguments: string): string {
  return onlyIdOf('declined', call, canonicalArguments);
}

/** Returns the id of the only request of its kind that a call makes. */
function onlyIdOf(kind: string, call: CallIdentity, canonicalArguments: string): string {
  const { callId } = call;
  const key = callId === undefined ? ['arguments', canonicalArguments] : ['call', callId];
  return dispatchRequestIdFrom([...idPartsOf(kind, call), ...key]);
}

/** Names a function call whose answer is kept, by digests. */
export interface AnswerKey {
  readonly accountId: string;
  /** A digest of the number that called, or of the call if its number is withheld. */
  readonly callerId: string;
  /** A digest of the call and the invocation. */
  readonly invocationId: string;
}

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
