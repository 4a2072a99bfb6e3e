import { guard } from 'lit/directives/guard.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { forgetDraft } from './draft.ts';
import { icon } from './icon.ts';
import { lazy } from './lazy.ts';
import { menuView, thenClose } from './menu.ts';
import { turnTo } from './placing.ts';
import { go, printSheets, select } from './store/reading.ts';
import type { Session } from './store/session.ts';
import { type Theme, themes } from './store/settings.ts';
import { datesOf, filtersOn, isView, type View, viewNames, views } from './store/state.ts';
import { laterThan, type Store } from './store/store.ts';
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
      () => html`${accountsView(store)}${lazy.parts?.calendarView(store)}`,
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
      () => undoView(store),
    )}
    <button type="button" class="strong" aria-label="New job" title="New job (n)" ?disabled=${account === undefined} @click=${() => store.openJob()}>${icon('plus')}<span>New</span></button>
    ${liveView(store.state.live)}
    ${menuView(store, 'person', { label: 'Settings', look: 'person only-icon', content: icon('user') }, () =>
      personView(store, session),
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
      ? html`<span class="live" role="img" aria-label="Live" title="Changes of others come at once."></span>`
      : html`<span class="live lost" role="img" aria-label="Not live" title="Changes of others come every few seconds, until the connection is back.">${icon('wifi-off')}<span>Not live</span></span>`;

/** The last changes of this page, each with a button that takes it back, and the later ones of the same request with it. */
const undoView = (store: Store): TemplateResult => html`<p class="heading">Undo</p>
  ${store.state.done.map((done, at) => {
    const later = laterThan(done, store.state.done).length;
    const more = later === 0 ? nothing : html`<small>and ${later} later</small>`;
    return html`<button type="button" @click=${() => void store.takeBack(done)}>${icon('undo-2')}<span class="clip">${done.text}</span>${
      at === 0 && !store.state.isPhone ? html`<kbd>Ctrl Z</kbd>` : more
    }</button>`;
  })}`;

/** The zone, what a dispatcher chooses on this machine, and the way out. */
function personView(store: Store, session: Session): TemplateResult {
  const { account, settings, isPhone, done } = store.state;
  const themeButton = ([name, text]: readonly [string, string]) =>
    html`<button type="button" aria-pressed=${settings.theme === name}
      @click=${() => isTheme(name) && store.choose({ theme: name })}>${text}</button>`;
  return html`
    <p class="heading">Times are in ${account?.timezone ?? 'UTC'}</p>
    <label class="item"><input type="checkbox" .checked=${settings.sound} @change=${() => store.choose({ sound: !settings.sound })} />Sound for emergencies</label>
    <label class="item"><input type="checkbox" .checked=${settings.notify} @change=${() => void toggleNotify(store)} />Show emergencies on the desktop</label>
    <label class="item"><input type="checkbox" .checked=${settings.shortcuts} @change=${() => store.choose({ shortcuts: !settings.shortcuts })} />Keyboard shortcuts</label>
    <p class="heading">Theme</p>
    <div class="segments" role="group" aria-label="Theme">${Object.entries(themes).map(themeButton)}</div>
    <hr />
    ${
      isPhone
        ? done.length > 0
          ? html`${undoView(store)}<hr />`
          : nothing
        : html`<button type="button" @click=${thenClose(store, () => store.set({ dialog: { kind: 'help' } }))}>${icon('keyboard')}Keys<kbd>?</kbd></button>`
    }
    <button type="button" @click=${thenClose(store, () => store.set({ dialog: { kind: 'block' } }))}>${icon('ban')}Block time<kbd>b</kbd></button>
    <button type="button" @click=${thenClose(store, () => void printSheets(store))}>${icon('printer')}Print route sheets</button>
    <hr />
    <button type="button" @click=${() => signOut(session)}>${icon('log-out')}Sign out</button>`;
}

/** Asks the browser for the permission to show messages on the desktop. */
async function toggleNotify(store: Store): Promise<void> {
  if (store.state.settings.notify) return store.choose({ notify: false });
  if ((await Notification.requestPermission()) === 'granted') store.choose({ notify: true });
  else store.tellRefused('The browser doesn’t allow messages of this page. Allow them in its settings.');
}

const isTheme = (name: string): name is Theme => Object.hasOwn(themes, name);

function signOut(session: Session): void {
  forgetDraft();
  void session.signOut();
}

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

/** The companies of a dispatcher who works for several. */
function accountsView({ state: { accounts = [], account } }: Store) {
  if (accounts.length < 2) return nothing;
  const open = (accountId: string) => {
    location.search = new URLSearchParams({ account: accountId }).toString();
  };
  return html`<p class="heading">Company</p>${accounts.map(
    ({ accountId, name }) =>
      html`<button type="button" aria-current=${accountId === account?.accountId} @click=${() => open(accountId)}>${icon(accountId === account?.accountId ? 'check' : 'minus')}${name}</button>`,
  )}<hr />`;
}
