import { Chrono, configuration } from 'chrono-node/en';

/** The library reads only whole dates of the calendar. Our own rules read casual words. */
const monthFirst = new Chrono(configuration.createConfiguration(true, false));
const dayFirst = new Chrono(configuration.createConfiguration(true, true));

/** In these regions, dates in digits start with the month. */
const monthFirstRegions: ReadonlySet<string> = new Set(['US', 'PH', 'GU', 'PR', 'VI', 'AS', 'MP']);

/**
 * Returns the parser of a written date in a region. The day-first one does not parse `December 24`, and with a named
 * month either order is clear. This file loads chrono-node, so it is imported only for such dates.
 */
export const readerFor = (text: string, region: string): Chrono =>
  /[a-z]/.test(text) || monthFirstRegions.has(region) ? monthFirst : dayFirst;
