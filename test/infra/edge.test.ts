import { describe, expect, it } from '@jest/globals';
import { Match } from 'aws-cdk-lib/assertions';
import { routes } from '../../lib/routes.ts';
import { ownDomain } from '../support/templates/stages.ts';
import { logicalId, synthesizedStage, templateOf } from '../support/templates/templates.ts';

const { name } = ownDomain;
const { template, violations } = synthesizedStage('edge');
const apiId = logicalId(template, 'AWS::ApiGatewayV2::Api', 'Webhooks');
/** The random id of the stack, which only this AWS account knows. */
const hidden = { 'Fn::Select': [2, { 'Fn::Split': ['/', { Ref: 'AWS::StackId' }] }] };

describe('the edge', () => {
  it('forwards only to the API, at a path that nobody can guess', () => {
    template.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: Match.objectLike({
        Aliases: [name],
        ViewerCertificate: Match.objectLike({ MinimumProtocolVersion: 'TLSv1.2_2021' }),
        Origins: [
          Match.objectLike({
            DomainName: { 'Fn::Join': ['', [{ Ref: apiId }, '.execute-api.us-east-1.amazonaws.com']] },
            OriginPath: { 'Fn::Join': ['', ['/', hidden]] },
            CustomOriginConfig: Match.objectLike({ OriginProtocolPolicy: 'https-only' }),
          }),
        ],
      }),
    });
  });

  it('is the only entry: the API has only the hidden stage, and no domain', () => {
    const stages = Object.values(template.findResources('AWS::ApiGatewayV2::Stage')).filter(
      ({ Properties }) => Properties.ApiId.Ref === apiId,
    );
    expect(stages.map(({ Properties }) => Properties.StageName)).toEqual([hidden]);
    template.resourceCountIs('AWS::ApiGatewayV2::DomainName', 0);
  });

  it('hides the path in the outputs', () => {
    const outputs = template.findOutputs('*');
    expect(outputs.DefaultEndpoint).toEqual({ Value: 'off' });
    expect(JSON.stringify(outputs)).not.toMatch(new RegExp(`AWS::StackId|${apiId}`));
    expect(routes.map(({ path }) => `https://${name}${path}`)).toEqual(
      Object.entries(outputs).flatMap(([output, { Value }]) => (output.startsWith('Url') ? [Value] : [])),
    );
  });

  it('forwards every request unchanged, and caches none', () => {
    template.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: Match.objectLike({
        DefaultCacheBehavior: Match.objectLike({
          // CACHING_DISABLED and ALL_VIEWER_EXCEPT_HOST_HEADER, by AWS's ids.
          CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
          OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
          AllowedMethods: Match.arrayWith(['POST']),
          ViewerProtocolPolicy: 'https-only',
        }),
      }),
    });
  });

  it('blocks only addresses that send too much', () => {
    template.hasResourceProperties('AWS::WAFv2::WebACL', {
      Scope: 'CLOUDFRONT',
      DefaultAction: { Allow: {} },
      Rules: [
        Match.objectLike({
          Action: { Block: { CustomResponse: { ResponseCode: 429 } } },
          Statement: {
            RateBasedStatement: { Limit: 600, EvaluationWindowSec: 60, AggregateKeyType: 'IP' },
          },
        }),
      ],
    });
    const acl = { 'Fn::GetAtt': [logicalId(template, 'AWS::WAFv2::WebACL'), 'Arn'] };
    template.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: Match.objectLike({ WebACLId: acl }),
    });
  });

  it('distinguishes a flood from load: its alarm watches the rule, and its log has the addresses', () => {
    template.hasResourceProperties('AWS::CloudWatch::Alarm', {
      AlarmDescription: Match.stringLikeRegexp('blocked with 429.*LogGroupEdge'),
      Metrics: [
        Match.objectLike({
          MetricStat: Match.objectLike({
            Metric: {
              Namespace: 'AWS/WAFV2',
              MetricName: 'BlockedRequests',
              Dimensions: [
                { Name: 'Rule', Value: 'requests-per-address' },
                { Name: 'WebACL', Value: 'dispatch-prod-edge' },
              ],
            },
          }),
        }),
      ],
    });
    template.hasResourceProperties('AWS::WAFv2::WebACL', {
      Name: 'dispatch-prod-edge',
      Rules: [Match.objectLike({ Name: 'requests-per-address' })],
    });
    template.hasResourceProperties('AWS::Logs::Delivery', {
      RecordFields: Match.arrayWith(['c-ip', 'sc-status']),
    });
  });

  it("has no cdk-nag finding without a reason, nor with CloudFront's own domain name", () => {
    expect(violations).toEqual([]);
    expect(synthesizedStage('edge without a domain').violations).toEqual([]);
  });
});

describe('reserved concurrency', () => {
  it('reserves instances for live calls that no other function can use', () => {
    const reserved = Object.fromEntries(
      Object.values(template.findResources('AWS::Lambda::Function')).map(({ Properties }) => [
        Properties.Description,
        Properties.ReservedConcurrentExecutions,
      ]),
    );
    for (const { method, path, live } of routes) {
      expect(reserved[`${method} ${path}`]).toBe(live ? 100 : 50);
    }
  });
});

describe('new code', () => {
  it("gets a tenth of each route's requests for five minutes, and is rolled back if an alarm is raised", () => {
    const groups = Object.values(template.findResources('AWS::CodeDeploy::DeploymentGroup'));
    expect(groups).toHaveLength(routes.length);
    for (const { Properties } of groups) {
      expect(Properties).toMatchObject({
        DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
        AutoRollbackConfiguration: {
          Enabled: true,
          Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_REQUEST', 'DEPLOYMENT_STOP_ON_ALARM'],
        },
      });
      const alarms: { Name: { Ref: string } }[] = Properties.AlarmConfiguration.Alarms;
      expect(alarms.map(({ Name }) => Name.Ref.replace(/[0-9A-F]{8}$/, '')).sort()).toEqual([
        'AlarmsApiErrors',
        'AlarmsCallsCrash',
        'AlarmsFunctionErrors',
        'AlarmsLeadsLost',
        'AlarmsLiveCallFaults',
      ]);
      expect(Properties.AlarmConfiguration.Enabled).toBe(true);
    }
  });

  it('goes out all at once, whatever alarm rings, without another change of the template', () => {
    const atOnce = templateOf('edge, all at once');
    const { Resources: gradual, ...others } = template.toJSON();
    const { Resources: fast, ...same } = atOnce.toJSON();
    expect(same).toEqual(others);
    const speed = { DeploymentConfigName: 'any', AlarmConfiguration: 'any' };
    const withoutSpeed = (resources: Record<string, { Type: string; Properties: object }>) =>
      Object.fromEntries(
        Object.entries(resources).map(([id, resource]) => [
          id,
          resource.Type === 'AWS::CodeDeploy::DeploymentGroup'
            ? { ...resource, Properties: { ...resource.Properties, ...speed } }
            : resource,
        ]),
      );
    expect(withoutSpeed(fast)).toEqual(withoutSpeed(gradual));
    atOnce.allResourcesProperties('AWS::CodeDeploy::DeploymentGroup', {
      DeploymentConfigName: 'CodeDeployDefault.LambdaAllAtOnce',
      AlarmConfiguration: Match.objectLike({ Enabled: false }),
    });
  });

  it('leaves the code before it, to which a rollback returns', () => {
    for (const stage of [template, templateOf('dev')]) {
      stage.resourceCountIs('AWS::Lambda::Version', routes.length);
      stage.allResources('AWS::Lambda::Version', { DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    }
  });

  it('is called only by its alias', () => {
    const called = Object.values(template.findResources('AWS::ApiGatewayV2::Integration'))
      .filter(({ Properties }) => Properties.ApiId.Ref === apiId)
      .map(({ Properties }) => Properties.IntegrationUri.Ref);
    const aliases = Object.entries(template.findResources('AWS::Lambda::Alias'));
    expect(called.sort()).toEqual(aliases.map(([id]) => id).sort());
    for (const [, { UpdatePolicy }] of aliases)
      expect(UpdatePolicy).toHaveProperty('CodeDeployLambdaAliasUpdate');
  });

  it('can be taken back by operators, function by function', () => {
    const [, operators] = Object.values(templateOf('restored').findResources('AWS::IAM::ManagedPolicy'));
    const statements: { Action: string[]; Resource: unknown[] }[] =
      operators?.Properties.PolicyDocument.Statement ?? [];
    const resourcesOf = (action: string) =>
      statements.filter(({ Action }) => Action.includes(action)).map(({ Resource }) => Resource.length);
    for (const action of [
      ...['lambda:GetAlias', 'lambda:ListVersionsByFunction', 'lambda:UpdateAlias'],
      ...['codedeploy:ListDeployments', 'codedeploy:StopDeployment'],
    ])
      expect([action, resourcesOf(action)]).toEqual([action, [routes.length]]);
  });
});
