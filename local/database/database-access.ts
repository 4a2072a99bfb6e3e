import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';

type Environment = Readonly<Record<string, string | undefined>>;

/** A local database accepts any credentials; DynamoDB Local separates tables by them. */
const local = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' };

/** Returns the database's region and credentials; for a database in AWS, those of the environment. */
export function accessVariables(endpoint: string, environment: Environment): Record<string, string> {
  const { hostname } = new URL(endpoint);
  if (!hostname.endsWith('.amazonaws.com')) return local;
  const given = Object.entries(environment).flatMap(([name, value]) =>
    name.startsWith('AWS_') && value !== undefined ? [[name, value]] : [],
  );
  return {
    AWS_REGION: /^dynamodb\.([^.]+)\./.exec(hostname)?.[1] ?? local.AWS_REGION,
    ...Object.fromEntries(given),
  };
}

/** Returns a client with the SDK's own retries. */
export function databaseClient(endpoint: string, environment: Environment): DynamoDBClient {
  return new DynamoDBClient(clientSettings(endpoint, environment));
}

/** Returns a client for the database's streams, which have a separate endpoint in AWS but not in local databases. */
export function streamsClient(endpoint: string, environment: Environment): DynamoDBStreamsClient {
  const settings = clientSettings(endpoint, environment);
  const beside = endpoint.replace(/^(https?:\/\/)(dynamodb\.[^/]*\.amazonaws\.com)/, '$1streams.$2');
  return new DynamoDBStreamsClient({ ...settings, endpoint: beside });
}

function clientSettings(endpoint: string, environment: Environment) {
  const access = accessVariables(endpoint, environment);
  const credentials = { accessKeyId: local.AWS_ACCESS_KEY_ID, secretAccessKey: local.AWS_SECRET_ACCESS_KEY };
  return {
    endpoint,
    region: access.AWS_REGION ?? local.AWS_REGION,
    // For AWS, the SDK finds the machine's credentials itself.
    ...(access === local ? { credentials } : {}),
  };
}
