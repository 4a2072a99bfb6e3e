import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { webhookSenderIds } from '../lib/platforms/index.ts';
import { routes } from '../lib/routes.ts';
import { createPublicApi } from './constructs/api.ts';
import { Backups } from './constructs/backups.ts';
import { Board } from './constructs/board/board.ts';
import { DispatchTable } from './constructs/dispatch-table.ts';
import { Events } from './constructs/events.ts';
import { IamPolicies } from './constructs/iam-policies.ts';
import { IntegrationSecrets } from './constructs/integration-secrets.ts';
import { Messages } from './constructs/messages.ts';
import { Pages } from './constructs/pages.ts';
import { ReleaseCheck, Releases } from './constructs/releases.ts';
import { Reminders } from './constructs/reminders.ts';
import { policyOf } from './constructs/stage.ts';
import { AlarmTopic } from './constructs/watching/alarm-topic.ts';
import { createAlarms } from './constructs/watching/alarms.ts';
import { Budget } from './constructs/watching/budget.ts';
import { Heartbeat } from './constructs/watching/heartbeat.ts';
import { ServiceDashboard } from './constructs/watching/service-dashboard.ts';
import { ServiceMetrics } from './constructs/watching/service-metrics.ts';
import { WebhookFunction } from './constructs/webhook-function.ts';
import { suppressNagFindings } from './nag-suppressions.ts';
import { outputName } from './output-name.ts';
import type { StageFile } from './stage-file.ts';

/** The stack of the service. The command line reads its outputs. */
export class DispatchStack extends Stack {
  constructor(scope: Construct, id: string, { name, options }: StageFile) {
    const { account, region, tags, alarmEmail, alarms, domain, monthlyBudget } = options;
    const policy = policyOf(options);
    super(scope, id, {
      description: `Dispatch service, ${name}`,
      // What is not given comes from the terminal's credentials.
      env: { ...(account !== undefined && { account }), ...(region !== undefined && { region }) },
      terminationProtection: policy.deletionProtection,
      tags,
    });
    const { table } = new DispatchTable(this, 'Data', policy, options.existingTable);
    if (monthlyBudget !== undefined && alarmEmail !== undefined)
      new Budget(this, 'Budget', monthlyBudget, alarmEmail);
    const backups =
      options.backup && new Backups(this, 'Backups', { table, policy, options: options.backup });
    const secrets = new IntegrationSecrets(this, 'Secrets', policy, options.existingSecrets);

    const webhooks = new Map(
      routes.map((route) => {
        const secret = secrets.bySender[route.sender];
        return [route.id, new WebhookFunction(this, route.id, { route, table, secret, policy, options })];
      }),
    );
    const publicApi = createPublicApi(this, options, { webhooks, policy });
    const board =
      options.board === false
        ? undefined
        : new Board(this, 'Board', { table, policy, options: options.board });

    const pages = new Pages(this, 'Pages', { table, policy });

    for (const { id } of routes.filter(({ sender }) => sender === 'messaging')) {
      const messaging = webhooks.get(id)?.function;
      // People read where to see a message that did not arrive.
      messaging?.addEnvironment('STACK_NAME', this.stackName);
      messaging?.addEnvironment('BOARD_URL', board?.page.url ?? '');
      // Twilio signs the URL that it calls, which a proxy changes on the way.
      if (id === 'messaging-twilio') messaging?.addEnvironment('WEBHOOKS_URL', publicApi.baseUrl);
    }
    const { topics } = new AlarmTopic(this, 'AlarmTopic', {
      page: alarms?.page ?? alarmEmail,
      ticket: alarms?.ticket ?? alarmEmail,
    });
    const events = new Events(this, 'Events', {
      table,
      policy,
      people: { ...options, boardUrl: board?.page.url },
    });
    const heartbeat = new Heartbeat(this, 'Heartbeat', publicApi.baseUrl, policy);
    const messages = new Messages(this, 'Messages', { table, policy, boardUrl: board?.page.url });
    const reminders = new Reminders(this, 'Reminders', {
      ...{ table, policy, messages, pagesUrl: pages.url, boardUrl: board?.page.url },
      ...{ webhooksUrl: publicApi.baseUrl, secret: secrets.bySender.messaging },
    });
    const check = new ReleaseCheck(this, 'ReleaseCheck', { table, policy, webhooks, secrets });
    const metrics = new ServiceMetrics(webhooks);
    const parts = {
      ...{ table, metrics, publicApi, board, pages, events, heartbeat, reminders, messages, backups },
      topics,
    };
    const { all, ofCode } = createAlarms(this, parts);
    const dashboard = new ServiceDashboard(this, 'Watch', parts, all);
    const gradual = options.canary;
    const releases = new Releases(this, 'Releases', { check, webhooks, alarms: ofCode, gradual });
    const policies = options.iamPolicies
      ? new IamPolicies(this, 'IamPolicies', {
          table,
          secretArns: secrets.arns,
          deadLettersArn: events.deadLetters.queueArn,
          busArn: events.bus.eventBusArn,
          userPoolArn: board?.signIn?.pool.userPoolArn,
          functionArns: [...webhooks.values()].map((webhook) => webhook.function.functionArn),
          deploymentGroupArns: releases.groups.map(({ deploymentGroupArn }) => deploymentGroupArn),
        })
      : undefined;
    const { tracing } = options;
    suppressNagFindings({
      stack: this,
      publicApi,
      releases,
      check,
      secrets,
      events,
      board,
      pages,
      reminders,
      messages,
      policies,
      backups,
      tracing,
    });

    const { api, edge, baseUrl, defaultEndpoint, domainTarget } = publicApi;
    const outputs: Readonly<Record<string, string | undefined>> = {
      ...Object.fromEntries(routes.map(({ id: route, path }) => [`Url-${route}`, `${baseUrl}${path}`])),
      DefaultEndpoint: defaultEndpoint,
      // A domain without a hosted zone in the options needs a DNS record that points to this.
      DomainTarget: domain === undefined || domain.hostedZone !== undefined ? undefined : domainTarget,
      TableName: table.tableName,
      TableKeyArn: table.encryptionKey?.keyArn,
      ...Object.fromEntries(
        webhookSenderIds.map((one) => [`SecretName-${one}`, secrets.bySender[one].secretName]),
      ),
      ...Object.fromEntries(
        [...webhooks].flatMap(([route, webhook]) => [
          [`FunctionName-${route}`, webhook.function.functionName],
          [`LogGroup-${route}`, webhook.logGroup.logGroupName],
        ]),
      ),
      'LogGroup-access': api.accessLog.logGroupName,
      'LogGroup-edge': edge?.logGroup.logGroupName,
      'LogGroup-heartbeat': heartbeat.knocker.logGroup.logGroupName,
      'LogGroup-reminders': reminders.reminding.logGroup.logGroupName,
      'LogGroup-messages': messages.hearing.logGroup.logGroupName,
      TextsTopicArn: messages.topic.topicArn,
      MessagesDeadLetterQueueUrl: messages.deadLetters.queueUrl,
      'LogGroup-release-check': check.checking.logGroup.logGroupName,
      'LogGroup-events': events.pipe.shaper.logGroup.logGroupName,
      'LogGroup-urgent': events.urgent.telling.logGroup.logGroupName,
      DeploymentApplication: check.application.applicationName,
      DashboardUrl: dashboard.url,
      EventBusName: events.bus.eventBusName,
      DeadLetterQueueUrl: events.deadLetters.queueUrl,
      UrgentTopicArn: events.urgent.topic.topicArn,
      'AlarmTopicArn-page': topics.page.topicArn,
      'AlarmTopicArn-ticket': topics.ticket.topicArn,
      BoardUrl: board?.page.url,
      BoardIssuer: board?.issuer.issuer,
      BoardClientId: board?.issuer.clientId,
      PagesUrl: pages.url,
      'LogGroup-pages': pages.function.logGroup.logGroupName,
      'LogGroup-pages-access': pages.api.accessLog.logGroupName,
      'LogGroup-board': board?.function.logGroup.logGroupName,
      'LogGroup-board-access': board?.api.accessLog.logGroupName,
      'LogGroup-board-updates': board?.updates.following.logGroup.logGroupName,
      'LogGroup-board-live': board?.live.connecting.logGroup.logGroupName,
      UserPoolId: board?.signIn?.pool.userPoolId,
      'LogGroup-board-claims': board?.signIn?.claims.logGroup.logGroupName,
      ...(policies && {
        'PolicyArn-dispatchers': policies.dispatchers.managedPolicyArn,
        'PolicyArn-operators': policies.operators.managedPolicyArn,
      }),
    };
    for (const [words, value] of Object.entries(outputs))
      if (value !== undefined) new CfnOutput(this, outputName(words), { value });
  }
}
