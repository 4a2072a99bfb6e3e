import * as v from 'valibot';
import { weekdays } from '../../scheduling/calendar.ts';
import { type Fee, type ServiceArea, urgencies } from '../account.ts';
import { isZipPattern, zipPattern } from '../areas.ts';
import { applyingFees } from '../fees.ts';
import { knownFields, oneOf, text } from './fields.ts';
import type { AccountFault } from './invalid-account-document.ts';

const listOf = <Item extends v.GenericSchema>(item: Item, expected: string) =>
  v.pipe(v.array(item, expected), v.minLength(1, expected));

const ids = () => v.optional(listOf(text(100), 'a list of ids with at least one'));
const feeExpected =
  'a text of 1 to 80 characters that can follow "There\'s", such as "an 89 dollar visit fee"';

const serviceArea = () =>
  knownFields({
    id: text(100),
    name: text(100),
    zips: listOf(text(11), 'a list of postal codes with at least one'),
    serviceTypeIds: ids(),
    technicianIds: ids(),
    weekdays: v.optional(listOf(oneOf(weekdays), 'a list of weekdays with at least one')),
    feeId: v.optional(text(100)),
  });

export const fee = () =>
  knownFields({
    id: text(100),
    says: text(80, feeExpected),
    spanish: v.optional(text(80)),
    serviceTypeIds: ids(),
    areaIds: ids(),
    urgency: v.optional(oneOf(urgencies)),
    afterHours: v.optional(v.boolean('true or false')),
  });

export const areaFields = () => ({
  serviceAreas: v.optional(v.array(serviceArea(), 'a list of service areas')),
  outsideArea: v.optional(oneOf(['refuse', 'review'])),
  fees: v.optional(v.array(fee(), 'a list of fees')),
});

/** Areas and fees refer to these parts of a document, as far as they could be read. */
export interface AreaFields {
  readonly serviceAreas: readonly unknown[];
  readonly fees: readonly unknown[];
  readonly region: string;
  readonly serviceTypeIds: readonly string[];
  readonly technicianIds: readonly string[];
}

/** Returns faults of unknown references, codes that match nothing, and visits to which two fees apply equally. */
export function areaFaults({ serviceAreas, fees, region, ...known }: AreaFields): AccountFault[] {
  const area = serviceArea();
  const areas = serviceAreas.map((entry) => (v.is(area, entry) ? entry : null));
  const schema = fee();
  const readable = fees.map((entry) => (v.is(schema, entry) ? entry : null));
  const areaIds = areas.flatMap((one) => one?.id ?? []);
  const feeIds = readable.flatMap((one) => one?.id ?? []);
  const ofAreas = areas.flatMap((one, index) => {
    const here = `serviceAreas[${index}]`;
    if (one === null) return [];
    return [
      ...unreadableZips(one, here, region),
      ...unknown(
        one.serviceTypeIds,
        known.serviceTypeIds,
        `${here}.serviceTypeIds`,
        'the id of a service type',
      ),
      ...unknown(one.technicianIds, known.technicianIds, `${here}.technicianIds`, 'the id of a technician'),
      ...(one.feeId === undefined || feeIds.includes(one.feeId)
        ? []
        : [{ path: `${here}.feeId`, expected: 'the id of a fee' }]),
    ];
  });
  const ofFees = readable.flatMap((one, index) => {
    const here = `fees[${index}]`;
    return [
      ...unknown(
        one?.serviceTypeIds,
        known.serviceTypeIds,
        `${here}.serviceTypeIds`,
        'the id of a service type',
      ),
      ...unknown(one?.areaIds, areaIds, `${here}.areaIds`, 'the id of a service area'),
    ];
  });
  const isReadable = !areas.includes(null) && !readable.includes(null);
  const faults = [...ofAreas, ...ofFees];
  return faults.length > 0 || !isReadable
    ? faults
    : ambiguousFees(present(areas), present(readable), region, known.serviceTypeIds);
}

const present = <T>(entries: readonly (T | null)[]): readonly T[] =>
  entries.filter((entry) => entry !== null);

function unknown(
  ids: readonly string[] | undefined,
  known: readonly string[],
  path: string,
  expected: string,
): AccountFault[] {
  return (ids ?? []).flatMap((id, index) =>
    known.includes(id) ? [] : [{ path: `${path}[${index}]`, expected }],
  );
}

function unreadableZips({ zips }: ServiceArea, here: string, region: string): AccountFault[] {
  const expected =
    region === 'US' ? 'a zip code such as 10001, or a prefix such as 112*' : 'the beginning of postal codes';
  return zips.flatMap((zip, index) =>
    isZipPattern(zip, region) ? [] : [{ path: `${here}.zips[${index}]`, expected }],
  );
}

/** Returns each pair of fees with equally many criteria that can hold for one visit, which would be ambiguous. */
function ambiguousFees(
  serviceAreas: readonly ServiceArea[],
  fees: readonly Fee[],
  region: string,
  serviceTypeIds: readonly string[],
): AccountFault[] {
  const found = new Map<string, AccountFault>();
  const account = { serviceAreas, fees };
  for (const together of [[], ...areasTogether(serviceAreas, region)])
    for (const serviceTypeId of serviceTypeIds) {
      const serving = together.filter((area) => area.serviceTypeIds?.includes(serviceTypeId) ?? true);
      const areaIds = serving.map(({ id }) => id);
      if (together.length > 0 && serving.length === 0) continue;
      for (const urgency of urgencies)
        for (const afterHours of [false, true])
          for (const [first, second] of applyingFees(account, {
            serviceTypeId,
            areaIds,
            urgency,
            afterHours,
          })) {
            if (first === undefined || second === undefined) continue;
            const [one, other] = [fees.indexOf(first), fees.indexOf(second)];
            const expected = `criteria that can never hold together with equally many of fees[${one}]`;
            found.set(`${one} ${other}`, { path: `fees[${other}]`, expected });
          }
    }
  return [...found.values()];
}

/** Returns the areas that share a postal code: a code is in every area with a matching prefix. */
function areasTogether(
  serviceAreas: readonly ServiceArea[],
  region: string,
): readonly (readonly ServiceArea[])[] {
  const byPattern = new Map<string, Set<ServiceArea>>();
  for (const area of serviceAreas)
    for (const pattern of area.zips) {
      const { start, isWhole } = zipPattern(pattern, region);
      const key = isWhole ? `=${start}` : start;
      byPattern.set(key, (byPattern.get(key) ?? new Set()).add(area));
    }
  const distinct = new Map<string, readonly ServiceArea[]>();
  for (const key of byPattern.keys()) {
    const code = key.replace('=', '');
    const around = new Set(byPattern.get(key));
    for (let length = 1; length <= code.length; length++)
      for (const area of byPattern.get(code.slice(0, length)) ?? []) around.add(area);
    const together = serviceAreas.filter((area) => around.has(area));
    distinct.set(together.map(({ id }) => id).join(' '), together);
  }
  return [...distinct.values()];
}
