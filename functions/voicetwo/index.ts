import { accountSource, bookingStores, createDependencies } from '../../lib/aws/composition.ts';
import { createSecretLoader } from '../../lib/aws/secrets.ts';
import { createCallStore } from '../../lib/aws/stores/call-store.ts';
import { warmUp } from '../../lib/aws/warm-up.ts';
import { accountWritesPerMinute, requiredVariables } from '../../lib/http/environment.ts';
import { writeLogLine } from '../../lib/http/metrics.ts';
import { createWriteQuota, limitBookings, limitCalls } from '../../lib/intake/leads/write-quota.ts';
import { createSecretCache } from '../../lib/secrets/secret-cache.ts';
import { createHandler } from './handler.ts';

const variable = requiredVariables(process.env, 'TABLE_NAME', 'SECRET_ID_VOICETWO');
const deps = createDependencies(variable('TABLE_NAME'));
const load = createSecretLoader(variable('SECRET_ID_VOICETWO'));
const secrets = createSecretCache({ load: () => deps.meter.call(load), now: deps.now });
const quota = createWriteQuota({ perMinute: accountWritesPerMinute(process.env), now: deps.now });

export const handler = createHandler({
  ...limitBookings(bookingStores(deps), quota),
  accounts: accountSource(deps),
  calls: limitCalls(createCallStore(deps), quota),
  secrets,
  meter: deps.meter,
  log: writeLogLine,
});

warmUp(deps, secrets, process.env);
