import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { BoardAppointmentView, LaneView } from '../../../lib/board/views/day.ts';
import { statusName } from '../changes/said.ts';
import { placeAction, subjectOfJob, UNKNOWN } from '../changes/subject.ts';
import { dragStart } from '../drag.ts';
import { select } from '../store/reading.ts';
import type { Store } from '../store/store.ts';
import type { Timing } from './lateness.ts';
import { place } from './placed.ts';
import type { Range } from './range.ts';

/** A job in its lane, and its promise as a bracket around it. */
export function jobView(
  store: Store,
  lane: LaneView,
  job: BoardAppointmentView,
  range: Range,
  timing: Timing | undefined,
): TemplateResult {
  const { dispatchRequestId: id, promise } = job;
  const subject = subjectOfJob(lane, job);
  return html`${
    promise === undefined
      ? nothing
      : html`<i class="promise" ${place(range, promise.startsAt, promise.endsAt)}></i>`
  }<button type="button" class=${jobClasses(store, job, timing)} data-job=${id}
    ${place(range, job.startsAt, job.endsAt)}
    title=${[job.customer, job.time, job.serviceType, stateText(store, job, timing)].filter(Boolean).join(' · ')}
    aria-pressed=${store.state.selected === id}
    @click=${() => void select(store, id)}
    @pointerdown=${(event: PointerEvent) => dragStart(store, event, placeAction(subject) && subject)}>
    <span class="unseen">${lane.technician}:</span>
    ${jobText(store, job, timing)}
  </button>`;
}

/** How a job looks among others: also by whether it is changed now, and found. */
export function jobClasses(
  { state: { pending, search } }: Store,
  job: BoardAppointmentView,
  timing: Timing | undefined,
): string {
  const isPending = pending === job.dispatchRequestId;
  return [jobClass(job, timing), isPending && 'pending', matches(search, job) || 'dim']
    .filter(Boolean)
    .join(' ');
}

/** How a job looks: by its status, its urgency and whether it is in time. */
export function jobClass({ status, urgency }: BoardAppointmentView, timing: Timing | undefined): string {
  return ['job', status, timing ?? '', urgency === 'routine' ? '' : 'urgent'].filter(Boolean).join(' ');
}

/** What is to be read of a job. */
export function jobText(store: Store, job: BoardAppointmentView, timing: Timing | undefined): TemplateResult {
  const { customer, serviceType = '', urgency, promise } = job;
  return html`<b>${urgencyMark(urgency)}${customer || UNKNOWN}</b>
    ${urgency === 'routine' ? nothing : html`<span class="unseen">${urgency}</span>`}
    <span>${job.time} · ${serviceType}</span>
    ${promise === undefined ? nothing : html`<span class="promised">promised ${promised(store, promise)}</span>`}
    <span class="status">${stateText(store, job, timing)}</span>`;
}

export const urgencyMark = (urgency: BoardAppointmentView['urgency']): string =>
  urgency === 'routine' ? '' : urgency === 'emergency' ? '‼ ' : '! ';

/** What is wrong with its time, and how far it is. */
export const stateText = (store: Store, job: BoardAppointmentView, timing: Timing | undefined): string =>
  [timing && warningOf(store, job, timing), statusName(job.status)].filter(Boolean).join(' · ');

function warningOf({ zone }: Store, { promise }: BoardAppointmentView, timing: Timing): string {
  if (timing === 'due') return promise === undefined ? 'due soon' : `due by ${zone.clock(promise.endsAt)}`;
  return timing === 'at_risk' ? 'may be late' : timing;
}

/** `8:00 AM to 10:00 AM` */
export const promised = (
  { zone }: Store,
  { startsAt, endsAt }: NonNullable<BoardAppointmentView['promise']>,
): string => `${zone.clock(startsAt)} to ${zone.clock(endsAt)}`;

const matches = (search: string, job: BoardAppointmentView): boolean =>
  search === '' ||
  [job.customer, job.dispatchRequestId, job.serviceType, job.address].some((text) =>
    text?.toLowerCase().includes(search.toLowerCase()),
  );
