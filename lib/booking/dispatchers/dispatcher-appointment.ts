import type { ServiceType } from '../../accounts/account.ts';
import { nameTechnician } from '../../accounts/technicians.ts';
import { transitionRefusal } from '../../record/lifecycle.ts';
import type { Deadline } from '../../record/ports.ts';
import { appointmentToChange, takesSeveral } from '../../record/request.ts';
import type { Technician } from '../../scheduling/calendar.ts';
import type { Slot } from '../../scheduling/engine.ts';
import { matchService } from '../../understanding/services.ts';
import { type BookingDependencies, readDay } from '../booking-facts.ts';
import { type RescheduleResult, reschedule } from '../reschedule.ts';
import {
  type AppointmentRefusal,
  type AppointmentRequest,
  type AppointmentResult,
  type Offer,
  wrongCommand,
} from './appointment-request.ts';
import { placeVisits } from './place-visits.ts';
import { wantsSeveral } from './visit-wishes.ts';

/**
 * Schedules or moves a request as `reschedule` does. Hours, grid, skills and claims bind dispatchers; notice and
 * same-day cut-off, which protect dispatchers, do not.
 */
export async function giveAppointment(
  asked: AppointmentRequest,
  deps: BookingDependencies,
  deadline: Deadline,
): Promise<AppointmentResult> {
  const { account, request, date, minute, overHolds, who } = asked;
  const choice = choose(asked);
  if ('reason' in choice) return { kind: 'refused', refusal: choice, request };
  const { service, technician } = choice;
  // The technicians of a visit are known by their ids.
  const wanted = { ...asked, technician: technician?.id };
  const isOver = wanted.override !== undefined && technician !== undefined;
  if (isOver || wantsSeveral(wanted) || takesSeveral(appointmentToChange(request)))
    return await placeVisits(wanted, service, deps, deadline);
  const occupancy = await readDay({ account, date }, deps.schedule, deadline);
  const result = await reschedule(
    {
      ...{ account, service, date, minute, request, occupancy, overHolds, who, byDispatcher: true },
      technician: wanted.technician,
      callId: request.callId,
      now: wanted.asOf ?? who.now,
      // Another dispatcher may have been faster.
      objection: (latest) => (wrongCommand(wanted.command, latest) === undefined ? undefined : 'gone'),
    },
    deps,
    deadline,
  );
  // Another dispatcher has meanwhile added technicians or visits.
  if (result.kind === 'needs_human')
    return await placeVisits({ ...wanted, request: result.request }, service, deps, deadline);
  return resultOf(result, wanted, choice);
}

interface Choice {
  readonly service: ServiceType;
  readonly technician?: Technician | undefined;
}

/** Finds the service and technician by name, or returns the first refusal. */
function choose(wanted: AppointmentRequest): Choice | AppointmentRefusal {
  const { account, request } = wanted;
  const impossible = transitionRefusal(request, 'scheduled', true);
  if (impossible !== undefined) return impossible;
  const wrong = wrongCommand(wanted.command, request);
  // A repeat of `schedule` may find the request with the requested start.
  if (wrong?.reason === 'no_appointment') return wrong;
  const service = chooseService(wanted);
  if ('reason' in service) return service;
  if (wanted.technician === undefined) return { service };
  const technician = nameTechnician(account, wanted.technician);
  return 'reason' in technician ? technician : { service, technician };
}

function chooseService({ account, request, service }: AppointmentRequest): ServiceType | AppointmentRefusal {
  const known = account.serviceTypes.map(({ name }) => name);
  if (service === undefined) {
    const own = account.serviceTypes.find(({ id }) => id === request.serviceTypeId);
    return own ?? { reason: 'service_needed', known };
  }
  const match = matchService(service, account.serviceTypes);
  if (match.kind === 'match') return match.service;
  return match.kind === 'ambiguous'
    ? { reason: 'ambiguous_service', known: match.suggestions.map(({ name }) => name) }
    : { reason: 'unknown_service', known };
}

function resultOf(
  result: RescheduleResult,
  wanted: AppointmentRequest,
  { service, technician }: Choice,
): AppointmentResult {
  const { request } = result;
  switch (result.kind) {
    case 'scheduled':
      return { kind: 'changed', request: result.request, previous: result.previous };
    case 'stands':
      return { kind: 'stands', request };
    case 'refused':
      return { kind: 'refused', refusal: result.refusal, request };
    case 'slot_refused': {
      const alternatives = result.alternatives.map(toOffer);
      const { reason, searched, heldUntil } = result;
      const asked = { service: service.name, technician: technician?.name };
      const refusal = { reason, ...asked, alternatives, searched, heldUntil };
      return { kind: 'refused', refusal, request };
    }
    default: {
      const refusal = wrongCommand(wanted.command, request);
      return refusal === undefined ? { kind: 'gone', request } : { kind: 'refused', refusal, request };
    }
  }
}

function toOffer({ date, minute, technician }: Slot): Offer {
  return { date, minute, technicianId: technician.id, technician: technician.name };
}
