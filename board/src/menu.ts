import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Menu } from './store/state.ts';
import type { Store } from './store/store.ts';

/** A button that opens a panel below itself. */
export function menuView(
  store: Store,
  menu: Menu,
  {
    label,
    look = 'plain',
    content,
    isOff = false,
    isFromStart = false,
  }: {
    /** What screen readers call the button; undefined if its content says it. */
    readonly label?: string;
    readonly look?: string;
    readonly content: unknown;
    readonly isOff?: boolean;
    /** Whether the panel begins where the button begins instead of ending where it ends. */
    readonly isFromStart?: boolean;
  },
  panel: () => TemplateResult,
): TemplateResult {
  const isOpen = store.state.menu === menu;
  const toggle = () => store.set({ menu: isOpen ? undefined : menu, month: undefined });
  return html`<div class="menu-at" data-menu=${menu}>
    <button type="button" class=${look} aria-label=${label ?? nothing} title=${label ?? nothing}
      aria-haspopup="true" aria-expanded=${isOpen} ?disabled=${isOff} @click=${toggle}>${content}</button>
    ${
      isOpen
        ? html`<div class=${isFromStart ? 'menu from-start' : 'menu'} role="group" aria-label=${label ?? menu}
          @keydown=${walk}>${panel()}</div>`
        : nothing
    }
  </div>`;
}

/** Closes the open menu when something else is pressed. */
export function closeMenusOutside(store: Store): void {
  document.addEventListener('pointerdown', ({ target }) => {
    const { menu } = store.state;
    if (menu === undefined || !(target instanceof Element)) return;
    if (target.closest<HTMLElement>('.menu-at')?.dataset.menu !== menu) store.set({ menu: undefined });
  });
}

/** Runs something and closes the menu. */
export const thenClose = (store: Store, run: () => unknown) => () => {
  store.set({ menu: undefined });
  run();
};

/** The arrows go from item to item. */
function walk(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || !(event.currentTarget instanceof Element)) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('button, input')];
  const at = items.findIndex((item) => item.matches(':focus'));
  items[(at + step + items.length) % items.length]?.focus();
  event.preventDefault();
  event.stopPropagation();
}
