import * as v from 'valibot';
import type { FunctionName } from '../lib/platforms/function-names.ts';
import { notesOf } from '../lib/voice/arguments/arguments.ts';
import { type CatalogEntry, catalog } from '../lib/voice/catalog.ts';
import * as results from '../lib/voice/results.ts';
import { outputSchema, ref, type Schema, type Schemas } from './schema.ts';

/** The result of each function, by its name on platform one. */
const schemas: Readonly<Record<string, v.GenericSchema>> = {
  check_availability: results.checkAvailabilityResult,
  hold_time: results.holdTimeResult,
  book_job: results.bookJobResult,
  reschedule_job: results.rescheduleJobResult,
  update_job: results.updateJobResult,
  wait_list: results.waitListResult,
  cancel_job: results.cancelJobResult,
  lookup_customer: results.lookupCustomerResult,
  create_customer: results.createCustomerResult,
  get_service_types: results.getServiceTypesResult,
  get_business_hours: results.getBusinessHoursResult,
  take_message: results.takeMessageResult,
  transfer_call: results.transferCallResult,
} satisfies Readonly<Record<FunctionName, v.GenericSchema>>;

/** The name of the component with a function's result: `book_job` becomes `BookJobResult`. */
export const resultName = ({ voiceone }: CatalogEntry): string =>
  `${voiceone.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Result`;

/** The schema of a function's result, with the fields in each form that arguments of their kind add to any result. */
function resultSchema(entry: CatalogEntry): Schema {
  const schema = schemas[entry.voiceone];
  if (schema === undefined) throw new Error(`The result of ${entry.voiceone} has no schema`);
  const fields = Object.values(entry.arguments.entries).map(notesOf);
  const added: v.ObjectEntries = {
    ...(fields.some(({ ownWords }) => ownWords) ? results.dangerFacts : {}),
    ...(fields.some(({ isUnderstood }) => isUnderstood !== undefined) ? { ignored: results.ignored } : {}),
    ...(fields.some(({ options }) => options !== undefined) ? results.repairFacts : {}),
  };
  const common = propertiesOf(outputSchema(v.object(added)));
  const own = outputSchema(schema);
  const withCommon = (form: Schema): Schema => ({
    ...form,
    properties: { ...common, ...propertiesOf(form) },
  });
  return Array.isArray(own.anyOf) ? { ...own, anyOf: own.anyOf.map(withCommon) } : withCommon(own);
}

const propertiesOf = ({ properties }: Schema): object =>
  typeof properties === 'object' && properties !== null ? properties : {};

export const resultSchemas: Schemas = {
  DispatchRequestId: outputSchema(results.dispatchRequestId),
  ...Object.fromEntries(catalog.map((entry) => [resultName(entry), resultSchema(entry)])),
  FaultResult: outputSchema(results.faultResult),
  FunctionResult: {
    description: 'The result of one function, or a fault.',
    anyOf: [...catalog.map(resultName), 'FaultResult'].map(ref),
  },
};
