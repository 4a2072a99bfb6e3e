import { Stack } from 'aws-cdk-lib';
import { WebSocketApi, WebSocketStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { WebSocketLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Construct } from 'constructs';
import { liveGrants } from '../../grants.ts';
import type { ServiceTable } from '../dispatch-table.ts';
import { ServiceFunction } from '../service-function.ts';
import type { StagePolicy } from '../stage.ts';

export interface BoardLiveProps {
  readonly table: ServiceTable;
  readonly policy: StagePolicy;
}

const STAGE = 'live';

/** The connections on which open pages get hints at changes. Nobody sends anything on them. */
export class BoardLive extends Construct {
  readonly connecting: ServiceFunction;
  readonly api: WebSocketApi;
  /** Where pages connect, as a content policy names it. */
  readonly origin: string;
  readonly url: string;
  /** Where hints are sent, and the ARN of that right: ids of connections are those of API Gateway. */
  readonly callbackUrl: string;
  readonly sendingArn: string;

  constructor(scope: Construct, id: string, { table, policy }: BoardLiveProps) {
    super(scope, id);
    this.connecting = new ServiceFunction(this, 'Connecting', {
      description: 'Opens connections for hints at changes, for who has a ticket',
      folder: 'board-live',
      policy,
      on: { table, grants: liveGrants },
    });
    const integration = (name: string) => new WebSocketLambdaIntegration(name, this.connecting.function);
    this.api = new WebSocketApi(this, 'Api', {
      description: 'Hints at changes for the board of the dispatch service',
      connectRouteOptions: { integration: integration('connect') },
      disconnectRouteOptions: { integration: integration('disconnect') },
    });
    const stage = new WebSocketStage(this, 'Stage', {
      webSocketApi: this.api,
      stageName: STAGE,
      autoDeploy: true,
      // Anybody can try tickets: a flood must not take instances from live calls. Pages try again by themselves.
      throttle: { rateLimit: 50, burstLimit: 100 },
    });
    this.origin = this.api.apiEndpoint;
    this.url = stage.url;
    this.callbackUrl = stage.callbackUrl;
    this.sendingArn = Stack.of(this).formatArn({
      service: 'execute-api',
      resource: this.api.apiId,
      resourceName: `${STAGE}/POST/@connections/*`,
    });
  }
}
