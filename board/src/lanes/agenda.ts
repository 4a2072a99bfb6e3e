import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { BoardView, LaneView } from '../../../lib/board/views.ts';
import { unblocking } from '../changes.ts';
import { chosenIn, optionsOf } from '../options.ts';
import type { Store } from '../store/store.ts';
import { dayName } from '../store/time.ts';
import { jobClass, jobName, jobText, jobTexts, promised } from './job.ts';
import { heldText } from './lanes.ts';
import { timingsOf } from './lateness.ts';
import { entriesOf, laneOf } from './technicians.ts';

/** The days of one technician from top to bottom, for a phone. */
export function agendaView(store: Store, boards: readonly BoardView[]): TemplateResult {
  const lanes = boards[0]?.lanes ?? [];
  const shown = lanes.find(({ technicianId }) => technicianId === store.state.shown[0]) ?? lanes[0];
  const jobsOf = (id: string) =>
    boards.reduce((sum, board) => sum + (laneOf(board, id)?.appointments.length ?? 0), 0);
  const pick = (event: Event) => store.set({ shown: [chosenIn(event) ?? []].flat() });
  return html`<div class="agenda">
    <select aria-label="Technician" @change=${pick}>
      ${optionsOf(
        lanes.map((one) => ({
          value: one.technicianId,
          name: `${one.technician} (${jobsOf(one.technicianId)})`,
        })),
        shown?.technicianId,
      )}
    </select>
    ${boards.map((board) => {
      const lane = shown && laneOf(board, shown.technicianId);
      return lane === undefined ? nothing : html`<h2>${dayName(board.date)}</h2>${dayOf(store, board, lane)}`;
    })}
  </div>`;
}

function dayOf(store: Store, board: BoardView, lane: LaneView): TemplateResult {
  const { zone } = store;
  const timings = timingsOf(lane.appointments, board.bufferMinutes, Date.now());
  const [first] = lane.hours;
  const entries = entriesOf(lane, {
    job: (job) => {
      const { dispatchRequestId: id, promise } = job;
      const timing = timings.get(id);
      const texts = jobTexts(store, job, timing);
      return html`<button type="button" class=${jobClass(job, timing)} data-job=${id} aria-label=${jobName(store, texts, job, lane.technician)}>${jobText(texts)}${
        promise && html`\n<span>promised ${promised(store, promise)}</span>`
      }</button>`;
    },
    block: (block) => html`<div class="block"><span>${block.reason}</span>
      <button type="button" @click=${() => void store.attempt(unblocking(store, { ...block, technicianId: lane.technicianId }))}>Remove</button></div>`,
    hold: (hold) => html`<div class="hold"><span>${heldText(store, hold)}</span></div>`,
    unknown: () => html`<div class="unknown">claimed</div>`,
  });
  return html`
    <p class="hint">${
      first === undefined
        ? 'Off on this day'
        : lane.hours.map(({ from, to }) => `${zone.clock(from)} to ${zone.clock(to)}`).join(', ')
    }${lane.skills.length === 0 ? '' : ` · ${lane.skills.join(', ')}`}</p>
    ${entries.length === 0 ? html`<p class="empty">Nothing is planned for ${lane.technician}.</p>` : nothing}
    <ol>${entries.map(
      ({ startsAt, endsAt, view }) =>
        html`<li><time datetime=${startsAt}>${zone.clock(startsAt)}<br />${zone.clock(endsAt)}</time>${view}</li>`,
    )}</ol>`;
}
