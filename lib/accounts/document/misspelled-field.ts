import { closest, distance } from 'fastest-levenshtein';
import type * as v from 'valibot';
import { knownNames } from './fields.ts';

/** A name counts as misspelled if at most this share of its letters differs. */
const MISSPELLED = 0.4;

/** Returns what is expected in place of an unknown field: the nearest known field, or all of them. */
export function knownFieldFor(issue: v.BaseIssue<unknown>): string {
  const known = knownNames(issue);
  const lower = String(issue.path?.at(-1)?.key).toLowerCase();
  const nearest = closest(
    lower,
    known.map((name) => name.toLowerCase()),
  );
  const name = known.find((candidate) => candidate.toLowerCase() === nearest);
  return name !== undefined && distance(lower, nearest) <= name.length * MISSPELLED
    ? `a known field: did you mean ${name}?`
    : `a known field: one of ${known.join(', ')}`;
}
