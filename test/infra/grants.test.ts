import { describe, expect, it } from '@jest/globals';
import { routes } from '../../lib/routes.ts';
import { logicalId, synthesise } from '../support/synthesise.ts';

interface Statement {
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
}

const dev = synthesise('dev');

/** What a function's role may do, as `action on resource`, with logical ids in place of references. */
function rightsOf(routeId: string): string[] {
  const prefix = `${routeId.replaceAll('-', '')}Role`;
  const policy = dev.findResources('AWS::IAM::Policy')[logicalId(dev, 'AWS::IAM::Policy', prefix)];
  const statements: Statement[] = policy?.Properties.PolicyDocument.Statement;
  return statements
    .flatMap(({ Action, Resource }) =>
      [Action].flat().flatMap((action) => [Resource].flat().map((on) => `${action} on ${resourceName(on)}`)),
    )
    .sort();
}

/** `TableCD117FA1` and `/index/byCall` out of the nested references of the template. */
function resourceName(reference: unknown): string {
  const text = JSON.stringify(reference);
  const [, id = text] = /"(?:Fn::GetAtt":\["|Ref":")([A-Za-z0-9]+)/.exec(text) ?? [];
  return `${id}${/\/index\/\w+/.exec(text)?.[0] ?? ''}`;
}

const tableId = logicalId(dev, 'AWS::DynamoDB::Table');
const secretIds = {
  crm: logicalId(dev, 'AWS::SecretsManager::Secret', 'Secretscrm'),
  voiceone: logicalId(dev, 'AWS::SecretsManager::Secret', 'Secretsvoiceone'),
  voicetwo: logicalId(dev, 'AWS::SecretsManager::Secret', 'Secretsvoicetwo'),
};

describe('the rights', () => {
  const common = (routeId: string, secretId: string) => [
    `secretsmanager:GetSecretValue on ${secretId}`,
    `logs:CreateLogStream on ${logicalId(dev, 'AWS::Logs::LogGroup', `${routeId.replaceAll('-', '')}Log`)}`,
    `logs:PutLogEvents on ${logicalId(dev, 'AWS::Logs::LogGroup', `${routeId.replaceAll('-', '')}Log`)}`,
  ];
  const lead = [`dynamodb:GetItem on ${tableId}`, `dynamodb:PutItem on ${tableId}`];
  const callRecord = [...lead, `dynamodb:UpdateItem on ${tableId}`];
  const live = [
    ...callRecord,
    `dynamodb:Query on ${tableId}`,
    `dynamodb:Query on ${tableId}/index/byCustomer`,
    `dynamodb:Query on ${tableId}/index/byCall`,
  ];

  it.each([
    ['crm', lead, secretIds.crm],
    ['voiceone-function-call', live, secretIds.voiceone],
    ['voiceone-call-complete', callRecord, secretIds.voiceone],
    ['voicetwo', live, secretIds.voicetwo],
  ])('of %s are exactly what it calls', (routeId, onTable, secretId) => {
    expect(rightsOf(routeId)).toEqual([...onTable, ...common(routeId, secretId)].sort());
  });

  it('come from these policies alone, without wildcards and without Scan', () => {
    const policies = JSON.stringify(dev.findResources('AWS::IAM::Policy'));

    // Beside those of the routes: the pipe's and its function's, which events-stack.test.ts looks at.
    expect(Object.keys(dev.findResources('AWS::IAM::Policy'))).toHaveLength(routes.length + 2);
    expect(JSON.stringify(dev.findResources('AWS::IAM::Role'))).not.toMatch(/ManagedPolicyArns|"Policies"/);
    expect(policies).not.toMatch(/Scan|"\*"|:\*"/);
  });
});
