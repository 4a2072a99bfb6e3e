/** `YYYY-MM-DD` in the account's zone; a real calendar date. */
export type LocalDate = string;
/** `YYYY-MM-DD` in UTC; a real calendar date. */
export type UtcDate = string;
/** Minutes since the epoch, UTC. */
export type EpochMinute = number;
/** Quarter hours since the epoch (minutes / 15, UTC). Zone offsets are multiples of a quarter hour. */
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
/** Missing weekdays are closed. */
export type WeekHours = Readonly<Partial<Record<Weekday, readonly HoursRange[] | undefined>>>;

/** Working hours and booking rules: the part of an account that the engine reads. */
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
  /** At and after this local time, today is not bookable. */
  readonly sameDayCutoff?: WallTime | undefined;
  readonly horizonDays: number;
  readonly bufferMinutes: number;
  /** Maximum times that one sentence offers, and maximum days that they are on. */
  readonly spokenOptions: number;
  readonly spokenDays: number;
  /** What callers are promised; exact starts without it. */
  readonly arrival?: Arrival | undefined;
  /** How calls may hold a time while the caller decides; they can't without it. */
  readonly hold?: HoldRules | undefined;
}

export interface HoldRules {
  /** How long a time is held. Positive; may be a fraction. */
  readonly seconds: number;
  /** Maximum times that are held for one number at once. */
  readonly perNumber: number;
}

export interface Arrival {
  readonly style: 'start' | 'window';
  /** For a service, those of the account without its own. */
  readonly windows?: readonly ArrivalWindow[] | undefined;
}

/** A time of the day in which a technician arrives. Half-open; windows may overlap. */
export interface ArrivalWindow {
  readonly from: WallTime;
  readonly to: WallTime;
  /** What callers may call it, such as `early morning`. */
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
}

/** What the engine needs to know about a service. */
export interface Job {
  /** In place of the calendar's. */
  readonly arrival?: Arrival | undefined;
  readonly durationMinutes: number;
  readonly skills: readonly string[];
}
