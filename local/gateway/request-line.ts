import * as v from 'valibot';

const RequestLine = v.object({
  time: v.string(),
  route: v.string(),
  status: v.number(),
  durationMs: v.number(),
  code: v.optional(v.string()),
  outcome: v.optional(v.string()),
  function: v.optional(v.string()),
  reason: v.optional(v.string()),
});

/** The fields of a request's log line that are shown. */
export type RequestLine = v.InferOutput<typeof RequestLine>;

/** Time, route, status, code or outcome with function and reason, milliseconds. */
export function formatRequestLine(line: RequestLine): string {
  const words = [line.code ?? line.outcome, line.function, line.reason].filter((word) => word !== undefined);
  const milliseconds = `${Math.round(line.durationMs)} ms`;
  return [line.time, line.route.padEnd(22), String(line.status), words.join(' ') || '-', milliseconds].join(
    '  ',
  );
}

/**
 * The text to print for a function's line: a summary of a request, nothing for metrics, and anything else unchanged.
 */
export function readableLine(text: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text;
  }
  const line = v.safeParse(RequestLine, value);
  if (line.success) return formatRequestLine(line.output);
  const isMetrics = typeof value === 'object' && value !== null && '_aws' in value;
  return isMetrics ? undefined : text;
}
