import type { RouteId } from '../routes.ts';
import { metricLines } from './metrics.ts';

/** How something that was asked ended, for the log and the metrics. */
export interface OutcomeNotes {
  readonly outcome?: Outcome | undefined;
  /** The voice function that was called. */
  readonly function?: string | undefined;
  /** Why a voice function did not do what was asked. */
  readonly reason?: string | undefined;
  /** The fault in a result, or the problem that was answered. */
  readonly code?: string | undefined;
  /** The class names of what was thrown and of its causes, on faults only. */
  readonly error?: string | undefined;
}

export type Outcome =
  | 'accepted'
  | 'duplicate'
  | 'booked'
  | 'moved'
  | 'canceled'
  | 'answered'
  | 'refused'
  | 'fault'
  | 'stored'
  | 'stored_unassigned'
  | 'erased'
  | 'ignored';

/** What a use case may add to its request's line. Never a value of the payload: those are personal data. */
export interface RequestNotes extends OutcomeNotes {
  readonly account?: string | undefined;
  /** How each of several calls in one message ended; the request's own outcome is then that of one of them. */
  readonly toolCalls?: readonly OutcomeNotes[] | undefined;
}

/** The one line per request. */
export interface RequestLog extends RequestNotes {
  /** ISO 8601, when the request began. */
  readonly time: string;
  readonly requestId: string;
  /** The Lambda function, in whose name the metrics are kept. */
  readonly functionName: string;
  readonly route: RouteId;
  readonly status: number;
  readonly durationMs: number;
  /** Whether this was the first request of its container. */
  readonly coldStart: boolean;
  readonly roundTrips: number;
  readonly racesRetried: number;
}

/** Writes the line as JSON, with its metrics. */
export function writeLogLine(line: RequestLog): void {
  for (const written of metricLines(line)) writeLine(written);
}

/** Writes one line of JSON, straight to stdout: `console` in Lambda wraps it, and CloudWatch then finds no metrics in it. */
export function writeLine(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
