import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { BoardAppointmentView, BoardView, LaneView } from '../../lib/board/views/day.ts';
import { dragStart } from './drag.ts';
import { placed } from './placed.ts';
import type { Placing } from './state.ts';
import type { Store } from './store.ts';

const HOUR_MS = 3_600_000;

/** The part of the day that is drawn, in epoch milliseconds. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Whole hours around everything that happens, at least from the first to the last working hour. */
export function rangeOf({ lanes, day }: BoardView): Range {
  const spans = lanes.flatMap((lane) => [
    ...lane.hours.map(({ from, to }) => [from, to] as const),
    ...lane.appointments.map(({ startsAt, endsAt }) => [startsAt, endsAt] as const),
  ]);
  if (spans.length === 0) {
    const midnight = Date.parse(day.from);
    return { from: midnight + 8 * HOUR_MS, to: midnight + 17 * HOUR_MS };
  }
  const first = Math.min(...spans.map(([from]) => Date.parse(from)));
  const last = Math.max(...spans.map(([, to]) => Date.parse(to)));
  return { from: Math.floor(first / HOUR_MS) * HOUR_MS, to: Math.ceil(last / HOUR_MS) * HOUR_MS };
}

/** Where a span lies, in percent of the range. */
function place(range: Range, from: string | number, to: string | number) {
  const share = (at: string | number) => {
    const ms = typeof at === 'number' ? at : Date.parse(at);
    return (Math.min(Math.max(ms, range.from), range.to) - range.from) / (range.to - range.from);
  };
  return placed(share(from) * 100, (share(to) - share(from)) * 100);
}

const statusNames: Readonly<Record<string, string>> = {
  ...{ requested: 'requested', scheduled: 'scheduled', dispatched: 'dispatched', en_route: 'on the way' },
  ...{ in_progress: 'working', completed: 'completed', on_hold: 'on hold', canceled: 'canceled' },
  ...{ declined: 'declined', no_show: 'no show' },
};
export const statusName = (status: string): string => statusNames[status] ?? status;

/** Whether a job should have begun, or be over, by now. */
export function lateness(
  { status, startsAt, endsAt }: BoardAppointmentView,
  now: number,
): string | undefined {
  const isWaiting = status === 'scheduled' || status === 'dispatched' || status === 'en_route';
  if (isWaiting && Date.parse(startsAt) < now) return 'late';
  return status === 'in_progress' && Date.parse(endsAt) < now ? 'overrunning' : undefined;
}

/** The day: technicians down, hours across. */
export function lanesView(store: Store, board: BoardView): TemplateResult {
  const { shown, search } = store.state;
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
        (lane) => laneView(store, board, lane, range, now, search),
      )}
    </div>
  `;
}

function emptyDay(store: Store, isClosed: boolean): TemplateResult {
  return html`<p class="empty">
    ${isClosed ? 'The company is closed on this day.' : 'Nothing is planned on this day yet.'}
    <button type="button" @click=${() => void store.nextBusyDay()}>Go to the next day with work</button>
  </p>`;
}

function laneView(
  store: Store,
  board: BoardView,
  lane: LaneView,
  range: Range,
  now: number,
  search: string,
): TemplateResult {
  const isToday = now > range.from && now < range.to;
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
            @click=${() => void store.unblock(block.blockId, block.reason)}>✕</button>
        </div>`,
      )}
      ${lane.unknown.map((span) => html`<div class="unknown" ${place(range, span.startsAt, span.endsAt)}>claimed</div>`)}
      ${lane.held.map((job) => jobView(store, lane, job, range, now, search, 'held'))}
      ${repeat(
        lane.appointments,
        ({ dispatchRequestId }) => dispatchRequestId,
        (job) => jobView(store, lane, job, range, now, search, ''),
      )}
      ${isToday ? html`<i class="now" ${place(range, now, now)}></i>` : nothing}
    </div>
  </section>`;
}

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

function jobView(
  store: Store,
  lane: LaneView,
  job: BoardAppointmentView,
  range: Range,
  now: number,
  search: string,
  kind: '' | 'held',
): TemplateResult {
  const late = kind === 'held' ? undefined : lateness(job, now);
  const { dispatchRequestId: id, customer, serviceType = '', status, urgency } = job;
  const classes = [
    ...['job', status, kind, late === undefined ? '' : 'late', urgency === 'routine' ? '' : 'urgent'],
    ...[store.state.pending === id ? 'pending' : '', matches(search, job) ? '' : 'dim'],
  ];
  return html`<button type="button" class=${classes.filter(Boolean).join(' ')} data-job=${id}
    ${place(range, job.startsAt, job.endsAt)}
    aria-pressed=${store.state.selected === id}
    @click=${() => void store.select(id)}
    @pointerdown=${(event: PointerEvent) => dragStart(store, event, movable(job))}>
    <span class="unseen">${lane.technician}${urgency === 'routine' ? '' : `, ${urgency}`}:</span>
    <b>${urgency === 'routine' ? '' : urgency === 'emergency' ? '‼ ' : '! '}${customer}</b>
    <span>${job.time} · ${serviceType}</span>
    <span class="status">${late === undefined ? statusName(status) : `${late}: ${statusName(status)}`}</span>
  </button>`;
}

/** What a job needs to be moved; undefined if its state does not allow it. */
export function movable(job: BoardAppointmentView) {
  const action = job.status === 'on_hold' ? 'schedule' : 'move';
  if (!['scheduled', 'dispatched', 'on_hold'].includes(job.status)) return undefined;
  const { dispatchRequestId, version, customer } = job;
  return { request: { dispatchRequestId, version, label: customer }, action, from: job.startsAt } as const;
}

const matches = (search: string, job: BoardAppointmentView): boolean =>
  search === '' ||
  [job.customer, job.dispatchRequestId, job.serviceType, job.address].some((text) =>
    text?.toLowerCase().includes(search.toLowerCase()),
  );

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
    const local = (at: number) => localMoment(store, new Date(at).toISOString());
    store.set({
      dialog: { kind: 'block', technicianId: lane.technicianId, from: local(from), to: local(to) },
    });
  };
  window.addEventListener('pointerup', finish, { once: true });
}

/** `YYYY-MM-DDTHH:MM` on the account's clocks. */
export function localMoment(store: Store, instant: string): string {
  const timeZone = store.state.account?.timezone ?? 'UTC';
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return `${store.zone.date(instant)}T${parts.format(new Date(instant))}`;
}
