import { describe, expect, it } from '@jest/globals';
import { Match } from 'aws-cdk-lib/assertions';
import { integrations, secretVariable } from '../../lib/platforms/index.ts';
import { stages } from '../support/templates/stages.ts';
import { synthesizedStage, templateOf } from '../support/templates/templates.ts';

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
      integrations.flatMap((integration) => variables[secretVariable(integration)] ?? []),
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

  it('let dispatchers use only the account in their tag', () => {
    const keys = [...textOf('Dispatchers').matchAll(/"([A-Z]+#[^"]*)"/g)].map(([, key]) => key);

    expect(keys).toContain(`ACCOUNT#\${aws:PrincipalTag/dispatchAccount}`);
    for (const key of keys)
      expect(key).toMatch(/^(?:(?:REQUEST|BLOCK)#\*|[A-Z]+#\$\{aws:PrincipalTag\/dispatchAccount\}.*)$/);
    expect(textOf('Dispatchers')).not.toMatch(/Scan|secretsmanager/);
  });

  it('let operators copy the table and set keys, within the limit of a policy', () => {
    expect(textOf('Operators')).toContain('dynamodb:Scan');
    expect(textOf('Operators')).toContain('secretsmanager:PutSecretValue');
    for (const [, { Properties }] of policies)
      expect(JSON.stringify(Properties.PolicyDocument).length).toBeLessThan(6_144);
  });

  it('exist only if configured, and are attached to nobody', () => {
    expect(templateOf('prod').findResources('AWS::IAM::ManagedPolicy')).toEqual({});
    for (const [, { Properties }] of policies) expect(Properties).not.toHaveProperty('Roles');
  });
});
