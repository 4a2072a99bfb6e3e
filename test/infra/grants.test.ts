import { describe, expect, it } from '@jest/globals';
import { mapFields } from '../../lib/map-fields.ts';
import { webhookSenderIds } from '../../lib/platforms/index.ts';
import { routes } from '../../lib/routes.ts';
import { logicalId, templateOf } from '../support/templates/templates.ts';

interface Statement {
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}

const dev = templateOf('dev');

/** What a function's role may do, as `action on resource: keys`, with logical ids instead of references. */
function rightsOf(routeId: string): string[] {
  const prefix = `${routeId.replaceAll('-', '')}Role`;
  const policy = dev.findResources('AWS::IAM::Policy')[logicalId(dev, 'AWS::IAM::Policy', prefix)];
  const statements: Statement[] = policy?.Properties.PolicyDocument.Statement;
  return statements
    .flatMap(({ Action, Resource, Condition }) =>
      [Action]
        .flat()
        .flatMap((action) =>
          [Resource].flat().map((on) => `${action} on ${resourceName(on)}${keysOf(Condition)}`),
        ),
    )
    .sort();
}

/** The partition keys that a statement allows; a condition of another form is shown as it is. */
function keysOf(condition: Statement['Condition']): string {
  if (condition === undefined) return '';
  const through = condition.StringEquals?.['kms:ViaService'];
  if (through !== undefined)
    return ` through ${JSON.stringify(through).includes('"dynamodb."') ? 'DynamoDB' : '?'}`;
  const { 'ForAllValues:StringLike': like, Null: absent, ...others } = condition;
  const keys = [like?.['dynamodb:LeadingKeys'] ?? []].flat();
  expect({ absent, others }).toEqual({ absent: { 'dynamodb:LeadingKeys': 'false' }, others: {} });
  return `: ${keys.toSorted().join(' ')}`;
}

/** `TableCD117FA1` and `/index/byCall` from the nested references of the template. */
function resourceName(reference: unknown): string {
  const text = JSON.stringify(reference);
  const [, id = text] = /"(?:Fn::GetAtt":\["|Ref":")([A-Za-z0-9]+)/.exec(text) ?? [];
  return `${id}${/\/index\/\w+/.exec(text)?.[0] ?? ''}`;
}

const tableId = logicalId(dev, 'AWS::DynamoDB::Table');
const keyId = logicalId(dev, 'AWS::KMS::Key', 'Data');
const secretIds = mapFields(webhookSenderIds, (integration) =>
  logicalId(dev, 'AWS::SecretsManager::Secret', `Secrets${integration}`),
);

describe('the rights', () => {
  const originsOf = (integration: keyof typeof secretIds) =>
    [
      ...(integration === 'voicetwo' ? ['ORIGIN#numbers#*'] : []),
      `ORIGIN#${integration === 'messaging' ? 'texts' : integration}#*`,
    ].join(' ');
  const uses = ['Decrypt', 'DescribeKey', 'Encrypt', 'GenerateDataKey', 'ReEncryptFrom', 'ReEncryptTo'];
  const common = (routeId: string, integration: keyof typeof secretIds) => [
    ...uses.map((use) => `kms:${use} on ${keyId} through DynamoDB`),
    `dynamodb:GetItem on ${tableId}: ACCOUNT#* ${originsOf(integration)} WARM-UP`,
    `secretsmanager:GetSecretValue on ${secretIds[integration]}`,
    `logs:CreateLogStream on ${logicalId(dev, 'AWS::Logs::LogGroup', `${routeId.replaceAll('-', '')}Log`)}`,
    `logs:PutLogEvents on ${logicalId(dev, 'AWS::Logs::LogGroup', `${routeId.replaceAll('-', '')}Log`)}`,
  ];
  const lead = [
    `dynamodb:ConditionCheckItem on ${tableId}: ERASED#*#*`,
    `dynamodb:GetItem on ${tableId}: CUSTOMER#*#*`,
    `dynamodb:UpdateItem on ${tableId}: CUSTOMER#*#*`,
    `dynamodb:Query on ${tableId}/index/byCustomer: CUSTOMER#*#*`,
    `dynamodb:GetItem on ${tableId}: DELIVERY#*#*`,
    `dynamodb:GetItem on ${tableId}: NUMBER#*#*`,
    `dynamodb:GetItem on ${tableId}: REQUEST#*`,
    `dynamodb:PutItem on ${tableId}: DELIVERY#*#*`,
    `dynamodb:PutItem on ${tableId}: REFUSED#*`,
    `dynamodb:PutItem on ${tableId}: REQUEST#*`,
    `dynamodb:UpdateItem on ${tableId}: ALERTS#*`,
    `dynamodb:UpdateItem on ${tableId}: NOTICE#*`,
    `dynamodb:UpdateItem on ${tableId}: NUMBER#*#*`,
    `dynamodb:UpdateItem on ${tableId}: REFUSED#*`,
  ];
  const greeting = [
    `dynamodb:GetItem on ${tableId}: CUSTOMER#*#*`,
    `dynamodb:GetItem on ${tableId}: MEMORY#*#*`,
    `dynamodb:Query on ${tableId}/index/byCaller: CUSTOMER#*#*`,
    `dynamodb:Query on ${tableId}/index/byCustomer: CUSTOMER#*#*`,
  ];
  const holding = [
    `dynamodb:GetItem on ${tableId}: HOLD#*#*`,
    `dynamodb:PutItem on ${tableId}: HOLD#*#*`,
    `dynamodb:UpdateItem on ${tableId}: HOLD#*#*`,
    `dynamodb:UpdateItem on ${tableId}: NOTICE#*`,
    `dynamodb:Query on ${tableId}: SCHEDULE#*`,
    `dynamodb:UpdateItem on ${tableId}: SCHEDULE#*`,
  ];
  const callRecord = [
    ...holding,
    `dynamodb:Query on ${tableId}: HOLD#*#*`,
    `dynamodb:ConditionCheckItem on ${tableId}: ERASED#*#*`,
    `dynamodb:GetItem on ${tableId}: CALL#*#*#*`,
    `dynamodb:GetItem on ${tableId}: MEMORY#*#*`,
    `dynamodb:PutItem on ${tableId}: MEMORY#*#*`,
    `dynamodb:PutItem on ${tableId}: CALL#*#*#*`,
    `dynamodb:GetItem on ${tableId}: REQUEST#*`,
    `dynamodb:PutItem on ${tableId}: REQUEST#*`,
    `dynamodb:Query on ${tableId}/index/byCall: CALL#*#*#*`,
    `dynamodb:UpdateItem on ${tableId}: CALL#*#*#*`,
  ];
  const texts = [
    `dynamodb:ConditionCheckItem on ${tableId}: ERASED#*#*`,
    `dynamodb:GetItem on ${tableId}: MESSAGE#*`,
    `dynamodb:PutItem on ${tableId}: MESSAGE#*`,
    `dynamodb:Query on ${tableId}/index/byCustomer: SENT#*#*`,
    `dynamodb:GetItem on ${tableId}: CUSTOMER#*#*`,
    `dynamodb:GetItem on ${tableId}: REQUEST#*`,
    // A reported danger alerts people.
    `dynamodb:GetItem on ${tableId}: NUMBER#*#*`,
    `dynamodb:UpdateItem on ${tableId}: ALERTS#*`,
    `dynamodb:UpdateItem on ${tableId}: NUMBER#*#*`,
    // A reply takes the time that is on offer.
    `dynamodb:GetItem on ${tableId}: HOLD#*#*`,
    `dynamodb:PutItem on ${tableId}: HOLD#*#*`,
    `dynamodb:Query on ${tableId}: SCHEDULE#*`,
    `dynamodb:UpdateItem on ${tableId}: SCHEDULE#*`,
    `dynamodb:GetItem on ${tableId}: TEXT#*#*`,
    `dynamodb:PutItem on ${tableId}: REQUEST#*`,
    `dynamodb:PutItem on ${tableId}: TEXT#*#*`,
    `dynamodb:Query on ${tableId}/index/byCaller: CUSTOMER#*#*`,
    `dynamodb:Query on ${tableId}/index/byCustomer: CUSTOMER#*#*`,
    `dynamodb:UpdateItem on ${tableId}: CUSTOMER#*#*`,
    `dynamodb:UpdateItem on ${tableId}: NOTICE#*`,
  ];
  const live = [
    ...holding,
    `dynamodb:ConditionCheckItem on ${tableId}: CALL#*#*#*`,
    `dynamodb:ConditionCheckItem on ${tableId}: ERASED#*#*`,
    `dynamodb:GetItem on ${tableId}: ANSWER#*#*`,
    `dynamodb:GetItem on ${tableId}: REQUEST#*`,
    `dynamodb:GetItem on ${tableId}: CUSTOMER#*#*`,
    `dynamodb:GetItem on ${tableId}: MEMORY#*#*`,
    `dynamodb:GetItem on ${tableId}: NUMBER#*#*`,
    `dynamodb:PutItem on ${tableId}: ANSWER#*#*`,
    `dynamodb:PutItem on ${tableId}: REQUEST#*`,
    `dynamodb:PutItem on ${tableId}: NUMBER#*#*`,
    `dynamodb:Query on ${tableId}/index/byCall: CALL#*#*#*`,
    `dynamodb:Query on ${tableId}/index/byCaller: CUSTOMER#*#*`,
    `dynamodb:Query on ${tableId}/index/byCustomer: CUSTOMER#*#*`,
    `dynamodb:UpdateItem on ${tableId}: ALERTS#*`,
    `dynamodb:UpdateItem on ${tableId}: CALL#*#*#*`,
    `dynamodb:UpdateItem on ${tableId}: CUSTOMER#*#*`,
    `dynamodb:UpdateItem on ${tableId}: MEMORY#*#*`,
    `dynamodb:UpdateItem on ${tableId}: NUMBER#*#*`,
  ];

  it.each([
    ['crm', lead, 'crm'],
    ['voiceone-call-inbound', greeting, 'voiceone'],
    ['voiceone-function-call', live, 'voiceone'],
    ['voiceone-call-complete', callRecord, 'voiceone'],
    ['voicetwo', [...new Set([...live, ...callRecord])], 'voicetwo'],
    ['messaging-webhook', texts, 'messaging'],
    ['messaging-twilio', texts, 'messaging'],
  ] as const)('of %s are exactly the actions and items that it uses', (routeId, own, integration) => {
    expect(rightsOf(routeId)).toEqual([...own, ...common(routeId, integration)].sort());
  });

  it.each(routes)('of $id do not allow writing account documents', ({ id }) => {
    const documents = rightsOf(id).filter((right) => /ACCOUNT#|ORIGIN#/.test(right));
    expect(documents).toEqual([expect.stringMatching(/^dynamodb:GetItem /)]);
  });

  it('of the check of releases are on its own account, and on items whose keys name no account', () => {
    const policy = dev.findResources('AWS::IAM::Policy')[logicalId(dev, 'AWS::IAM::Policy', 'ReleaseCheck')];
    const statements: { Action: string | string[]; Condition?: { 'ForAllValues:StringLike'?: object } }[] =
      policy?.Properties.PolicyDocument.Statement;
    const items = statements.flatMap(({ Action, Condition }) =>
      /dynamodb/.test(String(Action))
        ? Object.values(Condition?.['ForAllValues:StringLike'] ?? { none: ['none'] }).flat()
        : [],
    );
    const others = items.filter((key) => !/^[A-Z]+#(?:[a-z]+#)?smoke-test-\*/.test(String(key)));

    expect(items.length).toBeGreaterThan(others.length);
    expect(new Set(others)).toEqual(new Set(['NOTICE#*', 'REFUSED', 'REFUSED#*', 'REQUEST#*']));
  });

  it('come only from these policies, without wildcards and Scan', () => {
    const policies = JSON.stringify(dev.findResources('AWS::IAM::Policy'));

    // In addition to the routes' roles: those of the pipe and its function, which events-stack.test.ts checks, of the
    // messages to people (urgent-topic.test.ts), of the heartbeat, of the reminders and of their schedule, of releases and
    // their check, of the pages (pages.test.ts), and of what is heard of messages (messages.test.ts).
    expect(Object.keys(dev.findResources('AWS::IAM::Policy'))).toHaveLength(routes.length + 10);
    const roles = Object.entries(dev.findResources('AWS::IAM::Role'));
    // CodeDeploy's role has the policy that AWS keeps for it.
    const others = roles.filter(([id]) => !id.startsWith('ReleasesRole'));
    expect(JSON.stringify(others)).not.toMatch(/ManagedPolicyArns|"Policies"/);
    // A new version has a new number.
    const versions =
      dev.findResources('AWS::IAM::Policy')[logicalId(dev, 'AWS::IAM::Policy', 'ReleaseCheck')];
    expect(JSON.stringify(versions).match(/:\*"/g)).toHaveLength(routes.length);
    expect(policies.replace(JSON.stringify(versions), '')).not.toMatch(/Scan|"\*"|:\*"/);
    expect(JSON.stringify(versions)).not.toMatch(/Scan|"\*"/);
  });
});
