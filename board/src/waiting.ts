import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { RequestView } from '../../lib/board/views.ts';
import { partsOfDay } from '../../lib/scheduling/time-of-day.ts';
import { change } from './changes.ts';
import { buttons, field, submit, text } from './forms.ts';
import { openOn } from './store/reading.ts';
import { boardOf, type Dialog } from './store/state.ts';
import type { Store } from './store/store.ts';
import { placeAction, subjectOf, takesSeveral } from './store/subject.ts';
import { dayName } from './store/time.ts';
import { phoneName } from './store/words.ts';

type Waitlist = NonNullable<RequestView['waitlist']>;

/** True if the customer may wait for an earlier time, or for any. */
export const mayWait = (request: RequestView): boolean =>
  request.serviceTypeId !== undefined &&
  request.status !== 'on_hold' &&
  placeAction(request) !== undefined &&
  !takesSeveral(request);

/** What a customer waits for: the days and the parts of the day that suit. */
export function wishText({ from, to, parts: wanted }: Waitlist): string {
  const days = [from && `from ${dayName(from)}`, to && `until ${dayName(to)}`].filter(Boolean).join(' ');
  return [days || 'any day', wanted.join(' or ')].filter(Boolean).join(', ');
}

/** The times that were offered, and until when each is or was held. */
export const offersView = (store: Store, { offers }: RequestView) =>
  offers?.map(({ technicianId, startsAt, until }) => {
    const lane = boardOf(store.state)?.lanes.find((one) => one.technicianId === technicianId);
    const isOpen = Date.parse(until) > store.now;
    return html`<div>${store.zone.moment(startsAt)}${lane && ` with ${lane.technician}`}
      <small>${isOpen ? 'held until' : 'not taken by'} ${store.zone.moment(until)}</small></div>`;
  });

/** Puts a customer on the waiting list, changes what suits, or takes the customer off. */
export function waitForm(
  store: Store,
  dialog: Extract<Dialog, { kind: 'wait' }>,
  close: () => void,
): TemplateResult {
  const request = store.state.detail?.request;
  const title = 'Wait for an earlier time';
  if (request?.dispatchRequestId !== dialog.id) return html`<h2 id="dialog-title">${title}</h2>`;
  const { waitlist } = request;
  const send = (form: FormData) => {
    const [from, to] = [text(form, 'from'), text(form, 'to')];
    const wanted = partsOfDay.filter((part) => form.has(part));
    const wish = { on: true, parts: wanted, ...(from && { from }), ...(to && { to }) };
    return change(store, subjectOf(request), 'wait', wish);
  };
  const end = () => {
    close();
    void change(store, subjectOf(request), 'wait', { on: false });
  };
  return html`<form @submit=${submit(store, dialog, send)}>
    <h2 id="dialog-title">${title}</h2>
    <p class="hint wide">When a time opens up, the service texts it to one customer after another.</p>
    ${field({ label: 'From, if it matters', name: 'from', type: 'date', value: waitlist?.from, isFirst: true })}
    ${field({ label: 'Until', name: 'to', type: 'date', value: waitlist?.to })}
    <fieldset class="wide"><legend>Only in the</legend>
      ${partsOfDay.map((part) => html`<label class="item"><input type="checkbox" name=${part} ?checked=${waitlist?.parts.includes(part)} />${part}</label>`)}
    </fieldset>
    ${waitlist === undefined ? nothing : html`<p class="wide"><button type="button" @click=${end}>Take off the waiting list</button></p>`}
    ${buttons(waitlist === undefined ? 'Put on the waiting list' : 'Save', close)}
  </form>`;
}

/** Who waits for an earlier time, the longest waiting first. */
export function waitingView(
  store: Store,
  { requests }: Extract<Dialog, { kind: 'waiting' }>,
  close: () => void,
): TemplateResult {
  const open = (id: string, date: string | undefined) => {
    close();
    void openOn(store, id, date);
  };
  return html`<h2 id="dialog-title">Waiting list</h2>
    ${
      requests === undefined
        ? html`<p class="empty" role="status">Loading…</p>`
        : requests.length === 0
          ? html`<p class="empty">Nobody is waiting for an earlier time.</p>`
          : html`<ul class="visits">${requests.map(
              ({ dispatchRequestId: id, customer, serviceType, phone, appointment, waitlist }) => html`<li>
                <button type="button" class="link" @click=${() => open(id, appointment?.date)}>${customer}</button>
                <small>${[
                  serviceType,
                  phoneName(phone),
                  appointment ? `has ${store.zone.moment(appointment.startsAt)}` : 'has no time yet',
                ]
                  .filter(Boolean)
                  .join(' · ')}</small>
                <small>${waitlist && `suits: ${wishText(waitlist)} · since ${store.zone.moment(waitlist.since)}`}</small></li>`,
            )}</ul>`
    }
    <div class="actions"><button type="button" class="strong" autofocus @click=${close}>Close</button></div>`;
}
