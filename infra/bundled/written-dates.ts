import { join } from 'node:path';
import type * as Library from 'chrono-node/en';

const load = (): typeof Library => require(join(__dirname, 'chrono-node.js'));

/**
 * Replaces in a function's bundle `chrono-node/en`: the same library, from a file beside the bundle, read when a date
 * is written in words. In the bundle every cold start would parse it.
 */
export const { Chrono, configuration } = load();
