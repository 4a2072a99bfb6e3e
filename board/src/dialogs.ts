import { html, nothing, type TemplateResult } from 'lit/html.js';
import { blocking, change, creating, undoOf } from './changes.ts';
import { callView } from './detail.ts';
import { commands } from './keys.ts';
import { closeDialog, leavingView } from './leaving.ts';
import { paletteView } from './palette.ts';
import { startSheet } from './start-sheet.ts';
import { boardOf, type Dialog } from './store/state.ts';
import type { Store } from './store/store.ts';
import { subjectOf } from './store/subject.ts';
import { phoneName } from './store/words.ts';

const text = (form: FormData, name: string): string => String(form.get(name) ?? '').trim();

/** Runs the form's action, then closes it. A refusal leaves the form with what was typed. */
function submit(store: Store, dialog: Dialog, run: (form: FormData) => Promise<boolean>) {
  return async (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.target instanceof HTMLFormElement)) return;
    const isDone = await run(new FormData(event.target));
    if (isDone && store.state.dialog === dialog) store.set({ dialog: undefined });
  };
}

/** @param alerts messages to show in the dialog, because it covers the page */
export function dialogView(store: Store, dialog: Dialog, alerts: TemplateResult): TemplateResult {
  const close = () => closeDialog(store);
  return html`<div class="backdrop" @click=${(event: Event) => event.target === event.currentTarget && close()}>
    <div class=${`dialog ${dialog.kind}`} role="dialog" aria-modal="true" aria-labelledby="dialog-title">
      ${alerts}${contentOf(store, dialog, close)}${leavingView(store)}
    </div>
  </div>`;
}

function contentOf(store: Store, dialog: Dialog, close: () => void): TemplateResult {
  switch (dialog.kind) {
    case 'help':
      return helpView(close);
    case 'block':
      return blockForm(store, dialog, close);
    case 'job':
      return jobForm(store, dialog, close);
    case 'note':
    case 'reason':
      return textForm(store, dialog, close);
    case 'call':
      return html`<h2 id="dialog-title">Call from ${phoneName(dialog.call.caller) ?? 'an unknown number'}</h2>${callView(store, dialog.call)}
        <div class="actions"><button type="button" class="strong" autofocus @click=${close}>Close</button></div>`;
    case 'confirm':
      return confirmView(store, dialog, close);
    case 'palette':
      return paletteView(store, dialog, close);
    case 'starts':
      return startSheet(store, dialog, close);
  }
}

const buttons = (label: string, close: () => void) =>
  html`<div class="actions"><button class="strong">${label}</button><button type="button" @click=${close}>Close</button></div>`;

function textForm(
  store: Store,
  dialog: Extract<Dialog, { kind: 'note' | 'reason' }>,
  close: () => void,
): TemplateResult {
  const request = store.state.detail?.request;
  const title =
    dialog.kind === 'note'
      ? 'Add a note'
      : { hold: 'Put on hold', cancel: 'Cancel the request', decline: 'Decline the lead' }[dialog.action];
  const action = dialog.kind === 'note' ? 'notes' : dialog.action;
  const send = async (form: FormData) =>
    request?.dispatchRequestId === dialog.id &&
    (await change(store, subjectOf(request), action, { [dialog.kind]: text(form, 'text') }));
  const isFinal = request !== undefined && undoOf(action, subjectOf(request)) === undefined;
  return html`<form @submit=${submit(store, dialog, send)}>
    <h2 id="dialog-title">${title}</h2>
    <label class="wide">${dialog.kind === 'note' ? 'Note' : 'Reason (kept in the history)'}<textarea name="text" required maxlength=${dialog.kind === 'note' ? 2_000 : 500} rows="3" autofocus></textarea></label>
    ${isFinal ? html`<p class="hint">This can’t be undone.</p>` : nothing}
    ${buttons(title, close)}
  </form>`;
}

/** What is made: a job, or a block of a technician's time. */
function newView(store: Store, kind: 'job' | 'block'): TemplateResult {
  const choice = (one: 'job' | 'block', text: string, open: () => void) =>
    html`<button type="button" aria-pressed=${one === kind} @click=${one === kind ? undefined : open}>${text}</button>`;
  return html`<header class="new">
    <h2 id="dialog-title">${kind === 'job' ? 'New job' : 'Block a technician’s time'}</h2>
    <div class="segments" role="group" aria-label="What is new">
      ${choice('job', 'Job', () => store.openJob())}
      ${choice('block', 'Blocked time', () => store.set({ dialog: { kind: 'block' } }))}
    </div>
  </header>`;
}

function blockForm(
  store: Store,
  dialog: Extract<Dialog, { kind: 'block' }>,
  close: () => void,
): TemplateResult {
  const { date = '' } = store.state;
  const board = boardOf(store.state);
  const send = (form: FormData) => {
    const [technicianId, reason] = [text(form, 'technician'), text(form, 'reason')];
    const span = { from: text(form, 'from'), to: text(form, 'to') };
    return store.attempt(blocking(store, { technicianId, reason, ...span }));
  };
  return html`<form @submit=${submit(store, dialog, send)}>
    ${newView(store, 'block')}
    <label class="wide">Technician<select name="technician" autofocus>
      ${board?.lanes.map((lane) => html`<option value=${lane.technicianId} ?selected=${lane.technicianId === dialog.technicianId}>${lane.technician}</option>`)}
    </select></label>
    <label>From<input type="datetime-local" name="from" required value=${dialog.from ?? `${date}T13:00`} /></label>
    <label>To<input type="datetime-local" name="to" required value=${dialog.to ?? `${date}T17:00`} /></label>
    <label class="wide">Reason<input name="reason" required maxlength="500" placeholder="Training" /></label>
    <p class="hint">Times are in ${store.state.account?.timezone}.</p>
    ${buttons('Block', close)}
  </form>`;
}

function jobForm(
  store: Store,
  dialog: Extract<Dialog, { kind: 'job' }>,
  close: () => void,
): TemplateResult {
  const { key, phone = '' } = dialog;
  const send = (form: FormData) => {
    const fields = [...form.entries()].map(([name, value]) => [name, String(value).trim()] as const);
    return store.attempt(
      creating(store, Object.fromEntries(fields.filter(([, value]) => value !== '')), key),
    );
  };
  return html`<form @submit=${submit(store, dialog, send)}>
    ${newView(store, 'job')}
    <label>Name<input name="name" required maxlength="200" autocomplete="off" autofocus /></label>
    <label>Phone<input name="phone" type="tel" maxlength="40" value=${phone} autocomplete="off" /></label>
    <label>Address<input name="address" maxlength="300" autocomplete="off" /></label>
    <label>City<input name="city" maxlength="300" autocomplete="off" /></label>
    <label>Service<select name="serviceTypeId">
      <option value="">not known yet</option>
      ${boardOf(store.state)?.serviceTypes.map((one) => html`<option value=${one.serviceTypeId}>${one.name}</option>`)}
    </select></label>
    <label>Urgency<select name="urgency"><option>routine</option><option>urgent</option><option>emergency</option></select></label>
    <label class="wide">Notes<textarea name="notes" maxlength="5000" rows="3"></textarea></label>
    ${buttons('Create', close)}
  </form>`;
}

function helpView(close: () => void): TemplateResult {
  return html`<h2 id="dialog-title">Keys</h2>
    <dl class="keys">${commands.map(([key, does]) => html`<dt><kbd>${key}</kbd></dt><dd>${does}</dd>`)}</dl>
    <p>Drag a job to move it, a request from the queue to schedule it, or over empty time to block it.</p>
    <div class="actions"><button type="button" class="strong" autofocus @click=${close}>Close</button></div>
    `;
}

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
