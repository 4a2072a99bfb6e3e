import * as v from 'valibot';
import { once } from '../../lazily.ts';
import { textOf } from '../../normalized.ts';
import { snakeCase } from '../../platforms/function-names.ts';
import { canonicalText } from '../../record/ids.ts';
import { isPlaceholder } from '../../understanding/placeholders.ts';

/** Arguments as a language model sent them: any value is possible. */
export type Arguments = Readonly<Record<string, unknown>>;

const MAX_TEXT = 200;
const MAX_NOTES = 2000;

/** Metadata of an argument that is not part of its JSON schema. */
interface FieldNotes {
  /** Other names that models use for it. They count if its own name has no text. */
  readonly alsoKnownAs?: readonly string[];
  /** For stored text: its maximum length in UTF-16 units. */
  readonly keptUpTo?: number;
  /** False if the argument is accepted but not offered to the model. */
  readonly offered?: boolean;
  /** Whether it contains the caller's own words about the problem. */
  readonly ownWords?: boolean;
  /** For a choice: whether an unknown value is reported as ignored. */
  readonly isChoice?: boolean;
}

interface TextNotes extends Omit<FieldNotes, 'keptUpTo'> {
  /** Whether it is stored, so that a person should check it if it was changed. */
  readonly kept?: boolean;
}

/**
 * A text that is never refused: trimmed and cut at 200 characters, numbers as text; null, `""`, placeholders such as
 * `unknown` and anything else are absent.
 */
export const text = ({ kept = false, ...notes }: TextNotes = {}) =>
  cutText(MAX_TEXT, kept ? { ...notes, keptUpTo: MAX_TEXT } : notes);

/** Like `text`; a list of texts is joined with commas. */
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

/** Like `text`, for long texts in people's own words, which are stored. */
export const story = () => cutText(MAX_NOTES, { keptUpTo: MAX_NOTES, ownWords: true });

const cutText = (maxLength: number, notes: FieldNotes) =>
  v.pipe(
    anything(),
    v.transform((value) => saidIn(value)?.slice(0, maxLength).toWellFormed()),
    v.optional(v.string()),
    v.metadata({ ...notes }),
  );

/** One of a few values, which `understand` reads from a text; absent if it finds none. */
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

/** Whether a flag is set; models also write it as text. */
export const flag = () =>
  v.pipe(
    anything(),
    v.transform((value) => value === true || /^(?:true|yes|y|1)$/i.test(saidIn(value) ?? '')),
    v.boolean(),
  );

/** A flag that may be left open; models also write it as text. */
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

/** The text of an argument; placeholders such as `N/A` count as absent. */
function saidIn(value: unknown): string | undefined {
  const text = textOf(value);
  return text === undefined || isPlaceholder(text) ? undefined : text;
}

type Field = v.GenericSchema<unknown, string | boolean | undefined>;

/**
 * The arguments of a function: fields made by `text`, `story`, `choice`, `flag` and `maybe`, so that reading them never
 * fails.
 */
export type ArgumentsSchema<Fields extends Readonly<Record<string, Field>>> = v.ObjectSchema<
  Fields,
  undefined
>;

/** The arguments of any function. */
export type AnyArgumentsSchema = ArgumentsSchema<Readonly<Record<string, Field>>>;

/** Arguments after parsing. */
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

/** The arguments in which callers say what is wrong, as a model sent them. */
export function ownWordsIn(schema: AnyArgumentsSchema, sent: Arguments): readonly string[] {
  return fieldsOf(schema)
    .filter(({ ownWords }) => ownWords)
    .map(({ names }) => saidIn(sentAs(names, sent))?.slice(0, MAX_NOTES))
    .filter((text) => text !== undefined);
}

interface KnownField extends FieldNotes {
  readonly name: string;
  /** Its own name first; each also in snake case. */
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

/** The metadata of a field. */
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
