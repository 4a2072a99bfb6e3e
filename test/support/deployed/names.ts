/** The names that a deployment gives to a template. */
export interface StackNames {
  readonly stackName: string;
  /** Names that differ from the logical id, by type: those of the resources that really exist in a test. */
  readonly byType?: Readonly<Record<string, string>>;
  /** The last part of the ARN of a table's stream: the time since which it exists. */
  readonly streamLabel?: string;
  /** The origin of the queues' URLs. */
  readonly queues?: string;
}

/** A resource by whose name others refer to it. */
interface Named {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly resolve: (value: unknown) => unknown;
  readonly stack: StackNames;
}

export const AWS_ACCOUNT = '123456789012';
export const REGION = 'us-east-1';

/** An ARN in the template's AWS account and region. */
export const arnIn = (service: string, name: string) => `arn:aws:${service}:${REGION}:${AWS_ACCOUNT}:${name}`;

/** The ARN of a stack, which ends with an id of its own. */
export const stackArn = (name: string) =>
  arnIn('cloudformation', `stack/${name}/1a2b3c4d-5e6f-4a0b-8c1d-2e3f4a5b6c7d`);

/** The ARN of a secret: Secrets Manager adds six characters to the name. */
export const secretArn = (name: string) => arnIn('secretsmanager', `secret:${name}-AbCdEf`);

/** The ARN of each type of resource to which a role, a rule or a function refers. */
const arns: Readonly<Record<string, (resource: Named) => string>> = {
  'AWS::DynamoDB::Table': ({ name }) => arnIn('dynamodb', `table/${name}`),
  // CloudFormation adds twelve characters to the logical id.
  'AWS::SecretsManager::Secret': ({ name }) => secretArn(`${name}-0a1b2c3d4e5f`),
  'AWS::Logs::LogGroup': ({ name }) => arnIn('logs', `log-group:${name}:*`),
  'AWS::IAM::Role': ({ name }) => `arn:aws:iam::${AWS_ACCOUNT}:role/${name}`,
  'AWS::Lambda::Function': ({ name }) => arnIn('lambda', `function:${name}`),
  'AWS::Lambda::Alias': ({ properties, resolve }) =>
    arnIn('lambda', `function:${resolve(properties.FunctionName)}:${resolve(properties.Name)}`),
  'AWS::Lambda::Version': ({ properties, resolve }) =>
    arnIn('lambda', `function:${resolve(properties.FunctionName)}:1`),
  'AWS::Events::EventBus': ({ name }) => arnIn('events', `event-bus/${name}`),
  'AWS::Events::Rule': ({ name, properties, resolve }) => {
    const bus = properties.EventBusName === undefined ? '' : `${resolve(properties.EventBusName)}/`;
    return arnIn('events', `rule/${bus}${name}`);
  },
  'AWS::SQS::Queue': ({ name }) => arnIn('sqs', name),
  'AWS::SNS::Topic': ({ name }) => arnIn('sns', name),
  'AWS::KMS::Key': ({ name }) => arnIn('kms', `key/${name}`),
  'AWS::S3::Bucket': ({ name }) => `arn:aws:s3:::${name.toLowerCase()}`,
  'AWS::Cognito::UserPool': (resource) => arnIn('cognito-idp', `userpool/${poolId(resource)}`),
};

/** Types whose `Ref` is their ARN. */
const namedByArn = new Set([
  'AWS::SecretsManager::Secret',
  'AWS::Lambda::Alias',
  'AWS::Lambda::Version',
  'AWS::SNS::Topic',
]);

const SQS = `https://sqs.${REGION}.amazonaws.com`;
const poolId = ({ name }: Named) => `${REGION}_${name}`;

/** What `Ref` gives for a resource. */
export function referenceTo(resource: Named): string {
  const { type, name, properties, resolve, stack } = resource;
  if (namedByArn.has(type)) return arnOf(resource);
  if (type === 'AWS::Cognito::UserPool') return poolId(resource);
  // It is part of a host name, which URLs have in lower case.
  if (type === 'AWS::ApiGatewayV2::Api') return name.toLowerCase();
  if (type === 'AWS::CodeDeploy::DeploymentGroup') return String(resolve(properties.DeploymentGroupName));
  if (type === 'AWS::Cognito::UserPoolResourceServer') return String(resolve(properties.Identifier));
  if (type === 'AWS::SQS::Queue') return `${stack.queues ?? SQS}/${AWS_ACCOUNT}/${name}`;
  return name;
}

const STREAM_LABEL = '2026-06-01T00:00:00.000';

/** What `Fn::GetAtt` gives for a resource. */
export function attributeOf(resource: Named, attribute: string): string {
  const { name, stack } = resource;
  if (attribute === 'Arn') return arnOf(resource);
  if (attribute === 'StreamArn') return `${arnOf(resource)}/stream/${stack.streamLabel ?? STREAM_LABEL}`;
  if (attribute === 'Name') return name;
  if (attribute === 'Version') return '1';
  if (attribute === 'DomainName') return `${name.toLowerCase()}.cloudfront.net`;
  if (attribute === 'ApiEndpoint') {
    const scheme = resource.properties.ProtocolType === 'WEBSOCKET' ? 'wss' : 'https';
    return `${scheme}://${name.toLowerCase()}.execute-api.${REGION}.amazonaws.com`;
  }
  if (attribute === 'ProviderURL') return `https://cognito-idp.${REGION}.amazonaws.com/${poolId(resource)}`;
  return `${name}.${attribute}`;
}

/** No stand-in asks for other types, so their form doesn't matter. */
function arnOf(resource: Named): string {
  const named = arns[resource.type];
  return named === undefined ? arnIn('other', resource.name) : named(resource);
}
