import type * as v from 'valibot';
import { accountDocument } from '../../lib/accounts/document/account-document.ts';
import { demoAccount } from '../../local/demo/demo-account.ts';
import { meanings } from './meanings.ts';

/** The fields that get a row, in the order of the schema. */
export function documentedFields(): readonly SchemaField[] {
  const covering = Object.keys(meanings).filter((path) => meanings[path]?.coversFields);
  return fieldsOf(accountDocument()).filter(
    ({ path }) => !covering.some((outer) => path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`)),
  );
}

/** A value for a field that a valid document may have: the demo's, otherwise that of its meaning. */
export function exampleOf(path: string): unknown {
  return meanings[path]?.example ?? valueAt(demoAccount, path);
}

/** The first value at a path, whichever entry of a list has it. */
function valueAt(document: unknown, path: string): unknown {
  const [name = '', ...rest] = path.split('.');
  const key = name.replace('[]', '');
  const value: unknown =
    typeof document === 'object' && document !== null ? Reflect.get(document, key) : undefined;
  if (rest.length === 0) return value;
  const inside = rest.join('.');
  if (!Array.isArray(value)) return valueAt(value, inside);
  return value.map((entry) => valueAt(entry, inside)).find((found) => found !== undefined);
}

const intro = `# The account document

<!-- Written by \`npm run docs\` from lib/accounts/document/account-document.ts and openapi/account/meanings.ts. -->

One JSON document describes a company. \`npx dispatch accounts example\` prints a complete one to start from, \`accounts check <file>\`
lists every fault of a document, and \`accounts put <file>\` stores it. Fields that are not listed here are refused, because a misspelled
field would have no effect.`;

/** `docs/account.md`. */
export function accountPage(): string {
  const fields = documentedFields();
  const isTop = ({ path }: SchemaField) => !path.includes('.');
  const sections = fields.filter(isTop).flatMap(({ path: name }) => {
    const inside = fields.filter((field) => !isTop(field) && field.path.split(/[.[]/)[0] === name);
    return inside.length === 0 ? [] : [`## ${name}`, meanings[name]?.says ?? '', table(inside)];
  });
  return `${[intro, '## The document', table(fields.filter(isTop)), ...sections].join('\n\n')}\n`;
}

function table(fields: readonly SchemaField[]): string {
  const rows = fields.map((field) => [
    `\`${field.path}\``,
    meanings[field.path]?.says ?? '',
    field.expected,
    fallbackOf(field),
    code(exampleOf(field.path)),
  ]);
  const head = ['field', 'meaning', 'must be', 'default', 'example'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function fallbackOf({ path, required, fallback }: SchemaField): string {
  if (required) return 'required';
  return meanings[path]?.without ?? code(fallback);
}

/** Longer values are shown field by field. */
const MOST_SHOWN = 90;

function code(value: unknown): string {
  const text = value === undefined ? '' : JSON.stringify(value);
  return text === '' || text.length > MOST_SHOWN ? '' : `\`${text}\``;
}

/** A field of a document, as its schema describes it. */
export interface SchemaField {
  /** Such as `booking.arrival.style` or `serviceTypes[].id`; `{}` stands for any key of a record. */
  readonly path: string;
  /** What a value must be, in the words of the errors about it. */
  readonly expected: string;
  readonly required: boolean;
  /** What counts without the field, as JSON; absent if the schema names nothing. */
  readonly fallback?: unknown;
}

type Schema = v.GenericSchema;

/** All fields of an object's schema, each before the fields inside it. */
export function fieldsOf(schema: Schema, prefix = ''): readonly SchemaField[] {
  return Object.entries(entriesOf(schema)).flatMap(([name, entry]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const { inner, required, fallback } = unwrapped(entry);
    const field = {
      path,
      expected: expectedOf(inner),
      required,
      ...(fallback !== undefined && { fallback }),
    };
    return [field, ...fieldsInside(inner, path)];
  });
}

function fieldsInside(schema: Schema, path: string): readonly SchemaField[] {
  const item = part(schema, 'item');
  if (item !== undefined) return fieldsInside(item, `${path}[]`);
  return fieldsOf(schema, path);
}

function unwrapped(entry: Schema) {
  const inner = part(entry, 'wrapped');
  if (inner === undefined) return { inner: entry, required: true, fallback: undefined };
  return { inner, required: false, fallback: 'default' in entry ? entry.default : undefined };
}

/** The message of the first check in a pipe, because its later ones say the same. */
function expectedOf(schema: Schema): string {
  const message = 'message' in schema ? schema.message : undefined;
  if (typeof message === 'string') return message;
  throw new Error(`A schema of type ${schema.type} has no message for people.`);
}

function entriesOf(schema: Schema): Readonly<Record<string, Schema>> {
  const entries = 'entries' in schema ? schema.entries : undefined;
  if (typeof entries !== 'object' || entries === null) return {};
  return Object.fromEntries(Object.entries(entries).filter(isNamedSchema));
}

function part(schema: Schema, name: 'item' | 'wrapped'): Schema | undefined {
  const found: unknown = name in schema ? Reflect.get(schema, name) : undefined;
  return isSchema(found) ? found : undefined;
}

const isNamedSchema = (entry: [string, unknown]): entry is [string, Schema] => isSchema(entry[1]);

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema';
