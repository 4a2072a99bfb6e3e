import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { createSecretLoader } from '../../lib/aws/secrets.ts';
import type { Integration } from '../../lib/platforms/index.ts';
import type { SecretDocument } from '../../lib/signatures/types.ts';
import { explainedByAws } from '../aws-fault.ts';
import { CliFault } from '../fault.ts';
import type { DeployedStack } from '../stack.ts';
import { parsedSecret } from './secret-text.ts';

/** The document in a stack's secret. */
export async function readStackSecret(
  stack: DeployedStack,
  integration: Integration,
): Promise<SecretDocument> {
  return await withSecret(stack, integration, ({ load }) => load());
}

/**
 * Applies `change` to the document in a stack's secret, stores and returns it. Never stores a document that the
 * functions would refuse. Of two concurrent changes, the later one wins.
 */
export async function changeStackSecret(
  stack: DeployedStack,
  integration: Integration,
  change: (document: SecretDocument) => SecretDocument,
): Promise<SecretDocument> {
  return await withSecret(stack, integration, async ({ load, store }) => {
    const next = JSON.stringify(change(await load()));
    const checked = parsedSecret(integration, next);
    await store(next);
    return checked;
  });
}

interface StoredSecret {
  readonly load: () => Promise<SecretDocument>;
  readonly store: (text: string) => Promise<unknown>;
}

async function withSecret<T>(
  { name, region, secretNames }: DeployedStack,
  integration: Integration,
  use: (secret: StoredSecret) => Promise<T>,
): Promise<T> {
  const secretId = secretNames[integration];
  const client = new SecretsManagerClient({ region });
  const load = createSecretLoader(secretId, () => client);
  try {
    return await use({
      load: async () => parsedSecret(`${integration} in ${name}`, await load()),
      store: (text) => client.send(new PutSecretValueCommand({ SecretId: secretId, SecretString: text })),
    });
  } catch (error) {
    if (error instanceof Error && error.name === 'ResourceNotFoundException') {
      throw new CliFault(`The secret ${secretId} of the stack ${name} is gone.`);
    }
    throw explainedByAws(error, `reading or writing the secret ${secretId}`);
  } finally {
    client.destroy();
  }
}
