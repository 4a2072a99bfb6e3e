import { Duration, Stack } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnSubscription, Topic } from 'aws-cdk-lib/aws-sns';
import { Construct, type IConstruct } from 'constructs';
import { NAMESPACE, SILENT_ROUTES, UNCONFIRMED_TOPICS } from '../../../lib/http/metrics.ts';
import { ServiceFunction } from '../service-function.ts';
import type { StagePolicy } from '../stage.ts';
import type { AlarmTopics } from './alarm-topic.ts';
import { BusinessAlarm } from './business-alarm.ts';

const BEAT = Duration.minutes(5);

export interface HeartbeatProps {
  /** Public base URL of all routes. */
  readonly baseUrl: string;
  readonly policy: StagePolicy;
  /** The folder that holds `functions/` and `package-lock.json`. */
  readonly projectRoot: string;
  readonly topics: AlarmTopics;
}

/** Whether somebody must confirm the topic. */
const isSubscribed = (construct: IConstruct): construct is Topic =>
  construct instanceof Topic && construct.node.findAll().some((child) => child instanceof CfnSubscription);

/**
 * Sends a request to every route like a platform, because an unreachable API looks like a quiet night, and looks whether
 * anybody confirmed the topics that the stack has so far.
 */
export class Heartbeat extends Construct {
  readonly alarms: readonly BusinessAlarm[];
  readonly logGroup: ILogGroup;

  constructor(scope: Construct, id: string, props: HeartbeatProps) {
    super(scope, id);
    const { baseUrl, policy, projectRoot, topics } = props;
    const subscribed = Stack.of(this).node.findAll().filter(isSubscribed);
    const arns = subscribed.map(({ topicArn }) => topicArn);
    const knocker = new ServiceFunction(this, 'Knocker', {
      description: 'Sends every route an unsigned request and expects a refusal',
      folder: 'heartbeat',
      memorySize: 256,
      policy,
      projectRoot,
      environment: {
        BASE_URL: baseUrl,
        TOPIC_ARNS: arns.join(' '),
        ...(arns.length > 0 && { AWS_ENDPOINT_URL_SNS: '' }),
      },
    });
    if (arns.length > 0) knocker.allow(['sns:GetTopicAttributes'], arns);
    const beating = knocker.function;
    this.logGroup = knocker.logGroup;
    new Rule(this, 'Regularly', {
      schedule: Schedule.rate(BEAT),
      targets: [new LambdaFunction(beating, { retryAttempts: 0 })],
    });
    this.alarms = [
      this.onSilence(beating, topics),
      ...(arns.length > 0 ? [this.onTopics(beating, topics)] : []),
    ];
  }

  private onSilence(beating: IFunction, topics: AlarmTopics): BusinessAlarm {
    return new BusinessAlarm(this, 'Unreachable', {
      metric: new Metric({
        namespace: NAMESPACE,
        metricName: SILENT_ROUTES,
        dimensionsMap: { FunctionName: beating.functionName },
        // The better one of two heartbeats: one failure may be a lost packet.
        statistic: Stats.MINIMUM,
        period: Duration.minutes(2 * BEAT.toMinutes()),
        label: 'Routes that did not answer',
      }),
      threshold: 1,
      ringsOnSilence: true,
      meaning: 'For ten minutes some route could not be reached from outside: leads and calls are lost.',
      action: `Send one by hand: "npm run -s dispatch -- send crm/lead --stack ${Stack.of(this).stackName}". No answer: check domain, certificate and CloudFront. 5xx: the log of the function. Otherwise the log of the heartbeat (output LogGroupHeartbeat) names the routes.`,
      topic: topics.page,
    });
  }

  private onTopics(beating: IFunction, topics: AlarmTopics): BusinessAlarm {
    return new BusinessAlarm(this, 'TopicUnconfirmed', {
      metric: new Metric({
        namespace: NAMESPACE,
        metricName: UNCONFIRMED_TOPICS,
        dimensionsMap: { FunctionName: beating.functionName },
        // Of an hour: one failed look at a topic says nothing.
        statistic: Stats.MINIMUM,
        period: Duration.hours(1),
        label: 'Topics that nobody has confirmed',
      }),
      threshold: 1,
      meaning: 'Nobody gets the messages of some topic: no address has confirmed it.',
      action:
        'The log of the heartbeat (output LogGroupHeartbeat) names it under "unconfirmed". Confirm the mail or request by AWS; if it is lost, ask again for a confirmation in the console of SNS.',
      topic: topics.ticket,
    });
  }
}
