import { html, nothing, render } from 'lit';
import { createApi } from './api.ts';
import { detailView } from './detail.ts';
import { dialogView } from './dialogs.ts';
import { listenToKeys } from './keys.ts';
import { lanesView } from './lanes.ts';
import { drop, placeText } from './placing.ts';
import { queueView } from './queue.ts';
import { type Session, startSession } from './session.ts';
import type { State } from './state.ts';
import { Store } from './store.ts';
import { addDays, dayName } from './time.ts';

const root = element('page');
const live = element('live');

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no #${id}.`);
  return found;
}

const session = await startSession();
root.replaceChildren();
const api = createApi(session, (...request) => fetch(...request));
const store = new Store(api, {
  draw,
  announce: (text) => {
    live.textContent = text;
  },
  showDay: (day) => history.replaceState(null, '', `${location.pathname}?${new URLSearchParams(day)}`),
  isHidden: () => document.visibilityState === 'hidden',
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
});
if ((await session.token()) === undefined) render(signInView(session), root);
else await begin();

async function begin(): Promise<void> {
  listenToKeys(store);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void store.refresh();
    store.poll();
  });
  for (const change of ['online', 'offline']) window.addEventListener(change, () => void store.refresh());
  await store.start(Object.fromEntries(new URLSearchParams(location.search)));
}

function draw({ state }: Store): void {
  const opened = state.dialog !== undefined && root.querySelector('.dialog') === null;
  render(pageView(state), root);
  if (opened) {
    const first = root.querySelector('.dialog [autofocus]');
    if (first instanceof HTMLElement) first.focus();
  }
}

function signInView({ signIn }: Session) {
  return html`<main class="sign-in">
    <h1>Dispatch board</h1>
    <p>Sign in to see the day of your company. On your own machine, open the address that “npm start” prints.</p>
    <button type="button" class="strong" @click=${() => void signIn()}>Sign in</button>
  </main>`;
}

function pageView(state: State) {
  const { board, queue, detail, dialog, notice, fault, account } = state;
  return html`
    ${headerView(state)}
    ${fault === undefined ? nothing : faultView(state)}
    ${
      notice === undefined
        ? nothing
        : html`<div class=${`notice ${notice.kind}`} role="alert">
          <span>${notice.text}</span>
          ${notice.buttons.map(({ label, run }) => html`<button type="button" @click=${run}>${label}</button>`)}
          <button type="button" aria-label="Close the message" @click=${() => store.set({ notice: undefined })}>✕</button>
        </div>`
    }
    ${
      state.placing === undefined
        ? nothing
        : html`<div class="notice placing">
          <span>${state.placing.request.label}: ${placeText(store)}</span>
          <button type="button" class="strong" @click=${() => void drop(store)}>Put it there</button>
          <button type="button" @click=${() => store.set({ placing: undefined })}>Leave it</button>
        </div>`
    }
    <main class=${`board show-${state.tab}`}>
      <section class="day" aria-label=${`Board of ${dayName(state.date ?? '1970-01-01')}`}>
        ${board === undefined ? (fault === undefined ? html`<p class="loading">Loading the day…</p>` : nothing) : lanesView(store, board)}
        ${account === undefined && fault === undefined ? html`<p class="empty">You may see no account yet. Ask who invited you.</p>` : nothing}
      </section>
      <aside class="queue" aria-label="What waits for you">
        <h2>Waiting for you</h2>
        ${queue === undefined ? nothing : queueView(store, queue)}
      </aside>
      ${detail === undefined ? nothing : html`<aside class="detail" aria-labelledby="detail-title">${detailView(store, detail)}</aside>`}
    </main>
    ${dialog === undefined ? nothing : dialogView(store, dialog)}
  `;
}

function faultView({ fault }: State) {
  return html`<div class="notice refused" role="alert">
    <span>${fault?.message} ${fault?.status === 401 ? '' : 'What you see may be old; changes are refused until it is back.'}</span>
    ${
      fault?.status === 401
        ? html`<button type="button" class="strong" @click=${() => void session.signIn()}>Sign in again</button>`
        : html`<button type="button" @click=${() => void store.refresh()}>Try again</button>`
    }
  </div>`;
}

function headerView({ accounts, account, date, board, shown, search, queue, tab }: State) {
  const ringing = queue?.requests.filter(
    (one) => one.group === 'emergencies' && one.acknowledgedAt === undefined,
  );
  return html`<header class="top">
    <h1>${account?.name ?? 'Dispatch board'}</h1>
    ${
      accounts.length < 2
        ? nothing
        : html`<select aria-label="Account" @change=${(event: Event) => openAccount(event)}>
          ${accounts.map((one) => html`<option value=${one.accountId} ?selected=${one === account}>${one.name}</option>`)}
        </select>`
    }
    ${
      date === undefined
        ? nothing
        : html`<nav aria-label="Day">
          <button type="button" aria-label="The day before" @click=${() => void store.go(addDays(date, -1))}>‹</button>
          <strong>${dayName(date)}</strong>
          <button type="button" aria-label="The day after" @click=${() => void store.go(addDays(date, 1))}>›</button>
          <input type="date" aria-label="Date" .value=${date} @change=${(event: Event) => pickDate(event)} />
          <button type="button" @click=${() => void store.go(store.zone.date(new Date().toISOString()))}>Today</button>
          <small>${account?.timezone}</small>
        </nav>`
    }
    <select aria-label="Technicians shown" @change=${(event: Event) => filter(event)}>
      <option value="">All technicians</option>
      ${board?.lanes.map((lane) => html`<option value=${lane.technicianId} ?selected=${shown.includes(lane.technicianId)}>${lane.technician}</option>`)}
    </select>
    <input type="search" id="search" aria-label="Search by name, number or id" placeholder="Search ( / )" .value=${search}
      @input=${(event: Event) => event.target instanceof HTMLInputElement && store.set({ search: event.target.value })} />
    <button type="button" @click=${() => store.openJob()}>New job</button>
    <button type="button" @click=${() => store.set({ dialog: { kind: 'block' } })}>Block time</button>
    <button type="button" aria-label="Keys" @click=${() => store.set({ dialog: { kind: 'help' } })}>?</button>
    <button type="button" @click=${() => void session.signOut().then(() => location.reload())}>Sign out</button>
    ${(ringing?.length ?? 0) > 0 ? html`<span class="ringing-count" role="status">‼ ${ringing?.length} ringing</span>` : nothing}
    <div class="tabs" role="group" aria-label="Show">
      <button type="button" aria-pressed=${tab === 'lanes'} @click=${() => store.set({ tab: 'lanes' })}>Day</button>
      <button type="button" aria-pressed=${tab === 'queue'} @click=${() => store.set({ tab: 'queue' })}>Waiting (${queue?.requests.length ?? 0})</button>
    </div>
  </header>`;
}

function openAccount({ target }: Event): void {
  if (!(target instanceof HTMLSelectElement)) return;
  location.search = new URLSearchParams({ account: target.value }).toString();
}

function pickDate({ target }: Event): void {
  if (target instanceof HTMLInputElement && target.value !== '') void store.go(target.value);
}

function filter({ target }: Event): void {
  if (target instanceof HTMLSelectElement) store.set({ shown: target.value === '' ? [] : [target.value] });
}
