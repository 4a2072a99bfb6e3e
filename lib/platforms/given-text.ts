import * as v from 'valibot';
import { isPlaceholder } from '../voice/understanding/placeholders.ts';

/** An optional field as it was understood. */
export interface GivenText {
  /** Absent where nothing was sent, only a placeholder such as `N/A`, or nothing that can be kept as text. */
  readonly text?: string;
  /** Whether any text was sent, a placeholder included. */
  readonly isSent: boolean;
  /** Whether a person should look at it: it came as something else than text, or was too long. */
  readonly flagged: boolean;
}

/** Text and numbers as trimmed text. `""` and null are absent, and so is anything else. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return undefined;
  const text = value.toWellFormed().trim();
  return text === '' ? undefined : text;
}

/** What can be kept of an odd value: `true` as its word, a list of texts as one text. */
function oddTextOf(value: unknown): string | undefined {
  if (typeof value === 'boolean') return String(value);
  if (!Array.isArray(value)) return undefined;
  const texts = value.flatMap((item) => textOf(item) ?? []);
  return texts.length > 0 ? texts.join(', ') : undefined;
}

function understood(value: unknown, maxLength: number): GivenText {
  if (value === undefined || value === null) return { isSent: false, flagged: false };
  const plain = textOf(value);
  const text = plain ?? oddTextOf(value);
  if (text === undefined) return { isSent: false, flagged: typeof value !== 'string' };
  if (isPlaceholder(text)) return { isSent: true, flagged: false };
  const cut = text.slice(0, maxLength).toWellFormed();
  return { text: cut, isSent: true, flagged: plain === undefined || text.length > maxLength };
}

/** An optional field that is never refused. `maxLength` in UTF-16 units; what is longer is cut and flagged. */
export const givenText = (maxLength = 2000) =>
  v.pipe(
    v.optional(v.unknown(), null),
    v.transform((value) => understood(value, maxLength)),
  );

/** A field that must be there, as text of at most 200 characters; numbers are taken as text. */
export const requiredText = (expected = 'a text of 1 to 200 characters') =>
  v.pipe(
    // The default lets a field that is not there be refused in the same words as one that is empty.
    v.optional(v.unknown(), ''),
    v.transform(textOf),
    v.string(expected),
    v.maxLength(200, expected),
  );

/** The same schema, for a place of a pipe where nothing is known of the value yet. */
export const ofAnything = <Output>(
  schema: v.GenericSchema<unknown, Output>,
): v.GenericSchema<unknown, Output> => schema;
