import { html, type TemplateResult } from 'lit/html.js';
import type { BoardAppointmentView } from '../../lib/board/views.ts';
import { clockSpan, promised } from './lanes/job.ts';
import { shownLanes } from './lanes/technicians.ts';
import { boardOf } from './store/state.ts';
import type { Store } from './store/store.ts';
import { dayName } from './store/time.ts';
import { phoneName } from './store/words.ts';

/** A sheet for each technician of the day who has something to do, which only paper shows. */
export function sheetsView(store: Store): TemplateResult {
  const board = boardOf(store.state);
  const lanes = board === undefined ? [] : shownLanes(store, board);
  const name = store.state.account?.name;
  return html`<div class="sheets" aria-hidden="true">${lanes
    .filter(({ appointments }) => appointments.length > 0)
    .map(
      (lane) => html`<section class="sheet">
        <h2><span>${lane.technician}</span><span>${dayName(board?.date ?? '')}</span></h2>
        <p><small>${name} · ${lane.appointments.length} visits · times in ${store.state.account?.timezone}</small></p>
        <ol>${lane.appointments.map((job) => stopView(store, job))}</ol>
      </section>`,
    )}</div>`;
}

function stopView(store: Store, job: BoardAppointmentView): TemplateResult {
  const request = store.state.printed?.get(job.dispatchRequestId);
  const { phone, zip, gateCode } = request?.customer ?? {};
  const where = [job.address, job.city, zip].filter(Boolean).join(', ');
  return html`<li>
    <div><b>${clockSpan(store, job.startsAt, job.endsAt)}</b>
      ${job.promise && html`<p><small>promised ${promised(store, job.promise)}</small></p>`}</div>
    <div><p><b>${job.customer}</b> ${phoneName(phone)}</p>
      <p>${where}</p>
      ${gateCode && html`<p>Gate code ${gateCode}</p>`}
      <p>${job.serviceType}</p>
      ${request?.notes && html`<p class="lines"><small>${request.notes}</small></p>`}</div>
    <div class="sign">Signature</div>
  </li>`;
}
