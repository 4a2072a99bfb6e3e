import { HOUR_MS, MINUTE_MS } from '../scheduling/time.ts';
import { isSameAddress } from './customers/street.ts';
import type { StandingHold } from './hold.ts';

/** What a call was told is kept for this long after its first function, and what an interrupted one was after its end. */
export const REMEMBERED_MS = 2 * HOUR_MS;
/** The next call of a number continues an interrupted one for this long. */
const CONTINUED_MS = 30 * MINUTE_MS;

/** These are texts as functions were told them. The date and the time are those that the caller wanted to be held. */
export const toldFields = [
  ...['serviceType', 'date', 'time', 'customerName', 'callerName', 'customerPhone', 'email'],
  ...['urgency', 'notes'],
] as const;

/** These describe one place, so another address replaces all of them. */
export const toldPlaceFields = [
  ...['address', 'city', 'state', 'zip', 'gateCode', 'siteId', 'siteLabel'],
] as const;

type Texts<Field extends string> = { readonly [Name in Field]?: string | undefined };

export type ToldPlace = Texts<(typeof toldPlaceFields)[number]>;

/** The arguments of a search for free times as they were read, by name; `by` is the invocation. */
export type Look = Readonly<Record<string, string | boolean | readonly string[]>>;

/** What a function was told. Absent fields weren't said. */
export interface Told extends Texts<(typeof toldFields)[number]> {
  readonly place?: ToldPlace | undefined;
  /** The caller said only the postal code of the place. */
  readonly zip?: string | undefined;
  /** The last search for free times. */
  readonly look?: Look | undefined;
  /** The call canceled this visit, and may book one for the same service instead. */
  readonly canceled?: { readonly serviceTypeId: string; readonly notes: string } | undefined;
}

/** What the functions of a call were told last. */
export interface CallMemory extends Told {
  /** Epoch milliseconds at which the place and the postal code were said. */
  readonly placeAt?: number | undefined;
  readonly zipAt?: number | undefined;
  /** The first search for free times. */
  readonly firstLook?: Look | undefined;
}

/** A call that ended before anything was booked. */
export interface InterruptedCall extends CallMemory {
  /** Epoch milliseconds. */
  readonly endedAt: number;
  /** The call held this time when it ended. */
  readonly hold?: StandingHold | undefined;
}

/** True if the next call of the number continues an interrupted one at an instant (epoch ms). */
const isContinued = ({ endedAt }: InterruptedCall, now: number): boolean => now - endedAt < CONTINUED_MS;

/** Returns what is known of a place. A later postal code that contradicts the address means another place. */
export function placeIn({ place, placeAt = 0, zip, zipAt = 0 }: CallMemory): ToldPlace | undefined {
  if (place === undefined || zip === undefined) return place ?? (zip === undefined ? undefined : { zip });
  const isOther = place.zip !== undefined && place.zip !== zip;
  return isOther ? (zipAt > placeAt ? { zip } : place) : { ...place, zip };
}

/**
 * Returns the place that is meant, with what was said of it before. A place is another one if its address or postal
 * code differs, or if the caller named it.
 */
export function placeCompleted(said: ToldPlace, known: ToldPlace | undefined): ToldPlace {
  if (known === undefined || said.siteId !== undefined || said.siteLabel !== undefined) return said;
  const isOther =
    said.address !== undefined && known.address !== undefined
      ? !isSameAddress(said.address, known.address)
      : said.zip !== undefined && known.zip !== undefined && said.zip !== known.zip;
  if (isOther) return said;
  const given = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
  // An address decides, whichever site was named before.
  const { siteId, siteLabel, ...place } = known;
  return { ...(said.address === undefined ? { siteId, siteLabel } : {}), ...place, ...given };
}

/** What a call knows from its earlier functions, or from an interrupted call that it continues. */
export interface Remembered extends Omit<Told, 'place' | 'zip'> {
  /** Empty if nothing is known. */
  readonly place: ToldPlace;
  /** The interrupted call held this time, which the call may take over. */
  readonly hold?: StandingHold | undefined;
  /** What the call itself searched for, first and last. */
  readonly looks: readonly Look[];
  /** What an interrupted call was told about the visit. */
  readonly notesBefore?: string | undefined;
}

export const nothingRemembered: Remembered = { place: {}, looks: [] };

/** Returns what a call knows at an instant (epoch ms). What it was told itself replaces what the other was told. */
export function remembered(
  call: CallMemory = {},
  interrupted: InterruptedCall | undefined,
  now: number,
): Remembered {
  const before = interrupted !== undefined && isContinued(interrupted, now) ? interrupted : undefined;
  const said = Object.fromEntries(Object.entries(call).filter(([, value]) => value !== undefined));
  const all: CallMemory = { ...before, ...said };
  const looks = [call.firstLook, call.look].filter((look) => look !== undefined);
  return { ...all, place: placeIn(all) ?? {}, hold: before?.hold, looks, notesBefore: before?.notes };
}
