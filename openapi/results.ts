import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { bookJobResult, cancelJobResult, rescheduleJobResult } from '../lib/voice/results/appointments.ts';
import { availabilityResult } from '../lib/voice/results/availability.ts';
import { businessHoursResult, handOverResult } from '../lib/voice/results/company.ts';
import { createCustomerResult, lookupCustomerResult } from '../lib/voice/results/customers.ts';
import { faultResult } from '../lib/voice/results/faults.ts';
import { takeMessageResult } from '../lib/voice/results/messages.ts';
import { dispatchRequestId } from '../lib/voice/results/parts.ts';
import { serviceTypesResult } from '../lib/voice/results/services.ts';
import { ref, type Schema, type Schemas } from './schema.ts';

/** Converts a schema of the code to one of the document. */
function schemaOf(schema: v.GenericSchema): Schema {
  const { $schema: _, ...own } = toJsonSchema(schema, { typeMode: 'output', ignoreActions: ['readonly'] });
  return own;
}

/** The result of each function, by its name on platform one. */
export const resultOf: Readonly<Record<string, string>> = {
  check_availability: 'AvailabilityResult',
  book_job: 'BookJobResult',
  reschedule_job: 'RescheduleJobResult',
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
  AvailabilityResult: schemaOf(availabilityResult),
  BookJobResult: schemaOf(bookJobResult),
  RescheduleJobResult: schemaOf(rescheduleJobResult),
  CancelJobResult: schemaOf(cancelJobResult),
  LookupCustomerResult: schemaOf(lookupCustomerResult),
  CreateCustomerResult: schemaOf(createCustomerResult),
  ServiceTypesResult: schemaOf(serviceTypesResult),
  BusinessHoursResult: schemaOf(businessHoursResult),
  TakeMessageResult: schemaOf(takeMessageResult),
  HandOverResult: schemaOf(handOverResult),
  FaultResult: schemaOf(faultResult),
  FunctionResult: {
    description: 'The result of one function, or a fault.',
    anyOf: [...new Set(Object.values(resultOf)), 'FaultResult'].map(ref),
  },
};
