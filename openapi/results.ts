import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { bookingResult, cancellationResult, rescheduleResult } from '../lib/voice/results/appointments.ts';
import { availabilityResult } from '../lib/voice/results/availability.ts';
import { businessHoursResult, transferResult } from '../lib/voice/results/company.ts';
import { customerResult, savedCustomerResult } from '../lib/voice/results/customers.ts';
import { faultResult } from '../lib/voice/results/faults.ts';
import { messageResult } from '../lib/voice/results/messages.ts';
import { dispatchRequestId } from '../lib/voice/results/parts.ts';
import { serviceTypesResult } from '../lib/voice/results/services.ts';
import { ref, type Schema, type Schemas } from './schema.ts';

/** A schema of the code as one of the document. */
function schemaOf(schema: v.GenericSchema): Schema {
  const { $schema: _, ...own } = toJsonSchema(schema, { typeMode: 'output', ignoreActions: ['readonly'] });
  return own;
}

/** What each function answers, by its name on platform one. */
export const resultOf: Readonly<Record<string, string>> = {
  check_availability: 'AvailabilityResult',
  book_job: 'BookingResult',
  reschedule_job: 'RescheduleResult',
  cancel_job: 'CancellationResult',
  lookup_customer: 'CustomerResult',
  create_customer: 'SavedCustomerResult',
  get_service_types: 'ServiceTypesResult',
  get_business_hours: 'BusinessHoursResult',
  take_message: 'MessageResult',
  transfer_call: 'TransferResult',
};

export const resultSchemas: Schemas = {
  DispatchRequestId: schemaOf(dispatchRequestId),
  AvailabilityResult: schemaOf(availabilityResult),
  BookingResult: schemaOf(bookingResult),
  RescheduleResult: schemaOf(rescheduleResult),
  CancellationResult: schemaOf(cancellationResult),
  CustomerResult: schemaOf(customerResult),
  SavedCustomerResult: schemaOf(savedCustomerResult),
  ServiceTypesResult: schemaOf(serviceTypesResult),
  BusinessHoursResult: schemaOf(businessHoursResult),
  MessageResult: schemaOf(messageResult),
  TransferResult: schemaOf(transferResult),
  FaultResult: schemaOf(faultResult),
  FunctionResult: {
    description: 'The result of one function, or a fault.',
    anyOf: [...new Set(Object.values(resultOf)), 'FaultResult'].map(ref),
  },
};
