/** `YYYY-MM-DD` in the account's zone; a real calendar date. */
export type LocalDate = string;
/** `YYYY-MM-DD` in UTC; a real calendar date. */
export type UtcDate = string;
/** Minutes since the epoch, UTC. */
export type EpochMinute = number;
/** Counts quarter hours since the epoch (minutes / 15, UTC). Zone offsets are multiples of a quarter hour. */
export type Bucket = number;
/** `HH:MM`, 24 h; `24:00` may end a range. */
export type WallTime = string;
/** Half-open. A range whose end is not after its start runs into the next day. */
export type HoursRange = readonly [WallTime, WallTime];

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
export type Weekday = (typeof weekdays)[number];
/** A missing weekday is closed. */
export type WeekHours = Readonly<Partial<Record<Weekday, readonly HoursRange[] | undefined>>>;

/** The engine reads these parts of an account: its working hours and booking rules. */
export interface Calendar {
  /** IANA name. */
  readonly timezone: string;
  readonly hours: WeekHours;
  /** By local date; `[]` closes it for everyone. */
  readonly exceptions: Readonly<Record<LocalDate, readonly HoursRange[]>>;
  readonly booking: BookingRules;
  readonly technicians: readonly Technician[];
}

export interface BookingRules {
  readonly gridMinutes: number;
  readonly minNoticeMinutes: number;
  /** From this local time on, today is not bookable. */
  readonly sameDayCutoff?: WallTime | undefined;
  readonly horizonDays: number;
  readonly bufferMinutes: number;
  /** One sentence offers at most this many times, on at most this many days. */
  readonly spokenOptions: number;
  readonly spokenDays: number;
  /** Callers are promised this; exact starts without it. */
  readonly arrival?: Arrival | undefined;
  /** Calls may hold a time by these rules while the caller decides; without them, they can't. */
  readonly hold?: HoldRules | undefined;
}

export interface HoldRules {
  /** A time is held for this long. Positive; may be a fraction. */
  readonly seconds: number;
  /** This many times may be held for one number at once. */
  readonly perNumber: number;
}

export interface Arrival {
  readonly style: 'start' | 'window';
  /** A service without windows of its own has those of the account. */
  readonly windows?: readonly ArrivalWindow[] | undefined;
}

/** A technician arrives in this time of the day. Half-open; windows may overlap. */
export interface ArrivalWindow {
  readonly from: WallTime;
  readonly to: WallTime;
  /** Callers may call the window this, such as `early morning`. */
  readonly label?: string | undefined;
}

export interface Technician {
  readonly id: string;
  readonly name: string;
  readonly skills: readonly string[];
  /** Replaces the account's week as a whole. */
  readonly hours?: WeekHours | undefined;
  /** Local wall-clock time, `YYYY-MM-DDTHH:MM`; `T24:00` may end it. */
  readonly timeOff: readonly { readonly from: string; readonly to: string }[];
  /** E.164 */
  readonly phone?: string | undefined;
  readonly email?: string | undefined;
  /** The postal code where the day begins and ends. */
  readonly homeZip?: string | undefined;
}

/** The engine needs these facts about a service. */
export interface Job {
  /** Replaces the calendar's. */
  readonly arrival?: Arrival | undefined;
  readonly durationMinutes: number;
  readonly skills: readonly string[];
}
