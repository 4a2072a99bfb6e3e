import * as v from 'valibot';
import { type BookingResult, book } from '../../dispatch/booking/booking.ts';
import type { BookingRequest } from '../../dispatch/booking/booking-request.ts';
import { reportEmergency } from '../../dispatch/booking/emergency.ts';
import { requestedTechnician } from '../../dispatch/booking/wanted-start.ts';
import { callbackDueAt } from '../../dispatch/messages/due-at.ts';
import { canonicalText } from '../../dispatch/requests/delivery-digest.ts';
import { withServiceAsSaid } from '../../dispatch/requests/notes.ts';
import { type Urgency, urgencies } from '../../dispatch/requests/request.ts';
import { parseClockTime } from '../../scheduling/clock-time.ts';
import { isLocalDate } from '../../scheduling/local-date.ts';
import { choice, flag, type ReadArguments, story, text } from '../arguments.ts';
import { confirmed, refused } from '../booking-answers.ts';
import { type SaidPhone, saidPhone } from '../caller/said-phone.ts';
import { askWhichSite, siteId } from '../caller/sites.ts';
import { addressFields, customerName, customerPhone, saidDetails, serviceType } from '../common-arguments.ts';
import { missing } from '../missing.ts';
import { resolveService } from '../service-argument.ts';
import { say } from '../speech.ts';
import type {
  CallContext,
  Done,
  FunctionResult,
  VoiceDependencies,
  VoiceFunction,
} from '../voice-function.ts';
import { transferNumber } from './hand-over.ts';
import { emergencyTaken, escalatedBooking } from './person-takes-over.ts';

export const bookJobArguments = v.object({
  date: text('The calendar date that the caller chose, as YYYY-MM-DD. Needed unless it is an emergency.'),
  time: text(
    'The start that the caller chose, one of those that {check_availability} returned, as HH:MM on a 24-hour clock. Needed unless it is an emergency.',
  ),
  serviceType,
  customerName,
  customerPhone,
  urgency: choice(
    'emergency: danger or damage is going on right now. urgent: it should be soon, but can be scheduled. Otherwise routine.',
    urgencies,
    (said) => urgencies.find((urgency) => urgency === said.toLowerCase()),
  ),
  technician: text('The technician by name, only if the caller asks for one.'),
  additionalVisit: flag(
    'True only if the caller wants one more visit for a service already booked in this call. Leave it out to move that one.',
  ),
  ...addressFields,
  siteId,
  notes: story("What is wrong and what the technician should know, in the caller's words."),
});

type BookJobArguments = ReadArguments<typeof bookJobArguments>;

/** Books an appointment, moves the one that this call holds for the service, or takes an emergency to a person. */
export const bookJob: VoiceFunction<typeof bookJobArguments> = async (args, context, deps) => {
  const { urgency = 'routine' } = args;
  if (urgency === 'emergency') return await emergency(args, context, deps);
  const booking = bookingOf(args, context, urgency);
  if ('refusal' in booking) return { confirmed: false, ...booking.refusal };
  const result = await book(booking, deps, context.deadline);
  const { account } = result;
  const current = { ...context, account };
  if (result.kind === 'not_offered') return await bookJob(args, current, deps);
  if (result.kind === 'needs_human')
    return await escalatedBooking(result.standing, { ...booking, account }, current, deps);
  return answer(result, { ...booking, account }, current);
};

type Answerable = Exclude<BookingResult, { readonly kind: 'not_offered' | 'needs_human' }>;

function answer(result: Answerable, booking: BookingRequest, context: CallContext): FunctionResult | Done {
  switch (result.kind) {
    case 'confirmed': {
      const { kind } = requestedTechnician(booking);
      return { result: confirmed(result.request, result.moved, context, kind), did: result.did };
    }
    case 'refused':
      return refused(result, booking, context);
    case 'name_needed':
    case 'ambiguous_site':
      return ask(result);
    case 'superseded':
      return {
        confirmed: false,
        reason: 'no_appointment',
        message: say('That appointment no longer stands.', "I haven't booked anything new."),
        alternatives: [],
      };
  }
}

async function emergency(
  args: BookJobArguments,
  context: CallContext,
  deps: VoiceDependencies,
): Promise<FunctionResult> {
  const { serviceType: serviceText, customerPhone: said } = args;
  const asked = resolveService(serviceText, context.account);
  const service = asked.kind === 'service' ? asked.service : undefined;
  const phone = saidPhone(said, context);
  const isLost = phone.kind === 'invalid';
  const notes = [args.notes, isLost ? `Phone as said: ${said}` : undefined];
  const request = await reportEmergency(
    {
      ...context,
      service,
      serviceText,
      review: [...args.unclear, ...(isLost ? ['customerPhone'] : [])],
      // Without one, the number that was said before is kept, else the reported one.
      customer: { ...saidDetails(args), phone: said === undefined ? undefined : numberOf(phone) },
      preferredDate: args.date,
      preferredTime: args.time,
      notes: withServiceAsSaid(
        notes.filter((note) => note !== undefined).join('\n') || undefined,
        serviceText,
        service?.name,
      ),
      canonicalArguments: canonicalText(args.sent),
      ...(transferNumber(context.account, context.now) === null
        ? { dueAt: callbackDueAt(context.account, context.now) }
        : {}),
    },
    deps,
    context.deadline,
  );
  return emergencyTaken(request, context);
}

const numberOf = (said: SaidPhone): string | undefined => (said.kind === 'phone' ? said.phone : undefined);

type Refusal = { readonly refusal: FunctionResult };

/** The start can be had, but not for nobody, and not at any of several places. */
function ask(result: Extract<BookingResult, { kind: 'name_needed' | 'ambiguous_site' }>): FunctionResult {
  if (result.kind === 'name_needed')
    return { confirmed: false, ...missing(['customerName']), alternatives: [] };
  return { confirmed: false, ...askWhichSite(result.sites), alternatives: [] };
}

const refusal = (reason: string, ...sentences: readonly string[]): Refusal => ({
  refusal: { reason, alternatives: [], message: say(...sentences, 'Nothing is booked yet.') },
});

/** The booking that the arguments describe, or the first reason to refuse it. */
function bookingOf(args: BookJobArguments, context: CallContext, urgency: Urgency): BookingRequest | Refusal {
  const { date, time, serviceType: serviceText } = args;
  const contact = saidDetails(args);
  const phone = saidPhone(args.customerPhone, context);
  const asked = resolveService(serviceText, context.account);
  const absent = absentOf({ date, time, name: contact.name, phone }, asked.kind);
  if (date === undefined || time === undefined || asked.kind === 'missing' || absent.length > 0) {
    return { refusal: { ...missing(absent), alternatives: [] } };
  }
  if (asked.kind === 'refused') return { refusal: { ...asked.refusal, alternatives: [] } };
  if (!isLocalDate(date))
    return refusal('invalid_date', 'That is no calendar date. Please ask which day is meant.');
  const minute = parseClockTime(time);
  if (minute === undefined) {
    return refusal('invalid_time', 'I need the time with AM or PM. Please ask what time is meant.');
  }
  if (phone.kind !== 'phone') {
    return refusal(
      'invalid_phone',
      'That is no complete phone number. Please ask for it again, with area code.',
    );
  }
  return {
    ...context,
    service: asked.service,
    date,
    minute,
    review: args.unclear,
    technician: args.technician,
    additionalVisit: args.additionalVisit,
    urgency,
    customer: { ...contact, phone: phone.phone },
    siteId: args.siteId,
    siteLabel: args.siteLabel,
    notes: withServiceAsSaid(args.notes, serviceText, asked.service.name),
    canonicalArguments: canonicalText(args.sent),
  };
}

function absentOf(
  given: {
    readonly date: string | undefined;
    readonly time: string | undefined;
    readonly name: string | undefined;
    readonly phone: SaidPhone;
  },
  service: 'service' | 'missing' | 'refused',
): readonly string[] {
  const { phone } = given;
  const names = [
    given.date === undefined ? 'date' : undefined,
    given.time === undefined ? 'time' : undefined,
    service === 'missing' ? 'serviceType' : undefined,
  ].filter((name) => name !== undefined);
  // Alone it is worth a look at the record: whoever calls from a known number has told it before.
  const mayBeKnown = names.length === 0 && phone.kind === 'phone' && phone.isProved;
  return [
    ...names,
    ...(given.name === undefined && !mayBeKnown ? ['customerName'] : []),
    ...(phone.kind === 'absent' ? ['customerPhone'] : []),
  ];
}
