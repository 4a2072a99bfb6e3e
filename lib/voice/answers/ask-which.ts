import { heldBy } from '../../record/hold.ts';
import type { Candidate } from '../../understanding/which-appointment.ts';
import { appointments } from '../../wording/en/appointments.ts';
import { visitSteps } from '../../wording/en/openings.ts';
import { whichAppointment } from '../../wording/en/which-appointment.ts';
import { naming } from '../../wording/speech.ts';
import { timeFacts, toldTime } from '../arguments/arrival.ts';
import { heardService } from '../arguments/stored-words.ts';
import type { CallContext } from '../arguments/voice-function.ts';
import { parts } from '../message.ts';
import type { AmbiguousAppointment, ConfirmAppointment } from '../results/appointments.ts';
import { speakAppointment } from './speak-appointment.ts';

const SPOKEN = 3;
/** More than any caller has, so the model can choose from all. */
const LISTED = 20;

/**
 * The question to the caller: whether the only one is meant, or which one.
 * @param isByOther whether somebody else booked all of them, and neither the caller nor a person has confirmed them
 */
export function askWhich(
  standing: readonly Candidate[],
  context: CallContext,
  isByOther: boolean,
): AmbiguousAppointment | ConfirmAppointment {
  const [only, ...others] = standing;
  if (only === undefined || others.length > 0) return ambiguous(inOrderOfStart(standing), context, isByOther);
  const ask = isByOther ? whichAppointment.bookedByOther : whichAppointment.onlyOne;
  return {
    reason: 'confirm_appointment',
    dispatchRequestId: only.dispatchRequestId,
    appointments: [listedAppointment(only)],
    message: parts(ask(spokenName(only, context)), whichAppointment.thatOne, appointments.nothingChanged),
    nextStep: visitSteps.confirmAppointment,
  };
}

/** In order of start, as callers hear and count them. */
export const inOrderOfStart = (candidates: readonly Candidate[]): readonly Candidate[] =>
  candidates.toSorted((one, other) => startOf(one) - startOf(other));

const startOf = ({ appointment }: Candidate): number =>
  appointment === undefined ? 0 : Date.parse(appointment.startsAt);

/** An appointment in a list for the model. */
export function listedAppointment(request: Candidate) {
  const { dispatchRequestId, appointment } = request;
  const serviceType = heardService(request) ?? appointments.visit;
  const time = appointment && timeFacts(toldTime(appointment)).time;
  return { dispatchRequestId, date: appointment?.date, time, serviceType };
}

function spokenName(request: Candidate, context: CallContext): string {
  const { dispatchRequestId, appointment } = request;
  const serviceType = heardService(request) ?? appointments.visit;
  if (appointment !== undefined && dispatchRequestId === heldBy(context))
    return whichAppointment.heldTime(speakAppointment(appointment, context));
  return appointment === undefined
    ? whichAppointment.withoutTime(serviceType)
    : appointments.named(serviceType, speakAppointment(appointment, context));
}

function ambiguous(
  requests: readonly Candidate[],
  context: CallContext,
  isByOther: boolean,
): AmbiguousAppointment {
  const listed = requests.map(listedAppointment);
  const spoken = requests.map((request) => spokenName(request, context));
  const who = isByOther ? whichAppointment.othersBooked : '';
  const question = naming(
    spoken,
    SPOKEN,
    (named, more) => whichAppointment.whichOne([...named, ...(more ? [whichAppointment.anotherOne] : [])]),
    who,
    appointments.nothingChanged,
  );
  const message = parts(who, question, appointments.nothingChanged);
  return {
    reason: 'ambiguous_appointment',
    appointments: listed.slice(0, LISTED),
    message,
    nextStep: visitSteps.chooseAppointment,
  };
}
