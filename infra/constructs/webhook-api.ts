import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  CfnStage,
  HttpApi,
  HttpMethod,
  HttpStage,
  LogGroupLogDestination,
  PayloadFormatVersion,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { type RouteId, routes } from '../../lib/routes.ts';
import type { StagePolicy } from './stage.ts';

/** Requests per second and at once, per route: a flood on one route leaves the others alone. */
const throttling = { ThrottlingRateLimit: 300, ThrottlingBurstLimit: 600 } as const;

/** One line per request, also for those that never reach a function; no header and no body. */
const accessLogFormat = AccessLogFormat.custom(
  JSON.stringify({
    requestId: '$context.requestId',
    time: '$context.requestTime',
    route: '$context.routeKey',
    status: '$context.status',
    sourceIp: '$context.identity.sourceIp',
    responseMilliseconds: '$context.responseLatency',
    integrationMilliseconds: '$context.integrationLatency',
    integrationError: '$context.integrationErrorMessage',
    error: '$context.error.message',
  }),
);

export interface WebhookApiProps {
  readonly functions: ReadonlyMap<RouteId, IFunction>;
  readonly policy: StagePolicy;
}

/** The HTTP API: every entry of `routes`, each to its own function; anything else is its 404. */
export class WebhookApi extends Construct {
  readonly api: HttpApi;
  private readonly stage: HttpStage;

  constructor(scope: Construct, id: string, { functions, policy }: WebhookApiProps) {
    super(scope, id);
    this.api = new HttpApi(this, 'Api', { createDefaultStage: false });
    const accessLog = new LogGroup(this, 'AccessLog', {
      retention: policy.logRetention,
      removalPolicy: policy.removalPolicy,
    });
    this.stage = new HttpStage(this, 'Stage', {
      httpApi: this.api,
      autoDeploy: true,
      detailedMetricsEnabled: true,
      accessLogSettings: { destination: new LogGroupLogDestination(accessLog), format: accessLogFormat },
    });
    this.addRoutes(functions);
  }

  /** Where to send the webhooks of a route. */
  urlOf(path: string): string {
    return `${this.api.apiEndpoint}${path}`;
  }

  private addRoutes(functions: ReadonlyMap<RouteId, IFunction>): void {
    const settings: Record<string, object> = {};
    for (const { id, method, path } of routes) {
      const handler = functions.get(id);
      if (handler === undefined) throw new Error(`Route ${id} has no function`);
      const added = this.api.addRoutes({
        path,
        methods: [HttpMethod[method]],
        integration: new HttpLambdaIntegration(id, handler, {
          payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
        }),
      });
      // Without this the deployment fails: settings may only name routes that exist already.
      this.stage.node.addDependency(...added);
      settings[`${method} ${path}`] = { ...throttling, DetailedMetricsEnabled: true };
    }
    const stage = this.stage.node.defaultChild;
    if (!(stage instanceof CfnStage)) throw new Error('The stage has no CloudFormation resource');
    stage.routeSettings = settings;
  }
}
