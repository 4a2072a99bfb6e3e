import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { type EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { SubscriptionFilter, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { urgentPatterns } from '../../lib/intake/urgent/urgent-events.ts';
import { urgentGrants } from '../grants.ts';
import type { ServiceTable } from './dispatch-table.ts';
import { ServiceFunction } from './service-function.ts';
import type { StagePolicy } from './stage.ts';

/** After that, the alarm of the dead-letter queue tells more than a late message. */
const GIVE_UP_AFTER = Duration.minutes(10);

/** Who gets the messages. */
export interface UrgentRecipients {
  /** E-mail address for all accounts without one of their own. */
  readonly email?: string | undefined;
  /** E-mail addresses by account. */
  readonly emails?: Readonly<Record<string, string>> | undefined;
  /** The board's address, for links. */
  readonly boardUrl?: string | undefined;
}

export interface UrgentMessagesProps extends UrgentRecipients {
  readonly bus: EventBus;
  /** The dead-letter queue for events that nobody was told of. */
  readonly deadLetters: IQueue;
  readonly table: ServiceTable;
  readonly policy: StagePolicy;
  /** The folder that holds `functions/` and `package-lock.json`. */
  readonly projectRoot: string;
}

/** Tells people of emergencies and reviews: rules, a function that writes the message, and a topic. */
export class UrgentMessages extends Construct {
  readonly topic: Topic;
  readonly logGroup: ILogGroup;

  constructor(scope: Construct, id: string, props: UrgentMessagesProps) {
    super(scope, id);
    const { bus, deadLetters, table, policy, projectRoot, boardUrl } = props;
    const masterKey = new Key(this, 'Key', {
      description: 'Messages about emergencies and reviews',
      enableKeyRotation: true,
      // No stored data depends on it.
      removalPolicy: RemovalPolicy.DESTROY,
      pendingWindow: Duration.days(7),
    });
    this.topic = new Topic(this, 'Topic', { displayName: 'Dispatch', masterKey, enforceSSL: true });
    subscribe(this.topic, props);
    const telling = new ServiceFunction(this, 'Telling', {
      description: 'Tells people of emergencies and reviews',
      folder: 'urgent',
      memorySize: 256,
      policy,
      projectRoot,
      environment: {
        TABLE_NAME: table.tableName,
        TOPIC_ARN: this.topic.topicArn,
        STACK_NAME: Stack.of(this).stackName,
        ...(boardUrl !== undefined && { BOARD_URL: boardUrl }),
        AWS_ENDPOINT_URL_DYNAMODB: '',
        AWS_ENDPOINT_URL_SNS: '',
      },
      deadLetters,
    });
    this.logGroup = telling.logGroup;
    telling.allowOn(table, urgentGrants);
    telling.allow(['sns:Publish'], [this.topic.topicArn]);
    telling.allow(['kms:Decrypt', 'kms:GenerateDataKey'], [masterKey.keyArn]);
    telling.function.configureAsyncInvoke({ retryAttempts: 2, maxEventAge: GIVE_UP_AFTER });
    for (const [name, eventPattern] of Object.entries(urgentPatterns)) {
      const target = new LambdaFunction(telling.function, { deadLetterQueue: deadLetters });
      new Rule(this, name, { eventBus: bus, eventPattern, targets: [target] });
    }
  }
}

/** One subscription per address: SNS has no second one of the same address. */
function subscribe(topic: Topic, { email, emails = {} }: UrgentRecipients): void {
  const accounts = Object.keys(emails);
  const others = SubscriptionFilter.stringFilter({ denylist: accounts });
  if (email !== undefined) {
    topic.addSubscription(
      new EmailSubscription(email, accounts.length === 0 ? {} : { filterPolicy: { accountId: others } }),
    );
  }
  for (const [address, theirs] of Map.groupBy(accounts, (account) => emails[account] ?? '')) {
    const accountId = SubscriptionFilter.stringFilter({ allowlist: theirs });
    topic.addSubscription(new EmailSubscription(address, { filterPolicy: { accountId } }));
  }
}
