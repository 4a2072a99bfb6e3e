import { html, nothing, type TemplateResult } from 'lit/html.js';
import { forgetDraft } from './draft.ts';
import { icon } from './icon.ts';
import { thenClose } from './menu.ts';
import { printSheets } from './store/reading.ts';
import type { Session } from './store/session.ts';
import { type Theme, themes } from './store/settings.ts';
import { laterThan, type Store } from './store/store.ts';

// What the menus of the header show.

/** The last changes of this page, each with a button that takes it back, and the later ones of the same request with it. */
export const undoView = (store: Store): TemplateResult => html`<p class="heading">Undo</p>
  ${store.state.done.map((done, at) => {
    const later = laterThan(done, store.state.done).length;
    const more = later === 0 ? nothing : html`<small>and ${later} later</small>`;
    return html`<button type="button" @click=${() => void store.takeBack(done)}>${icon('undo-2')}<span class="clip">${done.text}</span>${
      at === 0 && !store.state.isPhone ? html`<kbd>Ctrl Z</kbd>` : more
    }</button>`;
  })}`;

/** The zone, what a dispatcher chooses on this machine, and the way out. */
export function personView(store: Store, session: Session): TemplateResult {
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
  else store.tellRefused('Your browser blocks notifications from this page. Allow them in its settings.');
}

const isTheme = (name: string): name is Theme => Object.hasOwn(themes, name);

function signOut(session: Session): void {
  forgetDraft();
  void session.signOut();
}

/** The companies of a dispatcher who works for several. */
export function accountsView({ state: { accounts = [], account } }: Store) {
  if (accounts.length < 2) return nothing;
  const open = (accountId: string) => {
    location.search = new URLSearchParams({ account: accountId }).toString();
  };
  return html`<p class="heading">Company</p>${accounts.map(
    ({ accountId, name }) =>
      html`<button type="button" aria-current=${accountId === account?.accountId} @click=${() => open(accountId)}>${icon(accountId === account?.accountId ? 'check' : 'minus')}${name}</button>`,
  )}<hr />`;
}
