import { describe, expect, it } from '@jest/globals';
import { Match } from 'aws-cdk-lib/assertions';
import { logicalId, templateOf } from '../support/templates/templates.ts';
import { alarm } from './alarm-fixture.ts';

const dev = templateOf('dev');
const apiId = logicalId(dev, 'AWS::ApiGatewayV2::Api', 'Pages');
const functionId = logicalId(dev, 'AWS::Lambda::Function', 'PagesShowFunction');

describe('the pages', () => {
  it('have an HTTP API of their own, which gives every request to their function, up to a limit', () => {
    dev.hasResourceProperties('AWS::ApiGatewayV2::Route', {
      ApiId: { Ref: apiId },
      RouteKey: 'ANY /{proxy+}',
      AuthorizationType: 'NONE',
    });
    dev.hasResourceProperties('AWS::ApiGatewayV2::Integration', {
      ApiId: { Ref: apiId },
      IntegrationUri: { 'Fn::GetAtt': [functionId, 'Arn'] },
      PayloadFormatVersion: '2.0',
    });
    dev.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
      ApiId: { Ref: apiId },
      RouteSettings: { 'ANY /{proxy+}': { ThrottlingRateLimit: 300, ThrottlingBurstLimit: 600 } },
      AccessLogSettings: { Format: Match.stringLikeRegexp('routeKey') },
    });
    dev.hasOutput('PagesUrl', { Value: { 'Fn::GetAtt': [apiId, 'ApiEndpoint'] } });
  });

  it('keep links out of the access log', () => {
    const stage =
      dev.findResources('AWS::ApiGatewayV2::Stage')[logicalId(dev, 'AWS::ApiGatewayV2::Stage', 'Pages')];
    expect(stage?.Properties.AccessLogSettings.Format).not.toMatch(/path|uri|querystring/i);
  });

  it('may read and count links, change requests and their time, and note who wants texts, and nothing else', () => {
    const policy = dev.findResources('AWS::IAM::Policy')[logicalId(dev, 'AWS::IAM::Policy', 'PagesShowRole')];
    const text = JSON.stringify(policy?.Properties.PolicyDocument.Statement);
    const actions = new Set(text.match(/dynamodb:\w+(?=")/g));
    expect(actions).toEqual(
      new Set([
        ...['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query'],
        ...['dynamodb:UpdateItem', 'dynamodb:LeadingKeys'],
      ]),
    );
    expect(text).not.toMatch(/CALL#|ORIGIN#|secretsmanager|MEMORY#/);
  });

  it('have alarms on failures and on slowness', () => {
    for (const [name, metric, threshold] of [
      ['PagesFail', '5xx', 1],
      ['PagesSlow', 'Latency', 2_000],
    ] as const) {
      const { Threshold, Metrics = [] } = alarm(name);
      expect(Threshold).toBe(threshold);
      expect(Metrics[0]?.MetricStat?.Metric).toMatchObject({
        MetricName: metric,
        Dimensions: [{ Name: 'ApiId', Value: { Ref: apiId } }],
      });
    }
  });
});
