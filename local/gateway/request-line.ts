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
  error: v.optional(v.string()),
  frames: v.optional(v.array(v.string())),
});

/**
 * The log line of a function that told people of something, which is shown elsewhere, or that opened a connection for a
 * page, which nobody waits for.
 */
const Shown = v.object({
  outcome: v.picklist(['told', 'reminded', 'messages', 'connected', 'not_connected']),
});

/** The fields of a request's log line that are shown. */
export type RequestLine = v.InferOutput<typeof RequestLine>;

/** Returns time, route, status, code or outcome with function, reason and the place of a fault, and milliseconds. */
export function formatRequestLine(line: RequestLine): string {
  const { frames = [] } = line;
  const place = frames.length === 0 ? undefined : `at ${frames.join(' ')}`;
  const words = [line.code ?? line.outcome, line.function, line.reason, line.error, place].filter(
    (word) => word !== undefined,
  );
  const milliseconds = `${Math.round(line.durationMs)} ms`;
  return [line.time, line.route.padEnd(22), String(line.status), words.join(' ') || '-', milliseconds].join(
    '  ',
  );
}

/**
 * Returns the text to print for a function's line: a summary of a request, undefined for metrics and for what is shown
 * elsewhere, and any other line unchanged.
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
  return isMetrics || v.is(Shown, value) ? undefined : text;
}
