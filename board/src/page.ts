import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import { placeAction } from './changes/subject.ts';
import { detailView } from './detail.ts';
import { dialogView } from './dialogs.ts';
import { keepDraft, restoreDraft } from './draft.ts';
import { dragStart, requestAt } from './drag.ts';
import { followFocus } from './focus.ts';
import { headerView } from './header.ts';
import { listenToKeys } from './keys.ts';
import { boardView } from './lanes/board.ts';
import { noticeView } from './notice.ts';
import { drop, leave, placeText } from './placing.ts';
import { queueView } from './queue.ts';
import { type ApiFault, createApi } from './store/api.ts';
import { refresh, select, start } from './store/reading.ts';
import { startSession } from './store/session.ts';
import type { State } from './store/state.ts';
import { Store } from './store/store.ts';

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
const follow = followFocus(root);
const store = new Store(
  api,
  {
    draw: ({ state }) => follow(state, () => render(pageView(state), root)),
    announce: (text) => {
      live.textContent = text;
    },
    showDay: (day) => history.replaceState(null, '', `${location.pathname}?${new URLSearchParams(day)}`),
    isHidden: () => document.visibilityState === 'hidden',
    after: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  },
  refresh,
);
if ((await session.token()) === undefined) render(signInView(), root);
else await begin();

async function begin(): Promise<void> {
  // Paper is narrow as well, and shows everybody.
  const narrow = matchMedia('screen and (max-width: 800px)');
  const adapt = () => store.set({ isPhone: narrow.matches });
  narrow.addEventListener('change', adapt);
  adapt();
  listenToKeys(store);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void store.refresh();
    store.polling.start();
  });
  for (const change of ['online', 'offline']) window.addEventListener(change, () => void store.refresh());
  const wanted = Object.fromEntries(new URLSearchParams(location.search));
  const started = start(store, wanted).then(() => restoreDraft(store, session));
  // The address of another start of the server, in the same tab.
  window.addEventListener('hashchange', async () => {
    await started;
    await keepDraft(store, session);
    location.reload();
  });
  await started;
  store.polling.start();
}

function signInView(): TemplateResult {
  return html`<main class="sign-in">
    <h1>Dispatch board</h1>
    ${
      session.signIn === undefined
        ? html`<p>Open the address that “npm start” prints.</p>`
        : html`<p>Sign in to see your company’s schedule.</p>
          <button type="button" class="strong" @click=${() => void session.signIn?.()}>Sign in</button>`
    }
  </main>`;
}

function pageView(state: State) {
  const { queue, detail, dialog } = state;
  return html`
    ${headerView(store, session)}
    ${dialog === undefined ? alertsView(state) : nothing}
    ${
      state.placing === undefined
        ? nothing
        : html`<div class="notice placing">
          <span>${state.placing.subject.label}: ${placeText(store)}
            <small>Arrow keys choose another start, Enter confirms, Esc cancels.</small></span>
          <button type="button" class="strong" @click=${() => void drop(store)}>${placeAction(state.placing.subject) === 'move' ? 'Move' : 'Schedule'} here</button>
          <button type="button" @click=${() => leave(store)}>Cancel</button>
        </div>`
    }
    <main class=${`board show-${state.tab}`} ?inert=${dialog !== undefined} @click=${open} @pointerdown=${(event: PointerEvent) => dragStart(store, event)}>
      <section class="day" aria-label="Board">
        ${boardView(store)}
      </section>
      <aside class="queue" aria-label="Waiting for you">
        <h2>Waiting for you</h2>
        ${queue === undefined ? html`<p class="empty">Not loaded yet.</p>` : queueView(store, queue)}
      </aside>
      ${detail === undefined ? nothing : html`<aside class="detail" aria-labelledby="detail-title">${detailView(store, detail)}</aside>`}
    </main>
    ${dialog === undefined ? nothing : dialogView(store, dialog, alertsView(state))}
  `;
}

// One listener for all jobs and entries: there are hundreds.
function open(event: Event): void {
  const id = requestAt(event);
  if (id !== undefined) void select(store, id);
}

/** What is wrong, and what was last done or refused; over a form only what was refused. */
function alertsView({ fault, notice, dialog }: State): TemplateResult {
  return html`${fault === undefined ? nothing : faultView(fault)}
    ${notice === undefined || (dialog !== undefined && notice.kind === 'done') ? nothing : noticeView(store, notice)}`;
}

function faultView({ status, message }: ApiFault): TemplateResult {
  const signIn = async () => {
    await keepDraft(store, session);
    await session.signIn?.();
  };
  const retry = html`<button type="button" @click=${() => void store.refresh()}>Try again</button>`;
  const again =
    session.signIn === undefined
      ? html`<span>Open the address that “npm start” prints.</span>`
      : html`<span>You’ll return to this screen.</span>
        <button type="button" class="strong" @click=${signIn}>Sign in again</button>`;
  return html`<div class="notice refused" role="alert">
    <span>${message} ${status === 401 || store.state.queue === undefined ? '' : 'What you see may be out of date. Changes are refused until it is back.'}</span>
    ${status === 401 ? again : retry}
  </div>`;
}
