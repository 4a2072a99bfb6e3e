import { html, type TemplateResult } from 'lit/html.js';
import { change } from '../changes/change.ts';
import type { Dialog } from '../store/state.ts';
import type { Store } from '../store/store.ts';

/** Asks before a change that nobody can take back. */
export function confirmView(
  store: Store,
  { subject, title, action, body }: Extract<Dialog, { kind: 'confirm' }>,
  close: () => void,
): TemplateResult {
  const confirm = () => {
    close();
    void change(store, subject, action, body);
  };
  return html`<h2 id="dialog-title">${title}?</h2>
    <p>${subject.label}. This can’t be undone.</p>
    <div class="actions">
      <button type="button" class="strong" autofocus @click=${confirm}>${title}</button>
      <button type="button" @click=${close}>Close</button>
    </div>`;
}
