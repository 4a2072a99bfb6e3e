import type { Route } from '../../lib/routes.ts';
import type { SigningKey } from '../../lib/signatures/types.ts';
import { CliFault } from '../fault.ts';
import { pickKey, readKeys } from '../secrets/signing-key.ts';
import { readStackSecret } from '../secrets/stack-secret.ts';
import { readStack } from '../stack.ts';
import { type CliContext, runningServer, type TargetOptions } from '../target.ts';

/** Options for the target and the signing key of a webhook. */
export interface ReceiverOptions extends TargetOptions {
  readonly url?: string;
  readonly key?: string;
  readonly secretFile?: string;
  readonly apiKey?: string;
  /** The account of the webhook, for which the key must be allowed to act. */
  readonly account?: string | undefined;
  /** The key itself, instead of one that is looked up. */
  readonly signingKey?: SigningKey | undefined;
}

export interface Receiver {
  readonly url: string;
  /** The signing key, read only if needed. */
  readonly key: () => Promise<SigningKey>;
}

/** Target and signing key of a webhook: those of the stack, of the options, or of the running server. */
export async function receiver(
  cli: CliContext,
  { id: routeId, path, integration }: Route,
  { stack: name, url, key: id, secretFile, apiKey, account, signingKey }: ReceiverOptions,
): Promise<Receiver> {
  const pick = async (keys: () => Promise<readonly SigningKey[]>) =>
    signingKey ?? pickKey(await keys(), integration, { id, account });
  if (name !== undefined) {
    const stack = await readStack(name);
    const keys = async () =>
      secretFile === undefined
        ? (await readStackSecret(stack, integration)).keys
        : readKeys(secretFile, integration);
    return { url: stack.urls[routeId], key: () => pick(keys) };
  }
  const server = runningServer(cli);
  const base = url ?? server?.url;
  if (base === undefined)
    throw new CliFault('server: none is running; start one with npm start, or pass --url or --stack.');
  if (secretFile === undefined && apiKey === undefined && !isLocal(base)) {
    throw new CliFault(
      `--secret-file: expected, with the secret of ${integration} at ${base} (or --api-key).`,
    );
  }
  const file = secretFile ?? server?.secrets ?? cli.environment.DISPATCH_SECRETS;
  return {
    url: `${base}${path}`,
    key: () => pick(async () => readKeys(file || undefined, integration)),
  };
}

/** Prevents sending signatures with local keys to other machines by accident. */
function isLocal(base: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(base).hostname);
}
