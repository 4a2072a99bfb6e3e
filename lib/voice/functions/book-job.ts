import { alreadyBooked, anotherAddress, bookingNotReached, refused } from '#refusals';
import { coverageOf } from '../../accounts/areas/coverage.ts';
import { type BookingResult, book } from '../../booking/booking.ts';
import type { BookingRequest } from '../../booking/booking-request.ts';
import { requestedTechnician } from '../../booking/requested-start.ts';
import { canonicalText } from '../../record/ids.ts';
import { saidNote, serviceNote } from '../../record/notes.ts';
import type { Urgency } from '../../record/request.ts';
import { appointments, incompletePhone } from '../../wording/en/appointments.ts';
import { nextSteps } from '../../wording/en/openings.ts';
import { confirmed } from '../answers/booking-answers.ts';
import type { OpeningsQuery } from '../answers/openings.ts';
import { choiceFor } from '../answers/openings-for.ts';
import {
  askWhichSite,
  missing,
  resolveService,
  reviewOf,
  type SaidPhone,
  saidDetails,
  saidPhone,
} from '../arguments/common-arguments.ts';
import {
  absentFrom,
  inWindows,
  readStart,
  type SaidStart,
  type StartQuestion,
  settledStart,
  startNote,
  startOf,
  technicianBefore,
  technicianNote,
} from '../arguments/visit-argument.ts';
import { type Message, parts } from '../message.ts';
import type { BookJobResult, MissingArguments, ServiceRefusal } from '../results.ts';
import { localNow } from '../told.ts';
import type { Answer, CallContext, VoiceDependencies, VoiceFunction } from '../voice-function.ts';
import type { BookJobArguments, bookJobArguments } from './book-job-arguments.ts';
import { storeEmergency } from './emergency.ts';
import { emergencyTaken, escalatedBooking } from './person.ts';

/** Books an appointment, moves this call's appointment for the service, or hands an emergency to a person. */
export const bookJob: VoiceFunction<typeof bookJobArguments, BookJobResult> = async (args, context, deps) => {
  const { urgency = 'routine' } = args;
  if (urgency === 'emergency') {
    const request = await storeEmergency(args, context, deps);
    return { result: emergencyTaken(request, context), request };
  }
  const booking = await bookingOf(args, urgency, context, deps);
  if ('refusal' in booking) return { confirmed: false, ...booking.refusal, alternatives: [] };
  if ('choice' in booking) {
    const { reason, query } = booking.choice;
    return { confirmed: false, ...(await choiceFor(reason, query, context, deps)) };
  }
  const result = await book(booking, deps, context.deadline);
  const { account } = result;
  const current = { ...context, account };
  if (result.kind === 'not_offered') return await bookJob(args, current, deps);
  if (result.kind === 'needs_human')
    return await escalatedBooking(result.standing, { ...booking, account }, current, deps);
  return answer(result, { ...booking, account }, current);
};

type Answerable = Exclude<BookingResult, { readonly kind: 'not_offered' | 'needs_human' }>;

function answer(result: Answerable, booking: BookingRequest, context: CallContext): Answer<BookJobResult> {
  switch (result.kind) {
    case 'confirmed': {
      const { kind } = requestedTechnician(booking);
      const { request, effect } = result;
      return { result: confirmed(result, context, kind, booking.requestedMinute), effect, request };
    }
    case 'already_booked':
      return alreadyBooked(result.request, booking, context);
    case 'another_address':
      return anotherAddress(result.request, result.address, context);
    case 'refused':
      return refused(result, booking, context);
    case 'name_needed':
    case 'ambiguous_site':
      return ask(result);
    case 'not_reached':
      return bookingNotReached(result, booking.service.name, context);
    case 'superseded':
      return {
        confirmed: false,
        reason: 'no_appointment',
        message: parts(appointments.superseded, appointments.notBookedAgain),
        alternatives: [],
      };
  }
}

/** The start is free, but the name or the site is missing. */
function ask(result: Extract<BookingResult, { kind: 'name_needed' | 'ambiguous_site' }>): BookJobResult {
  if (result.kind === 'name_needed')
    return { confirmed: false, ...missing(['customerName']), alternatives: [] };
  return { confirmed: false, ...askWhichSite(result.sites), alternatives: [] };
}

type Refusal =
  | MissingArguments
  | ServiceRefusal
  | (StartQuestion & { readonly today: ReturnType<typeof localNow> })
  | { readonly reason: 'invalid_phone'; readonly message: Message; readonly nextStep: string };

/** Arguments that are not enough for a booking. */
type NoBooking =
  | { readonly refusal: Refusal }
  | { readonly choice: { readonly reason: 'choose_time' | 'choose_date'; readonly query: OpeningsQuery } };

/** The booking that the arguments describe, or the first reason to refuse it. */
async function bookingOf(
  args: BookJobArguments,
  urgency: Urgency,
  context: CallContext,
  deps: VoiceDependencies,
): Promise<BookingRequest | NoBooking> {
  const { account } = context;
  const { serviceType: serviceText, technician, additionalVisit } = args;
  const contact = saidDetails(args);
  const phone = saidPhone(args.customerPhone, context);
  const asked = resolveService(serviceText, account);
  const read = await readStart(args, context);
  const said = asked.kind === 'service' ? await settledStart(read, asked.service, context, deps) : read;
  const absent = withZip(absentOf(said, asked.kind, contact.name, phone), contact.zip, context);
  const settled = startOf(said, context);
  if (settled === undefined || asked.kind === 'missing' || absent.length > 0) return refusal(missing(absent));
  if (asked.kind === 'refused') return refusal(asked.refusal);
  const start = inWindows(settled, account, asked.service);
  if (start.kind === 'unclear') return refusal({ ...start.refusal, today: localNow(context) });
  if (phone.kind !== 'phone')
    return refusal({
      reason: 'invalid_phone',
      message: parts(...incompletePhone),
      nextStep: nextSteps.askAgain,
    });
  const { service } = asked;
  const before = await technicianBefore(technician, service, context, deps);
  const who = { technician, technicianBefore: before };
  if (start.kind === 'choice') {
    const requested = requestedTechnician({ account, service, ...who });
    return {
      choice: {
        reason: start.reason,
        query: { ...start, service, technician: requested, additionalVisit, urgency, zip: contact.zip },
      },
    };
  }
  return {
    ...context,
    service,
    date: start.date,
    minute: start.minute,
    windows: start.windows,
    requestedMinute: start.requestedMinute,
    review: reviewOf(args, context),
    ...who,
    additionalVisit,
    urgency,
    customer: { ...contact, phone: phone.phone },
    siteId: args.siteId,
    siteLabel: args.siteLabel,
    notes: [
      ...serviceNote(serviceText, service.name),
      ...technicianNote({ account, service, ...who }),
      ...startNote(start.requestedMinute),
      ...saidNote(args.notes),
    ],
    canonicalArguments: canonicalText(args.sent),
  };
}

const refusal = (refused: Refusal): NoBooking => ({ refusal: refused });

/**
 * Asks for a required postal code together with other arguments. If only it is missing, the caller's record may have
 * it.
 */
function withZip(
  absent: readonly string[],
  zip: string | undefined,
  { account }: CallContext,
): readonly string[] {
  const isNeeded = coverageOf(account, undefined, zip).kind === 'zip_needed';
  return isNeeded && absent.length > 0 ? [...absent, 'zip'] : absent;
}

function absentOf(
  said: SaidStart,
  service: 'service' | 'missing' | 'refused',
  name: string | undefined,
  phone: SaidPhone,
): readonly string[] {
  const names = [...absentFrom(said), ...(service === 'missing' ? ['serviceType'] : [])];
  // If only the name is missing, the record of a known number may have it.
  const mayBeKnown = names.length === 0 && phone.kind === 'phone' && phone.isProved;
  return [
    ...names,
    ...(name === undefined && !mayBeKnown ? ['customerName'] : []),
    ...(phone.kind === 'absent' ? ['customerPhone'] : []),
  ];
}
