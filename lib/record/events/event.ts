import type { LocalDate } from '../../scheduling/calendar.ts';
import type { CallOutcome } from '../call-outcome.ts';

/** The `source` of every event. */
export const EVENT_SOURCE = 'dispatch';

/** A change of a request. For more details, read the request by its id. */
export interface RequestEvent {
  /** The same as the event's `detail-type`: one of `requestEventTypes`, or of those of a newer release. */
  readonly type: string;
  readonly accountId: string;
  readonly dispatchRequestId: string;
  /** One of `statuses`, or of those of a newer release; so are urgency and source. */
  readonly status: string;
  /** Grows with each change of the request; the events of one change share it. */
  readonly version: number;
  readonly urgency: string;
  readonly source: string;
  /** ISO 8601, UTC. */
  readonly occurredAt: string;
  /** For an escalation: who is notified now, one of `onCallRoles` or `everybody`. */
  readonly escalatedTo?: string | undefined;
  /** The promised arrival window, in the account's local time. */
  readonly promise?: { readonly date: LocalDate; readonly from: string; readonly to: string } | undefined;
}

/** A call was reported, or its outcome changed: a platform may report it several times, and late. */
export interface CallCompletedEvent {
  readonly type: 'call.completed';
  readonly accountId: string;
  readonly callId: string;
  /** The platform's name of its latest report, such as `call_ended`. */
  readonly event: string;
  readonly outcome: CallOutcome;
  /** Grows with each change of what is known of the call. */
  readonly version: number;
  readonly source: string;
  /** ISO 8601, UTC. */
  readonly occurredAt: string;
}

/** The first lead of a day was refused and kept. The others of the day cause no event. */
export interface LeadsRefusedEvent {
  readonly type: 'leads.refused';
  readonly accountId: string;
  /** The day in UTC. */
  readonly date: string;
  readonly version: 1;
  readonly source: 'crm';
  /** ISO 8601, UTC. */
  readonly occurredAt: string;
}

/** An event of which people may be told. */
export type TellableEvent = RequestEvent | LeadsRefusedEvent;

/** The `detail` of an event for other systems. Contains no personal data. */
export type DispatchEvent = TellableEvent | CallCompletedEvent;
