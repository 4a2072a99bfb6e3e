import * as v from 'valibot';
import { MINUTES_PER_DAY } from '../../scheduling/time.ts';
import { originKinds } from '../account.ts';
import { normalizeServiceName } from '../service-names.ts';
import { areaFaults } from './areas.ts';
import { overlapsInDay, overlapsInWeek, type ReadableRanges, range } from './hours.ts';
import type { AccountFault } from './invalid-account-document.ts';
import { notifyFaults } from './notify.ts';
import { onCallFaults } from './on-call.ts';

const MAX_ORIGINS = 90;

// A rule reads only the valid parts of a document; the checks of the fields report the rest. So one wrong number does
// not hide that two service types share an id.

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (isFields(value) ? value : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const trimmed = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const allTrimmed = (value: unknown): readonly string[] => listOf(value).map(trimmed);

const rangesOf = (value: unknown): ReadableRanges => {
  const readable = range();
  return listOf(value).map((entry) => (v.is(readable, entry) ? entry : null));
};
const rangesByName = (value: unknown): Readonly<Record<string, ReadableRanges>> =>
  Object.fromEntries(Object.entries(fieldsOf(value)).map(([name, entry]) => [name, rangesOf(entry)]));

/** Returns a fault for each non-empty value that appears under more than one path. */
function repeated(values: readonly { path: string; value: string }[], what: string): AccountFault[] {
  const first = new Map<string, string>();
  return values.flatMap(({ path, value }) => {
    const earlier = first.get(value);
    if (earlier === undefined) first.set(value, path);
    return value === '' || earlier === undefined
      ? []
      : [{ path, expected: `${what} different from ${earlier}` }];
  });
}

function repeatedIds(items: unknown, path: string): AccountFault[] {
  return repeated(
    listOf(items).map((item, index) => ({ path: `${path}[${index}].id`, value: trimmed(fieldsOf(item).id) })),
    'an id',
  );
}

/** Returns faults of names that lead to two services, or to a service and to `notOffered`. */
function repeatedNames(serviceTypes: unknown, notOffered: unknown): AccountFault[] {
  const owners = new Map<string, { index: number; path: string }>();
  const ofServices = listOf(serviceTypes).flatMap((service, index) => {
    const here = `serviceTypes[${index}]`;
    const { name, aliases, symptoms } = fieldsOf(service);
    const named = [
      { path: `${here}.name`, text: trimmed(name) },
      ...allTrimmed(aliases).map((text, place) => ({ path: `${here}.aliases[${place}]`, text })),
      ...allTrimmed(symptoms).map((text, place) => ({ path: `${here}.symptoms[${place}]`, text })),
    ];
    return named.flatMap(({ path, text }) => {
      const reads = normalizeServiceName(text);
      const owner = owners.get(reads);
      if (owner === undefined) owners.set(reads, { index, path });
      if (reads === '' || owner === undefined || owner.index === index) return [];
      return [{ path, expected: `a name that does not read the same as ${owner.path}` }];
    });
  });
  const refused = allTrimmed(notOffered).flatMap((text, place) => {
    const owner = owners.get(normalizeServiceName(text));
    const path = `notOffered[${place}]`;
    return text === '' || owner === undefined
      ? []
      : [{ path, expected: `a name that does not read the same as ${owner.path}` }];
  });
  return [...ofServices, ...refused];
}

function unknownSkills(serviceTypes: unknown, technicians: unknown): AccountFault[] {
  const skillsOf = (item: unknown) => allTrimmed(fieldsOf(item).skills);
  const known = new Set(listOf(technicians).flatMap(skillsOf));
  return listOf(serviceTypes).flatMap((service, index) =>
    skillsOf(service).flatMap((skill, place) =>
      skill === '' || known.has(skill)
        ? []
        : [{ path: `serviceTypes[${index}].skills[${place}]`, expected: 'a skill that a technician has' }],
    ),
  );
}

function originFaults(origins: unknown): AccountFault[] {
  const lists = originKinds.map((kind) => ({
    kind,
    ids: allTrimmed(fieldsOf(origins)[kind]),
  }));
  const count = lists.reduce((sum, { ids }) => sum + ids.length, 0);
  const tooMany =
    count > MAX_ORIGINS ? [{ path: 'origins', expected: `at most ${MAX_ORIGINS} origins` }] : [];
  const twice = lists.flatMap(({ kind, ids }) =>
    repeated(
      ids.map((value, index) => ({ path: `origins.${kind}[${index}]`, value })),
      'an origin',
    ),
  );
  return [...tooMany, ...twice];
}

function overlaps(
  hours: unknown,
  exceptions: unknown,
  technicians: unknown,
  callback: unknown,
): AccountFault[] {
  return [
    ...overlapsInWeek(rangesByName(fieldsOf(callback).hours), 'callback.hours'),
    ...overlapsInWeek(rangesByName(hours), 'hours'),
    ...Object.entries(rangesByName(exceptions)).flatMap(([date, day]) =>
      overlapsInDay(day, `exceptions.${date}`),
    ),
    ...listOf(technicians).flatMap((one, index) =>
      overlapsInWeek(rangesByName(fieldsOf(one).hours), `technicians[${index}].hours`),
    ),
  ];
}

function shortHorizon(booking: unknown): AccountFault[] {
  const { horizonDays, minNoticeMinutes } = fieldsOf(booking);
  const isShort =
    typeof horizonDays === 'number' &&
    typeof minNoticeMinutes === 'number' &&
    horizonDays * MINUTES_PER_DAY < minNoticeMinutes;
  return isShort ? [{ path: 'booking.horizonDays', expected: 'a horizon not shorter than the notice' }] : [];
}

/**
 * Returns faults across the fields of a document: duplicates, overlaps, skills that no technician has.
 * @param document with defaults filled in, as far as its fields could be read
 */
export function crossFieldFaults(document: unknown): AccountFault[] {
  const { origins, hours, exceptions, booking, serviceTypes, notOffered, technicians, callback, notify } =
    fieldsOf(document);
  const { senders, office, customer } = fieldsOf(notify);
  return [
    ...originFaults(origins),
    ...overlaps(hours, exceptions, technicians, callback),
    ...shortHorizon(booking),
    ...repeatedIds(serviceTypes, 'serviceTypes'),
    ...repeatedNames(serviceTypes, notOffered),
    ...unknownSkills(serviceTypes, technicians),
    ...repeatedIds(technicians, 'technicians'),
    ...offerFaults(fieldsOf(document)),
    ...notifyFaults({
      senders: fieldsOf(senders),
      office: listOf(office).map(fieldsOf),
      reminder: listOf(fieldsOf(customer).reminder).map(fieldsOf),
    }),
  ];
}

function offerFaults({
  serviceAreas,
  fees,
  region,
  serviceTypes,
  technicians,
  onCall,
}: Readonly<Record<string, unknown>>): AccountFault[] {
  const idsOf = (items: unknown) => listOf(items).map((item) => trimmed(fieldsOf(item).id));
  const skillsOf = (items: unknown) => listOf(items).flatMap((item) => allTrimmed(fieldsOf(item).skills));
  return [
    ...repeatedIds(serviceAreas, 'serviceAreas'),
    ...repeatedIds(fees, 'fees'),
    ...areaFaults({
      serviceAreas: listOf(serviceAreas),
      fees: listOf(fees),
      region: trimmed(region),
      serviceTypeIds: idsOf(serviceTypes),
      technicianIds: idsOf(technicians),
    }),
    ...onCallFaults({
      onCall: listOf(onCall),
      technicianIds: idsOf(technicians),
      skills: [...skillsOf(serviceTypes), ...skillsOf(technicians)],
    }),
  ];
}
