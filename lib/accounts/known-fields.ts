import { closest, distance } from 'fastest-levenshtein';
import * as v from 'valibot';

/** The `expected` of an issue about an unknown field, as valibot's strict objects report it. */
const NOTHING = 'never';

/** A name counts as misspelled if at most this share of its letters differs. */
const MISSPELLED = 0.4;

/**
 * An object with these fields. Every other field causes an issue that names the nearest known field. It stays
 * in the value, so that callers that accept such issues lose nothing.
 */
export const knownFields = <const Entries extends v.ObjectEntries>(
  entries: Entries,
  expected = 'an object',
) =>
  v.pipe(
    v.looseObject(entries, expected),
    v.rawCheck(({ dataset: { value: input }, addIssue }) => {
      if (typeof input !== 'object' || input === null) return;
      const known = Object.keys(entries);
      for (const [key, value] of Object.entries(input)) {
        if (known.includes(key)) continue;
        addIssue({
          expected: NOTHING,
          message: `a known field: ${suggestion(key, known)}`,
          path: [{ type: 'object', origin: 'value', input: { ...input }, key, value }],
        });
      }
    }),
  );

/** Whether an issue is about a field that is not in the schema. */
export function isUnknownField(issue: v.BaseIssue<unknown>): boolean {
  return issue.expected === NOTHING;
}

function suggestion(key: string, known: readonly string[]): string {
  const lower = key.toLowerCase();
  const nearest = closest(
    lower,
    known.map((name) => name.toLowerCase()),
  );
  const name = known.find((candidate) => candidate.toLowerCase() === nearest);
  return name !== undefined && distance(lower, nearest) <= name.length * MISSPELLED
    ? `did you mean ${name}?`
    : `one of ${known.join(', ')}`;
}
