import * as v from 'valibot';
import type { InParts } from '../message.ts';
import { listOf, message, reason, text } from './parts.ts';

/** The words for the service match none or several. */
export const serviceRefusal = v.strictObject({
  message,
  reason: reason('unknown_service', 'ambiguous_service', 'not_offered'),
  suggestions: v.optional(
    v.pipe(
      listOf('With `ambiguous_service`: the services that may be meant, nearest first.', v.string()),
      v.maxLength(4),
    ),
  ),
  services: v.optional(
    v.pipe(
      listOf('With `unknown_service`: the services of the company, nearest first.', v.string()),
      v.maxLength(12),
    ),
  ),
});
export type ServiceRefusal = InParts<v.InferOutput<typeof serviceRefusal>>;

const service = v.strictObject({
  name: text('Its name.'),
  durationMinutes: v.pipe(v.number(), v.integer(), v.minValue(1)),
  description: v.optional(text('Its description.')),
});

/** Of the list of services. */
export const serviceTypesResult = v.pipe(
  v.strictObject({ serviceTypes: listOf('All services.', service), message }),
  v.description('The services of the company.'),
);
export type ServiceTypesResult = InParts<v.InferOutput<typeof serviceTypesResult>>;
