import { accountSource, createWorld } from '../../lib/aws/composition.ts';
import { createLeadStore } from '../../lib/aws/requests/lead-store.ts';
import { createSecretLoader } from '../../lib/aws/secrets.ts';
import { warmUp } from '../../lib/aws/warm-up.ts';
import { createWriteQuota, limitLeads } from '../../lib/dispatch/write-quota.ts';
import { accountWritesPerMinute, requiredVariables } from '../../lib/http/environment.ts';
import { writeLogLine } from '../../lib/http/log.ts';
import { createSecretCache } from '../../lib/secrets/secret-store.ts';
import { createHandler } from './handler.ts';

const variable = requiredVariables(process.env, 'TABLE_NAME', 'SECRET_ID_CRM');
const world = createWorld(variable('TABLE_NAME'));
const load = createSecretLoader(variable('SECRET_ID_CRM'));
const secrets = createSecretCache({ load: () => world.meter.call(load), now: world.now });
const quota = createWriteQuota({ perMinute: accountWritesPerMinute(process.env), now: world.now });

export const handler = createHandler({
  accounts: accountSource(world),
  leads: limitLeads(createLeadStore(world), quota),
  newId: world.newToken,
  now: world.now,
  secrets,
  meter: world.meter,
  log: writeLogLine,
});

warmUp(world, secrets, process.env);
