import type * as v from 'valibot';

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
