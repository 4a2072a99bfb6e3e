import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { NodeHttpHandler } from '@smithy/node-http-handler';

/**
 * A client with short time limits, because a caller is waiting and the cache has a fallback. At most two attempts,
 * with 300 ms to connect and a second to answer.
 */
function createClient(): SecretsManagerClient {
  return new SecretsManagerClient({
    maxAttempts: 2,
    requestHandler: new NodeHttpHandler({
      connectionTimeout: 300,
      requestTimeout: 1_000,
      throwOnRequestTimeout: true,
    }),
  });
}

/** Loads the current text of a secret by name or ARN. Creates the client on the first load. */
export function createSecretLoader(
  secretId: string,
  connect: () => SecretsManagerClient = createClient,
): () => Promise<string> {
  let client: SecretsManagerClient | undefined;
  return async () => {
    client ??= connect();
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: secretId }));
    if (SecretString === undefined) throw new Error('The secret holds no text.');
    return SecretString;
  };
}
