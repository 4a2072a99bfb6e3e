import { html, nothing, type TemplateResult } from 'lit/html.js';
import { isBox, openFields } from './draft.ts';
import type { Store } from './store/store.ts';

/** True if something was typed or chosen in the open form. */
export const isTouched = (): boolean =>
  openFields().some((field) =>
    field instanceof HTMLSelectElement
      ? [...field.options].some(
          ({ selected, defaultSelected }) => selected && !defaultSelected && field.selectedIndex > 0,
        )
      : isBox(field)
        ? field.checked !== field.defaultChecked
        : field.value !== field.defaultValue,
  );

/** Closes the open form. Asks first if something was typed; when it asks already, the form goes on. */
export function closeDialog(store: Store): void {
  if (store.state.isLeaving) store.set({ isLeaving: false });
  else if (isTouched()) {
    store.set({ isLeaving: true });
    document.querySelector<HTMLElement>('.leaving .strong')?.focus();
  } else store.set({ dialog: undefined });
}

/** Asks whether to drop what was typed. */
export const leavingView = (store: Store): TemplateResult | typeof nothing =>
  store.state.isLeaving
    ? html`<div class="leaving" role="alertdialog" aria-label="Discard what you typed?">
        <span>Discard what you typed?</span>
        <button type="button" @click=${() => store.set({ isLeaving: false, dialog: undefined })}>Discard</button>
        <button type="button" class="strong" @click=${() => store.set({ isLeaving: false })}>Keep editing</button>
      </div>`
    : nothing;
