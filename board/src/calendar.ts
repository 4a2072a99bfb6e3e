import { html, type TemplateResult } from 'lit/html.js';
import { icon } from './icon.ts';
import { openMap } from './map.ts';
import { thenClose } from './menu.ts';
import { turnTo } from './placing.ts';
import { datesOf } from './store/state.ts';
import type { Store } from './store/store.ts';
import { addDays, dayName, monthName } from './store/time.ts';

const weekdays = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];

/** A month of dates, of which one is chosen. The arrows go from date to date. */
export function calendarView(store: Store): TemplateResult {
  const { date = store.today } = store.state;
  const month = store.state.month ?? date;
  const first = `${month.slice(0, 8)}01`;
  const [monday = first] = datesOf('week', first);
  const weeks = Array.from({ length: 6 }, (_, week) => addDays(monday, 7 * week));
  const turn = (months: number) => {
    const at = new Date(`${first}T12:00:00Z`);
    at.setUTCMonth(at.getUTCMonth() + months);
    store.set({ month: at.toISOString().slice(0, 10) });
  };
  const choose = (chosen: string) => {
    store.set({ menu: undefined });
    void turnTo(store, chosen);
  };
  const dayView = (one: string) => html`<td><button type="button" data-day=${one} aria-label=${dayName(one)}
    class=${`${one === store.today ? 'today' : ''} ${one.startsWith(first.slice(0, 7)) ? '' : 'other'}`}
    aria-current=${one === date ? 'date' : 'false'} @click=${() => choose(one)}>${Number(one.slice(8))}</button></td>`;
  return html`<div class="calendar" @keydown=${(event: KeyboardEvent) => walk(store, event)}>
    <div class="month">
      <button type="button" class="plain only-icon" aria-label="Month before" @click=${() => turn(-1)}>${icon('chevron-left')}</button>
      <b aria-live="polite">${monthName(first)}</b>
      <button type="button" class="plain only-icon" aria-label="Month after" @click=${() => turn(1)}>${icon('chevron-right')}</button>
    </div>
    <table>
      <thead><tr>${weekdays.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
      <tbody>${weeks.map((week) => html`<tr>${datesOf('week', week).map(dayView)}</tr>`)}</tbody>
    </table>
    <button type="button" class="plain" @click=${() => choose(store.today)}>Today</button>
    <button type="button" class="plain" @click=${thenClose(store, () => void openMap(store))}>${icon('map-pin')}Map</button>
  </div>`;
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

function walk(store: Store, event: KeyboardEvent): void {
  const step = steps[event.key];
  const from = event.target instanceof HTMLElement ? event.target.dataset.day : undefined;
  if (step === undefined || from === undefined || !(event.currentTarget instanceof Element)) return;
  event.preventDefault();
  event.stopPropagation();
  const to = addDays(from, step);
  store.set({ month: to });
  event.currentTarget.querySelector<HTMLElement>(`[data-day="${to}"]`)?.focus();
}
