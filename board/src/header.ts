import { guard } from 'lit/directives/guard.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { forgetDraft } from './draft.ts';
import { chosenIn, optionsOf, technicianOptions } from './options.ts';
import { turnTo } from './placing.ts';
import { findWanted, go, select } from './store/reading.ts';
import type { Session } from './store/session.ts';
import { boardOf, datesOf, isView, type View, viewNames, views } from './store/state.ts';
import type { Store } from './store/store.ts';
import { isRinging } from './store/subject.ts';
import { addDays, dayName, shortDayName } from './store/time.ts';

/** The account, the day and the search, and what opens forms. */
export function headerView(store: Store, session: Session): TemplateResult {
  const { accounts = [], account, date, view, shown, search, queue, tab, isPhone, dialog } = store.state;
  const board = boardOf(store.state);
  const ringing = queue?.requests.filter(isRinging) ?? [];
  const emergencies = `${ringing.length} ${ringing.length === 1 ? 'emergency' : 'emergencies'}`;
  return html`<header class="top" ?inert=${dialog !== undefined}>
    <h1>${account?.name ?? 'Dispatch board'} <small>${account?.timezone}</small></h1>
    ${
      accounts.length < 2
        ? nothing
        : html`<select aria-label="Account" @change=${openAccount}>
          ${optionsOf(
            accounts.map(({ accountId, name }) => ({ value: accountId, name })),
            account?.accountId,
          )}
        </select>`
    }
    ${date === undefined ? nothing : guard([date, view], () => daysNav(store, date, view))}
    ${
      isPhone
        ? nothing
        : html`<select aria-label="Technicians shown" @change=${(event: Event) => store.set({ shown: [chosenIn(event) ?? []].flat() })}>
          <option value="">All technicians</option>
          ${technicianOptions(board?.lanes, shown[0])}
        </select>`
    }
    <input type="search" id="search" aria-label="Search by name, number or id" placeholder=${isPhone ? 'Search' : 'Search ( / )'} .value=${search} ?disabled=${account === undefined}
      @change=${() => void findWanted(store)}
      @input=${(event: Event) => store.set({ search: chosenIn(event) ?? '' })} />
    <button type="button" ?disabled=${account === undefined} @click=${() => store.openJob()}>New job</button>
    <button type="button" ?disabled=${account === undefined} @click=${() => store.set({ dialog: { kind: 'block' } })}>Block time</button>
    ${isPhone ? nothing : html`<button type="button" aria-label="Keys" @click=${() => store.set({ dialog: { kind: 'help' } })}>?</button>`}
    <button type="button" class="sign-out" @click=${() => signOut(session)}>Sign out</button>
    ${
      ringing[0] === undefined
        ? nothing
        : html`<button type="button" class="ringing-count" aria-label=${emergencies} @click=${() => void select(store, ringing[0]?.dispatchRequestId)}>‼ ${isPhone ? ringing.length : emergencies}</button>`
    }
    <div class="tabs" role="group" aria-label="Show">
      <button type="button" aria-pressed=${tab === 'lanes'} @click=${() => store.set({ tab: 'lanes' })}>Board</button>
      <button type="button" aria-pressed=${tab === 'queue'} @click=${() => store.set({ tab: 'queue' })}>Waiting (${queue?.requests.length ?? 0})</button>
    </div>
  </header>`;
}

function signOut(session: Session): void {
  forgetDraft();
  void session.signOut();
}

/** The views and the dates to choose from. */
function daysNav(store: Store, date: string, view: View): TemplateResult {
  const by = { day: 'day', three: 'three days', week: 'week' }[view];
  return html`<nav aria-label="Days">
    <div class="views" role="group" aria-label="Days shown">
      ${Object.entries(viewNames).map(
        ([name, text]) =>
          html`<button type="button" aria-pressed=${name === view} @click=${() => isView(name) && void go(store, date, name)}>${text}</button>`,
      )}
    </div>
    <button type="button" aria-label=${`The ${by} before`} @click=${() => void turnTo(store, addDays(date, -views[view]))}>‹</button>
    <strong>${spanName(datesOf(view, date))}</strong>
    <button type="button" aria-label=${`The ${by} after`} @click=${() => void turnTo(store, addDays(date, views[view]))}>›</button>
    <input type="date" aria-label="Date" .value=${date} @change=${(event: Event) => pickDate(store, event)} />
    <button type="button" @click=${() => void turnTo(store, store.today)}>Today</button>
  </nav>`;
}

/** Writes dates as `Monday, November 23` or `Mon, Nov 23 to Sun, Nov 29`. */
function spanName(dates: readonly string[]): string {
  const [first = '', ...rest] = dates;
  const last = rest.at(-1);
  return last === undefined ? dayName(first) : `${shortDayName(first)} to ${shortDayName(last)}`;
}

function openAccount(event: Event): void {
  location.search = new URLSearchParams({ account: chosenIn(event) ?? '' }).toString();
}

function pickDate(store: Store, event: Event): void {
  const date = chosenIn(event);
  if (date !== undefined) void turnTo(store, date);
}
