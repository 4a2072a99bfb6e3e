import { requiredVariables } from '../http/environment.ts';
import { writeLogLine } from '../http/metrics.ts';
import { secretVariable, type WebhookSender } from '../platforms/index.ts';
import { createSecretCache } from '../secrets/secret-cache.ts';
import { createDependencies } from './composition.ts';
import { createSecretLoader } from './secrets.ts';
import { warmUp } from './warm-up.ts';

/**
 * Returns what a webhook's handler depends on, by the variables of the process, and begins to load the sender's secret
 * and to connect to the table.
 * @throws {Error} if a variable is missing
 */
export function webhookContainer(sender: WebhookSender) {
  const secretId = secretVariable(sender);
  const variable = requiredVariables(process.env, 'TABLE_NAME', secretId);
  const deps = createDependencies(variable('TABLE_NAME'));
  const load = createSecretLoader(variable(secretId));
  const secrets = createSecretCache({ load: () => deps.meter.call(load), now: deps.now });
  warmUp(deps, secrets, process.env);
  return { deps, webhook: { secrets, now: deps.now, meter: deps.meter, log: writeLogLine } };
}
