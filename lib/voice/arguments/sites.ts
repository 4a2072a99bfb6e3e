import type { Site } from '../../record/customers/sites.ts';
import { people } from '../../wording/en/people.ts';
import { naming } from '../../wording/speech.ts';
import { parts } from '../message.ts';
import type { AmbiguousSite } from '../results/appointments.ts';
import { text } from './arguments.ts';
import { heard } from './stored-words.ts';

const SPOKEN = 4;

export const siteId = text();

/** Sites for the model: without house numbers. */
export function listedSites(sites: readonly Site[]) {
  return sites.map((site) => ({
    siteId: site.siteId,
    street: heard('street', site.address) ?? heard('street', site.city) ?? '',
  }));
}

/** Asks which of several sites is meant. */
export function askWhichSite(sites: readonly Site[]): AmbiguousSite {
  const names = namesOf(sites);
  const question = names.length < 2 ? people.whichAddress : naming(names, SPOKEN, people.whichSite);
  return { reason: 'ambiguous_site', sites: listedSites(sites), message: parts(question) };
}

/** Spoken names of the sites: the street, with the city if two streets have the same name. */
function namesOf(sites: readonly Site[]): readonly string[] {
  const streets = sites.map(({ address, city }) => heard('street', address) ?? heard('street', city));
  const names = sites.map(({ city }, index) => {
    const street = streets[index];
    const isShared = street !== undefined && streets.indexOf(street) !== streets.lastIndexOf(street);
    const inCity = heard('street', city);
    return isShared && inCity !== undefined ? people.site(street, inCity) : street;
  });
  return [...new Set(names.filter((name) => name !== undefined))];
}
