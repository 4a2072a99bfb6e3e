import { Duration, Stack } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { NAMESPACE, SILENT_ROUTES } from '../../../lib/http/metrics.ts';
import { ServiceFunction } from '../service-function.ts';
import type { StagePolicy } from '../stage.ts';
import { BusinessAlarm } from './business-alarm.ts';

export interface HeartbeatProps {
  /** Public base URL of all routes. */
  readonly baseUrl: string;
  readonly policy: StagePolicy;
  /** The folder that holds `functions/` and `package-lock.json`. */
  readonly projectRoot: string;
  readonly topic: ITopic;
}

/** Sends a request to every route like a platform, because an unreachable API looks like a quiet night. */
export class Heartbeat extends Construct {
  readonly alarm: BusinessAlarm;
  readonly logGroup: ILogGroup;

  constructor(scope: Construct, id: string, props: HeartbeatProps) {
    super(scope, id);
    const { baseUrl, policy, projectRoot, topic } = props;
    const { function: beating, logGroup } = new ServiceFunction(this, 'Knocker', {
      description: 'Sends every route an unsigned request and expects a refusal',
      folder: 'heartbeat',
      memorySize: 256,
      policy,
      projectRoot,
      environment: { BASE_URL: baseUrl },
    });
    this.logGroup = logGroup;
    // Twice per alarm period, so that no period is empty if a heartbeat is late.
    new Rule(this, 'Twice', {
      schedule: Schedule.rate(Duration.minutes(30)),
      targets: [new LambdaFunction(beating, { retryAttempts: 0 })],
    });
    this.alarm = new BusinessAlarm(this, 'Unreachable', {
      metric: new Metric({
        namespace: NAMESPACE,
        metricName: SILENT_ROUTES,
        dimensionsMap: { FunctionName: beating.functionName },
        // The best heartbeat of the hour: one failure may be a lost packet.
        statistic: Stats.MINIMUM,
        period: Duration.hours(1),
        label: 'Routes that did not answer',
      }),
      threshold: 1,
      ringsOnSilence: true,
      meaning: 'For an hour some route could not be reached from outside: leads and calls are lost.',
      action: `Send one by hand: "npm run -s dispatch -- send crm/lead --stack ${Stack.of(this).stackName}". No answer: check domain, certificate and CloudFront. 5xx: the log of the function. Otherwise the log of the heartbeat (output LogGroupHeartbeat) names the routes.`,
      topic,
    });
  }
}
