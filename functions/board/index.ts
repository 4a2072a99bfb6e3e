import { boardStores, createDependencies } from '../../lib/aws/composition.ts';
import { boardApi } from '../../lib/board/api.ts';
import { requiredVariables } from '../../lib/http/environment.ts';
import { writeLogLine } from '../../lib/http/metrics.ts';

const variable = requiredVariables(process.env, 'TABLE_NAME', 'LIVE_URL');
const deps = createDependencies(variable('TABLE_NAME'));

/** Answers dispatchers: the page, and other systems with a token. */
export const handler = boardApi({ ...boardStores(deps), liveUrl: variable('LIVE_URL'), log: writeLogLine });
