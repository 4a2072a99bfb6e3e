import { Duration } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  type AddRoutesOptions,
  CfnStage,
  type DomainName,
  HttpApi,
  HttpMethod,
  type HttpRouteIntegration,
  HttpStage,
  type IHttpRouteAuthorizer,
  LogGroupLogDestination,
  PayloadFormatVersion,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { type IMetric, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { NAMESPACE } from '../../../lib/http/metrics.ts';
import { type RouteId, routes } from '../../../lib/routes.ts';
import type { StagePolicy } from '../stage.ts';
import { PERIOD } from '../watching/service-metrics.ts';

/** Requests per second and at once, per route: a flood on one route leaves the others alone. */
const throttling = { ThrottlingRateLimit: 300, ThrottlingBurstLimit: 600 } as const;

/** One line per request, also for those that never reach a function; no header and no body. */
const accessLogFormat = AccessLogFormat.custom(
  JSON.stringify({
    requestId: '$context.requestId',
    apiId: '$context.apiId',
    time: '$context.requestTime',
    route: '$context.routeKey',
    status: '$context.status',
    sourceIp: '$context.identity.sourceIp',
    responseMilliseconds: '$context.responseLatency',
    integrationMilliseconds: '$context.integrationLatency',
    // The requestId of the function's own log.
    integrationRequestId: '$context.integration.requestId',
    integrationError: '$context.integrationErrorMessage',
    error: '$context.error.message',
  }),
);

export interface WebhookApiProps {
  /** A function, or an alias of one, for each route. */
  readonly functions: ReadonlyMap<RouteId, IFunction>;
  readonly policy: StagePolicy;
  /** Stands in for the domain that AWS gives. */
  readonly domain?: DomainName | undefined;
  /** Whether the URLs that AWS gives work. */
  readonly defaultEndpoint: boolean;
  /** Where the API answers, as the first part of the path; without it at the root. */
  readonly stageName?: string | undefined;
}

/** The HTTP API: every entry of `routes`, each to its own function; anything else is its 404. */
export class WebhookApi extends Construct {
  readonly api: HttpApi;
  /** Requests that were refused for exceeding the limits of their route. */
  readonly throttled: Metric;
  readonly accessLog: LogGroup;
  private readonly stage: HttpStage;
  private readonly settings: Record<string, object> = {};

  constructor(scope: Construct, id: string, props: WebhookApiProps) {
    const { functions, policy, domain, defaultEndpoint, stageName } = props;
    super(scope, id);
    this.api = new HttpApi(this, 'Api', {
      createDefaultStage: false,
      disableExecuteApiEndpoint: !defaultEndpoint,
    });
    this.accessLog = new LogGroup(this, 'AccessLog', {
      retention: policy.logRetention,
      removalPolicy: policy.removalPolicy,
    });
    this.stage = new HttpStage(this, 'Stage', {
      httpApi: this.api,
      ...(stageName !== undefined && { stageName }),
      autoDeploy: true,
      accessLogSettings: { destination: new LogGroupLogDestination(this.accessLog), format: accessLogFormat },
      ...(domain && { domainMapping: { domainName: domain } }),
    });
    this.throttled = this.countThrottled();
    this.addRoutes(functions);
  }

  /** Answers of 5xx, the API's own among them. */
  get errors(): IMetric {
    return this.api.metricServerError({ statistic: Stats.SUM, period: PERIOD, label: 'Answers of 5xx' });
  }

  /** Milliseconds as the sender sees them, without the network: p95. */
  get latency(): IMetric {
    return this.api.metricLatency({ statistic: Stats.p(95), period: PERIOD, label: 'API p95' });
  }

  /** API Gateway keeps no metric of its own for them, only one of all 4xx. A function's own 429 took time in it. */
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
      period: Duration.minutes(5),
      label: 'Throttled by the API',
    });
  }

  /** Routes for senders with a token, which the authorizer checks for the scope of their method. */
  addAuthorizedRoutes(
    path: string,
    scopes: readonly (readonly [HttpMethod, string])[],
    integration: HttpRouteIntegration,
    authorizer: IHttpRouteAuthorizer,
  ): void {
    for (const [method, scope] of scopes) {
      this.add(path, method, { integration, authorizer, authorizationScopes: [scope] });
    }
  }

  private addRoutes(functions: ReadonlyMap<RouteId, IFunction>): void {
    for (const { id, method, path } of routes) {
      const handler = functions.get(id);
      if (handler === undefined) throw new Error(`Route ${id} has no function`);
      const integration = new HttpLambdaIntegration(id, handler, {
        payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
      });
      this.add(path, HttpMethod[method], { integration });
    }
    const stage = this.stage.node.defaultChild;
    if (!(stage instanceof CfnStage)) throw new Error('The stage has no CloudFormation resource');
    stage.routeSettings = this.settings;
  }

  private add(path: string, method: HttpMethod, options: Omit<AddRoutesOptions, 'path' | 'methods'>): void {
    const added = this.api.addRoutes({ path, methods: [method], ...options });
    // Without this the deployment fails: settings may only name routes that exist already.
    this.stage.node.addDependency(...added);
    this.settings[`${method} ${path}`] = { ...throttling };
  }
}
