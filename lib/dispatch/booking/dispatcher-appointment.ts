import type { Account, ServiceType } from '../../accounts/account.ts';
import { matchService } from '../../accounts/match-service.ts';
import type { LocalDate, Technician } from '../../scheduling/calendar.ts';
import { formatClockTime } from '../../scheduling/clock-time.ts';
import type { Slot } from '../../scheduling/engine.ts';
import type { Deadline } from '../ports.ts';
import type { ChangedBy } from '../requests/changed.ts';
import { type TransitionRefusal, transitionRefusal } from '../requests/lifecycle.ts';
import { type Appointment, activeAppointment, type DispatchRequest } from '../requests/request.ts';
import { readDay } from './booking-facts.ts';
import { type RescheduleDependencies, type RescheduleResult, reschedule } from './reschedule.ts';
import type { Searched } from './search-days.ts';
import { nameTechnician, type TechnicianRefusal } from './technician-name.ts';
import type { WantedStartRefusal } from './wanted-start.ts';

/** A start that a dispatcher gives a request; service and technician in words. */
export interface AppointmentRequest {
  /** `schedule` is for what has no appointment, `move` for what has one. */
  readonly command: 'schedule' | 'move';
  readonly account: Account;
  readonly request: DispatchRequest;
  readonly date: LocalDate;
  /** Minutes from midnight, wall clock. */
  readonly minute: number;
  /** The request's own without it. */
  readonly service?: string | undefined;
  /** Whoever is free without it. */
  readonly technician?: string | undefined;
  readonly who: ChangedBy;
}

/** A start that could be had instead, for people and programs to read. */
export interface Offer {
  readonly date: LocalDate;
  /** `h:mm AM` in the account's zone. */
  readonly time: string;
  readonly technician: string;
}

export type AppointmentRefusal =
  | TransitionRefusal
  | TechnicianRefusal
  /** The wrong command of the two. */
  | { readonly reason: 'has_appointment'; readonly appointment: Appointment }
  | { readonly reason: 'no_appointment' }
  /** `service_needed`: the request's own is not one of the account's. */
  | {
      readonly reason: 'service_needed' | 'unknown_service' | 'ambiguous_service';
      readonly known: readonly string[];
    }
  | {
      readonly reason: WantedStartRefusal;
      readonly service: string;
      readonly technician?: string | undefined;
      readonly alternatives: readonly Offer[];
      /** How far was looked for alternatives. */
      readonly searched: Searched;
    };

export type AppointmentResult =
  | { readonly kind: 'changed'; readonly request: DispatchRequest; readonly previous: DispatchRequest }
  /** It starts so already. */
  | { readonly kind: 'stands'; readonly request: DispatchRequest }
  | { readonly kind: 'refused'; readonly refusal: AppointmentRefusal; readonly request: DispatchRequest }
  | { readonly kind: 'gone'; readonly request: DispatchRequest };

/**
 * Gives a request a start as `reschedule` does. A dispatcher is bound by hours, grid, skills and what is taken, but not by
 * the notice and the same-day cut-off, which protect the dispatchers themselves.
 */
export async function giveAppointment(
  wanted: AppointmentRequest,
  deps: RescheduleDependencies,
  deadline: Deadline,
): Promise<AppointmentResult> {
  const { account, request, date, minute, who } = wanted;
  const choice = choose(wanted);
  if ('reason' in choice) return { kind: 'refused', refusal: choice, request };
  const { service, technician } = choice;
  const occupancy = await readDay({ account, date }, deps.schedule, deadline);
  const result = await reschedule(
    {
      account: withoutNotice(account),
      ...{ service, date, minute, request, occupancy, who },
      technician: technician?.id,
      callId: request.callId,
      now: who.now,
      // Another dispatcher may have been quicker.
      objection: (latest) => (wrongCommand(wanted.command, latest) === undefined ? undefined : 'gone'),
    },
    deps,
    deadline,
  );
  return settled(result, wanted, choice);
}

/** The account as dispatchers book for it. */
export function withoutNotice(account: Account): Account {
  return { ...account, booking: { ...account.booking, minNoticeMinutes: 0, sameDayCutoff: undefined } };
}

/** Why the command is not the one for a request in that state, where the state could be given a start at all. */
export function wrongCommand(
  command: AppointmentRequest['command'],
  request: DispatchRequest,
): AppointmentRefusal | undefined {
  if (transitionRefusal(request.status, 'scheduled') !== undefined) return undefined;
  const appointment = activeAppointment(request);
  if (command === 'move') return appointment === undefined ? { reason: 'no_appointment' } : undefined;
  return appointment === undefined ? undefined : { reason: 'has_appointment', appointment };
}

interface Choice {
  readonly service: ServiceType;
  readonly technician?: Technician | undefined;
}

/** Resolves the service and technician by name, or returns the first refusal. */
function choose(wanted: AppointmentRequest): Choice | AppointmentRefusal {
  const { account, request } = wanted;
  const impossible = transitionRefusal(request.status, 'scheduled');
  if (impossible !== undefined) return impossible;
  const wrong = wrongCommand(wanted.command, request);
  // One that has its appointment already may be asked for the start that it has: a repeat.
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
  return match.kind === 'unknown'
    ? { reason: 'unknown_service', known }
    : { reason: 'ambiguous_service', known: match.suggestions.map(({ name }) => name) };
}

function settled(
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
      const { reason, searched } = result;
      const refusal = { reason, service: service.name, technician: technician?.name, alternatives, searched };
      return { kind: 'refused', refusal, request };
    }
    default: {
      const refusal = wrongCommand(wanted.command, request);
      return refusal === undefined ? { kind: 'gone', request } : { kind: 'refused', refusal, request };
    }
  }
}

function toOffer({ date, minute, technician }: Slot): Offer {
  return { date, time: formatClockTime(minute), technician: technician.name };
}
