import type { VoicePlatform } from '../platforms/index.ts';
import type { CallActivity, CallOutcome } from './call-outcome.ts';
import type { MergedCall } from './merged-call.ts';

/** How a call ended. */
export interface CallSummary {
  readonly outcome: CallOutcome;
  /** The services that the caller wanted to book or asked the free times for. */
  readonly asked: Pick<CallActivity, 'services' | 'dates'>;
  /** Requests that were made or changed in the call. */
  readonly dispatchRequestIds: readonly string[];
}

/** A call in a list. */
export interface CallEntry extends CallSummary {
  readonly integration: VoicePlatform;
  readonly callId: string;
  /** Time of the first event, ISO 8601, UTC. */
  readonly createdAt: string;
  /** E.164, or the platform's text instead of a number; from the first event that has one. */
  readonly caller?: string | undefined;
  readonly agentId?: string | undefined;
}

/** Whether a call asked for a service and booked nothing, and its caller can be called back. */
export const isUnbookedFromNumber = ({ outcome, caller }: CallEntry): boolean =>
  outcome === 'unbooked' && caller !== undefined && /^\+\d+$/.test(caller);

/** A call with its reports. */
export interface StoredCall extends MergedCall, CallSummary {}

/** A position in the list of calls, at which the next page starts. */
export type CallPlace = Pick<CallEntry, 'integration' | 'callId' | 'createdAt'>;
