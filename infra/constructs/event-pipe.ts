import { Duration, Stack } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { EventBus } from 'aws-cdk-lib/aws-events';
import { type IRole, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnPipe } from 'aws-cdk-lib/aws-pipes';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { recordFilters } from '../../lib/aws/stream-events.ts';
import { EVENT_AGE, NAMESPACE } from '../../lib/http/metrics.ts';
import { EVENT_SOURCE } from '../../lib/record/events/event.ts';
import { type ServiceTable, useOfKey } from './dispatch-table.ts';
import { ServiceFunction } from './service-function.ts';
import type { StagePolicy } from './stage.ts';

/** How long a failing record is retried. The stream keeps it for a day, which leaves an hour to redrive it. */
const GIVE_UP_AFTER = Duration.hours(23);
/** Parallel batches per shard (the maximum). Records of one item are never in two of them. */
const PARALLEL_BATCHES = 10;

export interface EventPipeProps {
  readonly table: ServiceTable;
  readonly bus: EventBus;
  /** The dead-letter queue for records that could not be published. */
  readonly deadLetters: IQueue;
  readonly policy: StagePolicy;
  /** The folder that holds `functions/` and `package-lock.json`. */
  readonly projectRoot: string;
}

/** Carries changes from the table's stream to the bus, in order per item and at least once. */
export class EventPipe extends Construct {
  /** Of the function that converts records to events. */
  readonly logGroup: ILogGroup;
  /** Failed attempts: of the function that converts records, and of the pipe that forwards the events. */
  readonly failures: IMetric;
  /** The age of the oldest record that was tried, in milliseconds. */
  readonly age: IMetric;

  constructor(scope: Construct, id: string, props: EventPipeProps) {
    super(scope, id);
    const { table, bus, deadLetters, policy, projectRoot } = props;
    const source = table.tableStreamArn;
    if (source === undefined) throw new Error('The table has no stream');
    // It reads only its input.
    const { function: eventsFunction, logGroup } = new ServiceFunction(this, 'Shaper', {
      description: 'Converts a stream record to events',
      folder: 'events',
      memorySize: 256,
      policy,
      projectRoot,
    });
    this.logGroup = logGroup;
    const role = roleFor(this, { source, eventsFunction, bus, deadLetters });
    for (const statement of useOfKey(table)) role.addToPrincipalPolicy(statement);
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
          parallelizationFactor: PARALLEL_BATCHES,
          maximumRetryAttempts: -1,
          maximumRecordAgeInSeconds: GIVE_UP_AFTER.toSeconds(),
          deadLetterConfig: { arn: deadLetters.queueArn },
        },
      },
      enrichment: eventsFunction.functionArn,
      target: bus.eventBusArn,
      // No input template: the function's result is the detail, numbers included.
      targetParameters: { eventBridgeEventBusParameters: { source: EVENT_SOURCE, detailType: '$.type' } },
    });
    // The pipe reads the stream as soon as it exists, so its rights must exist first.
    pipe.node.addDependency(role);
    this.failures = failuresOf(eventsFunction, pipe);
    this.age = new Metric({
      namespace: NAMESPACE,
      metricName: EVENT_AGE,
      dimensionsMap: { FunctionName: eventsFunction.functionName },
      statistic: Stats.MAXIMUM,
      period: Duration.minutes(5),
      label: 'Age of changes when they are published, milliseconds',
    });
  }
}

function failuresOf(eventsFunction: IFunction, pipe: CfnPipe): IMetric {
  const sum = { statistic: Stats.SUM, period: Duration.minutes(5) };
  const executions = new Metric({
    namespace: 'AWS/EventBridge/Pipes',
    metricName: 'ExecutionFailed',
    dimensionsMap: { PipeName: pipe.ref },
    ...sum,
  });
  return new MathExpression({
    expression: 'SUM([eventsFunction, executions])',
    usingMetrics: { eventsFunction: eventsFunction.metricErrors(sum), executions },
    label: 'Failed attempts to publish an event',
    period: sum.period,
  });
}

function roleFor(
  scope: Construct,
  {
    source,
    eventsFunction,
    bus,
    deadLetters,
  }: { source: string; eventsFunction: IFunction } & Pick<EventPipeProps, 'bus' | 'deadLetters'>,
): Role {
  const conditions = { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } };
  const role = new Role(scope, 'Role', {
    assumedBy: new ServicePrincipal('pipes.amazonaws.com', { conditions }),
  });
  const reading = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'];
  allow(
    role,
    reading.map((action) => `dynamodb:${action}`),
    source,
  );
  allow(role, ['lambda:InvokeFunction'], eventsFunction.functionArn);
  allow(role, ['events:PutEvents'], bus.eventBusArn);
  allow(role, ['sqs:SendMessage'], deadLetters.queueArn);
  return role;
}

function allow(role: IRole, actions: string[], resource: string): void {
  role.addToPrincipalPolicy(new PolicyStatement({ actions, resources: [resource] }));
}
