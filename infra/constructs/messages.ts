import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { CfnConfigurationSetEventDestination, CfnConfigurationSet as MailSet } from 'aws-cdk-lib/aws-ses';
import { CfnConfigurationSet as NumbersSet } from 'aws-cdk-lib/aws-smsvoice';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { LambdaSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { messageEventGrants } from '../grants.ts';
import type { ServiceTable } from './dispatch-table.ts';
import { ServiceFunction } from './service-function.ts';
import type { StagePolicy } from './stage.ts';

export interface MessagesProps {
  readonly table: ServiceTable;
  readonly policy: StagePolicy;
  readonly boardUrl: string | undefined;
}

/** They publish to the topic: End User Messaging, and SES. */
const publishers = ['sms-voice.amazonaws.com', 'ses.amazonaws.com'] as const;

/**
 * Sends texts, calls and e-mail by AWS, and hears what became of them and what people text: configuration sets, and a
 * topic with a function. The numbers and addresses of companies are set up by people (docs/in-touch.md).
 */
export class Messages extends Construct {
  /** Gets what people text to a number whose two-way channel it is. */
  readonly topic: Topic;
  readonly hearing: ServiceFunction;
  /** Receives what the function could not do. */
  readonly deadLetters: Queue;
  /** What may send by the numbers and addresses of the AWS account, whose ids are not known here. */
  readonly senders: { readonly numbers: string; readonly identities: string };
  readonly #numbersSet: string;
  readonly #mailSet: string;

  constructor(scope: Construct, id: string, { table, policy, boardUrl }: MessagesProps) {
    super(scope, id);
    const stack = Stack.of(this);
    this.topic = this.#createTopic();
    this.deadLetters = new Queue(this, 'DeadLetters', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      removalPolicy: policy.removalPolicy,
    });
    this.hearing = new ServiceFunction(this, 'Hearing', {
      description: 'Hears what became of messages, and what people text',
      folder: 'messages',
      policy,
      timeout: Duration.seconds(30),
      on: { table, grants: messageEventGrants },
      environment: { STACK_NAME: stack.stackName, BOARD_URL: boardUrl ?? '' },
      deadLetterQueue: this.deadLetters,
    });
    this.hearing.function.configureAsyncInvoke({ retryAttempts: 2, maxEventAge: Duration.hours(6) });
    // SNS itself needs no dead letters: it offers a message to a function for 23 days.
    this.topic.addSubscription(new LambdaSubscription(this.hearing.function));

    const { topicArn } = this.topic;
    const numbers = new NumbersSet(this, 'Numbers', {
      eventDestinations: [
        {
          eventDestinationName: 'topic',
          enabled: true,
          matchingEventTypes: ['TEXT_ALL', 'VOICE_ALL'],
          snsDestination: { topicArn },
        },
      ],
    });
    // SES remembers who complained, for all companies of the deployment.
    const suppressionOptions = { suppressedReasons: ['COMPLAINT', 'BOUNCE'] };
    const mail = new MailSet(this, 'Mail', { suppressionOptions });
    const reports = new CfnConfigurationSetEventDestination(this, 'MailReports', {
      configurationSetName: mail.ref,
      eventDestination: {
        enabled: true,
        matchingEventTypes: ['send', 'delivery', 'bounce', 'reject'],
        snsDestination: { topicArn },
      },
    });
    // AWS tries to publish when it is told where to.
    for (const one of [numbers, reports]) one.node.addDependency(this.topic);
    this.#numbersSet = numbers.ref;
    this.#mailSet = mail.ref;
    const any = (service: string, resource: string) =>
      stack.formatArn({ service, resource, resourceName: '*' });
    this.senders = { numbers: any('sms-voice', 'phone-number'), identities: any('ses', 'identity') };
  }

  /** Lets a function send, and tells it by which configuration sets. */
  allowSending(sender: ServiceFunction): void {
    const { numbers, identities } = this.senders;
    sender.allow(['sms-voice:SendTextMessage', 'sms-voice:SendVoiceMessage'], [numbers]);
    const mailSet = { service: 'ses', resource: 'configuration-set', resourceName: this.#mailSet };
    sender.allow(['ses:SendEmail'], [identities, Stack.of(this).formatArn(mailSet)]);
    sender.function.addEnvironment('MESSAGES_CONFIGURATION_SET', this.#numbersSet);
    sender.function.addEnvironment('MAIL_CONFIGURATION_SET', this.#mailSet);
  }

  /** A topic that only these services may publish to, for this AWS account. */
  #createTopic(): Topic {
    const masterKey = new Key(this, 'Key', {
      description: 'What became of messages, and what people text',
      enableKeyRotation: true,
      // No stored data depends on the key.
      removalPolicy: RemovalPolicy.DESTROY,
      pendingWindow: Duration.days(7),
    });
    const topic = new Topic(this, 'Topic', { masterKey, enforceSSL: true });
    const byThem = {
      principals: publishers.map((service) => new ServicePrincipal(service)),
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
    };
    topic.addToResourcePolicy(
      new PolicyStatement({ ...byThem, actions: ['sns:Publish'], resources: [topic.topicArn] }),
    );
    masterKey.addToResourcePolicy(
      new PolicyStatement({ ...byThem, actions: ['kms:Decrypt', 'kms:GenerateDataKey*'], resources: ['*'] }),
    );
    return topic;
  }
}
