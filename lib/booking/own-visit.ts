import type { Account, ServiceType } from '../accounts/account.ts';
import { acceptedCoverage } from '../accounts/areas.ts';
import { holdIdOfVisit, liveHold } from '../record/hold.ts';
import { objectionToCustomer } from '../record/own-requests.ts';
import type { Deadline } from '../record/ports.ts';
import type { Appointment, DispatchRequest } from '../record/request.ts';
import type { LocalDate } from '../scheduling/calendar.ts';
import type { Slot } from '../scheduling/engine.ts';
import { endOf } from '../scheduling/occupancy.ts';
import { addDays, momentOf } from '../scheduling/time.ts';
import { heardUrgency, saidFee } from './appointment.ts';
import { type BookingDependencies, readStartFacts } from './booking-facts.ts';
import { holdForVisit, type VisitHold } from './hold-time.ts';
import { endHolding } from './holds.ts';
import { isAsRequested, questionOf, type RequestedStart } from './requested-start.ts';
import { type RescheduleResult, reschedule } from './reschedule.ts';
import { bookableFrom, type FreeDay, type Searched, searchDays } from './search-days.ts';

/** A visit whose customer looks for another time on its page. */
export interface OwnVisit {
  readonly account: Account;
  readonly request: DispatchRequest;
  readonly service: ServiceType;
  /** The number that the page's link was sent to, E.164; absent if it went elsewhere. */
  readonly provedNumber?: string | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** A start as the page names it. */
export interface PageStart {
  readonly date: LocalDate;
  /** Minutes from midnight on the wall clock: of the start, or of the beginning of a window. */
  readonly minute: number;
}

/** A page lists this many days. */
export const LISTED_DAYS = 7;
/** A time is held for this many seconds unless the account says otherwise. */
const HOLD_SECONDS = 180;

const wantedOf = (
  { account, request, service, now }: OwnVisit,
  { date, minute }: PageStart,
): RequestedStart => ({
  ...{ account, service, date, minute, now },
  coverage: acceptedCoverage(account, service.id, request.customer.zip),
  callId: request.callId,
});

/** Returns the free starts of a week from a date on, without the visit's own. */
export async function freeTimes(
  visit: OwnVisit,
  from: LocalDate,
  deps: BookingDependencies,
  deadline: Deadline,
): Promise<{ readonly days: readonly FreeDay[]; readonly searched: Searched }> {
  const { account, request, now } = visit;
  const { accountId, dispatchRequestId } = request;
  const known = await deps.holds.get(accountId, holdIdOfVisit(accountId, dispatchRequestId), deadline);
  const wanted = wantedOf(visit, { date: from, minute: 0 });
  const { occupancy: _, ...question } = questionOf(
    wanted,
    new Map(),
    [dispatchRequestId],
    liveHold(known, now),
  );
  const search = { ...question, accountId };
  const bookable = bookableFrom(search, from);
  const last = addDays(from, LISTED_DAYS - 1);
  const range = { from: bookable.from, to: last < bookable.to ? last : bookable.to };
  const { days, searched } = await searchDays(search, range, () => false, deps, deadline);
  const isOther = ({ date, minute, window }: Slot) =>
    request.appointment === undefined ||
    !isAsRequested({ ...wanted, account, date, minute, windows: window && [window] }, request.appointment);
  return {
    days: days.map(({ date, slots }) => ({ date, slots: slots.filter(isOther) })),
    searched,
  };
}

/** Holds a start for the visit while its customer decides. */
export const holdStart = (
  visit: OwnVisit,
  start: PageStart,
  deps: BookingDependencies,
  deadline: Deadline,
): Promise<VisitHold> => {
  const seconds = visit.account.booking.hold?.seconds ?? HOLD_SECONDS;
  return holdForVisit({ ...wantedOf(visit, start), request: visit.request, seconds }, deps, deadline);
};

export interface HeldStart {
  readonly hold: Appointment;
  /** Epoch milliseconds. */
  readonly until: number;
  /** The fee that applies then, if any, as callers hear it. */
  readonly fee?: string | undefined;
}

/** Returns the start that is held for a visit; undefined if none is. */
export async function heldStartOf(
  visit: OwnVisit,
  deps: Pick<BookingDependencies, 'holds'>,
  deadline: Deadline,
  holdId = holdIdOfVisit(visit.account.accountId, visit.request.dispatchRequestId),
): Promise<HeldStart | undefined> {
  const { account, request, now } = visit;
  const live = liveHold(await deps.holds.get(account.accountId, holdId, deadline), now);
  if (live === undefined) return undefined;
  const { hold } = live;
  const question = wantedOf(visit, hold);
  const fee = saidFee({ ...question, urgency: heardUrgency(request, question) }, hold);
  return { hold, until: endOf(hold.holder), fee: fee?.says };
}

/** Moves the visit to a start, held or not, under the same conditions as a call of its customer. */
export async function moveToStart(
  visit: OwnVisit,
  start: PageStart,
  deps: BookingDependencies,
  deadline: Deadline,
): Promise<RescheduleResult> {
  const { account, request, provedNumber, now } = visit;
  const wanted = wantedOf(visit, start);
  const holdId = holdIdOfVisit(request.accountId, request.dispatchRequestId);
  const facts = await readStartFacts(wanted, holdId, deps, deadline);
  return await reschedule(
    {
      ...{ ...wanted, ...facts, request, caller: provedNumber },
      who: { by: 'customer', now },
      objection: objectionToCustomer({ account, now }),
    },
    deps,
    deadline,
  );
}

/** Releases what is held for a visit. */
export const letHeldStartGo = async (
  { accountId, dispatchRequestId }: DispatchRequest,
  deps: BookingDependencies,
  deadline: Deadline,
): Promise<void> => {
  await endHolding({ accountId, holdId: holdIdOfVisit(accountId, dispatchRequestId) }, deps, deadline);
};

/** Returns today's date of the account. */
export const todayOf = ({ account, now }: Pick<OwnVisit, 'account' | 'now'>): LocalDate =>
  momentOf(account, now).today;
