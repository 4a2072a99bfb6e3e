import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import {
  EventBus,
  EventField,
  type EventPattern,
  Match,
  Rule,
  RuleTargetInput,
} from 'aws-cdk-lib/aws-events';
import { SnsTopic } from 'aws-cdk-lib/aws-events-targets';
import { type IRole, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { type IQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { EVENT_SOURCE } from '../../lib/dispatch/events/event.ts';
import type { RequestEventType } from '../../lib/dispatch/events/request-event.ts';
import type { ServiceTable } from './dispatch-table.ts';
import { EventPipe } from './event-pipe.ts';
import type { StagePolicy } from './stage.ts';
import { BusinessAlarm } from './watching/business-alarm.ts';

const REVIEW: RequestEventType = 'dispatch-request.needs-review';
const OVERDUE: RequestEventType = 'message.overdue';
const ESCALATED: RequestEventType = 'dispatch-request.escalated';
/** They repeat with every detail that a caller adds, so people are notified of a new emergency by its review. */
const DETAILS: readonly RequestEventType[] = ['dispatch-request.requested', 'dispatch-request.scheduled'];

/** Events that notify people. The two rules never overlap. */
const urgentEvents: Readonly<Record<'Emergencies' | 'Reviews', EventPattern>> = {
  Emergencies: {
    source: [EVENT_SOURCE],
    detailType: Match.anythingBut(REVIEW, OVERDUE, ESCALATED, ...DETAILS),
    detail: { urgency: ['emergency'] },
  },
  Reviews: {
    source: [EVENT_SOURCE],
    detailType: [REVIEW, OVERDUE, ESCALATED],
  },
};

/** Messages to people are useful only within minutes. */
const LATE = Duration.minutes(2);

export interface EventsProps {
  readonly table: ServiceTable;
  readonly policy: StagePolicy;
  /** The folder that holds `functions/` and `package-lock.json`. */
  readonly projectRoot: string;
  /** E-mail address for emergencies and reviews. Without it the topic has no subscriber. */
  readonly email?: string | undefined;
  /** The topic for alarms about failed events. */
  readonly alarmTopic: ITopic;
}

/**
 * Publishes changes of requests and calls to other systems: a bus fed by the table's stream, off the path of requests.
 */
export class Events extends Construct {
  readonly bus: EventBus;
  /** Emergencies, and requests that a person should review. */
  readonly topic: Topic;
  readonly alarms: readonly BusinessAlarm[];
  /** Events that could not be published. */
  readonly deadLetters: IQueue;
  /** The log with the causes. */
  readonly logGroup: ILogGroup;
  /** The age of changes when published, in milliseconds. */
  readonly eventAge: IMetric;

  constructor(scope: Construct, id: string, props: EventsProps) {
    super(scope, id);
    const { table, policy, projectRoot, email, alarmTopic } = props;
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
    this.alarms = alarmsOf(this, deadLetters, pipe, alarmTopic);
    this.topic = topicFor(this, email);
    const message = messageToPeople(Stack.of(this).stackName);
    const role = publisherTo(this.topic);
    const target = new SnsTopic(this.topic, { message, deadLetterQueue: deadLetters, role });
    for (const [name, eventPattern] of Object.entries(urgentEvents)) {
      new Rule(this, name, { eventBus: this.bus, eventPattern, targets: [target] });
    }
  }
}

function alarmsOf(
  scope: Construct,
  deadLetters: IQueue,
  { failures, age }: Pick<EventPipe, 'failures' | 'age'>,
  topic: ITopic,
): readonly BusinessAlarm[] {
  const failing = new BusinessAlarm(scope, 'EventsHeldUp', {
    metric: failures,
    threshold: 1,
    meaning:
      'A change of a dispatch request cannot be published to other systems. It is retried for 23 hours; later changes wait.',
    action:
      'See docs/events.md, "When an alarm is raised": the log of the function or the metrics of the pipe show the cause.',
    topic,
  });
  const late = new BusinessAlarm(scope, 'EventsLate', {
    metric: age,
    threshold: LATE.toMilliseconds(),
    meaning:
      'Other systems and people on call learn of changes over two minutes late, including emergencies.',
    action:
      'See docs/events.md, "When an alarm is raised". With EventsHeldUp: fix its cause first. Alone: there are more changes than can be published; the dashboard shows who sends them.',
    topic,
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
    topic,
  });
  return [failing, late, notEmpty];
}

/**
 * Publishes only for the rules of this AWS account. Policies of the topic and its key cannot restrict EventBridge to
 * this account: for encrypted topics it supports no condition on the source.
 */
function publisherTo(topic: Topic): IRole {
  const { account } = Stack.of(topic);
  const statements = [new PolicyStatement({ actions: ['sns:Publish'], resources: [topic.topicArn] })];
  if (topic.masterKey !== undefined) {
    const actions = ['kms:Decrypt', 'kms:GenerateDataKey'];
    statements.push(new PolicyStatement({ actions, resources: [topic.masterKey.keyArn] }));
  }
  const role = new Role(topic, 'Publisher', {
    description: 'Publishes emergencies and reviews',
    assumedBy: new ServicePrincipal('events.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': account } },
    }),
    inlinePolicies: { Publish: new PolicyDocument({ statements }) },
  });
  // The target would add a right to every key action that begins with GenerateDataKey.
  return role.withoutPolicyUpdates();
}

/** Encrypted with its own key, which only the role of the rules may also use. */
function topicFor(scope: Construct, email: string | undefined): Topic {
  const masterKey = new Key(scope, 'TopicKey', {
    description: 'Messages about emergencies and reviews',
    enableKeyRotation: true,
    // No stored data depends on it.
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const topic = new Topic(scope, 'Urgent', { displayName: 'Dispatch', masterKey, enforceSSL: true });
  if (email !== undefined) topic.addSubscription(new EmailSubscription(email));
  return topic;
}

function messageToPeople(stack: string): RuleTargetInput {
  const field = (name: string) => EventField.fromPath(`$.detail.${name}`);
  return RuleTargetInput.fromText(
    `${EventField.fromPath('$.detail-type')}: dispatch request ${field('dispatchRequestId')} of account ` +
      `${field('accountId')} is ${field('status')}, urgency ${field('urgency')} (${field('occurredAt')}). ` +
      `See it with: npm run -s dispatch -- requests show ${field('dispatchRequestId')} --stack ${stack}`,
  );
}
