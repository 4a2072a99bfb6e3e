import type { Account } from '../accounts/account.ts';
import { offersTimes } from '../accounts/notify.ts';
import { toE164 } from '../accounts/phone.ts';
import { type HeldOffer, heldOffer } from '../booking/offer-time.ts';
import { freeTimes, heldStartOf, LISTED_DAYS, type OwnVisit, todayOf } from '../booking/own-visit.ts';
import { promisedAt } from '../intake/messages.ts';
import { oneLine } from '../normalized.ts';
import { mayText } from '../record/consent.ts';
import { streetOf } from '../record/customers/street.ts';
import { isMovable, objectionToCustomer } from '../record/own-requests.ts';
import {
  activeAppointment,
  appointmentToChange,
  type DispatchRequest,
  hasEnded,
  takesSeveral,
} from '../record/request.ts';
import { isWaiting, mayWait } from '../record/waiting.ts';
import type { LocalDate } from '../scheduling/calendar.ts';
import type { Slot } from '../scheduling/engine.ts';
import { addDays, isLocalDate, MINUTE_MS } from '../scheduling/time.ts';
import { formatClock24 } from '../scheduling/time-of-day.ts';
import { dayText, timeText, windowText } from '../wording/pages/days-and-times.ts';
import { MAX_NOTE, MAX_REASON } from './form.ts';
import { type Html, html } from './html.ts';
import type { Content, OpenedAs, PageVisit, Query } from './page.ts';
import { beginningOf, momentText, timeAt, toldTime } from './written.ts';

/** Writes the page of a visit or, if the address has a date, the free times from that day on. */
export async function showVisit(
  { link, request }: OpenedAs<'visit'>,
  { from }: Query,
  visit: PageVisit,
): Promise<Content> {
  const { account, words, now } = visit;
  const service = account.serviceTypes.find(({ id }) => id === request.serviceTypeId);
  const mayMove =
    service !== undefined &&
    isMovable(request) &&
    !takesSeveral(appointmentToChange(request)) &&
    objectionToCustomer(visit)(request) === undefined;
  const provedNumber = link.numberId && request.customer.phone;
  const own = mayMove ? { account, request, service, provedNumber, now } : undefined;
  const { title } = words.visit;
  if (own !== undefined && from !== undefined) return { title, body: await times(own, from, visit) };
  const [held, offered] = await Promise.all([
    own && heldStartOf(own, visit.deps, visit.deadline),
    heldOffer({ account, request, now }, visit.deps, visit.deadline),
  ]);
  return {
    title,
    body: html`${offered && offerCard(request, offered, visit)}
${standing(request, visit)}
${held && heldCard(request, held, visit)}
${isOpen(request) ? choices(request, own !== undefined, visit) : undefined}
${await textsForm(request, visit)}`,
  };
}

const isOpen = (request: DispatchRequest): boolean => !hasEnded(request.status) && request.kind !== 'message';

/** What stands now. */
function standing(request: DispatchRequest, visit: PageVisit): Html {
  const { account, words } = visit;
  const { appointment } = request;
  const { address = '', city } = request.customer;
  const place = [streetOf(address), city && oneLine(city)].filter((part) => part).join(', ');
  const isShown =
    appointment !== undefined && (activeAppointment(request) !== undefined || hasEnded(request.status));
  const lead = Object.entries(words.visit.lead).find(([status]) => status === request.status)?.[1];
  const facts = [
    [words.visit.service, request.serviceType && oneLine(request.serviceType)],
    [words.visit.technician, isShown ? appointment.technician : undefined],
    [words.visit.street, place],
    [words.visit.fee, isOpen(request) && request.fee ? words.visit.fees(request.fee.says) : undefined],
  ] as const;
  return html`<section class="card standing" data-status="${request.status}">
<h1>${headingOf(request, visit)}</h1>
${isShown ? html`<p class="when"><strong>${dayText(account.language, appointment.date)}</strong> <span>${toldTime(account, appointment)}</span></p>` : undefined}
${expectedIn(request, visit)}
${lead && html`<p>${lead}</p>`}
<dl>
${facts.map(([name, value]) => (value ? html`<div><dt>${name}</dt><dd>${value}</dd></div>` : undefined))}
</dl>
${isConfirmable(request, visit) ? confirmForm(request, visit) : undefined}
${promiseOf(request, visit)}
</section>`;
}

function headingOf(request: DispatchRequest, { words }: PageVisit): string {
  const { headings } = words.visit;
  const name = request.appointment?.technician ?? '';
  switch (request.status) {
    case 'scheduled':
    case 'dispatched':
      return request.confirmedAt === undefined ? headings.booked : headings.confirmed;
    case 'en_route':
      return headings.onTheWay(name);
    case 'in_progress':
      return headings.there(name);
    case 'completed':
      return headings.completed;
    case 'on_hold':
      return headings.on_hold;
    case 'canceled':
      return headings.canceled;
    case 'no_show':
      return headings.no_show;
    case 'declined':
      return headings.declined;
    default:
      return headings.requested;
  }
}

/** When a technician on the way said to arrive. */
function expectedIn(request: DispatchRequest, { account, words }: PageVisit): Html | undefined {
  const last = request.history.findLast(({ to }) => to === 'en_route');
  if (request.status !== 'en_route' || last?.minutes === undefined) return undefined;
  const at = Date.parse(last.at) + last.minutes * MINUTE_MS;
  return html`<p>${words.visit.expected(timeAt(account, at))}</p>`;
}

function isConfirmable(request: DispatchRequest, { now }: PageVisit): boolean {
  const isBooked = request.status === 'scheduled' || request.status === 'dispatched';
  const appointment = activeAppointment(request);
  return isBooked && request.confirmedAt === undefined && Date.parse(appointment?.endsAt ?? '') > now;
}

const versionOf = ({ version }: DispatchRequest): Html =>
  html`<input type="hidden" name="version" value="${version}">`;

const confirmForm = (request: DispatchRequest, { words }: PageVisit): Html =>
  html`<form method="post">${versionOf(request)}<button class="main" name="action" value="confirm">${words.visit.confirm}</button></form>`;

/** When the office calls about a change that only a person may make. */
function promiseOf(request: DispatchRequest, { account, words, now }: PageVisit): Html | undefined {
  const isAsked = request.needsReview.includes('move') || request.needsReview.includes('cancellation');
  const dueAt = isAsked ? promisedAt(request, now) : undefined;
  return dueAt === undefined
    ? undefined
    : html`<p class="promise">${words.visit.willCall(momentText(account, Date.parse(dueAt)))}</p>`;
}

type Held = NonNullable<Awaited<ReturnType<typeof heldStartOf>>>;

/** The time that is held while the customer decides. */
function heldCard(request: DispatchRequest, { hold, fee, until }: Held, { account, words }: PageVisit): Html {
  const { visit } = words;
  return html`<section class="card held">
<h2>${visit.heldTitle}</h2>
<p class="when"><strong>${dayText(account.language, hold.date)}</strong> <span>${toldTime(account, hold)}</span></p>
${fee && html`<p>${visit.fees(fee)}</p>`}
<form method="post">${versionOf(request)}<input type="hidden" name="start" value="${startValue(hold.date, beginningOf(hold))}"><button class="main" name="action" value="move">${visit.move}</button></form>
<p class="hint">${visit.heldUntil(timeAt(account, until))} ${visit.anotherHelp}</p>
</section>`;
}

/** The earlier time that is on offer. */
function offerCard(request: DispatchRequest, { held }: HeldOffer, { account, words }: PageVisit): Html {
  const { visit } = words;
  const { hold, fee, until } = held;
  return html`<section class="card held">
<h2>${visit.offerTitle}</h2>
<p class="when"><strong>${dayText(account.language, hold.date)}</strong> <span>${toldTime(account, hold)}</span></p>
${fee && html`<p>${visit.fees(fee)}</p>`}
<form method="post">${versionOf(request)}<input type="hidden" name="start" value="${startValue(hold.date, beginningOf(hold))}"><button class="main" name="action" value="take">${visit.take}</button></form>
<p class="hint">${visit.heldUntil(timeAt(account, until))}</p>
</section>`;
}

/** Says whether the customer hears of earlier times, and changes that. */
function earlierForm(request: DispatchRequest, { account, words }: PageVisit): Html | undefined {
  const isOn = isWaiting(request);
  if (!offersTimes(account) || !mayWait(request) || (!isOn && request.serviceTypeId === undefined))
    return undefined;
  const { earlierTitle, earlierOn, earlierOff, startEarlier, stopEarlier } = words.visit;
  return html`<details class="card"><summary>${earlierTitle}</summary>
<form method="post"><p>${isOn ? earlierOn : earlierOff}</p><input type="hidden" name="on" value="${isOn ? 'no' : 'yes'}"><button name="action" value="earlier">${isOn ? stopEarlier : startEarlier}</button></form></details>`;
}

const startValue = (date: LocalDate, minute: number): string => `${date}T${formatClock24(minute)}`;

/** What the customer may do. */
function choices(request: DispatchRequest, mayMove: boolean, visit: PageVisit): Html {
  const { visit: words, optional } = visit.words;
  const needsOffice = objectionToCustomer(visit)(request) === 'needs_human';
  const reason = html`<label>${words.reason} ${optional}<input name="reason" maxlength="${MAX_REASON}" autocomplete="off"></label>`;
  const another = mayMove
    ? html`<section class="card"><h2>${words.another}</h2><p class="hint">${words.anotherHelp}</p>
<form method="get"><input type="hidden" name="from" value="${todayOf(visit)}"><button>${words.seeTimes}</button></form></section>`
    : undefined;
  const office = html`<section class="card"><h2>${words.askToMove}</h2>
<p class="hint">${words.soon}</p>
<form method="post">${versionOf(request)}${reason}
<div class="buttons"><button name="action" value="move">${words.askToMove}</button><button class="danger" name="action" value="cancel">${words.askToCancel}</button></div></form></section>`;
  const cancel = html`<details class="card"><summary>${words.cancelTitle}</summary>
<form method="post">${versionOf(request)}${reason}<button class="danger" name="action" value="cancel">${words.cancel}</button></form></details>`;
  return html`${another}
${earlierForm(request, visit)}
${noteForm(request, visit)}
${needsOffice ? office : cancel}`;
}

function noteForm(request: DispatchRequest, { account, words }: PageVisit): Html {
  const { visit } = words;
  const last = request.history.findLast(({ kind, by }) => kind === 'note' && by === 'customer');
  const sent = last && visit.noteSent(momentText(account, Date.parse(last.at)));
  return html`<details class="card"><summary>${visit.noteTitle}</summary>
<form method="post"><label>${visit.note}<textarea name="note" rows="3" maxlength="${MAX_NOTE}" required></textarea></label><button name="action" value="note">${visit.sendNote}</button></form>
${sent && html`<p class="hint">${sent}</p>`}</details>`;
}

/** Returns the number that may get text messages; undefined if the company sends none. */
export function textableNumber(
  { customer: { phone } }: DispatchRequest,
  account: Account,
): string | undefined {
  const isNumber = phone !== undefined && toE164(phone, account.region) === phone;
  return isNumber && account.notify?.senders?.sms !== undefined ? phone : undefined;
}

/** Says whether the customer gets text messages, and changes that. */
async function textsForm(request: DispatchRequest, visit: PageVisit): Promise<Html | undefined> {
  const { account, deps, deadline, words } = visit;
  const phone = textableNumber(request, account);
  if (phone === undefined) return undefined;
  const isOn = mayText(await deps.consents.get(account.accountId, phone, deadline));
  const { texts, textsOn, textsOff, startTexts, stopTexts } = words.visit;
  return html`<details class="card"><summary>${texts}</summary>
<form method="post"><p>${isOn ? textsOn : textsOff}</p><input type="hidden" name="on" value="${isOn ? 'no' : 'yes'}"><button name="action" value="texts">${isOn ? stopTexts : startTexts}</button></form></details>`;
}

/** Asks for free times from a day on. */
function timesForm(from: LocalDate, visit: PageVisit): Html {
  const { visit: words } = visit.words;
  const today = todayOf(visit);
  const last = addDays(today, visit.account.booking.horizonDays);
  return html`<form method="get"><label>${words.from}<input type="date" name="from" value="${from}" min="${today}" max="${last}"></label><button>${words.seeTimes}</button></form>`;
}

/** A week of free times. */
async function times(own: OwnVisit, wanted: string, visit: PageVisit): Promise<Html> {
  const { account, deps, deadline } = visit;
  const { visit: words } = visit.words;
  const today = todayOf(visit);
  const from = isLocalDate(wanted) && wanted > today ? wanted : today;
  const { days } = await freeTimes(own, from, deps, deadline);
  const [before, after] = [addDays(from, -LISTED_DAYS), addDays(from, LISTED_DAYS)];
  const listed = days.filter(({ slots }) => slots.length > 0);
  const link = (date: LocalDate, text: string) => html`<a href="?from=${date}">${text}</a>`;
  return html`<section class="card">
<h1>${words.another}</h1>
<p class="hint">${words.anotherHelp}</p>
${timesForm(from, visit)}
${listed.length === 0 ? html`<p>${words.none}</p>` : startsForm(own.request, listed, visit)}
<nav>${from > today ? link(before > today ? before : today, words.earlier) : undefined}
${after <= addDays(today, account.booking.horizonDays) ? link(after, words.later) : undefined}
<a href="?">${words.back}</a></nav>
</section>`;
}

function startsForm(
  request: DispatchRequest,
  days: readonly { readonly date: LocalDate; readonly slots: readonly Slot[] }[],
  { account: { language }, words }: PageVisit,
): Html {
  const textOf = ({ minute, window }: Slot) =>
    window === undefined ? timeText(language, minute) : windowText(language, window);
  const beginning = ({ minute, window }: Slot) => window?.from ?? minute;
  const radio = (slot: Slot) =>
    html`<label class="pick"><input type="radio" name="start" value="${startValue(slot.date, beginning(slot))}" required><span>${textOf(slot)}</span></label>`;
  // Windows that begin together are one choice, because a form names only the beginning.
  const isFirst = (slot: Slot, index: number, slots: readonly Slot[]) =>
    slots.findIndex((one) => beginning(one) === beginning(slot)) === index;
  return html`<form method="post" class="starts">${versionOf(request)}
${days.map(({ date, slots }) => html`<fieldset><legend>${dayText(language, date)}</legend><div class="picks">${slots.filter(isFirst).map(radio)}</div></fieldset>`)}
<button class="main" name="action" value="choose">${words.visit.hold}</button></form>`;
}
