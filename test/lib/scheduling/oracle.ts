import type { Calendar, Job, LocalDate, Technician } from '../../../lib/scheduling/calendar.ts';
import type { AreaLimits } from '../../../lib/scheduling/day.ts';
import type { DayRefusal, StartRefusal } from '../../../lib/scheduling/engine.ts';
import type { Occupancy } from '../../../lib/scheduling/occupancy.ts';
import {
  accountMinutes,
  anyOf,
  clockText,
  firstFrom,
  firstShown,
  hoursMinutes,
  type Minutes,
  plus,
  remembered,
  shownAt,
  throughout,
  weekday,
  workMinutes,
} from './oracle-minutes.ts';

/* The rules of scheduling, minute by minute, written independently of the engine: it uses only the engine's types. */

export interface Asked {
  readonly calendar: Calendar;
  readonly job: Job;
  readonly occupancy: Occupancy;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly own: ReadonlySet<string>;
  readonly overHolds?: boolean;
  readonly held?: { readonly start: number; readonly technicianId: string } | undefined;
  readonly areas?: AreaLimits;
}

/** Who can be booked for a start, or why nobody can. */
export type Verdict = StartRefusal | { readonly start: number; readonly free: readonly string[] };

interface Person {
  readonly id: string;
  readonly works: Minutes;
  readonly isTaken: Minutes;
}

interface Facts {
  readonly date: LocalDate;
  /** Epoch minutes, cut to whole seconds. */
  readonly now: number;
  readonly today: LocalDate;
  readonly cutOff: boolean;
  readonly isOpen: Minutes;
  /** Every UTC minute in which the clocks show the date. */
  readonly minutes: readonly number[];
  readonly skilled: readonly Person[];
}

function minutesOfDate(zone: string, date: LocalDate): readonly number[] {
  const from = firstFrom(zone, date, '00:00');
  const to = firstFrom(zone, date, '24:00');
  return Array.from({ length: to - from }, (_, index) => from + index);
}

/** Whether someone else has a bucket: a request, or a call whose hold ends in the future. */
function isOthers({ own, now, overHolds = false }: Asked, holder: string | undefined): boolean {
  if (holder === undefined) return false;
  const [id = '', end] = holder.split('~');
  if (own.has(id)) return false;
  return end === undefined || (!overHolds && Number(end) > now);
}

function person(asked: Asked, technician: Technician, date: LocalDate): Person {
  const { calendar, occupancy } = asked;
  const claims = occupancy.get(technician.id);
  return {
    id: technician.id,
    works: remembered(workMinutes(calendar, technician, date)),
    isTaken: (minute) => isOthers(asked, claims?.get(Math.floor(minute / 15))),
  };
}

/** Whether an area of the place allows the date and, if named, the technician on it. */
function isAllowed({ areas }: Asked, date: LocalDate, id?: string): boolean {
  if (areas === undefined) return true;
  return areas.some(({ weekdays, technicianIds }) => {
    const isDay = weekdays === undefined || weekdays.includes(weekday(date));
    return isDay && (id === undefined || technicianIds === undefined || technicianIds.includes(id));
  });
}

/** Everything that doesn't depend on the requested start. */
export function factsOf(asked: Asked, date: LocalDate): Facts {
  const { calendar, job } = asked;
  const { timezone, technicians } = calendar;
  const { sameDayCutoff } = calendar.booking;
  const now = Math.floor(asked.now / 1000) / 60;
  const today = shownAt(timezone, Math.floor(now)).slice(0, 10);
  const own = technicians.filter(({ hours }) => hours !== undefined);
  const hours = [
    accountMinutes(calendar, date),
    ...own.map((technician) => hoursMinutes(calendar, technician, date)),
  ];
  return {
    date,
    now,
    today,
    cutOff: sameDayCutoff !== undefined && now >= firstFrom(timezone, today, sameDayCutoff),
    isOpen: remembered(anyOf(hours)),
    minutes: minutesOfDate(timezone, date),
    skilled: technicians
      .filter(({ skills }) => job.skills.every((skill) => skills.includes(skill)))
      .filter(({ id }) => isAllowed(asked, date, id))
      .map((technician) => person(asked, technician, date)),
  };
}

function dateOutside(asked: Asked, { date, today }: Facts): 'past' | 'too_far' | 'not_in_area' | undefined {
  if (date < today) return 'past';
  if (date > plus(today, asked.calendar.booking.horizonDays)) return 'too_far';
  return isAllowed(asked, date) ? undefined : 'not_in_area';
}

function isTooSoon({ calendar }: Asked, { now, cutOff, today, date }: Facts, start: number): boolean {
  return start < now + calendar.booking.minNoticeMinutes || (cutOff && date === today);
}

function isFree({ calendar, job }: Asked, { works, isTaken }: Person, start: number): boolean {
  const claim = job.durationMinutes + calendar.booking.bufferMinutes;
  return (
    throughout(works, start, job.durationMinutes) && throughout((minute) => !isTaken(minute), start, claim)
  );
}

function closedOn({ calendar }: Asked, facts: Facts): 'closed' | 'holiday' | undefined {
  if (facts.minutes.some(facts.isOpen)) return undefined;
  return calendar.exceptions[facts.date]?.length === 0 ? 'holiday' : 'closed';
}

/** The order of reasons for a start. */
export function oracleStart(asked: Asked, facts: Facts, minute: number): Verdict {
  const { calendar, job } = asked;
  const { durationMinutes } = job;
  const start = firstShown(calendar.timezone, facts.date, clockText(minute));
  if (start === undefined) return 'invalid_time';
  const outside = dateOutside(asked, facts);
  if (outside !== undefined) return outside;
  if (!facts.isOpen(start)) return closedOn(asked, facts) ?? 'closed';
  if (minute % calendar.booking.gridMinutes !== 0) return 'not_on_grid';
  if (!throughout(facts.isOpen, start, durationMinutes)) return 'duration_exceeds_hours';
  const working = facts.skilled.filter(({ works }) => throughout(works, start, durationMinutes));
  if (working.length === 0) return 'no_technician';
  if (start < facts.now) return 'past';
  const able = working.filter((one) => isFree(asked, one, start)).map(({ id }) => id);
  if (isTooSoon(asked, facts, start)) {
    const { held } = asked;
    const isHeld = held !== undefined && held.start === start && able.includes(held.technicianId);
    return isHeld ? { start, free: [held.technicianId] } : 'too_soon';
  }
  const free = able;
  return free.length === 0 ? 'slot_taken' : { start, free };
}

/** The order of reasons for a date on which nothing is free. Only for such dates. */
export function oracleDayReason(
  asked: Asked,
  facts: Facts,
  minutes: readonly number[] = gridMinutes(asked.calendar),
): DayRefusal {
  const { calendar, job } = asked;
  const refused = dateOutside(asked, facts) ?? closedOn(asked, facts);
  if (refused !== undefined) return refused;
  if (!facts.skilled.some(({ works }) => facts.minutes.some(works))) return 'no_technician';
  const fitting = minutes
    .map((minute) => firstShown(calendar.timezone, facts.date, clockText(minute)))
    .filter((start) => start !== undefined)
    .filter((start) => facts.skilled.some(({ works }) => throughout(works, start, job.durationMinutes)));
  if (fitting.length === 0) return 'duration_exceeds_hours';
  if (fitting.every((start) => start < facts.now)) return 'too_soon';
  const soon = fitting
    .filter((start) => start >= facts.now && isTooSoon(asked, facts, start))
    .some((start) => facts.skilled.some((one) => isFree(asked, one, start)));
  return soon ? 'too_soon' : 'fully_booked';
}

/** The reason for a window with several starts: that of the start nearest to being bookable. */
const nearest: readonly StartRefusal[] = [
  'slot_taken',
  'too_soon',
  'past',
  'no_technician',
  'duration_exceeds_hours',
  'closed',
  'holiday',
  'not_in_area',
  'too_far',
];

/** Whether a bookable start is held for the caller, with a technician who is free for it. */
export const isHeldFree = ({ held }: Asked, { start, free }: Exclude<Verdict, string>): boolean =>
  held?.start === start && free.includes(held.technicianId);

/**
 * A window is free if a start on the grid in it is; it stands for the start that is held in it, or for the earliest
 * one.
 */
export function oracleWindow(
  asked: Asked,
  facts: Facts,
  from: number,
  to: number,
): StartRefusal | (Exclude<Verdict, string> & { readonly minute: number }) {
  const found: StartRefusal[] = [];
  const free: (Exclude<Verdict, string> & { readonly minute: number })[] = [];
  for (const minute of gridMinutes(asked.calendar).filter((one) => one >= from && one < to)) {
    const verdict = oracleStart(asked, facts, minute);
    if (typeof verdict === 'string') found.push(verdict);
    else free.push({ ...verdict, minute });
  }
  const chosen = free.find((one) => isHeldFree(asked, one)) ?? free[0];
  return chosen ?? nearest.find((reason) => found.includes(reason)) ?? 'invalid_time';
}

/** The wall-clock minutes on the grid, counted from midnight. */
export function gridMinutes({ booking }: Calendar): readonly number[] {
  return Array.from({ length: 1440 }, (_, minute) => minute).filter(
    (minute) => minute % booking.gridMinutes === 0,
  );
}

/** Minutes of the date that others have booked with a technician. */
export function bookedMinutes(asked: Asked, facts: Facts, id: string): number {
  const claims = asked.occupancy.get(id);
  return facts.minutes.filter((minute) => {
    return isOthers(asked, claims?.get(Math.floor(minute / 15)));
  }).length;
}
