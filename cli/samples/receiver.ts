import type { Route } from '../../lib/routes.ts';
import type { SigningKey } from '../../lib/signatures/types.ts';
import { CliFault } from '../fault.ts';
import { pickKey, readKeys } from '../secrets/signing-key.ts';
import { readStackSecret } from '../secrets/stack-secret.ts';
import { readStack } from '../stack.ts';
import { type CliContext, runningServer, type TargetOptions } from '../target.ts';

/** Where a webhook is sent to and what it is signed with, as options of a command. */
export interface ReceiverOptions extends TargetOptions {
  readonly url?: string;
  readonly key?: string;
  readonly secretFile?: string;
  readonly apiKey?: string;
}

export interface Receiver {
  readonly url: string;
  /** The key to sign with, read only where one is needed. */
  readonly key: () => Promise<SigningKey>;
}

/** Where a webhook goes and what it is signed with: a stack's own, or those of the options or the running server. */
export async function receiver(
  cli: CliContext,
  { id, path, integration }: Route,
  { stack: name, url, key, secretFile, apiKey }: ReceiverOptions,
): Promise<Receiver> {
  if (name !== undefined) {
    const stack = await readStack(name);
    const keys = async () =>
      secretFile === undefined
        ? (await readStackSecret(stack, integration)).keys
        : readKeys(secretFile, integration);
    return { url: stack.urls[id], key: async () => pickKey(await keys(), integration, key) };
  }
  const server = runningServer(cli);
  const base = url ?? server?.url;
  if (base === undefined)
    throw new CliFault('No server is running: start one with npm start, or pass --url or --stack.');
  if (secretFile === undefined && apiKey === undefined && !isLocal(base)) {
    throw new CliFault(`Pass --secret-file with the secret of ${integration} at ${base} (or --api-key).`);
  }
  const file = secretFile ?? server?.secrets ?? cli.environment.DISPATCH_SECRETS;
  return {
    url: `${base}${path}`,
    key: async () => pickKey(readKeys(file || undefined, integration), integration, key),
  };
}

/** Keys of a file for one's own machine are not to be sent to another by accident. */
function isLocal(base: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(base).hostname);
}
