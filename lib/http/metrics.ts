import { routes } from '../routes.ts';
import type { Outcome, OutcomeNotes, RequestLog } from './log.ts';

export const NAMESPACE = 'Dispatch';

/** The metrics of how requests end, by function. */
export type CountName =
  | 'Accepted'
  | 'Duplicates'
  | 'Booked'
  | 'Moved'
  | 'Canceled'
  | 'Refused'
  | 'Rejected'
  | 'SignatureFailures'
  | 'LeadsRefused'
  | 'Faults';

/** The metrics that are also counted by reason. */
export type ReasonedCountName = 'Refused' | 'Rejected' | 'LeadsRefused' | 'Faults';

interface Count {
  readonly name: CountName;
  readonly reason?: string | undefined;
}

interface Directive {
  readonly Namespace: string;
  readonly Dimensions: readonly (readonly string[])[];
  readonly Metrics: readonly { readonly Name: string; readonly Unit: string }[];
}

type Line = Readonly<Record<string, unknown>>;

/**
 * A request's line in CloudWatch's embedded metric format. A line can hold only one reason. If calls of one message
 * were refused for different reasons, one line with metrics only follows per reason.
 */
export function metricLines(log: RequestLog): readonly Line[] {
  const { functionName: FunctionName, apiId: ApiId, time, racesRetried, memoryFaults } = log;
  const counts = countsOf(log);
  const costs = {
    Requests: 1,
    RoundTrips: log.roundTrips,
    ...(log.coldStart && { ColdStarts: 1 }),
    ...(racesRetried > 0 && { RacesRetried: racesRetried }),
    ...(memoryFaults > 0 && { MemoryFaults: memoryFaults }),
  };
  const values = { Duration: log.durationMs, ...costs, ...sums(counts) };
  const { Faults } = sums(counts);
  // An alarm can't add up the faults of many functions: it watches at most ten metrics.
  const ofApi = Faults === undefined ? [] : [directive(['ApiId'], { Faults })];
  const whole = [directive(['FunctionName'], values), ...ofApi];
  const [first, ...others] = byReason(counts);
  const timestamp = Date.parse(time);
  const fields = { ...logFields(log), FunctionName, ...(Faults !== undefined && { ApiId }), ...values };
  if (first === undefined) return [{ ...fields, _aws: embedded(timestamp, ...whole) }];
  if (others.length === 0) {
    const reasoned = directive(['FunctionName', 'Reason'], first.values);
    return [{ ...fields, Reason: first.reason, _aws: embedded(timestamp, ...whole, reasoned) }];
  }
  const further = [first, ...others].map(({ reason, values }) => ({
    FunctionName,
    Reason: reason,
    ...values,
    _aws: embedded(timestamp, directive(['FunctionName', 'Reason'], values)),
  }));
  return [{ ...fields, _aws: embedded(timestamp, ...whole) }, ...further];
}

/** The age of a change when the events function receives it. */
export const EVENT_AGE = 'EventAge';
/** Routes that did not answer a heartbeat. */
export const SILENT_ROUTES = 'SilentRoutes';
/** Topics that nobody has confirmed. */
export const UNCONFIRMED_TOPICS = 'UnconfirmedTopics';
/** Hints at changes that did not reach an open page. */
export const HINTS_FAILED = 'HintsFailed';
/** Due requests that a run of the reminders function could not change. */
export const REMINDERS_SKIPPED = 'RemindersSkipped';
/** Runs of that function that ended at their deadline, with messages left for the next one. */
export const MESSAGES_BEHIND = 'MessagesBehind';

/**
 * A line for metrics of a function that no HTTP request invokes.
 * @param at epoch milliseconds
 * @param values milliseconds or counts by the names above
 * @param facts what the line also says, to people
 */
export function functionLine(
  FunctionName: string,
  at: number,
  values: Readonly<Record<string, number>>,
  facts: Line = {},
): Line {
  return { FunctionName, ...values, ...facts, _aws: embedded(at, directive(['FunctionName'], values)) };
}

/** Leaves out function and API, which are written as dimensions, and what is 0 for most requests. */
function logFields({ functionName, apiId, racesRetried, memoryFaults, ...fields }: RequestLog): Line {
  const rare = { ...(racesRetried > 0 && { racesRetried }), ...(memoryFaults > 0 && { memoryFaults }) };
  return { ...fields, ...rare };
}

function countsOf(log: RequestLog): readonly Count[] {
  if (log.status >= 400) return countsOfProblem(log);
  return (log.toolCalls ?? [log]).flatMap(
    (notes) => (notes.outcome && countOf[notes.outcome]?.(notes)) ?? [],
  );
}

function countsOfProblem({ status, code, error, route }: RequestLog): readonly Count[] {
  if (error !== undefined) return [{ name: 'Faults', reason: code }];
  const rejected = { name: 'Rejected', reason: code } as const;
  // An unsigned request is a heartbeat or a scanner; a wrong key, signature or time is most likely a platform's.
  if (status === 401)
    return code === 'signature_missing' ? [rejected] : [rejected, { name: 'SignatureFailures' }];
  // Too large a body is refused before its sender is known.
  if (!takesLeads(route) || code === 'payload_too_large') return [rejected];
  return [rejected, { name: 'LeadsRefused', reason: code }];
}

const takesLeads = (route: RequestLog['route']): boolean =>
  routes.some(({ id, handles }) => id === route && handles.includes('leads'));

/** The outcomes of function calls that are counted; some by reason or code. */
const countOf: Partial<Record<Outcome, (notes: OutcomeNotes) => Count>> = {
  accepted: () => ({ name: 'Accepted' }),
  duplicate: () => ({ name: 'Duplicates' }),
  booked: () => ({ name: 'Booked' }),
  moved: () => ({ name: 'Moved' }),
  canceled: () => ({ name: 'Canceled' }),
  refused: ({ reason }) => ({ name: 'Refused', reason }),
  fault: ({ code }) => ({ name: 'Faults', reason: code }),
};

function sums(counts: readonly Count[]): Readonly<Record<string, number>> {
  const sum: Record<string, number> = {};
  for (const { name } of counts) sum[name] = (sum[name] ?? 0) + 1;
  return sum;
}

function byReason(counts: readonly Count[]) {
  const reasons = new Set(counts.flatMap(({ reason }) => (reason === undefined ? [] : [reason])));
  return [...reasons].map((reason) => ({
    reason,
    values: sums(counts.filter((count) => count.reason === reason)),
  }));
}

function directive(dimensions: readonly string[], values: Readonly<Record<string, number>>): Directive {
  const Metrics = Object.keys(values).map((Name) => ({ Name, Unit: unitOf(Name) }));
  return { Namespace: NAMESPACE, Dimensions: [dimensions], Metrics };
}

const unitOf = (name: string) => (name === 'Duration' || name === EVENT_AGE ? 'Milliseconds' : 'Count');

const embedded = (Timestamp: number, ...CloudWatchMetrics: readonly Directive[]) => ({
  Timestamp,
  CloudWatchMetrics,
});

/** Writes the line of a request as JSON, with its metrics. */
export function writeLogLine(line: RequestLog): void {
  for (const written of metricLines(line)) writeLine(written);
}

/** Writes one line of JSON, straight to stdout: `console` in Lambda wraps it, and CloudWatch then finds no metrics in it. */
export function writeLine(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
