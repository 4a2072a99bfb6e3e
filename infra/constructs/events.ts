import { Duration } from 'aws-cdk-lib';
import { Alarm, type IAlarmAction, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import {
  EventBus,
  EventField,
  type EventPattern,
  Match,
  Rule,
  RuleTargetInput,
} from 'aws-cdk-lib/aws-events';
import { SnsTopic } from 'aws-cdk-lib/aws-events-targets';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { EVENT_SOURCE } from '../../lib/dispatch/event.ts';
import { EventPipe } from './event-pipe.ts';
import type { StagePolicy } from './stage.ts';

/** What goes to people at once. The two overlap in nothing, so that no event is sent twice. */
const urgentEvents: Readonly<Record<'Emergencies' | 'Reviews', EventPattern>> = {
  Emergencies: { source: [EVENT_SOURCE], detail: { urgency: ['emergency'] } },
  Reviews: {
    source: [EVENT_SOURCE],
    detailType: ['dispatch-request.needs-review'],
    detail: { urgency: Match.anythingBut('emergency') },
  },
};

export interface EventsProps {
  readonly table: Table;
  readonly policy: StagePolicy;
  /** The folder that holds `functions/` and `package-lock.json`. */
  readonly projectRoot: string;
  /** Who is written to of emergencies and reviews. Without it the topic has no subscriber yet. */
  readonly email?: string | undefined;
  /** What an alarm does beside changing its state. */
  readonly alarmActions?: readonly IAlarmAction[];
}

/** How other systems learn of requests and calls: a bus that the table's stream feeds, beside every request's path. */
export class Events extends Construct {
  readonly bus: EventBus;
  /** Emergencies, and requests that a person should look at. */
  readonly topic: Topic;

  constructor(scope: Construct, id: string, props: EventsProps) {
    super(scope, id);
    const { table, policy, projectRoot, email, alarmActions = [] } = props;
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
    watch(deadLetters, alarmActions);
    new EventPipe(this, 'FromTable', { table, bus: this.bus, deadLetters, policy, projectRoot });
    this.topic = topicFor(this, policy, email);
    const target = new SnsTopic(this.topic, { message: messageToPeople(), deadLetterQueue: deadLetters });
    for (const [name, eventPattern] of Object.entries(urgentEvents)) {
      new Rule(this, name, { eventBus: this.bus, eventPattern, targets: [target] });
    }
  }
}

function watch(deadLetters: Queue, actions: readonly IAlarmAction[]): void {
  const alarm = new Alarm(deadLetters, 'NotEmpty', {
    alarmDescription:
      'Other systems, or the people on call, were not told of something: a change of a dispatch request, a call, an ' +
      'emergency. Nothing is lost in the table. What to do: docs/events.md, "When the alarm rings". Records of the ' +
      'stream can be told again for 24 hours.',
    metric: deadLetters.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(1) }),
    threshold: 1,
    evaluationPeriods: 1,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  });
  alarm.addAlarmAction(...actions);
}

/** Encrypted with a key of its own: EventBridge may not use the one that AWS manages for SNS. */
function topicFor(scope: Construct, policy: StagePolicy, email: string | undefined): Topic {
  const masterKey = new Key(scope, 'TopicKey', {
    description: 'Messages about emergencies and reviews',
    enableKeyRotation: true,
    removalPolicy: policy.removalPolicy,
  });
  const topic = new Topic(scope, 'Urgent', { displayName: 'Dispatch', masterKey, enforceSSL: true });
  if (email !== undefined) topic.addSubscription(new EmailSubscription(email));
  return topic;
}

function messageToPeople(): RuleTargetInput {
  const field = (name: string) => EventField.fromPath(`$.detail.${name}`);
  return RuleTargetInput.fromText(
    `${EventField.fromPath('$.detail-type')}: dispatch request ${field('dispatchRequestId')} of account ` +
      `${field('accountId')} is ${field('status')}, urgency ${field('urgency')} (${field('occurredAt')}). ` +
      `See it with: dispatch requests show ${field('dispatchRequestId')}`,
  );
}

/** The address of the context `dispatchEmail`; throws where it is none. */
export function emailOf(given: unknown): string | undefined {
  if (given === undefined || given === '') return undefined;
  if (typeof given === 'string' && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(given)) return given;
  throw new Error('-c dispatchEmail=<address>: expected one e-mail address');
}
