import { boardStores, createDependencies } from '../../lib/aws/composition.ts';
import { boardApi } from '../../lib/board/api.ts';
import { requiredVariables } from '../../lib/http/environment.ts';
import { writeLogLine } from '../../lib/http/metrics.ts';

const deps = createDependencies(requiredVariables(process.env, 'TABLE_NAME')('TABLE_NAME'));

/** Answers dispatchers: the page, and other systems with a token. */
export const handler = boardApi({ ...boardStores(deps), log: writeLogLine });
