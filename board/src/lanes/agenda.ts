import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { BoardView, LaneView } from '../../../lib/board/views.ts';
import { removeBlock } from '../changes.ts';
import { icon } from '../icon.ts';
import { chosenIn, optionsOf } from '../options.ts';
import type { Store } from '../store/store.ts';
import { dayName } from '../store/time.ts';
import { clockSpan, familyOf, jobClass, joined, promised, stateText, whoText } from './job.ts';
import { heldText } from './lanes.ts';
import { timingsOf } from './lateness.ts';
import { cardKey, entriesOf, laneOf, shownLanes } from './technicians.ts';
import { workloadText } from './workload.ts';

/** The least way in pixels of a finger to another technician. */
const SWIPE = 60;

/** The days of one technician from top to bottom, for a phone. */
export function agendaView(store: Store, boards: readonly BoardView[]): TemplateResult {
  const lanes = boards[0]?.lanes ?? [];
  const [shown = lanes[0]] = boards[0] === undefined ? [] : shownLanes(store, boards[0]);
  const at = lanes.findIndex(({ technicianId }) => technicianId === shown?.technicianId);
  const jobsOf = (id: string) =>
    boards.reduce((sum, board) => sum + (laneOf(board, id)?.appointments.length ?? 0), 0);
  const show = (id: string | undefined) => store.set({ shown: [id ?? []].flat() });
  const step = (by: number) => show(lanes[(at + by + lanes.length) % lanes.length]?.technicianId);
  return html`<div class="agenda" data-technician=${shown?.technicianId} @pointerdown=${(event: PointerEvent) => swipe(event, step)}>
    <div class="whose">
      <button type="button" aria-label="Technician before" @click=${() => step(-1)}>${icon('chevron-left')}</button>
      <select aria-label="Technician" @change=${(event: Event) => show(chosenIn(event))}>
        ${optionsOf(
          lanes.map((one) => ({
            value: one.technicianId,
            name: `${one.technician} (${jobsOf(one.technicianId)})`,
          })),
          shown?.technicianId,
        )}
      </select>
      <button type="button" aria-label="Technician after" @click=${() => step(1)}>${icon('chevron-right')}</button>
    </div>
    ${boards.map((board) => {
      const lane = shown && laneOf(board, shown.technicianId);
      return lane === undefined ? nothing : html`<h2>${dayName(board.date)}</h2>${dayOf(store, board, lane)}`;
    })}
  </div>`;
}

/** Goes to another technician when a finger moves sideways. */
function swipe(start: PointerEvent, step: (by: number) => void): void {
  if (start.pointerType !== 'touch') return;
  const over = new AbortController();
  const { signal } = over;
  const end = (event: PointerEvent) => {
    over.abort();
    const [x, y] = [event.clientX - start.clientX, event.clientY - start.clientY];
    if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) step(x < 0 ? 1 : -1);
  };
  window.addEventListener('pointerup', end, { signal });
  window.addEventListener('pointercancel', () => over.abort(), { signal });
}

function dayOf(store: Store, board: BoardView, lane: LaneView): TemplateResult {
  const timings = timingsOf(lane.appointments, board.bufferMinutes, store.now);
  const entries = entriesOf(lane, {
    job: (job) => {
      const { dispatchRequestId: id, promise } = job;
      const timing = timings.get(cardKey(job));
      const what = joined(job.serviceType, stateText(store, job, timing));
      const where = [job.address, job.city].filter(Boolean).join(', ');
      return html`<button type="button" class=${`${jobClass(job, timing)} ${familyOf(store, job)}`} data-job=${id} data-visit=${job.visit ?? nothing}><span class="when">${clockSpan(store, job.startsAt, job.endsAt)}</span> <b>${whoText(job)}</b>\n${what}${
        where && html`\n${where}`
      }${promise && html`\n<small>promised ${promised(store, promise)}</small>`}</button>`;
    },
    block: (
      block,
    ) => html`<div class="block"><span>${clockSpan(store, block.startsAt, block.endsAt)} ${block.reason}</span>
      <button type="button" aria-label=${`Remove the block “${block.reason}”`} @click=${() => removeBlock(store, { ...block, technicianId: lane.technicianId })}>${icon('x')}</button></div>`,
    hold: (hold) => html`<div class="hold"><span>${heldText(store, hold)}</span></div>`,
    unknown: (claim) =>
      html`<div class="unknown">${clockSpan(store, claim.startsAt, claim.endsAt)} claimed</div>`,
  });
  const hours = lane.hours.map(({ from, to }) => clockSpan(store, from, to)).join(', ');
  return html`
    <p class="hint">${joined(hours, workloadText(lane))}</p>
    ${entries.length === 0 ? html`<p class="empty">Nothing is planned for ${lane.technician}.</p>` : nothing}
    <ol>${entries.map(({ view }) => html`<li>${view}</li>`)}</ol>`;
}
