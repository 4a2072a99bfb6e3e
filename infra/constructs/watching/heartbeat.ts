import { Duration, Stack } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { CfnSubscription, Topic } from 'aws-cdk-lib/aws-sns';
import { Construct, type IConstruct } from 'constructs';
import { ServiceFunction } from '../service-function.ts';
import type { StagePolicy } from '../stage.ts';

export const BEAT = Duration.minutes(5);

/** Whether somebody must confirm a subscription of the topic. */
const isSubscribed = (construct: IConstruct): construct is Topic =>
  construct instanceof Topic && construct.node.findAll().some((child) => child instanceof CfnSubscription);

/**
 * Sends a request to every route like a platform, because an unreachable API looks like a quiet night. Checks also
 * whether anybody confirmed the topics that the stack has when the heartbeat is created.
 */
export class Heartbeat extends Construct {
  readonly knocker: ServiceFunction;
  /** Whether the stack has topics to confirm. */
  readonly watchesTopics: boolean;

  constructor(scope: Construct, id: string, baseUrl: string, policy: StagePolicy) {
    super(scope, id);
    const arns = Stack.of(this)
      .node.findAll()
      .filter(isSubscribed)
      .map(({ topicArn }) => topicArn);
    this.watchesTopics = arns.length > 0;
    this.knocker = new ServiceFunction(this, 'Knocker', {
      description: 'Sends every route an unsigned request and expects a refusal',
      folder: 'heartbeat',
      policy,
      environment: { BASE_URL: baseUrl, TOPIC_ARNS: arns.join(' ') },
      calls: this.watchesTopics ? ['SNS'] : [],
    });
    if (this.watchesTopics) this.knocker.allow(['sns:GetTopicAttributes'], arns);
    const target = new LambdaFunction(this.knocker.function, { retryAttempts: 0 });
    new Rule(this, 'Regularly', { schedule: Schedule.rate(BEAT), targets: [target] });
  }
}
