import { describe, expect, it } from '@jest/globals';
import { Match } from 'aws-cdk-lib/assertions';
import { secretVariable, webhookSenderIds } from '../../lib/platforms/index.ts';
import { stages } from '../support/templates/stages.ts';
import { logicalId, synthesizedStage, templateOf } from '../support/templates/templates.ts';

const restored = templateOf('restored');
const { options } = stages.restored;

describe('a stage with an existing table and existing secrets', () => {
  it('creates neither', () => {
    expect(restored.findResources('AWS::DynamoDB::Table')).toEqual({});
    expect(restored.findResources('AWS::SecretsManager::Secret')).toEqual({});
  });

  it('passes the table by name and each secret by ARN to the functions', () => {
    const given = Object.values(restored.findResources('AWS::Lambda::Function')).map(
      ({ Properties }) => Properties.Environment?.Variables ?? {},
    );
    const ofRoutes = given.filter(({ TABLE_NAME }) => TABLE_NAME !== undefined);
    const used = ofRoutes.flatMap((variables) =>
      webhookSenderIds.flatMap((integration) => variables[secretVariable(integration)] ?? []),
    );

    expect(ofRoutes).not.toEqual([]);
    for (const { TABLE_NAME } of ofRoutes) expect(TABLE_NAME).toBe('dispatch-restored');
    expect(new Set(used)).toEqual(new Set(Object.values(options.existingSecrets ?? {})));
  });

  it('lets the functions use that table and its indexes, and reads its stream', () => {
    const policies = JSON.stringify(restored.findResources('AWS::IAM::Policy'));

    expect(policies).toContain(':table/dispatch-restored"');
    expect(policies).toContain(':table/dispatch-restored/index/byCustomer');
    restored.hasResourceProperties('AWS::Pipes::Pipe', { Source: options.existingTable?.streamArn });
  });

  it('names them in its outputs, so that the command line finds them', () => {
    expect(restored.findOutputs('*', { Value: 'dispatch-restored' })).toHaveProperty('TableName');
  });
});

describe('taking a restored table back', () => {
  const { Resources } = templateOf('prod').toJSON();
  const imported = ['AWS::DynamoDB::Table', 'AWS::KMS::Key'];
  const parts: [string, { Type: string; DeletionPolicy?: string; Properties: object }][] =
    Object.entries(Resources);
  const data = parts.filter(([id, { Type }]) => id.startsWith('Data') && imported.includes(Type));

  it('works by import, which CloudFormation allows for resources that say what becomes of them', () => {
    expect(data.map(([, { Type }]) => Type).sort()).toEqual(imported);
    for (const [, { DeletionPolicy }] of data) expect(DeletionPolicy).toBe('Retain');
  });

  it('needs nothing else of the stack: the two refer only to each other', () => {
    const ids = data.map(([id]) => id);
    const named = data.flatMap(([, { Properties }]) =>
      [...JSON.stringify(Properties).matchAll(/"(?:Ref|Fn::GetAtt)":\[?"([^"]+)"/g)].map(([, id]) => id),
    );
    expect(named.filter((id) => !ids.includes(String(id)) && !id?.startsWith('AWS::'))).toEqual([]);
  });

  it('finds what it has under the same names: the key of the options is used until then', () => {
    expect(Object.keys(restored.toJSON().Resources).filter((id) => id.startsWith('Data'))).toEqual([]);
    const policies = JSON.stringify(restored.findResources('AWS::IAM::Policy'));
    expect(policies).toContain(`"Resource":"${options.existingTable?.keyArn}"`);
    expect(policies).toContain('kms:Decrypt');
    restored.hasOutput('TableKeyArn', { Value: options.existingTable?.keyArn });
  });
});

describe('a stage with the users of a deleted stack', () => {
  const attached = templateOf('attached users');
  const made = templateOf('board');
  const nameOf = (template: typeof made) =>
    template.findResources('AWS::Lambda::Function')[
      logicalId(template, 'AWS::Lambda::Function', 'BoardSignInClaims')
    ]?.Properties.FunctionName;

  it('gives them a sign-in page and a client, and lets them call the function that they already name', () => {
    const UserPoolId = 'us-east-1_AbCdEfGhI';
    attached.resourceCountIs('AWS::Cognito::UserPool', 0);
    for (const type of ['UserPoolDomain', 'UserPoolClient', 'UserPoolResourceServer', 'ManagedLoginBranding'])
      attached.hasResourceProperties(`AWS::Cognito::${type}`, { UserPoolId });
    attached.hasResourceProperties('AWS::Lambda::Permission', {
      Principal: 'cognito-idp.amazonaws.com',
      SourceArn: Match.objectLike({ 'Fn::Join': ['', Match.arrayWith([`:userpool/${UserPoolId}`])] }),
    });
    // Users keep the name of the function when their stack is deleted.
    expect(nameOf(attached)).toBe('dispatch-prod-board-claims');
    expect(nameOf(made)).toBe(nameOf(attached));
  });

  it('names them in its outputs', () => {
    attached.hasOutput('UserPoolId', { Value: 'us-east-1_AbCdEfGhI' });
  });
});

describe('backups', () => {
  it('run daily, are kept as configured, and are copied to the other vault', () => {
    restored.hasResourceProperties('AWS::Backup::BackupPlan', {
      BackupPlan: {
        BackupPlanRule: [
          Match.objectLike({
            Lifecycle: { DeleteAfterDays: options.backup?.keepDays },
            CopyActions: [
              {
                DestinationBackupVaultArn: options.backup?.copyTo,
                Lifecycle: { DeleteAfterDays: options.backup?.keepDays },
              },
            ],
          }),
        ],
      },
    });
    const [selection] = Object.values(restored.findResources('AWS::Backup::BackupSelection'));
    expect(JSON.stringify(selection)).toContain(':table/dispatch-restored"');
  });

  it('keep their vault in production, and do not exist unless configured', () => {
    const [vault] = Object.values(restored.findResources('AWS::Backup::BackupVault'));
    expect(vault).toMatchObject({ DeletionPolicy: 'Retain' });
    expect(templateOf('prod').findResources('AWS::Backup::BackupPlan')).toEqual({});
  });
});

describe('tracing', () => {
  const modes = (stage: 'restored' | 'prod') =>
    Object.values(templateOf(stage).findResources('AWS::Lambda::Function')).map(
      ({ Properties }) => Properties.TracingConfig?.Mode,
    );

  it('is on for every function if configured, and off otherwise', () => {
    expect(new Set(modes('restored'))).toEqual(new Set(['Active']));
    expect(new Set(modes('prod'))).toEqual(new Set([undefined]));
  });
});

describe('the monthly budget', () => {
  it('notifies the alarm address at 80 percent, and if the forecast exceeds it', () => {
    const subscribers = [{ SubscriptionType: 'EMAIL', Address: options.alarmEmail }];
    const warning = (type: string, Threshold: number) =>
      Match.objectLike({
        Notification: Match.objectLike({ NotificationType: type, Threshold }),
        Subscribers: subscribers,
      });
    restored.hasResourceProperties('AWS::Budgets::Budget', {
      Budget: { BudgetLimit: { Amount: options.monthlyBudget, Unit: 'USD' }, TimeUnit: 'MONTHLY' },
      NotificationsWithSubscribers: [warning('ACTUAL', 80), warning('FORECASTED', 100)],
    });
  });
});

it('a restored stage has no finding of cdk-nag without a written reason', () => {
  expect(synthesizedStage('restored').violations).toEqual([]);
});

describe('the IAM policies', () => {
  const policies = Object.entries(restored.findResources('AWS::IAM::ManagedPolicy'));
  const textOf = (name: string) =>
    JSON.stringify(policies.find(([id]) => id.includes(name))?.[1].Properties.PolicyDocument);

  it('let dispatchers search only the account in their tag, and say what that does not limit', () => {
    const statements: { Resource: unknown; Condition?: { 'ForAllValues:StringLike'?: object } }[] =
      policies.find(([id]) => id.includes('Dispatchers'))?.[1].Properties.PolicyDocument.Statement;
    const keys = statements.flatMap(({ Condition }) =>
      Object.values(Condition?.['ForAllValues:StringLike'] ?? {}).flat(),
    );
    const tagged = /^[A-Z]+#\$\{aws:PrincipalTag\/dispatchAccount\}.*$/;

    expect(keys).toContain(`ACCOUNT#\${aws:PrincipalTag/dispatchAccount}`);
    expect(new Set(keys.filter((key) => !tagged.test(key)))).toEqual(
      new Set(['REQUEST#*', 'BLOCK#*', 'LINK#*', 'NOTICE#*']),
    );
    const [, dispatchers] = policies.find(([id]) => id.includes('Dispatchers')) ?? [];
    expect(dispatchers?.Properties.Description).toMatch(
      /limited to the account in the tag dispatchAccount\. Not limited to it: single requests and blocks/,
    );
    expect(textOf('Dispatchers')).not.toMatch(/Scan|secretsmanager/);
  });

  it('let operators copy the table and set keys, within the limit of a policy', () => {
    expect(textOf('Operators')).toContain('dynamodb:Scan');
    for (const action of ['GetSecretValue', 'PutSecretValue', 'UpdateSecretVersionStage'])
      expect(textOf('Operators')).toContain(`secretsmanager:${action}`);
    for (const [, { Properties }] of policies)
      expect(JSON.stringify(Properties.PolicyDocument).length).toBeLessThan(6_144);
  });

  it('exist only if configured, and are attached to nobody', () => {
    expect(templateOf('prod').findResources('AWS::IAM::ManagedPolicy')).toEqual({});
    for (const [, { Properties }] of policies) expect(Properties).not.toHaveProperty('Roles');
  });
});
