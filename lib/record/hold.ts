import type { Integration } from '../platforms/index.ts';
import type { EpochMinute } from '../scheduling/calendar.ts';
import { endOf, HOLD_KIND } from '../scheduling/occupancy.ts';
import { MINUTE_MS } from '../scheduling/time.ts';
import type { CallIdentity } from './calls.ts';
import { derivedId } from './ids.ts';
import type { Appointment, Claim } from './request.ts';

export interface CallKey {
  readonly accountId: string;
  readonly integration: Integration;
  readonly callId: string;
}

/** Holds a time for a call, as the appointment that it would become. */
export interface Hold extends Appointment {
  /** The hold's buckets contain this text, with the hold's id and its end. */
  readonly holder: string;
  readonly serviceTypeId: string;
  /** Leaves out the time of the call's own appointment. */
  readonly claims: readonly Claim[];
  /** A digest of the number that the call came from. */
  readonly numberId?: string | undefined;
}

export interface CallHold {
  readonly accountId: string;
  readonly holdId: string;
  /** Incremented by each write, which is conditional on the version before. */
  readonly version: number;
  /** Fingerprints of answered invocations, newest last. */
  readonly invocations: readonly string[];
  /** Epoch milliseconds after which the item may expire. */
  readonly keptUntil: number;
  /** Its time may have passed; absent once the hold was released. */
  readonly hold?: Hold | undefined;
}

/** A call's hold that has not been released. */
export interface StandingHold extends CallHold {
  readonly hold: Hold;
}

/** Lists the calls that hold a time for a number by the ids of their holds, with their ends in epoch milliseconds. */
export interface NumberHolds {
  readonly numberId: string;
  /** 0 if nothing is stored. */
  readonly version: number;
  readonly ends: ReadonlyMap<string, number>;
}

export interface Holding {
  readonly holder: string;
  readonly claims: readonly Claim[];
}

/** Returns the prefix of all holds of a call id. The event that ends a call need not name its number. */
export function holdsOfCall({ accountId, integration, callId }: CallKey): string {
  return derivedId(HOLD_KIND, ['hold', accountId, integration, callId]);
}

/** Returns the id of a call's holds, derived from the call's id and its reported number. */
export function holdIdFor(call: CallKey, caller: string | undefined): string {
  return `${holdsOfCall(call)}.${numberIdOf(call.accountId, caller)}`;
}

/** Returns the id of a call's holds; undefined if the account holds no times or the platform names no call. */
export function heldBy(call: CallIdentity): string | undefined {
  const key = call.account.booking.hold === undefined ? undefined : callKeyOf(call);
  return key && holdIdFor(key, call.caller);
}

/** Returns the id of what a customer holds while moving a visit by its page. */
export const holdIdOfVisit = (accountId: string, dispatchRequestId: string): string =>
  derivedId(HOLD_KIND, ['hold', accountId, 'visit', dispatchRequestId]);

/** Returns the id of the time that is on offer to somebody who waits. */
export const holdIdOfOffer = (accountId: string, dispatchRequestId: string): string =>
  derivedId(HOLD_KIND, ['hold', accountId, 'offer', dispatchRequestId]);

/** Returns the key of a call; undefined if the platform names none. */
export function callKeyOf({ account, integration, callId }: CallIdentity): CallKey | undefined {
  if (callId === undefined || integration === 'text') return undefined;
  return { accountId: account.accountId, integration, callId };
}

/** Returns the digest of a phone number (E.164) for counting its holds; calls without a number share one. */
export const numberIdOf = (accountId: string, phone = ''): string =>
  derivedId('hn', ['number', accountId, phone]);

/** Returns a call's hold if it has not expired. */
export function liveHold(known: CallHold | undefined, now: number): StandingHold | undefined {
  return isStanding(known) && endOf(known.hold.holder) > now ? known : undefined;
}

/** True if a start (epoch minutes) is the held one. */
export function isStartOf({ startsAt }: Hold, { start }: { readonly start: EpochMinute }): boolean {
  return Date.parse(startsAt) === start * MINUTE_MS;
}

/** True if a call's hold has not been released. */
export function isStanding(known: CallHold | undefined): known is StandingHold {
  return known?.hold !== undefined;
}

export const letGo = ({ hold: _, ...known }: StandingHold): CallHold => ({
  ...known,
  version: known.version + 1,
});
