import { Chrono, configuration } from 'chrono-node/en';

/** Only whole dates of the calendar: the casual words are read by our own rules. */
const monthFirst = new Chrono(configuration.createConfiguration(true, false));
const dayFirst = new Chrono(configuration.createConfiguration(true, true));

/** For dates in digits that start with the month. */
const monthFirstRegions: ReadonlySet<string> = new Set(['US', 'PH', 'GU', 'PR', 'VI', 'AS', 'MP']);

/**
 * The parser of a written date in a region. The day-first one does not parse `December 24`, and with a named month
 * either order is clear. This file loads chrono-node, so it is imported only for such dates.
 */
export const readerFor = (text: string, region: string): Chrono =>
  /[a-z]/.test(text) || monthFirstRegions.has(region) ? monthFirst : dayFirst;
