import type { ServiceType } from '../../accounts/account.ts';
import type { StandingHold } from '../../record/hold.ts';
import { transitionRefusal } from '../../record/lifecycle.ts';
import type { Deadline, ScheduleReader } from '../../record/ports.ts';
import {
  type Appointment,
  activeAppointment,
  type Claim,
  changed,
  type DispatchRequest,
  hasActiveAppointment,
  type JobVisit,
  type Scheduled,
  visitOf,
} from '../../record/request.ts';
import { changeLatest } from '../../record/retry.ts';
import type { EpochMinute, LocalDate, Technician } from '../../scheduling/calendar.ts';
import { isSkilled } from '../../scheduling/day.ts';
import { judgeStart } from '../../scheduling/engine.ts';
import type { Occupancy } from '../../scheduling/occupancy.ts';
import { instantOf, MINUTE_MS } from '../../scheduling/time.ts';
import { appointmentOf, claimedBy, lasting } from '../appointment.ts';
import { type BookingDependencies, readDay } from '../booking-facts.ts';
import { newCustomer } from '../customer-details.ts';
import { heldUntil, takingOver } from '../holds.ts';
import {
  MAX_ALTERNATIVES,
  questionOf,
  type RequestedStart,
  type RequestedStartRefusal,
} from '../requested-start.ts';
import { rescheduled } from '../reschedule.ts';
import type { AppointmentRefusal, AppointmentRequest, AppointmentResult } from './appointment-request.ts';
import { wrongCommand } from './appointment-request.ts';
import { type Claimed, type People, questionFor, startsOfEach, togetherOn } from './together.ts';
import { claimsOfVisit, joined, layered, merged, withoutHeld } from './visit-claims.ts';
import { MOST_TOGETHER, type PlannedVisit, plannedVisits, type VisitToPlace } from './visit-wishes.ts';

/**
 * A write touches at most this many days of technicians and holds. It may have a hundred items, and the others are for the
 * request, its customer, its call and its messages.
 */
const MOST_DAYS = 80;

/** A visit with its time and everybody who comes to it. */
interface Place extends VisitToPlace {
  readonly technician: Technician;
  /** Epoch minutes. */
  readonly start: EpochMinute;
}

type Chosen = { readonly kept: JobVisit } | Place;

interface Placing {
  readonly wanted: AppointmentRequest;
  /** As it is stored. */
  readonly request: DispatchRequest;
  readonly occupancy: Occupancy;
}

/**
 * Gives a job visits of several technicians and days, or any visit in spite of the rules. One write claims the time of
 * everybody, or nobody's. Only the technician in front needs the skills for the job.
 */
export function placeVisits(
  wanted: AppointmentRequest,
  service: ServiceType,
  deps: BookingDependencies,
  deadline: Deadline,
): Promise<AppointmentResult> {
  return changeLatest<AppointmentResult, BookingDependencies>(
    wanted.request,
    async (request, own) =>
      request === undefined
        ? { kind: 'gone', request: wanted.request }
        : await place({ ...wanted, request }, service, own, deadline),
    deps,
    deadline,
  );
}

async function place(
  wanted: AppointmentRequest,
  service: ServiceType,
  deps: BookingDependencies,
  deadline: Deadline,
): Promise<AppointmentResult | undefined> {
  const { account, request, who } = wanted;
  const refused = (refusal: AppointmentRefusal) => ({ kind: 'refused', refusal, request }) as const;
  const wrong = wrongCommand(wanted.command, request);
  const impossible = transitionRefusal(request, 'scheduled', true);
  if (impossible !== undefined) return refused(impossible);
  if (wrong?.reason === 'no_appointment') return refused(wrong);
  const isOwn = service.id === request.serviceTypeId;
  const planned = plannedVisits(wanted, lasting(service, isOwn ? request.minutes : undefined));
  if ('reason' in planned) return refused(planned);
  const standing = activeAppointment(request);
  const isSame = planned.every(({ kept }) => kept) && planned.length === 1 + (standing?.visits?.length ?? 0);
  // A repeat of `schedule` finds the visits that it asked for.
  if (isSame) return { kind: 'stands', request };
  if (wrong !== undefined) return refused(wrong);
  const dates = planned.flatMap((visit) => (visit.kept === undefined ? [visit.date] : []));
  const occupancy = await readDays(wanted, [...new Set(dates)], deps.schedule, deadline);
  const placing = { wanted, request, occupancy };
  const chosen = choosePeople(planned, placing);
  if ('reason' in chosen) return refused(chosen);
  const result = await claimed(chosen, placing, deps, deadline);
  if ('reason' in result) return refused(result);
  const { appointment, ends } = result;
  const next = withVisits(placing, service, appointment, planned[0]?.kept !== undefined);
  const customer = await newCustomer(request, account, deps, deadline);
  const seen = withoutHeld(occupancy, who.now);
  const { kind } = await deps.requests.commit({ next, previous: request, customer, seen, ends }, deadline);
  return kind === 'stored' ? { kind: 'changed', request: next, previous: request } : undefined;
}

async function readDays(
  { account }: Pick<AppointmentRequest, 'account'>,
  dates: readonly LocalDate[],
  schedule: ScheduleReader,
  deadline: Deadline,
): Promise<Occupancy> {
  const read = await Promise.all(dates.map((date) => readDay({ account, date }, schedule, deadline)));
  return merged(read);
}

/** Finds who comes to each visit. If anybody may, tries them in order; says why the first of them can't. */
function choosePeople(
  planned: readonly PlannedVisit[],
  placing: Placing,
): readonly Chosen[] | AppointmentRefusal {
  const [first] = planned;
  if (first === undefined || first.kept !== undefined || first.technician !== undefined)
    return placesOf(planned, undefined, placing);
  const { date, minute, service } = first;
  const { account, overHolds } = placing.wanted;
  // Who is to come along doesn't come in front, or somebody less would come.
  const along = new Set(
    planned.flatMap((visit) =>
      visit.kept === undefined && visit.technician === undefined ? visit.crew : [],
    ),
  );
  const among = account.technicians.filter((one) => !along.has(one));
  const question = questionOf(startOf(first, placing), placing.occupancy, [
    placing.request.dispatchRequestId,
  ]);
  const judged = judgeStart({ ...question, among, overHolds }, date, minute);
  if (typeof judged === 'string')
    return { reason: judged, service: service.name, alternatives: [], searched: { kind: 'complete' } };
  const tried = judged.technicians.map((technician) => placesOf(planned, technician, placing));
  return tried.find((one) => !('reason' in one)) ?? tried[0] ?? [];
}

function placesOf(
  planned: readonly PlannedVisit[],
  anyone: Technician | undefined,
  placing: Placing,
): readonly Chosen[] | AppointmentRefusal {
  const { account, override } = placing.wanted;
  const places: Chosen[] = [];
  let free = Number.NEGATIVE_INFINITY;
  for (const [at, visit] of planned.entries()) {
    const start =
      visit.kept === undefined
        ? instantOf(account.timezone, visit.date, visit.minute)
        : Date.parse(visit.kept.startsAt) / MINUTE_MS;
    if (start !== undefined && start < free) return { reason: 'visit_order', visit: at + 1 };
    if (visit.kept !== undefined) {
      free = Date.parse(visit.kept.endsAt) / MINUTE_MS + account.booking.bufferMinutes;
      places.push(visit);
      continue;
    }
    const technician = visit.technician ?? anyone;
    const place = technician && placeAt(visit, technician);
    if (start === undefined || place === undefined)
      return refusalAt({ reason: 'invalid_time', at, technician }, visit, []);
    if (override === undefined) {
      const why = whoCannot(place, placing);
      if (why !== undefined) {
        const others = togetherOn(place, startsOfEach(startOf(place, placing), freeOf(placing)));
        return refusalAt(
          { ...why, at },
          visit,
          others.filter((one) => one.start >= free),
        );
      }
    }
    free = start + visit.service.durationMinutes + account.booking.bufferMinutes;
    places.push({ ...place, start });
  }
  return places;
}

const placeAt = (visit: VisitToPlace, technician: Technician) => ({
  ...visit,
  technician,
  crew: visit.crew.filter(({ id }) => id !== technician.id),
});

const freeOf = ({ wanted, request, occupancy }: Placing): Claimed => ({
  ...{ occupancy, dispatchRequestId: request.dispatchRequestId, overHolds: wanted.overHolds },
});

/** A visit that stays at its time may have begun. */
function startOf({ date, minute, service, standing }: VisitToPlace, { wanted }: Placing): RequestedStart {
  const { account, who } = wanted;
  const stays = standing?.date === date && standing.minute === minute;
  const now = stays ? Math.min(who.now, Date.parse(standing.startsAt)) : who.now;
  return { account, service, date, minute, now, byDispatcher: true };
}

interface Obstacle {
  readonly reason: RequestedStartRefusal;
  readonly technician?: Technician | undefined;
  readonly heldUntil?: string | undefined;
}

/** Says who can't come to a visit, and why; undefined if all can. */
function whoCannot(place: VisitToPlace & People, placing: Placing): Obstacle | undefined {
  const { technician, crew } = place;
  const start = startOf(place, placing);
  if (!isSkilled(technician, place.service)) return { reason: 'not_skilled', technician };
  for (const one of [technician, ...crew]) {
    const question = questionFor(one, start, freeOf(placing));
    const judged = judgeStart(question, start.date, start.minute);
    if (typeof judged === 'string') {
      const until = judged === 'slot_taken' ? heldUntil(question, start) : undefined;
      return { reason: judged, technician: one, heldUntil: until };
    }
  }
  return undefined;
}

function refusalAt(
  { reason, technician, heldUntil, at }: Obstacle & { readonly at: number },
  { date, minute, service, technician: lead = technician }: VisitToPlace,
  others: readonly { readonly minute: number }[],
): AppointmentRefusal {
  const near = others.toSorted((a, b) => Math.abs(a.minute - minute) - Math.abs(b.minute - minute));
  return {
    ...{ reason, service: service.name, technician: technician?.name, heldUntil },
    alternatives: near
      .slice(0, MAX_ALTERNATIVES)
      .flatMap((one) =>
        lead === undefined
          ? []
          : [{ date, minute: one.minute, technicianId: lead.id, technician: lead.name }],
      ),
    searched: { kind: 'complete' },
    of: { visit: at + 1, date, minute },
  };
}

interface ClaimedVisits {
  readonly appointment: Appointment;
  readonly ends: readonly StandingHold[];
}

/** Returns what the job claims, and the holds that end with that. */
async function claimed(
  chosen: readonly Chosen[],
  placing: Placing,
  deps: BookingDependencies,
  deadline: Deadline,
): Promise<ClaimedVisits | AppointmentRefusal> {
  const standing = activeAppointment(placing.request);
  const claims: Claim[] = [];
  const visits: JobVisit[] = [];
  const ends = new Map<string, StandingHold>();
  for (const [at, place] of chosen.entries()) {
    if (place.kept !== undefined) {
      const { claims: _, visits: __, ...visit }: Partial<Appointment> & JobVisit = place.kept;
      visits.push(visit);
      claims.push(...(standing === undefined ? [] : claimsOfVisit(standing, at, placing.wanted.account)));
      continue;
    }
    const own = claimsAt(place, placing);
    const over = await holdsAt(place, placing, deps, deadline);
    if (own === undefined)
      return refusalAt({ reason: 'slot_taken', technician: place.technician, at }, place, []);
    for (const hold of over) ends.set(hold.holdId, hold);
    claims.push(...own);
    visits.push(visitAt(place, own, { isFirst: at === 0, isOverHold: over.length > 0 }, placing));
  }
  const [first, ...later] = visits;
  const all = joined(claims);
  const touched = all.length + (standing?.claims.length ?? 0) + WRITES_PER_HOLD * ends.size;
  if (first === undefined || touched > MOST_DAYS) return { reason: 'too_many_visits', most: MOST_TOGETHER };
  const appointment = { ...first, ...(later.length > 0 && { visits: later }), claims: all };
  return { appointment, ends: [...ends.values()] };
}

/** Ending a hold also writes its item and that of its number, and frees what the job leaves of its time. */
const WRITES_PER_HOLD = 4;

const peopleOf = ({ technician, crew }: People): readonly Technician[] => [technician, ...crew];

function claimsAt(place: Place, placing: Placing): readonly Claim[] | undefined {
  const { wanted, request, occupancy } = placing;
  const visit = startOf(place, placing);
  const claims = peopleOf(place).flatMap((one) => claimedBy(visit, place.start, one));
  return wanted.override === undefined ? claims : layered(claims, occupancy, request, wanted.who.now);
}

async function holdsAt(
  place: Place,
  placing: Placing,
  deps: BookingDependencies,
  deadline: Deadline,
): Promise<readonly StandingHold[]> {
  const { override, overHolds } = placing.wanted;
  if (override === undefined && !overHolds) return [];
  const visit = startOf(place, placing);
  const read = peopleOf(place).map((technician) => {
    const judged = { ...place, technicians: [technician] };
    return takingOver([technician], judged, visit, placing.occupancy, deps, deadline);
  });
  return (await Promise.all(read)).flat().flatMap(({ ends }) => ends);
}

function visitAt(
  place: Place,
  claims: readonly Claim[],
  { isFirst, isOverHold }: { readonly isFirst: boolean; readonly isOverHold: boolean },
  placing: Placing,
): JobVisit {
  const { override: reason, who } = placing.wanted;
  const visit = startOf(place, placing);
  const { technician, crew, start, minute } = place;
  const rules = [
    ...new Set(peopleOf(place).flatMap((one) => brokenRules(visit, one, one === technician))),
    ...(claims.some(({ layer }) => layer !== undefined) ? ['double'] : []),
    ...(isOverHold ? ['over_hold'] : []),
  ];
  const at = new Date(who.now).toISOString();
  const standing = activeAppointment(placing.request);
  const judged = { start, minute, technicians: [technician] };
  const { claims: _, promise, ...facts } = appointmentOf(visit, judged, technician, standing);
  return {
    ...facts,
    // Customers are promised the first visit.
    ...(isFirst && promise !== undefined && { promise }),
    ...(crew.length > 0 && { crew: crew.map(({ id, name }) => ({ technicianId: id, technician: name })) }),
    ...(reason !== undefined && rules.length > 0 && { override: { reason, by: who.by, at, rules } }),
  };
}

/** Says which rule would have refused the start, whatever else claims the technician's time. */
function brokenRules(visit: RequestedStart, technician: Technician, leads: boolean): readonly string[] {
  if (leads && !isSkilled(technician, visit.service)) return ['not_skilled'];
  const service = leads ? visit.service : { ...visit.service, skills: [] };
  const question = { ...questionOf({ ...visit, service }, new Map(), []), among: [technician] };
  const judged = judgeStart(question, visit.date, visit.minute);
  return typeof judged === 'string' ? [judged] : [];
}

/** Returns the request with its visits. How far a job is stays known if its first visit stays. */
function withVisits(
  { wanted, request, occupancy }: Placing,
  service: ServiceType,
  appointment: Appointment,
  isFirstKept: boolean,
): Scheduled {
  const { account, override, who } = wanted;
  if (isFirstKept && hasActiveAppointment(request)) {
    const line = { to: request.status, kind: 'moved', visit: visitOf(appointment), words: override } as const;
    return { ...request, ...changed(request, who, line), appointment };
  }
  const { date, minute } = appointment;
  const visit = { account, service, date, minute, now: who.now, byDispatcher: true };
  return rescheduled({ ...visit, request, occupancy, override, who }, request, appointment);
}
