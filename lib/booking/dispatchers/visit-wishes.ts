import type { Account, ServiceType } from '../../accounts/account.ts';
import { nameTechnician, type TechnicianRefusal } from '../../accounts/technicians.ts';
import {
  type Appointment,
  activeAppointment,
  appointmentToChange,
  type JobVisit,
  MOST_DAYS_APART,
  visitsIn,
} from '../../record/request.ts';
import type { LocalDate, Technician } from '../../scheduling/calendar.ts';
import { isSkilled } from '../../scheduling/day.ts';
import { addDays, daysBetween, MINUTE_MS } from '../../scheduling/time.ts';
import { lasting } from '../appointment.ts';
import type { AppointmentRequest, VisitsRefusal, VisitWish } from './appointment-request.ts';

/** Counts everybody at every visit of a job, so that each of its changes fits into one write and can be undone. */
export const MOST_TOGETHER = 12;

/** A visit stays as it stands, with the time that it claims, or is placed. */
export type PlannedVisit = { readonly kept: JobVisit } | VisitToPlace;

export interface VisitToPlace {
  readonly kept?: undefined;
  readonly date: LocalDate;
  readonly minute: number;
  /** The service with the visit's length. */
  readonly service: ServiceType;
  /** Absent if anybody who is free may come to the first visit, and then to the others. */
  readonly technician?: Technician | undefined;
  readonly crew: readonly Technician[];
  /** What stands in its place. */
  readonly standing?: JobVisit | undefined;
}

/** Returns the visits of a job as they stand, in the form of wishes. */
export const wishesIn = (appointment: Appointment): readonly VisitWish[] =>
  visitsIn(appointment).map((visit) => ({
    ...{ date: visit.date, minute: visit.minute, minutes: lengthOf(visit), technician: visit.technicianId },
    crew: visit.crew?.map(({ technicianId }) => technicianId),
  }));

/** True if a dispatcher asks for several technicians or visits. */
export const wantsSeveral = ({ crew = [], later = [], visit, visits }: AppointmentRequest): boolean =>
  crew.length + later.length > 0 || visit !== undefined || visits !== undefined;

/**
 * Returns all visits that a job has after a change that a dispatcher asks for.
 * @param service with the length of the job's visits
 */
export function plannedVisits(
  wanted: AppointmentRequest,
  service: ServiceType,
): readonly PlannedVisit[] | VisitsRefusal | TechnicianRefusal {
  const { account, request } = wanted;
  const appointment = activeAppointment(request);
  const wishes = wanted.visits ?? wishesOf(wanted, appointmentToChange(request));
  if ('reason' in wishes) return wishes;
  const before = appointment === undefined ? [] : visitsIn(appointment);
  const isOther = service.id !== request.serviceTypeId;
  const planned: PlannedVisit[] = [];
  for (const [at, wish] of wishes.entries()) {
    const standing = before[at];
    // The first visit lasts as long as its service, and later ones need its skills.
    const maySuit = (visit: JobVisit) =>
      !isOther || (at > 0 && unskilledAt([visit], service, wanted) === undefined);
    if (standing !== undefined && maySuit(standing) && isAsWished(standing, wish, account)) {
      planned.push({ kept: standing });
      continue;
    }
    const people = peopleOf({ ...wish, technician: wish.technician ?? wishes[0]?.technician }, account);
    if ('reason' in people) return people;
    planned.push({
      ...{ date: wish.date, minute: wish.minute, standing, ...people },
      service: lasting(service, wish.minutes),
    });
  }
  const crews = planned.map((visit) => (visit.kept === undefined ? visit.crew : (visit.kept.crew ?? [])));
  const together = crews.reduce((sum, crew) => sum + 1 + crew.length, 0);
  const [first, last] = [wishes[0], wishes.at(-1)];
  if (first !== undefined && last !== undefined && daysBetween(first.date, last.date) > MOST_DAYS_APART)
    return { reason: 'too_far_apart', most: MOST_DAYS_APART };
  return together > MOST_TOGETHER ? { reason: 'too_many_visits', most: MOST_TOGETHER } : planned;
}

/** Returns somebody in front of a visit that is not over who lacks the skills for a service; undefined if nobody does. */
export function unskilledAt(
  visits: readonly JobVisit[],
  service: ServiceType,
  { account, who }: Pick<AppointmentRequest, 'account' | 'who'>,
): Technician | undefined {
  const ahead = visits.filter(({ endsAt }) => Date.parse(endsAt) > who.now);
  const leads = new Set(ahead.map(({ technicianId }) => technicianId));
  return account.technicians.find((one) => leads.has(one.id) && !isSkilled(one, service));
}

/** Returns how long a visit lasts, in minutes. */
export const lengthOf = ({ startsAt, endsAt }: JobVisit): number =>
  (Date.parse(endsAt) - Date.parse(startsAt)) / MINUTE_MS;

function wishesOf(
  wanted: AppointmentRequest,
  appointment: Appointment | undefined,
): readonly VisitWish[] | VisitsRefusal {
  const { date, minute, visit, later } = wanted;
  const standing = appointment === undefined ? [] : wishesIn(appointment);
  const at = (visit ?? 1) - 1;
  const [first] = standing;
  const before = standing[at];
  if (at > 0 && before === undefined) return { reason: 'no_such_visit' };
  const own = { ...peopleAfter(wanted, before), date, minute };
  // Without the number of a visit, the whole job moves.
  const days = visit === undefined && first !== undefined ? daysBetween(first.date, date) : 0;
  const others = standing.map((one) => ({ ...one, date: addDays(one.date, days) }));
  if (at > 0) return others.with(at, { ...own, minutes: before?.minutes });
  return [own, ...(later ?? others.slice(1))];
}

/** Returns everybody who came before and whom the dispatcher doesn't replace. */
function peopleAfter(
  { technician, crew }: Pick<AppointmentRequest, 'technician' | 'crew'>,
  before: VisitWish | undefined,
): Pick<VisitWish, 'technician' | 'crew'> {
  if (crew !== undefined || before === undefined)
    return { technician: technician ?? before?.technician, crew };
  const { technician: lead, crew: others } = before;
  return technician === undefined ? { technician: lead, crew: others } : replacing(before, lead, technician);
}

export interface Replacement {
  /** Id of the technician who comes. */
  readonly technicianId: string;
  /** Id of the one who doesn't; by default the one in front of the first visit in question. */
  readonly insteadOf?: string | undefined;
  /** Counts from 1. If absent, all visits that are not over are in question. */
  readonly visit?: number | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Returns a job's visits with another technician; the name of the field that doesn't fit if there is nobody to replace. */
export function withReplaced(
  appointment: Appointment,
  { technicianId, insteadOf, visit, now }: Replacement,
): readonly VisitWish[] | 'visit' | 'insteadOf' {
  const wishes = wishesIn(appointment);
  const ahead = visitsIn(appointment).map(({ endsAt }) => Date.parse(endsAt) > now);
  const isMeant = (at: number) =>
    visit === undefined ? ahead[at] === true || !ahead.includes(true) : at === visit - 1;
  const meant = wishes.filter((_, at) => isMeant(at));
  const replaced = insteadOf ?? meant[0]?.technician;
  if (replaced === undefined) return 'visit';
  const comes = ({ technician, crew = [] }: VisitWish) => [technician, ...crew].includes(replaced);
  if (!meant.some(comes)) return 'insteadOf';
  return wishes.map((wish, at) =>
    isMeant(at) && comes(wish) ? { ...wish, ...replacing(wish, replaced, technicianId) } : wish,
  );
}

/** Returns who comes to a visit when one technician takes the place of another. Those who both come change places. */
export function replacing(
  { technician, crew = [] }: Pick<VisitWish, 'technician' | 'crew'>,
  former: string | undefined,
  next: string | undefined,
): Pick<VisitWish, 'technician' | 'crew'> {
  const changed = (one: string | undefined) => (one === former ? next : one === next ? former : one);
  return { technician: changed(technician), crew: crew.flatMap((one) => changed(one) ?? []) };
}

function peopleOf(
  { technician, crew = [] }: VisitWish,
  account: Account,
): Pick<VisitToPlace, 'technician' | 'crew'> | TechnicianRefusal {
  const lead = technician === undefined ? undefined : nameTechnician(account, technician);
  if (lead !== undefined && 'reason' in lead) return lead;
  const others = new Map<string, Technician>();
  for (const name of crew) {
    const one = nameTechnician(account, name);
    if ('reason' in one) return one;
    if (one.id !== lead?.id) others.set(one.id, one);
  }
  return { technician: lead, crew: [...others.values()] };
}

/** Compares by ids, because the account may lack somebody by now. */
function isAsWished(
  standing: JobVisit,
  { date, minute, minutes, technician, crew = [] }: VisitWish,
  account: Account,
): boolean {
  const idOf = (name: string) => {
    const found = nameTechnician(account, name);
    return 'reason' in found ? name : found.id;
  };
  const inOrder = (ids: readonly string[]) => ids.toSorted().join('\n');
  return (
    standing.date === date &&
    standing.minute === minute &&
    (minutes === undefined || minutes === lengthOf(standing)) &&
    (technician === undefined || idOf(technician) === standing.technicianId) &&
    inOrder(crew.map(idOf)) === inOrder((standing.crew ?? []).map((one) => one.technicianId))
  );
}
