import type { Account, ServiceType } from '../../accounts/account.ts';
import type { LocalDate, Technician } from '../../scheduling/calendar.ts';
import { isSkilled, type Occupancy } from '../../scheduling/day.ts';
import type { StartRefusal } from '../../scheduling/engine.ts';
import type { Question } from '../../scheduling/open-day.ts';
import { instantOf } from '../../scheduling/zone.ts';
import { techniciansNamed } from './technician-name.ts';

const MINUTE_MS = 60_000;

/** A start that is wanted for a service, every word of it understood. */
export interface WantedStart {
  readonly account: Account;
  readonly service: ServiceType;
  readonly date: LocalDate;
  /** Minutes from midnight, wall clock. */
  readonly minute: number;
  /** A technician's name or id, as asked for. */
  readonly technician?: string | undefined;
  /** Spreads callers over technicians who are equally free. */
  readonly callId?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Why a wanted start can't be had. `not_skilled`: the technician who is asked for can't do that job at any time. */
export type WantedStartRefusal = StartRefusal | 'not_skilled';

/** Whom a wanted start asks for. */
export type RequestedTechnician =
  | { readonly kind: 'anyone' }
  /** By a name that nobody has. Anyone may come, if the caller is told. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'not_skilled'; readonly name: string }
  /** One of these: they have the name that was said, and the skills. */
  | { readonly kind: 'named'; readonly technicians: readonly Technician[]; readonly name: string };

/** Whom a wanted start asks for, as callers say it. */
export function requestedTechnician({
  account,
  service,
  technician,
}: Pick<WantedStart, 'account' | 'service' | 'technician'>): RequestedTechnician {
  if (technician === undefined) return { kind: 'anyone' };
  const named = techniciansNamed(account, technician);
  const [first] = named;
  if (first === undefined) return { kind: 'unknown' };
  const skilled = named.filter((one) => isSkilled(one, service));
  return skilled.length === 0
    ? { kind: 'not_skilled', name: first.name }
    : { kind: 'named', technicians: skilled, name: skilled[0]?.name ?? first.name };
}

/** Whether a technician may come for a wanted start, as far as it asks for somebody. */
export function isRequested(wanted: WantedStart, technicianId: string): boolean {
  const requested = requestedTechnician(wanted);
  if (requested.kind === 'named') return requested.technicians.some(({ id }) => id === technicianId);
  return requested.kind !== 'not_skilled';
}

/** The engine's question for a start; what the request of that id itself holds does not stand in its way. */
export function questionOf(wanted: WantedStart, occupancy: Occupancy, dispatchRequestId: string): Question {
  return {
    calendar: wanted.account,
    job: wanted.service,
    occupancy,
    now: wanted.now,
    seed: wanted.callId ?? '',
    own: new Set([dispatchRequestId]),
  };
}

/** Whether an appointment that starts at an ISO instant starts as wanted. */
export function isWantedStart({ account, date, minute }: WantedStart, startsAt: string): boolean {
  const start = instantOf(account.timezone, date, minute);
  return start !== undefined && start * MINUTE_MS === Date.parse(startsAt);
}

/** Only those who are asked for; the one who has the appointment already first, else as the engine says. */
export function preferredTechnicians(
  wanted: WantedStart,
  free: readonly Technician[],
  current: string | undefined,
): readonly Technician[] {
  const requested = free.filter(({ id }) => isRequested(wanted, id));
  return [...requested.filter(({ id }) => id === current), ...requested.filter(({ id }) => id !== current)];
}
