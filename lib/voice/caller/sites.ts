import { streetOf } from '../../dispatch/customers/street.ts';
import type { Site } from '../../dispatch/requests/request.ts';
import { text } from '../arguments.ts';
import { people } from '../phrases/en/people.ts';
import type { AmbiguousSite } from '../results/appointments.ts';
import { naming, say } from '../speech.ts';

const SPOKEN = 4;

export const siteId = text(
  'The siteId of the place that the caller means, as {lookup_customer} or this function returned it, in place of an address. Never ask the caller for it, and never make one up.',
);

/** Sites as a model gets them: what can be said of each, never its house number. */
export function listedSites(sites: readonly Site[]) {
  return sites.map((site) => ({ siteId: site.siteId, street: streetOf(site.address) ?? site.city ?? '' }));
}

/** Asks at which of several sites the job is. */
export function askWhichSite(sites: readonly Site[]): AmbiguousSite {
  const names = namesOf(sites);
  const question = names.length < 2 ? people.whichAddress : naming(names, SPOKEN, people.whichSite);
  return { reason: 'ambiguous_site', sites: listedSites(sites), message: say(question) };
}

/** What tells the sites apart to the ear: street by street, with the city where two streets sound alike. */
function namesOf(sites: readonly Site[]): readonly string[] {
  const streets = sites.map(({ address, city }) => streetOf(address) ?? city);
  const names = sites.map(({ city }, index) => {
    const street = streets[index];
    const isShared = street !== undefined && streets.indexOf(street) !== streets.lastIndexOf(street);
    const inCity = city === undefined ? undefined : streetOf(city);
    return isShared && inCity !== undefined ? people.site(street, inCity) : street;
  });
  return [...new Set(names.filter((name) => name !== undefined))];
}
