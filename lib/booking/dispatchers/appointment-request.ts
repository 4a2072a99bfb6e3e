import type { Account } from '../../accounts/account.ts';
import type { TechnicianRefusal } from '../../accounts/technicians.ts';
import { type TransitionRefusal, transitionRefusal } from '../../record/lifecycle.ts';
import {
  type Appointment,
  activeAppointment,
  type ChangedBy,
  type DispatchRequest,
} from '../../record/request.ts';
import type { LocalDate } from '../../scheduling/calendar.ts';
import type { RefusedStart } from '../alternatives.ts';

/** A visit that a dispatcher wants; technicians by id or name. */
export interface VisitWish {
  readonly date: LocalDate;
  /** Minutes from midnight on the wall clock. */
  readonly minute: number;
  /** If absent, as long as the job's service. */
  readonly minutes?: number | undefined;
  /** If absent, the technician of the first visit, for which it may be any free technician. */
  readonly technician?: string | undefined;
  /** Others who come, too. */
  readonly crew?: readonly string[] | undefined;
}

export interface AppointmentRequest {
  /** `schedule` is for requests without an appointment, `move` for those with one. */
  readonly command: 'schedule' | 'move';
  readonly account: Account;
  readonly request: DispatchRequest;
  readonly date: LocalDate;
  /** Minutes from midnight on the wall clock. */
  readonly minute: number;
  /** If absent, the service of the request. */
  readonly service?: string | undefined;
  /** If absent, any free technician. */
  readonly technician?: string | undefined;
  /** True if the move may take time that calls hold. */
  readonly overHolds?: boolean | undefined;
  /** Places the visit in spite of hours, skills and other work, for this reason. A technician must be named. */
  readonly override?: string | undefined;
  /** Names of others who come to the visit. If absent, whoever came before; nobody to a first visit. */
  readonly crew?: readonly string[] | undefined;
  /** Counts from 1 to move one visit of a job. If absent, later visits move by as many days as the first. */
  readonly visit?: number | undefined;
  /** The job goes on at these visits. If absent, at those of before. */
  readonly later?: readonly VisitWish[] | undefined;
  /** All visits of the job, in place of what the fields above say. */
  readonly visits?: readonly VisitWish[] | undefined;
  /** A visit that has begun may be judged as of its start (epoch milliseconds). */
  readonly asOf?: number | undefined;
  readonly who: ChangedBy;
}

export interface Offer {
  readonly date: LocalDate;
  /** Minutes from midnight on the wall clock. */
  readonly minute: number;
  readonly technicianId: string;
  readonly technician: string;
}

export type VisitsRefusal =
  /** The visit begins before the end of the one before it and the pause after that. */
  | { readonly reason: 'visit_order'; readonly visit: number }
  | { readonly reason: 'no_such_visit' }
  | { readonly reason: 'too_far_apart'; readonly most: number }
  | { readonly reason: 'too_many_visits'; readonly most: number };

export type AppointmentRefusal =
  | TransitionRefusal
  | TechnicianRefusal
  /** The request needs the other command. */
  | { readonly reason: 'has_appointment'; readonly appointment: Appointment }
  | { readonly reason: 'no_appointment' }
  /** `service_needed`: the account doesn't have the service of the request. */
  | {
      readonly reason: 'service_needed' | 'unknown_service' | 'ambiguous_service';
      readonly known: readonly string[];
    }
  | ({
      readonly service: string;
      readonly technician?: string | undefined;
      readonly alternatives: readonly Offer[];
      /** The refused visit, if it is one of several or has a crew. */
      readonly of?: { readonly visit: number; readonly date: LocalDate; readonly minute: number } | undefined;
    } & Omit<RefusedStart, 'alternatives'>)
  | VisitsRefusal;

export type AppointmentResult =
  | { readonly kind: 'changed'; readonly request: DispatchRequest; readonly previous: DispatchRequest }
  | { readonly kind: 'stands'; readonly request: DispatchRequest }
  | { readonly kind: 'refused'; readonly refusal: AppointmentRefusal; readonly request: DispatchRequest }
  | { readonly kind: 'gone'; readonly request: DispatchRequest };

/** Returns a refusal if the request could have an appointment, but not by this command. */
export function wrongCommand(
  command: AppointmentRequest['command'],
  request: DispatchRequest,
): AppointmentRefusal | undefined {
  if (transitionRefusal(request, 'scheduled', true) !== undefined) return undefined;
  const appointment = activeAppointment(request);
  if (command === 'move') return appointment === undefined ? { reason: 'no_appointment' } : undefined;
  return appointment === undefined ? undefined : { reason: 'has_appointment', appointment };
}
