import { boardUpdateStores, createDependencies } from '../../lib/aws/composition.ts';
import { requiredVariables } from '../../lib/http/environment.ts';
import { createHandler } from './handler.ts';

const variable = requiredVariables(process.env, 'TABLE_NAME');

export const handler = createHandler(boardUpdateStores(createDependencies(variable('TABLE_NAME'))));
