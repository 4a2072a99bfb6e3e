import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { BoardView, LaneView } from '../../../lib/board/views/day.ts';
import { unblocking } from '../changes/blocks.ts';
import { nextBusyDay } from '../store/reading.ts';
import type { Placing } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { jobView } from './job.ts';
import { timingsOf } from './lateness.ts';
import { place, type Range, rangeOf } from './placed.ts';

const HOUR_MS = 3_600_000;

/** The day: technicians down, hours across. */
export function lanesView(store: Store, board: BoardView): TemplateResult {
  const { shown } = store.state;
  const range = rangeOf(board);
  const now = Date.now();
  const lanes = board.lanes.filter(({ technicianId }) => shown.length === 0 || shown.includes(technicianId));
  const hours: number[] = [];
  for (let hour = range.from; hour < range.to; hour += HOUR_MS) hours.push(hour);
  if (lanes.length === 0)
    return html`<p class="empty">This account has no technicians. Add them to its document with “accounts put”.</p>`;
  const isEmpty = lanes.every(
    (lane) => lane.appointments.length + lane.blocks.length + lane.held.length === 0,
  );
  const isClosed = lanes.every((lane) => lane.hours.length === 0);
  return html`
    ${isEmpty ? emptyDay(store, isClosed) : nothing}
    <div class="lanes" role="group" aria-label="Technicians’ day">
      <div class="hours" aria-hidden="true">
        ${hours.map(
          (hour) =>
            html`<span ${place(range, hour, hour + HOUR_MS)}>${store.zone.clock(new Date(hour).toISOString()).replace(':00', '')}</span>`,
        )}
      </div>
      ${repeat(
        lanes,
        ({ technicianId }) => technicianId,
        (lane) => laneView(store, board, lane, range, now),
      )}
    </div>
  `;
}

function emptyDay(store: Store, isClosed: boolean): TemplateResult {
  return html`<p class="empty">
    ${isClosed ? 'The company is closed on this day.' : 'Nothing is planned on this day yet.'}
    <button type="button" @click=${() => void nextBusyDay(store)}>Go to the next day with work</button>
  </p>`;
}

function laneView(store: Store, board: BoardView, lane: LaneView, range: Range, now: number): TemplateResult {
  const isToday = now > range.from && now < range.to;
  const timings = timingsOf(lane.appointments, board.bufferMinutes, now);
  return html`<section class="lane" aria-label=${lane.technician} data-technician=${lane.technicianId}>
    <h3>${lane.technician}<small>${lane.skills.join(', ')}</small></h3>
    <div class="track" data-technician=${lane.technicianId} data-from=${range.from} data-to=${range.to}
      @pointerdown=${(event: PointerEvent) => blockStart(store, board, lane, range, event)}>
      ${lane.hours.map((span) => html`<i class="open" ${place(range, span.from, span.to)}></i>`)}
      ${lane.timeOff.map((span) => html`<i class="off" ${place(range, span.from, span.to)}></i>`)}
      ${placesOf(store.state.placing, lane, range)}
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
      ${lane.held.map((job) => jobView(store, lane, job, range, undefined))}
      ${repeat(
        lane.appointments,
        ({ dispatchRequestId }) => dispatchRequestId,
        (job) => jobView(store, lane, job, range, timings.get(job.dispatchRequestId)),
      )}
      ${isToday ? html`<i class="now" ${place(range, now, now)}></i>` : nothing}
    </div>
  </section>`;
}

/** How long time is held for a caller who is deciding. */
export const heldText = ({ zone }: Store, { heldUntil }: LaneView['holds'][number]): string =>
  `held for a caller until ${zone.clock(heldUntil)}`;

/** While something is moved: the starts that would be accepted. */
function placesOf(placing: Placing | undefined, lane: LaneView, range: Range) {
  if (placing === undefined) return nothing;
  const index = placing.starts.technicians.findIndex((one) => one.technicianId === lane.technicianId);
  const starts = placing.starts.technicians[index]?.starts ?? [];
  const [technician, start] = placing.at;
  return html`<i class="veil"></i>${starts.map(
    (one, at) =>
      html`<i class=${`start ${technician === index && start === at ? 'chosen' : ''}`} data-start=${at}
        data-lane=${index} ${place(range, one.startsAt, Date.parse(one.startsAt) + HOUR_MS / 4)}></i>
        ${
          technician === index && start === at
            ? html`<div class="ghost" ${place(range, one.startsAt, one.endsAt)}>${one.time}</div>`
            : nothing
        }`,
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
