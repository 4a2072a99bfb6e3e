import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { integrations, type RouteId, routes } from '../lib/routes.ts';
import { DispatchTable } from './constructs/dispatch-table.ts';
import { Events, emailOf } from './constructs/events.ts';
import { IntegrationSecrets } from './constructs/integration-secrets.ts';
import { policyOf, type Stage } from './constructs/stage.ts';
import { WebhookApi } from './constructs/webhook-api.ts';
import { WebhookFunction } from './constructs/webhook-function.ts';

export interface DispatchStackProps {
  readonly stage: Stage;
  /** The folder that holds `functions/` and `package-lock.json`. */
  readonly projectRoot: string;
}

/** Everything that the service consists of in AWS. The command line reads its outputs. */
export class DispatchStack extends Stack {
  constructor(scope: Construct, id: string, { stage, projectRoot }: DispatchStackProps) {
    super(scope, id, { description: `Dispatch service, ${stage}` });
    const policy = policyOf(stage);
    const { table } = new DispatchTable(this, 'Data', policy);
    const secrets = new IntegrationSecrets(this, 'Secrets', policy);

    const functions = new Map<RouteId, IFunction>();
    for (const route of routes) {
      const secret = secrets.byIntegration[route.integration];
      const webhook = new WebhookFunction(this, route.id, { route, table, secret, policy, projectRoot });
      functions.set(route.id, webhook.function);
    }
    const api = new WebhookApi(this, 'Webhooks', { functions, policy });
    const email = emailOf(this.node.tryGetContext('dispatchEmail'));
    const events = new Events(this, 'Events', { table, policy, projectRoot, email });

    for (const { id: routeId, path } of routes) this.output(`Url-${routeId}`, api.urlOf(path));
    this.output('TableName', table.tableName);
    this.output('EventBusName', events.bus.eventBusName);
    this.output('UrgentTopicArn', events.topic.topicArn);
    for (const integration of integrations) {
      this.output(`SecretName-${integration}`, secrets.byIntegration[integration].secretName);
    }
  }

  /** `Url-voiceone-function-call` becomes `UrlVoiceoneFunctionCall`: output names are letters and digits. */
  private output(words: string, value: string): void {
    const name = words.replace(/(?:^|-)([A-Za-z])/g, (_, letter: string) => letter.toUpperCase());
    new CfnOutput(this, name, { value });
  }
}
