import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { integrations, type RouteId, routes } from '../lib/routes.ts';
import { acceptFindings } from './accepted-findings.ts';
import { AlarmTopic } from './constructs/alarm-topic.ts';
import { CustomDomain } from './constructs/custom-domain.ts';
import { DispatchTable } from './constructs/dispatch-table.ts';
import { Events } from './constructs/events.ts';
import { IntegrationSecrets } from './constructs/integration-secrets.ts';
import { ServiceAlarms } from './constructs/service-alarms.ts';
import { ServiceDashboard } from './constructs/service-dashboard.ts';
import { ServiceMetrics } from './constructs/service-metrics.ts';
import { policyOf } from './constructs/stage.ts';
import { WebhookApi } from './constructs/webhook-api.ts';
import { WebhookFunction } from './constructs/webhook-function.ts';
import type { DeployOptions } from './options.ts';
import { outputName } from './output-name.ts';

export interface DispatchStackProps extends DeployOptions {
  /** The folder that holds `functions/` and `package-lock.json`. */
  readonly projectRoot: string;
}

/** Everything that the service consists of in AWS. The command line reads its outputs. */
export class DispatchStack extends Stack {
  constructor(scope: Construct, id: string, props: DispatchStackProps) {
    const { stage, projectRoot, domain: asked, provisionedConcurrency, alarmEmail, dispatchEmail } = props;
    super(scope, id, { description: `Dispatch service, ${stage}` });
    const policy = policyOf(stage);
    const { table } = new DispatchTable(this, 'Data', policy);
    const secrets = new IntegrationSecrets(this, 'Secrets', policy);

    const functions = new Map<RouteId, IFunction>();
    const targets = new Map<RouteId, IFunction>();
    for (const route of routes) {
      const secret = secrets.byIntegration[route.integration];
      const shared = { table, secret, policy, projectRoot, provisionedConcurrency };
      const webhook = new WebhookFunction(this, route.id, { route, ...shared });
      functions.set(route.id, webhook.function);
      targets.set(route.id, webhook.target);
    }
    const domain = asked && new CustomDomain(this, 'Domain', asked).domainName;
    const api = new WebhookApi(this, 'Webhooks', { functions: targets, policy, domain });

    const metrics = new ServiceMetrics(functions);
    const { throttled } = api;
    const { topic } = new AlarmTopic(this, 'AlarmTopic', alarmEmail);
    const events = new Events(this, 'Events', {
      table,
      policy,
      projectRoot,
      alarmTopic: topic,
      email: dispatchEmail,
    });
    const alarms = [...new ServiceAlarms(this, 'Alarms', { metrics, throttled, topic }).all, events.alarm];
    new ServiceDashboard(this, 'Watch', { name: this.stackName, metrics, throttled, table, alarms });
    acceptFindings({ webhooks: api, secrets, events });

    for (const { id: routeId, path } of routes) this.output(`Url-${routeId}`, api.urlOf(path));
    this.output('TableName', table.tableName);
    this.output('EventBusName', events.bus.eventBusName);
    this.output('UrgentTopicArn', events.topic.topicArn);
    for (const integration of integrations) {
      this.output(`SecretName-${integration}`, secrets.byIntegration[integration].secretName);
    }
    this.output('AlarmTopicArn', topic.topicArn);
    // Where the domain has no zone here, its own name server has to point to this.
    if (asked?.zone === undefined && domain) this.output('DomainTarget', domain.regionalDomainName);
  }

  private output(words: string, value: string): void {
    new CfnOutput(this, outputName(words), { value });
  }
}
