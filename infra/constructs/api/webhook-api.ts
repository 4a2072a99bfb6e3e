import { HttpMethod, PayloadFormatVersion } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { NAMESPACE } from '../../../lib/http/metrics.ts';
import { type RouteId, routes } from '../../../lib/routes.ts';
import { PERIOD } from '../watching/service-metrics.ts';
import { LoggedApi, type LoggedApiProps } from './logged-api.ts';

export interface WebhookApiProps extends LoggedApiProps {
  /** A function, or an alias of one, for each route. */
  readonly functions: ReadonlyMap<RouteId, IFunction>;
}

/** The HTTP API: every entry of `routes`, each to its own function; anything else is its 404. */
export class WebhookApi extends LoggedApi {
  /** Requests that were refused for exceeding the limits of their route. */
  readonly throttled: Metric;

  constructor(scope: Construct, id: string, { functions, ...props }: WebhookApiProps) {
    super(scope, id, props);
    this.throttled = this.countThrottled();
    for (const { id: routeId, method, path } of routes) {
      const handler = functions.get(routeId);
      if (handler === undefined) throw new Error(`Route ${routeId} has no function`);
      const integration = new HttpLambdaIntegration(routeId, handler, {
        payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
      });
      this.add(path, HttpMethod[method], { integration });
    }
  }

  /** API Gateway has no metric for them, only one for all 4xx. A 429 of a function has an integration time. */
  private countThrottled(): Metric {
    const metricName = 'ThrottledRequests';
    this.accessLog.addMetricFilter('Throttled', {
      filterPattern: FilterPattern.all(
        FilterPattern.stringValue('$.status', '=', '429'),
        FilterPattern.stringValue('$.integrationMilliseconds', '=', '-'),
      ),
      metricNamespace: NAMESPACE,
      metricName,
      metricValue: '1',
      dimensions: { ApiId: '$.apiId' },
    });
    return new Metric({
      namespace: NAMESPACE,
      metricName,
      dimensionsMap: { ApiId: this.api.apiId },
      statistic: Stats.SUM,
      period: PERIOD,
      label: 'Throttled by the API',
    });
  }
}
