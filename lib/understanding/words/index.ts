import * as readings from './readings.ts';

/**
 * Returns everything that reads words. Other rooms import this file as `#understanding`: a deployed function loads it
 * from a file beside its bundle at the first call of `words`, because dates, times and numbers in digits and names of
 * services need none of it.
 */
export const words = (): typeof readings => readings;
