import { describe, expect, it } from '@jest/globals';
import { Match } from 'aws-cdk-lib/assertions';
import { outputName } from '../../infra/output-name.ts';
import { table } from '../../lib/aws/table/table.ts';
import { mapFields } from '../../lib/map-fields.ts';
import { webhookSenderIds } from '../../lib/platforms/index.ts';
import { routes } from '../../lib/routes.ts';
import { stageTags } from '../support/templates/stages.ts';
import { arnOf, logicalId, synthesizedStage, templateOf } from '../support/templates/templates.ts';

const dev = templateOf('dev');
const prod = templateOf('prod');

const tableId = logicalId(dev, 'AWS::DynamoDB::Table');
const secretIds = mapFields(webhookSenderIds, (integration) =>
  logicalId(dev, 'AWS::SecretsManager::Secret', `Secrets${integration}`),
);

describe('the table', () => {
  it('is defined in lib/aws/table/table.ts', () => {
    dev.hasResourceProperties('AWS::DynamoDB::Table', {
      KeySchema: [
        { AttributeName: table.partitionKey, KeyType: 'HASH' },
        { AttributeName: table.sortKey, KeyType: 'RANGE' },
      ],
      GlobalSecondaryIndexes: table.indexes.map(({ name, partitionKey, sortKey }) => ({
        IndexName: name,
        KeySchema: [
          { AttributeName: partitionKey, KeyType: 'HASH' },
          { AttributeName: sortKey, KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'ALL' },
      })),
      TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
    });
  });

  it('is on demand, has point-in-time recovery and streams both images', () => {
    dev.hasResourceProperties('AWS::DynamoDB::Table', {
      BillingMode: 'PAY_PER_REQUEST',
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
    });
  });

  it('is retained in prod, and deleted with the stack in dev', () => {
    prod.hasResource('AWS::DynamoDB::Table', {
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
      Properties: { DeletionProtectionEnabled: true },
    });
    dev.hasResource('AWS::DynamoDB::Table', {
      DeletionPolicy: 'Delete',
      Properties: { DeletionProtectionEnabled: false },
    });
  });
});

describe('the secrets', () => {
  // Any change here makes CloudFormation write the initial value again, over the keys in use.
  it('start as a valid document without keys, and have no other property that a deployment might change', () => {
    const secrets = Object.values(prod.findResources('AWS::SecretsManager::Secret'));

    expect(secrets.map(({ Properties }) => Properties)).toEqual(
      webhookSenderIds.map(() => ({ SecretString: '{"keys":[],"apiKeys":[]}' })),
    );
  });

  it('are retained in prod', () => {
    prod.allResources('AWS::SecretsManager::Secret', { DeletionPolicy: 'Retain' });
  });
});

describe('the HTTP API', () => {
  it('has exactly the routes of lib/routes.ts, with events of format 2.0', () => {
    const keys = Object.values(dev.findResources('AWS::ApiGatewayV2::Route'))
      .filter(
        ({ Properties }) => Properties.ApiId.Ref === logicalId(dev, 'AWS::ApiGatewayV2::Api', 'Webhooks'),
      )
      .map(({ Properties }) => Properties.RouteKey);

    expect(keys.sort()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).sort());
    dev.allResourcesProperties('AWS::ApiGatewayV2::Integration', { PayloadFormatVersion: '2.0' });
  });

  it('throttles each route, after the routes are created', () => {
    const limits = { ThrottlingRateLimit: Match.anyValue(), ThrottlingBurstLimit: Match.anyValue() };
    dev.hasResource('AWS::ApiGatewayV2::Stage', {
      Properties: {
        RouteSettings: Object.fromEntries(
          routes.map(({ method, path }) => [`${method} ${path}`, Match.objectLike(limits)]),
        ),
      },
      DependsOn: Match.arrayWith(
        Object.keys(dev.findResources('AWS::ApiGatewayV2::Route'))
          .filter((id) => id.startsWith('Webhooks'))
          .sort(),
      ),
    });
  });

  it('keeps access logs', () => {
    dev.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
      AccessLogSettings: { DestinationArn: Match.anyValue(), Format: Match.stringLikeRegexp('routeKey') },
    });
  });
});

describe.each(routes)('the function $id', ({ id, sender, method, path, handles }) => {
  const endpointsForSamLocal = { AWS_ENDPOINT_URL_DYNAMODB: '', AWS_ENDPOINT_URL_SECRETS_MANAGER: '' };

  it('runs on Node 24 on arm64, with its own log', () => {
    dev.hasResourceProperties('AWS::Lambda::Function', {
      Description: `${method} ${path}`,
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      Handler: 'index.handler',
      Timeout: 10,
      LoggingConfig: {
        LogFormat: 'JSON',
        LogGroup: { Ref: logicalId(dev, 'AWS::Logs::LogGroup', `${id.replaceAll('-', '')}Log`) },
      },
    });
  });

  it('gets only the table and the secret of its own integration', () => {
    dev.hasResourceProperties('AWS::Lambda::Function', {
      Description: `${method} ${path}`,
      Environment: {
        Variables: {
          TABLE_NAME: { Ref: tableId },
          [`SECRET_ID_${sender.toUpperCase()}`]: { Ref: secretIds[sender] },
          ...(handles.some((workload) => workload !== 'greetings' && workload !== 'texts') && {
            ACCOUNT_WRITES_PER_MINUTE: '120',
          }),
          ...endpointsForSamLocal,
        },
      },
    });
  });
});

describe('logs', () => {
  it.each([
    ['dev', dev, 7],
    ['prod', prod, 90],
  ])('are kept for a limited time in %s', (_, template, days) => {
    // One per route, one for the access log, those of the functions for events, messages to people, heartbeats, reminders
    // and checks of releases, the two of the pages, and that of what is heard of messages.
    template.resourceCountIs('AWS::Logs::LogGroup', routes.length + 9);
    template.allResourcesProperties('AWS::Logs::LogGroup', { RetentionInDays: days });
  });
});

describe("the table's key", () => {
  it('is our own: who may read everything in AWS, but not use this key, reads nothing of the table', () => {
    const keyId = logicalId(prod, 'AWS::KMS::Key', 'Data');
    prod.hasResourceProperties('AWS::DynamoDB::Table', {
      SSESpecification: { SSEEnabled: true, KMSMasterKeyId: arnOf(keyId) },
    });
    const { Statement } = prod.findResources('AWS::KMS::Key')[keyId]?.Properties.KeyPolicy ?? {};
    // IAM decides, and ReadOnlyAccess has no right to decrypt.
    expect(Statement).toEqual([
      expect.objectContaining({ Effect: 'Allow', Principal: { AWS: expect.anything() }, Action: 'kms:*' }),
    ]);
    expect(JSON.stringify(Statement[0].Principal)).toContain(':root"');
  });

  it('is renewed every year, outlives a production stack, and goes with any other', () => {
    const keyOf = (template: typeof dev) =>
      template.findResources('AWS::KMS::Key')[logicalId(template, 'AWS::KMS::Key', 'Data')];

    expect(keyOf(prod)).toMatchObject({
      DeletionPolicy: 'Retain',
      Properties: { EnableKeyRotation: true, PendingWindowInDays: 30 },
    });
    expect(keyOf(dev)).toMatchObject({ DeletionPolicy: 'Delete', Properties: { PendingWindowInDays: 7 } });
  });
});

describe('the outputs', () => {
  it('are the URLs, table, secrets, event bus, topics and dashboard', () => {
    const expected = [
      ...routes.flatMap(({ id }) => [`FunctionName-${id}`, `LogGroup-${id}`, `Url-${id}`]),
      ...webhookSenderIds.map((integration) => `SecretName-${integration}`),
    ].map(outputName);
    expect(new Set(Object.keys(dev.findOutputs('*')))).toEqual(
      new Set([
        ...expected,
        'AlarmTopicArnPage',
        'AlarmTopicArnTicket',
        'DashboardUrl',
        'DeadLetterQueueUrl',
        'DefaultEndpoint',
        'DeploymentApplication',
        'EventBusName',
        'LogGroupAccess',
        'LogGroupMessages',
        'LogGroupReminders',
        'LogGroupUrgent',
        'LogGroupEvents',
        'LogGroupHeartbeat',
        'LogGroupReleaseCheck',
        'LogGroupPages',
        'LogGroupPagesAccess',
        'MessagesDeadLetterQueueUrl',
        'PagesUrl',
        'TableKeyArn',
        'TableName',
        'TextsTopicArn',
        'UrgentTopicArn',
      ]),
    );
    dev.hasOutput('TableName', { Value: { Ref: tableId } });
    // Alarms refer people to these two.
    for (const [output, id] of [
      ['LogGroupAccess', 'WebhooksAccessLog'],
      ['LogGroupEvents', 'EventsFromTable'],
    ] as const) {
      dev.hasOutput(output, { Value: { Ref: logicalId(dev, 'AWS::Logs::LogGroup', id) } });
    }
  });

  it('give each URL its path', () => {
    const urls = JSON.stringify(dev.findOutputs('*', {}));

    for (const { path } of routes) expect(urls).toContain(`${path}"`);
  });
});

describe('the stack', () => {
  it('is protected from deletion in production, as its table is', () => {
    expect(synthesizedStage('prod').isProtected).toBe(true);
    expect(synthesizedStage('dev').isProtected).toBe(false);
  });

  it('is pinned to the account and region of its file, and carries its tags', () => {
    expect(synthesizedStage('pinned')).toMatchObject({
      account: '123456789012',
      region: 'eu-west-1',
      tags: stageTags,
    });
  });
});
