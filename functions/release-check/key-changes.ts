import { changeSecret } from '../../lib/aws/secrets.ts';
import type { Integration } from '../../lib/platforms/index.ts';
import { parseSecretDocument } from '../../lib/secrets/secret-document.ts';
import type { CheckDependencies } from './check-version.ts';

/** Changes of the keys in an integration's secret. They fail, and change nothing, if others keep changing it. */
export const createKeyChanges =
  (secretIdOf: (integration: Integration) => string): CheckDependencies['changeKeys'] =>
  async (integration, change) => {
    const isStored = await changeSecret(secretIdOf(integration), (text) => {
      const stored = parseSecretDocument(text);
      const changed = change(stored);
      return changed === stored ? text : JSON.stringify(changed);
    });
    if (!isStored) throw new Error('Others keep changing the secret.');
  };
