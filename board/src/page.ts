import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import { alarmsView, browserBell, watchEmergencies } from './alarm.ts';
import { keepDraft, restoreDraft } from './draft.ts';
import { keepingFocus, watchFocus } from './focus.ts';
import { headerView } from './header.ts';
import { requestAt } from './hit.ts';
import { icon } from './icon.ts';
import { commands, listenToKeys } from './keys.ts';
import { boardView } from './lanes/board.ts';
import { zoomBy } from './lanes/lanes.ts';
import { lazy } from './lazy.ts';
import { isTouched } from './leaving.ts';
import { closeMenusOutside } from './menu.ts';
import { drop, leave, placeText } from './placing.ts';
import { queueBones, queueView } from './queue.ts';
import { type ApiFault, createApi } from './store/api.ts';
import type { followHints } from './store/live.ts';
import { openWaiting, refresh, select, start } from './store/reading.ts';
import { startSession } from './store/session.ts';
import { keepSettings, readSettings } from './store/settings.ts';
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
let ring: (() => void) | undefined;
const store = new Store(
  createApi(session, (...request) => fetch(...request)),
  {
    draw: oneByOne((state) => {
      follow(state, () => keepingFocus(() => render(pageView(state), root)));
      ring?.();
    }),
    announce: (text) => {
      live.textContent = text;
    },
    showDay: (day) => history.replaceState(null, '', `${location.pathname}?${new URLSearchParams(day)}`),
    keep: (settings) => keepSettings(localStorage, settings),
    random: Math.random,
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
  store.set({ settings: readSettings(localStorage) });
  ring = watchEmergencies(store, browserBell(store, document.title));
  watchSize();
  const reading = import('./later.ts').then((parts) => {
    lazy.parts = parts;
    parts.watchGlances(store, root);
    store.set({});
  });
  closeMenusOutside(store);
  watchFocus(root);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void store.refresh();
    store.poll();
  });
  for (const type of ['beforeprint', 'afterprint'])
    window.addEventListener(type, () => store.set({ isPrinting: type === 'beforeprint' }));
  // A tab that is reloaded by mistake comes back with what was typed.
  window.addEventListener('pagehide', () => {
    if (isTouched()) void keepDraft(store, session);
  });
  let heed: ReturnType<typeof followHints> | undefined;
  for (const change of ['online', 'offline'])
    window.addEventListener(change, () => {
      void store.refresh();
      heed?.(change === 'online');
    });
  const wanted = Object.fromEntries(new URLSearchParams(location.search));
  const started = Promise.all([start(store, wanted), reading]).then(() => restoreDraft(store, session));
  listenToKeys(store, started);
  // A restarted server prints another address, which may be opened in the same tab.
  window.addEventListener('hashchange', async () => {
    await started;
    await keepDraft(store, session);
    location.reload();
  });
  await started;
  store.poll();
  if (store.accountId !== '') heed = lazy.parts?.followHints(store, lazy.parts.connectBrowser);
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

/** Less is a scroll bar, which comes and goes. */
const SAME_PIXELS = 20;

/** The lanes share the height, and what a card shows depends on its width. */
function watchSize(): void {
  const days = root.querySelector<HTMLElement>('.day');
  if (days === null) return;
  new ResizeObserver(([entry]) => {
    const { width = 0, height = 0 } = entry?.contentRect ?? {};
    const { size } = store.state;
    if (width === 0 || (Math.abs(width - size.width) < SAME_PIXELS && height === size.height)) return;
    store.set({ size: { width, height } });
  }).observe(days);
}

function pageView(state: State) {
  const { queue, detail, dialog } = state;
  return html`
    ${headerView(store, session)}
    <main class=${`board show-${state.tab}`} ?inert=${dialog !== undefined} @click=${open} @pointerdown=${(event: PointerEvent) => lazy.parts?.dragStart(store, event)} @pointermove=${(event: PointerEvent) => lazy.parts?.showEdge(event)}>
      <section class="day" aria-label="Board" @wheel=${zoom}>
        <h2 class="unseen">Board</h2>
        ${boardView(store)}
      </section>
      <div class="side">
        <aside class="queue" aria-label="Waiting for you" ?inert=${detail !== undefined}>
          <header><h2>Waiting for you</h2>
            <button type="button" class="plain" ?disabled=${queue === undefined} @click=${() => void openWaiting(store)}>${icon('hourglass')}Waiting list</button></header>
          ${queue === undefined ? queueBones() : queueView(store, queue)}
        </aside>
        ${detail === undefined ? nothing : html`<aside class="detail" aria-labelledby="detail-title">${lazy.parts?.detailView(store, detail)}</aside>`}
      </div>
    </main>
    ${state.sizing === undefined ? nothing : lazy.parts?.sizingView(store, state.sizing)}
    ${state.placing === undefined || state.placing.at[0] === -1 ? nothing : placingView(state.placing)}
    ${dialog === undefined ? alertsView(state) : lazy.parts?.dialogView(store, dialog, alertsView(state), commands)}
    ${state.glance === undefined ? nothing : lazy.parts?.glanceView(store, state.glance)} ${state.isPrinting ? lazy.parts?.sheetsView(store) : nothing}
  `;
}

/** Where the keyboard puts what is moved. */
const placingView = ({
  subject,
}: NonNullable<State['placing']>) => html`<section class="notice placing" aria-label="Moving">
  <span>${subject.label}: ${placeText(store)}
    <small>Arrow keys choose another start, Enter confirms, Esc cancels.</small></span>
  <button type="button" class="strong" @click=${() => void drop(store)}>${placeAction(subject) === 'move' ? 'Move' : 'Schedule'} here</button>
  <button type="button" @click=${() => leave(store)}>Cancel</button>
</section>`;

/** With Ctrl, the wheel makes the hours wider or narrower. */
function zoom(event: WheelEvent): void {
  if (!event.ctrlKey) return;
  event.preventDefault();
  zoomBy(store, event.deltaY < 0 ? 1 : -1);
}

/** Opens the job or entry that was clicked. All share one listener, because there are hundreds. */
function open(event: Event): void {
  const id = requestAt(event);
  if (id !== undefined) void select(store, id);
}

/** What is wrong, and the last messages. Over most forms, only refusals are shown. */
function alertsView({ fault, notices, dialog }: State): TemplateResult {
  const shown =
    dialog === undefined || dialog.kind === 'starts'
      ? notices
      : notices.filter(({ kind }) => kind === 'refused');
  return html`<section class="notices" aria-label="Messages">${alarmsView(store)}${shown.map(noticeView)}${fault === undefined ? nothing : faultView(fault)}</section>`;
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
    ${icon(status === 0 ? 'wifi-off' : 'triangle-alert')}
    <span>${message} ${status === 401 || store.state.queue === undefined ? '' : 'What you see may be out of date. The page refuses changes until it is back.'}</span>
    ${status === 401 ? again : retry}
  </div>`;
}

function noticeView(notice: Notice): TemplateResult {
  const { kind, text, buttons } = notice;
  return html`<div class=${`notice ${kind}`} role="alert">
    ${icon(kind === 'done' ? 'check' : 'triangle-alert')}
    <span>${text}</span>
    ${buttons.map(({ label, run }) => html`<button type="button" @click=${run}>${label}</button>`)}
    <button type="button" class="plain only-icon" aria-label="Close the message" @click=${() => store.dismiss(notice)}>${icon('x')}</button>
  </div>`;
}

/** Draws again after a draw during which the state changes, such as when it removes what has the focus. */
function oneByOne(draw: (state: State) => void): (store: Store) => void {
  let isDrawing = false;
  let isDue = false;
  return (store) => {
    isDue = true;
    if (isDrawing) return;
    isDrawing = true;
    try {
      while (isDue) {
        isDue = false;
        draw(store.state);
      }
    } finally {
      isDrawing = false;
    }
  };
}

/** Draws the page, and moves the focus to what opens and back when it closes. */
function followFocus(): (state: State, draw: () => void) => void {
  let opener: Element | null = null;
  let opened: string | undefined;
  let wasDialog = false;
  const focus = (element: Element | null) => element instanceof HTMLElement && element.focus();
  let wasMenu: string | undefined;
  return ({ dialog, detail, menu, settings }, draw) => {
    document.documentElement.dataset.theme = settings.theme;
    if (dialog !== undefined && !wasDialog) opener = document.activeElement;
    draw();
    const before = opened;
    opened = detail?.request.dispatchRequestId;
    if (dialog === undefined && wasDialog) focus(opener);
    else if (dialog !== undefined && !wasDialog) focus(root.querySelector('.dialog [autofocus]'));
    else if (dialog === undefined && opened !== before)
      focus(root.querySelector(opened === undefined ? `[data-job="${before}"]` : '#detail-title'));
    wasDialog = dialog !== undefined;
    const at = (name: string | undefined, what: string) =>
      focus(root.querySelector(`[data-menu="${name}"] ${what}`));
    if (menu !== undefined && wasMenu === undefined)
      at(menu, '.menu :is([aria-current="date"], button, input)');
    else if (menu === undefined && wasMenu !== undefined && document.activeElement === document.body)
      at(wasMenu, 'button');
    wasMenu = menu;
  };
}
