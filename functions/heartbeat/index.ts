import { createConfirmations } from '../../lib/aws/topic.ts';
import { listVariable, requiredVariables } from '../../lib/http/environment.ts';
import { writeLine } from '../../lib/http/metrics.ts';
import { routes } from '../../lib/routes.ts';
import { createHandler } from './handler.ts';

const base = requiredVariables(process.env, 'BASE_URL')('BASE_URL');

export const handler = createHandler({
  urls: routes.map(({ path }) => `${base}${path}`),
  topics: listVariable(process.env, 'TOPIC_ARNS'),
  isConfirmed: createConfirmations(),
  fetch,
  now: Date.now,
  log: writeLine,
});
