import { accountSource, bookingStores, createDependencies } from '../../lib/aws/composition.ts';
import { createSecretLoader } from '../../lib/aws/secrets.ts';
import { warmUp } from '../../lib/aws/warm-up.ts';
import { accountWritesPerMinute, requiredVariables } from '../../lib/http/environment.ts';
import { writeLogLine } from '../../lib/http/metrics.ts';
import { createWriteQuota, limitBookings } from '../../lib/intake/leads/write-quota.ts';
import { createSecretCache } from '../../lib/secrets/secret-cache.ts';
import { createHandler } from './handler.ts';

const variable = requiredVariables(process.env, 'TABLE_NAME', 'SECRET_ID_VOICEONE');
const deps = createDependencies(variable('TABLE_NAME'));
const load = createSecretLoader(variable('SECRET_ID_VOICEONE'));
const secrets = createSecretCache({ load: () => deps.meter.call(load), now: deps.now });
const quota = createWriteQuota({ perMinute: accountWritesPerMinute(process.env), now: deps.now });

export const handler = createHandler({
  ...limitBookings(bookingStores(deps), quota),
  accounts: accountSource(deps),
  secrets,
  meter: deps.meter,
  log: writeLogLine,
});

warmUp(deps, secrets, process.env);
