import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import { detailView } from './detail.ts';
import { dialogView } from './dialogs.ts';
import { keepDraft, restoreDraft } from './draft.ts';
import { dragStart, requestAt } from './drag.ts';
import { headerView } from './header.ts';
import { listenToKeys } from './keys.ts';
import { boardView } from './lanes/board.ts';
import { drop, leave, placeText } from './placing.ts';
import { queueView } from './queue.ts';
import { type ApiFault, createApi } from './store/api.ts';
import { refresh, select, start } from './store/reading.ts';
import { startSession } from './store/session.ts';
import type { Notice, State } from './store/state.ts';
import { Store } from './store/store.ts';
import { placeAction } from './store/subject.ts';

const root = element('page');
const live = element('live');

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no #${id}.`);
  return found;
}

const session = await startSession();
root.replaceChildren();
const follow = followFocus();
const store = new Store(
  createApi(session, (...request) => fetch(...request)),
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
  // Printing also uses the narrow layout, but with all technicians.
  const narrow = matchMedia('screen and (max-width: 800px)');
  const adapt = () => store.set({ isPhone: narrow.matches });
  narrow.addEventListener('change', adapt);
  adapt();
  listenToKeys(store);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void store.refresh();
    store.poll();
  });
  for (const change of ['online', 'offline']) window.addEventListener(change, () => void store.refresh());
  const wanted = Object.fromEntries(new URLSearchParams(location.search));
  const started = start(store, wanted).then(() => restoreDraft(store, session));
  // A restarted server prints another address, which may be opened in the same tab.
  window.addEventListener('hashchange', async () => {
    await started;
    await keepDraft(store, session);
    location.reload();
  });
  await started;
  store.poll();
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

/** Opens the job or entry that was clicked. All share one listener, because there are hundreds. */
function open(event: Event): void {
  const id = requestAt(event);
  if (id !== undefined) void select(store, id);
}

/** What is wrong, and the last message. Over a form, the message is left out unless it is a refusal. */
function alertsView({ fault, notice, dialog }: State): TemplateResult {
  return html`${fault === undefined ? nothing : faultView(fault)}
    ${notice === undefined || (dialog !== undefined && notice.kind === 'done') ? nothing : noticeView(notice)}`;
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

function noticeView({ kind, text, buttons }: Notice): TemplateResult {
  return html`<div class=${`notice ${kind}`} role="alert">
    <span>${text}</span>
    ${buttons.map(({ label, run }) => html`<button type="button" @click=${run}>${label}</button>`)}
    <button type="button" aria-label="Close the message" @click=${() => store.set({ notice: undefined })}>✕</button>
  </div>`;
}

/** Draws the page, and moves the focus to what opens and back when it closes. */
function followFocus(): (state: State, draw: () => void) => void {
  let opener: Element | null = null;
  let opened: string | undefined;
  let wasDialog = false;
  const focus = (element: Element | null) => element instanceof HTMLElement && element.focus();
  return ({ dialog, detail }, draw) => {
    if (dialog !== undefined && !wasDialog) opener = document.activeElement;
    draw();
    const before = opened;
    opened = detail?.request.dispatchRequestId;
    if (dialog === undefined && wasDialog) focus(opener);
    else if (dialog !== undefined && !wasDialog) focus(root.querySelector('.dialog [autofocus]'));
    else if (dialog === undefined && opened !== before)
      focus(root.querySelector(opened === undefined ? `[data-job="${before}"]` : '#detail-title'));
    wasDialog = dialog !== undefined;
  };
}
