import { createDependencies, pageStores } from '../../lib/aws/composition.ts';
import { requiredVariables } from '../../lib/http/environment.ts';
import { writeLogLine } from '../../lib/http/metrics.ts';
import { pagesApi } from '../../lib/pages/api.ts';
import { pageFiles } from '../../pages/files.ts';

const deps = createDependencies(requiredVariables(process.env, 'TABLE_NAME')('TABLE_NAME'));

/** Answers customers, technicians and people on call who follow a link. */
export const handler = pagesApi({ ...pageStores(deps), files: pageFiles, log: writeLogLine });
