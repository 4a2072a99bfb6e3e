import { expect, it } from '@jest/globals';
import { Match } from 'aws-cdk-lib/assertions';
import { logicalId } from '../support/templates/templates.ts';
import { alarm, dev } from './alarm-fixture.ts';

it('the alarm counts requests that the API throttled by its log, without a 429 of a function', () => {
  dev.hasResourceProperties('AWS::Logs::MetricFilter', {
    LogGroupName: { Ref: logicalId(dev, 'AWS::Logs::LogGroup', 'WebhooksAccessLog') },
    FilterPattern: '{ ($.status = "429") && ($.integrationMilliseconds = "-") }',
    MetricTransformations: [
      Match.objectLike({
        MetricNamespace: 'Dispatch',
        MetricName: 'ThrottledRequests',
        Dimensions: [{ Key: 'ApiId', Value: '$.apiId' }],
      }),
    ],
  });
  const apiId = { Ref: logicalId(dev, 'AWS::ApiGatewayV2::Api', 'Webhooks') };
  const stage =
    dev.findResources('AWS::ApiGatewayV2::Stage')[logicalId(dev, 'AWS::ApiGatewayV2::Stage', 'Webhooks')];
  expect(JSON.parse(stage?.Properties.AccessLogSettings.Format)).toMatchObject({
    apiId: '$context.apiId',
    status: '$context.status',
    integrationMilliseconds: '$context.integrationLatency',
    integrationRequestId: '$context.integration.requestId',
  });
  const throttled = alarm('RequestsThrottled').Metrics?.find(
    (one) => one.MetricStat?.Metric.MetricName === 'ThrottledRequests',
  )?.MetricStat?.Metric;
  expect(throttled).toEqual({
    Namespace: 'Dispatch',
    MetricName: 'ThrottledRequests',
    Dimensions: [{ Name: 'ApiId', Value: apiId }],
  });
});
