import { createRepositories } from '../../lib/aws/composition.ts';
import { createSecretLoader, createSecretsManagerClient } from '../../lib/aws/secrets.ts';
import { requiredVariables } from '../../lib/http/environment.ts';
import { writeLogLine } from '../../lib/http/log.ts';
import { createSecretCache } from '../../lib/http/secret-store.ts';
import { createHandler } from './handler.ts';

const variable = requiredVariables(process.env, 'TABLE_NAME', 'SECRET_ID_CRM');
const now = Date.now;
const repositories = createRepositories(variable('TABLE_NAME'));
const load = createSecretLoader(createSecretsManagerClient(), variable('SECRET_ID_CRM'));

export const handler = createHandler({
  ...repositories,
  secrets: createSecretCache({ load: () => repositories.meter.call(load), now }),
  log: writeLogLine,
});
