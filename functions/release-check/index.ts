import { realDependencies } from '../../lib/aws/composition.ts';
import {
  createDeployments,
  createInvokeVersion,
  patientTable,
  testAccounts,
} from '../../lib/aws/releases.ts';
import { changeSecret } from '../../lib/aws/secrets.ts';
import { requiredVariables } from '../../lib/http/environment.ts';
import { writeLine } from '../../lib/http/metrics.ts';
import { integrations, secretVariable } from '../../lib/platforms/index.ts';
import { parseSecretDocument } from '../../lib/secrets/secret-document.ts';
import { createHandler } from './handler.ts';

const variable = requiredVariables(process.env, 'TABLE_NAME', ...integrations.map(secretVariable));
const deps = realDependencies(patientTable(variable('TABLE_NAME')));

export const handler = createHandler({
  deployments: createDeployments(),
  invoke: createInvokeVersion(),
  accounts: testAccounts(deps),
  changeKeys: async (integration, change) => {
    const isStored = await changeSecret(variable(secretVariable(integration)), (text) => {
      const stored = parseSecretDocument(text);
      const changed = change(stored);
      return changed === stored ? text : JSON.stringify(changed);
    });
    if (!isStored) throw new Error('Others keep changing the secret.');
  },
  now: () => new Date(),
  pause: deps.pause,
  newId: deps.newToken,
  log: writeLine,
});
