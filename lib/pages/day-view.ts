import { type RequestVisit, readVisits } from '../booking/dispatchers/day-board.ts';
import { oneLine } from '../normalized.ts';
import { problems } from '../record/history.ts';
import { allowedAfter } from '../record/lifecycle.ts';
import { crewOf, type DispatchRequest, hasActiveAppointment, visitsIn } from '../record/request.ts';
import type { LocalDate } from '../scheduling/calendar.ts';
import { dayText } from '../wording/pages/days-and-times.ts';
import { MAX_NOTE } from './form.ts';
import { type Html, html } from './html.ts';
import type { Content, OpenedAs, PageVisit, Query } from './page.ts';
import { nameAt, placeOf } from './place-view.ts';
import { toldTime } from './written.ts';

/** Reads the visits that a technician's page lists. */
export const visitsOf = (
  { link: { technicianId, date } }: OpenedAs<'day'>,
  { account, deps, deadline }: PageVisit,
): Promise<readonly RequestVisit[]> => readVisits(account, { technicianId, date }, deps, deadline);

/** Writes the page of a technician's day. */
export async function showDay(opened: OpenedAs<'day'>, _: Query, visit: PageVisit): Promise<Content> {
  const { account, words } = visit;
  const { day } = words;
  const visits = await visitsOf(opened, visit);
  const title = day.title(dayText(account.language, opened.link.date));
  const { script } = day;
  return {
    title,
    body: html`<h1>${title}</h1>
<p class="hint">${oneLine(opened.technician.name)}</p>
<div id="day" data-offline="${script.offline}" data-waiting="${script.waiting}" data-sending="${script.sending}">
${visits.length === 0 ? html`<p class="card">${day.none}</p>` : visits.map((one) => cardOf(one, opened, visit))}
</div>`,
  };
}

function cardOf(of: RequestVisit, opened: OpenedAs<'day'>, visit: PageVisit): Html {
  const { request, number } = of;
  const { account, words } = visit;
  const { day } = words;
  const { urgency, status } = request;
  const next = goesOnAfter(of);
  const marks = [
    urgency === 'emergency' ? html`<span class="mark urgent">${day.emergency}</span>` : undefined,
    urgency === 'urgent' ? html`<span class="mark urgent">${day.urgent}</span>` : undefined,
    request.confirmedAt === undefined ? undefined : html`<span class="mark">${day.confirmed}</span>`,
  ];
  const isActive = hasActiveAppointment(request);
  return html`<article class="card visit" data-request="${request.dispatchRequestId}" data-status="${status}">
<p class="row"><strong class="when">${toldTime(account, number === 1 ? of.appointment : of.visit)}</strong> <span class="status">${statusText(request, visit)}</span></p>
<h2>${nameAt(request)}</h2>
<p>${request.serviceType && oneLine(request.serviceType)} ${marks}</p>
${togetherOf(of, opened, visit)}
${placeOf(request, words)}
${next && html`<p class="hint">${day.goesOn(dayText(account.language, next))}</p>`}
${isActive ? buttons(request, next === undefined, visit) : undefined}
${isActive ? problemForm(request, visit) : undefined}
${noteForm(request, visit)}
<p class="sent" role="status"></p>
</article>`;
}

/** Says which visit of the job it is, and who else comes. */
function togetherOf(
  of: RequestVisit,
  { link }: OpenedAs<'day'>,
  { words: { day } }: PageVisit,
): Html | undefined {
  const count = 1 + (of.appointment.visits?.length ?? 0);
  const others = crewOf(of.visit).filter(({ technicianId }) => technicianId !== link.technicianId);
  const parts = [
    count > 1 ? day.visitOf(of.number, count) : undefined,
    others.length > 0 ? day.crew(others.map(({ technician }) => oneLine(technician)).join(', ')) : undefined,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : html`<p>${parts.join(' · ')}</p>`;
}

/** Returns the day of the visit at which a job goes on after one of its visits; undefined after the last of them. */
export const goesOnAfter = ({ appointment, number }: RequestVisit): LocalDate | undefined =>
  visitsIn(appointment)[number]?.date;

function statusText({ status }: DispatchRequest, { words }: PageVisit): string {
  return Object.entries(words.day.statuses).find(([name]) => name === status)?.[1] ?? status;
}

const seen = ({ dispatchRequestId, version }: DispatchRequest): Html =>
  html`<input type="hidden" name="request" value="${dispatchRequestId}"><input type="hidden" name="version" value="${version}">`;

const arrivals = [10, 15, 20, 30, 45, 60];

/** The next step first; later ones may be pressed as well, and then record it. */
function buttons(request: DispatchRequest, isLast: boolean, { words }: PageVisit): Html {
  const { day } = words;
  const { status } = request;
  const isBefore = status === 'scheduled' || status === 'dispatched';
  const button = (action: string, text: string, isMain: boolean) =>
    html`<button class="${isMain ? 'main' : 'plain'}" name="action" value="${action}">${text}</button>`;
  const minutes = html`<label class="minutes">${day.arriving} <select name="minutes"><option value="">${day.unknownMinutes}</option>${arrivals.map((count) => html`<option value="${count}">${day.minutes(count)}</option>`)}</select></label>`;
  return html`<form method="post">${seen(request)}${isBefore ? minutes : undefined}
<div class="buttons">${isBefore ? button('onMyWay', day.onMyWay, true) : undefined}
${status === 'in_progress' ? undefined : button('arrived', day.arrived, status === 'en_route')}
${isLast ? button('done', day.done, status === 'in_progress') : undefined}</div></form>`;
}

function problemForm(request: DispatchRequest, { words }: PageVisit): Html | undefined {
  const { day, optional } = words;
  if (!allowedAfter(request, false).includes('on_hold')) return undefined;
  return html`<details><summary>${day.couldNotTitle}</summary>
<form method="post">${seen(request)}<fieldset><legend>${day.why}</legend>${problems.map((problem) => html`<label class="pick"><input type="radio" name="reason" value="${problem}" required><span>${day.problems[problem]}</span></label>`)}</fieldset>
<label>${day.note} ${optional}<textarea name="note" rows="2" maxlength="${MAX_NOTE}"></textarea></label>
<button class="danger" name="action" value="couldNot">${day.couldNot}</button></form></details>`;
}

const noteForm = (request: DispatchRequest, { words: { day } }: PageVisit): Html =>
  html`<details><summary>${day.noteTitle}</summary>
<form method="post">${seen(request)}<label>${day.note}<textarea name="note" rows="3" maxlength="${MAX_NOTE}" required></textarea></label>
<button name="action" value="note">${day.addNote}</button></form></details>`;
