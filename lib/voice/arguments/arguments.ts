import * as v from 'valibot';
import { once } from '../../lazily.ts';
import { textOf } from '../../normalized.ts';
import { snakeCase } from '../../platforms/function-names.ts';
import { canonicalText } from '../../record/ids.ts';
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
  /** True if an unknown value of a choice is reported as ignored. */
  readonly isChoice?: boolean;
}

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

/** Reads like `text`, and joins a list of texts with commas. */
export const listed = () =>
  v.pipe(
    anything(),
    v.transform((value) =>
      Array.isArray(value)
        ? value
            .map(saidIn)
            .filter((one) => one !== undefined)
            .join(', ')
        : value,
    ),
    v.transform((value) => saidIn(value)?.slice(0, MAX_TEXT).toWellFormed()),
    v.optional(v.string()),
  );

/** Reads like `text`, for long texts in people's own words, which are stored. */
export const story = () => cutText(MAX_NOTES, { keptUpTo: MAX_NOTES, ownWords: true });

const cutText = (maxLength: number, notes: FieldNotes) =>
  v.pipe(
    anything(),
    v.transform((value) => saidIn(value)?.slice(0, maxLength).toWellFormed()),
    v.optional(v.string()),
    v.metadata({ ...notes }),
  );

/** Reads one of a few values, which `understand` finds in a text; absent if it finds none. */
export const choice = <const Options extends readonly string[]>(
  options: Options,
  understand: (text: string) => Options[number] | undefined,
) =>
  v.pipe(
    anything(),
    v.transform((value) => {
      const said = saidIn(value);
      return said === undefined ? undefined : understand(said);
    }),
    v.optional(v.picklist(options)),
    v.metadata({ isChoice: true } satisfies FieldNotes),
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

/** The default also handles a missing argument. */
const anything = () => v.optional(v.unknown(), null);

/** Returns the text of an argument. Placeholders such as `N/A` count as absent. */
function saidIn(value: unknown): string | undefined {
  const text = textOf(value);
  return text === undefined || isPlaceholder(text) ? undefined : text;
}

type Field = v.GenericSchema<unknown, string | boolean | undefined>;

/**
 * Allows only fields made by `text`, `story`, `choice`, `flag` and `maybe`, so that reading arguments never fails.
 */
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
  /** Names of choices whose text matched no option. */
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
  const ignored = fields.filter(
    ({ name, isChoice }) => isChoice && saidIn(byOwnName[name]) !== undefined && !hasValue(read, name),
  );
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

const hasValue = (read: object, name: string): boolean =>
  Object.entries(read).some(([field, value]) => field === name && value !== undefined);

const valueIn = (sent: Arguments, name: string): unknown =>
  Object.hasOwn(sent, name) ? sent[name] : undefined;

function isUnclear(value: unknown, maxLength: number): boolean {
  if (value === undefined || value === null || typeof value === 'number') return false;
  return typeof value !== 'string' || value.trim().length > maxLength;
}
