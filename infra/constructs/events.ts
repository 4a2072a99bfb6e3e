import { Duration, Stack } from 'aws-cdk-lib';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { EventBus } from 'aws-cdk-lib/aws-events';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { type IQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { EVENT_SOURCE } from '../../lib/record/events/event.ts';
import type { ServiceTable } from './dispatch-table.ts';
import { EventPipe } from './event-pipe.ts';
import type { StagePolicy } from './stage.ts';
import { UrgentMessages, type UrgentRecipients } from './urgent-messages.ts';
import type { AlarmTopics } from './watching/alarm-topic.ts';
import { BusinessAlarm } from './watching/business-alarm.ts';
import { LEAST_FAULTS } from './watching/service-metrics.ts';

/** Messages to people are useful only within minutes. */
const LATE = Duration.minutes(2);

export interface EventsProps extends UrgentRecipients {
  readonly table: ServiceTable;
  readonly policy: StagePolicy;
  /** The folder that holds `functions/` and `package-lock.json`. */
  readonly projectRoot: string;
  /** The topics for alarms about failed events. */
  readonly alarmTopics: AlarmTopics;
}

/**
 * Publishes changes of requests and calls to other systems: a bus fed by the table's stream, off the path of requests.
 */
export class Events extends Construct {
  readonly bus: EventBus;
  /** Tells people of emergencies, and of requests that a person should review. */
  readonly urgent: UrgentMessages;
  readonly alarms: readonly BusinessAlarm[];
  /** Events that could not be published. */
  readonly deadLetters: IQueue;
  /** The log with the causes. */
  readonly logGroup: ILogGroup;
  /** The age of changes when published, in milliseconds. */
  readonly eventAge: IMetric;

  constructor(scope: Construct, id: string, props: EventsProps) {
    super(scope, id);
    const { table, policy, projectRoot, alarmTopics, ...people } = props;
    this.bus = new EventBus(this, 'Bus', { description: 'Changes of dispatch requests, and stored calls' });
    this.bus.archive('Archive', {
      description: 'For replay',
      eventPattern: { source: [EVENT_SOURCE] },
      retention: Duration.days(policy.logRetention),
    });
    const deadLetters = new Queue(this, 'DeadLetters', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      removalPolicy: policy.removalPolicy,
    });
    this.deadLetters = deadLetters;
    const pipe = new EventPipe(this, 'FromTable', {
      table,
      bus: this.bus,
      deadLetters,
      policy,
      projectRoot,
    });
    this.logGroup = pipe.logGroup;
    this.eventAge = pipe.age;
    this.alarms = alarmsOf(this, deadLetters, pipe, alarmTopics);
    this.urgent = new UrgentMessages(this, 'Urgent', {
      table,
      policy,
      projectRoot,
      bus: this.bus,
      deadLetters,
      ...people,
    });
  }
}

function alarmsOf(
  scope: Construct,
  deadLetters: IQueue,
  { failures, age }: Pick<EventPipe, 'failures' | 'age'>,
  topics: AlarmTopics,
): readonly BusinessAlarm[] {
  const failing = new BusinessAlarm(scope, 'EventsHeldUp', {
    metric: failures,
    threshold: LEAST_FAULTS,
    meaning:
      'A change of a dispatch request cannot be published to other systems. It is retried for 23 hours; later changes wait.',
    action:
      'See docs/events.md, "When an alarm is raised": the log of the function or the metrics of the pipe show the cause.',
    topic: topics.page,
  });
  const late = new BusinessAlarm(scope, 'EventsLate', {
    metric: age,
    threshold: LATE.toMilliseconds(),
    meaning:
      'Other systems and people on call learn of changes over two minutes late, including emergencies.',
    action:
      'See docs/events.md, "When an alarm is raised". With EventsHeldUp: fix its cause first. Alone: there are more changes than can be published; the dashboard shows who sends them.',
    topic: topics.page,
  });
  const notEmpty = new BusinessAlarm(scope, 'DeadLettersNotEmpty', {
    metric: deadLetters.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(1) }),
    threshold: 1,
    meaning:
      'Other systems or people on call did not get an event: a change of a dispatch request, a call or an emergency. ' +
      'Nothing is lost in the table.',
    action:
      'Find the cause (docs/events.md, "When an alarm is raised"), then run ' +
      `"npm run -s dispatch -- events redrive --stack ${Stack.of(scope).stackName}" within the day.`,
    topic: topics.page,
  });
  return [failing, late, notEmpty];
}
