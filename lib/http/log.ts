import type { RouteId } from '../routes.ts';

/** The outcome of a request or function call, for log and metrics. */
export interface OutcomeNotes {
  readonly outcome?: Outcome | undefined;
  /** The voice function that was called. */
  readonly function?: string | undefined;
  /** Why a voice function refused. */
  readonly reason?: string | undefined;
  /** The fault code of a result, or the code of the problem response. */
  readonly code?: string | undefined;
  /** Class names of the error and its causes, on faults only. */
  readonly error?: string | undefined;
  /** Where it came from, on faults only: files with lines, innermost first. */
  readonly frames?: readonly string[] | undefined;
}

export type Outcome =
  | 'accepted'
  | 'duplicate'
  | 'booked'
  | 'moved'
  | 'updated'
  | 'canceled'
  | 'noted'
  | 'held'
  | 'answered'
  | 'refused'
  | 'fault'
  | 'stored'
  | 'stored_unassigned'
  | 'erased'
  | 'over_limit'
  | 'ignored';

/** Fields that a use case may add to the log line. Never a value of the payload, which may be personal data. */
export interface RequestNotes extends OutcomeNotes {
  readonly account?: string | undefined;
  /** Whether a refused lead was kept. */
  readonly kept?: 'kept' | 'repeated' | 'over_limit' | 'failed' | undefined;
  /** Class names of the error and its causes that kept it from being kept. */
  readonly keptError?: string | undefined;
  /** The outcome of each call in a message with several; the request's own outcome is then that of one of them. */
  readonly toolCalls?: readonly OutcomeNotes[] | undefined;
}

/** The one line per request. */
export interface RequestLog extends RequestNotes {
  /** ISO 8601, when the request began. */
  readonly time: string;
  readonly requestId: string;
  /** The Lambda function: the dimension of the metrics. */
  readonly functionName: string;
  /** The HTTP API that the request reached: the dimension of the faults of all its functions. */
  readonly apiId: string;
  readonly route: RouteId | 'board' | 'pages';
  readonly status: number;
  readonly durationMs: number;
  /** Whether this was the first request of its container. */
  readonly coldStart: boolean;
  readonly roundTrips: number;
  readonly racesRetried: number;
  /** Facts of calls that could not be remembered since the container's last line. */
  readonly memoryFaults: number;
}
