import { html, type TemplateResult } from 'lit/html.js';
import { change } from './changes.ts';
import { callView } from './detail.ts';
import { blockForm, editForm, jobForm, textForm } from './forms.ts';
import { closeDialog, leavingView } from './leaving.ts';
import { mapView } from './map.ts';
import { paletteView } from './palette.ts';
import { startSheet } from './start-sheet.ts';
import type { Dialog } from './store/state.ts';
import type { Store } from './store/store.ts';
import { phoneName } from './store/words.ts';
import { unblockView } from './unblock.ts';
import { visitsForm } from './visits.ts';
import { waitForm, waitingView } from './waiting.ts';

/** Keys, and what they do. */
type Keys = readonly [keys: string, does: string, ...unknown[]];

/**
 * @param alerts messages to show in the dialog, because it covers the page
 * @param commands what the help lists
 */
export function dialogView(
  store: Store,
  dialog: Dialog,
  alerts: TemplateResult,
  commands: readonly Keys[],
): TemplateResult {
  const close = () => closeDialog(store);
  return html`<div class="backdrop" @click=${(event: Event) => event.target === event.currentTarget && close()}>
    <div class=${`dialog for-${dialog.kind}`} role="dialog" aria-modal="true" aria-labelledby="dialog-title">
      ${alerts}${dialog.kind === 'help' ? helpView(commands, close) : contentOf(store, dialog, close)}${leavingView(store)}
    </div>
  </div>`;
}

function contentOf(
  store: Store,
  dialog: Exclude<Dialog, { kind: 'help' }>,
  close: () => void,
): TemplateResult {
  switch (dialog.kind) {
    case 'block':
      return blockForm(store, dialog, close);
    case 'job':
      return jobForm(store, dialog, close);
    case 'edit':
      return editForm(store, dialog, close);
    case 'visits':
      return visitsForm(store, dialog, close);
    case 'unblock':
      return unblockView(store, dialog, close);
    case 'wait':
      return waitForm(store, dialog, close);
    case 'map':
      return mapView(store, dialog, close);
    case 'waiting':
      return waitingView(store, dialog, close);
    case 'note':
    case 'reason':
    case 'override':
      return textForm(store, dialog, close);
    case 'call':
      return html`<h2 id="dialog-title">Call from ${dialog.call.caller === undefined ? 'an unknown number' : html`<a href=${`tel:${dialog.call.caller}`}>${phoneName(dialog.call.caller)}</a>`}</h2>${callView(store, dialog.call)}
        <div class="actions"><button type="button" class="strong" autofocus @click=${close}>Close</button></div>`;
    case 'confirm':
      return confirmView(store, dialog, close);
    case 'palette':
      return paletteView(store, dialog, close);
    case 'starts':
      return startSheet(store, dialog, close);
  }
}

function helpView(commands: readonly Keys[], close: () => void): TemplateResult {
  return html`<h2 id="dialog-title">Keys</h2>
    <dl class="keys">${commands.map(([key, does]) => html`<dt><kbd>${key}</kbd></dt><dd>${does}</dd>`)}</dl>
    <p>Drag a job to move it, a request from the queue to schedule it, or over empty time to block it.</p>
    <div class="actions"><button type="button" class="strong" autofocus @click=${close}>Close</button></div>
    `;
}

/** Asks before a change that nobody can take back. */
function confirmView(
  store: Store,
  { subject, title, action }: Extract<Dialog, { kind: 'confirm' }>,
  close: () => void,
): TemplateResult {
  const confirm = () => {
    close();
    void change(store, subject, action, {});
  };
  return html`<h2 id="dialog-title">${title}?</h2>
    <p>${subject.label}. This can’t be undone.</p>
    <div class="actions">
      <button type="button" class="strong" autofocus @click=${confirm}>${title}</button>
      <button type="button" @click=${close}>Close</button>
    </div>`;
}
