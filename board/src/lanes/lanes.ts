import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { BoardView, LaneView } from '../../../lib/board/views.ts';
import { unblocking } from '../changes.ts';
import type { Placing } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { HOUR_MS, MINUTE_MS } from '../store/time.ts';
import { pixels, place, styled, whenSeen } from './directives.ts';
import { jobView } from './job.ts';
import { timingsOf } from './lateness.ts';
import { type Day, dayOf } from './range.ts';
import { chosenStart, drawnFrom, shownLanes, startsOf } from './technicians.ts';

/** The height of a lane in pixels, without its border. The style sheets get it as a property. */
export const LANE = 76;
const BORDER = 1;

/** One day: a lane for each technician, with the hours across. */
export function lanesView(store: Store, board: BoardView): TemplateResult {
  const day = dayOf(board);
  const common = JSON.stringify(day);
  const hours: number[] = [];
  for (let hour = day.from; hour < day.to; hour += HOUR_MS) hours.push(hour);
  return html`
    <div class="lanes" role="group" aria-label="Technicians’ day" ${styled(pixels({ lane: LANE }))}>
      <div class="hours" aria-hidden="true">
        ${guard([common], () => hours.map((hour) => hourView(store, day, hour)))}
      </div>
      ${repeat(
        shownLanes(store, board),
        ({ technicianId }) => technicianId,
        (lane, at) =>
          guard(drawnFrom(store, lane.technicianId, [lane], common), () =>
            laneView(store, day, lane, at * (LANE + BORDER)),
          ),
      )}
    </div>
  `;
}

function hourView({ zone }: Store, day: Day, hour: number): TemplateResult {
  const name = zone.clock(new Date(hour).toISOString()).replace(':00', '');
  return html`<span ${place(day, hour, hour + HOUR_MS)}>${name}</span>`;
}

/** @param top the distance from the first lane in pixels */
function laneView(store: Store, day: Day, lane: LaneView, top: number): TemplateResult {
  const { technicianId, technician } = lane;
  return html`<section class="lane" aria-label=${technician} data-technician=${technicianId}
    ?data-busy=${lane.appointments.length + lane.held.length > 0}>
    <h3>${technician}<small>${lane.skills.join(', ')}</small></h3>
    <div class="track" data-technician=${technicianId} data-date=${day.date} data-from=${day.from} data-to=${day.to}
      @pointerdown=${(event: PointerEvent) => blockStart(store, day, lane, event)}>
      ${whenSeen(top, () => trackView(store, day, lane))}
    </div>
  </section>`;
}

/** Says until when time is held for a caller who is deciding. */
export const heldText = ({ zone }: Store, { heldUntil }: LaneView['holds'][number]): string =>
  `held for a caller until ${zone.clock(heldUntil)}`;

function trackView(store: Store, day: Day, lane: LaneView): TemplateResult {
  const now = Date.now();
  const isToday = now > day.from && now < day.to;
  const timings = timingsOf(lane.appointments, day.bufferMinutes, now);
  return html`${lane.hours.map((span) => html`<i class="open" ${place(day, span.from, span.to)}></i>`)}
    ${lane.timeOff.map((span) => html`<i class="off" ${place(day, span.from, span.to)}></i>`)}
    ${placesOf(store.state.placing, day, lane)}
    ${lane.blocks.map(
      (block) => html`<div class="block" ${place(day, block.startsAt, block.endsAt)}>
        <span>${block.reason}</span>
        <button type="button" aria-label=${`Remove the block “${block.reason}” of ${lane.technician}`}
          @click=${() => void store.attempt(unblocking(store, { ...block, technicianId: lane.technicianId }))}>✕</button>
      </div>`,
    )}
    ${lane.holds.map(
      (hold) =>
        html`<div class="hold" ${place(day, hold.startsAt, hold.endsAt)}><span>${heldText(store, hold)}</span></div>`,
    )}
    ${lane.unknown.map((span) => html`<div class="unknown" ${place(day, span.startsAt, span.endsAt)}>claimed</div>`)}
    ${repeat(
      [...lane.held, ...lane.appointments].sort((a, b) => (a.startsAt < b.startsAt ? -1 : 1)),
      ({ dispatchRequestId }) => dispatchRequestId,
      (job) => jobView(store, lane, job, day, timings.get(job.dispatchRequestId)),
    )}
    ${isToday ? html`<i class="now" ${place(day, now, now)}></i>` : nothing}`;
}

/** The starts that a move would accept, while something is being moved. */
function placesOf(placing: Placing | undefined, day: Day, lane: LaneView) {
  if (placing?.starts.date !== day.date) return nothing;
  const chosen = chosenStart(placing, lane.technicianId);
  return html`<i class="veil"></i>${startsOf(placing, lane.technicianId).map(
    ({ startsAt, endsAt, time }, at) =>
      html`<i class="start" ${place(day, startsAt, Date.parse(startsAt) + HOUR_MS / 4)}></i>
        ${at === chosen ? html`<div class="ghost" ${place(day, startsAt, endsAt)}>${time}</div>` : nothing}`,
  )}`;
}

/** A drag over empty time proposes a block of it. */
function blockStart(store: Store, day: Day, lane: LaneView, event: PointerEvent): void {
  const track = event.currentTarget;
  if (!(track instanceof HTMLElement) || event.target !== track || event.pointerType === 'touch') return;
  const box = track.getBoundingClientRect();
  const step = day.gridMinutes * MINUTE_MS;
  const instant = (x: number) => {
    const at = day.from + ((x - box.left) / box.width) * (day.to - day.from);
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
