import {
  type DispatchRequest,
  hasActiveAppointment,
  type Scheduled,
  type StatusChange,
} from '../requests/request.ts';

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

/** What a call did to one request. The first kind that a call did decides its outcome. */
export const deeds = ['emergency', 'booked', 'moved', 'canceled', 'message'] as const;
export type Deed = (typeof deeds)[number];

/** What a platform's report says of the functions that were called. */
export interface CallActivity {
  /** Names on platform one, each once. */
  readonly functions: readonly string[];
  /** Services that free times or a booking were asked for, each once. */
  readonly services: readonly string[];
  /** The days for them, as `YYYY-MM-DD`, `YYYY-MM-DD to YYYY-MM-DD` or in the words of the call, each once. */
  readonly dates: readonly string[];
  /** Whether the caller was put through to a person. */
  readonly transferred: boolean;
}

/** Everything that an outcome depends on. Nothing in it depends on which report or request was stored first. */
export interface CallFacts extends CallActivity {
  /** What was done to each request; `undefined` for one that was merely added to. */
  readonly deeds: readonly (Deed | undefined)[];
}

/** The one outcome of a call. */
export function callOutcomeOf({ deeds: done, functions, services, transferred }: CallFacts): CallOutcome {
  const deed = deeds.find((kind) => done.includes(kind));
  if (deed !== undefined) return deed;
  if (transferred) return 'transferred';
  if (services.length > 0) return 'unbooked';
  return functions.length > 0 || done.length > 0 ? 'answered' : 'silent';
}

/** A change of a request by a call. */
export interface CallChange {
  readonly integration: string;
  readonly callId: string;
  /** Undefined where the change adds nothing to what the call did before. */
  readonly deed: Deed | undefined;
}

/** What a change did, and in which call. Undefined for a change that no call made. */
export function callChangeOf(
  next: DispatchRequest,
  previous: DispatchRequest | undefined,
): CallChange | undefined {
  const line = next.history.at(-1);
  if (line === undefined || line === previous?.history.at(-1)) return undefined;
  const [integration, ...callId] = (line.callId ?? '').split(':');
  if (integration === undefined || callId.length === 0) return undefined;
  return { integration, callId: callId.join(':'), deed: deedOf(next, previous, line) };
}

function deedOf(
  next: DispatchRequest,
  previous: DispatchRequest | undefined,
  { callId }: StatusChange,
): Deed | undefined {
  if (next.kind === 'message') return 'message';
  if (next.status === 'canceled') return 'canceled';
  const isBookedHere = next.history.some(isBookingIn(callId));
  if (hasActiveAppointment(next)) {
    if (!hasActiveAppointment(previous)) return 'booked';
    if (isMoved(next, previous)) return isBookedHere ? 'booked' : 'moved';
  }
  if (next.urgency === 'emergency' && previous?.urgency !== 'emergency') return 'emergency';
  // A change that only a person may make: they call back.
  const isRefused = next.dueAt !== previous?.dueAt && !isBookedHere;
  return isRefused ? 'message' : undefined;
}

function isMoved({ appointment: to }: Scheduled, { appointment: from }: Scheduled): boolean {
  return to.startsAt !== from.startsAt || to.technicianId !== from.technicianId;
}

const isBookingIn =
  (call: string | undefined) =>
  ({ callId, from, to }: StatusChange): boolean =>
    callId === call && to === 'scheduled' && from !== 'scheduled' && from !== 'dispatched';
