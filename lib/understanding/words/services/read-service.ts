import type { ServiceType } from '../../../accounts/account.ts';
import { wordsOf } from '../../../accounts/service-names.ts';
import { readPhrase } from './read-phrase.ts';
import { isCleanedToRepair, isTrade, rangesOf, type WorkType } from './vocabulary.ts';

export interface ServiceReading {
  readonly subjects: ReadonlySet<string>;
  /** Empty if the service covers any type of work. */
  readonly workTypes: ReadonlySet<WorkType>;
  /** True if the service covers every trade of the company, such as an estimate or a service call. */
  readonly generic: boolean;
}

export function readService(service: ServiceType): ServiceReading {
  const { name, aliases, symptoms = [], description = '', skills } = service;
  const named = [name, ...aliases].map(readPhrase);
  const told = symptoms.map(readPhrase);
  const subjects = subjectsOf([...named, ...told]);
  // "Taps, pipes and toilets" is a list, and none of its parts is a location.
  for (const subject of subjectsOf(description.split(/[,;.]| and /).map(readPhrase))) {
    // A description refines the name and does not widen it: a duct cleaning that mentions furnaces repairs none.
    if (subjects.size === 0 || liesWithin(subject, subjects)) subjects.add(subject);
  }
  if (subjects.size === 0) {
    for (const subject of skills.flatMap((skill) => [...readPhrase(skill).subjects.keys()]))
      subjects.add(subject);
  }
  const workTypes = workTypesOf(service, subjects, named);
  if (workTypes.has('maintenance') && [...subjects].some(isCleanedToRepair)) workTypes.add('repair');
  const [own] = named;
  const isPlain = own !== undefined && own.unknown.length === 0 && own.elsewhere.length === 0;
  return { subjects, workTypes, generic: subjects.size === 0 && workTypes.size > 0 && isPlain };
}

type Reading = ReturnType<typeof readPhrase>;

const subjectsOf = (readings: readonly Reading[]): Set<string> =>
  new Set(readings.flatMap(({ subjects }) => [...subjects.keys()]));

function liesWithin(subject: string, subjects: ReadonlySet<string>): boolean {
  const range = rangesOf().get(subject);
  return [...subjects].some((outer) => range?.has(outer));
}

function workTypesOf(
  { name }: ServiceType,
  subjects: ReadonlySet<string>,
  [own, ...others]: readonly Reading[],
): Set<WorkType> {
  const workTypes = new Set(own === undefined ? [] : own.said.size > 0 ? own.said : own.workTypes);
  // Aliases add types of work to those of the name. A name without any type covers all.
  if (workTypes.size > 0 || subjects.size === 0) {
    for (const workType of others.flatMap(({ said }) => [...said])) workTypes.add(workType);
    return workTypes;
  }
  // A boiler service repairs and maintains; "plumbing service" covers anything.
  const isServiced = wordsOf(name).at(-1) === 'service' && ![...subjects].some(isTrade);
  return new Set(isServiced ? ['repair', 'maintenance'] : []);
}
