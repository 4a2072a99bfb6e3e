import type { Account, ServiceType } from '../../accounts/account.ts';
import type { Deadline, ScheduleReader } from '../../record/ports.ts';
import { activeAppointment, appointmentToChange, visitsIn } from '../../record/request.ts';
import type { LocalDate, Technician } from '../../scheduling/calendar.ts';
import { isSkilled } from '../../scheduling/day.ts';
import { bookableStarts } from '../../scheduling/engine.ts';
import { dateSpan, localSpans, type Span, technicianSpans } from '../../scheduling/hours.ts';
import { MINUTE_MS } from '../../scheduling/time.ts';
import { lasting } from '../appointment.ts';
import { readDay } from '../booking-facts.ts';
import { questionOf } from '../requested-start.ts';
import type { AppointmentRequest } from './appointment-request.ts';
import { startsOfEach, togetherOn } from './together.ts';
import { lengthOf, replacing, wishesIn } from './visit-wishes.ts';

/** Says why a technician has no start. `off`: until an instant (epoch minutes) of that day, if there is one. */
export type LaneRefusal =
  | { readonly reason: 'not_skilled'; readonly skills: readonly string[] }
  | { readonly reason: 'off'; readonly until?: number | undefined }
  /** `not_together`: only the others of the visit are not free, or it must stay between the other visits of the job. */
  | { readonly reason: 'past' | 'full' | 'not_together' };

export interface LaneStarts {
  readonly technician: Technician;
  readonly starts: readonly { readonly minute: number; readonly start: number }[];
  /** Present if there are no starts. */
  readonly why?: LaneRefusal | undefined;
}

/** The starts of a day for one visit of a request. */
export interface StartsQuestion extends Pick<AppointmentRequest, 'account' | 'request' | 'date'> {
  readonly service: ServiceType;
  /** Counts from 1; the first visit by default. */
  readonly visit?: number | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Returns how long a visit lasts, in minutes; undefined if the request has no such visit. */
export function minutesOf({ request, service, visit = 1 }: StartsQuestion): number | undefined {
  // A later visit keeps its length. The first one gets that of its service, unless a dispatcher has set another.
  if (visit === 1)
    return lasting(service, service.id === request.serviceTypeId ? request.minutes : undefined)
      .durationMinutes;
  const later = activeAppointment(request)?.visits?.[visit - 2];
  return later && lengthOf(later);
}

/**
 * Returns each technician's starts of a date that `giveAppointment` would accept with the visit's crew, in order of time,
 * or why there are none. The visit stays between the others.
 */
export async function startsOf(
  asked: StartsQuestion,
  schedule: ScheduleReader,
  deadline: Deadline,
): Promise<readonly LaneStarts[]> {
  const { account, request, date, now } = asked;
  const service = lasting(asked.service, minutesOf(asked));
  const occupancy = await readDay({ account, date }, schedule, deadline);
  const wanted = { account, service, date, minute: 0, now, byDispatcher: true };
  const { dispatchRequestId } = request;
  const free = bookableStarts(questionOf(wanted, occupancy, [dispatchRequestId]), date);
  const ofEach = startsOfEach(wanted, { occupancy, dispatchRequestId });
  const isBetween = betweenOthers(asked, service.durationMinutes + account.booking.bufferMinutes);
  return account.technicians.map((technician) => {
    const own = free.filter(({ technicians }) => technicians.some(({ id }) => id === technician.id));
    const crew = crewWith(technician, asked);
    const together = crew.length === 0 || own.length === 0 ? own : togetherOn({ technician, crew }, ofEach);
    const starts = together.filter(isBetween).map(({ minute, start }) => ({ minute, start }));
    const why = own.length === 0 ? whyNone(technician, service, { account, date, now }) : undefined;
    return { technician, starts, why: why ?? (starts.length === 0 ? NOT_TOGETHER : undefined) };
  });
}

const NOT_TOGETHER = { reason: 'not_together' } as const;

/** Returns who else comes to a visit if a technician leads it, as a move decides. */
function crewWith(
  technician: Technician,
  { account, request, visit = 1 }: StartsQuestion,
): readonly Technician[] {
  const standing = appointmentToChange(request);
  const before = standing && wishesIn(standing)[visit - 1];
  if (before === undefined) return [];
  const { crew = [] } = replacing(before, before.technician, technician.id);
  return account.technicians.filter(({ id }) => crew.includes(id));
}

/** Says whether a start of a visit that takes these minutes is after the visit before it and before the next one. */
function betweenOthers({ account, request, visit }: StartsQuestion, minutes: number) {
  const standing = activeAppointment(request);
  const visits = standing === undefined || visit === undefined ? [] : visitsIn(standing);
  const [before, next] = visit === undefined ? [] : [visits[visit - 2], visits[visit]];
  const from = before && Date.parse(before.endsAt) / MINUTE_MS + account.booking.bufferMinutes;
  const to = next && Date.parse(next.startsAt) / MINUTE_MS;
  return ({ start }: { readonly start: number }): boolean =>
    start >= (from ?? start) && start + minutes <= (to ?? Number.POSITIVE_INFINITY);
}

function whyNone(
  technician: Technician,
  service: ServiceType,
  { account, date, now }: { readonly account: Account; readonly date: LocalDate; readonly now: number },
): LaneRefusal {
  if (!isSkilled(technician, service)) {
    const skills = service.skills.filter((skill) => !technician.skills.includes(skill));
    return { reason: 'not_skilled', skills };
  }
  const day = dateSpan(account, date);
  const at = now / MINUTE_MS;
  if (day.to <= at) return { reason: 'past' };
  const working = technicianSpans(account, technician, date)
    .map(({ from, to }) => ({ from: Math.max(from, day.from), to: Math.min(to, day.to) }))
    .filter(({ from, to }) => to > Math.max(from, at));
  if (working.length === 0) return { reason: 'off' };
  const off = localSpans(account, technician.timeOff);
  const isWhole = working.every(({ from, to }) =>
    off.some((one) => one.from <= Math.max(from, at) && one.to >= to),
  );
  return isWhole ? { reason: 'off' } : offUntil(working, off, at);
}

/** Time off at the beginning of the day explains more than a full day. */
function offUntil(working: readonly Span[], off: readonly Span[], at: number): LaneRefusal {
  const begins = Math.max(at, Math.min(...working.map(({ from }) => from)));
  const first = off.find(({ from, to }) => from <= begins && to > begins);
  return first === undefined ? { reason: 'full' } : { reason: 'off', until: first.to };
}
