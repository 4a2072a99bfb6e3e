import { describe, expect, it } from '@jest/globals';
import { Match } from 'aws-cdk-lib/assertions';
import { createHandler } from '../../functions/board-claims/handler.ts';
import { parseOptions } from '../../infra/options.ts';
import { ACCOUNTS_CLAIM } from '../../lib/board/claims.ts';
import { routes } from '../../lib/routes.ts';
import type { TestStage } from '../support/templates/stages.ts';
import { arnOf, logicalId, synthesizedStage, templateOf } from '../support/templates/templates.ts';

const prod = templateOf('board');
const elsewhere = templateOf('board with users elsewhere');
const without = templateOf('prod');

describe.each<TestStage>([
  'board',
  'board with users elsewhere',
  'board behind the edge',
  'optional mfa',
  'attached users',
])('the stage %s', (stage) => {
  it('has no cdk-nag finding without a reason', () => {
    expect(synthesizedStage(stage).violations).toEqual([]);
  });
});

describe("the board's API", () => {
  it.each([
    ['GET', 'dispatch/read'],
    ['POST', 'dispatch/write'],
    ['DELETE', 'dispatch/write'],
  ])('accepts %s only with the scope %s', (method, scope) => {
    prod.hasResourceProperties('AWS::ApiGatewayV2::Route', {
      RouteKey: `${method} /api/v1/{proxy+}`,
      AuthorizationType: 'JWT',
      AuthorizationScopes: [scope],
      AuthorizerId: { Ref: logicalId(prod, 'AWS::ApiGatewayV2::Authorizer') },
    });
  });

  it('accepts tokens of its own users for its own client', () => {
    const clientId = { Ref: logicalId(prod, 'AWS::Cognito::UserPoolClient') };
    prod.hasResourceProperties('AWS::ApiGatewayV2::Authorizer', {
      AuthorizerType: 'JWT',
      IdentitySource: ['$request.header.Authorization'],
      JwtConfiguration: { Audience: [clientId], Issuer: Match.anyValue() },
    });
  });

  it('is throttled like the webhooks, but separately', () => {
    const settings = Object.fromEntries(
      Object.entries(prod.findResources('AWS::ApiGatewayV2::Stage')).map(([id, { Properties }]) => [
        id.replace(/Stage.*/, ''),
        Properties.RouteSettings,
      ]),
    );
    const throttled = { ThrottlingBurstLimit: 600, ThrottlingRateLimit: 300 };

    expect(settings.BoardHttp).toEqual({
      'GET /api/v1/{proxy+}': throttled,
      'POST /api/v1/{proxy+}': throttled,
      'DELETE /api/v1/{proxy+}': throttled,
    });
    expect(Object.keys(settings.Webhooks)).toEqual(routes.map(({ method, path }) => `${method} ${path}`));
  });
});

describe('the connections of open pages', () => {
  const sockets = logicalId(prod, 'AWS::ApiGatewayV2::Api', 'BoardLive');
  const routes = Object.values(prod.findResources('AWS::ApiGatewayV2::Route'))
    .map(({ Properties }) => Properties)
    .filter(({ ApiId }) => ApiId.Ref === sockets);

  it('are opened and closed by one function, and nobody can send anything on them', () => {
    const integrations = prod.findResources('AWS::ApiGatewayV2::Integration');
    const opening = logicalId(prod, 'AWS::Lambda::Function', 'BoardLive');

    expect(routes.map(({ RouteKey }) => RouteKey).sort()).toEqual(['$connect', '$disconnect']);
    for (const { Target } of routes)
      expect(JSON.stringify(integrations[Target['Fn::Join'][1][1].Ref])).toContain(opening);
    prod.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
      ApiId: { Ref: sockets },
      DefaultRouteSettings: { ThrottlingRateLimit: 50, ThrottlingBurstLimit: 100 },
    });
  });

  it('get hints from one function, which may do nothing else with them', () => {
    const policies = Object.entries(prod.findResources('AWS::IAM::Policy')).flatMap(([id, { Properties }]) =>
      Properties.PolicyDocument.Statement.filter(({ Action }: { Action: unknown }) =>
        JSON.stringify(Action).includes('execute-api'),
      ).map((statement: object) => [id.replace(/DefaultPolicy.*/, ''), statement]),
    );
    expect(policies).toEqual([
      [
        'BoardUpdatesFollowingRole',
        {
          Action: 'execute-api:ManageConnections',
          Effect: 'Allow',
          Resource: {
            'Fn::Join': ['', expect.arrayContaining([{ Ref: sockets }, '/live/POST/@connections/*'])],
          },
        },
      ],
    ]);
  });

  it('are the only ones to another host that the page may open, besides the sign-in', () => {
    const headers = JSON.stringify(prod.findResources('AWS::CloudFront::ResponseHeadersPolicy'));

    expect(headers).toMatch(
      new RegExp(
        `connect-src 'self' https:[^;]*amazonaws.com ",\\{"Fn::GetAtt":\\["${sockets}","ApiEndpoint"\\]\\},"; `,
      ),
    );
  });
});

describe("the board's search", () => {
  it("follows the table's stream, in order and for 23 hours", () => {
    prod.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      EventSourceArn: arnOf(logicalId(prod, 'AWS::DynamoDB::Table'), 'StreamArn'),
      FunctionName: { Ref: logicalId(prod, 'AWS::Lambda::Function', 'BoardUpdates') },
      StartingPosition: 'TRIM_HORIZON',
      ParallelizationFactor: 10,
      BisectBatchOnFunctionError: true,
      MaximumRecordAgeInSeconds: 23 * 60 * 60,
      FilterCriteria: {
        Filters: [
          {
            Pattern: JSON.stringify({
              dynamodb: { Keys: { sk: { S: ['REQUEST', 'CUSTOMER', 'CALL', 'BLOCK', { prefix: 'HOLD' }] } } },
            }),
          },
          // Time that became free is offered to those who wait.
          {
            Pattern: JSON.stringify({
              dynamodb: {
                Keys: { pk: { S: [{ prefix: 'SCHEDULE#' }] } },
                OldImage: { pk: { S: [{ exists: true }] } },
              },
            }),
          },
        ],
      },
    });
    // Otherwise the mapping would start before the function may read.
    prod.hasResource('AWS::Lambda::EventSourceMapping', {
      DependsOn: Match.arrayWith([logicalId(prod, 'AWS::IAM::Policy', 'BoardUpdatesFollowingRole')]),
    });
  });

  it('is not there without a board', () => {
    without.resourceCountIs('AWS::Lambda::EventSourceMapping', 0);
  });
});

describe('who signs in', () => {
  it('is invited with the address of the board, has a long password and must add an authenticator app', () => {
    prod.hasResourceProperties('AWS::Cognito::UserPool', {
      AdminCreateUserConfig: Match.objectLike({ AllowAdminCreateUserOnly: true }),
      MfaConfiguration: 'ON',
      EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
      UserPoolTier: 'ESSENTIALS',
      Policies: { PasswordPolicy: Match.objectLike({ MinimumLength: 12 }) },
      DeletionProtection: 'ACTIVE',
    });
    const pools = prod.findResources('AWS::Cognito::UserPool');
    const [{ Properties } = { Properties: {} }] = Object.values(pools);
    const { EmailMessage } = Properties.AdminCreateUserConfig.InviteMessageTemplate;
    const distribution = logicalId(prod, 'AWS::CloudFront::Distribution');
    expect(EmailMessage['Fn::Join'][1]).toEqual([
      'Open the dispatch board at https://',
      arnOf(distribution, 'DomainName'),
      expect.stringMatching(/^\/ and sign in as \{username\} .* authenticator app/),
    ]);
  });

  it('is asked for the app by the sign-in page itself', () => {
    prod.hasResourceProperties('AWS::Cognito::UserPoolDomain', { ManagedLoginVersion: 2 });
    prod.hasResourceProperties('AWS::Cognito::ManagedLoginBranding', { UseCognitoProvidedValues: true });
  });

  it('need not have an app if a stage says so, which production cannot', () => {
    const optional = { board: { mfa: 'optional' } };
    templateOf('attached users').resourceCountIs('AWS::Cognito::UserPool', 0);
    templateOf('optional mfa').hasResourceProperties('AWS::Cognito::UserPool', {
      MfaConfiguration: 'OPTIONAL',
    });
    expect(parseOptions(optional)).toMatchObject({ kind: 'options' });
    const people = { alarmEmail: 'ops@dispatch.test', dispatchEmail: 'desk@dispatch.test' };
    expect(parseOptions({ ...optional, ...people, production: true })).toEqual({
      kind: 'faults',
      faults: [expect.stringMatching(/^board: expected no mfa, or mfa required/)],
    });
  });

  it('gets a token for 15 minutes with PKCE and the scopes of the board', () => {
    prod.hasResourceProperties('AWS::Cognito::UserPoolClient', {
      GenerateSecret: false,
      AllowedOAuthFlows: ['code'],
      AccessTokenValidity: 15,
      TokenValidityUnits: Match.objectLike({ AccessToken: 'minutes' }),
      EnableTokenRevocation: true,
    });
    const { Properties } = Object.values(prod.findResources('AWS::Cognito::UserPoolClient'))[0] ?? {};
    expect(JSON.stringify(Properties?.AllowedOAuthScopes)).toMatch(/\/read.*\/write/);
    expect(Properties?.CallbackURLs).toHaveLength(1);
  });

  it('may not change the list of their accounts', () => {
    prod.hasResourceProperties('AWS::Cognito::UserPoolClient', { WriteAttributes: ['name'] });
  });

  it('has the list of accounts in the access token', async () => {
    prod.hasResourceProperties('AWS::Cognito::UserPool', {
      LambdaConfig: { PreTokenGenerationConfig: { LambdaVersion: 'V2_0', LambdaArn: Match.anyValue() } },
    });
    const event = {
      ...{ version: '2', triggerSource: 'TokenGeneration_HostedAuth', region: 'us-east-1' },
      ...{ userPoolId: 'pool', userName: 'robin', callerContext: { awsSdkVersion: '3', clientId: 'page' } },
      request: {
        userAttributes: { sub: 'robin', [ACCOUNTS_CLAIM]: 'acme-hvac zenith' },
        groupConfiguration: { groupsToOverride: [], iamRolesToOverride: [], preferredRole: '' },
        scopes: ['dispatch/read'],
      },
      response: { claimsAndScopeOverrideDetails: {} },
    };
    const answer = await createHandler()({
      ...event,
      triggerSource: 'TokenGeneration_HostedAuth',
      version: '2',
    });
    expect(answer.response.claimsAndScopeOverrideDetails).toEqual({
      accessTokenGeneration: { claimsToAddOrOverride: { [ACCOUNTS_CLAIM]: 'acme-hvac zenith' } },
    });
  });
});

describe('the page', () => {
  it('is readable only by CloudFront', () => {
    prod.hasResourceProperties('AWS::S3::Bucket', {
      PublicAccessBlockConfiguration: {
        ...{ BlockPublicAcls: true, BlockPublicPolicy: true },
        ...{ IgnorePublicAcls: true, RestrictPublicBuckets: true },
      },
    });
    prod.resourceCountIs('AWS::CloudFront::OriginAccessControl', 1);
    const policies = JSON.stringify(prod.findResources('AWS::S3::BucketPolicy'));
    expect(policies).toContain('AWS:SourceArn');
    expect(policies).toContain('cloudfront.amazonaws.com');
  });

  it('runs only its own scripts, connects only to its API and the sign-in, and cannot be framed', () => {
    const headers = JSON.stringify(prod.findResources('AWS::CloudFront::ResponseHeadersPolicy'));

    expect(headers).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(headers).toContain("frame-ancestors 'none'");
    expect(headers).not.toMatch(/unsafe|\*/);
    expect(headers).toContain('"AccessControlMaxAgeSec":63072000');
  });

  it('reaches an API of its own under its own host, never from a cache', () => {
    const apiId = { Ref: logicalId(prod, 'AWS::ApiGatewayV2::Api', 'BoardHttp') };
    prod.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: Match.objectLike({
        Origins: Match.arrayWith([
          Match.objectLike({
            DomainName: { 'Fn::Join': ['', Match.arrayWith([apiId])] },
            CustomOriginConfig: Match.objectLike({ OriginProtocolPolicy: 'https-only' }),
          }),
        ]),
        CacheBehaviors: [
          Match.objectLike({
            PathPattern: '/api/v1/*',
            ViewerProtocolPolicy: 'https-only',
            CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
          }),
        ],
      }),
    });
  });
});

describe('the options', () => {
  it('accept another issuer instead of its own users', () => {
    elsewhere.resourceCountIs('AWS::Cognito::UserPool', 0);
    elsewhere.hasResourceProperties('AWS::ApiGatewayV2::Authorizer', {
      JwtConfiguration: { Audience: ['dispatch'], Issuer: 'https://id.example.com/' },
    });
    expect(JSON.stringify(elsewhere.findResources('AWS::CloudFront::ResponseHeadersPolicy'))).toContain(
      "connect-src 'self' https://id.example.com",
    );
  });

  it('can omit the board', () => {
    without.resourceCountIs('AWS::Cognito::UserPool', 0);
    without.resourceCountIs('AWS::ApiGatewayV2::Authorizer', 0);
    without.resourceCountIs('AWS::S3::Bucket', 0);
  });

  it.each([
    [{}, 'options'],
    [{ board: false }, 'options'],
    [{ board: {} }, 'options'],
    [{ board: { oidc: { issuer: 'http://id.example.com', clientId: 'a', audience: 'b' } } }, 'faults'],
    [{ board: { oidc: { issuer: 'https://id.example.com' } } }, 'faults'],
    [{ board: { users: true } }, 'faults'],
  ])('%j are %s', (options, kind) => {
    expect(parseOptions(options).kind).toBe(kind);
  });
});
