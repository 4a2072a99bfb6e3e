import * as v from 'valibot';
import { isPlaceholder } from '../understanding/placeholders.ts';

/** An optional field after parsing. */
export interface GivenText {
  /** Absent if nothing was sent, or only a placeholder such as `N/A`, or a value that can't be stored as text. */
  readonly text?: string;
  /** Whether any text was sent, including placeholders. */
  readonly isSent: boolean;
  /** Whether a person should check it: it wasn't text, or it was too long. */
  readonly flagged: boolean;
}

/** Trims text and converts numbers to text. Undefined for empty text and any other value. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return undefined;
  const text = value.toWellFormed().trim();
  return text === '' ? undefined : text;
}

/** Text for unexpected values: a boolean as a word, a list of texts joined with commas. */
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

/** An optional field that is never refused. Text over `maxLength` (UTF-16 units) is cut and flagged. */
export const givenText = (maxLength = 2000) =>
  v.pipe(
    v.optional(v.unknown(), null),
    v.transform((value) => understood(value, maxLength)),
  );

/** A required field: text of at most 200 characters. Numbers are converted to text. */
export const requiredText = (expected = 'a text of 1 to 200 characters') =>
  v.pipe(
    // With the default, a missing field is refused with the same message as an empty one.
    v.optional(v.unknown(), ''),
    v.transform(textOf),
    v.string(expected),
    v.maxLength(200, expected),
  );

/** Types a schema's input as unknown, for use in a pipe after an untyped value. */
export const ofAnything = <Output>(
  schema: v.GenericSchema<unknown, Output>,
): v.GenericSchema<unknown, Output> => schema;
