import * as v from 'valibot';
import type { InParts } from '../message.ts';
import { dispatchRequestId, dueAt, message, missingNames, reason } from './parts.ts';

/** Of taking a message. */
export const takeMessageResult = v.union([
  v.pipe(
    v.strictObject({ noted: v.literal(true), dispatchRequestId, dueAt, message }),
    v.description('Stored for the office.'),
  ),
  v.pipe(
    v.strictObject({
      noted: v.literal(false),
      reason: reason('missing_argument', 'invalid_phone'),
      message,
      missing: v.optional(missingNames),
    }),
    v.description('Not stored.'),
  ),
]);
export type TakeMessageResult = InParts<v.InferOutput<typeof takeMessageResult>>;
