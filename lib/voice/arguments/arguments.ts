import * as v from 'valibot';
import { once } from '../../lazily.ts';
import { textOf } from '../../normalized.ts';
import { snakeCase } from '../../platforms/function-names.ts';
import { canonicalText } from '../../record/ids.ts';
import { formatClock24 } from '../../scheduling/time-of-day.ts';
import { parseClockTime } from '../../understanding/clock-time.ts';
import { isPlaceholder } from '../../understanding/placeholders.ts';

/** A language model may send any value. */
export type Arguments = Readonly<Record<string, unknown>>;

const MAX_TEXT = 200;
const MAX_NOTES = 2000;

/** The JSON schema of an argument doesn't contain this metadata. */
interface FieldNotes {
  /** Models also use these names for the argument. They count if its own name has no text. */
  readonly alsoKnownAs?: readonly string[];
  /** The maximum length of a stored text, in UTF-16 units. */
  readonly keptUpTo?: number;
  /** False if the argument is accepted but not offered to the model. */
  readonly offered?: boolean;
  /** True if the argument contains the caller's own words about the problem. */
  readonly ownWords?: boolean;
  /** The regular expression that the model is asked to keep to. Other texts are read, too. */
  readonly pattern?: string;
  /** The argument has one of these values, or several. */
  readonly options?: readonly string[];
  /** Tells whether the sent texts have a meaning for this argument. If they have none, the answer says so. */
  readonly isUnderstood?: (texts: readonly string[]) => boolean;
}

const DATE_FORM = /^\d{4}-\d{2}-\d{2}$/;
/** The form of a date, `2026-11-24`. */
export const DATE = DATE_FORM.source;
const HOUR_AND_MINUTE = '([01]\\d|2[0-3]):[0-5]\\d';
/** The form of a time of day, `14:30`. */
export const TIME = `^${HOUR_AND_MINUTE}$`;
const SPAN = `^${HOUR_AND_MINUTE}-${HOUR_AND_MINUTE}$`;

interface TextNotes extends Omit<FieldNotes, 'keptUpTo'> {
  /** True if the text is stored, so that a person should check the text if it was changed. */
  readonly kept?: boolean;
}

/**
 * Reads a text and never refuses one: trims it, cuts it at 200 characters, and turns numbers into text. Null, `""`,
 * placeholders such as `unknown` and anything else count as absent.
 */
export const text = ({ kept = false, ...notes }: TextNotes = {}) =>
  cutText(MAX_TEXT, kept ? { ...notes, keptUpTo: MAX_TEXT } : notes);

/** Reads like `text`, for long texts in people's own words, which are stored. */
export const story = () => cutText(MAX_NOTES, { keptUpTo: MAX_NOTES, ownWords: true });

const cutText = (maxLength: number, notes: FieldNotes) =>
  v.pipe(
    anything(),
    v.transform((value) => saidIn(value)?.slice(0, maxLength).toWellFormed()),
    v.optional(v.string()),
    v.metadata({ ...notes }),
  );

/** Reads one of a few values, also if `understand` finds it in another text; absent if no value fits. */
export const choice = <const Options extends readonly string[]>(
  options: Options,
  understand: (text: string) => Options[number] | undefined = () => undefined,
  notes: FieldNotes = {},
) => {
  const read = (text: string) =>
    optionIn(options, text) ?? (isPlaceholder(text) ? undefined : understand(text));
  return v.pipe(
    anything(),
    v.transform((value) => {
      const text = textOf(value);
      return text === undefined ? undefined : read(text);
    }),
    v.optional(v.picklist(options)),
    v.metadata({
      ...notes,
      options,
      isUnderstood: ([text = '']) => read(text) !== undefined,
    } satisfies FieldNotes),
  );
};

/** Reads several of a few values, in a list or in words, which `understand` reads; absent if no value fits. */
export const choices = <const Options extends readonly string[]>(
  options: Options,
  understand: (text: string) => Iterable<Options[number]> | undefined,
) => {
  const read = (texts: readonly string[]): Options[number][] | undefined => {
    const named = texts.map((text) => optionIn(options, text));
    return named.every((one) => one !== undefined) ? named : [...(understand(texts.join(', ')) ?? [])];
  };
  return v.pipe(
    anything(),
    v.transform((value) => {
      const found = read(saidAmong(value)) ?? [];
      return found.length === 0 ? undefined : found;
    }),
    v.optional(v.array(v.picklist(options))),
    v.metadata({ options, isUnderstood: (texts) => read(texts)?.length !== 0 } satisfies FieldNotes),
  );
};

const optionIn = <const Options extends readonly string[]>(options: Options, text: string) =>
  options.find(
    (option): option is Options[number] => option === text.trim().toLowerCase().replace(/\s+/g, '_'),
  );

/** Reads dates as YYYY-MM-DD in a list; leaves out what is no date. */
export const dates = () => {
  const isDate = (text: string) => DATE_FORM.test(text);
  return v.pipe(
    anything(),
    v.transform((value) => {
      const found = saidAmong(value).filter(isDate);
      return found.length === 0 ? undefined : found;
    }),
    v.optional(v.array(v.pipe(v.string(), v.regex(DATE_FORM)))),
    v.metadata({ isUnderstood: (texts) => texts.every(isDate) } satisfies FieldNotes),
  );
};

/** Reads a time of day, such as `14:30` or `2:30 PM`, as HH:MM; absent if the text is none. */
export const clock = () => spelledAs(TIME, clockIn);

/** Reads the time between two times of day as HH:MM-HH:MM; absent if the text is none. */
export const clockSpan = () =>
  spelledAs(SPAN, (text) => {
    const ends = text.split(/-|–|\bto\b|\band\b/).map((end) => clockIn(end.trim()));
    return ends.length === 2 && ends.every((end) => end !== undefined) ? ends.join('-') : undefined;
  });

function clockIn(text: string): string | undefined {
  const minute = parseClockTime(text);
  return minute === undefined ? undefined : formatClock24(minute);
}

const spelledAs = (pattern: string, spell: (text: string) => string | undefined) =>
  v.pipe(
    anything(),
    v.transform((value) => {
      const said = saidIn(value);
      return said === undefined ? undefined : spell(said);
    }),
    v.optional(v.string()),
    v.metadata({
      pattern,
      isUnderstood: ([text = '']) => spell(text) !== undefined,
    } satisfies FieldNotes),
  );

/** Reads a flag, which models also write as text. */
export const flag = () =>
  v.pipe(
    anything(),
    v.transform((value) => value === true || /^(?:true|yes|y|1)$/i.test(saidIn(value) ?? '')),
    v.boolean(),
  );

/** Reads a flag that may be left open. Models also write it as text. */
export const maybe = () =>
  v.pipe(
    anything(),
    v.transform((value) => {
      const said = typeof value === 'boolean' ? String(value) : (saidIn(value) ?? '');
      if (/^(?:true|yes|y|1)$/i.test(said)) return true;
      return /^(?:false|no|n|0)$/i.test(said) ? false : undefined;
    }),
    v.optional(v.boolean()),
  );

/** Reads whether the caller wants something, and what they say to end it. */
export const wanted = () => {
  const read = (said: string): boolean | undefined => {
    if (/^(?:true|yes|y|1|ok|okay|sure|start)\b/i.test(said)) return true;
    return /^(?:false|no|n|0|stop|never|none)\b/i.test(said) ? false : undefined;
  };
  return v.pipe(
    anything(),
    v.transform((value) => (typeof value === 'boolean' ? value : read(saidIn(value) ?? ''))),
    v.optional(v.boolean()),
    v.metadata({ isUnderstood: ([text = '']) => read(text) !== undefined } satisfies FieldNotes),
  );
};

/** The default also handles a missing argument. */
const anything = () => v.optional(v.unknown(), null);

/** Returns the text of an argument. Placeholders such as `N/A` count as absent. */
function saidIn(value: unknown): string | undefined {
  const text = textOf(value);
  return text === undefined || isPlaceholder(text) ? undefined : text;
}

/** Returns the texts of an argument that may be a list, without placeholders. */
const saidAmong = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).map(saidIn).filter((one) => one !== undefined);

type Field = v.GenericSchema<unknown, string | boolean | readonly string[] | undefined>;

/** Allows only fields made by the functions above, so that reading arguments never fails. */
export type ArgumentsSchema<Fields extends Readonly<Record<string, Field>>> = v.ObjectSchema<
  Fields,
  undefined
>;

export type AnyArgumentsSchema = ArgumentsSchema<Readonly<Record<string, Field>>>;

export type ReadArguments<Schema extends AnyArgumentsSchema> = v.InferOutput<Schema> & {
  /** What the model sent, as text that is equal for equal arguments. */
  readonly canonicalArguments: string;
  /** Names of texts that were changed, because they were too long or not text. */
  readonly unclear: readonly string[];
  /** Names of arguments that have no meaning as they were sent. */
  readonly ignored: readonly string[];
};

/** Parses what a model sent. Values that can't be parsed are absent, unknown arguments are ignored. */
export function readArguments<Schema extends AnyArgumentsSchema>(
  schema: Schema,
  sent: Arguments,
): ReadArguments<Schema> {
  const fields = fieldsOf(schema);
  const byOwnName: Record<string, unknown> = {};
  for (const { name, names } of fields) byOwnName[name] = sentAs(names, sent);
  const unclear = fields.filter(
    ({ name, keptUpTo }) => keptUpTo !== undefined && isUnclear(byOwnName[name], keptUpTo),
  );
  const read = v.parse(schema, byOwnName);
  const ignored = fields.filter(({ name, isUnderstood }) => {
    const texts = saidAmong(byOwnName[name]);
    return isUnderstood !== undefined && texts.length > 0 && !isUnderstood(texts);
  });
  return {
    ...read,
    canonicalArguments: canonicalText(sent),
    unclear: unclear.map(({ name }) => name),
    ignored: ignored.map(({ name }) => name),
  };
}

/** Returns what callers say is wrong in their own words, as a model sent it. */
export function ownWordsIn(schema: AnyArgumentsSchema, sent: Arguments): readonly string[] {
  return fieldsOf(schema)
    .filter(({ ownWords }) => ownWords)
    .map(({ names }) => saidIn(sentAs(names, sent))?.slice(0, MAX_NOTES))
    .filter((text) => text !== undefined);
}

/** Returns the first of the ignored arguments that has to be one of a few values. */
export function unknownValue(
  schema: AnyArgumentsSchema,
  sent: Arguments,
  ignored: readonly string[],
): { readonly argument: string; readonly text: string; readonly options: readonly string[] } | undefined {
  for (const { name, names, options } of fieldsOf(schema)) {
    if (options !== undefined && ignored.includes(name))
      return { argument: name, text: saidAmong(sentAs(names, sent)).join(', '), options };
  }
  return undefined;
}

interface KnownField extends FieldNotes {
  readonly name: string;
  /** The argument's own name comes first. Each name is also accepted in snake case. */
  readonly names: readonly string[];
}

/** Cached, because finding metadata in a field's pipe takes longer than parsing all arguments of a request. */
const fieldsOf = once((schema: AnyArgumentsSchema): readonly KnownField[] =>
  Object.entries(schema.entries).map(([name, field]) => {
    const notes = notesOf(field);
    const names = [name, ...(notes.alsoKnownAs ?? [])];
    return { ...notes, name, names: [...new Set(names.flatMap((one) => [one, snakeCase(one)]))] };
  }),
);

/** Returns the first named argument that is a text; if none is, the first that is present. */
function sentAs(names: readonly string[], sent: Arguments): unknown {
  const values = names.map((name) => valueIn(sent, name));
  return values.find((value) => saidIn(value) !== undefined) ?? values.find((value) => value !== undefined);
}

export function notesOf(field: Field): FieldNotes {
  return v.getMetadata(field);
}

const valueIn = (sent: Arguments, name: string): unknown =>
  Object.hasOwn(sent, name) ? sent[name] : undefined;

function isUnclear(value: unknown, maxLength: number): boolean {
  if (value === undefined || value === null || typeof value === 'number') return false;
  return typeof value !== 'string' || value.trim().length > maxLength;
}
