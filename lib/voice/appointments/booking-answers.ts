import { arrivesBy, arrivesFrom } from '../../dispatch/arrival/promise.ts';
import { requestedWindows } from '../../dispatch/arrival/requested-windows.ts';
import type { BookingResult } from '../../dispatch/booking/booking.ts';
import {
  type RequestedStart,
  type RequestedTechnician,
  requestedTechnician,
} from '../../dispatch/booking/requested-start.ts';
import {
  type Appointment,
  activeAppointment,
  type DispatchRequest,
} from '../../dispatch/requests/request.ts';
import { speakClockTime } from '../../scheduling/clock-time.ts';
import { momentOf } from '../../scheduling/day.ts';
import type { Slot } from '../../scheduling/engine.ts';
import { offerOf } from '../openings/offers.ts';
import { appointments, starts } from '../phrases/en/appointments.ts';
import { areas } from '../phrases/en/areas.ts';
import { technicians } from '../phrases/en/openings.ts';
import type { Confirmed, StartRefused } from '../results/appointments.ts';
import { either, say, sayWith, speakDate } from '../speech.ts';
import type { CallContext } from '../voice-function.ts';
import { speakTold, timeFacts, toldTime } from './arrival.ts';
import { furtherSearch, speakNothingFound, speakStartRefusal, spokenArea } from './reasons.ts';
import { speakAppointment } from './speak-appointment.ts';
import { startFacts } from './start-argument.ts';

/** An appointment and its previous state. */
interface Standing {
  readonly request: DispatchRequest;
  /** Its previous state, if it was moved. */
  readonly moved?: Appointment | undefined;
  /** Whether an earlier call booked it. */
  readonly isEarlier?: boolean | undefined;
}

/** The answer to a booking or move that succeeded. */
export function confirmed(
  { request, moved, isEarlier = false }: Standing,
  context: CallContext,
  requested: RequestedTechnician['kind'],
  requestedMinute?: number,
): Confirmed {
  const { dispatchRequestId, appointment, serviceType = appointments.visit, fee } = request;
  if (appointment === undefined) throw new Error('A confirmed request has an appointment');
  const { date, technician } = appointment;
  const done = isEarlier
    ? appointments.alreadyBooked(serviceType, speakAppointment(appointment, context), technician)
    : speakDone(serviceType, appointment, moved, context);
  const noted =
    requestedMinute === undefined || appointment.promise === undefined
      ? undefined
      : appointments.requestedTime(speakClockTime(requestedMinute));
  const short = appointments.bookedThen(speakAppointment(appointment, context));
  const who = requested === 'unknown' ? technicians.unknownWillCome(technician) : undefined;
  return {
    confirmed: true,
    dispatchRequestId,
    message: sayWith(fee && areas.fee(fee.says), [done, short], who, noted),
    ...startFacts(date, context),
    ...timeFacts(toldTime(appointment)),
    technician,
    ...(fee === undefined ? {} : { fee: fee.says }),
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
    return appointments.booked(service, when, technician);
  if (isSameTime(appointment, moved))
    return appointments.otherTechnician(service, when, technician, moved.technician);
  return appointments.moved(service, speakAppointment(moved, context), when, technician);
}

const isSameTime = (one: Appointment, other: Appointment): boolean =>
  arrivesFrom(one) === arrivesFrom(other) && arrivesBy(one) === arrivesBy(other);

/** An unknown technician's name does not prevent a booking; the answer says that it was ignored. */
const ignoredTechnician = (requested: RequestedTechnician['kind']) =>
  requested === 'unknown' ? { ignored: ['technician'] } : {};

/** Why a start was refused, which appointment stays, and the alternatives. */
export function refused(
  result: Omit<Extract<BookingResult, { kind: 'refused' }>, 'kind'>,
  wanted: RequestedStart,
  context: CallContext,
): StartRefused {
  const { reason, alternatives, searched, heldUntil, standing } = result;
  const { account, now, service, date, minute } = wanted;
  const { today } = momentOf(account, now);
  const { horizonDays, spokenOptions } = account.booking;
  const requested = requestedTechnician(wanted);
  const area = spokenArea(result.coverage ?? wanted.coverage);
  const why = speakStartRefusal(reason, {
    time: speakTold({ minute, window: requestedWindows(wanted)?.[0] }),
    day: speakDate(date, today),
    service: service.name,
    horizonDays,
    today: speakDate(today, today),
    technician: 'name' in requested ? requested.name : undefined,
    isHeld: heldUntil !== undefined,
    area,
  });
  const appointment = activeAppointment(standing);
  const stands =
    appointment === undefined ? undefined : appointments.stays(speakAppointment(appointment, context));
  const spoken = alternatives.slice(0, spokenOptions);
  const offered =
    alternatives.length === 0
      ? speakNothingFound(searched, today)
      : speakAlternatives(spoken, date, today, wanted.technician !== undefined);
  return {
    message: say(why, requested.kind === 'unknown' ? technicians.unknown : undefined, stands, offered),
    offered: spoken.map(offerOf),
    confirmed: false,
    reason,
    ...(heldUntil === undefined ? {} : { heldUntil }),
    ...(reason === 'not_in_area' && area !== undefined ? { weekdays: area.weekdays } : {}),
    ...(standing === undefined ? {} : { dispatchRequestId: standing.dispatchRequestId }),
    ...ignoredTechnician(requested.kind),
    alternatives: alternatives.map(offerOf),
    ...startFacts(date, context),
    ...(alternatives.length === 0 ? furtherSearch(searched) : {}),
  };
}

function speakAlternatives(slots: readonly Slot[], asked: string, today: string, named: boolean): string {
  const dates = [...new Set(slots.map(({ date }) => date))];
  const onDate = (date: string) => {
    const ofDate = slots.filter((slot) => slot.date === date);
    const who = ({ technician }: Slot) => (named ? ` with ${technician.name}` : '');
    const times = either(ofDate.map((slot) => `${speakTold(slot)}${who(slot)}`));
    return date === asked ? times : appointments.at(speakDate(date, today), times);
  };
  return starts.offer(dates.map(onDate));
}
