import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { type EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Key } from 'aws-cdk-lib/aws-kms';
import { SubscriptionFilter, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { urgentPatterns } from '../../lib/intake/urgent/urgent-events.ts';
import { urgentGrants } from '../grants.ts';
import type { StageOptions } from '../options.ts';
import type { ServiceTable } from './dispatch-table.ts';
import { ServiceFunction } from './service-function.ts';
import type { StagePolicy } from './stage.ts';

export interface UrgentRecipients extends Pick<StageOptions, 'dispatchEmail' | 'dispatchEmails'> {
  /** The board's address, for links. */
  readonly boardUrl: string | undefined;
}

export interface UrgentMessagesProps {
  readonly people: UrgentRecipients;
  readonly bus: EventBus;
  /** Receives events that nobody was told of. */
  readonly deadLetters: Queue;
  readonly table: ServiceTable;
  readonly policy: StagePolicy;
}

/** Tells people of emergencies and reviews: rules, a function that writes the message, and a topic. */
export class UrgentMessages extends Construct {
  readonly topic: Topic;
  readonly telling: ServiceFunction;

  constructor(scope: Construct, id: string, props: UrgentMessagesProps) {
    super(scope, id);
    const { bus, deadLetters, table, policy, people } = props;
    const masterKey = new Key(this, 'Key', {
      description: 'Messages about emergencies and reviews',
      enableKeyRotation: true,
      // No stored data depends on the key.
      removalPolicy: RemovalPolicy.DESTROY,
      pendingWindow: Duration.days(7),
    });
    this.topic = new Topic(this, 'Topic', { displayName: 'Dispatch', masterKey, enforceSSL: true });
    subscribe(this.topic, people);
    this.telling = new ServiceFunction(this, 'Telling', {
      description: 'Tells people of emergencies and reviews',
      folder: 'urgent',
      policy,
      on: { table, grants: urgentGrants },
      calls: ['SNS'],
      environment: {
        TOPIC_ARN: this.topic.topicArn,
        STACK_NAME: Stack.of(this).stackName,
        BOARD_URL: people.boardUrl ?? '',
      },
      deadLetterQueue: deadLetters,
    });
    this.telling.allow(['sns:Publish'], [this.topic.topicArn]);
    this.telling.allow(['kms:Decrypt', 'kms:GenerateDataKey'], [masterKey.keyArn]);
    // After ten minutes, the alarm of the dead-letter queue is more useful than a late message.
    this.telling.function.configureAsyncInvoke({ retryAttempts: 2, maxEventAge: Duration.minutes(10) });
    for (const [name, eventPattern] of Object.entries(urgentPatterns)) {
      const target = new LambdaFunction(this.telling.function, { deadLetterQueue: deadLetters });
      new Rule(this, name, { eventBus: bus, eventPattern, targets: [target] });
    }
  }
}

/** Subscribes each address once: SNS refuses a second subscription of an address. */
function subscribe(topic: Topic, { dispatchEmail, dispatchEmails = {} }: UrgentRecipients): void {
  const accounts = Object.keys(dispatchEmails);
  const only = (accountId: SubscriptionFilter) => ({ filterPolicy: { accountId } });
  if (dispatchEmail !== undefined) {
    const others = only(SubscriptionFilter.stringFilter({ denylist: accounts }));
    topic.addSubscription(new EmailSubscription(dispatchEmail, accounts.length === 0 ? {} : others));
  }
  for (const [address, theirs] of Map.groupBy(accounts, (account) => dispatchEmails[account] ?? '')) {
    const filter = only(SubscriptionFilter.stringFilter({ allowlist: theirs }));
    topic.addSubscription(new EmailSubscription(address, filter));
  }
}
