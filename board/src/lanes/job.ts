import { html, type TemplateResult } from 'lit';
import type { BoardAppointmentView, LaneView } from '../../../lib/board/views/day.ts';
import { dragStart } from '../drag.ts';
import { select } from '../store/reading.ts';
import type { Store } from '../store/store.ts';
import { place, type Range } from './placed.ts';

const statusNames: Readonly<Record<string, string>> = {
  ...{ requested: 'requested', scheduled: 'scheduled', dispatched: 'dispatched', en_route: 'on the way' },
  ...{ in_progress: 'working', completed: 'completed', on_hold: 'on hold', canceled: 'canceled' },
  ...{ declined: 'declined', no_show: 'no show' },
};
export const statusName = (status: string): string => statusNames[status] ?? status;

/** Whether a job should have begun, or be over, by now. */
function lateness({ status, startsAt, endsAt }: BoardAppointmentView, now: number): string | undefined {
  const isWaiting = status === 'scheduled' || status === 'dispatched' || status === 'en_route';
  if (isWaiting && Date.parse(startsAt) < now) return 'late';
  return status === 'in_progress' && Date.parse(endsAt) < now ? 'overrunning' : undefined;
}

/** A job in its lane. */
export function jobView(
  store: Store,
  lane: LaneView,
  job: BoardAppointmentView,
  range: Range,
  now: number,
): TemplateResult {
  const late = lateness(job, now);
  const { dispatchRequestId: id, customer, serviceType = '', status, urgency } = job;
  const classes = [
    ...['job', status, late === undefined ? '' : 'late', urgency === 'routine' ? '' : 'urgent'],
    ...[store.state.pending === id ? 'pending' : '', matches(store.state.search, job) ? '' : 'dim'],
  ];
  return html`<button type="button" class=${classes.filter(Boolean).join(' ')} data-job=${id}
    ${place(range, job.startsAt, job.endsAt)}
    aria-pressed=${store.state.selected === id}
    @click=${() => void select(store, id)}
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
