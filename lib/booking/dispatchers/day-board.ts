import type { Account } from '../../accounts/account.ts';
import type { Block } from '../../record/block.ts';
import type { DayReader, Deadline, ScheduleReader } from '../../record/ports.ts';
import {
  type Appointment,
  type CrewMember,
  crewOf,
  type DispatchRequest,
  hasActiveAppointment,
  isReadable,
  type JobVisit,
  latestOf,
  visitsIn,
} from '../../record/request.ts';
import { isWaiting } from '../../record/waiting.ts';
import type { LocalDate } from '../../scheduling/calendar.ts';
import { dateSpan } from '../../scheduling/hours.ts';
import { isHold, type Occupancy, technicianOfLayer } from '../../scheduling/occupancy.ts';
import { MINUTE_MS } from '../../scheduling/time.ts';
import { type HeldTime, heldTimesIn, spansByHolder } from '../holds.ts';

/** One visit of a job, in the lane of somebody who comes. */
export interface BoardAppointment
  extends Pick<Appointment, 'date' | 'minute' | 'startsAt' | 'endsAt' | 'promise' | 'override' | 'crew'>,
    Partial<CrewMember>,
    Pick<
      DispatchRequest,
      'dispatchRequestId' | 'version' | 'serviceTypeId' | 'serviceType' | 'urgency' | 'needsReview' | 'status'
    > {
  /** The customer's name, or what else is known of the customer. */
  readonly customer: string;
  readonly address?: string | undefined;
  readonly city?: string | undefined;
  readonly zip?: string | undefined;
  /** Present while the customer waits for an earlier time. */
  readonly waits?: true | undefined;
  /** Counts from 1; present if the job has several visits. */
  readonly visit?: number | undefined;
  /** How many visits the job has, if there are several. */
  readonly visits?: number | undefined;
}

export interface BoardBlock
  extends Pick<Block, 'blockId' | 'from' | 'to' | 'startsAt' | 'endsAt' | 'reason' | 'repeat'> {}

/** Time that a missing request or block claims. It can't be booked. */
export interface UnknownClaim {
  readonly holder: string;
  readonly startsAt: string;
  readonly endsAt: string;
}

/** A technician's day. Every list is in order of start. */
export interface BoardRow {
  readonly technicianId: string;
  readonly technician: string;
  /** Requests that claim time or that a newer release stored, and past ones (`completed`, `no_show`). */
  readonly appointments: readonly BoardAppointment[];
  readonly blocks: readonly BoardBlock[];
  /** Requests on hold claim no time any more. */
  readonly onHold: readonly BoardAppointment[];
  readonly unknown: readonly UnknownClaim[];
  readonly holds: readonly HeldTime[];
}

export interface DayFacts {
  readonly account: Account;
  readonly date: LocalDate;
  readonly occupancy: Occupancy;
  /** Requests that claim time of the day, or had their last appointment on it. */
  readonly requests: readonly DispatchRequest[];
  readonly blocks: readonly Block[];
  /** Epoch milliseconds. */
  readonly now: number;
}

function holdersOf(occupancy: Occupancy): readonly string[] {
  const holders = new Set([...occupancy.values()].flatMap((claimed) => [...claimed.values()]));
  return [...holders].filter((holder) => !isHold(holder));
}

/** Returns a row for each technician of the account, and for each former one with something on the day. */
export function boardOf(facts: DayFacts): readonly BoardRow[] {
  const { account, occupancy, requests, blocks } = facts;
  const names = new Map(account.technicians.map(({ id, name }) => [id, name]));
  const visits = requests.flatMap(({ appointment }) =>
    appointment === undefined ? [] : visitsIn(appointment),
  );
  const others = [...visits.flatMap(crewOf), ...blocks];
  for (const { technicianId, technician } of others)
    if (!names.has(technicianId)) names.set(technicianId, technician);
  for (const technicianId of [...occupancy.keys()].map(technicianOfLayer))
    if (!names.has(technicianId)) names.set(technicianId, technicianId);
  const rows = [...names].map(([technicianId, technician]) => rowOf(technicianId, technician, facts));
  const known = new Set(account.technicians.map(({ id }) => id));
  return rows.filter((row) => known.has(row.technicianId) || !isEmpty(row));
}

function rowOf(technicianId: string, technician: string, facts: DayFacts): BoardRow {
  const { date, occupancy, requests, blocks, now } = facts;
  const claimed = occupancy.get(technicianId) ?? new Map<number, string>();
  const layers = [...occupancy].filter(([name]) => technicianOfLayer(name) === technicianId);
  const holders = new Set(layers.flatMap(([, ofLayer]) => [...ofLayer.values()]));
  const own = requests.filter((request) => visitsWith(request, technicianId).length > 0);
  const holding = own.filter(
    (request) =>
      (hasActiveAppointment(request) || !isReadable(request)) && holders.has(request.dispatchRequestId),
  );
  const isOnDate = (request: DispatchRequest) =>
    visitsWith(request, technicianId).some((visit) => visit.date === date);
  const other = own.filter((request) => isOnDate(request) && !holding.includes(request));
  const over = other.filter(
    (request) => request.status === 'completed' || request.status === 'no_show' || !isReadable(request),
  );
  const onHold = other.filter((request) => request.status === 'on_hold' && isReadable(request));
  const ofDay = (request: DispatchRequest) => toAppointments(request, technicianId, facts);
  const blocking = blocks.filter((block) => holders.has(block.blockId));
  const known = new Set([
    ...holding.map(({ dispatchRequestId }) => dispatchRequestId),
    ...blocking.map(({ blockId }) => blockId),
  ]);
  return {
    technicianId,
    technician,
    appointments: inOrder([...holding, ...over].flatMap(ofDay)),
    blocks: inOrder(blocking.map(toBlock)),
    onHold: inOrder(onHold.flatMap(ofDay)),
    unknown: spansByHolder(claimed, (holder) => !known.has(holder) && !isHold(holder)),
    holds: heldTimesIn(claimed, now),
  };
}

interface NumberedVisit extends JobVisit {
  readonly number: number;
}

/** Returns the visits of a request to which a technician comes. */
function visitsWith({ appointment }: DispatchRequest, technicianId: string): readonly NumberedVisit[] {
  if (appointment === undefined) return [];
  return visitsIn(appointment)
    .map((visit, index) => ({ ...visit, number: index + 1 }))
    .filter((visit) => crewOf(visit).some((one) => one.technicianId === technicianId));
}

function toAppointments(
  request: DispatchRequest,
  technicianId: string,
  { account, date: day }: DayFacts,
): readonly BoardAppointment[] {
  const { dispatchRequestId, version, serviceTypeId, serviceType, urgency, needsReview, status } = request;
  const { address, city, zip } = request.customer;
  const { appointment } = request;
  const count = 1 + (appointment?.visits?.length ?? 0);
  const span = dateSpan(account, day);
  const isOfDay = ({ startsAt, endsAt }: JobVisit) =>
    Date.parse(endsAt) > span.from * MINUTE_MS && Date.parse(startsAt) < span.to * MINUTE_MS;
  const job = { dispatchRequestId, version, serviceTypeId, serviceType, urgency, needsReview, status };
  return visitsWith(request, technicianId)
    .filter((visit) => count === 1 || isOfDay(visit))
    .map((visit) => {
      const { date, minute, startsAt, endsAt, override, crew, technician: lead } = visit;
      return {
        ...job,
        ...{ date, minute, startsAt, endsAt },
        promise: visit.number === 1 ? appointment?.promise : undefined,
        ...{ override, customer: customerName(request), address, city, zip },
        waits: isWaiting(request) ? true : undefined,
        ...(crew && { technicianId: visit.technicianId, technician: lead, crew }),
        ...(count > 1 && { visit: visit.number, visits: count }),
      };
    });
}

function toBlock({ blockId, from, to, startsAt, endsAt, reason, repeat }: Block): BoardBlock {
  return { blockId, from, to, startsAt, endsAt, reason, repeat };
}

/** Returns the name of a customer, or the phone number or e-mail address if no name is known. */
export function customerName({ customer }: DispatchRequest): string {
  const parts = [customer.firstName, customer.lastName].filter((part) => part !== undefined);
  return customer.name ?? (parts.join(' ') || customer.phone || customer.email || '');
}

function inOrder<T extends { readonly startsAt: string }>(entries: readonly T[]): readonly T[] {
  return [...entries].sort((a, b) => (a.startsAt < b.startsAt ? -1 : 1));
}

const isEmpty = ({ appointments, blocks, onHold, unknown, holds }: BoardRow): boolean =>
  appointments.length + blocks.length + onHold.length + unknown.length + holds.length === 0;

/** Reads what claims the time of a date, and what had its last appointment on it. Takes two reads in sequence. */
export async function readDay(
  account: Account,
  date: LocalDate,
  { schedule, days }: DayDependencies,
  deadline: Deadline,
): Promise<Omit<DayFacts, 'now'>> {
  const { accountId } = account;
  const [occupancy, released] = await Promise.all([
    schedule.occupancy(accountId, dateSpan(account, date), deadline),
    days.releasedOn(accountId, date, deadline),
  ]);
  // The index of released requests may lag; claims and what holds them are strongly consistent.
  const { requests, blocks } = await days.holders(holdersOf(occupancy), deadline);
  return { account, date, occupancy, blocks, requests: latestOf([...released, ...requests]) };
}

/** A request at one of its visits, active or last. */
export interface RequestVisit {
  readonly request: DispatchRequest;
  readonly appointment: Appointment;
  readonly visit: JobVisit;
  /** Counts from 1. */
  readonly number: number;
}

/** Returns a technician's visits of a date in order of start: those to come, under way, over or on hold. */
export async function readVisits(
  account: Account,
  day: TechnicianDate,
  deps: DayDependencies,
  deadline: Deadline,
): Promise<readonly RequestVisit[]> {
  const { requests } = await readDay(account, day.date, deps, deadline);
  return requests
    .flatMap((request) => visitsOn(request, day))
    .sort((a, b) => (a.visit.startsAt < b.visit.startsAt ? -1 : 1));
}

type TechnicianDate = Pick<Appointment, 'technicianId' | 'date'>;

/** Returns the visits of a request to which a technician comes on a date. */
export function visitsOn(
  request: DispatchRequest,
  { technicianId, date }: TechnicianDate,
): readonly RequestVisit[] {
  const { appointment } = request;
  if (appointment === undefined) return [];
  return visitsWith(request, technicianId)
    .filter((visit) => visit.date === date)
    .map(({ number, ...visit }) => ({ request, appointment, visit, number }));
}

/** If a change comes between its parts, a day is read at most this many times. */
const READINGS = 2;

interface DayDependencies {
  readonly schedule: ScheduleReader;
  readonly days: DayReader;
}

/**
 * Reads the day of an account: a row for each technician. Takes two reads in sequence unless a change comes between
 * them.
 * @param now epoch milliseconds
 */
export async function readDayBoard(
  account: Account,
  date: LocalDate,
  now: number,
  deps: DayDependencies,
  deadline: Deadline,
): Promise<readonly BoardRow[]> {
  for (let reading = 1; ; reading++) {
    const rows = boardOf({ ...(await readDay(account, date, deps, deadline)), now });
    if (reading === READINGS || rows.every(({ unknown }) => unknown.length === 0)) return rows;
  }
}
