import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { notesOf } from '../lib/voice/arguments/arguments.ts';
import { type CatalogEntry, functionNamed } from '../lib/voice/catalog.ts';
import {
  bookJobResult,
  cancelJobResult,
  checkAvailabilityResult,
  createCustomerResult,
  dangerFacts,
  dispatchRequestId,
  faultResult,
  getBusinessHoursResult,
  getServiceTypesResult,
  holdTimeResult,
  ignored,
  lookupCustomerResult,
  rescheduleJobResult,
  takeMessageResult,
  transferCallResult,
  updateJobResult,
} from '../lib/voice/results.ts';
import { ref, type Schema, type Schemas } from './schema.ts';

/** Converts a schema of the code to one of the document. */
function schemaOf(schema: v.GenericSchema): Schema {
  const { $schema: _, ...own } = toJsonSchema(schema, { typeMode: 'output', ignoreActions: ['readonly'] });
  return own;
}

/** Additional fields of a function's results, by its name on platform one. */
function commonFields(name: string): v.ObjectEntries {
  const entry: CatalogEntry | undefined = functionNamed(name);
  const fields = Object.values(entry?.arguments.entries ?? {}).map(notesOf);
  return {
    ...(fields.some(({ ownWords }) => ownWords) ? dangerFacts : {}),
    ...(fields.some(({ isChoice }) => isChoice) ? { ignored } : {}),
  };
}

/** The schema of a function's result, with the additional fields of each form. */
function resultSchemaOf(name: string, schema: v.GenericSchema): Schema {
  const common = propertiesOf(schemaOf(v.object(commonFields(name))));
  const own = schemaOf(schema);
  const withCommon = (form: Schema): Schema => ({
    ...form,
    properties: { ...common, ...propertiesOf(form) },
  });
  return Array.isArray(own.anyOf) ? { ...own, anyOf: own.anyOf.map(withCommon) } : withCommon(own);
}

const propertiesOf = ({ properties }: Schema): object =>
  typeof properties === 'object' && properties !== null ? properties : {};

/** The result of each function, by its name on platform one. */
export const resultOf: Readonly<Record<string, string>> = {
  check_availability: 'AvailabilityResult',
  hold_time: 'HoldTimeResult',
  book_job: 'BookJobResult',
  reschedule_job: 'RescheduleJobResult',
  update_job: 'UpdateJobResult',
  cancel_job: 'CancelJobResult',
  lookup_customer: 'LookupCustomerResult',
  create_customer: 'CreateCustomerResult',
  get_service_types: 'ServiceTypesResult',
  get_business_hours: 'BusinessHoursResult',
  take_message: 'TakeMessageResult',
  transfer_call: 'HandOverResult',
};

export const resultSchemas: Schemas = {
  DispatchRequestId: schemaOf(dispatchRequestId),
  AvailabilityResult: resultSchemaOf('check_availability', checkAvailabilityResult),
  HoldTimeResult: resultSchemaOf('hold_time', holdTimeResult),
  BookJobResult: resultSchemaOf('book_job', bookJobResult),
  RescheduleJobResult: resultSchemaOf('reschedule_job', rescheduleJobResult),
  UpdateJobResult: resultSchemaOf('update_job', updateJobResult),
  CancelJobResult: resultSchemaOf('cancel_job', cancelJobResult),
  LookupCustomerResult: resultSchemaOf('lookup_customer', lookupCustomerResult),
  CreateCustomerResult: resultSchemaOf('create_customer', createCustomerResult),
  ServiceTypesResult: resultSchemaOf('get_service_types', getServiceTypesResult),
  BusinessHoursResult: resultSchemaOf('get_business_hours', getBusinessHoursResult),
  TakeMessageResult: resultSchemaOf('take_message', takeMessageResult),
  HandOverResult: resultSchemaOf('transfer_call', transferCallResult),
  FaultResult: schemaOf(faultResult),
  FunctionResult: {
    description: 'The result of one function, or a fault.',
    anyOf: [...new Set(Object.values(resultOf)), 'FaultResult'].map(ref),
  },
};
