import { live } from 'lit/directives/live.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { change } from './changes.ts';
import { chosenIn, optionsOf } from './options.ts';
import { readStarts } from './store/reading.ts';
import { boardOf, type StartSheet } from './store/state.ts';
import type { Store } from './store/store.ts';
import { placeAction } from './store/subject.ts';
import { addDays, dayName } from './store/time.ts';

export function startSheet(store: Store, sheet: StartSheet, close: () => void): TemplateResult {
  const { subject, date, serviceTypeId } = sheet;
  const { appointment } = subject;
  const read = (change: Partial<StartSheet>) => void readStarts(store, { ...sheet, ...change });
  const isMove = placeAction(subject) === 'move';
  return html`<h2 id="dialog-title">${isMove ? 'Move' : 'Schedule'} ${subject.label}</h2>
    ${
      isMove && appointment !== undefined
        ? html`<p class="hint">Now ${store.zone.moment(appointment.startsAt)} with ${appointment.technician}.${appointment.visits === undefined ? '' : ' Its later visits move by as many days.'}</p>`
        : nothing
    }
    <div class="fields">
      <label>Service<select @change=${(event: Event) => read({ serviceTypeId: chosenIn(event) })}>
        <option value="" disabled .selected=${live(serviceTypeId === undefined)}>choose one</option>
        ${optionsOf(
          (boardOf(store.state)?.serviceTypes ?? []).map((one) => ({
            value: one.serviceTypeId,
            name: one.name,
          })),
          serviceTypeId,
        )}
      </select></label>
      <label>Date<input type="date" autofocus .value=${date} @change=${(event: Event) => read({ date: chosenIn(event) ?? date })} /></label>
      ${technicianField(store, sheet)}
    </div>
    <div role="status">${startsView(store, sheet)}</div>
    <div class="actions">
      <button type="button" @click=${() => read({ date: addDays(date, 1) })}>Next day</button>
      <button type="button" @click=${close}>Close</button>
    </div>`;
}

function technicianField(store: Store, sheet: StartSheet): TemplateResult {
  const { technicianId, starts } = sheet;
  return html`<label>Technician<select @change=${(event: Event) => store.set({ dialog: { ...sheet, technicianId: chosenIn(event) } })}>
    <option value="" .selected=${live(technicianId === undefined)}>Anyone who can do it</option>
    ${optionsOf(
      (starts?.technicians ?? boardOf(store.state)?.lanes ?? []).map((one) => ({
        value: one.technicianId,
        name: one.technician,
      })),
      technicianId,
    )}
  </select></label>`;
}

/** The free starts, each as a button. */
function startsView(store: Store, sheet: StartSheet): TemplateResult {
  const { starts, problem, technicianId, date, serviceTypeId } = sheet;
  if (problem !== undefined) return html`<p class="empty">${problem}</p>`;
  if (serviceTypeId === undefined) return html`<p class="empty">Choose the service first.</p>`;
  if (starts === undefined) return html`<p class="empty">Looking for open times…</p>`;
  const free = starts.technicians.filter(
    (one) => one.starts.length > 0 && (technicianId === undefined || one.technicianId === technicianId),
  );
  if (free.length === 0)
    return html`<p class="empty">Nothing is free on ${dayName(date)}. Choose another day or technician.</p>`;
  return html`<p class="hint">Open on ${dayName(date)}:</p>${free.map(
    (one) => html`<section class="starts" aria-label=${one.technician}>
      <h3>${one.technician}</h3>
      ${one.starts.map(
        (start) =>
          html`<button type="button" @click=${() => take(store, sheet, one.technicianId, start.time)}>${start.time}</button>`,
      )}
    </section>`,
  )}`;
}

/** Sends a start. If it is refused, the message offers others. */
function take(store: Store, sheet: StartSheet, technicianId: string, time: string): void {
  const { subject, date, serviceTypeId } = sheet;
  const action = placeAction(subject);
  store.set({ dialog: undefined });
  if (action === undefined) return;
  const service = serviceTypeId === subject.serviceTypeId ? {} : { serviceTypeId };
  void change(store, subject, action, { date, time, technicianId, ...service });
}
