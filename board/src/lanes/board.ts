import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { BoardView } from '../../../lib/board/views.ts';
import { nextBusyDay } from '../store/reading.ts';
import { datesOf, isEmpty } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { agendaView } from './agenda.ts';
import { daysView } from './days.ts';
import { lanesView } from './lanes.ts';

/** The days of the view: one day as lanes, several as cells, and on a phone the days of one technician as a list. */
export function boardView(store: Store): TemplateResult | typeof nothing {
  const { accounts, view, date, boards, fault, isPhone } = store.state;
  if (accounts?.length === 0)
    return html`<p class="empty">You don’t have access to an account yet. Ask the person who invited you.</p>`;
  const dates = date === undefined ? [] : datesOf(view, date);
  const read = dates.flatMap((one) => boards.get(one) ?? []);
  const [first] = read;
  if (first === undefined)
    return html`<p class="loading">${fault === undefined ? 'Loading the day…' : 'Not loaded yet.'}</p>`;
  if (first.lanes.length === 0)
    return html`<p class="empty">This account has no technicians. Add them to its document with “accounts put”.</p>`;
  const days = isPhone
    ? agendaView(store, read)
    : view === 'day'
      ? lanesView(store, first)
      : daysView(store, first, dates);
  return html`${read.length === dates.length && read.every(isEmpty) ? emptyView(store, read) : nothing}${days}`;
}

function emptyView(store: Store, boards: readonly BoardView[]): TemplateResult {
  const isClosed = boards.every(({ lanes }) => lanes.every(({ hours }) => hours.length === 0));
  const when = boards.length === 1 ? 'on this day' : 'on these days';
  return html`<p class="empty">
    ${isClosed ? `The company is closed ${when}.` : `Nothing is planned ${when} yet.`}
    <button type="button" @click=${() => void nextBusyDay(store)}>Go to the next day with work</button>
  </p>`;
}
