import { createDependencies, liveStores } from '../../lib/aws/composition.ts';
import { requiredVariables } from '../../lib/http/environment.ts';
import { writeLine } from '../../lib/http/metrics.ts';
import { createHandler } from './handler.ts';

const variable = requiredVariables(process.env, 'TABLE_NAME');

export const handler = createHandler({
  ...liveStores(createDependencies(variable('TABLE_NAME'))),
  log: writeLine,
});
