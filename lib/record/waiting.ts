import type { Deadline } from './ports.ts';
import {
  type Appointment,
  activeAppointment,
  arrivesFrom,
  type ChangedBy,
  changed,
  type DispatchRequest,
  isReadable,
  remembers,
  takesSeveral,
} from './request.ts';
import { type ChangeDependencies, changeLatest, isStored, rememberUnchanged } from './retry.ts';
import type { Offer, Waitlist } from './waitlist.ts';

/** A person gets this many offers a day, and a request remembers this many. */
export const OFFERS_PER_DAY = 3;
const REMEMBERED_OFFERS = 10;

/** A job in one of these states may get an earlier time. */
const canWait: ReadonlySet<string> = new Set(['requested', 'scheduled', 'dispatched']);

/** True if a job may be on the waiting list. */
export const mayWait = (request: DispatchRequest): boolean =>
  isReadable(request) &&
  request.kind !== 'message' &&
  request.erasedAt === undefined &&
  !takesSeveral(activeAppointment(request)) &&
  canWait.has(request.status);

export type Waiting = DispatchRequest & { readonly waitlist: Waitlist };

export const isWaiting = (request: DispatchRequest): request is Waiting =>
  request.waitlist !== undefined && mayWait(request);

/** Returns the time that is on offer at an instant (epoch milliseconds), if it is earlier than what the person has. */
export function openOffer(request: DispatchRequest, now: number): Offer | undefined {
  const offer = request.offers?.at(-1);
  if (offer === undefined || !isWaiting(request) || Date.parse(offer.until) <= now) return undefined;
  const standing = activeAppointment(request);
  return standing === undefined || offer.startsAt < arrivesFrom(standing) ? offer : undefined;
}

export const withOffer = (offers: readonly Offer[] = [], offer: Offer): readonly Offer[] =>
  [...offers, offer].slice(-REMEMBERED_OFFERS);

/**
 * Returns who still waits after a request gets an appointment: nobody whose offer it is, and nobody who had none.
 * @param now epoch milliseconds
 */
export function waitingAfter(
  request: DispatchRequest | undefined,
  { startsAt }: Pick<Appointment, 'startsAt'>,
  now: number,
): Pick<DispatchRequest, 'waitlist' | 'offers'> {
  if (request === undefined || activeAppointment(request) === undefined) return NOT_WAITING;
  if (openOffer(request, now)?.startsAt === startsAt) return NOT_WAITING;
  return { waitlist: request.waitlist, offers: request.offers };
}

const NOT_WAITING = { waitlist: undefined, offers: undefined } as const;

/** Lists who waits. Eventually consistent; fails with `StorageUnavailable`. */
export interface WaitingList {
  /** Returns an account's requests that wait, the longest waiting first. */
  of(accountId: string, deadline: Deadline): Promise<readonly Waiting[]>;
  /** True if anybody waits. */
  isAnybody(accountId: string, deadline: Deadline): Promise<boolean>;
}

/** What somebody waits for. Without services, that of the job counts. */
export type WaitingFor = { readonly [Name in keyof Omit<Waitlist, 'since'>]?: Waitlist[Name] | undefined };

export type WaitResult =
  | { readonly kind: 'changed'; readonly request: DispatchRequest; readonly previous: DispatchRequest }
  | { readonly kind: 'stands' | 'gone'; readonly request: DispatchRequest }
  /** The job is over, under way or on hold, or nobody knows which service it needs. */
  | { readonly kind: 'cannot_wait'; readonly request: DispatchRequest };

/**
 * Puts a request on the waiting list with these wishes, or takes it off. A late repeat changes nothing. Fails as `retry`
 * does.
 */
export function setWaiting(
  found: DispatchRequest,
  wish: WaitingFor | 'off',
  who: ChangedBy,
  deps: ChangeDependencies,
  deadline: Deadline,
): Promise<WaitResult> {
  return changeLatest<WaitResult>(
    found,
    async (request, { requests }) => {
      if (request === undefined) return { kind: 'gone', request: found };
      const next = wish === 'off' ? notWaiting(request, who) : waiting(request, wish, who);
      if (remembers(request, who) || next === 'stands')
        return (await rememberUnchanged(request, who, requests, deadline))
          ? undefined
          : { kind: 'stands', request };
      if (next === 'cannot_wait') return { kind: next, request };
      const stored = await isStored({ next, previous: request }, requests, deadline);
      return stored ? { kind: 'changed', request: next, previous: request } : undefined;
    },
    deps,
    deadline,
  );
}

/** Returns a request that waits as wished. Who waits already keeps their place. */
export function waiting(
  request: DispatchRequest,
  { services = [], from, to, parts = [] }: WaitingFor,
  who: ChangedBy,
): DispatchRequest | 'cannot_wait' | 'stands' {
  const { serviceTypeId, waitlist, status } = request;
  const wanted = services.length > 0 ? services : serviceTypeId === undefined ? [] : [serviceTypeId];
  if (!mayWait(request) || wanted.length === 0) return 'cannot_wait';
  const since = waitlist?.since ?? new Date(who.now).toISOString();
  const next: Waitlist = { services: wanted, from, to, parts, since };
  if (waitlist !== undefined && textOf(waitlist) === textOf(next)) return 'stands';
  return { ...request, ...changed(request, who, { to: status, kind: 'waits' }), waitlist: next };
}

const textOf = ({ services, from, to, parts }: Waitlist): string =>
  JSON.stringify([services, from, to, parts]);

function notWaiting(request: DispatchRequest, who: ChangedBy): DispatchRequest | 'stands' | 'cannot_wait' {
  if (request.waitlist === undefined) return 'stands';
  if (!isReadable(request)) return 'cannot_wait';
  const written = changed(request, who, { to: request.status, kind: 'waits_no_more' });
  return { ...request, ...written, ...NOT_WAITING };
}
