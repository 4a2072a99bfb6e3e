import { lazily } from '../lib/lazily.ts';
import { buildFiles } from './build.ts';

/** The style and the script of the pages, built when they are first asked for. A deployed function has them built. */
export const pageFiles = lazily(buildFiles);
