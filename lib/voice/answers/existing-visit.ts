import type { BookingRequest } from '../../booking/booking-request.ts';
import { isAsRequested, requestedTechnician, requestedWindows } from '../../booking/requested-start.ts';
import type { Scheduled } from '../../record/request.ts';
import { appointments, visits } from '../../wording/en/appointments.ts';
import { visitSteps } from '../../wording/en/openings.ts';
import { speakTold } from '../arguments/arrival.ts';
import { startFacts } from '../arguments/start-argument.ts';
import { heard, heardService } from '../arguments/stored-words.ts';
import type { CallContext } from '../arguments/voice-function.ts';
import { parts } from '../message.ts';
import type { ExistingVisit } from '../results/appointments.ts';
import { listedAppointment } from './ask-which.ts';
import { speakAppointment } from './speak-appointment.ts';

/** An earlier call booked the service on that day: ask whether to move it or to book another visit. */
export function alreadyBooked(
  request: Scheduled,
  booking: BookingRequest,
  context: CallContext,
): ExistingVisit {
  const { appointment } = request;
  const serviceType = heardService(request) ?? appointments.visit;
  const requested = requestedTechnician(booking);
  const isSameTime = isAsRequested(booking, appointment);
  const question = isSameTime
    ? visits.sendOrAnother('name' in requested ? requested.name : undefined)
    : visits.moveOrAnother(speakTold({ minute: booking.minute, window: requestedWindows(booking)?.[0] }));
  return {
    ...standing(request, context),
    reason: 'already_booked',
    message: parts(visits.already(serviceType, speakAppointment(appointment, context)), question),
    nextStep: visitSteps.moveOrAnother,
  };
}

/** The service is booked at another address: ask whether this is another visit or a correction. */
export function anotherAddress(request: Scheduled, address: string, context: CallContext): ExistingVisit {
  const place = heard('street', address) ?? visits.thatAddress;
  return {
    ...standing(request, context),
    reason: 'another_address',
    message: parts(visits.anotherOrCorrected(place, speakAppointment(request.appointment, context))),
    nextStep: visitSteps.anotherOrCorrected,
  };
}

function standing(request: Scheduled, context: CallContext) {
  const { dispatchRequestId, appointment } = request;
  return {
    confirmed: false as const,
    dispatchRequestId,
    appointments: [listedAppointment(request)],
    alternatives: [],
    ...startFacts(appointment.date, context),
  };
}
