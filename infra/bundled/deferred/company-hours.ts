import { join } from 'node:path';
import type * as Library from '#company-hours';
import { lazily } from '../../../lib/lazily.ts';

const library = lazily((): typeof Library => require(join(__dirname, 'company-hours.js')));

/**
 * Replaces in a function's bundle `#company-hours`: the same code, from a file beside the bundle, loaded for the first
 * caller who asks when the company is open.
 */
export const companyHours: typeof Library.companyHours = (...args) => library().companyHours(...args);
