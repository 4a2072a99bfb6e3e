import type { Account } from '../accounts/account.ts';
import { mapFields } from '../map-fields.ts';
import type { Integration, VoicePlatform } from '../platforms/index.ts';
import { callbacksOf } from './attention.ts';
import { derivedId, dispatchRequestIdFrom } from './ids.ts';
import {
  type ChangedBy,
  type DispatchRequest,
  hasActiveAppointment,
  type Scheduled,
  type StatusChange,
} from './request.ts';

/** Identifies a call. Its id alone is not enough: the same id with another number is another call. */
export interface CallIdentity {
  readonly account: Account;
  /** Text messages are of no call. */
  readonly integration: Integration | 'text';
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

/** Names a function call among those of all calls; undefined if the platform names no call. */
export function functionCallOf(
  context: Pick<InvocationContext, 'integration' | 'callId' | 'invocation'>,
): string | undefined {
  const call = callOf(context);
  return call === undefined ? undefined : `${call}#${context.invocation ?? ''}`;
}

/** True if the same call made both function calls. */
export const isSameCall = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && one.replace(/#[^#]*$/, '') === other.replace(/#[^#]*$/, '');

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
}

export function answerKeyOf(call: AnsweredCall & { readonly invocation: string }): AnswerKey {
  const { accountId, integration, callId = '', invocation } = call;
  const invocationId = derivedId('in', [integration, callId, invocation]);
  return { accountId, callerId: callerIdIn(call), invocationId };
}

/** Names the memory of a call by digests. */
export interface MemoryKey {
  readonly accountId: string;
  /** A digest as in `AnswerKey`. */
  readonly callerId: string;
  readonly callId: string;
  /** True if the platform reports the caller's number: only then the next call may continue this one. */
  readonly isOfNumber: boolean;
}

/** Returns the key of a call's memory; undefined if the platform names no call. */
export function memoryKeyOf(call: AnsweredCall): MemoryKey | undefined {
  const { accountId, integration, callId, caller } = call;
  if (callId === undefined) return undefined;
  const isOfNumber = caller !== undefined;
  return {
    accountId,
    callerId: callerIdIn(call),
    callId: derivedId('me', [integration, callId]),
    isOfNumber,
  };
}

const callerIdIn = ({ integration, callId = '', caller }: AnsweredCall): string =>
  caller === undefined ? hiddenCallerId(`${integration}:${callId}`) : callerIdOf(caller);

export const callerIdOf = (phone: string): string => derivedId('cl', ['number', phone]);

/** Returns the digest that identifies a withheld caller by the call, named `<integration>:<call id>`. */
export const hiddenCallerId = (call: string): string => derivedId('cl', ['call', call]);

export interface Call {
  readonly callId?: string | undefined;
  /** Distinct ids, most relevant first, which identify the account. */
  readonly agentIds: readonly string[];
  /** As reported, not yet validated. */
  readonly caller?: string | undefined;
  /** Identifies a function's invocation, so that a late retry is recognized. */
  readonly invocationId?: string | undefined;
}

/** Storing the report adds its activity to the call. */
export interface NewReport extends StoredReport {
  readonly activity: CallActivity;
}

export type CallReport = Omit<NewReport, 'integration' | 'accountId' | 'receivedAt'>;

/** Each text of a report may have this many UTF-16 units in one item; only the transcript may be longer. */
export const MAX_SUMMARY = 20_000;
export const MAX_REASON = 200;
export const MAX_CALLER = 100;

export interface StoredReport {
  readonly integration: Integration;
  readonly callId: string;
  readonly event: string;
  readonly accountId: string;
  readonly receivedAt: string;
  readonly agentId?: string | undefined;
  readonly caller?: string | undefined;
  readonly startedAt?: string | undefined;
  readonly endedAt?: string | undefined;
  readonly endedReason?: string | undefined;
  readonly transcript?: string | undefined;
  readonly recordingUrl?: string | undefined;
  readonly summary?: string | undefined;
}

export interface MergedCall extends Omit<StoredReport, 'event' | 'receivedAt'> {
  /** Distinct reported events, in order of arrival. */
  readonly events: readonly string[];
}

const reported = [
  ...['agentId', 'caller', 'startedAt', 'endedAt', 'endedReason', 'transcript', 'recordingUrl', 'summary'],
] as const;

/** Merges a call's reports; undefined if there are none. Longer texts win, in whatever order they arrive. */
export function mergeReports(reports: readonly StoredReport[]): MergedCall | undefined {
  const [first] = reports;
  if (first === undefined) return undefined;
  return {
    integration: first.integration,
    callId: first.callId,
    accountId: first.accountId,
    events: [...new Set(reports.map(({ event }) => event))],
    ...mapFields(reported, (field) => richest(reports.map((report) => report[field]))),
  };
}

/** Returns the longest text; of equally long ones, the first in sort order. */
function richest(values: readonly (string | undefined)[]): string | undefined {
  const given = values.filter((value) => value !== undefined);
  return given.sort((a, b) => b.length - a.length || (a < b ? -1 : 1))[0];
}

export const callOutcomes = [
  'booked',
  'moved',
  'canceled',
  'emergency',
  'message',
  'transferred',
  'answered',
  // A dispatcher took down a job from the call.
  'taken_down',
  'unbooked',
  'silent',
] as const;
export type CallOutcome = (typeof callOutcomes)[number];

/** A call can have these effects on a request. The first of them that a call had decides its outcome. */
export const callEffects = ['emergency', 'booked', 'moved', 'canceled', 'message', 'taken_down'] as const;
export type CallEffect = (typeof callEffects)[number];

export interface CallActivity {
  /** Distinct names, as on platform one. */
  readonly functions: readonly string[];
  /** Distinct services for which the caller wanted free times or a booking. */
  readonly services: readonly string[];
  /** Distinct requested days, as `YYYY-MM-DD`, `YYYY-MM-DD to YYYY-MM-DD` or in the caller's words. */
  readonly dates: readonly string[];
  readonly transferred: boolean;
  /** True if the agent replied to something that the caller said. */
  readonly isReplied: boolean;
}

/** A call's outcome depends on these facts alone, in whatever order reports and requests are stored. */
export interface CallFacts extends CallActivity {
  readonly callEffects: readonly (CallEffect | undefined)[];
}

export function callOutcomeOf({
  callEffects: done,
  functions,
  services,
  transferred,
  isReplied,
}: CallFacts): CallOutcome {
  const effect = callEffects.find((kind) => done.includes(kind));
  if (effect !== undefined) return effect;
  if (transferred) return 'transferred';
  if (services.length > 0) return 'unbooked';
  return isReplied || functions.length > 0 || done.length > 0 ? 'answered' : 'silent';
}

interface CallChange {
  readonly integration: string;
  readonly callId: string;
  /** Undefined if the change adds nothing to the call's earlier changes. */
  readonly effect: CallEffect | undefined;
}

/** Returns the effect of a change with its call; undefined if the change was not made in a call. */
export function callChangeOf(
  next: DispatchRequest,
  previous: DispatchRequest | undefined,
): CallChange | undefined {
  const line = next.history.at(-1);
  if (line === undefined || line === previous?.history.at(-1)) return undefined;
  const [integration, ...callId] = (line.callId ?? '').split(':');
  if (integration === undefined || callId.length === 0) return undefined;
  return { integration, callId: callId.join(':'), effect: effectOf(next, previous, line) };
}

function effectOf(
  next: DispatchRequest,
  previous: DispatchRequest | undefined,
  { callId, kind }: StatusChange,
): CallEffect | undefined {
  if (next.kind === 'message') return 'message';
  if (kind === 'taken_down') return 'taken_down';
  if (next.status === 'canceled') return 'canceled';
  // If the account books emergencies, the write that reports one may also give it an appointment.
  if (next.urgency === 'emergency' && (kind === 'emergency' || kind === 'more_about_emergency'))
    return 'emergency';
  const isBookedHere = next.history.some(isBookingIn(callId));
  if (hasActiveAppointment(next)) {
    if (!hasActiveAppointment(previous)) return 'booked';
    if (isMoved(next, previous)) return isBookedHere ? 'booked' : 'moved';
  }
  // Only a person may make the change that the caller wants, after calling back.
  const callbacks = previous === undefined ? 0 : callbacksOf(previous);
  const isRefused = next.dueAt !== previous?.dueAt || callbacksOf(next) > callbacks;
  return isRefused && !isBookedHere ? 'message' : undefined;
}

function isMoved({ appointment: to }: Scheduled, { appointment: from }: Scheduled): boolean {
  return to.startsAt !== from.startsAt || to.technicianId !== from.technicianId;
}

const isBookingIn =
  (call: string | undefined) =>
  ({ callId, from, to }: StatusChange): boolean =>
    callId === call && to === 'scheduled' && from !== 'scheduled' && from !== 'dispatched';

export interface CallSummary {
  readonly outcome: CallOutcome;
  /** Services and days for which the caller wanted a booking or free times. */
  readonly asked: Pick<CallActivity, 'services' | 'dates'>;
  /** These requests were made or changed in the call. */
  readonly dispatchRequestIds: readonly string[];
}

export interface CallEntry extends CallSummary {
  readonly integration: VoicePlatform;
  readonly callId: string;
  /** The time of the call's first event: ISO 8601, UTC. */
  readonly createdAt: string;
  /** The caller's number (E.164), or the platform's text instead of a number, from the first event that has one. */
  readonly caller?: string | undefined;
  readonly agentId?: string | undefined;
}

/** True if a call asked for a service and booked nothing, and its caller can be called back. */
export const isUnbookedFromNumber = ({ outcome, caller }: CallEntry): boolean =>
  outcome === 'unbooked' && caller !== undefined && /^\+\d+$/.test(caller);

export interface StoredCall extends MergedCall, CallSummary {}

export type CallPlace = Pick<CallEntry, 'integration' | 'callId' | 'createdAt'>;
