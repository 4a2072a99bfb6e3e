import type { Integration } from '../../platforms/index.ts';
import type { Status, Urgency } from '../requests/request.ts';
import type { RequestEventType } from './request-event.ts';

/** The `source` of every event. */
export const EVENT_SOURCE = 'dispatch';

/** A change of a request. Who needs more than this reads the request by its id. */
export interface RequestEvent {
  /** The event's `detail-type` again. */
  readonly type: RequestEventType;
  readonly accountId: string;
  readonly dispatchRequestId: string;
  readonly status: Status;
  /** Grows with each change of the request; the events of one change share it. */
  readonly version: number;
  readonly urgency: Urgency;
  readonly source: Integration;
  /** ISO 8601, UTC. */
  readonly occurredAt: string;
}

/** An event of a call was stored. A platform may send several of one call. */
export interface CallCompletedEvent {
  readonly type: 'call.completed';
  readonly accountId: string;
  readonly callId: string;
  /** The platform's name for it, such as `call_ended`. */
  readonly event: string;
  readonly source: Integration;
  /** When it was received: ISO 8601, UTC. */
  readonly occurredAt: string;
}

/** What other systems are told, as the `detail` of an event. Holds nothing about a person. */
export type DispatchEvent = RequestEvent | CallCompletedEvent;
