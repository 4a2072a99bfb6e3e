import type { Duration } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  type AddRoutesOptions,
  CfnStage,
  type DomainName,
  HttpApi,
  type HttpMethod,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { type IMetric, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { type CountName, NAMESPACE } from '../../../lib/http/metrics.ts';
import type { StagePolicy } from '../stage.ts';
import { type CountedApi, PERIOD, type WatchedApi } from '../watching/service-metrics.ts';

/** Rate and burst limits per route, so that a flood on one route does not affect the others. */
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

export interface LoggedApiProps {
  readonly policy: StagePolicy;
  /** Replaces the domain that AWS assigns. */
  readonly domain?: DomainName | undefined;
  /** Whether AWS's own URLs work; true by default. */
  readonly defaultEndpoint?: boolean;
  /** The first part of every path; absent if the API is at the root. */
  readonly stageName?: string | undefined;
}

/** An HTTP API with an access log, and a limit of requests for each of its routes. */
export class LoggedApi extends Construct implements WatchedApi, CountedApi {
  readonly api: HttpApi;
  readonly accessLog: LogGroup;
  private readonly stage: HttpStage;
  private readonly settings: Record<string, object> = {};

  constructor(scope: Construct, id: string, props: LoggedApiProps) {
    super(scope, id);
    const { policy, domain, defaultEndpoint = true, stageName } = props;
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
    const resource = this.stage.node.defaultChild;
    if (!(resource instanceof CfnStage)) throw new Error('The stage has no CloudFormation resource');
    resource.routeSettings = this.settings;
  }

  requests(period: Duration): IMetric {
    return this.api.metricCount({ statistic: Stats.SUM, period, label: 'Requests' });
  }

  faults(period: Duration): IMetric {
    const metricName: CountName = 'Faults';
    const dimensionsMap = { ApiId: this.api.apiId };
    const options = { statistic: Stats.SUM, period, label: metricName };
    return new Metric({ namespace: NAMESPACE, metricName, dimensionsMap, ...options });
  }

  /** Answers of 5xx, the API's own among them. */
  get errors(): IMetric {
    return this.api.metricServerError({ statistic: Stats.SUM, period: PERIOD, label: 'Answers of 5xx' });
  }

  /** p95 in milliseconds as seen by the sender, without the network. */
  get latency(): IMetric {
    return this.api.metricLatency({ statistic: Stats.p(95), period: PERIOD, label: 'API p95' });
  }

  add(path: string, method: HttpMethod, options: Omit<AddRoutesOptions, 'path' | 'methods'>): void {
    const added = this.api.addRoutes({ path, methods: [method], ...options });
    // Without this the deployment fails: settings may only name routes that exist already.
    this.stage.node.addDependency(...added);
    this.settings[`${method} ${path}`] = { ...throttling };
  }
}
