import { Fn, Stack } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  type AddRoutesOptions,
  CfnStage,
  type DomainName,
  HttpApi,
  HttpMethod,
  HttpStage,
  LogGroupLogDestination,
  PayloadFormatVersion,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { FilterPattern, LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { NAMESPACE } from '../../lib/http/metrics.ts';
import { type RouteId, routes } from '../../lib/routes.ts';
import type { StageOptions } from '../options.ts';
import { CustomDomain } from './domain.ts';
import { Edge } from './edge.ts';
import type { StagePolicy } from './stage.ts';
import { THROTTLED_REQUESTS } from './watching/service-metrics.ts';
import type { WebhookFunction } from './webhook-function.ts';

type Webhooks = ReadonlyMap<RouteId, WebhookFunction>;

/** Rate and burst limits per route, so that a flood on one route does not affect the others. */
const throttling = { ThrottlingRateLimit: 300, ThrottlingBurstLimit: 600 };

/** The access log has one line per request, also for those that reach no function; no header and no body. */
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
    // The same as requestId in the log of the function.
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
  readonly stageName?: string;
}

/** An HTTP API with an access log, and a limit of requests for each of its routes. */
export class LoggedApi extends Construct {
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
    this.accessLog = new LogGroup(this, 'AccessLog', policy.logs);
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

  add(path: string, method: HttpMethod, options: Omit<AddRoutesOptions, 'path' | 'methods'>): void {
    const added = this.api.addRoutes({ path, methods: [method], ...options });
    // Settings may only name routes that exist already; without the dependency, the deployment fails.
    this.stage.node.addDependency(...added);
    this.settings[`${method} ${path}`] = throttling;
  }
}

/** The HTTP API of all entries of `routes`, each with its own function. API Gateway answers 404 to anything else. */
export class WebhookApi extends LoggedApi {
  constructor(scope: Construct, id: string, { webhooks, ...props }: LoggedApiProps & { webhooks: Webhooks }) {
    super(scope, id, props);
    // API Gateway counts all 4xx together. Unlike a 429 of a function, its own has no integration time.
    this.accessLog.addMetricFilter('Throttled', {
      filterPattern: FilterPattern.all(
        FilterPattern.stringValue('$.status', '=', '429'),
        FilterPattern.stringValue('$.integrationMilliseconds', '=', '-'),
      ),
      metricNamespace: NAMESPACE,
      metricName: THROTTLED_REQUESTS,
      metricValue: '1',
      dimensions: { ApiId: '$.apiId' },
    });
    for (const { id: routeId, method, path } of routes) {
      const webhook = webhooks.get(routeId);
      if (webhook === undefined) throw new Error(`Route ${routeId} has no function`);
      const payloadFormatVersion = PayloadFormatVersion.VERSION_2_0;
      const integration = new HttpLambdaIntegration(routeId, webhook.alias, { payloadFormatVersion });
      this.add(path, HttpMethod[method], { integration });
    }
  }
}

/** The API and its public address. */
export interface PublicApi {
  readonly api: WebhookApi;
  readonly edge?: Edge;
  /** The common prefix of the URLs of all routes. */
  readonly baseUrl: string;
  /** The prefix of the URLs that AWS assigns to the API; `off` if they are disabled. */
  readonly defaultEndpoint: string;
  /** The target of the domain's DNS record; absent without a domain. */
  readonly domainTarget?: string;
}

/** Creates the API by itself or behind CloudFront, under the given domain or that of AWS. */
export function createPublicApi(
  scope: Construct,
  { domain, edge: limits }: Pick<StageOptions, 'domain' | 'edge'>,
  shared: { readonly webhooks: Webhooks; readonly policy: StagePolicy },
): PublicApi {
  if (limits === undefined) {
    const domainName = domain && new CustomDomain(scope, 'Domain', domain).domainName;
    // Next to a domain, AWS's URLs would bypass whatever protects the domain.
    const isOpen = domain?.keepDefaultEndpoint ?? true;
    const api = new WebhookApi(scope, 'Webhooks', {
      ...shared,
      domain: domainName,
      defaultEndpoint: isOpen,
    });
    const defaultEndpoint = isOpen ? api.api.apiEndpoint : 'off';
    if (domainName === undefined) return { api, defaultEndpoint, baseUrl: defaultEndpoint };
    const { name, regionalDomainName: domainTarget } = domainName;
    return { api, defaultEndpoint, baseUrl: `https://${name}`, domainTarget };
  }
  // CloudFormation's random id of the stack, as a secret first part of every path. Requests that bypass CloudFront don't
  // know it, so no route matches: they reach no function and count against no limit.
  const stageName = Fn.select(2, Fn.split('/', Stack.of(scope).stackId));
  const api = new WebhookApi(scope, 'Webhooks', { ...shared, stageName });
  const { requestsPerMinute } = limits;
  const { policy } = shared;
  const edge = new Edge(scope, 'Edge', {
    api: api.api,
    apiStage: stageName,
    requestsPerMinute,
    domain,
    policy,
  });
  const baseUrl = `https://${domain?.name ?? edge.domainName}`;
  return { api, edge, defaultEndpoint: 'off', baseUrl, domainTarget: edge.domainName };
}
