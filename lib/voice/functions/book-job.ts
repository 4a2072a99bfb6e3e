import * as v from 'valibot';
import { type BookingResult, book } from '../../dispatch/booking/booking.ts';
import type { BookingRequest } from '../../dispatch/booking/booking-request.ts';
import { reportEmergency } from '../../dispatch/booking/emergency.ts';
import { requestedTechnician } from '../../dispatch/booking/wanted-start.ts';
import { detailsOf } from '../../dispatch/customers/contact-fields.ts';
import { toE164 } from '../../dispatch/customers/phone.ts';
import { canonicalText } from '../../dispatch/requests/delivery-digest.ts';
import { withServiceAsSaid } from '../../dispatch/requests/notes.ts';
import { type Urgency, urgencies } from '../../dispatch/requests/request.ts';
import { parseClockTime } from '../../scheduling/clock-time.ts';
import { isLocalDate } from '../../scheduling/local-date.ts';
import { choice, flag, type ReadArguments, story, text } from '../arguments.ts';
import { confirmed, escalated, refused } from '../booking-answers.ts';
import { addressFields, customerName, customerPhone, serviceType } from '../common-arguments.ts';
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
  return answer(result, { ...booking, account }, current);
};

type Answerable = Exclude<BookingResult, { readonly kind: 'not_offered' }>;

function answer(result: Answerable, booking: BookingRequest, context: CallContext): FunctionResult | Done {
  switch (result.kind) {
    case 'confirmed': {
      const { kind } = requestedTechnician(booking);
      return { result: confirmed(result.request, result.moved, context, kind), did: result.did };
    }
    case 'refused':
      return refused(result, booking, context);
    case 'needs_human':
      return escalated(result.standing, context);
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
  const phone = said === undefined ? undefined : toE164(said, context.account.region);
  const isLost = said !== undefined && phone === undefined;
  const notes = [args.notes, isLost ? `Phone as said: ${said}` : undefined];
  const request = await reportEmergency(
    {
      ...context,
      service,
      serviceText,
      review: [...args.unclear, ...(isLost ? ['customerPhone'] : [])],
      customer: { ...contactOf(args), phone },
      preferredDate: args.date,
      preferredTime: args.time,
      notes: withServiceAsSaid(
        notes.filter((note) => note !== undefined).join('\n') || undefined,
        serviceText,
        service?.name,
      ),
      canonicalArguments: canonicalText(args.sent),
    },
    deps,
    context.deadline,
  );
  return escalated(request, context);
}

const contactOf = (args: BookJobArguments) => detailsOf({ ...args, name: args.customerName });

function phoneOf(
  { customerPhone: said }: BookJobArguments,
  { account, caller }: CallContext,
): string | undefined {
  // Models often repeat the number that the platform told them, and reading one is a tenth of a booking's work.
  return said === undefined || said === caller ? caller : toE164(said, account.region);
}

type Refusal = { readonly refusal: FunctionResult };

const refusal = (reason: string, ...sentences: readonly string[]): Refusal => ({
  refusal: { reason, alternatives: [], message: say(...sentences, 'Nothing is booked yet.') },
});

/** The booking that the arguments describe, or the first reason to refuse it. */
function bookingOf(args: BookJobArguments, context: CallContext, urgency: Urgency): BookingRequest | Refusal {
  const { date, time, serviceType: serviceText, customerPhone: saidPhone } = args;
  const contact = contactOf(args);
  const asked = resolveService(serviceText, context.account);
  const absent = absentOf({ date, time, name: contact.name, phone: saidPhone ?? context.caller }, asked.kind);
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
  const phone = phoneOf(args, context);
  if (phone === undefined) {
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
    customer: { ...contact, phone },
    notes: withServiceAsSaid(args.notes, serviceText, asked.service.name),
    canonicalArguments: canonicalText(args.sent),
  };
}

function absentOf(
  given: {
    date: string | undefined;
    time: string | undefined;
    name: string | undefined;
    phone: string | undefined;
  },
  service: 'service' | 'missing' | 'refused',
): readonly string[] {
  const names = [
    given.date === undefined ? 'date' : undefined,
    given.time === undefined ? 'time' : undefined,
    service === 'missing' ? 'serviceType' : undefined,
    given.name === undefined ? 'customerName' : undefined,
    given.phone === undefined ? 'customerPhone' : undefined,
  ];
  return names.filter((name) => name !== undefined);
}
