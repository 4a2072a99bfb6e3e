import { acceptingLeads, accountSource, createDependencies } from '../../lib/aws/composition.ts';
import { createSecretLoader } from '../../lib/aws/secrets.ts';
import { createRefusedLeadStore } from '../../lib/aws/stores/refused-lead-store.ts';
import { warmUp } from '../../lib/aws/warm-up.ts';
import { accountWritesPerMinute, requiredVariables } from '../../lib/http/environment.ts';
import { writeLogLine } from '../../lib/http/metrics.ts';
import { createWriteQuota, limitLeads } from '../../lib/intake/leads/write-quota.ts';
import { createSecretCache } from '../../lib/secrets/secret-cache.ts';
import { createHandler } from './handler.ts';

const variable = requiredVariables(process.env, 'TABLE_NAME', 'SECRET_ID_CRM');
const deps = createDependencies(variable('TABLE_NAME'));
const load = createSecretLoader(variable('SECRET_ID_CRM'));
const secrets = createSecretCache({ load: () => deps.meter.call(load), now: deps.now });
const quota = createWriteQuota({ perMinute: accountWritesPerMinute(process.env), now: deps.now });

export const handler = createHandler({
  accounts: accountSource(deps),
  leads: limitLeads(acceptingLeads(deps), quota),
  refusedLeads: createRefusedLeadStore(deps),
  newId: deps.newToken,
  now: deps.now,
  secrets,
  meter: deps.meter,
  log: writeLogLine,
});

warmUp(deps, secrets, process.env);
