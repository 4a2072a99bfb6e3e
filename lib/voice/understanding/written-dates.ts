import { Chrono, configuration } from 'chrono-node/en';

/** Only whole dates of the calendar: the casual words are read by our own rules. */
const monthFirst = new Chrono(configuration.createConfiguration(true, false));
const dayFirst = new Chrono(configuration.createConfiguration(true, true));

/** Where digits alone begin with the month. */
const monthFirstRegions: ReadonlySet<string> = new Set(['US', 'PH', 'GU', 'PR', 'VI', 'AS', 'MP']);

/**
 * The reader of a written date in a region. The one that begins with the day reads no `December 24`, and where the month is
 * named, either order is clear. This file loads chrono-node, and so is imported only when a date is said.
 */
export const readerFor = (text: string, region: string): Chrono =>
  /[a-z]/.test(text) || monthFirstRegions.has(region) ? monthFirst : dayFirst;
