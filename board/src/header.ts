import { guard } from 'lit/directives/guard.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { icon } from './icon.ts';
import { lazy } from './lazy.ts';
import { menuView } from './menu.ts';
import { turnTo } from './placing.ts';
import { go, select } from './store/reading.ts';
import type { Session } from './store/session.ts';
import { datesOf, filtersOn, isView, type View, viewNames, views } from './store/state.ts';
import type { Store } from './store/store.ts';
import { isRinging } from './store/subject.ts';
import { addDays, shortDayName } from './store/time.ts';

/** One row: the company and the days, the search, and what opens menus and forms. */
export function headerView(store: Store, session: Session): TemplateResult {
  const { account, date, view, queue, tab, isPhone, dialog, done } = store.state;
  const ringing = queue?.requests.filter(isRinging) ?? [];
  const emergencies = `${ringing.length} ${ringing.length === 1 ? 'emergency' : 'emergencies'}`;
  const filters = filtersOn(store.state);
  const waiting = queue?.requests.length ?? 0;
  const show = (next: 'lanes' | 'queue') => store.set({ tab: next });
  return html`<header class="top" ?inert=${dialog !== undefined}>
    <h1>${menuView(
      store,
      'days',
      {
        look: 'plain title',
        isFromStart: true,
        isOff: date === undefined,
        content: html`<span class="company">${account?.name ?? 'Dispatch board'}</span>
          <span>${date === undefined ? '' : spanName(datesOf(view, date), isPhone)}</span>${icon('chevron-down')}`,
      },
      () => html`${lazy.parts?.accountsView(store)}${lazy.parts?.calendarView(store)}`,
    )}</h1>
    ${date === undefined ? nothing : guard([date, view, isPhone], () => daysNav(store, date, view))}
    <button type="button" class="find" aria-label="Search" aria-keyshortcuts="/ Control+K" ?disabled=${account === undefined} @click=${() => store.openPalette()}>
      ${icon('search')}<span>Search</span><kbd class="hint-key" aria-hidden="true">/</kbd>
    </button>
    ${
      ringing[0] === undefined
        ? nothing
        : html`<button type="button" class="ringing-count" aria-label=${emergencies} @click=${() => void select(store, ringing[0]?.dispatchRequestId)}>${icon('siren')}${ringing.length}<span>${emergencies.replace(/^\d+/, '')}</span></button>`
    }
    <button type="button" class="plain waiting" aria-pressed=${tab === 'queue'} @click=${() => show(tab === 'queue' ? 'lanes' : 'queue')}>Waiting ${waiting}</button>
    ${menuView(
      store,
      'filters',
      {
        label: filters > 0 ? `Filter (${filters})` : 'Filter',
        look: filters > 0 ? 'chosen' : 'plain',
        isOff: date === undefined,
        content: html`${icon('list-filter')}${filters > 0 ? html`<b data-count=${filters}></b>` : nothing}`,
      },
      () => html`${lazy.parts?.filtersView(store)}`,
    )}
    ${menuView(
      store,
      'undo',
      { label: 'Undo', look: 'plain only-icon', isOff: done.length === 0, content: icon('undo-2') },
      () => html`${lazy.parts?.undoView(store)}`,
    )}
    <button type="button" class="strong" aria-label="New job" title="New job (n)" ?disabled=${account === undefined} @click=${() => store.openJob()}>${icon('plus')}<span>New</span></button>
    ${liveView(store.state.live)}
    ${menuView(
      store,
      'person',
      { label: 'Settings', look: 'person only-icon', content: icon('user') },
      () => html`${lazy.parts?.personView(store, session)}`,
    )}
    <div class="tabs" role="group" aria-label="Show">
      <button type="button" aria-pressed=${tab === 'lanes'} @click=${() => show('lanes')}>Board</button>
      <button type="button" aria-pressed=${tab === 'queue'} @click=${() => show('queue')}>Waiting (${waiting})</button>
    </div>
  </header>`;
}

/** Whether others' changes come at once. */
const liveView = (live: boolean | undefined) =>
  live === undefined
    ? nothing
    : live
      ? html`<span class="live" role="img" aria-label="Live" title="Others’ changes appear at once."></span>`
      : html`<span class="live lost" role="img" aria-label="Not live" title="Others’ changes appear every few seconds until the connection is back.">${icon('wifi-off')}<span>Not live</span></span>`;

/** The days before and after, today, and how many days are shown. */
function daysNav(store: Store, date: string, view: View): TemplateResult {
  const by = { day: 'day', three: 'three days', week: 'week' }[view];
  const step = (name: 'chevron-left' | 'chevron-right', label: string, days: number) =>
    html`<button type="button" class="plain only-icon" aria-label=${label} @click=${() => void turnTo(store, addDays(date, days))}>${icon(name)}</button>`;
  return html`<nav aria-label="Days">
      ${step('chevron-left', `The ${by} before`, -views[view])}
      <button type="button" class="plain" @click=${() => void turnTo(store, store.today)}>Today</button>
      ${step('chevron-right', `The ${by} after`, views[view])}
    </nav>
    <div class="segments views" role="group" aria-label="Days shown">
      ${Object.entries(viewNames).map(
        ([name, text]) =>
          html`<button type="button" aria-pressed=${name === view} @click=${() => isView(name) && void go(store, date, name)}>${text}</button>`,
      )}
    </div>`;
}

/** Writes dates as `Mon, Nov 23` or `Nov 23 – 29`. */
function spanName(dates: readonly string[], isShort: boolean): string {
  const [first = '', ...rest] = dates;
  const last = rest.at(-1);
  const day = shortDayName(first);
  if (last === undefined || isShort) return isShort ? day.replace(/^\w+, /, '') : day;
  const [from, to] = [first, last].map((date) => shortDayName(date).replace(/^\w+, /, ''));
  return `${from} – ${first.slice(0, 7) === last.slice(0, 7) ? Number(last.slice(8)) : to}`;
}
