import { streetOf } from '../../dispatch/customers/street.ts';
import type { Site } from '../../dispatch/requests/request.ts';
import { text } from '../arguments.ts';
import { either, naming, say } from '../speech.ts';
import type { FunctionResult } from '../voice-function.ts';

const NOTHING_BOOKED = 'Nothing is booked yet.';
const SPOKEN = 4;

export const siteId = text(
  'The siteId of the place that the caller means, as {lookup_customer} or this function returned it, in place of an address. Never ask the caller for it, and never make one up.',
);

/** Sites as a model gets them: what can be said of each, never its house number. */
export function listedSites(sites: readonly Site[]) {
  return sites.map((site) => ({ siteId: site.siteId, street: streetOf(site.address) ?? site.city ?? '' }));
}

/** Asks at which of several sites the job is. */
export function askWhichSite(sites: readonly Site[]): FunctionResult {
  const names = namesOf(sites);
  const question = naming(
    names,
    SPOKEN,
    (named, more) => `Is it for ${either([...named, ...(more ? ['another place'] : [])])}?`,
    NOTHING_BOOKED,
  );
  const message = say(names.length < 2 ? 'Which address is it for?' : question, NOTHING_BOOKED);
  return { reason: 'ambiguous_site', sites: listedSites(sites), message };
}

/** What tells the sites apart to the ear: street by street, with the city where two streets sound alike. */
function namesOf(sites: readonly Site[]): readonly string[] {
  const streets = sites.map(({ address, city }) => streetOf(address) ?? city);
  const names = sites.map(({ city }, index) => {
    const street = streets[index];
    const isShared = street !== undefined && streets.indexOf(street) !== streets.lastIndexOf(street);
    const inCity = city === undefined ? undefined : streetOf(city);
    return isShared && inCity !== undefined ? `${street} in ${inCity}` : street;
  });
  return [...new Set(names.filter((name) => name !== undefined))];
}
