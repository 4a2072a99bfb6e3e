import { realDependencies } from '../../lib/aws/composition.ts';
import {
  createDeployments,
  createInvokeVersion,
  patientTable,
  testAccounts,
} from '../../lib/aws/releases.ts';
import { requiredVariables } from '../../lib/http/environment.ts';
import { writeLine } from '../../lib/http/metrics.ts';
import { integrations, secretVariable } from '../../lib/platforms/index.ts';
import { createHandler } from './handler.ts';
import { createKeyChanges } from './key-changes.ts';

const variable = requiredVariables(process.env, 'TABLE_NAME', ...integrations.map(secretVariable));
const deps = realDependencies(patientTable(variable('TABLE_NAME')));

export const handler = createHandler({
  deployments: createDeployments(),
  invoke: createInvokeVersion(),
  accounts: testAccounts(deps),
  changeKeys: createKeyChanges((integration) => variable(secretVariable(integration))),
  now: () => new Date(),
  pause: deps.pause,
  newId: deps.newToken,
  log: writeLine,
});
