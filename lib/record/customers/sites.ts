import { hash } from 'node:crypto';
import { mapFields } from '../../map-fields.ts';
import { addressFields, type Place, placeFields } from './contact.ts';
import { addressKey, streetKey } from './street.ts';

export interface Site extends Place {
  /** Unique among a customer's sites. */
  readonly siteId: string;
  /** Includes house number and unit. */
  readonly address: string;
  /** The customer calls the site this, such as `office`. */
  readonly label?: string | undefined;
  /** Counts the sites that the record had before this one; sites are listed in this order. */
  readonly position: number;
}

export const MAX_SITES = 20;

/** Describes a place as the caller named it; any part may be missing. */
export type SaidPlace = { readonly [Part in keyof Omit<Site, 'position'>]?: string | undefined };

type SiteChoice =
  | {
      readonly kind: 'site';
      readonly site: Site;
      /** True if the record lacks the site or some of its details. */
      readonly isNews: boolean;
    }
  | { readonly kind: 'several'; readonly sites: readonly Site[] }
  /** The caller named no place, and none is known. */
  | { readonly kind: 'none' };

/**
 * Chooses a site by an address (the street alone is enough for a known site) or by an id, or takes the only site that
 * fits. An unknown address is a new site.
 */
export function chooseSite(said: SaidPlace, known: readonly Site[]): SiteChoice {
  const { address } = said;
  if (address !== undefined) {
    const same = siteAt(address, said, known);
    return same === undefined
      ? { kind: 'site', site: newSite(address, said, known.length), isNews: true }
      : completed(same, said);
  }
  const named = known.find(({ siteId }) => siteId === said.siteId);
  const fitting = named === undefined ? known.filter((site) => fits(site, said)) : [named];
  const [only, ...others] = fitting;
  if (only === undefined) return known.length === 0 ? { kind: 'none' } : { kind: 'several', sites: known };
  return others.length === 0 ? completed(only, said) : { kind: 'several', sites: fitting };
}

/** Returns the site to store for an address, new or with more details; undefined if nothing is new or no room is left. */
export function siteToStore(said: SaidPlace, known: readonly Site[]): Site | undefined {
  if (said.address === undefined) return undefined;
  const choice = chooseSite(said, known);
  if (choice.kind !== 'site' || !choice.isNews) return undefined;
  const { site } = choice;
  const isKnown = known.some(({ siteId }) => siteId === site.siteId);
  return isKnown || known.length < MAX_SITES ? site : undefined;
}

function siteAt(address: string, said: SaidPlace, known: readonly Site[]): Site | undefined {
  const fitting = known.filter((site) => fits(site, { ...said, label: undefined }));
  const written = fitting.find((site) => site.address === address);
  if (written !== undefined) return written;
  const key = addressKey(address);
  const same = fitting.find((site) => addressKey(site.address) === key);
  if (same !== undefined) return same;
  // When asked "West 14th Street or Oak Avenue?", callers name the street alone.
  const [only, ...others] = fitting.filter((site) => streetKey(site.address) === key);
  if (only !== undefined) return others.length === 0 ? only : undefined;
  const [labeled, ...more] = fitting.filter(
    ({ label = '' }) => label !== '' && nameKey(label) === nameKey(address),
  );
  return more.length === 0 ? labeled : undefined;
}

/** Normalizes a customer's name for a place: `my rental` and `the rental` get one key. */
export const nameKey = (name: string): string => addressKey(name).replace(/^(?:my|our|the|at) /, '');

/** True if the caller's words don't contradict a site. Cities have many spellings, so known postal codes decide. */
function fits(site: Site, { city, zip, label }: SaidPlace): boolean {
  const differs = (one: string | undefined, other: string | undefined) =>
    one !== undefined && other !== undefined && one !== other && addressKey(one) !== addressKey(other);
  const isElsewhere =
    site.zip === undefined || zip === undefined
      ? differs(site.city, city)
      : differs(site.zip.slice(0, 5), zip.slice(0, 5));
  return !isElsewhere && !differs(site.label, label);
}

function completed(site: Site, said: SaidPlace): SiteChoice {
  const { siteId, address } = site;
  const next: Site = {
    ...site,
    ...mapFields(placeFields, (field) => said[field] ?? site[field]),
    siteId,
    address,
    label: said.label ?? site.label,
  };
  const fields = [...placeFields, 'label'] as const;
  return { kind: 'site', site: next, isNews: fields.some((field) => next[field] !== site[field]) };
}

function newSite(address: string, said: SaidPlace, position: number): Site {
  const key = mapFields(addressFields, (field) => addressKey(said[field] ?? ''));
  const digest = hash('sha256', JSON.stringify(key), 'hex');
  const place = mapFields(placeFields, (field) => said[field]);
  return { ...place, siteId: `st_${digest.slice(0, 12)}`, address, label: said.label, position };
}
