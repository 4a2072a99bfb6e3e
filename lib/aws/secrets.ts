import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import { NodeHttpHandler } from '@smithy/node-http-handler';

/**
 * Creates a client with short time limits, because a caller is waiting and the cache has a fallback. It makes at
 * most two attempts, with 300 ms to connect and a second to answer.
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

/** A change is made at most this many times, because someone else may change the secret meanwhile. */
const ATTEMPTS = 5;

export class SecretWithoutText extends Error {}

/**
 * Replaces the text of a secret with what `change` makes of it; stores nothing if the text stays the same. If
 * someone else changes the secret meanwhile, applies `change` to the new text. Returns false, with nothing stored,
 * if they keep changing it.
 */
export async function changeSecret(
  secretId: string,
  change: (text: string) => string,
  client = new SecretsManagerClient(),
): Promise<boolean> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { text, versionId } = await readSecret(client, secretId);
    const next = change(text);
    if (next === text || (await replaceVersion(client, secretId, { text: next, versionId }))) return true;
  }
  return false;
}

export async function readSecret(client: SecretsManagerClient, SecretId: string) {
  const { SecretString, VersionId = '' } = await client.send(new GetSecretValueCommand({ SecretId }));
  if (SecretString === undefined) throw new SecretWithoutText('The secret holds no text.');
  return { text: SecretString, versionId: VersionId };
}

/** Labels a version that a change has written and not yet made current. */
const NEXT = 'DISPATCH_NEXT';
/** Secrets Manager answers with these errors if the label is not on the version that the request names. */
const moved = new Set(['InvalidParameterException', 'InvalidRequestException']);

/**
 * Makes a text the current version in place of another; returns false if the other isn't current any more. Writing a
 * version has no condition in Secrets Manager, but moving a label has: it names the version to take the label from.
 */
async function replaceVersion(
  client: SecretsManagerClient,
  SecretId: string,
  { text, versionId }: { readonly text: string; readonly versionId: string },
): Promise<boolean> {
  const put = new PutSecretValueCommand({ SecretId, SecretString: text, VersionStages: [NEXT] });
  const { VersionId: written } = await client.send(put);
  try {
    await client.send(
      new UpdateSecretVersionStageCommand({
        SecretId,
        VersionStage: 'AWSCURRENT',
        MoveToVersionId: written,
        RemoveFromVersionId: versionId,
      }),
    );
    return true;
  } catch (error) {
    if (!(error instanceof Error && moved.has(error.name))) throw error;
    const { versionId: now } = await readSecret(client, SecretId);
    // If the client sent the request twice, the second attempt fails because the first has moved the label.
    if (now === written) return true;
    if (now === versionId) throw error;
    return false;
  }
}
