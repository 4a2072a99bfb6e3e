import * as readings from './readings.ts';

/**
 * Returns everything that reads words. A deployed function loads it from a file beside its bundle at the first call
 * (`infra/write-bundle.ts`), because dates, times and numbers in digits and names of services need none of it.
 */
export const words = (): typeof readings => readings;
