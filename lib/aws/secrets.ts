import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { NodeHttpHandler } from '@smithy/node-http-handler';

/**
 * A client that gives up early: a caller is waiting on the line, and the cache has a copy to fall back on. At most two
 * attempts of 300 ms to connect and a second to answer.
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

/** Gets the current text of a secret, given by name or ARN. The client is made for the first load. */
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
