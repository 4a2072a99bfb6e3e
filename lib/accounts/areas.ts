import { normalized } from '../normalized.ts';
import { type AreaLimit, everAllows, isSkilled } from '../scheduling/day.ts';
import type { Account, ServiceArea } from './account.ts';

/** Says if a company comes to a postal code for a service. */
export type Coverage =
  | {
      readonly kind: 'comes';
      /** Absent if the code is unknown or unreadable. */
      readonly zip?: string | undefined;
      /** These areas contain the code and have the service. */
      readonly areaIds: readonly string[];
      /** Any of these says who may come, and on which weekdays; absent if nothing limits it. */
      readonly limits?: readonly AreaLimit[] | undefined;
      /** True if the code is unknown, and each area may contain the place. */
      readonly isAssumed?: true | undefined;
      /** A person should review this: `zip` if the code is unreadable, `area` if it is outside all areas. */
      readonly flags: readonly string[];
    }
  /** The answer depends on an unknown postal code. */
  | { readonly kind: 'zip_needed' }
  | { readonly kind: 'outside_area'; readonly zip: string }
  /** The service is not done in the areas of that code. `areas` names those in which it is. */
  | { readonly kind: 'not_in_area'; readonly zip: string; readonly areas: readonly string[] };

export type Covered = Extract<Coverage, { readonly kind: 'comes' }>;
export type Unreached = Exclude<Coverage, { readonly kind: 'comes' }>;

export const anywhere = { kind: 'comes', areaIds: [], flags: [] } as const satisfies Covered;

/** True if a service is done in an area: the area has it, and somebody with the skills comes there. */
function isDoneIn(area: ServiceArea, { serviceTypes, technicians }: Account, serviceTypeId: string): boolean {
  if (area.serviceTypeIds !== undefined && !area.serviceTypeIds.includes(serviceTypeId)) return false;
  const service = serviceTypes.find(({ id }) => id === serviceTypeId);
  if (area.technicianIds === undefined || service === undefined) return true;
  return technicians.some((one) => everAllows([area], one) && isSkilled(one, service));
}

/**
 * Says if a company comes to a postal code for a service (or for any, without one). Unreadable codes are accepted and
 * flagged, however the account handles places outside.
 */
export function coverageOf(
  account: Account,
  serviceTypeId: string | undefined,
  said: string | undefined,
): Coverage {
  const { serviceAreas = [], region } = account;
  if (serviceAreas.length === 0) return anywhere;
  if (said === undefined) return { kind: 'zip_needed' };
  const zip = readZip(said, region);
  if (zip === undefined) return { ...anywhere, flags: ['zip'] };
  const around = serviceAreas.filter(({ zips }) => zips.some((pattern) => matchesZip(pattern, zip, region)));
  if (around.length === 0)
    return account.outsideArea === 'refuse'
      ? { kind: 'outside_area', zip }
      : { ...anywhere, zip, flags: ['area'] };
  const isServed = (area: ServiceArea) =>
    serviceTypeId === undefined || isDoneIn(area, account, serviceTypeId);
  const serving = around.filter(isServed);
  if (serving.length === 0) {
    return { kind: 'not_in_area', zip, areas: serviceAreas.filter(isServed).map(({ name }) => name) };
  }
  return {
    kind: 'comes',
    zip,
    areaIds: serving.map(({ id }) => id),
    limits: serving.map(limitOf),
    flags: [],
  };
}

const limitOf = ({ technicianIds, weekdays }: ServiceArea): AreaLimit => ({ technicianIds, weekdays });

/** Returns what a person should review about the postal code of a lead or an emergency, which are never refused. */
export function areaFlags(
  account: Account,
  serviceTypeId: string | undefined,
  said: string | undefined,
): readonly string[] {
  const coverage = coverageOf(account, serviceTypeId, said);
  if (coverage.kind === 'zip_needed') return [];
  return coverage.kind === 'comes' ? coverage.flags : ['area'];
}

/** True if free times or fees may depend on the postal code. */
export function dependsOnZip({ serviceAreas = [], outsideArea, fees = [] }: Account): boolean {
  const isLimited = ({ serviceTypeIds, technicianIds, weekdays, feeId }: ServiceArea) =>
    [serviceTypeIds, technicianIds, weekdays, feeId].some((limit) => limit !== undefined);
  return (
    serviceAreas.length > 0 &&
    (outsideArea === 'refuse' ||
      serviceAreas.some(isLimited) ||
      fees.some(({ areaIds }) => areaIds !== undefined))
  );
}

/**
 * Normalizes a postal code to five digits in the US (also from ZIP+4, with `O` for `0`, or after other words), and
 * elsewhere to capitals and digits without spaces; undefined for text that is not a code.
 * @param region ISO 3166 country code of the account
 */
export function readZip(text: string, region: string): string | undefined {
  const said = normalized(text, 'NFKC').trim().toUpperCase();
  const joined = said.replace(/[\s-]+/g, '');
  if (region !== 'US') return /^[A-Z\d]{3,10}$/.test(joined) && /\d/.test(joined) ? joined : undefined;
  const digits = joined.replaceAll('O', '0');
  if (/^\d{5}(?:\d{4})?$/.test(digits)) return digits.slice(0, 5);
  return /(?:^|\D)(\d{5})(?:-\d{4})?$/.exec(said)?.[1];
}

/** True if an entry of an account's area can match any code: in the US five digits, or fewer and a `*`. */
export function isZipPattern(pattern: string, region: string): boolean {
  return region === 'US'
    ? /^(?:\d{5}|\d{1,4}\*)$/.test(pattern)
    : /^[A-Za-z\d][A-Za-z\d -]{0,9}\*?$/.test(pattern);
}

/** Returns the codes that an entry matches: those that start with `start`, or only that one with `isWhole`. */
export function zipPattern(
  pattern: string,
  region: string,
): { readonly start: string; readonly isWhole: boolean } {
  const isPrefix = pattern.endsWith('*') || region !== 'US';
  const start = pattern.replace(/[\s*-]+/g, '').toUpperCase();
  return { start, isWhole: !isPrefix };
}

/** True if an entry of an account's area matches a code from `readZip`. Outside the US every entry is a prefix. */
export function matchesZip(pattern: string, zip: string, region: string): boolean {
  const { start, isWhole } = zipPattern(pattern, region);
  return isWhole ? zip === start : zip.startsWith(start);
}

/** Returns the coverage of an accepted request. If its place is not covered, areas don't limit its moves. */
export function acceptedCoverage(account: Account, serviceTypeId: string, zip: string | undefined): Covered {
  const coverage = coverageOf(account, serviceTypeId, zip);
  return coverage.kind === 'comes' ? coverage : anywhere;
}

/** True if free times depend on the place and the caller didn't name the place: then the caller's record may. */
export const isRecordNeeded = (account: Account, serviceTypeId: string, zip: string | undefined): boolean =>
  dependsOnZip(account) && coverageOf(account, serviceTypeId, zip).kind === 'zip_needed';

/**
 * Returns the coverage of a postal code or, without one, of the caller's only site. An unknown place is covered if
 * nothing depends on the place.
 */
export function coverageForCaller(
  account: Account,
  serviceTypeId: string,
  zip: string | undefined,
  sites: readonly { readonly zip?: string | undefined }[] = [],
): Coverage {
  const [only, ...others] = new Set(sites.map((site) => site.zip));
  const coverage = coverageOf(account, serviceTypeId, zip ?? (others.length === 0 ? only : undefined));
  return coverage.kind === 'zip_needed' && !dependsOnZip(account) ? anywhere : coverage;
}

/**
 * Returns the coverage by which free times are offered before the postal code is known: everybody who comes anywhere
 * for the service may come. The code is needed at once if areas are served on different weekdays.
 */
export function coverageBeforeZip(account: Account, serviceTypeId: string): Coverage {
  const { serviceAreas = [] } = account;
  const serving = serviceAreas.filter((area) => isDoneIn(area, account, serviceTypeId));
  const days = new Set(serving.map(({ weekdays = [] }) => weekdays.toSorted().join()));
  return days.size === 1
    ? { kind: 'comes', isAssumed: true, areaIds: [], limits: serving.map(limitOf), flags: [] }
    : { kind: 'zip_needed' };
}
