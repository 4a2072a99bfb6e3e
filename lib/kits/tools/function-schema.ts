import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import type { Account } from '../../accounts/account.ts';
import type { VoicePlatform } from '../../platforms/index.ts';
import { type AnyArgumentsSchema, notesOf } from '../../voice/arguments/arguments.ts';
import type { CatalogedFunction } from '../../voice/catalog.ts';
import { argumentDescription } from './argument-descriptions.ts';
import { dangerText, partsAndWindows, servicesText, technicianNames } from './company-texts.ts';
import { descriptionOf } from './descriptions.ts';
import { withNames } from './names.ts';

const textFields = { enum: v.optional(v.array(v.string())), pattern: v.optional(v.string()) };

/** Both platforms accept this subset of JSON Schema: no nested objects, references or alternatives. */
const PropertySchema = v.strictObject({
  type: v.picklist(['string', 'boolean', 'array']),
  ...textFields,
  items: v.optional(v.strictObject({ type: v.literal('string'), ...textFields })),
  description: v.string(),
});

export interface ToolParameters {
  readonly type: 'object';
  readonly properties: Record<string, v.InferOutput<typeof PropertySchema>>;
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
  const { entries }: AnyArgumentsSchema = entry.arguments;
  const properties = Object.entries(entries).flatMap(([name, field]) => {
    const { offered = true, pattern } = notesOf(field);
    // The model should send what parsing returns.
    const read = toJsonSchema(field, { typeMode: 'output', ignoreActions: ['metadata'] });
    const { $schema: _, ...schema } = { ...read, ...(pattern && { pattern }) };
    if (!offered) return [];
    const description = withNames(argumentDescription(entry, name), platform);
    return [[name, v.parse(PropertySchema, { ...schema, description })] as const];
  });
  const { required } = descriptionOf(entry);
  const shown: ToolParameters = {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: [...required],
  };
  return account === undefined ? shown : forCompany(shown, entry, account);
}

/** Names the services, technicians and rules of one company in place of those for any company. */
function forCompany(
  { type, properties, required }: ToolParameters,
  { voiceone }: CatalogedFunction,
  account: Account,
): ToolParameters {
  const own: Record<string, Partial<ToolParameters['properties'][string]>> = {
    serviceType: { enum: account.serviceTypes.map(({ name }) => name) },
    technician: { enum: [...technicianNames(account), 'someone else'] },
    // On the waiting list, windows have no names.
    ...(voiceone === 'wait_list' ? {} : { partOfDay: { enum: [...partsAndWindows(account)] } }),
  };
  const { serviceType, danger } = properties;
  // Each list stands once among all functions, where the model first needs it.
  if (voiceone === 'check_availability' && serviceType)
    own.serviceType = { ...own.serviceType, description: servicesText(serviceType.description, account) };
  if (voiceone === 'book_job' && danger)
    own.danger = { description: dangerText(danger.description, account) };
  return {
    type,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, { ...property, ...own[name] }]),
    ),
    // A model that must choose one of the names would choose a wrong one.
    required: required.filter((name) => name !== 'serviceType'),
  };
}
