import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';

type Environment = Readonly<Record<string, string | undefined>>;

/** A database of one's own machine takes any credentials; DynamoDB Local keeps the tables of each apart. */
const local = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' };

/** Region and credentials with which the database is used: Amazon's own gets those of the environment. */
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

/** A client for people's tools, with the SDK's own retries. */
export function databaseClient(endpoint: string, environment: Environment): DynamoDBClient {
  return new DynamoDBClient(clientSettings(endpoint, environment));
}

/** A client for the streams of that database. Amazon's own has them at an address beside it, any other at the same. */
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
    // Without any given, the SDK finds those of the machine.
    ...(access === local ? { credentials } : {}),
  };
}
