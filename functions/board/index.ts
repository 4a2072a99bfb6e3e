import { boardStores, createDependencies } from '../../lib/aws/composition.ts';
import { requiredVariables } from '../../lib/http/environment.ts';
import { writeLogLine } from '../../lib/http/metrics.ts';
import { createHandler } from './handler.ts';

const variable = requiredVariables(process.env, 'TABLE_NAME');
const deps = createDependencies(variable('TABLE_NAME'));

export const handler = createHandler({ ...boardStores(deps), log: writeLogLine });
