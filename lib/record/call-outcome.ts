import { type DispatchRequest, hasActiveAppointment, type Scheduled, type StatusChange } from './request.ts';
import { callbacksOf } from './to-call-back.ts';

/** How a call ended. */
export const callOutcomes = [
  'booked',
  'moved',
  'canceled',
  'emergency',
  'message',
  'transferred',
  'answered',
  'unbooked',
  'silent',
] as const;
export type CallOutcome = (typeof callOutcomes)[number];

/** The effects of a call on a request. The first of these that a call had decides its outcome. */
export const callEffects = ['emergency', 'booked', 'moved', 'canceled', 'message'] as const;
export type CallEffect = (typeof callEffects)[number];

/** The function calls in a platform's report. */
export interface CallActivity {
  /** Names on platform one, each once. */
  readonly functions: readonly string[];
  /** Services for which free times or a booking were requested, each once. */
  readonly services: readonly string[];
  /** The requested days, as `YYYY-MM-DD`, `YYYY-MM-DD to YYYY-MM-DD` or in the caller's words, each once. */
  readonly dates: readonly string[];
  /** Whether the caller was transferred to a person. */
  readonly transferred: boolean;
}

/** Everything that determines the outcome. It does not depend on the order in which reports and requests are stored. */
export interface CallFacts extends CallActivity {
  /** The effect on each request; `undefined` if the call only added to it. */
  readonly callEffects: readonly (CallEffect | undefined)[];
}

/** The outcome of a call. */
export function callOutcomeOf({
  callEffects: done,
  functions,
  services,
  transferred,
}: CallFacts): CallOutcome {
  const effect = callEffects.find((kind) => done.includes(kind));
  if (effect !== undefined) return effect;
  if (transferred) return 'transferred';
  if (services.length > 0) return 'unbooked';
  return functions.length > 0 || done.length > 0 ? 'answered' : 'silent';
}

/** A change of a request by a call. */
export interface CallChange {
  readonly integration: string;
  readonly callId: string;
  /** Undefined if the change adds nothing to earlier ones of the call. */
  readonly effect: CallEffect | undefined;
}

/** The effect of a change, and its call. Undefined for a change that was not made in a call. */
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
  if (next.status === 'canceled') return 'canceled';
  // An account may book emergencies: the report may have an appointment by the same write.
  if (next.urgency === 'emergency' && (kind === 'emergency' || kind === 'more_about_emergency'))
    return 'emergency';
  const isBookedHere = next.history.some(isBookingIn(callId));
  if (hasActiveAppointment(next)) {
    if (!hasActiveAppointment(previous)) return 'booked';
    if (isMoved(next, previous)) return isBookedHere ? 'booked' : 'moved';
  }
  // A change that only a person may make, after a callback.
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
