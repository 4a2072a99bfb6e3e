import { type BookingResult, book } from '../dispatch/booking.ts';
import { namedTechnician } from '../dispatch/booking-decision.ts';
import type { BookingOrder } from '../dispatch/booking-order.ts';
import { canonicalText } from '../dispatch/delivery-digest.ts';
import { reportEmergency } from '../dispatch/emergency.ts';
import { toE164 } from '../dispatch/phone.ts';
import { type Urgency, urgencies } from '../dispatch/request.ts';
import { parseClockTime } from '../scheduling/clock-time.ts';
import { isLocalDate } from '../scheduling/local-date.ts';
import { type Arguments, flagArgument, notesArgument, textArgument, unclearArguments } from './arguments.ts';
import { confirmed, escalated, refused } from './booking-answers.ts';
import { missing } from './missing.ts';
import { resolveService } from './service-argument.ts';
import { say } from './speech.ts';
import type {
  CallContext,
  Done,
  FunctionResult,
  VoiceDependencies,
  VoiceFunction,
} from './voice-function.ts';

const contactFields = ['email', 'address', 'city', 'state', 'zip'] as const;

/** Books an appointment, moves the one that this call holds for the service, or takes an emergency to a person. */
export const bookJob: VoiceFunction = async (args, context, deps) => {
  const urgency = urgencyOf(args);
  if (urgency === 'emergency') return await emergency(args, context, deps);
  const order = orderOf(args, context, urgency);
  if ('refusal' in order) return { confirmed: false, ...order.refusal };
  const result = await book(order, deps, context.deadline);
  return answer(result, order, context);
};

function answer(result: BookingResult, order: BookingOrder, context: CallContext): FunctionResult | Done {
  switch (result.kind) {
    case 'confirmed': {
      const unknownName = order.technician !== undefined && namedTechnician(order) === undefined;
      return { result: confirmed(result.request, result.moved, context, unknownName), did: result.did };
    }
    case 'refused':
      return refused(result, order, context);
    case 'needs_human':
      return escalated(result.standing, context);
  }
}

function urgencyOf(args: Arguments): Urgency {
  const said = textArgument(args, 'urgency')?.toLowerCase();
  return urgencies.find((urgency) => urgency === said) ?? 'routine';
}

async function emergency(
  args: Arguments,
  context: CallContext,
  deps: VoiceDependencies,
): Promise<FunctionResult> {
  const serviceText = textArgument(args, 'serviceType', 'service');
  const asked = resolveService(serviceText, context.account);
  const service = asked.kind === 'service' ? asked.service : undefined;
  const said = textArgument(args, 'customerPhone', 'phone');
  const phone = phoneOf(args, context);
  const isLost = said !== undefined && phone === undefined;
  const notes = [notesArgument(args, 'notes'), isLost ? `Phone as said: ${said}` : undefined];
  const request = await reportEmergency(
    {
      ...context,
      service,
      serviceText,
      review: [...unclearArguments(args), ...(isLost ? ['customerPhone'] : [])],
      customer: { ...contactOf(args), phone: phone ?? context.caller },
      preferredDate: textArgument(args, 'date'),
      preferredTime: textArgument(args, 'time'),
      notes: notes.filter((note) => note !== undefined).join('\n') || undefined,
      canonicalArguments: canonicalText(args),
    },
    deps.requests,
    context.deadline,
  );
  return escalated(request, context);
}

function contactOf(args: Arguments) {
  const details = contactFields.map((field) => [field, textArgument(args, field)] as const);
  return { name: textArgument(args, 'customerName', 'name'), ...Object.fromEntries(details) };
}

function phoneOf(args: Arguments, { account, caller }: CallContext): string | undefined {
  const said = textArgument(args, 'customerPhone', 'phone');
  return said === undefined ? caller : toE164(said, account.region);
}

type Refusal = { readonly refusal: FunctionResult };

const refusal = (reason: string, ...sentences: readonly string[]): Refusal => ({
  refusal: { reason, alternatives: [], message: say(...sentences, 'Nothing is booked yet.') },
});

/** The order that the arguments make, or the first reason why they make none. */
function orderOf(args: Arguments, context: CallContext, urgency: Urgency): BookingOrder | Refusal {
  const [date, time] = [textArgument(args, 'date'), textArgument(args, 'time')];
  const contact = contactOf(args);
  const saidPhone = textArgument(args, 'customerPhone', 'phone');
  const asked = resolveService(textArgument(args, 'serviceType', 'service'), context.account);
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
    review: unclearArguments(args),
    technician: textArgument(args, 'technician'),
    additionalVisit: flagArgument(args, 'additionalVisit'),
    urgency,
    customer: { ...contact, phone },
    notes: notesArgument(args, 'notes'),
    canonicalArguments: canonicalText(args),
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
