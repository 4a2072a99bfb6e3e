import type { Account } from '../accounts/account.ts';
import { readZip } from '../accounts/areas.ts';
import { normalized } from '../normalized.ts';
import { type Coordinates, kilometersBetween, type Place } from '../scheduling/travel.ts';

/** Returns the middle of a postal code as `readZip` returns it. */
export type FindZip = (zip: string) => Coordinates | undefined;

/** A place this far from all others is a mistake, and unknown. */
const FAR_KM = 150;

/** What is known of a place. */
export interface Whereabouts {
  readonly address?: string | undefined;
  readonly zip?: string | undefined;
}

/** Returns the key of a site by its address, so that spelling doesn't make one house two. */
export function siteKey(address: string, zip: string): string {
  const plain = normalized(address, 'NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return `${plain} ${zip}`;
}

/** Returns the place of an address. */
export function placeOf({ address, zip }: Whereabouts, region: string, find: FindZip): Place {
  const code = zip === undefined ? undefined : readZip(zip, region);
  const site = address === undefined || code === undefined ? undefined : siteKey(address, code);
  return { site, at: code === undefined ? undefined : find(code) };
}

/** Returns where technicians begin and end the day, by their ids, as far as that is known. */
export const homesOf = (
  { technicians, region }: Pick<Account, 'technicians' | 'region'>,
  find: FindZip,
): ReadonlyMap<string, Place> =>
  new Map(
    technicians
      .map(({ id, homeZip }) => [id, placeOf({ zip: homeZip }, region, find)] as const)
      .filter(([, { at }]) => at !== undefined),
  );

/**
 * Returns the places of a day, in the same order. The coordinates of one that is far from all homes are left out; without
 * homes, those of one that is far from all other places.
 */
export function plausible(places: readonly Place[], homes: readonly Place[]): readonly Place[] {
  const known = homes.flatMap(({ at }) => at ?? []);
  return places.map((place, number) => {
    const { at } = place;
    const others =
      known.length > 0 ? known : places.flatMap((other, index) => (index === number ? [] : (other.at ?? [])));
    const isFar =
      at !== undefined && others.length > 0 && others.every((one) => kilometersBetween(at, one) > FAR_KM);
    return isFar ? { ...place, at: undefined } : place;
  });
}
