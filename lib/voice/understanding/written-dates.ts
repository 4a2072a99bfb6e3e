import { Chrono, configuration } from 'chrono-node/en';

/** Only whole dates of the calendar: the casual words are read by our own rules. */
const monthFirst = new Chrono(configuration.createConfiguration(true, false));
const dayFirst = new Chrono(configuration.createConfiguration(true, true));

/** Where digits alone begin with the month. */
const monthFirstRegions: ReadonlySet<string> = new Set(['US', 'PH', 'GU', 'PR', 'VI', 'AS', 'MP']);

/** The reader of written dates for a region. This file loads chrono-node, and so is imported only when one is said. */
export const readerFor = (region: string): Chrono => (monthFirstRegions.has(region) ? monthFirst : dayFirst);
