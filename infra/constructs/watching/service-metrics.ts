import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { type CountName, NAMESPACE, type ReasonedCountName } from '../../../lib/http/metrics.ts';
import type { ProblemCode } from '../../../lib/http/problem.ts';
import { type Route, type RouteId, routes } from '../../../lib/routes.ts';

export const PERIOD = Duration.minutes(5);

export const liveRoutes: readonly Route[] = routes.filter(({ live }) => live);
/** Routes that only take reports of calls. */
export const reportRoutes: readonly Route[] = routes.filter(
  ({ live, handles }) => !live && handles.includes('reports'),
);

/** What an API measures itself. */
export interface WatchedApi {
  /** Answers of 5xx. */
  readonly errors: IMetric;
  /** p95 in milliseconds. */
  readonly latency: IMetric;
}

/** What counts requests and faults of an API over a period of choice. */
export interface CountedApi {
  requests(period: Duration): IMetric;
  /** Faults of all its functions, those that callers heard with a 200 among them. */
  faults(period: Duration): IMetric;
}

/** What Lambda counts of a function. */
type LambdaCount = 'Errors' | 'Throttles';

interface Counted {
  readonly metricName: string;
  readonly route: Route;
  readonly period: Duration;
  readonly label: string;
  readonly reason?: string;
}

/** The metrics that the functions of one stack write into their logs, and those that Lambda keeps of them. */
export class ServiceMetrics {
  private readonly functions: ReadonlyMap<RouteId, IFunction>;

  constructor(functions: ReadonlyMap<RouteId, IFunction>) {
    this.functions = functions;
  }

  functionOf(route: Pick<Route, 'id'>): IFunction {
    const found = this.functions.get(route.id);
    if (found === undefined) throw new Error(`Route ${route.id} has no function`);
    return found;
  }

  /** The count of a metric over several functions. */
  count(metricName: CountName | 'Requests' | 'RacesRetried', of: readonly Route[], period = PERIOD): IMetric {
    const parts = of.map((route) => this.metric({ metricName, route, period, label: metricName }));
    return sum(parts, metricName, period);
  }

  /** The same for each function. */
  each(metricName: 'Requests' | 'SignatureFailures', of: readonly Route[]): readonly IMetric[] {
    return of.map((route) => this.metric({ metricName, route, period: PERIOD, label: route.id }));
  }

  /** The same for one reason. */
  countOf(metricName: ReasonedCountName, reason: ProblemCode, of: readonly Route[]): IMetric {
    const label = `${metricName}: ${reason}`;
    const parts = of.map((route) => this.metric({ metricName, route, period: PERIOD, label, reason }));
    return sum(parts, label, PERIOD);
  }

  /** A line for each reason that has occurred. */
  byReason(metricName: ReasonedCountName, of: readonly Route[]): IMetric {
    const names = of.map((route) => `"${this.functionOf(route).functionName}"`).join(' OR ');
    const search = `{${NAMESPACE},FunctionName,Reason} MetricName="${metricName}" FunctionName=(${names})`;
    return new MathExpression({
      expression: `SEARCH('${search}', 'Sum', ${PERIOD.toSeconds()})`,
      label: '',
      period: PERIOD,
    });
  }

  /** Milliseconds, as Lambda measures them: without the time to start a container. */
  duration(route: Route, percentile: number): IMetric {
    const label = `${route.id} p${percentile}`;
    return this.functionOf(route).metricDuration({ statistic: Stats.p(percentile), period: PERIOD, label });
  }

  /** Invocations of several functions that failed or were throttled. */
  lambda(what: LambdaCount, of: readonly Route[], period = PERIOD): IMetric {
    const parts = of.map((route) =>
      this.functionOf(route).metric(what, { statistic: Stats.SUM, period, label: what }),
    );
    return sum(parts, what, period);
  }

  private metric({ metricName, route, period, label, reason }: Counted): Metric {
    const { functionName } = this.functionOf(route);
    return new Metric({
      namespace: NAMESPACE,
      metricName,
      dimensionsMap: { FunctionName: functionName, ...(reason !== undefined && { Reason: reason }) },
      statistic: Stats.SUM,
      period,
      label,
    });
  }
}

/** Below so many, a rate means nothing: of three calls a day, one would be a third. */
export const LEAST_FAULTS = 3;
/** The share from which faults are no accident. */
const FAULT_RATE = 0.01;

/** 1 where faults are both several and a share of all, else 0; no value without faults. */
export function notable(faults: IMetric, all: IMetric, period = PERIOD): IMetric {
  return new MathExpression({
    expression: `IF(failed >= ${LEAST_FAULTS} AND failed / all >= ${FAULT_RATE}, 1, 0)`,
    usingMetrics: { failed: faults, all },
    label: `At least ${LEAST_FAULTS}, and ${100 * FAULT_RATE} %`,
    period,
  });
}

/** A sum of the array, because `a + b` has no value if either has none. */
function sum(parts: readonly IMetric[], label: string, period: Duration): IMetric {
  const [only, ...others] = parts;
  if (only !== undefined && others.length === 0) return only;
  // Unique in a graph, and starting with a lower-case letter.
  const id = label.charAt(0).toLowerCase() + label.slice(1).replaceAll(/\W/g, '');
  const named = parts.map((part, index) => [`${id}${index}`, part] as const);
  const ids = named.map(([name]) => name).join(', ');
  return new MathExpression({
    expression: `SUM([${ids}])`,
    usingMetrics: Object.fromEntries(named),
    label,
    period,
  });
}
