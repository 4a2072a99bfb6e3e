import type { EpochMinute, WallTime } from './calendar.ts';
import { BUCKET_MINUTES } from './occupancy.ts';
import { MINUTES_PER_DAY, wallClockOf } from './time.ts';
import { wallMinute } from './time-of-day.ts';

/** How long drives take. */
export interface TravelRules {
  /** No drive to another site is shorter. */
  readonly minMinutes: number;
  /** For parking and walking, besides the way. */
  readonly plusMinutes: number;
  /** Kilometers by road for one as the crow flies. */
  readonly detour: number;
  readonly speedKmh: number;
  /** A drive takes this long if one of its ends is unknown. */
  readonly maxMinutes: number;
  /** Drives that begin in these times of the day take `factor` times as long. */
  readonly peak?: readonly Peak[] | undefined;
}

/** Half-open. */
export interface Peak {
  readonly from: WallTime;
  readonly to: WallTime;
  readonly factor: number;
}

/** Degrees, kept to 3 decimals, which is about 100 meters. */
export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/** Where somebody works or lives. */
export interface Place {
  /** Two places with the same key are one site. Absent: no other place is the same site. */
  readonly site?: string | undefined;
  /** Absent if nobody knows. */
  readonly at?: Coordinates | undefined;
}

const EARTH_RADIUS_KM = 6_371;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Returns the length of the shortest way over the surface of the earth, by the haversine formula. */
export function kilometersBetween(from: Coordinates, to: Coordinates): number {
  const half = (a: number, b: number) => Math.sin(radians(b - a) / 2) ** 2;
  const chord =
    half(from.latitude, to.latitude) +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * half(from.longitude, to.longitude);
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** How long a drive takes outside of peaks, and whether peaks prolong it. Not rounded. */
export interface Drive {
  readonly minutes: number;
  readonly hasPeaks: boolean;
}

/** Returns the drive between two places. */
export function driveBetween(rules: TravelRules, from: Place, to: Place): Drive {
  if (from.site !== undefined && from.site === to.site) return { minutes: 0, hasPeaks: false };
  if (from.at === undefined || to.at === undefined) return { minutes: rules.maxMinutes, hasPeaks: false };
  const onRoad = ((kilometersBetween(from.at, to.at) * rules.detour) / rules.speedKmh) * 60;
  return { minutes: Math.max(rules.minMinutes, rules.plusMinutes + onRoad), hasPeaks: true };
}

/** Sums of fractions may miss a whole number by less than this. */
const TOLERANCE = 1e-9;

/** Returns the minutes that a drive takes up in a plan: whole quarters of an hour. */
export const roundedDrive = (minutes: number): number =>
  Math.max(0, Math.ceil(minutes / BUCKET_MINUTES - TOLERANCE)) * BUCKET_MINUTES;

/** Returns by how much drives are longer that begin at a minute of the day. The first peak counts if several overlap. */
export function peakFactor({ peak = [] }: Pick<TravelRules, 'peak'>, minuteOfDay: number): number {
  const found = peak.find(({ from, to }) => minuteOfDay >= wallMinute(from) && minuteOfDay < wallMinute(to));
  return found?.factor ?? 1;
}

/** Returns the factor for each minute from a day before a midnight until three days after it; others have none. */
export function peakFactorsAround(
  rules: Pick<TravelRules, 'peak'>,
  timezone: string,
  midnight: EpochMinute,
): (instant: EpochMinute) => number {
  if ((rules.peak ?? []).length === 0) return () => 1;
  const first = midnight - MINUTES_PER_DAY;
  const factors = new Float64Array(4 * MINUTES_PER_DAY);
  for (let at = 0; at < factors.length; at += BUCKET_MINUTES) {
    // Offsets of zones are multiples of a quarter of an hour.
    const { minute } = wallClockOf(timezone, first + at);
    for (let more = 0; more < BUCKET_MINUTES; more++)
      factors[at + more] = peakFactor(rules, (minute + more) % MINUTES_PER_DAY);
  }
  return (instant) => factors[Math.floor(instant) - first] ?? 1;
}
