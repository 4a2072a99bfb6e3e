import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { type AnyArgumentsSchema, notesOf } from '../../voice/arguments.ts';
import type { CatalogedFunction } from '../../voice/catalog.ts';
import type { VoicePlatform } from '../index.ts';
import { descriptionOf } from './descriptions.ts';
import { withNames } from './names.ts';

/** What the platforms accept of JSON Schema: nothing nested, no references, no alternatives. */
const ParametersSchema = v.object({
  type: v.literal('object'),
  properties: v.record(
    v.string(),
    v.strictObject({
      type: v.picklist(['string', 'boolean']),
      description: v.string(),
      enum: v.optional(v.array(v.string())),
    }),
  ),
});

/** The arguments of a function as a JSON schema for a language model. */
export interface ToolParameters extends v.InferOutput<typeof ParametersSchema> {
  readonly required: string[];
}

/** The shape that the model is asked to send; at run time anything is understood as well as it can be. */
export function parametersOf(entry: CatalogedFunction, platform: VoicePlatform): ToolParameters {
  const { type, properties } = v.parse(
    ParametersSchema,
    // What reading makes of an argument is what the model should have sent.
    toJsonSchema(entry.arguments, { typeMode: 'output', ignoreActions: ['metadata'] }),
  );
  const { entries }: AnyArgumentsSchema = entry.arguments;
  const offered = Object.entries(properties).filter(([name]) => {
    const field = entries[name];
    return field !== undefined && notesOf(field).offered !== false;
  });
  const named = offered.map(([name, property]) => {
    return [name, { ...property, description: withNames(property.description, platform) }] as const;
  });
  return { type, properties: Object.fromEntries(named), required: [...descriptionOf(entry).required] };
}
