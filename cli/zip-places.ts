import type { Account } from '../lib/accounts/account.ts';
import { matchesZip, readZip } from '../lib/accounts/areas.ts';
import { findZip } from '../lib/planning/zip-codes.ts';
import type { Contact } from '../lib/record/customers/contact.ts';

// The zip codes are five megabytes of data, so only the commands that need them load this file.

/** Returns a warning for each entry of a US account's areas that matches no known zip code. The newest codes may be unknown. */
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

/** Returns a warning for each home whose postal code is unknown. */
export function homeWarnings({ region, technicians }: Account): readonly string[] {
  return technicians.flatMap(({ homeZip }, index) => {
    if (homeZip === undefined) return [];
    const zip = readZip(homeZip, region);
    return zip !== undefined && findZip(zip) !== undefined
      ? []
      : [
          `Warning: technicians[${index}].homeZip is no known postal code: drives from home and back count nothing.`,
        ];
  });
}

/** Returns the place of a zip code if it contradicts the given state, or the given city and state; otherwise undefined. */
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
