import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { changeSecret, readSecret, SecretWithoutText } from '../../lib/aws/secrets.ts';
import type { WebhookSender } from '../../lib/platforms/index.ts';
import type { SecretDocument } from '../../lib/signatures/types.ts';
import { type AnyCommand, requiredStack } from '../command.ts';
import { CliFault, explainedByAws } from '../fault.ts';
import { toJson } from '../output.ts';
import type { DeployedStack } from '../stack.ts';
import type { CliContext } from '../target.ts';
import { parsedSecret, summary, summaryText } from './secret-document.ts';

/** Reads the document in a stack's secret. */
export async function readStackSecret(
  stack: DeployedStack,
  integration: WebhookSender,
): Promise<SecretDocument> {
  return await withSecret(stack, integration, async (client, secretId) => {
    const { text } = await readSecret(client, secretId);
    return parsedSecret(`${integration} in ${stack.name}`, text);
  });
}

/** The maximum size of a secret in Secrets Manager. */
const MAX_BYTES = 65_536;

/**
 * Applies `change` to the document in a stack's secret, stores and returns it; stores nothing if `change` returns what
 * it got. Never stores a document that the functions would refuse, nor one over the size limit. If someone else changes
 * the secret meanwhile, `change` is applied again to what they stored.
 */
export async function changeStackSecret(
  stack: DeployedStack,
  integration: WebhookSender,
  change: (document: SecretDocument) => SecretDocument,
): Promise<SecretDocument> {
  return await withSecret(stack, integration, async (client, secretId) => {
    let result: SecretDocument | undefined;
    const next = (text: string) => {
      const document = parsedSecret(`${integration} in ${stack.name}`, text);
      result = change(document);
      if (result === document) return text;
      const changed = JSON.stringify(result);
      result = parsedSecret(integration, changed);
      requireSize(integration, changed);
      return changed;
    };
    const isStored = await changeSecret(secretId, next, client);
    if (isStored && result !== undefined) return result;
    throw new CliFault(`${secretId}: others keep changing it. Nothing was stored: try again.`);
  });
}

/** Changes the secret of the stack that the command names, and lists its keys. */
export async function changeOfStack(
  { print }: CliContext,
  command: AnyCommand,
  integration: WebhookSender,
  change: (document: SecretDocument) => SecretDocument,
): Promise<void> {
  const stack = await requiredStack(command);
  const stored = await changeStackSecret(stack, integration, change);
  const { json } = command.optsWithGlobals();
  print(json ? toJson(summary(stored)) : `Stored in ${stack.name}. ${summaryText(stored)}`);
}

function requireSize(integration: WebhookSender, text: string): void {
  const bytes = Buffer.byteLength(text);
  if (bytes <= MAX_BYTES) return;
  throw new CliFault(
    `${integration}: expected at most ${MAX_BYTES} bytes in its secret, which would have ${bytes}. Remove keys first.`,
  );
}

async function withSecret<T>(
  { name, region, secretNames }: DeployedStack,
  integration: WebhookSender,
  use: (client: SecretsManagerClient, secretId: string) => Promise<T>,
): Promise<T> {
  const secretId = secretNames[integration];
  const client = new SecretsManagerClient({ region });
  try {
    return await use(client, secretId);
  } catch (error) {
    if (error instanceof SecretWithoutText) throw new CliFault(`${secretId}: the secret holds no text.`);
    if (error instanceof Error && error.name === 'ResourceNotFoundException') {
      throw new CliFault(`${secretId}: the secret of the stack ${name} is gone.`);
    }
    throw explainedByAws(
      error,
      `secretsmanager:GetSecretValue, PutSecretValue and UpdateSecretVersionStage on ${secretId}`,
    );
  } finally {
    client.destroy();
  }
}
