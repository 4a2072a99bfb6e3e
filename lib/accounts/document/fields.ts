import * as v from 'valibot';

export const text = (most: number, expected = `a text of 1 to ${most} characters`) =>
  v.pipe(v.string(expected), v.trim(), v.nonEmpty(expected), v.maxLength(most, expected));

/** Defaults to an empty list. */
export const texts = (most: number) => v.optional(v.array(text(most), 'a list of texts'), []);

const phoneExpected = 'a phone number in E.164, such as +12125550100';
export const phone = () => v.pipe(v.string(phoneExpected), v.regex(/^\+[1-9]\d{6,14}$/, phoneExpected));

export const oneOf = <const Options extends readonly string[]>(options: Options) =>
  v.picklist(options, `one of ${options.join(', ')}`);

/** Valibot's strict objects report this as the `expected` of an issue about an unknown field. */
const NOTHING = 'never';
const SEPARATOR = ', ';

/**
 * Returns the schema of an object with these fields. Every other field causes an issue whose message lists the known
 * ones, but stays in the value, so that callers that accept such issues lose nothing.
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
          message: known.join(SEPARATOR),
          path: [{ type: 'object', origin: 'value', input: { ...input }, key, value }],
        });
      }
    }),
  );

/** True if an issue is about a field that is not in the schema. */
export function isUnknownField(issue: v.BaseIssue<unknown>): boolean {
  return issue.expected === NOTHING;
}

/** Returns the known fields that an issue about an unknown field lists. */
export const knownNames = ({ message }: v.BaseIssue<unknown>): readonly string[] => message.split(SEPARATOR);
