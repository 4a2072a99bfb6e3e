import type { RouteId } from '../routes.ts';
import type { ProblemCode } from './problem.ts';

/** What a use case may add to its request's line. Never a value of the payload: those are personal data. */
export interface RequestNotes {
  readonly account?: string | undefined;
  readonly outcome?: string | undefined;
  /** The voice function that was called. */
  readonly function?: string | undefined;
  readonly reason?: string | undefined;
  readonly [name: string]: string | number | boolean | undefined;
}

/** The one line per request. */
export interface RequestLog extends RequestNotes {
  /** ISO 8601, when the request began. */
  readonly time: string;
  readonly requestId: string;
  readonly route: RouteId;
  readonly status: number;
  readonly code?: ProblemCode | undefined;
  /** The class name of what was thrown, on faults only. */
  readonly error?: string | undefined;
  readonly durationMs: number;
  /** Whether this was the first request of its container. */
  readonly coldStart: boolean;
}

/** Writes the line as JSON. Straight to stdout, because `console` in Lambda may wrap it. */
export function writeLogLine(line: RequestLog): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
