import type { Account } from '../lib/accounts/account.ts';
import { matchesZip, readZip } from '../lib/accounts/areas/zip.ts';
import type { Contact } from '../lib/record/customers/contact-fields.ts';

// Five megabytes of data, which only these commands load.

/** The entries of a US account's areas that match no zip code in use, as warnings. New codes may be missing from the data. */
export async function zipWarnings({ region, serviceAreas = [] }: Account): Promise<readonly string[]> {
  if (region !== 'US' || serviceAreas.length === 0) return [];
  const { codes } = await import('zipcodes');
  const known = Object.keys(codes).filter((code) => /^\d{5}$/.test(code));
  return serviceAreas.flatMap(({ zips }, index) =>
    zips.flatMap((pattern, place) =>
      known.some((code) => matchesZip(pattern, code, region))
        ? []
        : [`Warning: serviceAreas[${index}].zips[${place}] matches no known zip code.`],
    ),
  );
}

/** Where a zip code is, if that contradicts the state, or the city where both are given; else undefined. */
export async function contradictedPlace({ zip, city, state }: Contact): Promise<string | undefined> {
  const code = zip === undefined ? undefined : readZip(zip, 'US');
  if (code === undefined || (city === undefined && state === undefined)) return undefined;
  const { lookup } = await import('zipcodes');
  const place = lookup(code);
  if (place === undefined) return undefined;
  const differs = (said: string | undefined, is: string) =>
    said !== undefined && said.trim().toLowerCase() !== is.toLowerCase();
  const isAbbreviated = state?.trim().length === 2;
  const isElsewhere = isAbbreviated ? differs(state, place.state) : differs(city, place.city);
  return isElsewhere ? `${place.city}, ${place.state}` : undefined;
}
