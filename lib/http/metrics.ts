import type { OutcomeNotes, RequestLog } from './log.ts';

export const NAMESPACE = 'Dispatch';

/** Metrics of how requests end, by function. */
export type CountName =
  | 'Accepted'
  | 'Duplicates'
  | 'Booked'
  | 'Moved'
  | 'Canceled'
  | 'Refused'
  | 'Rejected'
  | 'SignatureFailures'
  | 'Faults';

/** Metrics that are also counted by reason. */
export type ReasonedCountName = 'Refused' | 'Rejected' | 'Faults';

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
  const { functionName: FunctionName, apiId: ApiId, time, racesRetried } = log;
  const counts = countsOf(log);
  const costs = {
    Requests: 1,
    RoundTrips: log.roundTrips,
    ...(log.coldStart && { ColdStarts: 1 }),
    ...(racesRetried > 0 && { RacesRetried: racesRetried }),
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

/** The name of the metric of `eventAgeLine`. */
export const EVENT_AGE = 'EventAge';

/** The age of a change when the events function received it, as a line with metrics only. `at`: epoch milliseconds. */
export function eventAgeLine({
  functionName: FunctionName,
  at,
  ageMs,
}: {
  readonly functionName: string;
  readonly at: number;
  readonly ageMs: number;
}): Line {
  const values = { [EVENT_AGE]: ageMs };
  return { FunctionName, ...values, _aws: embedded(at, directive(['FunctionName'], values)) };
}

/** The name of the metric of `heartbeatLine`. */
export const SILENT_ROUTES = 'SilentRoutes';

/** How many routes did not answer a heartbeat, and which. `at`: epoch milliseconds. */
export function heartbeatLine({
  functionName: FunctionName,
  at,
  silent,
}: {
  readonly functionName: string;
  readonly at: number;
  readonly silent: readonly string[];
}): Line {
  const values = { [SILENT_ROUTES]: silent.length };
  return { FunctionName, ...values, silent, _aws: embedded(at, directive(['FunctionName'], values)) };
}

/** Omitted: function and API are written as dimensions, and most requests have no lost race. */
function logFields({ functionName, apiId, racesRetried, ...fields }: RequestLog): Line {
  return { ...fields, ...(racesRetried > 0 && { racesRetried }) };
}

function countsOf(log: RequestLog): readonly Count[] {
  if (log.status >= 400) return countsOfProblem(log);
  return (log.toolCalls ?? [log]).flatMap(countsOfOutcome);
}

function countsOfProblem({ status, code, error }: RequestLog): readonly Count[] {
  if (error !== undefined) return [{ name: 'Faults', reason: code }];
  const rejected = { name: 'Rejected', reason: code } as const;
  return status === 401 ? [rejected, { name: 'SignatureFailures' }] : [rejected];
}

function countsOfOutcome({ outcome, reason, code }: OutcomeNotes): readonly Count[] {
  switch (outcome) {
    case 'accepted':
      return [{ name: 'Accepted' }];
    case 'duplicate':
      return [{ name: 'Duplicates' }];
    case 'booked':
      return [{ name: 'Booked' }];
    case 'moved':
      return [{ name: 'Moved' }];
    case 'canceled':
      return [{ name: 'Canceled' }];
    case 'refused':
      return [{ name: 'Refused', reason }];
    case 'fault':
      return [{ name: 'Faults', reason: code }];
    default:
      return [];
  }
}

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
