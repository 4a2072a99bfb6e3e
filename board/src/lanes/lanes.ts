import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { BoardView, LaneView } from '../../../lib/board/views.ts';
import { removeBlock } from '../changes.ts';
import { icon } from '../icon.ts';
import { isFirstVisit } from '../store/applying.ts';
import type { State } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { HOUR_MS, lengthName, MINUTE_MS } from '../store/time.ts';
import { shownStatuses, statusName } from '../store/words.ts';
import { pixels, place, styled, whenSeen } from './directives.ts';
import { jobView, type Look, levelsOf } from './job.ts';
import { timingsOf } from './lateness.ts';
import { type Day, dayOf, shareOf } from './range.ts';
import { familiesOf } from './services.ts';
import {
  cardKey,
  chosenStart,
  drawnFrom,
  reasonOf,
  shownLanes,
  startsOf,
  type Taken,
} from './technicians.ts';
import { gapsOf, offTimes, workloadOf, workloadText } from './workload.ts';

/** Pixels: how high a lane is at least and at most, and the sizes around the lanes. The style sheets have them, too. */
export const LANE = 44;
const HIGHEST = 96;
const [AXIS, WHO, FOLD, LINE] = [30, 152, 26, 1];
/** Pixels from the present time in which its label hides the name of an hour. */
const [LABEL_BEFORE, LABEL_AFTER] = [92, 42];
/** The least width of an hour, in pixels, while the whole day is shown. */
const HOUR = 56;

/** Sizes of the lanes: they share the height, and the hours share the width. */
function lookOf(
  { size, settings, isUnfolded }: State,
  lanes: number,
  hours: number,
): Look & { zoom: number } {
  const height = Math.floor((size.height - AXIS) / Math.max(lanes, 1)) - LINE;
  const room = Math.max(size.width - WHO, 1);
  const zoom = isUnfolded ? Math.max(settings.zoom, (hours * HOUR) / room) : settings.zoom;
  return { zoom, width: room * zoom - 2 * FOLD, height: Math.min(Math.max(height, LANE), HIGHEST) };
}

/** One day: a lane for each technician, with the hours across. */
export function lanesView(store: Store, board: BoardView): TemplateResult {
  const { isUnfolded } = store.state;
  const day = dayOf(board, isUnfolded);
  const lanes = shownLanes(store, board);
  const hours: number[] = [];
  for (let hour = day.from; hour < day.to; hour += HOUR_MS) hours.push(hour);
  const look = lookOf(store.state, lanes.length, hours.length);
  const common = JSON.stringify([day, look]);
  const now = store.now;
  const isNow = now > day.from && now < day.to;
  const properties = { '--zoom': String(look.zoom), '--hours': String(hours.length) };
  return html`
    <div class="lanes" role="group" aria-label="Technicians’ day"
      ${styled({ ...pixels({ lane: look.height }), ...properties })}>
      <div class="axis">
        <div class="corner">${cornerView(store, lanes.length)}</div>
        ${outsideView(store, day.before, 'earlier')}
        <div class="hours" aria-hidden="true">
          ${guard([common, Math.floor(now / MINUTE_MS)], () => hours.map((hour) => (isNow && isHidden(day, look, hour, now) ? nothing : hourView(store, day, hour))))}
          ${isNow ? html`<time ${place(day, now)}>${store.zone.clock(new Date(now).toISOString())}</time>` : nothing}
        </div>
        ${outsideView(store, day.after, 'later')}
      </div>
      <div class="ruler">${isNow ? html`<i class="now" ${place(day, now)}></i>` : nothing}</div>
      ${repeat(
        lanes,
        ({ technicianId }) => technicianId,
        (lane, at) =>
          guard(drawnFrom(store, lane.technicianId, [lane], common), () =>
            laneView(store, day, lane, at * (look.height + LINE), look),
          ),
      )}
    </div>
    ${store.state.size.height - AXIS - lanes.length * (look.height + LINE) < LEGEND ? nothing : legendView(board)}
  `;
}

/** The height in pixels from which there is room for a legend below the lanes. */
const LEGEND = 90;

/** What the colors and the icons mean. */
const legendView = ({
  serviceTypes,
}: BoardView): TemplateResult => html`<div class="legend" aria-hidden="true">
  ${serviceTypes.map(({ serviceTypeId, name }) => html`<span><i class=${`swatch ${familiesOf(serviceTypes).get(serviceTypeId)}`}></i>${name}</span>`)}
  ${shownStatuses.map((status) => html`<span><i class=${`icon status ${status}`}></i>${statusName(status)}</span>`)}
  <span>${icon('clock-alert')}late, or soon</span>
</div>`;

/** Zoom, in steps of a quarter, from the whole width to four times as much. */
export function zoomBy(store: Store, step: number): void {
  const zoom = Math.min(Math.max(store.state.settings.zoom + step / 4, 1), 4);
  if (zoom !== store.state.settings.zoom) store.choose({ zoom });
}

function cornerView(store: Store, lanes: number): TemplateResult {
  const { zoom } = store.state.settings;
  const button = (name: 'minus' | 'plus', label: string, step: number, isOff: boolean) =>
    html`<button type="button" class="plain only-icon" aria-label=${label} ?disabled=${isOff}
      @click=${() => zoomBy(store, step)}>${icon(name)}</button>`;
  return html`<small>${lanes} technician${lanes === 1 ? '' : 's'}</small>
    ${button('minus', 'Narrower hours', -1, zoom <= 1)}${button('plus', 'Wider hours', 1, zoom >= 4)}`;
}

/** Opens the hours before or after working time, and says how much is in them. */
function outsideView(store: Store, count: number, when: 'earlier' | 'later'): TemplateResult {
  const { isUnfolded } = store.state;
  const label = isUnfolded
    ? 'Show only working hours'
    : `Show ${when} hours${count === 0 ? '' : `, with ${count} ${count === 1 ? 'entry' : 'entries'}`}`;
  const isLeft = (when === 'earlier') !== isUnfolded;
  return html`<button type="button" class=${`outside ${count > 0 ? 'some' : ''}`} aria-label=${label} title=${label}
    @click=${() => store.set({ isUnfolded: !isUnfolded })}>${count > 0 ? count : nothing}${icon(isLeft ? 'chevron-left' : 'chevron-right')}</button>`;
}

/** True if the label of the present time lies over the name of an hour. */
function isHidden(day: Day, { width }: Look, hour: number, now: number): boolean {
  const pixels = (shareOf(day, hour) - shareOf(day, now)) * width;
  return pixels > -LABEL_BEFORE && pixels < LABEL_AFTER;
}

function hourView({ zone }: Store, day: Day, hour: number): TemplateResult {
  const name = zone.clock(new Date(hour).toISOString()).replace(':00', '');
  return html`<span ${place(day, hour, hour + HOUR_MS)}>${name}</span>`;
}

/** @param top the distance from the first lane in pixels */
function laneView(store: Store, day: Day, lane: LaneView, top: number, look: Look): TemplateResult {
  const { technicianId, technician } = lane;
  return html`<section class="lane" aria-label=${technician} data-technician=${technicianId}
    ?data-busy=${lane.appointments.length + lane.held.length + lane.blocks.length > 0}>
    ${technicianView(lane)}
    <div class="track" data-technician=${technicianId} data-date=${day.date} data-from=${day.from} data-to=${day.to}
      @pointerdown=${(event: PointerEvent) => blockStart(store, day, lane, event)}>
      ${whenSeen(top, () => trackView(store, day, lane, look))}
    </div>
  </section>`;
}

/** A technician, with how much of the day is booked. */
function technicianView(lane: LaneView): TemplateResult {
  const { share } = workloadOf(lane);
  return html`<h3 title=${[lane.technician, ...lane.skills].join(', ')}><span>${lane.technician}</span
    ><small>${workloadText(lane)}</small><i class=${`meter ${share > 1 ? 'full' : ''}`}
    ${styled({ '--used': `${Math.round(share * 100)}%` })}></i></h3>`;
}

/** Says until when time is held for a caller who is deciding. */
export const heldText = ({ zone }: Store, { heldUntil }: LaneView['holds'][number]): string =>
  `held for a caller until ${zone.clock(heldUntil)}`;

/** The least width in pixels of a text in a gap. */
const TEXT = 60;

function trackView(store: Store, day: Day, lane: LaneView, look: Look): TemplateResult {
  const now = store.now;
  const timings = timingsOf(lane.appointments, day.bufferMinutes, now);
  const { sizing } = store.state;
  const jobs = [...lane.held, ...lane.appointments]
    .map((job) =>
      job.dispatchRequestId === sizing?.job.dispatchRequestId && isFirstVisit(job)
        ? { ...job, endsAt: sizing.job.endsAt }
        : job,
    )
    .sort((a, b) => (a.startsAt < b.startsAt ? -1 : 1));
  const levels = levelsOf(jobs);
  const isSeen = ({ startsAt, endsAt }: Taken) => shareOf(day, startsAt) < shareOf(day, endsAt);
  const widthOf = (from: number, to: number) => (shareOf(day, to) - shareOf(day, from)) * look.width;
  return html`${offTimes(lane, day).map(({ from, to }) => html`<i class="off" ${place(day, from, to)}></i>`)}
    ${placesOf(store.state, day, lane)}
    ${gapsOf(lane, day.bufferMinutes, now).map(({ from, to }) =>
      widthOf(from, to) < TEXT
        ? nothing
        : html`<span class="gap" ${place(day, (from + to) / 2)}>free ${lengthName(to - from)}</span>`,
    )}
    ${lane.blocks.filter(isSeen).map(
      (block) => html`<div class="block" ${place(day, block.startsAt, block.endsAt)}>
        <span>${block.reason}</span>
        <button type="button" tabindex="-1" aria-label=${`Remove the block “${block.reason}” of ${lane.technician}`}
          @click=${() => removeBlock(store, { ...block, technicianId: lane.technicianId })}>${icon('x')}</button>
      </div>`,
    )}
    ${lane.holds
      .filter(isSeen)
      .map(
        (hold) =>
          html`<div class="hold" ${place(day, hold.startsAt, hold.endsAt)}><span>${heldText(store, hold)}</span></div>`,
      )}
    ${lane.unknown.filter(isSeen).map((span) => html`<div class="unknown" ${place(day, span.startsAt, span.endsAt)}>claimed</div>`)}
    ${repeat(jobs, cardKey, (job) =>
      jobView(store, lane, job, day, timings.get(cardKey(job)), look, levels.get(cardKey(job))),
    )}`;
}

/** The starts that a move would accept, while something is being moved. */
function placesOf(state: State, day: Day, lane: LaneView) {
  const { placing } = state;
  if (placing?.starts.date !== day.date) return nothing;
  const reason = reasonOf(placing, lane.technicianId, day.date);
  if (reason !== undefined) return html`<i class="veil refused"></i><span class="why">${reason}</span>`;
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
