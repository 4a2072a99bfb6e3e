import type { Template } from 'aws-cdk-lib/assertions';
import * as v from 'valibot';
import { ACCOUNT, arnOf, DEPLOYMENTS, KEY, REGION } from './aws-calls.ts';

/** What the resources of a template are called once it is deployed. */
export interface Names {
  readonly stack: string;
  readonly table: string;
  /** With its label. */
  readonly stream: string;
  /** The origin of the queues' URLs. */
  readonly queues: string;
}

const Intrinsic = v.union([
  v.pipe(
    v.strictObject({ Ref: v.string() }),
    v.transform(({ Ref }) => ({ kind: 'ref', id: Ref }) as const),
  ),
  v.pipe(
    v.strictObject({ 'Fn::GetAtt': v.tuple([v.string(), v.string()]) }),
    v.transform(({ 'Fn::GetAtt': [id, name] }) => ({ kind: 'attribute', id, name }) as const),
  ),
  v.pipe(
    v.strictObject({ 'Fn::Join': v.tuple([v.string(), v.array(v.unknown())]) }),
    v.transform(({ 'Fn::Join': [by, parts] }) => ({ kind: 'join', by, parts }) as const),
  ),
  v.pipe(
    v.strictObject({ 'Fn::Select': v.tuple([v.number(), v.unknown()]) }),
    v.transform(({ 'Fn::Select': [index, from] }) => ({ kind: 'select', index, from }) as const),
  ),
]);
const Split = v.object({ 'Fn::Split': v.tuple([v.string(), v.unknown()]) });

/** Replaces the references in a part of a template by what they are once it is deployed. */
export function deployed(template: Template, names: Names) {
  const resources: Readonly<Record<string, { readonly Type: string }>> = template.toJSON().Resources;
  const typeOf = (id: string) => resources[id]?.Type.split('::').slice(1).join('::');

  function resolved(part: unknown): unknown {
    const found = v.safeParse(Intrinsic, part);
    if (found.success) return textOf(found.output);
    if (Array.isArray(part)) return part.map(resolved);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, resolved(value)]));
  }

  function textOf(intrinsic: v.InferOutput<typeof Intrinsic>): string {
    switch (intrinsic.kind) {
      case 'ref':
        return referenceTo(intrinsic.id);
      case 'attribute':
        return attributeOf(intrinsic.id, intrinsic.name);
      case 'join':
        return intrinsic.parts.map(resolved).join(intrinsic.by);
      case 'select': {
        const [by, text] = v.parse(Split, intrinsic.from)['Fn::Split'];
        return String(resolved(text)).split(by)[intrinsic.index] ?? '';
      }
    }
  }

  function referenceTo(id: string): string {
    const pseudo: Readonly<Record<string, string>> = {
      'AWS::StackId': arnOf('cloudformation', `stack/${names.stack}/id`),
      ...{
        'AWS::Partition': 'aws',
        'AWS::Region': REGION,
        'AWS::AccountId': ACCOUNT,
        'AWS::URLSuffix': 'amazonaws.com',
      },
    };
    switch (typeOf(id)) {
      case 'DynamoDB::Table':
        return names.table;
      case 'SecretsManager::Secret':
        return arnOf('secretsmanager', `secret:${id}-made-123456`);
      case 'CodeDeploy::Application':
        return DEPLOYMENTS;
      case 'CodeDeploy::DeploymentGroup':
        return String(template.toJSON().Resources[id].Properties.DeploymentGroupName);
      case 'SQS::Queue':
        return `${names.queues}/${ACCOUNT}/${id}`;
      default:
        return pseudo[id] ?? id;
    }
  }

  function attributeOf(id: string, attribute: string): string {
    if (attribute === 'StreamArn') return arnOf('dynamodb', `table/${names.table}/stream/${names.stream}`);
    if (attribute !== 'Arn') return `${id}.${attribute}`;
    const services: Readonly<Record<string, string>> = {
      'DynamoDB::Table': arnOf('dynamodb', `table/${names.table}`),
      'SQS::Queue': arnOf('sqs', id),
      'Lambda::Function': arnOf('lambda', `function:${id}`),
      'Events::EventBus': arnOf('events', `event-bus/${id}`),
      'Cognito::UserPool': arnOf('cognito-idp', `userpool/${id}`),
      // The others are those of topics.
      'KMS::Key': id.startsWith('Data') ? KEY : arnOf('kms', `key/${id}`),
    };
    return services[String(typeOf(id))] ?? arnOf('other', id);
  }

  return {
    /** The policy document of the managed policy whose id begins this way. */
    policy: (prefix: string): unknown => {
      const policies = Object.entries(template.findResources('AWS::IAM::ManagedPolicy'));
      const [, policy] = policies.find(([id]) => id.startsWith(prefix)) ?? [];
      return resolved(policy?.Properties.PolicyDocument);
    },
    outputs: (): Readonly<Record<string, string>> =>
      Object.fromEntries(
        Object.entries(template.findOutputs('*')).map(([name, { Value }]) => [name, String(resolved(Value))]),
      ),
  };
}
