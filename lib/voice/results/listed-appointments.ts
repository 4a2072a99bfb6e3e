import * as v from 'valibot';
import { arrivalTime, dispatchRequestId, listOf, localDate, text } from './parts.ts';

/** The fields that distinguish several of the caller's appointments. */
const listed = {
  dispatchRequestId,
  serviceType: text('The service.'),
  date: v.optional(localDate('Its date, if it has one.')),
  time: v.optional(arrivalTime('Its start, if it has one.')),
};

export const listedAppointments = listOf('Those that may be meant.', v.strictObject(listed));

export const listedAppointmentsAndHold = listOf(
  'Those that may be meant, and the time that the call holds.',
  v.strictObject({
    ...listed,
    dispatchRequestId: v.pipe(
      v.string(),
      v.regex(/^(?:dr|ho)_[0-9abcdefghjkmnpqrstvwxyz]{20}$/),
      v.description('Id of the dispatch request, or of the held time.'),
    ),
  }),
);
