/** A resource by whose name others refer to it. */
interface Named {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly resolve: (value: unknown) => unknown;
}

const ACCOUNT = '123456789012';
/** An ARN in the template's AWS account and region. */
export const arnIn = (service: string, name: string) => `arn:aws:${service}:us-east-1:${ACCOUNT}:${name}`;

/** The stream of a table, which exists only together with it. */
export const streamArn = (table: string) =>
  arnIn('dynamodb', `table/${table}/stream/2026-06-01T00:00:00.000`);

/** The ARN of each type of resource to which a role, a rule or a function refers. */
const arns: Readonly<Record<string, (resource: Named) => string>> = {
  'AWS::DynamoDB::Table': ({ name }) => arnIn('dynamodb', `table/${name}`),
  'AWS::SecretsManager::Secret': ({ name }) => arnIn('secretsmanager', `secret:${name}-AbCdEf`),
  'AWS::Logs::LogGroup': ({ name }) => arnIn('logs', `log-group:${name}:*`),
  'AWS::IAM::Role': ({ name }) => `arn:aws:iam::${ACCOUNT}:role/${name}`,
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
  'AWS::Cognito::UserPool': ({ name }) => arnIn('cognito-idp', `userpool/us-east-1_${name}`),
};

/** Types whose `Ref` is their ARN. */
const namedByArn = new Set([
  'AWS::SecretsManager::Secret',
  'AWS::Lambda::Alias',
  'AWS::Lambda::Version',
  'AWS::SNS::Topic',
]);

const poolId = ({ name }: Named) => `us-east-1_${name}`;

/** What `Ref` gives for a resource. */
export function referenceTo(resource: Named): string {
  const { type, name, properties, resolve } = resource;
  if (namedByArn.has(type)) return arnOf(resource);
  if (type === 'AWS::Cognito::UserPool') return poolId(resource);
  // It is part of a host name, which URLs have in lower case.
  if (type === 'AWS::ApiGatewayV2::Api') return name.toLowerCase();
  if (type === 'AWS::CodeDeploy::DeploymentGroup') return String(resolve(properties.DeploymentGroupName));
  if (type === 'AWS::Cognito::UserPoolResourceServer') return String(resolve(properties.Identifier));
  if (type === 'AWS::SQS::Queue') return `https://sqs.us-east-1.amazonaws.com/${ACCOUNT}/${name}`;
  return name;
}

/** What `Fn::GetAtt` gives for a resource. */
export function attributeOf(resource: Named, attribute: string): string {
  const { name } = resource;
  if (attribute === 'Arn') return arnOf(resource);
  if (attribute === 'StreamArn') return streamArn(name);
  if (attribute === 'Name') return name;
  if (attribute === 'Version') return '1';
  if (attribute === 'DomainName') return `${name.toLowerCase()}.cloudfront.net`;
  if (attribute === 'ApiEndpoint') return `https://${name.toLowerCase()}.execute-api.us-east-1.amazonaws.com`;
  if (attribute === 'ProviderURL') return `https://cognito-idp.us-east-1.amazonaws.com/${poolId(resource)}`;
  return `${name}.${attribute}`;
}

/** No stand-in asks for other types, so their form doesn't matter. */
function arnOf(resource: Named): string {
  const named = arns[resource.type];
  return named === undefined ? arnIn('other', resource.name) : named(resource);
}
