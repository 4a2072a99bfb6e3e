import { mapFields } from '../../lib/map-fields.ts';
import { type Integration, integrations } from '../../lib/platforms/index.ts';
import type { SigningKey } from '../../lib/signatures/types.ts';
import { SMOKE_ACCOUNT } from '../../lib/smoke/smoke-account.ts';
import { newSmokeKey, withoutSmokeKey, withSmokeKey } from '../../lib/smoke/smoke-key.ts';
import { changeStackSecret } from '../secrets/stack-secret.ts';
import { readStack } from '../stack.ts';
import type { TargetOptions } from '../target.ts';

interface KeyOptions extends TargetOptions {
  readonly secretFile?: string;
}

/** The keys that a smoke has added; without one, it signs with a key that may act for its account. */
export type SmokeKeys = Readonly<Record<Integration, SigningKey | undefined>>;

/** Adds a key of the test's account to each secret of the stack, in place of one that an earlier run has left. */
export async function addSmokeKeys({ stack, secretFile }: KeyOptions): Promise<SmokeKeys> {
  if (stack === undefined || secretFile !== undefined) return mapFields(integrations, () => undefined);
  const deployed = await readStack(stack);
  const keys = mapFields(integrations, (integration) => newSmokeKey(integration, SMOKE_ACCOUNT));
  for (const integration of integrations) {
    await changeStackSecret(deployed, integration, (stored) => withSmokeKey(stored, keys[integration]));
  }
  return keys;
}

/** Removes the test's key from each secret of the stack. */
export async function removeSmokeKeys({ stack, secretFile }: KeyOptions): Promise<void> {
  if (stack === undefined || secretFile !== undefined) return;
  const deployed = await readStack(stack);
  const removals = integrations.map((integration) =>
    changeStackSecret(deployed, integration, (stored) => withoutSmokeKey(stored, SMOKE_ACCOUNT)),
  );
  const failed = (await Promise.allSettled(removals)).find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
