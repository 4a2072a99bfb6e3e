import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import type { Account } from '../../accounts/account.ts';
import type { VoicePlatform } from '../../platforms/index.ts';
import { type AnyArgumentsSchema, notesOf } from '../../voice/arguments/arguments.ts';
import type { CatalogedFunction } from '../../voice/catalog.ts';
import { argumentDescriptionsOf } from './argument-descriptions.ts';
import { emergencyText, servicesText } from './company-texts.ts';
import { descriptionOf } from './descriptions.ts';
import { withNames } from './names.ts';

/** Platforms accept only this subset of JSON Schema: no nesting, references or alternatives. */
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

export interface ToolParameters extends v.InferOutput<typeof ParametersSchema> {
  readonly required: string[];
}

/**
 * Returns the JSON schema of the arguments that the model is asked to send. At run time other types are accepted as
 * far as possible.
 */
export function parametersOf(
  entry: CatalogedFunction,
  platform: VoicePlatform,
  account?: Account | undefined,
): ToolParameters {
  // The model should send what parsing returns.
  const read = toJsonSchema(entry.arguments, { typeMode: 'output', ignoreActions: ['metadata'] });
  const texts = argumentDescriptionsOf(entry);
  const described = Object.entries(read.properties ?? {}).map(([name, property]) => {
    return [name, { ...Object(property), description: texts[name] }] as const;
  });
  const { type, properties } = v.parse(ParametersSchema, {
    type: read.type,
    properties: Object.fromEntries(described),
  });
  const { entries }: AnyArgumentsSchema = entry.arguments;
  const offered = Object.entries(properties).filter(([name]) => {
    const field = entries[name];
    return field !== undefined && notesOf(field).offered !== false;
  });
  const named = offered.map(([name, property]) => {
    return [name, { ...property, description: withNames(property.description, platform) }] as const;
  });
  const { required } = descriptionOf(entry);
  const shown = { type, properties: Object.fromEntries(named), required: [...required] };
  return account === undefined ? shown : forCompany(shown, account);
}

/** Names the services and rules of one company in place of those for any company. */
function forCompany({ type, properties, required }: ToolParameters, account: Account): ToolParameters {
  const { serviceType, urgency } = properties;
  const names = account.serviceTypes.map(({ name }) => name);
  return {
    type,
    properties: {
      ...properties,
      ...(serviceType && {
        serviceType: { ...serviceType, enum: names, description: servicesText(account) },
      }),
      ...(urgency && { urgency: { ...urgency, description: emergencyText(urgency.description, account) } }),
    },
    // A model that must choose one of the names would choose a wrong one.
    required: required.filter((name) => name !== 'serviceType'),
  };
}
