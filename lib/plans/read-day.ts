import type { Account } from '../accounts/account.ts';
import { lasting, minutesOf } from '../booking/appointment.ts';
import { type DayFacts, readDay } from '../booking/dispatchers/day-board.ts';
import { heldTimesIn } from '../booking/holds.ts';
import type { DayBlock, DayVisit, PlannedDay } from '../planning/day.ts';
import { homesOf, placeOf, plausible } from '../planning/places.ts';
import { findZip } from '../planning/zip-codes.ts';
import type { DayReader, Deadline, ScheduleReader } from '../record/ports.ts';
import {
  crewOf,
  type DispatchRequest,
  hasActiveAppointment,
  type Scheduled,
  takesSeveral,
  visitsIn,
} from '../record/request.ts';
import type { LocalDate } from '../scheduling/calendar.ts';
import { dateSpan } from '../scheduling/hours.ts';
import { technicianOfLayer } from '../scheduling/occupancy.ts';
import { MINUTE_MS } from '../scheduling/time.ts';
import { wallMinute } from '../scheduling/time-of-day.ts';
import type { Place, TravelRules } from '../scheduling/travel.ts';

export interface PlanningDependencies {
  readonly schedule: ScheduleReader;
  readonly days: DayReader;
}

/** Reads the day that a planner plans. What it may not move takes up its time where it is. */
export async function readPlannedDay(
  account: Account,
  rules: TravelRules,
  date: LocalDate,
  deps: PlanningDependencies,
  now: number,
  deadline: Deadline,
): Promise<PlannedDay> {
  const facts = await readDay(account, date, deps, deadline);
  const homes = homesOf(account, findZip);
  const requests = facts.requests.filter(takesPlace);
  const span = dateSpan(account, date);
  const places = plausible(
    requests.map(({ customer }) => placeOf(customer, account.region, findZip)),
    [...homes.values()],
  );
  const placed = requests.map((request, at) => [request, places[at] ?? {}] as const);
  const visits = placed.flatMap(([request, place]) => movable(request, place, account, date) ?? []);
  const moving = new Set(visits.map(({ dispatchRequestId }) => dispatchRequestId));
  const blocks = placed
    .filter(([{ dispatchRequestId }]) => !moving.has(dispatchRequestId))
    .flatMap(([request, place]) => standing(request, place, account))
    .filter(({ from, to }) => from < span.to && to > span.from);
  return {
    ...{ account, rules, date, homes, visits },
    blocks: [...blocks, ...blockedTimes(facts), ...heldTimes(facts, now)],
  };
}

type Placed = DispatchRequest & Pick<Scheduled, 'appointment'>;

const takesPlace = (request: DispatchRequest): request is Placed =>
  request.appointment !== undefined && (hasActiveAppointment(request) || request.status === 'completed');

/** Returns a visit that a planner may move; undefined if only people may. */
function movable(
  request: Placed,
  place: Place,
  { serviceTypes, technicians }: Account,
  date: LocalDate,
): DayVisit | undefined {
  const { dispatchRequestId, version, appointment, status, customer } = request;
  const { technicianId, promise, startsAt, override, onCall } = appointment;
  const service = serviceTypes.find(({ id }) => id === request.serviceTypeId);
  const isKnown = technicians.some(({ id }) => id === technicianId);
  const wishesStart = request.notes?.some(({ kind }) => kind === 'start') === true;
  const isFree = override === undefined && onCall === undefined && !takesSeveral(appointment);
  if (service === undefined || !isKnown || !isFree || status !== 'scheduled' || appointment.date !== date)
    return undefined;
  return {
    ...{ dispatchRequestId, version, technicianId, place, zip: customer.zip },
    service: lasting(service, minutesOf(appointment)),
    start: Date.parse(startsAt) / MINUTE_MS,
    // A wish within the window isn't known to the planner, so the start that was found for it stays.
    promise: wishesStart
      ? undefined
      : promise && { from: wallMinute(promise.from), to: wallMinute(promise.to) },
    ...{ isFixed: false, isAskedFor: request.askedFor === technicianId },
  };
}

/** Returns the time of everybody at each visit of a job. */
const standing = ({ appointment, dispatchRequestId }: Placed, place: Place, { booking }: Account) =>
  visitsIn(appointment).flatMap((visit) =>
    crewOf(visit).map(
      ({ technicianId }): DayBlock => ({
        ...{ id: dispatchRequestId, technicianId, place },
        from: Date.parse(visit.startsAt) / MINUTE_MS,
        to: Date.parse(visit.endsAt) / MINUTE_MS + booking.bufferMinutes,
      }),
    ),
  );

/** A block doesn't say where it is. */
const blockedTimes = ({ blocks }: Pick<DayFacts, 'blocks'>): readonly DayBlock[] =>
  blocks.map(({ blockId, technicianId, startsAt, endsAt }) => ({
    ...{ id: blockId, technicianId },
    from: Date.parse(startsAt) / MINUTE_MS,
    to: Date.parse(endsAt) / MINUTE_MS,
  }));

/** What calls hold may become visits, nobody knows where. */
const heldTimes = ({ occupancy }: Pick<DayFacts, 'occupancy'>, now: number): readonly DayBlock[] =>
  [...occupancy].flatMap(([layer, claimed]) =>
    heldTimesIn(claimed, now).map(({ startsAt, endsAt }): DayBlock => {
      const technicianId = technicianOfLayer(layer);
      return {
        ...{ id: `time held at ${startsAt}`, technicianId, place: {} },
        from: Date.parse(startsAt) / MINUTE_MS,
        to: Date.parse(endsAt) / MINUTE_MS,
      };
    }),
  );
