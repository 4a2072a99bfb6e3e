import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { BoardView } from '../../../lib/board/views.ts';
import { nextBusyDay } from '../store/reading.ts';
import { datesOf, isEmpty, noFilter } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { agendaView } from './agenda.ts';
import { daysView } from './days.ts';
import { lanesView } from './lanes.ts';
import { shownLanes } from './technicians.ts';

/** The days of the view: one day as lanes, several as cells, and on a phone the days of one technician as a list. */
export function boardView(store: Store): TemplateResult | typeof nothing {
  const { accounts, view, date, boards, fault, isPhone } = store.state;
  if (accounts?.length === 0)
    return html`${bones()}<p class="over-lanes">You don’t have access to an account yet. Ask the person who invited you.</p>`;
  const dates = date === undefined ? [] : datesOf(view, date);
  const read = dates.flatMap((one) => boards.get(one) ?? []);
  const [first] = read;
  if (first === undefined)
    return html`${bones()}<p class=${fault === undefined ? 'unseen' : 'over-lanes'} role="status">${fault === undefined ? 'Loading the day…' : 'Not loaded yet.'}</p>`;
  if (first.lanes.length === 0)
    return html`${bones()}<p class="over-lanes">This account has no technicians. Add them to its document with “accounts put”.</p>`;
  const days = isPhone
    ? agendaView(store, read)
    : view === 'day'
      ? lanesView(store, first)
      : daysView(store, first, dates);
  const isHidden = !isPhone && shownLanes(store, first).length === 0;
  return html`${days}${isHidden ? hiddenView(store) : read.length === dates.length && read.every(isEmpty) ? emptyView(store, read) : nothing}`;
}

/** The frame of the lanes before there is anything to show in them. */
const bones = (): TemplateResult => html`<div class="lanes bones" aria-hidden="true">
  <div class="axis"><div class="corner"></div></div>
  ${[0, 1, 2, 3, 2, 0, 3, 1].map(
    (at) =>
      html`<div class="lane"><h3><i class="bone"></i></h3><div class="track"><i class=${`bone at-${at}`}></i></div></div>`,
  )}
</div>`;

function emptyView(store: Store, boards: readonly BoardView[]): TemplateResult {
  const isClosed = boards.every(({ lanes }) => lanes.every(({ hours }) => hours.length === 0));
  const when = boards.length === 1 ? 'on this day' : 'on these days';
  return html`<div class="over-lanes">
    <span>${isClosed ? `The company is closed ${when}.` : `Nothing is planned ${when} yet.`}</span>
    <button type="button" @click=${() => void nextBusyDay(store)}>Go to the next day with work</button>
  </div>`;
}

const hiddenView = (store: Store): TemplateResult => html`<div class="over-lanes">
  <span>No technician matches the filter.</span>
  <button type="button" @click=${() => store.set({ shown: [], filter: noFilter })}>Show everybody</button>
</div>`;
