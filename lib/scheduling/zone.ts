import type { EpochMinute, LocalDate } from './calendar.ts';
import { dateOfDay, dayNumberOf } from './local-date.ts';
import { MINUTE_MS } from './time-units.ts';

const DAY = 1440;
/** No zone is further than this from UTC. */
const MAX_OFFSET = 15 * 60;
/** No zone changes its clocks twice within this time. */
const SAMPLE_STEP = 6 * 60;
/** Each zone caches this many days, which is more than a horizon of 400 days. */
const MAX_CACHED_DAYS = 1000;

/** The offset of a zone is constant between these epoch minutes. Half-open. */
interface Stretch {
  readonly from: EpochMinute;
  readonly to: EpochMinute;
  /** Minutes east of UTC. */
  readonly offset: number;
}

/** 9999-12-30. Clocks before 1970 and after this are taken as UTC, because nothing there can be booked. */
const LAST_MINUTE = 2_932_895 * DAY;

interface Zone {
  readonly format: Intl.DateTimeFormat;
  readonly days: Map<number, readonly Stretch[]>;
}

const zones = new Map<string, Zone>();

function zoneOf(timezone: string): Zone {
  const known = zones.get(timezone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    era: 'short',
  });
  const zone: Zone = { format, days: new Map() };
  zones.set(timezone, zone);
  return zone;
}

function offsetAt(zone: Zone, minute: EpochMinute): number {
  if (minute < 0 || minute > LAST_MINUTE) return 0;
  const field: Record<string, number> = {};
  for (const part of zone.format.formatToParts(minute * MINUTE_MS)) field[part.type] = Number(part.value);
  const local = Date.UTC(
    field.year ?? 0,
    (field.month ?? 1) - 1,
    field.day ?? 1,
    field.hour ?? 0,
    field.minute ?? 0,
    field.second ?? 0,
  );
  return Math.round(local / MINUTE_MS) - minute;
}

/** Returns the periods that can touch a local date, in order, with clock changes to the minute. */
function stretchesOf(zone: Zone, day: number): readonly Stretch[] {
  const known = zone.days.get(day);
  if (known !== undefined) return known;
  const first = day * DAY - MAX_OFFSET;
  const last = (day + 1) * DAY + MAX_OFFSET;
  const stretches: Stretch[] = [];
  let from = first;
  let offset = offsetAt(zone, first);
  for (let at = first; at < last; at += SAMPLE_STEP) {
    const next = Math.min(at + SAMPLE_STEP, last);
    const nextOffset = offsetAt(zone, next);
    if (nextOffset === offset) continue;
    const change = firstMinuteWith(zone, nextOffset, at, next);
    stretches.push({ from, to: change, offset });
    from = change;
    offset = nextOffset;
  }
  stretches.push({ from, to: last, offset });
  if (zone.days.size >= MAX_CACHED_DAYS) zone.days.clear();
  zone.days.set(day, stretches);
  return stretches;
}

function firstMinuteWith(zone: Zone, offset: number, before: EpochMinute, at: EpochMinute): EpochMinute {
  let low = before;
  let high = at;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(zone, middle) === offset) high = middle;
    else low = middle;
  }
  return high;
}

/** Returns the instant of a wall-clock minute: the first if clocks repeat it, undefined if they skip it. */
export function instantOf(timezone: string, date: LocalDate, minute: number): EpochMinute | undefined {
  return instantsOf(timezone, date)(minute);
}

/** Works as `instantOf`, for several minutes of a date. */
export function instantsOf(timezone: string, date: LocalDate): (minute: number) => EpochMinute | undefined {
  const day = dayNumberOf(date);
  const stretches = stretchesOf(zoneOf(timezone), day);
  return (minute) => {
    const local = day * DAY + minute;
    const stretch = stretches.find(({ from, to, offset }) => local - offset >= from && local - offset < to);
    return stretch && local - stretch.offset;
  };
}

/** Works as `instantOf`, but maps a skipped minute to the end of the gap, for ends of hours and time off. */
export function boundaryOf(timezone: string, date: LocalDate, minute: number): EpochMinute {
  const day = dayNumberOf(date);
  const local = day * DAY + minute;
  const stretches = stretchesOf(zoneOf(timezone), day);
  for (const stretch of stretches) {
    const instant = local - stretch.offset;
    if (instant < stretch.from) return stretch.from;
    if (instant < stretch.to) return instant;
  }
  throw new RangeError('A wall-clock time is within a day of its date');
}

/** Returns the date and the minute from midnight that the clocks of a zone show at an instant. */
export function wallClockOf(timezone: string, instant: EpochMinute): { date: LocalDate; minute: number } {
  const zone = zoneOf(timezone);
  const day = Math.floor(instant / DAY);
  const stretch = stretchesOf(zone, day).find(
    (candidate) => instant >= candidate.from && instant < candidate.to,
  );
  const local = instant + (stretch?.offset ?? offsetAt(zone, instant));
  return { date: dateOfDay(Math.floor(local / DAY)), minute: ((local % DAY) + DAY) % DAY };
}
