import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';

/** A JSON schema (2020-12) or a part of an OpenAPI document. */
export interface Schema {
  readonly [keyword: string]: unknown;
}

type Properties = Readonly<Record<string, Schema>>;

/** An object with these properties; others are allowed. */
export const object = (
  description: string,
  properties: Properties,
  required: readonly string[] = [],
): Schema => ({
  type: 'object',
  ...(description !== '' && { description }),
  properties,
  ...(required.length > 0 && { required }),
});

/** An object in an answer: exactly these properties, all required except the optional ones. */
export const answer = (description: string, properties: Properties, optional: Properties = {}): Schema => ({
  ...object(description, { ...properties, ...optional }, Object.keys(properties)),
  additionalProperties: false,
});

export const text = (description: string, more: Schema = {}): Schema => ({
  type: 'string',
  description,
  ...more,
});

export const list = (description: string, items: Schema): Schema => ({
  type: 'array',
  ...(description !== '' && { description }),
  items,
});

/** A single constant value. */
export const only = (value: string | boolean): Schema => ({ const: value });

/** A reference to a schema of the document's components. */
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** Components that a file adds, by name. */
export type Schemas = Readonly<Record<string, Schema>>;

/** The schema of what the code answers with. */
export function outputSchema(schema: v.GenericSchema): Schema {
  const { $schema: _, ...own } = toJsonSchema(schema, { typeMode: 'output', ignoreActions: ['readonly'] });
  return own;
}
