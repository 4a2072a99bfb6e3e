import { isAsRequested } from '../../dispatch/arrival/promise.ts';
import { requestedWindows } from '../../dispatch/arrival/requested-windows.ts';
import type { BookingRequest } from '../../dispatch/booking/booking-request.ts';
import { requestedTechnician } from '../../dispatch/booking/requested-start.ts';
import type { Scheduled } from '../../dispatch/requests/request.ts';
import { heard, heardService } from '../caller/stored-words.ts';
import { appointments, visits } from '../phrases/en/appointments.ts';
import { visitSteps } from '../phrases/en/openings.ts';
import type { ExistingVisit } from '../results/appointments.ts';
import { say } from '../speech.ts';
import type { CallContext } from '../voice-function.ts';
import { speakTold } from './arrival.ts';
import { listedAppointment } from './ask-which.ts';
import { speakAppointment } from './speak-appointment.ts';
import { startFacts } from './start-argument.ts';

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
    message: say(visits.already(serviceType, speakAppointment(appointment, context)), question),
    nextStep: visitSteps.moveOrAnother,
  };
}

/** The service is booked at another address: ask whether this is another visit or a correction. */
export function anotherAddress(request: Scheduled, address: string, context: CallContext): ExistingVisit {
  const place = heard('street', address) ?? visits.thatAddress;
  return {
    ...standing(request, context),
    reason: 'another_address',
    message: say(visits.anotherOrCorrected(place, speakAppointment(request.appointment, context))),
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
