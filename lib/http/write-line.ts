import type { RequestLog } from './log.ts';
import { metricLines } from './metrics.ts';

/** Writes the line as JSON, with its metrics. */
export function writeLogLine(line: RequestLog): void {
  for (const written of metricLines(line)) writeLine(written);
}

/** Writes one line of JSON, straight to stdout: `console` in Lambda wraps it, and CloudWatch then finds no metrics in it. */
export function writeLine(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
