import type { Account, ServiceType } from '../accounts/account.ts';
import type { Covered } from '../accounts/areas.ts';
import type { StandingHold } from '../record/hold.ts';
import type { Appointment, ArrivalPromise } from '../record/request.ts';
import type { Calendar, LocalDate, Technician } from '../scheduling/calendar.ts';
import { everAllows, type HeldStart, isSkilled, type Question } from '../scheduling/day.ts';
import {
  type Arrivable,
  judgeStart,
  judgeWindows,
  type StartRefusal,
  startReasons,
} from '../scheduling/engine.ts';
import type { Occupancy } from '../scheduling/occupancy.ts';
import { boundaryOf, instantOf, MINUTE_MS } from '../scheduling/time.ts';
import {
  contains,
  formatClock24,
  isSameSpan,
  type WallSpan,
  wallMinute,
  windowsOf,
} from '../scheduling/time-of-day.ts';
import { type Candidate, fits, type Wish } from '../scheduling/wish.ts';
import { saidTechnicians } from '../understanding/technicians.ts';
import type { SaidTechnicians } from '../understanding/words/technicians.ts';

/** Describes a start that somebody wants for a service, with all words understood. */
export interface RequestedStart {
  readonly account: Account;
  readonly service: ServiceType;
  readonly date: LocalDate;
  /** Minutes from midnight on the wall clock. */
  readonly minute: number;
  /** Any of these windows will do. Without them, the time decides if visits are promised in windows. */
  readonly windows?: readonly WallSpan[] | undefined;
  /** In a window, the visit begins as wished. */
  readonly wish?: Wish | undefined;
  /** True if a dispatcher chose the start: then neither arrival windows, notice nor same-day cut-off apply. */
  readonly byDispatcher?: boolean | undefined;
  /** True if the company itself offers the start: then neither notice nor same-day cut-off apply. */
  readonly isOffered?: boolean | undefined;
  /** The requested technician's name or id, as received. */
  readonly technician?: string | undefined;
  /** `somebody else` rules out the former visit's technician with this id. */
  readonly technicianBefore?: string | undefined;
  /** Says who may come to the place, and on which weekdays. */
  readonly coverage?: Covered | undefined;
  /** Spreads callers over equally free technicians. */
  readonly callId?: string | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Says why a requested start is refused. `not_skilled`: the requested technician lacks the skills for the job;
 * `technician_not_in_area`: the requested technician never comes to the place.
 */
export const requestedStartReasons = [...startReasons, 'not_skilled', 'technician_not_in_area'] as const;
export type RequestedStartRefusal = (typeof requestedStartReasons)[number];

/** A refusal offers at most this many other starts. */
export const MAX_ALTERNATIVES = 3;

export type RequestedTechnician =
  | { readonly kind: 'anyone' }
  /** No technician has the name. Anyone may come, but the caller must hear it. */
  | { readonly kind: 'unknown' }
  /** If no name is given, only those who were ruled out have the skills. */
  | { readonly kind: 'not_skilled'; readonly name?: string | undefined }
  /** If no name is given, only those who were ruled out come to the place. */
  | { readonly kind: 'not_in_area'; readonly name?: string | undefined; readonly zip?: string | undefined }
  /** Some technicians were ruled out; these skilled ones remain. */
  | { readonly kind: 'others'; readonly technicians: readonly Technician[] }
  /** These technicians have the name and the skills. */
  | { readonly kind: 'named'; readonly technicians: readonly Technician[]; readonly name: string };

type TechnicianQuestion = Pick<
  RequestedStart,
  'account' | 'service' | 'technician' | 'technicianBefore' | 'coverage'
>;

export const requestedTechnician = (wanted: TechnicianQuestion): RequestedTechnician =>
  inPlace(namedTechnician(wanted), wanted.coverage);

export function inPlace(
  requested: RequestedTechnician,
  coverage: Pick<Covered, 'limits' | 'zip'> | undefined,
): RequestedTechnician {
  if (requested.kind !== 'named' && requested.kind !== 'others') return requested;
  const { kind, technicians } = requested;
  const comes = technicians.length === 0 || technicians.some((one) => everAllows(coverage?.limits, one));
  if (comes) return requested;
  return { kind: 'not_in_area', name: kind === 'named' ? requested.name : undefined, zip: coverage?.zip };
}

function namedTechnician({
  account,
  service,
  technician,
  technicianBefore,
}: TechnicianQuestion): RequestedTechnician {
  if (technician === undefined) return { kind: 'anyone' };
  const said = inNames(saidTechnicians(account, technician), account, technicianBefore);
  if (!('technicians' in said)) return said;
  if (said.kind === 'ruled_out') {
    const others = account.technicians.filter((one) => !said.technicians.includes(one));
    const skilled = others.filter((one) => isSkilled(one, service));
    return skilled.length === 0 && said.technicians.length > 0
      ? { kind: 'not_skilled' }
      : { kind: 'others', technicians: skilled };
  }
  const named = said.technicians;
  const [first] = named;
  if (first === undefined) return { kind: 'unknown' };
  const skilled = named.filter((one) => isSkilled(one, service));
  return skilled.length === 0
    ? { kind: 'not_skilled', name: first.name }
    : { kind: 'named', technicians: skilled, name: skilled[0]?.name ?? first.name };
}

/** Finds the former visit's technician. If nobody knows who that was, nobody is ruled out and nobody is the same. */
function inNames(
  said: SaidTechnicians,
  { technicians }: Account,
  before: string | undefined,
): Exclude<SaidTechnicians, { readonly kind: 'compared' }> {
  if (said.kind !== 'compared') return said;
  const known = technicians.filter(({ id }) => id === before);
  return { kind: said.isSame ? 'named' : 'ruled_out', technicians: known };
}

/** True if a technician may come to a requested start. */
export function isRequested(wanted: RequestedStart, technicianId: string): boolean {
  const requested = requestedTechnician(wanted);
  if (requested.kind === 'named' || requested.kind === 'others')
    return requested.technicians.some(({ id }) => id === technicianId);
  return requested.kind === 'anyone' || requested.kind === 'unknown';
}

/** Says why the requested technician can't do the job at any time; undefined if the technician can. */
export function technicianRefusal(wanted: RequestedStart): RequestedStartRefusal | undefined {
  const { kind } = requestedTechnician(wanted);
  if (kind === 'not_in_area') return 'technician_not_in_area';
  return kind === 'not_skilled' ? kind : undefined;
}

/** Asks the engine about a start. Claims of these request ids and of the call's live hold don't count. */
export function questionOf(
  wanted: RequestedStart,
  occupancy: Occupancy,
  dispatchRequestIds: readonly string[],
  held?: StandingHold | undefined,
): Question {
  const requested = requestedTechnician(wanted);
  return {
    calendar: wanted.account,
    among: requested.kind === 'others' ? requested.technicians : undefined,
    job: wanted.byDispatcher ? { ...wanted.service, arrival: { style: 'start' } } : wanted.service,
    waivesNotice: wanted.byDispatcher || wanted.isOffered,
    occupancy,
    now: wanted.now,
    seed: wanted.callId ?? '',
    own: new Set(held === undefined ? dispatchRequestIds : [...dispatchRequestIds, held.holdId]),
    held: held && heldStart(held, wanted.service.id),
    areas: wanted.coverage?.limits,
  };
}

/** Returns the start that a call holds; undefined if the hold is for another service. */
export function heldStart({ hold }: StandingHold, serviceTypeId: string): HeldStart | undefined {
  const { startsAt, technicianId } = hold;
  return hold.serviceTypeId === serviceTypeId
    ? { start: Date.parse(startsAt) / MINUTE_MS, technicianId }
    : undefined;
}

/** Returns those of the free technicians who may come: first the preferred one, then in the engine's order. */
export function preferredTechnicians(
  wanted: RequestedStart,
  free: readonly Technician[],
  current: string | undefined,
): readonly Technician[] {
  const requested = free.filter(({ id }) => isRequested(wanted, id));
  return [...requested.filter(({ id }) => id === current), ...requested.filter(({ id }) => id !== current)];
}

/** A judged start can be booked. If it is in a window, it is the earliest start there. */
export type Judged = Omit<Arrivable, 'window'> & Partial<Pick<Arrivable, 'window'>>;

/** Returns the windows that a single time may mean: those that begin then, or else those that contain it. */
export function windowsAt(windows: readonly WallSpan[], minute: number): readonly WallSpan[] {
  const beginning = windows.filter(({ from }) => from === minute);
  return beginning.length > 0 ? beginning : windows.filter(contains(minute));
}

/** Returns the possible windows of a requested start, preferred first; undefined if the exact start counts. */
export function requestedWindows(wanted: RequestedStart): readonly WallSpan[] | undefined {
  const windows = wanted.byDispatcher ? undefined : windowsOf(wanted.account, wanted.service);
  if (windows === undefined) return undefined;
  const named = windows.filter((window) => wanted.windows?.some(isSameSpan(window)));
  return named.length > 0 ? named : windowsAt(windows, wanted.minute);
}

/** These reasons don't depend on the time of the day. */
const ofDate: readonly StartRefusal[] = ['past', 'too_far', 'not_in_area', 'closed', 'holiday'];

/** Judges a requested start, or the windows that it may be in, for the technicians who may come. */
export function judgeWanted(question: Question, wanted: RequestedStart): Judged | StartRefusal {
  const { date, minute, wish } = wanted;
  const windows = requestedWindows(wanted);
  if (windows !== undefined && windows.length > 0) {
    const isWanted = (start: Candidate) => wish === undefined || fits(wish, start);
    return judgeWindows(question, date, windows, ({ id }) => isRequested(wanted, id), isWanted);
  }
  const judged = judgeStart(question, date, minute);
  if (windows === undefined) return typeof judged === 'string' ? judged : { ...judged, minute };
  return typeof judged === 'string' && ofDate.includes(judged) ? judged : 'not_on_grid';
}

/** Returns the promise that a technician arrives in a window of a date. */
export function promiseOf(
  { timezone }: Pick<Calendar, 'timezone'>,
  date: LocalDate,
  { from, to }: WallSpan,
): ArrivalPromise {
  const at = (minute: number) => new Date(boundaryOf(timezone, date, minute) * MINUTE_MS).toISOString();
  return { from: formatClock24(from), to: formatClock24(to), startsAt: at(from), endsAt: at(to) };
}

export const spanOf = ({ from, to }: Pick<ArrivalPromise, 'from' | 'to'>): WallSpan => ({
  from: wallMinute(from),
  to: wallMinute(to),
});

/** Returns the promise for an exact start: the current one or the first window that contains it; else undefined. */
export function promiseForExact(
  { account, service, date }: RequestedStart,
  minute: number,
  before: Appointment | undefined,
): ArrivalPromise | undefined {
  const standing = before?.date === date ? before.promise : undefined;
  if (standing !== undefined && contains(minute)(spanOf(standing))) return standing;
  const window = windowsOf(account, service)?.find(contains(minute));
  return window && promiseOf(account, date, window);
}

/** True if an appointment is in one of the requested windows on that date, or at the exact start. */
export function isAsRequested(wanted: RequestedStart, { date, promise, startsAt }: Appointment): boolean {
  const { account, minute } = wanted;
  const windows = requestedWindows(wanted);
  if (windows === undefined) {
    const start = instantOf(account.timezone, wanted.date, minute);
    return start !== undefined && start * MINUTE_MS === Date.parse(startsAt);
  }
  return date === wanted.date && promise !== undefined && windows.some(isSameSpan(spanOf(promise)));
}
