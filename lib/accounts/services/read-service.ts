import type { ServiceType } from '../account.ts';
import { readPhrase } from './read-phrase.ts';
import { wordsOf } from './service-tokens.ts';
import { isCleanedToRepair, isTrade, rangesOf, type Wish } from './vocabulary.ts';

/** What a service is about and what is done, by the same vocabulary as a caller's phrase. */
export interface ServiceReading {
  readonly subjects: ReadonlySet<string>;
  /** Empty where anything may be done. */
  readonly wishes: ReadonlySet<Wish>;
  /** It is for every trade of the company, such as an estimate or a service call. */
  readonly generic: boolean;
}

export function readService(service: ServiceType): ServiceReading {
  const { name, aliases, symptoms = [], description = '', skills } = service;
  const named = [name, ...aliases].map(readPhrase);
  const told = symptoms.map(readPhrase);
  const subjects = subjectsOf([...named, ...told]);
  // "Taps, pipes and toilets" are three things, not one and where it is.
  for (const subject of subjectsOf(description.split(/[,;.]| and /).map(readPhrase))) {
    // A description says more of what the name says; it doesn't make a duct cleaning a furnace repair.
    if (subjects.size === 0 || liesWithin(subject, subjects)) subjects.add(subject);
  }
  if (subjects.size === 0) {
    for (const subject of skills.flatMap((skill) => [...readPhrase(skill).subjects.keys()]))
      subjects.add(subject);
  }
  const wishes = wishesOf(service, subjects, named);
  if (wishes.has('maintenance') && [...subjects].some(isCleanedToRepair)) wishes.add('repair');
  const [own] = named;
  const isPlain = own !== undefined && own.unknown.length === 0 && own.elsewhere.length === 0;
  return { subjects, wishes, generic: subjects.size === 0 && wishes.size > 0 && isPlain };
}

type Reading = ReturnType<typeof readPhrase>;

const subjectsOf = (readings: readonly Reading[]): Set<string> =>
  new Set(readings.flatMap(({ subjects }) => [...subjects.keys()]));

function liesWithin(subject: string, subjects: ReadonlySet<string>): boolean {
  const range = rangesOf().get(subject);
  return [...subjects].some((outer) => range?.has(outer));
}

function wishesOf(
  { name }: ServiceType,
  subjects: ReadonlySet<string>,
  [own, ...others]: readonly Reading[],
): Set<Wish> {
  const wishes = new Set(own === undefined ? [] : own.said.size > 0 ? own.said : own.wishes);
  // Aliases widen what the name says; where it says nothing, anything may be done.
  if (wishes.size > 0 || subjects.size === 0) {
    for (const wish of others.flatMap(({ said }) => [...said])) wishes.add(wish);
    return wishes;
  }
  // A boiler service repairs and maintains; "plumbing services" are anything.
  const isServiced = wordsOf(name).at(-1) === 'service' && ![...subjects].some(isTrade);
  return new Set(isServiced ? ['repair', 'maintenance'] : []);
}
