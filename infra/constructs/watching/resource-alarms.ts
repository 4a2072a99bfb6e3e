import { Duration, Stack } from 'aws-cdk-lib';
import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import { type Alarm, type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Operation } from 'aws-cdk-lib/aws-dynamodb';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { table as definition } from '../../../lib/aws/table/table.ts';
import type { ServiceTable } from '../dispatch-table.ts';
import type { AlarmTopics } from './alarm-topic.ts';
import { BusinessAlarm } from './business-alarm.ts';
import { PERIOD } from './service-metrics.ts';

/** Days before a certificate ends by which AWS has long renewed it. */
const RENEWED_DAYS = 30;

export interface ResourceAlarmsProps {
  readonly table: ServiceTable;
  /** The functions behind the routes' ones. */
  readonly functions: readonly IFunction[];
  /** The topic of messages to people on call. */
  readonly urgent: ITopic;
  /** The vault of the backups, if there are any. */
  readonly backupVault: string | undefined;
  /** Those of the stack's own domain. */
  readonly certificates: readonly ICertificate[];
  readonly topics: AlarmTopics;
}

/** Alarms on what AWS runs for the service. */
export class ResourceAlarms extends Construct {
  readonly all: readonly Alarm[];
  private readonly topics: AlarmTopics;

  constructor(scope: Construct, id: string, props: ResourceAlarmsProps) {
    super(scope, id);
    this.topics = props.topics;
    const { table, functions, backupVault, certificates } = props;
    this.all = [
      ...this.onTable(table),
      this.ticket('OthersThrottled', {
        metric: sum(functions.map((one) => one.metricThrottles({ statistic: Stats.SUM, period: PERIOD }))),
        meaning:
          'No Lambda instance was free for reminders, events, messages to people, heartbeats, checks of releases or the board.',
        action:
          'Raise the limit of concurrent executions of the AWS account, or lower reservedConcurrency of the stage.',
      }),
      ...this.onMessages(props),
      ...(backupVault === undefined ? [] : [this.onBackups(backupVault)]),
      ...certificates.map((certificate, index) => this.onCertificate(certificate, index)),
    ];
  }

  private onTable(table: ServiceTable): readonly Alarm[] {
    const operations = [
      ...[Operation.GET_ITEM, Operation.BATCH_GET_ITEM, Operation.QUERY, Operation.PUT_ITEM],
      ...[Operation.UPDATE_ITEM, Operation.DELETE_ITEM, Operation.TRANSACT_WRITE_ITEMS],
    ];
    const action =
      'Compare "Table: units consumed" on the dashboard with the limits of the table and of one key (docs/performance.md). One account alone: look for a sender that repeats itself.';
    return [
      this.ticket('ReadsThrottled', {
        metric: throttles(table, 'ReadThrottleEvents'),
        meaning:
          'DynamoDB refused reads of the table or an index; they were tried again, and callers waited.',
        action,
      }),
      this.ticket('WritesThrottled', {
        metric: throttles(table, 'WriteThrottleEvents'),
        meaning:
          'DynamoDB refused writes to the table or an index; they were tried again, and callers waited.',
        action,
      }),
      this.ticket('TableErrors', {
        metric: table.metricSystemErrorsForOperations({ operations, statistic: Stats.SUM, period: PERIOD }),
        meaning: 'DynamoDB failed by its own fault; requests were tried again.',
        action:
          'See the status of DynamoDB in the region. Faults that callers heard raise alarms of their own.',
      }),
    ];
  }

  private onMessages({ urgent, topics }: ResourceAlarmsProps): readonly Alarm[] {
    const failed = (topic: ITopic) =>
      topic.metricNumberOfNotificationsFailed({ statistic: Stats.SUM, period: PERIOD });
    return [
      new BusinessAlarm(this, 'MessagesNotDelivered', {
        metric: failed(urgent),
        threshold: 1,
        meaning: 'A message about an emergency or a review did not reach an address.',
        action: `See each company's open emergencies: "npm run -s dispatch -- requests list --account <account> --stack ${Stack.of(this).stackName}". Then see the subscriptions of the topic (output UrgentTopicArn).`,
        topic: topics.page,
      }),
      this.ticket('AlarmsNotDelivered', {
        metric: failed(topics.page),
        meaning: 'A page did not reach its endpoint.',
        action: 'See the subscriptions of the topic (output AlarmTopicArnPage) and the endpoint.',
      }),
    ];
  }

  private onBackups(BackupVaultName: string): Alarm {
    const period = Duration.hours(1);
    const failed = (metricName: string) =>
      new Metric({
        namespace: 'AWS/Backup',
        metricName,
        dimensionsMap: { BackupVaultName },
        statistic: Stats.SUM,
        period,
      });
    return this.ticket('BackupFailed', {
      metric: sum([failed('NumberOfBackupJobsFailed'), failed('NumberOfCopyJobsFailed')], period),
      meaning:
        'The daily backup of the table, or its copy to another region, failed. Point-in-time recovery still covers 35 days.',
      action: 'See the job and its message in AWS Backup, then start it again there.',
    });
  }

  private onCertificate(certificate: ICertificate, index: number): Alarm {
    return new BusinessAlarm(this, index === 0 ? 'CertificateEnds' : `CertificateEnds${index}`, {
      metric: certificate.metricDaysToExpiry({ statistic: Stats.MINIMUM, period: Duration.days(1) }),
      threshold: RENEWED_DAYS,
      below: true,
      meaning: `The certificate of the domain ends within ${RENEWED_DAYS} days: then every lead and call is lost.`,
      action:
        'AWS renews certificates that it issued while their DNS record stands: see the record that Certificate Manager names. An imported one: import the next.',
      topic: this.topics.ticket,
    });
  }

  private ticket(
    id: string,
    about: Pick<ConstructorParameters<typeof BusinessAlarm>[2], 'metric' | 'meaning' | 'action'>,
  ) {
    return new BusinessAlarm(this, id, { ...about, threshold: 1, topic: this.topics.ticket });
  }
}

/** Of the table and of each index, which DynamoDB throttles apart. */
function throttles(table: ServiceTable, metricName: 'ReadThrottleEvents' | 'WriteThrottleEvents'): IMetric {
  const of = (index: Readonly<Record<string, string>>) =>
    new Metric({
      namespace: 'AWS/DynamoDB',
      metricName,
      dimensionsMap: { TableName: table.tableName, ...index },
      statistic: Stats.SUM,
      period: PERIOD,
    });
  return sum([of({}), ...definition.indexes.map(({ name }) => of({ GlobalSecondaryIndexName: name }))]);
}

function sum(parts: readonly IMetric[], period = PERIOD): IMetric {
  const named = parts.map((part, index) => [`part${index}`, part] as const);
  return new MathExpression({
    expression: `SUM([${named.map(([name]) => name).join(', ')}])`,
    usingMetrics: Object.fromEntries(named),
    period,
  });
}
