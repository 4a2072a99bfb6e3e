import type { Unreached } from '../../accounts/areas/reach.ts';
import type { BookingResult } from '../../dispatch/booking/booking.ts';
import { activeAppointment } from '../../dispatch/requests/request.ts';
import { appointments } from '../phrases/en/appointments.ts';
import { areas } from '../phrases/en/areas.ts';
import type { BookJobResult } from '../results/appointments.ts';
import { naming, say } from '../speech.ts';
import type { CallContext } from '../voice-function.ts';
import { missing } from './missing.ts';
import { speakAppointment } from './speak-appointment.ts';

/** Maximum areas that one sentence names. */
const SPOKEN = 3;

/** Why nobody comes to a place for a service. `stands`: a sentence about an existing appointment. */
export function notReached(reach: Unreached, service: string, stands?: string) {
  if (reach.kind === 'zip_needed') return missing(['zip']);
  if (reach.kind === 'outside_area')
    return { reason: reach.kind, message: say(areas.outside(reach.zip), stands) };
  const notThere = areas.notThere(service, reach.zip);
  const elsewhere =
    reach.areas.length === 0
      ? undefined
      : naming(reach.areas, SPOKEN, areas.elsewhere, `${notThere} ${stands ?? ''}`);
  return { reason: reach.kind, areas: reach.areas, message: say(notThere, stands, elsewhere) };
}

/** The same for a booking. */
export function bookingNotReached(
  { reach, standing, isFirst }: Extract<BookingResult, { readonly kind: 'not_reached' }>,
  service: string,
  context: CallContext,
): BookJobResult {
  const appointment = activeAppointment(standing);
  const stands = appointment && appointments.stays(speakAppointment(appointment, context));
  const nothing = isFirst ? areas.nothingBooked : undefined;
  return { confirmed: false, ...notReached(reach, service, stands ?? nothing), alternatives: [] };
}
