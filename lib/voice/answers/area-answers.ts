import type { Unreached } from '../../accounts/areas/coverage.ts';
import type { BookingResult } from '../../booking/booking.ts';
import { activeAppointment } from '../../record/request.ts';
import { appointments } from '../../wording/en/appointments.ts';
import { areas } from '../../wording/en/areas.ts';
import { naming } from '../../wording/speech.ts';
import { missing } from '../arguments/missing.ts';
import type { CallContext } from '../arguments/voice-function.ts';
import { parts } from '../message.ts';
import type { BookJobResult } from '../results/appointments.ts';
import { speakAppointment } from './speak-appointment.ts';

/** Maximum areas in one sentence. */
const SPOKEN = 3;

/** Why a place is not covered for a service. `stands`: a sentence about an existing appointment. */
export function notReached(coverage: Unreached, service: string, stands?: string) {
  if (coverage.kind === 'zip_needed') return missing(['zip']);
  if (coverage.kind === 'outside_area')
    return { reason: coverage.kind, message: parts(areas.outside(coverage.zip), stands) };
  const notThere = areas.notThere(service, coverage.zip);
  const elsewhere =
    coverage.areas.length === 0
      ? undefined
      : naming(coverage.areas, SPOKEN, areas.elsewhere, notThere, stands ?? '');
  return { reason: coverage.kind, areas: coverage.areas, message: parts(notThere, stands, elsewhere) };
}

/** The same for a booking. */
export function bookingNotReached(
  { coverage, standing }: Extract<BookingResult, { readonly kind: 'not_reached' }>,
  service: string,
  context: CallContext,
): BookJobResult {
  const appointment = activeAppointment(standing);
  const stands = appointment && appointments.stays(speakAppointment(appointment, context));
  return { confirmed: false, ...notReached(coverage, service, stands), alternatives: [] };
}
