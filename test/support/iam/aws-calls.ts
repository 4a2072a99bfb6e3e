import * as v from 'valibot';
import { arnIn, REGION, secretArn, stackArn } from '../deployed/names.ts';
import { operationsOf } from '../rights.ts';
import type { AwsCall } from './policy.ts';

/** The name of CodeDeploy's application. */
export const DEPLOYMENTS = 'the-releases';
/** Stands for the key that encrypts a table, which no request to the table names. */
export const TABLE_KEY = 'the key of the table';

const operationsOfLambda: Readonly<Record<string, string>> = {
  'GET versions': 'ListVersionsByFunction',
  'GET aliases': 'GetAlias',
  'PUT aliases': 'UpdateAlias',
};

const Fields = v.record(v.string(), v.unknown());
const Entries = v.object({ Entries: v.array(v.object({ EventBusName: v.string() })) });
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What IAM judges of a request to AWS, by its `x-amz-target`, its path for Lambda or its form for CloudFormation. */
export function callsOf(
  target: string | undefined,
  body: string,
  { method, path } = { method: 'POST', path: '/' },
): readonly AwsCall[] {
  const [, functionName, rest = ''] = /^\/2015-03-31\/functions\/([^/]+)\/(\w+)/.exec(path) ?? [];
  const [, mail, identity = ''] = /^\/v2\/email\/(\w+)\/?(.*)$/.exec(path) ?? [];
  if (mail !== undefined) return [onMail(mail, decodeURIComponent(identity))];
  if (functionName !== undefined) {
    const action = `lambda:${operationsOfLambda[`${method} ${rest}`]}`;
    return [{ action, resource: arnIn('lambda', `function:${functionName}`), keys: {} }];
  }
  if (target === undefined) {
    const form = new URLSearchParams(body);
    const stack = stackArn(String(form.get('StackName')));
    return [{ action: `cloudformation:${form.get('Action')}`, resource: stack, keys: {} }];
  }
  const [service = '', operation = ''] = target.split('.');
  const fields = v.parse(Fields, JSON.parse(body));
  if (service.startsWith('DynamoDBStreams')) return [onStream(operation, fields)];
  if (service.startsWith('DynamoDB')) return onTable(operation, fields);
  return [other(service, operation, fields)];
}

/** Asking about the AWS account has no resource. */
const onMail = (kind: string, identity: string): AwsCall =>
  kind === 'account'
    ? { action: 'ses:GetAccount', resource: '*', keys: {} }
    : { action: 'ses:GetEmailIdentity', resource: arnIn('ses', `identity/${identity}`), keys: {} };

type Read = Readonly<Record<string, unknown>>;

/** Every access to the data also uses the table's key, on behalf of who calls. */
function onTable(operation: string, fields: Read): readonly AwsCall[] {
  const table = arnIn('dynamodb', `table/${tableOf(fields)}`);
  if (operation === 'DescribeTable') return [{ action: `dynamodb:${operation}`, resource: table, keys: {} }];
  const decrypt = {
    action: 'kms:Decrypt',
    resource: TABLE_KEY,
    keys: { 'kms:ViaService': [`dynamodb.${REGION}.amazonaws.com`] },
  };
  if (operation === 'Scan') return [{ action: 'dynamodb:Scan', resource: table, keys: {} }, decrypt];
  const operations = operationsOf(`${operation}Command`, fields).map(({ action, index, key }) => ({
    action: `dynamodb:${action}`,
    resource: index === undefined ? table : `${table}/index/${index}`,
    keys: { 'dynamodb:LeadingKeys': [key] },
  }));
  return [...operations, decrypt];
}

function tableOf(fields: Read): string {
  if (typeof fields.TableName === 'string') return fields.TableName;
  const { RequestItems, TransactItems } = fields;
  if (Array.isArray(TransactItems)) return tableOf(v.parse(Fields, Object.values(TransactItems[0])[0]));
  return Object.keys(v.parse(Fields, RequestItems))[0] ?? '';
}

/** Positions that were handed out, with the stream that they are in: only AWS can read one. */
const positions = new Map<string, string>();

/** Remembers in which stream a position is. */
export function rememberPosition(position: string, stream: string): void {
  positions.set(position, stream);
}

function onStream(operation: string, { StreamArn, ShardIterator }: Read): AwsCall {
  const stream = typeof StreamArn === 'string' ? StreamArn : positions.get(text(ShardIterator));
  const resource = `table/${String(stream).replace(/^.*?table\//, '')}`;
  return { action: `dynamodb:${operation}`, resource: arnIn('dynamodb', resource), keys: {} };
}

function other(service: string, operation: string, fields: Read): AwsCall {
  const call = (prefix: string, resource: string) => ({
    action: `${prefix}:${operation}`,
    resource: arnIn(prefix, resource),
    keys: {},
  });
  switch (service) {
    case 'secretsmanager':
      // The command line gives the name of a secret, and IAM judges its ARN.
      return { action: `${service}:${operation}`, resource: secretArn(text(fields.SecretId)), keys: {} };
    case 'AmazonSQS':
      return call('sqs', text(fields.QueueUrl).replace(/^.*\//, ''));
    case 'AWSEvents':
      return call('events', `event-bus/${v.parse(Entries, fields).Entries[0]?.EventBusName}`);
    case 'AWSCognitoIdentityProviderService':
      return call('cognito-idp', `userpool/${text(fields.UserPoolId)}`);
    case 'PinpointSMSVoiceV2': {
      if (operation === 'DescribeAccountAttributes')
        return { action: `sms-voice:${operation}`, resource: '*', keys: {} };
      const [id] = v.parse(v.array(v.string()), fields.RegistrationIds ?? ['*']);
      return call('sms-voice', id === '*' ? 'phone-number/*' : `registration/${id}`);
    }
    case 'CodeDeploy_20141006': {
      // A deployment is judged by its group, which the test names it after.
      const group = text(fields.deploymentGroupName ?? fields.deploymentId);
      return call('codedeploy', `deploymentgroup:${DEPLOYMENTS}/${group}`);
    }
    default:
      throw new Error(`No command has called ${service} so far: say here what IAM judges`);
  }
}
