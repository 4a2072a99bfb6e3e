import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { type IMetric, MathExpression, Metric, type MetricOptions, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { type CountName, EVENT_AGE, NAMESPACE, type ReasonedCountName } from '../../../lib/http/metrics.ts';
import type { ProblemCode } from '../../../lib/http/problem.ts';
import { type Route, type RouteId, routes } from '../../../lib/routes.ts';

export const PERIOD = Duration.minutes(5);

export const liveRoutes: readonly Route[] = routes.filter(({ live }) => live);

export const sumOver = (period = PERIOD) => ({ statistic: Stats.SUM, period });

/** A metric that the service writes itself. */
export const ownMetric = (metricName: string, dimensions: Record<string, string>, options: MetricOptions) =>
  new Metric({ namespace: NAMESPACE, metricName, dimensionsMap: dimensions, ...options });

/** Counts requests that the API refused for exceeding the limits of their route. */
export const THROTTLED_REQUESTS = 'ThrottledRequests';

/** Metrics of one HTTP API. */
export const apiMetrics = (api: HttpApi) => ({
  requests: (period = PERIOD): IMetric => api.metricCount({ ...sumOver(period), label: 'Requests' }),
  /** Faults of all its functions, including those that callers heard with a 200. */
  faults(period = PERIOD): IMetric {
    const name: CountName = 'Faults';
    return ownMetric(name, { ApiId: api.apiId }, { ...sumOver(period), label: name });
  },
  throttled: ownMetric(
    THROTTLED_REQUESTS,
    { ApiId: api.apiId },
    { ...sumOver(), label: 'Throttled by the API' },
  ),
  /** Answers of 5xx, including API Gateway's own. */
  errors: api.metricServerError({ ...sumOver(), label: 'Answers of 5xx' }),
  /** p95 in milliseconds as the sender sees it, without the network. */
  latency: api.metricLatency({ statistic: Stats.p(95), period: PERIOD, label: 'API p95' }),
});

/** The age in milliseconds of the oldest record that the function tried to publish. */
export const eventAge = ({ functionName: FunctionName }: IFunction): IMetric =>
  ownMetric(
    EVENT_AGE,
    { FunctionName },
    {
      statistic: Stats.MAXIMUM,
      period: PERIOD,
      label: 'Age of changes when they are published, milliseconds',
    },
  );

interface Counted {
  readonly reason?: ProblemCode;
  readonly period?: Duration;
}

/** The metrics that the routes' functions write into their logs, and those that Lambda keeps of them. */
export class ServiceMetrics {
  private readonly functions: ReadonlyMap<RouteId, { readonly function: IFunction }>;

  constructor(functions: ReadonlyMap<RouteId, { readonly function: IFunction }>) {
    this.functions = functions;
  }

  private functionOf({ id }: Route): IFunction {
    const found = this.functions.get(id);
    if (found === undefined) throw new Error(`Route ${id} has no function`);
    return found.function;
  }

  /** The count of a metric over the functions of several routes, for one reason if given. */
  count(
    name: CountName | 'Requests' | 'RacesRetried',
    of: readonly Route[],
    { reason, period = PERIOD }: Counted = {},
  ): IMetric {
    const label = reason === undefined ? name : `${name}: ${reason}`;
    return sum(
      of.map((route) => this.metric(name, route, { ...sumOver(period), label }, reason)),
      period,
      label,
    );
  }

  /** The count of a metric for each route. */
  each(name: 'Requests' | 'SignatureFailures', of: readonly Route[]): readonly IMetric[] {
    return of.map((route) => this.metric(name, route, { ...sumOver(), label: route.id }));
  }

  /** A line for each reason that has occurred. */
  byReason(name: ReasonedCountName, of: readonly Route[]): IMetric {
    const names = of.map((route) => `"${this.functionOf(route).functionName}"`).join(' OR ');
    const search = `{${NAMESPACE},FunctionName,Reason} MetricName="${name}" FunctionName=(${names})`;
    return new MathExpression({
      expression: `SEARCH('${search}', 'Sum', ${PERIOD.toSeconds()})`,
      label: '',
      period: PERIOD,
    });
  }

  /** Milliseconds as Lambda measures them: without the time to start a container. */
  duration(route: Route, percentile: number): IMetric {
    const label = `${route.id} p${percentile}`;
    return this.functionOf(route).metricDuration({ statistic: Stats.p(percentile), period: PERIOD, label });
  }

  /** Invocations of the functions of several routes that failed or were throttled. */
  lambda(what: 'Errors' | 'Throttles', of: readonly Route[], period = PERIOD): IMetric {
    return sum(
      of.map((route) => this.functionOf(route).metric(what, { ...sumOver(period), label: what })),
      period,
      what,
    );
  }

  private metric(name: string, route: Route, options: MetricOptions, reason?: ProblemCode): Metric {
    const { functionName } = this.functionOf(route);
    return ownMetric(
      name,
      { FunctionName: functionName, ...(reason !== undefined && { Reason: reason }) },
      options,
    );
  }
}

/** A rate of fewer faults means nothing: of three calls a day, one would be a third. */
export const LEAST_FAULTS = 3;
/** From this share of all requests, faults are no accident. */
const FAULT_RATE = 0.01;

/** 1 where there are several faults and they are a notable share of all requests, else 0; no value without faults. */
export function notable(faults: IMetric, all: IMetric): IMetric {
  return new MathExpression({
    expression: `IF(failed >= ${LEAST_FAULTS} AND failed / all >= ${FAULT_RATE}, 1, 0)`,
    usingMetrics: { failed: faults, all },
    label: `At least ${LEAST_FAULTS}, and ${100 * FAULT_RATE} %`,
    period: PERIOD,
  });
}

/** Sums with `SUM`, because `a + b` has no value if either has none. */
export function sum(parts: readonly IMetric[], period = PERIOD, label?: string): IMetric {
  const [only, ...others] = parts;
  if (label !== undefined && only !== undefined && others.length === 0) return only;
  // Ids must be unique in a graph and start with a lower-case letter.
  const id =
    label === undefined ? 'part' : label.charAt(0).toLowerCase() + label.slice(1).replaceAll(/\W/g, '');
  const named = parts.map((part, index) => [`${id}${index}`, part] as const);
  return new MathExpression({
    expression: `SUM([${named.map(([name]) => name).join(', ')}])`,
    usingMetrics: Object.fromEntries(named),
    ...(label !== undefined && { label }),
    period,
  });
}
