import type { Account } from '../../accounts/account.ts';
import type { Block } from '../../record/block.ts';
import type { DayReader, Deadline, ScheduleReader } from '../../record/ports.ts';
import {
  type Appointment,
  type DispatchRequest,
  hasActiveAppointment,
  isReadable,
  latestOf,
} from '../../record/request.ts';
import { isWaiting } from '../../record/waiting.ts';
import type { LocalDate } from '../../scheduling/calendar.ts';
import { dateSpan } from '../../scheduling/hours.ts';
import { isHold, type Occupancy, technicianOfLayer } from '../../scheduling/occupancy.ts';
import { type HeldTime, heldTimesIn, spansByHolder } from '../holds.ts';

export interface BoardAppointment
  extends Pick<Appointment, 'date' | 'minute' | 'startsAt' | 'endsAt' | 'promise' | 'override'>,
    Pick<
      DispatchRequest,
      'dispatchRequestId' | 'version' | 'serviceTypeId' | 'serviceType' | 'urgency' | 'needsReview' | 'status'
    > {
  /** The customer's name, or what else is known of the customer. */
  readonly customer: string;
  readonly address?: string | undefined;
  readonly city?: string | undefined;
  /** Present while the customer waits for an earlier time. */
  readonly waits?: true | undefined;
}

export interface BoardBlock
  extends Pick<Block, 'blockId' | 'from' | 'to' | 'startsAt' | 'endsAt' | 'reason'> {}

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

interface DayFacts {
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
  const others = [...requests.flatMap(({ appointment }) => appointment ?? []), ...blocks];
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
  const own = requests.filter(({ appointment }) => appointment?.technicianId === technicianId);
  const holding = own.filter(
    (request) =>
      (hasActiveAppointment(request) || !isReadable(request)) && holders.has(request.dispatchRequestId),
  );
  const other = own.filter((request) => request.appointment?.date === date && !holding.includes(request));
  const over = other.filter(
    (request) => request.status === 'completed' || request.status === 'no_show' || !isReadable(request),
  );
  const onHold = other.filter((request) => request.status === 'on_hold' && isReadable(request));
  const blocking = blocks.filter((block) => holders.has(block.blockId));
  const known = new Set([
    ...holding.map(({ dispatchRequestId }) => dispatchRequestId),
    ...blocking.map(({ blockId }) => blockId),
  ]);
  return {
    technicianId,
    technician,
    appointments: inOrder([...holding, ...over].flatMap(toAppointment)),
    blocks: inOrder(blocking.map(toBlock)),
    onHold: inOrder(onHold.flatMap(toAppointment)),
    unknown: spansByHolder(claimed, (holder) => !known.has(holder) && !isHold(holder)),
    holds: heldTimesIn(claimed, now),
  };
}

function toAppointment(request: DispatchRequest): readonly BoardAppointment[] {
  const {
    appointment,
    dispatchRequestId,
    version,
    serviceTypeId,
    serviceType,
    urgency,
    needsReview,
    status,
  } = request;
  if (appointment === undefined) return [];
  const { date, minute, startsAt, endsAt, promise, override } = appointment;
  const { address, city } = request.customer;
  const job = { dispatchRequestId, version, serviceTypeId, serviceType, urgency, needsReview, status };
  return [
    {
      ...job,
      date,
      minute,
      startsAt,
      endsAt,
      promise,
      override,
      customer: customerName(request),
      address,
      city,
      waits: isWaiting(request) ? true : undefined,
    },
  ];
}

function toBlock({ blockId, from, to, startsAt, endsAt, reason }: Block): BoardBlock {
  return { blockId, from, to, startsAt, endsAt, reason };
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
async function readDay(
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

/** Returns a technician's visits of a date in order of start: those to come, under way, over or on hold. */
export async function readVisits(
  account: Account,
  { technicianId, date }: Pick<Appointment, 'technicianId' | 'date'>,
  deps: DayDependencies,
  deadline: Deadline,
): Promise<readonly Visit[]> {
  const { requests } = await readDay(account, date, deps, deadline);
  return requests
    .filter((request) => isVisitOf(request, { technicianId, date }))
    .sort((a, b) => (a.appointment.startsAt < b.appointment.startsAt ? -1 : 1));
}

/** A request with its active or last appointment. */
export type Visit = Exclude<DispatchRequest, { readonly appointment?: undefined }> & {
  readonly appointment: Appointment;
};

/** True if a request's appointment is that technician's, on that date. */
export const isVisitOf = (
  request: DispatchRequest,
  { technicianId, date }: Pick<Appointment, 'technicianId' | 'date'>,
): request is Visit =>
  request.appointment?.technicianId === technicianId && request.appointment.date === date;

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
