import { Duration, Stack } from 'aws-cdk-lib';
import { EventBus } from 'aws-cdk-lib/aws-events';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnPipe } from 'aws-cdk-lib/aws-pipes';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { recordFilters } from '../../lib/aws/stream-events.ts';
import { EVENT_SOURCE } from '../../lib/record/events.ts';
import { allow, type ServiceTable, useOfKey } from './dispatch-table.ts';
import { ServiceFunction } from './service-function.ts';
import type { StagePolicy } from './stage.ts';
import { UrgentMessages, type UrgentRecipients } from './urgent-messages.ts';

export interface EventsProps {
  readonly table: ServiceTable;
  readonly policy: StagePolicy;
  readonly people: UrgentRecipients;
}

/**
 * Publishes changes of requests and calls to other systems: a bus fed by the table's stream, off the path of requests.
 */
export class Events extends Construct {
  readonly bus: EventBus;
  /** Receives events that could not be published. */
  readonly deadLetters: Queue;
  readonly pipe: EventPipe;
  readonly urgent: UrgentMessages;

  constructor(scope: Construct, id: string, { table, policy, people }: EventsProps) {
    super(scope, id);
    this.bus = new EventBus(this, 'Bus', { description: 'Changes of dispatch requests, and stored calls' });
    this.bus.archive('Archive', {
      description: 'For replay',
      eventPattern: { source: [EVENT_SOURCE] },
      retention: Duration.days(policy.logs.retention),
    });
    this.deadLetters = new Queue(this, 'DeadLetters', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      removalPolicy: policy.removalPolicy,
    });
    const { bus, deadLetters } = this;
    this.pipe = new EventPipe(this, 'FromTable', { table, bus, deadLetters, policy });
    this.urgent = new UrgentMessages(this, 'Urgent', { table, policy, bus, deadLetters, people });
  }
}

interface EventPipeProps extends Omit<EventsProps, 'people'> {
  readonly bus: EventBus;
  readonly deadLetters: Queue;
}

/** Carries changes from the table's stream to the bus, in order per item and at least once. */
class EventPipe extends Construct {
  /** Converts records to events. */
  readonly shaper: ServiceFunction;
  readonly name: string;

  constructor(scope: Construct, id: string, { table, bus, deadLetters, policy }: EventPipeProps) {
    super(scope, id);
    const source = table.tableStreamArn;
    if (source === undefined) throw new Error('The table has no stream');
    this.shaper = new ServiceFunction(this, 'Shaper', {
      description: 'Converts a stream record to events',
      folder: 'events',
      policy,
    });
    const { functionArn } = this.shaper.function;
    const conditions = { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } };
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('pipes.amazonaws.com', { conditions }),
    });
    const reading = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'];
    const statements = [
      allow(
        reading.map((action) => `dynamodb:${action}`),
        [source],
      ),
      allow(['lambda:InvokeFunction'], [functionArn]),
      allow(['events:PutEvents'], [bus.eventBusArn]),
      allow(['sqs:SendMessage'], [deadLetters.queueArn]),
      ...useOfKey(table),
    ];
    for (const statement of statements) role.addToPrincipalPolicy(statement);
    const pipe = new CfnPipe(this, 'Pipe', {
      description: 'Publishes changed requests and stored calls',
      roleArn: role.roleArn,
      source,
      sourceParameters: {
        filterCriteria: { filters: recordFilters.map((filter) => ({ pattern: JSON.stringify(filter) })) },
        dynamoDbStreamParameters: {
          startingPosition: 'TRIM_HORIZON',
          // In a larger batch, a failed record would be retried after later changes of its request.
          batchSize: 1,
          // The most that AWS allows per shard. Records of one item are never in two parallel batches.
          parallelizationFactor: 10,
          maximumRetryAttempts: -1,
          // The stream keeps a record for a day, which leaves an hour to redrive it.
          maximumRecordAgeInSeconds: Duration.hours(23).toSeconds(),
          deadLetterConfig: { arn: deadLetters.queueArn },
        },
      },
      enrichment: functionArn,
      target: bus.eventBusArn,
      // Without an input template, the function's result is the detail, numbers included.
      targetParameters: { eventBridgeEventBusParameters: { source: EVENT_SOURCE, detailType: '$.type' } },
    });
    // The pipe reads the stream as soon as it exists, so its rights must exist first.
    pipe.node.addDependency(role);
    this.name = pipe.ref;
  }
}
