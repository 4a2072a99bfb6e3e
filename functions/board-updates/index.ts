import { boardUpdateStores, createDependencies } from '../../lib/aws/composition.ts';
import { createPush } from '../../lib/aws/connections.ts';
import { requiredVariables } from '../../lib/http/environment.ts';
import { writeLine } from '../../lib/http/metrics.ts';
import { createHandler } from './handler.ts';

const variable = requiredVariables(process.env, 'TABLE_NAME', 'LIVE_API', 'AWS_REGION');

export const handler = createHandler({
  ...boardUpdateStores(createDependencies(variable('TABLE_NAME'))),
  push: createPush(variable('LIVE_API'), variable('AWS_REGION')),
  log: writeLine,
});
