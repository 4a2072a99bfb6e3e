import type { BookingResult } from '../dispatch/booking/booking.ts';
import type { WantedStart } from '../dispatch/booking/wanted-start.ts';
import { type Appointment, type DispatchRequest, standingAppointment } from '../dispatch/requests/request.ts';
import { formatClockTime, parseClockTime, speakClockTime } from '../scheduling/clock-time.ts';
import { momentOf } from '../scheduling/day.ts';
import type { Slot } from '../scheduling/engine.ts';
import { transferNumber } from './functions/hand-over.ts';
import { furtherSearch, speakNothingFound, speakStartRefusal } from './reasons.ts';
import { either, say, speakDate } from './speech.ts';
import type { CallContext, FunctionResult } from './voice-function.ts';

const NOTHING_BOOKED = 'Nothing is booked yet.';

/** `Wednesday, June 10 at 9 AM`. */
export function speakAppointment(
  { date, time }: Pick<Appointment, 'date' | 'time'>,
  { account, now }: CallContext,
): string {
  const { today } = momentOf(account, now);
  return `${speakDate(date, today)} at ${speakClockTime(parseClockTime(time) ?? 0)}`;
}

/** The appointment as it stands, and from where it was moved. */
export function confirmed(
  request: DispatchRequest,
  moved: Appointment | undefined,
  context: CallContext,
  unknownTechnician: boolean,
): FunctionResult {
  const { dispatchRequestId, appointment, serviceType = 'the visit' } = request;
  if (appointment === undefined) throw new Error('A confirmed request has an appointment');
  const { date, time, technician } = appointment;
  const when = speakAppointment(appointment, context);
  const done =
    moved === undefined
      ? `You're booked for ${serviceType} on ${when} with ${technician}.`
      : `Your ${serviceType} is moved from ${speakAppointment(moved, context)} to ${when} with ${technician}.`;
  const who = unknownTechnician ? `I don't know that technician; ${technician} will come.` : undefined;
  return { confirmed: true, dispatchRequestId, message: say(done, who), date, time, technician };
}

/** What can't be booked, why, what stands all the same, and what could be had instead. */
export function refused(
  result: Extract<BookingResult, { kind: 'refused' }>,
  wanted: WantedStart,
  context: CallContext,
): FunctionResult {
  const { reason, alternatives, searched, standing } = result;
  const { account, now, service, date, minute } = wanted;
  const { today } = momentOf(account, now);
  const { horizonDays, spokenOptions } = account.booking;
  const why = speakStartRefusal(
    reason,
    speakClockTime(minute),
    speakDate(date, today),
    service.name,
    horizonDays,
  );
  const appointment = standingAppointment(standing);
  const stands =
    appointment === undefined
      ? NOTHING_BOOKED
      : `Your appointment on ${speakAppointment(appointment, context)} stays.`;
  const offered =
    alternatives.length === 0
      ? speakNothingFound(searched, today)
      : speakAlternatives(alternatives.slice(0, spokenOptions), date, today, wanted.technician !== undefined);
  return {
    confirmed: false,
    reason,
    ...(standing === undefined ? {} : { dispatchRequestId: standing.dispatchRequestId }),
    message: say(why, stands, offered),
    alternatives: alternatives.map((slot) => ({
      date: slot.date,
      time: formatClockTime(slot.minute),
      technician: slot.technician.name,
    })),
    ...(alternatives.length === 0 ? furtherSearch(searched) : {}),
  };
}

function speakAlternatives(slots: readonly Slot[], asked: string, today: string, named: boolean): string {
  let day = asked;
  const spoken = slots.map((slot) => {
    const time = speakClockTime(slot.minute);
    const who = named ? ` with ${slot.technician.name}` : '';
    if (slot.date === day) return `${time}${who}`;
    day = slot.date;
    return `${speakDate(slot.date, today)} at ${time}${who}`;
  });
  return `I can offer ${either(spoken)}.`;
}

/** A booking that a person takes over; the request that stands, if any, is named. */
export function escalated(standing: DispatchRequest | undefined, context: CallContext): FunctionResult {
  return { confirmed: false, ...personTakesOver(standing, context) };
}

/** What is said when a person has to decide, about the request that is concerned, if any. */
export function personTakesOver(standing: DispatchRequest | undefined, context: CallContext): FunctionResult {
  const transferTo = transferNumber(context.account, context.now);
  const appointment = standingAppointment(standing);
  const stands =
    appointment === undefined
      ? 'No appointment is booked.'
      : `Your appointment on ${speakAppointment(appointment, context)} stays.`;
  const next =
    transferTo === null
      ? 'A person has to take this on and will call you back.'
      : 'A person has to take this on. I am connecting you now.';
  return {
    reason: 'needs_human',
    ...(standing === undefined ? {} : { dispatchRequestId: standing.dispatchRequestId }),
    transferTo,
    message: say(next, stands),
  };
}
