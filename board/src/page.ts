import { html, nothing, render } from 'lit';
import { detailView } from './detail.ts';
import { dialogView } from './dialogs.ts';
import { headerView } from './header.ts';
import { listenToKeys } from './keys.ts';
import { agendaView } from './lanes/agenda.ts';
import { lanesView } from './lanes/lanes.ts';
import { noticeView } from './notice.ts';
import { drop, placeText } from './placing.ts';
import { queueView } from './queue.ts';
import { createApi } from './store/api.ts';
import { refresh, start } from './store/reading.ts';
import { type Session, startSession } from './store/session.ts';
import type { State } from './store/state.ts';
import { Store } from './store/store.ts';
import { dayName } from './store/time.ts';

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
  const narrow = matchMedia('(max-width: 800px)');
  const adapt = () => store.set({ isPhone: narrow.matches });
  narrow.addEventListener('change', adapt);
  adapt();
  listenToKeys(store);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void refresh(store);
    store.polling.start();
  });
  for (const change of ['online', 'offline']) window.addEventListener(change, () => void refresh(store));
  await start(store, Object.fromEntries(new URLSearchParams(location.search)));
  store.polling.start();
}

/** What had the focus before a dialog took it. */
let focused: Element | null = null;

function draw({ state }: Store): void {
  const wasOpen = root.querySelector('.dialog') !== null;
  const isOpen = state.dialog !== undefined;
  if (isOpen && !wasOpen) focused = document.activeElement;
  render(pageView(state), root);
  if (isOpen === wasOpen) return;
  const next = isOpen ? root.querySelector('.dialog [autofocus]') : focused;
  if (next instanceof HTMLElement) next.focus();
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
    ${headerView(store, session)}
    ${fault === undefined ? nothing : faultView(state)}
    ${notice === undefined || dialog !== undefined ? nothing : noticeView(store, notice)}
    ${
      state.placing === undefined
        ? nothing
        : html`<div class="notice placing">
          <span>${state.placing.subject.label}: ${placeText(store)}</span>
          <button type="button" class="strong" @click=${() => void drop(store)}>Put it there</button>
          <button type="button" @click=${() => store.set({ placing: undefined })}>Leave it</button>
        </div>`
    }
    <main class=${`board show-${state.tab}`} ?inert=${dialog !== undefined}>
      <section class="day" aria-label=${`Board of ${dayName(state.date ?? '1970-01-01')}`}>
        ${board === undefined ? (fault === undefined ? html`<p class="loading">Loading the day…</p>` : nothing) : (state.isPhone ? agendaView : lanesView)(store, board)}
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
        : html`<button type="button" @click=${() => void refresh(store)}>Try again</button>`
    }
  </div>`;
}
