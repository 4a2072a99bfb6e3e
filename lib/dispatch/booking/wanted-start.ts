import type { Account, ServiceType } from '../../accounts/account.ts';
import type { LocalDate, Technician } from '../../scheduling/calendar.ts';
import type { Occupancy } from '../../scheduling/day.ts';
import type { Question } from '../../scheduling/open-day.ts';
import { instantOf } from '../../scheduling/zone.ts';

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

/** Same words, same person: case and spaces around don't count. */
const sameName = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/** The technician who is asked for, by the very id before any name; undefined where nobody is, or one whom nobody knows. */
export function namedTechnician({
  account: { technicians },
  technician: asked,
}: Pick<WantedStart, 'account' | 'technician'>): Technician | undefined {
  if (asked === undefined) return undefined;
  const byId = technicians.find(({ id }) => id === asked);
  return byId ?? technicians.find(({ id, name }) => sameName(name, asked) || sameName(id, asked));
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

/** Only the one asked for by name; else the one who has the appointment already first; else as the engine says. */
export function preferredTechnicians(
  wanted: WantedStart,
  free: readonly Technician[],
  current: string | undefined,
): readonly Technician[] {
  const named = namedTechnician(wanted);
  if (named !== undefined) return free.filter(({ id }) => id === named.id);
  return [...free.filter(({ id }) => id === current), ...free.filter(({ id }) => id !== current)];
}
