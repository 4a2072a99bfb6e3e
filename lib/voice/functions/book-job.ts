import { coverageOf } from '../../accounts/areas.ts';
import { type BookingResult, book } from '../../booking/booking.ts';
import type { BookingRequest } from '../../booking/booking-request.ts';
import { saidNote, serviceNote } from '../../record/notes.ts';
import { confirmed, superseded, type WantedStart } from '../answers/booking-answers.ts';
import { choiceFor } from '../answers/openings-for.ts';
import { alreadyBooked, anotherAddress, bookingNotReached, refused } from '../answers/refusals.ts';
import {
  askWhichSite,
  callerNote,
  invalidPhone,
  missing,
  reviewOf,
  saidDetails,
  saidLater,
  saidOnSite,
  saidPhone,
} from '../arguments/common-arguments.ts';
import type { BookJobArguments, bookJobArguments } from '../arguments/function-arguments.ts';
import { isUnclear, readVisit, startNote, technicianNote } from '../arguments/visit-argument.ts';
import { completed } from '../remembered.ts';
import type { BookJobResult } from '../results.ts';
import type { Answer, CallContext, VoiceFunction } from '../voice-function.ts';
import { fromLastOffer, offeredAgain } from './last-offer.ts';
import { escalatedBooking, takeEmergency } from './person.ts';

/** Books an appointment, moves this call's appointment for the service, or hands an emergency to a person. */
export const bookJob: VoiceFunction<typeof bookJobArguments, BookJobResult> = async (sent, context, deps) => {
  const { urgency = 'routine', additionalVisit } = sent;
  if (urgency === 'emergency') return await takeEmergency(sent, context, deps);
  const { said, offer } = await fromLastOffer(sent, context, deps);
  const args = lacksVisit(said, context) ? await completed(said, context) : said;
  const { siteId, siteLabel } = args;
  const contact = saidDetails(args);
  const phone = saidPhone(args.customerPhone, context);
  const visit = await readVisit(args, context, deps, (absent) => {
    // If only the name is missing, the record of a known number may have it.
    const mayBeKnown = absent.length === 0 && phone.kind === 'phone' && phone.isProved;
    const names = [
      ...absent,
      ...(contact.name === undefined && !mayBeKnown ? ['customerName'] : []),
      ...(phone.kind === 'absent' ? ['customerPhone'] : []),
    ];
    // If only the postal code is missing, the caller's record may have it.
    const needsZip = coverageOf(context.account, undefined, contact.zip).kind === 'zip_needed';
    return needsZip && names.length > 0 ? [...names, 'zip'] : names;
  });
  if (offer !== undefined && isUnclear(visit))
    return { confirmed: false, ...offeredAgain(offer, sent, context) };
  if (visit.kind === 'refused') return refusal(visit.refusal);
  if (phone.kind !== 'phone') return refusal(invalidPhone(args.customerPhone, context));
  if (visit.kind === 'choice') {
    const place = { additionalVisit, urgency, zip: contact.zip };
    return { confirmed: false, ...(await choiceFor(visit, place, context, deps)) };
  }
  const booking = {
    ...context,
    ...visit,
    review: reviewOf(args, context),
    additionalVisit,
    urgency,
    later: saidLater(sent),
    customer: { ...contact, phone: phone.phone },
    siteId,
    siteLabel,
    callerName: args.callerName,
    onSite: saidOnSite(args, context),
    heldBefore: async () => (await context.remembered()).hold,
    completed: async () => {
      const { siteId, siteLabel, ...known } = await completed(args, context);
      return { customer: { ...saidDetails(known), phone: phone.phone }, siteId, siteLabel };
    },
    notes: [
      ...serviceNote(args.serviceType, visit.service.name),
      ...technicianNote({ ...context, ...visit }),
      ...startNote(visit),
      ...callerNote(args.callerName),
      ...saidNote(args.notes),
    ],
    canonicalArguments: args.canonicalArguments,
  };
  const result = await book(booking, deps, context.deadline);
  const { account } = result;
  const current = { ...context, account };
  if (result.kind === 'not_offered') return await bookJob(args, current, deps);
  if (result.kind === 'needs_human')
    return await escalatedBooking(result.standing, { ...booking, account }, current, deps);
  return answer(result, { ...booking, account }, current);
};

/** True if a booking can't be looked for without what earlier functions were told. */
function lacksVisit(
  { date, time, serviceType, customerName, customerPhone }: BookJobArguments,
  context: CallContext,
): boolean {
  if (date === undefined || time === undefined) return true;
  if (serviceType === undefined && context.account.serviceTypes.length > 1) return true;
  const phone = saidPhone(customerPhone, context);
  // The name may be in the record of the reported number.
  return phone.kind === 'absent' || (customerName === undefined && phone.kind === 'phone' && !phone.isProved);
}

const refusal = <Refusal extends object>(refused: Refusal) => ({
  confirmed: false as const,
  ...refused,
  alternatives: [],
});

type Answerable = Exclude<BookingResult, { readonly kind: 'not_offered' | 'needs_human' }>;

function answer(
  result: Answerable,
  booking: BookingRequest & WantedStart,
  context: CallContext,
): Answer<BookJobResult> {
  switch (result.kind) {
    case 'confirmed': {
      const { request, effect } = result;
      return { result: confirmed(result, context, booking), effect, request };
    }
    case 'already_booked':
      return alreadyBooked(result.request, booking, context);
    case 'another_address':
      return anotherAddress(result.request, result.address, context);
    case 'refused':
      return refused(result, booking, context);
    case 'name_needed':
      return refusal(missing(['customerName'], context.words));
    case 'ambiguous_site':
      return refusal(askWhichSite(result.sites, context.words, booking.siteId));
    case 'not_reached':
      return bookingNotReached(result, booking.service.name, context);
    case 'superseded':
      return refusal(superseded(context));
  }
}
