import { repeat } from 'lit/directives/repeat.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { BoardView, LaneView } from '../../../lib/board/views/day.ts';
import { unblocking } from '../changes/blocks.ts';
import type { Placing } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { jobView } from './job.ts';
import { timingsOf } from './lateness.ts';
import { place } from './placed.ts';
import { type Range, rangeOf } from './range.ts';
import { chosenStart, drawnFrom, shownLanes, startsOf } from './technicians.ts';
import { whenSeen } from './when-seen.ts';

const HOUR_MS = 3_600_000;
/** Of a lane in pixels, as the style sheet has it. */
const HEIGHT = 77;

/** The day: technicians down, hours across. */
export function lanesView(store: Store, board: BoardView): TemplateResult {
  const range = rangeOf(board);
  const hours: number[] = [];
  for (let hour = range.from; hour < range.to; hour += HOUR_MS) hours.push(hour);
  return html`
    <div class="lanes" role="group" aria-label="Technicians’ day">
      <div class="hours" aria-hidden="true">
        ${hours.map(
          (hour) =>
            html`<span ${place(range, hour, hour + HOUR_MS)}>${store.zone.clock(new Date(hour).toISOString()).replace(':00', '')}</span>`,
        )}
      </div>
      ${repeat(
        shownLanes(store, board),
        ({ technicianId }) => technicianId,
        (lane, at) => laneView(store, board, lane, range, at * HEIGHT),
      )}
    </div>
  `;
}

/** @param top pixels from the first lane */
function laneView(store: Store, board: BoardView, lane: LaneView, range: Range, top: number): TemplateResult {
  const { technicianId, technician } = lane;
  const reasons = [...drawnFrom(store, technicianId, [lane]), range.from, range.to];
  return html`<section class="lane" aria-label=${technician} data-technician=${technicianId}
    ?data-busy=${lane.appointments.length + lane.held.length > 0}>
    <h3>${technician}<small>${lane.skills.join(', ')}</small></h3>
    <div class="track" data-technician=${technicianId} data-date=${board.date} data-from=${range.from} data-to=${range.to}
      @pointerdown=${(event: PointerEvent) => blockStart(store, board, lane, range, event)}>
      ${whenSeen(top, reasons, () => trackView(store, board, lane, range))}
    </div>
  </section>`;
}

/** How long time is held for a caller who is deciding. */
export const heldText = ({ zone }: Store, { heldUntil }: LaneView['holds'][number]): string =>
  `held for a caller until ${zone.clock(heldUntil)}`;

function trackView(store: Store, board: BoardView, lane: LaneView, range: Range): TemplateResult {
  const now = Date.now();
  const isToday = now > range.from && now < range.to;
  const timings = timingsOf(lane.appointments, board.bufferMinutes, now);
  return html`${lane.hours.map((span) => html`<i class="open" ${place(range, span.from, span.to)}></i>`)}
    ${lane.timeOff.map((span) => html`<i class="off" ${place(range, span.from, span.to)}></i>`)}
    ${placesOf(store.state.placing, board, lane, range)}
    ${lane.blocks.map(
      (block) => html`<div class="block" ${place(range, block.startsAt, block.endsAt)}>
        <span>${block.reason}</span>
        <button type="button" aria-label=${`Remove the block “${block.reason}” of ${lane.technician}`}
          @click=${() => void store.attempt(unblocking(store, { ...block, technicianId: lane.technicianId }))}>✕</button>
      </div>`,
    )}
    ${lane.holds.map(
      (hold) =>
        html`<div class="hold" ${place(range, hold.startsAt, hold.endsAt)}><span>${heldText(store, hold)}</span></div>`,
    )}
    ${lane.unknown.map((span) => html`<div class="unknown" ${place(range, span.startsAt, span.endsAt)}>claimed</div>`)}
    ${repeat(
      [...lane.held, ...lane.appointments].sort((a, b) => (a.startsAt < b.startsAt ? -1 : 1)),
      ({ dispatchRequestId }) => dispatchRequestId,
      (job) => jobView(store, lane, job, range, timings.get(job.dispatchRequestId)),
    )}
    ${isToday ? html`<i class="now" ${place(range, now, now)}></i>` : nothing}`;
}

/** While something is moved: the starts that would be accepted. */
function placesOf(placing: Placing | undefined, { date }: BoardView, lane: LaneView, range: Range) {
  if (placing?.starts.date !== date) return nothing;
  const chosen = chosenStart(placing, lane.technicianId);
  return html`<i class="veil"></i>${startsOf(placing, lane.technicianId).map(
    ({ startsAt, endsAt, time }, at) =>
      html`<i class="start" ${place(range, startsAt, Date.parse(startsAt) + HOUR_MS / 4)}></i>
        ${at === chosen ? html`<div class="ghost" ${place(range, startsAt, endsAt)}>${time}</div>` : nothing}`,
  )}`;
}

/** A drag over empty time proposes a block of it. */
function blockStart(store: Store, board: BoardView, lane: LaneView, range: Range, event: PointerEvent): void {
  const track = event.currentTarget;
  if (!(track instanceof HTMLElement) || event.target !== track || event.pointerType === 'touch') return;
  const box = track.getBoundingClientRect();
  const step = board.gridMinutes * 60_000;
  const instant = (x: number) => {
    const at = range.from + ((x - box.left) / box.width) * (range.to - range.from);
    return Math.floor(at / step) * step;
  };
  const begun = instant(event.clientX);
  const finish = (end: PointerEvent) => {
    const ended = instant(end.clientX);
    if (Math.abs(end.clientX - event.clientX) < 8) return;
    const [from, to] = begun < ended ? [begun, ended + step] : [ended, begun + step];
    const local = (at: number) => store.zone.local(new Date(at).toISOString());
    store.set({
      dialog: { kind: 'block', technicianId: lane.technicianId, from: local(from), to: local(to) },
    });
  };
  window.addEventListener('pointerup', finish, { once: true });
}
