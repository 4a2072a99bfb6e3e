import type { Account } from '../accounts/account.ts';
import { offersTimes } from '../accounts/notify.ts';
import type { BookingDependencies } from '../booking/booking-facts.ts';
import { holdStart } from '../booking/hold-time.ts';
import { endHolding } from '../booking/holds.ts';
import {
  type FittingStart,
  fittingStart,
  fittingStarts,
  offerHold,
  readFreedDays,
} from '../booking/offer-time.ts';
import { isNumber } from '../record/customers/contact.ts';
import { type FreedTime, type FreedTimes, OFFER_MS, type OfferedToday } from '../record/freed-time.ts';
import { holdIdOfOffer } from '../record/hold.ts';
import { newLink, TOKEN_BYTES } from '../record/link.ts';
import type { Outbox, TextConsents } from '../record/outbox/outbox.ts';
import type { AccountReader, Deadline } from '../record/ports.ts';
import { type Appointment, changed, type DispatchRequest, visitOf } from '../record/request.ts';
import { changeLatest, isStored } from '../record/retry.ts';
import { isWaiting, OFFERS_PER_DAY, openOffer, type WaitingList, withOffer } from '../record/waiting.ts';
import type { Offer } from '../record/waitlist.ts';
import type { Occupancy } from '../scheduling/occupancy.ts';
import { addDays, boundaryOf, MINUTE_MS, wallClockOf } from '../scheduling/time.ts';
import { chosenText, customerMessage } from './make-message.ts';
import { timeFields, visitFields } from './message-facts.ts';
import { afterQuiet, siteZone } from './quiet.ts';

export interface OfferDependencies extends BookingDependencies {
  readonly freedTimes: FreedTimes;
  readonly waitingList: Pick<WaitingList, 'of'>;
  readonly consents: Pick<TextConsents, 'get'>;
  readonly outbox: Outbox;
  readonly accounts: Pick<AccountReader, 'byId'>;
  /** Returns this many random bytes, for tokens of links. */
  readonly randomBytes: (count: number) => Uint8Array;
  /** The address of the pages, without a slash at its end. */
  readonly baseUrl: string;
}

/** Somebody else may change what an offer depends on this often before the next run goes on. */
const MOST_ROUNDS = 4;

/** What became of a freed time. `offered`: somebody has 10 minutes to take it. `over`: nobody is left. */
export type Offered = 'offered' | 'waits' | 'over' | 'contended';

/**
 * Offers a freed time to one person who waits, or looks whether they still have it. Whoever lets it pass, or can't be
 * told of it, is followed by the next one at once.
 */
export async function offerFreed(
  accountId: string,
  name: string,
  deps: OfferDependencies,
  deadline: Deadline,
): Promise<Offered> {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const freed = await deps.freedTimes.get(accountId, name, deadline);
    if (freed === undefined) return 'over';
    const result = await goOn(freed, deps, deadline);
    if (result !== 'contended') return result;
  }
  return 'contended';
}

async function goOn(freed: FreedTime, deps: OfferDependencies, deadline: Deadline): Promise<Offered> {
  const account = await deps.accounts.byId(freed.accountId);
  if (account === undefined || !offersTimes(account)) return await settle(freed, 'over', deps, deadline);
  if (await stillOffered(freed, deps, deadline)) return 'offered';
  const now = deps.now();
  const [waiting, occupancy] = await Promise.all([
    deps.waitingList.of(account.accountId, deadline),
    readFreedDays(account, freed, deps.schedule, deadline),
  ]);
  const facts = { account, freed, occupancy, now };
  let next: number | undefined;
  for (const { request } of fittingStarts(waiting, facts)) {
    const offered = await offerTo(request.dispatchRequestId, facts, deps, deadline);
    if (offered === 'offered' || offered === 'contended') return offered;
    if (offered !== undefined) next = Math.min(next ?? offered, offered);
  }
  return await settle(freed, next ?? 'over', deps, deadline);
}

/** Ends the round, until an instant (epoch milliseconds) or for good. */
async function settle(
  freed: FreedTime,
  next: number | 'over',
  { freedTimes }: OfferDependencies,
  deadline: Deadline,
): Promise<Offered> {
  const at = next === 'over' ? next : { at: new Date(next).toISOString() };
  if ((await freedTimes.settle(freed, at, deadline)) === 'contended') return 'contended';
  return next === 'over' ? next : 'waits';
}

/**
 * True if the person to whom the time was offered last may still take it. If they can't be told of it, or want no texts
 * any more, what is held for them is released.
 */
async function stillOffered(
  { accountId, offer }: FreedTime,
  deps: OfferDependencies,
  deadline: Deadline,
): Promise<boolean> {
  if (offer === undefined) return false;
  const { dispatchRequestId, messageId } = offer;
  const [request, message] = await Promise.all([
    deps.requests.get(dispatchRequestId, deadline),
    deps.outbox.get(messageId, deadline),
  ]);
  const open = request && openOffer(request, deps.now());
  if (request !== undefined && open?.messageId === messageId) {
    const consent = await deps.consents.get(accountId, request.customer.phone ?? '', deadline);
    const isLost =
      message === undefined || lost.has(message.status) || consent?.sms !== true || consent.landline === true;
    if (!isLost) return true;
    await withdraw(request, messageId, deps, deadline);
  }
  await endHolding({ accountId, holdId: holdIdOfOffer(accountId, dispatchRequestId) }, deps, deadline);
  return false;
}

/** Whoever was to get a message in one of these states doesn't know of the offer. */
const lost: ReadonlySet<string> = new Set(['failed', 'suppressed', 'superseded']);

/** Ends an offer before its time, so that neither a reply nor a link takes it. */
const withdraw = (
  found: DispatchRequest,
  messageId: string,
  deps: OfferDependencies,
  deadline: Deadline,
): Promise<true> =>
  changeLatest<true>(
    found,
    async (request, { requests }) => {
      const now = deps.now();
      if (request === undefined || openOffer(request, now)?.messageId !== messageId) return true;
      const until = new Date(now).toISOString();
      const offers = request.offers?.map((one) => (one.messageId === messageId ? { ...one, until } : one));
      const next = { ...request, ...changed(request, { by: 'service', now }, undefined), offers };
      return (await isStored({ next, previous: request }, requests, deadline)) || undefined;
    },
    deps,
    deadline,
  );

interface Facts {
  readonly account: Account;
  readonly freed: FreedTime;
  readonly occupancy: Occupancy;
  readonly now: number;
}

/**
 * Offers the time to a request as it is stored now. Returns when to try again (epoch milliseconds) if nothing may be
 * offered to its customer before; undefined if the time is not for them.
 */
async function offerTo(
  dispatchRequestId: string,
  facts: Facts,
  deps: OfferDependencies,
  deadline: Deadline,
): Promise<'offered' | 'contended' | number | undefined> {
  const { account, now } = facts;
  const request = await deps.requests.get(dispatchRequestId, deadline);
  const start = request !== undefined && isWaiting(request) ? fittingStart(request, facts) : undefined;
  const phone = start?.request.customer.phone;
  if (start === undefined || !isNumber(phone)) return undefined;
  const [consent, before] = await Promise.all([
    deps.consents.get(account.accountId, phone, deadline),
    deps.freedTimes.offeredTo(account.accountId, phone, deadline),
  ]);
  if (consent?.sms !== true || consent.landline === true) return undefined;
  const from = mayOfferFrom(siteZone(account, start.request), before, now);
  if (from > now) return from;
  return await make(start, { ...facts, phone, before }, deps, deadline);
}

/**
 * Returns from when on a number may get an offer: not at night, not while another is open, and not after the last one of
 * the day.
 */
function mayOfferFrom(zone: string, before: OfferedToday | undefined, now: number): number {
  const today = wallClockOf(zone, Math.floor(now / MINUTE_MS)).date;
  const isLast = before?.day === today && before.count >= OFFERS_PER_DAY;
  const tomorrow = isLast ? boundaryOf(zone, addDays(today, 1), 0) * MINUTE_MS : now;
  return afterQuiet(Math.max(now, tomorrow, Date.parse(before?.until ?? '') || 0), zone);
}

interface ToWhom extends Facts {
  readonly phone: string;
  readonly before: OfferedToday | undefined;
}

/** Holds the start and has the text sent, both in one write. */
async function make(
  start: FittingStart,
  facts: ToWhom,
  deps: OfferDependencies,
  deadline: Deadline,
): Promise<'offered' | 'contended' | undefined> {
  const { freed, now, phone, before, account } = facts;
  const { request } = start;
  const until = now + OFFER_MS;
  const today = wallClockOf(siteZone(account, request), Math.floor(now / MINUTE_MS)).date;
  const result = await holdStart(
    offerHold(start, facts, until),
    async (hold) => {
      const made = offerOf(start, hold.next.hold, until, facts, deps);
      if (made === undefined) return 'outdated';
      const next = {
        ...{ day: today, count: (before?.day === today ? before.count : 0) + 1 },
        ...{ dispatchRequestId: request.dispatchRequestId, until: new Date(until).toISOString() },
      };
      const offered = { phone, next, previous: before };
      return await deps.freedTimes.offer({ ...made, freed, hold, previous: request, offered }, deadline);
    },
    deps,
    deadline,
  );
  switch (result.kind) {
    case 'held':
      return 'offered';
    case 'outdated':
      return 'contended';
    case 'refused':
    case 'not_offered':
      return undefined;
  }
}

/** Returns the text of an offer, and the request with it; undefined if the account sends none any more. */
function offerOf(
  { request, service }: FittingStart,
  hold: Appointment,
  until: number,
  { account, now, phone }: ToWhom,
  { randomBytes, baseUrl }: OfferDependencies,
) {
  const text = chosenText(account, 'offer');
  if (text === undefined) return undefined;
  const { accountId, dispatchRequestId, version, status } = request;
  const at = new Date(now).toISOString();
  const made = text.includes('{link}')
    ? newLink(
        { kind: 'visit', accountId, dispatchRequestId, phone },
        { baseUrl, token: randomBytes(TOKEN_BYTES), now },
      )
    : undefined;
  const values = {
    ...visitFields(account, request, now),
    ...timeFields(account, hold, now),
    ...{ service: service.name, link: made?.url },
  };
  const told = { ...request, version: version + 1 };
  const key = [hold.startsAt, at];
  const message = customerMessage(
    account,
    { sms: phone },
    { template: 'offer', text, values, request: told, key },
    now,
  );
  if (message === undefined) return undefined;
  const { date, minute, startsAt, technicianId } = hold;
  const offer: Offer = {
    ...{ messageId: message.messageId, serviceTypeId: service.id, technicianId, date, minute, startsAt, at },
    until: new Date(until).toISOString(),
  };
  const line = { to: status, kind: 'offered', visit: visitOf(hold) } as const;
  const next = {
    ...request,
    ...changed(request, { by: 'service', now }, line),
    offers: withOffer(request.offers, offer),
  };
  return { message, link: made?.link, next };
}
