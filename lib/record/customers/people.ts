import { normalized } from '../../normalized.ts';

/** Somebody who uses a customer's number. */
export interface Person {
  readonly name: string;
  /** The last booking in this name: ISO 8601, UTC; absent from what older releases stored. */
  readonly lastCallAt?: string | undefined;
}

/** A record has at most this many people. */
const MAX_PEOPLE = 10;
const MAX_KEY = 40;

interface Household {
  readonly name?: string | undefined;
  readonly people?: readonly Person[] | undefined;
}

/** Returns a key that `Dana Miller`, `dana` and the corrected `Dana Müller` share, because they are one person. */
export function personKey(name: string): string {
  const [first = '', ...others] =
    normalized(name, 'NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu) ?? [];
  const isTitle = others.length > 0 && /^(?:mr|mrs|ms|miss|dr)$/.test(first);
  return (isTitle ? [first, ...others].join(' ') : first).slice(0, MAX_KEY);
}

/** Returns the whole name of the person whose first name alone is said; otherwise what is said. */
export function wholeName(said: string, people: readonly Person[]): string {
  if (/\s/.test(said.trim())) return said;
  const key = personKey(said);
  return people.find(({ name }) => personKey(name) === key && name !== said)?.name ?? said;
}

/** Lists who uses a number: the person of the record first, whom older releases stored alone. */
export function peopleOf({ name, people = [] }: Household): readonly Person[] {
  if (name === undefined) return people;
  const key = personKey(name);
  const own = people.find((person) => personKey(person.name) === key);
  return [{ ...own, name }, ...people.filter((person) => person !== own)];
}

/**
 * Returns what changes in a record when somebody says a name: the record's own name only if it is the same person or the
 * first one. Everybody else is added, and renames nobody.
 */
export function namesAfter(spoken: string | undefined, record: Household | undefined) {
  if (spoken === undefined) return {};
  const said = wholeName(spoken, peopleOf(record ?? {}));
  const own = record?.name;
  if (own === undefined) return { name: said, person: said };
  if (personKey(own) === personKey(said))
    return { name: said, formerName: own === said ? undefined : own, person: said };
  const known = peopleOf(record ?? {});
  const hasRoom = known.length < MAX_PEOPLE || known.some(({ name }) => personKey(name) === personKey(said));
  return hasRoom ? { person: said } : {};
}
