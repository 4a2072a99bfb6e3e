import { type RequestedStart, requestedTechnician } from '../../booking/requested-start.ts';
import { tellerOf, UNPROVED_FLAG } from '../../record/customers/contact.ts';
import {
  type Appointment,
  arrivesBy,
  arrivesFrom,
  type DispatchRequest,
  type OnSite,
} from '../../record/request.ts';
import type { WallSpan } from '../../scheduling/time-of-day.ts';
import { hasMarkup } from '../../understanding/addresses.ts';
import type { Words } from '../../wording/index.ts';
import { nextSteps } from '../../wording/next-steps.ts';
import { speakSpan } from '../arguments/requested-times.ts';
import { feePart, parts, partsWith } from '../message.ts';
import type { Booked, Ignored } from '../results.ts';
import {
  heard,
  speakAlone,
  speakAppointment,
  speakDayOf,
  startFacts,
  timeFacts,
  toldTime,
  visitName,
} from '../told.ts';
import type { CallContext } from '../voice-function.ts';

interface Standing {
  readonly request: DispatchRequest;
  /** The state of the appointment before it was moved. */
  readonly moved?: Appointment | undefined;
  /** True if an earlier call booked the appointment. */
  readonly isEarlier?: boolean | undefined;
  /** Tells how the appointment's address compares with the one that the caller named. */
  readonly place?: 'same' | 'another' | undefined;
  /** True if the caller has heard the fee in this call. */
  readonly isFeeHeard?: boolean | undefined;
}

/** A start with what the caller hears about how it was read. */
export interface WantedStart extends RequestedStart {
  /** The technician should know of this wish, because a window promises less. */
  readonly noted?: WallSpan | undefined;
  readonly ignored?: readonly Ignored[] | undefined;
  /** The caller named this person. */
  readonly onSite?: OnSite | undefined;
}

/** Answers a booking or a move that succeeded. */
export function booked(
  { request, moved, isEarlier = false, place: named, isFeeHeard }: Standing,
  context: CallContext,
  wanted?: WantedStart,
): Booked {
  const { appointments } = context.words;
  const { dispatchRequestId, appointment, fee } = request;
  if (appointment === undefined) throw new Error('A booked request has an appointment');
  const { date, technician } = appointment;
  const place =
    named === undefined ? unsaidPlace(request, context) : heard('street', request.customer.address);
  const visit = visitName(request, context.words);
  const serviceType = place === undefined ? visit : appointments.atPlace(visit, place);
  const done = isEarlier
    ? appointments.alreadyBooked(serviceType, speakAppointment(appointment, context), technician)
    : speakDone(serviceType, appointment, moved, context);
  const noted = named === 'another' ? appointments.otherAddressNoted : undefined;
  const wished =
    wanted?.noted === undefined || appointment.promise === undefined
      ? undefined
      : speakNoted(wanted.noted, context.words);
  const short = appointments.bookedThen(speakAppointment(appointment, context), place);
  return {
    confirmed: true,
    dispatchRequestId,
    message: partsWith(
      isFeeHeard ? undefined : feePart(fee, context.words),
      [[done], [short]],
      noted,
      speakOnSite(wanted?.onSite, context.words),
      someoneElse(wanted, technician, context.words),
      wished,
    ),
    ...startFacts(date, context),
    ...timeFacts(toldTime(appointment)),
    technician,
    ...(fee === undefined ? {} : { fee: fee.says }),
    ...ignoredIn(wanted),
    ...unknownAddress(request),
  };
}

/**
 * Nobody could find a visit at such an address, or one under an unproved number without any, so the model asks. Whoever
 * dictates markup is not asked again.
 */
function unknownAddress({ needsReview, customer: { address } }: DispatchRequest) {
  const isUnknown =
    address === undefined
      ? needsReview.includes(UNPROVED_FLAG)
      : needsReview.includes('address') && !hasMarkup(address);
  return isUnknown ? { missing: ['address'], nextStep: nextSteps.addAddress } : {};
}

/**
 * Returns the place of a visit if neither the caller nor their record gave it, so that the caller hears a wrong one.
 */
function unsaidPlace(request: DispatchRequest, { caller, words }: CallContext): string | undefined {
  const { appointments } = words;
  const { address } = request.customer;
  if (address === undefined) return undefined;
  const teller = tellerOf(request, 'address');
  const isTheirs = teller === 'caller' || (teller === 'unproved' && request.caller === caller);
  return isTheirs ? undefined : (heard('street', address) ?? appointments.theAddressGiven);
}

function speakDone(
  service: string,
  appointment: Appointment,
  moved: Appointment | undefined,
  context: CallContext,
): string {
  const { appointments } = context.words;
  const { technician } = appointment;
  const when = speakAppointment(appointment, context);
  if (moved === undefined || (isSameTime(appointment, moved) && moved.technician === technician))
    return appointments.booked(service, when, technician);
  if (isSameTime(appointment, moved))
    return appointments.otherTechnician(service, when, technician, moved.technician);
  if (appointment.date !== moved.date)
    return appointments.moved(service, speakAppointment(moved, context), when, technician);
  const day = speakDayOf(appointment.date, context);
  const [to, from] = [appointment, moved].map((one) => speakAlone(toldTime(one), context.words));
  return appointments.movedSameDay(service, day, to ?? '', from ?? '', technician);
}

const isSameTime = (one: Appointment, other: Appointment): boolean =>
  arrivesFrom(one) === arrivesFrom(other) && arrivesBy(one) === arrivesBy(other);

/** An unknown technician's name or a wish does not prevent a booking; the answer says that it was ignored. */
export function ignoredIn(wanted: WantedStart | undefined): { readonly ignored?: readonly Ignored[] } {
  const unknown = isUnknown(wanted) ? [{ argument: 'technician', why: 'unknown' } as const] : [];
  const ignored = [...(wanted?.ignored ?? []), ...unknown];
  return ignored.length === 0 ? {} : { ignored };
}

function speakOnSite(onSite: OnSite | undefined, { appointments }: Words): string | undefined {
  const name = heard('name', onSite?.name);
  return name === undefined ? undefined : appointments.callsOnSite(name, onSite?.mayChange === true);
}

const speakNoted = (noted: WallSpan, words: Words): string =>
  noted.from === noted.to
    ? words.appointments.requestedTime(words.speakClockTime(noted.from))
    : words.appointments.requestedSpan(speakSpan(noted, words));

/** Says that another technician comes than the unknown one who was asked for. */
export const someoneElse = (
  wanted: RequestedStart | undefined,
  technician: string,
  words: Words,
): string | undefined => (isUnknown(wanted) ? words.technicians.unknownWillCome(technician) : undefined);

const isUnknown = (wanted: RequestedStart | undefined): boolean =>
  wanted !== undefined && requestedTechnician(wanted).kind === 'unknown';

/** Answers a late retry of a booking that was canceled or put on hold meanwhile. */
export const superseded = ({ words }: CallContext) => ({
  reason: 'no_appointment' as const,
  message: parts(words.appointments.superseded, words.appointments.notBookedAgain),
});
