import type { BookingResult } from '../dispatch/booking/booking.ts';
import {
  type RequestedTechnician,
  requestedTechnician,
  type WantedStart,
} from '../dispatch/booking/wanted-start.ts';
import { type Appointment, activeAppointment, type DispatchRequest } from '../dispatch/requests/request.ts';
import { formatClockTime, parseClockTime, speakClockTime } from '../scheduling/clock-time.ts';
import { momentOf } from '../scheduling/day.ts';
import type { Slot } from '../scheduling/engine.ts';
import { furtherSearch, speakNothingFound, speakStartRefusal } from './reasons.ts';
import { either, say, speakDate } from './speech.ts';
import type { CallContext, FunctionResult } from './voice-function.ts';

const NOTHING_BOOKED = 'Nothing is booked yet.';
const UNKNOWN_TECHNICIAN = "We don't have a technician by that name.";

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
  requested: RequestedTechnician['kind'],
): FunctionResult {
  const { dispatchRequestId, appointment, serviceType = 'the visit' } = request;
  if (appointment === undefined) throw new Error('A confirmed request has an appointment');
  const { date, time, technician } = appointment;
  const done = speakDone(serviceType, appointment, moved, context);
  const who = requested === 'unknown' ? `${UNKNOWN_TECHNICIAN} ${technician} will come.` : undefined;
  return {
    confirmed: true,
    dispatchRequestId,
    message: say(done, who),
    date,
    time,
    technician,
    ...ignoredTechnician(requested),
  };
}

function speakDone(
  service: string,
  appointment: Appointment,
  moved: Appointment | undefined,
  context: CallContext,
): string {
  const { technician } = appointment;
  const when = speakAppointment(appointment, context);
  if (moved === undefined || (isSameTime(appointment, moved) && moved.technician === technician))
    return `You're booked for ${service} on ${when} with ${technician}.`;
  if (isSameTime(appointment, moved))
    return `${technician} comes instead of ${moved.technician} for your ${service} on ${when}.`;
  return `Your ${service} is moved from ${speakAppointment(moved, context)} to ${when} with ${technician}.`;
}

const isSameTime = (one: Appointment, other: Appointment): boolean => one.startsAt === other.startsAt;

/** A name that nobody has does not keep a booking from being made; the answer says that it had no effect. */
const ignoredTechnician = (requested: RequestedTechnician['kind']) =>
  requested === 'unknown' ? { ignored: ['technician'] } : {};

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
  const requested = requestedTechnician(wanted);
  const why = speakStartRefusal(reason, {
    time: speakClockTime(minute),
    day: speakDate(date, today),
    service: service.name,
    horizonDays,
    technician: 'name' in requested ? requested.name : undefined,
  });
  const appointment = activeAppointment(standing);
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
    message: say(why, requested.kind === 'unknown' ? UNKNOWN_TECHNICIAN : undefined, stands, offered),
    ...ignoredTechnician(requested.kind),
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
