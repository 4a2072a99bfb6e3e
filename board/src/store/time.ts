export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Writes instants in the zone of the account, whatever zone the browser is in. */
export interface ZoneTime {
  /** `9:30 AM` */
  clock(instant: string): string;
  /** `Mon, Nov 23, 9:30 AM` */
  moment(instant: string): string;
  /** `YYYY-MM-DD` */
  date(instant: string): string;
  /** `YYYY-MM-DDTHH:MM` */
  local(instant: string): string;
}

const zones = new Map<string, ZoneTime>();

/** The formats of a zone, which are kept because they are slow to make. */
export function zoneTime(timeZone: string): ZoneTime {
  const known = zones.get(timeZone) ?? formatsOf(timeZone);
  zones.set(timeZone, known);
  return known;
}

function formatsOf(timeZone: string): ZoneTime {
  const clock = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' });
  const moment = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  });
  const date = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const minute = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  });
  // Browsers put a narrow space before AM.
  const plain = (text: string) => text.replaceAll('\u202f', ' ');
  return {
    clock: (instant) => plain(clock.format(new Date(instant))),
    moment: (instant) => plain(moment.format(new Date(instant))),
    date: (instant) => date.format(new Date(instant)),
    local: (instant) => `${date.format(new Date(instant))}T${minute.format(new Date(instant))}`,
  };
}

const dayNames = new Intl.DateTimeFormat('en-US', {
  ...{ timeZone: 'UTC', weekday: 'long', month: 'long', day: 'numeric' },
});

/** `Monday, November 23` */
export const dayName = (date: string): string => dayNames.format(new Date(`${date}T12:00:00Z`));

const shortDayNames = new Intl.DateTimeFormat('en-US', {
  ...{ timeZone: 'UTC', weekday: 'short', month: 'short', day: 'numeric' },
});

/** `Mon, Nov 23` */
export const shortDayName = (date: string): string => shortDayNames.format(new Date(`${date}T12:00:00Z`));

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T12:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Writes a duration as `5 min`, `3 h` or `2 d`. */
export function duration(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE_MS));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}

/** The length of a span in minutes. */
export const lengthOf = ({ startsAt, endsAt }: Readonly<Record<'startsAt' | 'endsAt', string>>): number =>
  (Date.parse(endsAt) - Date.parse(startsAt)) / MINUTE_MS;

/** Writes a length of time as `45 min`, `2 h` or `1 h 30`. */
export function lengthName(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${String(rest).padStart(2, '0')}`;
}

/** Writes two times of day as `8–10 AM` or `11:30 AM–1 PM`. */
export function spanName(from: string, to: string): string {
  const [first, last] = [from.replace(':00', ''), to.replace(':00', '')];
  return `${first.slice(-2) === last.slice(-2) ? first.slice(0, -3) : first}–${last}`;
}

const monthNames = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' });

/** `November 2026` */
export const monthName = (date: string): string => monthNames.format(new Date(`${date}T12:00:00Z`));
