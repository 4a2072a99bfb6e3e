import type { Account } from '../../accounts/account.ts';
import { acceptedCoverage } from '../../accounts/areas.ts';
import type { Deadline } from '../../record/ports.ts';
import {
  type ChangedBy,
  changed,
  type DispatchRequest,
  hasActiveAppointment,
  type Scheduled,
  takesSeveral,
  visitOf,
} from '../../record/request.ts';
import { type ChangeDependencies, retry } from '../../record/retry.ts';
import type { LocalDate } from '../../scheduling/calendar.ts';
import { judgeStart } from '../../scheduling/engine.ts';
import { layerName, type Occupancy } from '../../scheduling/occupancy.ts';
import { MINUTE_MS, wallClockOf } from '../../scheduling/time.ts';
import { claimedBy, lasting, minutesOf } from '../appointment.ts';
import { type BookingDependencies, readDay } from '../booking-facts.ts';
import { questionOf } from '../requested-start.ts';

/** A visit that is to be adjusted: at another time within what was promised, or with another technician. */
export interface Adjustment {
  readonly dispatchRequestId: string;
  /** The version on which this was decided. */
  readonly version: number;
  readonly to: { readonly technicianId: string; readonly startsAt: string };
}

/** Why nothing was written: by the ids of requests, or for all of them. */
export type AdjustRefusal =
  | { readonly reason: 'version_changed'; readonly dispatchRequestIds: readonly string[] }
  | { readonly reason: 'not_free' };

/** The versions with the adjustments, by the ids of requests. */
export type Adjusted = ReadonlyMap<string, number>;

/** A write may have a hundred items: for each visit the request and its notice, and the days of the technicians. */
export const MOST_ADJUSTED = 36;

interface Adjusting {
  readonly account: Account;
  /** On which all of the visits begin, before and after. */
  readonly date: LocalDate;
  readonly adjustments: readonly Adjustment[];
  readonly who: ChangedBy;
}

/**
 * Adjusts visits of a date together or not at all. Repeated, it finds what it has written. Hours, grid, skills, time off
 * and claims bind it. Fails as `retry` does.
 */
export function adjust(
  wanted: Adjusting,
  deps: ChangeDependencies & Pick<BookingDependencies, 'schedule'>,
  deadline: Deadline,
): Promise<Adjusted | AdjustRefusal> {
  return retry<Adjusted | AdjustRefusal, typeof deps>(
    async (_, own) => await attempt(wanted, own, deadline),
    deps,
    deadline,
  );
}

async function attempt(
  wanted: Adjusting,
  { requests, schedule }: Pick<BookingDependencies, 'requests' | 'schedule'>,
  deadline: Deadline,
): Promise<Adjusted | AdjustRefusal | undefined> {
  const { account, date, adjustments } = wanted;
  const read = adjustments.map(
    async (one) => [one, await requests.get(one.dispatchRequestId, deadline)] as const,
  );
  const found = await Promise.all(read);
  const isDone = found.every(([one, request]) => isAdjusted(request, one));
  if (isDone) return new Map(found.map(([one, request]) => [one.dispatchRequestId, request?.version ?? 0]));
  const current = found.flatMap(([one, request]) =>
    isAdjustable(request, one, wanted) ? [[one, request] as const] : [],
  );
  if (current.length < found.length) {
    const known = new Set(current.map(([{ dispatchRequestId }]) => dispatchRequestId));
    const others = adjustments.filter(({ dispatchRequestId }) => !known.has(dispatchRequestId));
    return {
      reason: 'version_changed',
      dispatchRequestIds: others.map(({ dispatchRequestId }) => dispatchRequestId),
    };
  }
  const occupancy = await readDay({ account, date }, schedule, deadline);
  const changes = current.map(([one, request]) => ({
    next: adjusted(request, one, wanted, occupancy),
    previous: request,
  }));
  const written = changes.flatMap(({ next, previous }) => (next === undefined ? [] : [{ next, previous }]));
  const [first, ...alongside] = written;
  if (first === undefined || written.length < changes.length || overlap(written.map(({ next }) => next)))
    return { reason: 'not_free' };
  const { kind } = await requests.commit({ ...first, alongside, seen: occupancy }, deadline);
  return kind === 'stored'
    ? new Map(written.map(({ next }) => [next.dispatchRequestId, next.version]))
    : undefined;
}

const isAt = ({ appointment }: Scheduled, { to }: Adjustment): boolean =>
  appointment.technicianId === to.technicianId && appointment.startsAt === to.startsAt;

/** True if the adjustment is what has changed the request since the version. */
const isAdjusted = (request: DispatchRequest | undefined, wanted: Adjustment): boolean =>
  hasActiveAppointment(request) &&
  request.version === wanted.version + 1 &&
  request.history.at(-1)?.kind === 'adjusted' &&
  isAt(request, wanted);

const isAdjustable = (
  request: DispatchRequest | undefined,
  { version }: Adjustment,
  { account, date }: Adjusting,
): request is Scheduled =>
  hasActiveAppointment(request) &&
  request.accountId === account.accountId &&
  request.status === 'scheduled' &&
  request.version === version &&
  request.appointment.date === date &&
  !takesSeveral(request.appointment);

/** Returns the request with its visit at the new time; undefined if that isn't free for it. */
function adjusted(
  request: Scheduled,
  { to }: Adjustment,
  { account, date, adjustments, who }: Adjusting,
  occupancy: Occupancy,
): Scheduled | undefined {
  const technician = account.technicians.find(({ id }) => id === to.technicianId);
  const known = account.serviceTypes.find(({ id }) => id === request.serviceTypeId);
  const start = Date.parse(to.startsAt) / MINUTE_MS;
  const { date: day, minute } = wallClockOf(account.timezone, start);
  if (technician === undefined || known === undefined || day !== date) return undefined;
  const { appointment } = request;
  const service = lasting(known, minutesOf(appointment));
  const coverage = acceptedCoverage(account, service.id, request.customer.zip);
  const wanted = { account, service, date, minute, coverage, now: who.now, byDispatcher: true };
  // The visits leave their own times to each other.
  const own = adjustments.map(({ dispatchRequestId }) => dispatchRequestId);
  const question = { ...questionOf(wanted, occupancy, own), among: [technician] };
  if (typeof judgeStart(question, date, minute) === 'string') return undefined;
  const next = {
    ...appointment,
    ...{ date, minute, startsAt: to.startsAt, technicianId: technician.id, technician: technician.name },
    endsAt: new Date((start + service.durationMinutes) * MINUTE_MS).toISOString(),
    claims: claimedBy(wanted, start, technician),
  };
  const isSame = appointment.technicianId === technician.id;
  const line = {
    ...{ to: request.status, kind: 'adjusted' as const, reason: 'plan', visit: visitOf(next) },
    ...{ oldStart: appointment.startsAt, newStart: to.startsAt },
    ...(!isSame && { oldTechnicianId: appointment.technicianId, newTechnicianId: technician.id }),
  };
  return { ...request, ...changed(request, who, line), appointment: next };
}

/** True if two visits claim the same time of a technician. */
function overlap(requests: readonly Scheduled[]): boolean {
  const taken = requests.flatMap(({ appointment }) =>
    appointment.claims.flatMap(({ technicianId, layer, buckets }) =>
      buckets.map((bucket) => `${layerName(technicianId, layer)} ${bucket}`),
    ),
  );
  return new Set(taken).size < taken.length;
}
