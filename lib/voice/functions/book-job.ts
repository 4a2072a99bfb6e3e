import { coverageOf } from '../../accounts/areas.ts';
import { type BookingResult, book } from '../../booking/booking.ts';
import type { BookingRequest } from '../../booking/booking-request.ts';
import type { Look } from '../../record/memory.ts';
import { languageNote, saidNote, serviceNote } from '../../record/notes.ts';
import { nextSteps } from '../../wording/next-steps.ts';
import { booked, superseded, type WantedStart } from '../answers/booking-answers.ts';
import { choiceFor } from '../answers/choice.ts';
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
import type { BookJobArguments } from '../arguments/function-arguments.ts';
import { fromLastOffer, offeredAgain } from '../arguments/last-offer.ts';
import { isUnclear, readVisit, startNote, technicianNote } from '../arguments/visit-argument.ts';
import { takeEmergency } from '../emergency.ts';
import { escalatedBooking } from '../escalation.ts';
import { isFeeHeard } from '../heard-fee.ts';
import { parts } from '../message.ts';
import { completed, notesSaid } from '../remembered.ts';
import type { BookJobResult, MissingArguments } from '../results.ts';
import { heard, speakService } from '../told.ts';
import type { Answer, CallContext, VoiceFunction } from '../voice-function.ts';
import { checkAvailability } from './check-availability.ts';

/** Books an appointment, moves this call's appointment for the service, or hands an emergency to a person. */
export const bookJob: VoiceFunction<BookJobArguments, BookJobResult> = async (sent, context, deps) => {
  const { urgency = 'routine', additionalVisit } = sent;
  if (urgency === 'emergency') return await takeEmergency(sent, context, deps);
  const { said, offer } = await fromLastOffer(sent, checkAvailability, context, deps);
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
  const notesWith = (said: string | undefined) => [
    ...serviceNote(args.serviceType, visit.service.name),
    ...technicianNote({ ...context, ...visit }),
    ...startNote(visit),
    ...callerNote(args.callerName),
    ...languageNote(args.language, context.account.language),
    ...saidNote(said),
  ];
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
      const notes = notesWith(await notesSaid(args.notes, visit.service, context));
      return { customer: { ...saidDetails(known), phone: phone.phone }, siteId, siteLabel, notes };
    },
    notes: notesWith(args.notes),
    canonicalArguments: args.canonicalArguments,
  };
  const result = await book(booking, deps, context.deadline);
  const { account } = result;
  const current = { ...context, account };
  if (result.kind === 'not_offered') return await bookJob(args, current, deps);
  if (result.kind === 'needs_human')
    return await escalatedBooking(result.standing, { ...booking, account }, current, deps);
  const { looks } = await context.remembered();
  return answer(result, { ...booking, account }, current, looks);
};

/** Asks for the customer's name. A name that is known may be that of another person with the same number. */
function whoIsIt(known: string | undefined, { words }: CallContext): MissingArguments {
  const asked = missing(['customerName'], words);
  const name = heard('firstName', known) ?? heard('name', known);
  if (name === undefined) return asked;
  return { ...asked, message: parts(words.people.isThis(name)), nextStep: nextSteps.askName(name) };
}

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
  looks: readonly Look[],
): Answer<BookJobResult> {
  switch (result.kind) {
    case 'booked': {
      const { request, effect } = result;
      const { urgency, customer, fee } = request;
      const visit = { service: booking.service, urgency, zip: customer.zip };
      const heardFee = fee !== undefined && isFeeHeard(fee, looks, visit, context);
      return { result: booked({ ...result, isFeeHeard: heardFee }, context, booking), effect, request };
    }
    case 'already_booked':
      return alreadyBooked(result.request, booking, context);
    case 'another_address':
      return anotherAddress(result.request, result.address, context);
    case 'refused':
      return refused(result, booking, context);
    case 'name_needed':
      return refusal(whoIsIt(result.known, context));
    case 'ambiguous_site':
      return refusal(askWhichSite(result.sites, context.words, booking.siteId));
    case 'not_reached':
      return bookingNotReached(result, speakService(booking.service, context.words), context);
    case 'superseded':
      return refusal(superseded(context));
  }
}
