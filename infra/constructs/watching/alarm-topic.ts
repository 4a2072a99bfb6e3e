import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription, UrlSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';

/** Where alarms go by how soon a person must act: at once, or on the next working day. */
export interface AlarmTopics {
  /** Callers can't be served, or nobody hears of an emergency. */
  readonly page: ITopic;
  readonly ticket: ITopic;
}

/** An e-mail address, an https endpoint, or the ARN of a topic that takes the place of the stack's. */
export type AlarmTargets = Readonly<Record<keyof AlarmTopics, string | undefined>>;

/** The topics for alarms: encrypted, TLS only, and open to the alarms of this AWS account. */
export class AlarmTopic extends Construct {
  readonly topics: AlarmTopics;

  constructor(scope: Construct, id: string, targets: AlarmTargets) {
    super(scope, id);
    // CloudWatch may not use the AWS-managed key of SNS: alarms would be lost silently.
    const key = new Key(this, 'Key', {
      description: 'Encrypts alarms of the dispatch service',
      enableKeyRotation: true,
      // No stored data depends on it.
      removalPolicy: RemovalPolicy.DESTROY,
      pendingWindow: Duration.days(7),
    });
    key.addToResourcePolicy(
      new PolicyStatement({
        ...ofAlarms(this),
        actions: ['kms:Decrypt', 'kms:GenerateDataKey*'],
        resources: ['*'],
      }),
    );
    this.topics = {
      page: topicFor(this, 'Page', targets.page, key),
      ticket: topicFor(this, 'Ticket', targets.ticket, key),
    };
  }
}

const ofAlarms = (scope: Construct) => ({
  principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
  conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
});

function topicFor(scope: Construct, id: string, target: string | undefined, masterKey: Key): ITopic {
  if (target?.startsWith('arn:')) return Topic.fromTopicArn(scope, id, target);
  const topic = new Topic(scope, id, { masterKey, enforceSSL: true });
  // A topic with its own policy lacks the default one, which admits the account's alarms.
  topic.addToResourcePolicy(
    new PolicyStatement({ ...ofAlarms(scope), actions: ['sns:Publish'], resources: [topic.topicArn] }),
  );
  if (target?.startsWith('https:')) topic.addSubscription(new UrlSubscription(target));
  else if (target !== undefined) topic.addSubscription(new EmailSubscription(target));
  return topic;
}
