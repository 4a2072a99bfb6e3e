import type { Account } from '../../accounts/account.ts';
import type { Technician } from '../../scheduling/calendar.ts';
import { phraseList } from '../../word-lists.ts';

export type SaidTechnicians =
  | { readonly kind: 'anyone' | 'unknown' }
  /** The words ask for the technician of the visit before, or for anyone else. */
  | { readonly kind: 'compared'; readonly isSame: boolean }
  | { readonly kind: 'named' | 'ruled_out'; readonly technicians: readonly Technician[] };

const ANYONE =
  /^(?:any(?:one|body)?|any technician|whoever|no preference|(?:it )?doesn't matter)(?: is (?:fine|free|available|ok(?:ay)?))?$/i;
const DENIAL = /\b(?:but|not|no|never|except|without|besides|else|other|different|instead|rather|\w+n't)\b/i;

/** These words around `same` and `another` name nobody. */
const NEUTRAL: ReadonlySet<string> = new Set(
  phraseList(`
    a, the, some, someone, somebody, any, anyone, anybody, technician, tech, person, guy, one, man, this, time,
    before, as, from, than, who, that, came, visited, please, again, instead, can, could, i, we, i'd, have, get, want,
    like, prefer, would, rather, to, be, with, whoever, is, fine, ok, okay, free, available
  `),
);
const ANOTHER = ['another', 'else', 'different', 'other', 'new'];
const EXCEPT = ['not', 'but', 'except'];
const SAME = ['same', 'last', 'previous', 'him', 'her', 'them'];
const ANY = ['any', 'anyone', 'anybody', 'whoever'];

/**
 * Reads `somebody else`, `not the same guy as last time`, `the one who came last time`. Undefined if other words are
 * said.
 */
function comparedWithBefore(text: string): SaidTechnicians | undefined {
  const said = text.toLowerCase().match(/[^\s.,!?]+/g) ?? [];
  const telling = said.filter((word) => !NEUTRAL.has(word) && !SAME.includes(word));
  const isSame = said.some((word) => SAME.includes(word));
  const [only, ...more] = telling;
  if (more.length > 0) return undefined;
  if (only === undefined && isSame) return { kind: 'compared', isSame };
  if (only === undefined) return said.some((word) => ANY.includes(word)) ? { kind: 'anyone' } : undefined;
  const isAnother = ANOTHER.includes(only) || (isSame && EXCEPT.includes(only));
  return isAnother ? { kind: 'compared', isSame: false } : undefined;
}

/**
 * Reads `Ana`, `Ana again`, `Ana or Ben`, `anyone but Ben`, `Ana, not Ben` and `somebody else`. Names within other words
 * begin in upper case.
 */
export function techniciansInWords(account: Account, plain: string): SaidTechnicians {
  if (ANYONE.test(plain)) return { kind: 'anyone' };
  const compared = comparedWithBefore(plain);
  if (compared !== undefined) return compared;
  const at = DENIAL.exec(plain)?.index ?? plain.length;
  const [before, after] = [namedWithin(account, plain.slice(0, at)), namedWithin(account, plain.slice(at))];
  if (/\bif not\b/i.test(plain)) return { kind: 'unknown' };
  const isOnlyNamed = before.length > 0 && (after.length > 0 || at === plain.length);
  if (isOnlyNamed) return { kind: 'named', technicians: before };
  return after.length > 0 && before.length === 0
    ? { kind: 'ruled_out', technicians: after }
    : { kind: 'unknown' };
}

const namedWithin = ({ technicians }: Account, text: string): readonly Technician[] => {
  const words = new Set(text.match(/[\p{L}\p{N}-]+/gu));
  return technicians.filter(({ name }) => /^\p{Lu}/u.test(name) && words.has(name.split(' ')[0] ?? name));
};
