import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { Construct, IConstruct } from 'constructs';
import { integrations } from '../lib/platforms/index.ts';
import { type RouteId, routes } from '../lib/routes.ts';
import { createPublicApi } from './constructs/api/public-api.ts';
import { Backups } from './constructs/backups.ts';
import { Board } from './constructs/board/board.ts';
import { BoardAlarms } from './constructs/board/board-alarms.ts';
import { DispatchTable, type ServiceTable } from './constructs/dispatch-table.ts';
import { Events } from './constructs/events.ts';
import { IamPolicies } from './constructs/iam-policies.ts';
import { IntegrationSecrets } from './constructs/integration-secrets.ts';
import { ReleaseCheck } from './constructs/release-check.ts';
import { Releases } from './constructs/releases.ts';
import { Reminders } from './constructs/reminders.ts';
import { ServiceFunction } from './constructs/service-function.ts';
import { policyOf } from './constructs/stage.ts';
import { AlarmTopic, type AlarmTopics } from './constructs/watching/alarm-topic.ts';
import { Budget } from './constructs/watching/budget.ts';
import { Heartbeat } from './constructs/watching/heartbeat.ts';
import { ResourceAlarms } from './constructs/watching/resource-alarms.ts';
import { ServiceAlarms } from './constructs/watching/service-alarms.ts';
import { ServiceDashboard } from './constructs/watching/service-dashboard.ts';
import { ServiceMetrics } from './constructs/watching/service-metrics.ts';
import { SloAlarms } from './constructs/watching/slo-alarms.ts';
import { WebhookFunction } from './constructs/webhook-function.ts';
import { acceptBackupRole, acceptOfBoard, acceptTracing, suppressNagFindings } from './nag-suppressions.ts';
import { outputName } from './output-name.ts';
import type { StageFile } from './stage-file.ts';

export interface DispatchStackProps {
  readonly stage: StageFile;
  /** The folder that holds `functions/` and `package-lock.json`. */
  readonly projectRoot: string;
}

/** One address may be both. */
const alarmTargets = ({ alarms, alarmEmail }: StageFile['options']) => ({
  page: alarms?.page ?? alarmEmail,
  ticket: alarms?.ticket ?? alarmEmail,
});

const isBehindRoutes = (construct: IConstruct): construct is ServiceFunction =>
  construct instanceof ServiceFunction && !(construct instanceof WebhookFunction);

const isCertificate = (construct: IConstruct): construct is IConstruct & ICertificate =>
  'metricDaysToExpiry' in construct;

/** What alarms, the dashboard and the outputs of logs are about. */
interface WatchedParts {
  readonly table: ServiceTable;
  readonly webhooks: ReadonlyMap<RouteId, WebhookFunction>;
  readonly publicApi: ReturnType<typeof createPublicApi>;
  readonly board: Board | undefined;
  readonly topics: AlarmTopics;
  readonly backups: Backups | undefined;
  readonly events: Events;
  readonly heartbeat: Heartbeat;
  readonly reminders: Reminders;
  readonly check: ReleaseCheck;
}

/** The stack of the service. The command line reads its outputs. */
export class DispatchStack extends Stack {
  constructor(scope: Construct, id: string, props: DispatchStackProps) {
    const { stage, projectRoot } = props;
    const { options } = stage;
    const { dispatchEmail, dispatchEmails, account, region, tags } = options;
    const policy = policyOf(options);
    super(scope, id, {
      description: `Dispatch service, ${stage.name}`,
      // Without them, those of the terminal's credentials.
      env: { ...(account !== undefined && { account }), ...(region !== undefined && { region }) },
      terminationProtection: policy.deletionProtection,
      tags,
    });
    const { table } = new DispatchTable(this, 'Data', { policy, existing: options.existingTable });
    const backups = this.protect(table, stage);
    const secrets = new IntegrationSecrets(this, 'Secrets', { policy, existing: options.existingSecrets });

    const webhooks = this.createWebhooks(table, secrets, props);
    const targets = new Map([...webhooks].map(([routeId, { target }]) => [routeId, target]));
    const publicApi = createPublicApi(this, { options, functions: targets, policy });
    const board =
      options.board === false
        ? undefined
        : new Board(this, 'Board', { table, policy, projectRoot, options: options.board });

    const { topics } = new AlarmTopic(this, 'AlarmTopic', alarmTargets(options));
    const shared = { table, policy, projectRoot };
    const people = { email: dispatchEmail, emails: dispatchEmails, boardUrl: board?.page.url };
    const events = new Events(this, 'Events', { ...shared, ...people, alarmTopics: topics });
    const { baseUrl } = publicApi;
    const heartbeat = new Heartbeat(this, 'Heartbeat', { baseUrl, policy, projectRoot, topics });
    const reminders = new Reminders(this, 'Reminders', { ...shared, topics });
    const check = new ReleaseCheck(this, 'ReleaseCheck', { ...shared, webhooks, secrets });
    const parts = { table, webhooks, publicApi, check, board, topics, events, heartbeat, reminders, backups };
    const { ofCode, url } = this.watch(parts);
    const aliases = new Map([...webhooks].map(([id, { alias }]) => [id, alias]));
    const releases = new Releases(this, 'Releases', {
      check,
      aliases,
      alarms: ofCode,
      gradual: options.canary,
    });
    const { api, edge } = publicApi;
    suppressNagFindings({ webhooks: api, edge, releases, check, secrets, events });
    if (board !== undefined) acceptOfBoard(board);
    if (options.tracing) acceptTracing(this);
    if (options.iamPolicies) this.outputPolicies(parts, secrets, releases);

    this.outputWhereToSend(publicApi.baseUrl, table, secrets);
    this.output('DashboardUrl', url);
    for (const [id, webhook] of webhooks) this.output(`FunctionName-${id}`, webhook.function.functionName);
    this.output('DeploymentApplication', check.application.applicationName);
    this.outputLogs(parts);
    this.outputEvents(parts);
    this.output('DefaultEndpoint', publicApi.defaultEndpoint);
    if (board !== undefined) this.outputBoard(board);
    const { domain } = options;
    // If the domain has no hosted zone here, its DNS record must point to this.
    if (domain !== undefined && domain.hostedZone === undefined && publicApi.domainTarget !== undefined)
      this.output('DomainTarget', publicApi.domainTarget);
  }

  /** Backups and the budget, which nothing depends on. */
  private protect(table: ServiceTable, { options }: StageFile): Backups | undefined {
    const { backup, monthlyBudget, alarmEmail } = options;
    if (monthlyBudget !== undefined && alarmEmail !== undefined)
      new Budget(this, 'Budget', { amount: monthlyBudget, email: alarmEmail });
    if (backup === undefined) return undefined;
    const backups = new Backups(this, 'Backups', { table, policy: policyOf(options), options: backup });
    acceptBackupRole(backups.plan);
    return backups;
  }

  private createWebhooks(
    table: ServiceTable,
    secrets: IntegrationSecrets,
    { stage: { options }, projectRoot }: DispatchStackProps,
  ): ReadonlyMap<RouteId, WebhookFunction> {
    const shared = { table, policy: policyOf(options), projectRoot, options };
    return new Map(
      routes.map((route) => {
        const secret = secrets.byIntegration[route.integration];
        return [route.id, new WebhookFunction(this, route.id, { route, secret, ...shared })] as const;
      }),
    );
  }

  /** Alarms and the dashboard. `ofCode`: the alarms that roll a release back. */
  private watch({ table, webhooks, publicApi, board, topics, ...parts }: WatchedParts) {
    const { events, heartbeat, reminders, backups } = parts;
    const functions = new Map([...webhooks].map(([routeId, webhook]) => [routeId, webhook.function]));
    const metrics = new ServiceMetrics(functions);
    const { api, edge } = publicApi;
    const { throttled } = api;
    const blockedRequests = edge?.blockedRequests;
    const own = new ServiceAlarms(this, 'Alarms', { metrics, throttled, blockedRequests, api, topics });
    const alarms = [
      ...own.all,
      ...new SloAlarms(this, 'Slo', { metrics, api, topics }).all,
      ...events.alarms,
      ...heartbeat.alarms,
      ...reminders.alarms,
      ...(board === undefined ? [] : new BoardAlarms(this, 'BoardAlarms', { board, topics }).all),
      ...new ResourceAlarms(this, 'Resources', {
        table,
        functions: this.node
          .findAll()
          .filter(isBehindRoutes)
          .map((one) => one.function),
        urgent: events.urgent.topic,
        backupVault: backups?.vaultName,
        certificates: this.node.findAll().filter(isCertificate),
        topics,
      }).all,
    ];
    const { eventAge } = events;
    const watched = { metrics, throttled, api, eventAge, table, alarms, board: board?.api };
    const { url } = new ServiceDashboard(this, 'Watch', { name: this.stackName, ...watched });
    return { ofCode: own.ofCode, url };
  }

  private outputLogs({ webhooks, publicApi, heartbeat, reminders, events, check }: WatchedParts): void {
    const { api, edge } = publicApi;
    for (const [routeId, { logGroup }] of webhooks) this.output(`LogGroup-${routeId}`, logGroup.logGroupName);
    this.output('LogGroup-access', api.accessLog.logGroupName);
    if (edge !== undefined) this.output('LogGroup-edge', edge.logGroup.logGroupName);
    this.output('LogGroup-heartbeat', heartbeat.logGroup.logGroupName);
    this.output('LogGroup-reminders', reminders.logGroup.logGroupName);
    this.output('LogGroup-release-check', check.logGroup.logGroupName);
    this.output('LogGroup-events', events.logGroup.logGroupName);
    this.output('LogGroup-urgent', events.urgent.logGroup.logGroupName);
  }

  private outputEvents({ events, topics }: WatchedParts): void {
    this.output('EventBusName', events.bus.eventBusName);
    this.output('DeadLetterQueueUrl', events.deadLetters.queueUrl);
    this.output('UrgentTopicArn', events.urgent.topic.topicArn);
    this.output('AlarmTopicArn-page', topics.page.topicArn);
    this.output('AlarmTopicArn-ticket', topics.ticket.topicArn);
  }

  private outputPolicies(
    { table, events, webhooks, board }: WatchedParts,
    secrets: IntegrationSecrets,
    { groups }: Releases,
  ): void {
    const { dispatchers, operators } = new IamPolicies(this, 'IamPolicies', {
      table,
      secrets: Object.values(secrets.byIntegration),
      deadLettersArn: events.deadLetters.queueArn,
      busArn: events.bus.eventBusArn,
      userPoolArn: board?.signIn?.pool.userPoolArn,
      functionArns: [...webhooks.values()].map((webhook) => webhook.function.functionArn),
      deploymentGroupArns: groups.map(({ deploymentGroupArn }) => deploymentGroupArn),
    });
    this.output('PolicyArn-dispatchers', dispatchers.managedPolicyArn);
    this.output('PolicyArn-operators', operators.managedPolicyArn);
  }

  private outputBoard({ page, issuer, signIn, api, function: handler }: Board): void {
    this.output('BoardUrl', page.url);
    this.output('BoardIssuer', issuer.issuer);
    this.output('BoardClientId', issuer.clientId);
    this.output('LogGroup-board', handler.logGroup.logGroupName);
    this.output('LogGroup-board-access', api.accessLog.logGroupName);
    if (signIn === undefined) return;
    this.output('UserPoolId', signIn.pool.userPoolId);
    this.output('LogGroup-board-claims', signIn.claims.logGroup.logGroupName);
  }

  private outputWhereToSend(baseUrl: string, table: ServiceTable, secrets: IntegrationSecrets): void {
    for (const { id, path } of routes) this.output(`Url-${id}`, `${baseUrl}${path}`);
    this.output('TableName', table.tableName);
    if (table.encryptionKey !== undefined) this.output('TableKeyArn', table.encryptionKey.keyArn);
    for (const integration of integrations) {
      this.output(`SecretName-${integration}`, secrets.byIntegration[integration].secretName);
    }
  }

  private output(words: string, value: string): void {
    new CfnOutput(this, outputName(words), { value });
  }
}
