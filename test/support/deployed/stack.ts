import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { AWS_ACCOUNT, attributeOf, REGION, referenceTo, type StackNames, stackArn } from './names.ts';

const Resource = v.object({
  Type: v.string(),
  Properties: v.optional(v.record(v.string(), v.unknown()), {}),
  Metadata: v.optional(v.record(v.string(), v.unknown()), {}),
  UpdatePolicy: v.optional(v.record(v.string(), v.unknown()), {}),
});
const Template = v.object({
  Resources: v.record(v.string(), Resource),
  Outputs: v.optional(v.record(v.string(), v.object({ Value: v.unknown() })), {}),
});

/** A resource of a template, with references resolved. */
export interface StackResource {
  readonly id: string;
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: each type has its own properties, which their reader knows.
  readonly properties: any;
  // biome-ignore lint/suspicious/noExplicitAny: the same.
  readonly updatePolicy: any;
  /** Where its construct is, without the stack: `Events/FromTable/Pipe`. */
  readonly path: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** What `Ref` gives. */
  readonly ref: string;
  /** What `Fn::GetAtt` gives. */
  attribute(name: string): string;
}

/** A synthesized template as it would be deployed: every name is final. */
export interface DeployedStack {
  readonly name: string;
  readonly resources: readonly StackResource[];
  ofType(type: string): readonly StackResource[];
  /** The values of the outputs, by their names. */
  outputs(): Readonly<Record<string, string>>;
  /** The resource whose `Ref` or ARN this is. */
  at(reference: unknown): StackResource;
}

/** Reads a file with a template as CloudFormation would deploy it. */
export function readStackFile(file: string, names: StackNames): DeployedStack {
  return readStack(JSON.parse(readFileSync(file, 'utf8')), names);
}

/** Reads a template as CloudFormation would deploy it. */
export function readStack(template: unknown, names: StackNames): DeployedStack {
  const { Resources, Outputs } = v.parse(Template, template);
  const { stackName, byType = {} } = names;
  const pseudo: Readonly<Record<string, string>> = {
    'AWS::AccountId': AWS_ACCOUNT,
    'AWS::Region': REGION,
    'AWS::Partition': 'aws',
    'AWS::URLSuffix': 'amazonaws.com',
    'AWS::StackName': stackName,
    'AWS::StackId': stackArn(stackName),
  };

  function named(id: string) {
    const resource = Resources[id];
    if (resource === undefined) throw new Error(`The template has no ${id}`);
    const { Type: type, Properties } = resource;
    return { id, type, name: byType[type] ?? id, properties: Properties, resolve, stack: names };
  }

  const ref = (id: string): string => pseudo[id] ?? referenceTo(named(id));

  function intrinsic(name: string, operand: unknown): unknown {
    switch (name) {
      case 'Ref':
        return ref(String(operand));
      case 'Fn::GetAtt': {
        const [id, attribute] = v.parse(v.tuple([v.string(), v.string()]), operand);
        return attributeOf(named(id), attribute);
      }
      case 'Fn::Join': {
        const [separator, parts] = v.parse(v.tuple([v.string(), v.array(v.unknown())]), operand);
        return parts.map(resolve).join(separator);
      }
      case 'Fn::Sub':
        return String(operand).replaceAll(/\$\{([\w:]+)\}/g, (_, id: string) => ref(id));
      case 'Fn::Split': {
        const [separator, text] = v.parse(v.tuple([v.string(), v.unknown()]), operand);
        return String(resolve(text)).split(separator);
      }
      case 'Fn::Select': {
        const [index, list] = v.parse(v.tuple([v.unknown(), v.unknown()]), operand);
        return [resolve(list)].flat()[Number(index)];
      }
      default:
        throw new Error(`test/support/deployed/stack.ts does not know ${name}`);
    }
  }

  function resolve(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    const [first, ...others] = Object.entries(value);
    const isIntrinsic = first !== undefined && others.length === 0 && /^(?:Ref|Fn::\w+)$/.test(first[0]);
    if (isIntrinsic) return intrinsic(first[0], first[1]);
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, resolve(inner)]));
  }

  const resources = Object.entries(Resources).map(
    ([id, { Type, Properties, Metadata, UpdatePolicy }]): StackResource => {
      let properties: unknown;
      return {
        id,
        type: Type,
        metadata: Metadata,
        // Resolved when asked for, because nobody asks for those of dashboards and alarms.
        get properties() {
          properties ??= resolve(Properties);
          return properties;
        },
        get updatePolicy() {
          return resolve(UpdatePolicy);
        },
        path: String(Metadata['aws:cdk:path'] ?? '')
          .replace(/^[^/]+\//, '')
          .replace(/\/(?:Resource|Default)$/, ''),
        get ref() {
          return ref(id);
        },
        attribute: (name) => attributeOf(named(id), name),
      };
    },
  );
  return {
    name: stackName,
    resources,
    ofType: (type) => resources.filter((resource) => resource.type === type),
    outputs: () =>
      Object.fromEntries(Object.entries(Outputs).map(([name, { Value }]) => [name, String(resolve(Value))])),
    at(reference) {
      const found = resources.find((one) => isAt(one, reference));
      if (found === undefined) throw new Error(`The template has no resource ${String(reference)}`);
      return found;
    },
  };
}

const isAt = (resource: StackResource, reference: unknown): boolean =>
  resource.ref === reference || resource.attribute('Arn') === reference;
