import { Stack } from 'aws-cdk-lib';
import { type Alarm, type IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { platforms } from '../../../lib/platforms/index.ts';
import type { AlarmTopics } from './alarm-topic.ts';
import { BusinessAlarm } from './business-alarm.ts';
import { LEAST_FAULTS, liveRoutes, PERIOD, type ServiceMetrics } from './service-metrics.ts';

/** Only a sender with a genuine signature gets so far. */
export function refusedCalls(scope: Construct, metrics: ServiceMetrics, topics: AlarmTopics): Alarm {
  const forbidden = metrics.countOf('Rejected', 'account_forbidden', liveRoutes);
  const invalid = metrics.countOf('Rejected', 'payload_invalid', liveRoutes);
  return new BusinessAlarm(scope, 'CallsRefused', {
    metric: new MathExpression({
      expression: 'SUM([forbidden, invalid])',
      usingMetrics: { forbidden, invalid },
      label: 'Genuine requests in calls that were refused',
      period: PERIOD,
    }),
    threshold: LEAST_FAULTS,
    meaning: 'The agents of a company get 403 or 422, so its callers hear silence.',
    action: `See account and code in the log of the function. account_forbidden: "npm run -s dispatch -- secrets grant <integration> <key id> --account <account> --stack ${Stack.of(scope).stackName}". payload_invalid: the platform sends another shape; compare the agent with docs/connect-*.md.`,
    topic: topics.page,
  });
}

export function blockedAddress(scope: Construct, blockedRequests: IMetric, topics: AlarmTopics): Alarm {
  return new BusinessAlarm(scope, 'AddressBlocked', {
    metric: blockedRequests,
    threshold: 1,
    meaning: `An address sends too many requests and is blocked with ${platforms.crm.retryStatus}; all others are served.`,
    action: `Find the address: c-ip of lines with sc-status ${platforms.crm.retryStatus} in the log of CloudFront (output LogGroupEdge). An unknown sender: do nothing. A platform: raise edge.requestsPerMinute of the stage.`,
    topic: topics.ticket,
  });
}
