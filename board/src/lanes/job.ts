import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { BoardAppointmentView, LaneView } from '../../../lib/board/views.ts';
import { UNKNOWN } from '../changes/subject.ts';
import { statusName } from '../store/said.ts';
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
  const texts = jobTexts(store, job, timing);
  const name = jobName(store, texts, job, lane.technician);
  return html`${
    promise === undefined
      ? nothing
      : html`<i class="promise" ${place(range, promise.startsAt, promise.endsAt)}></i>`
  }<button type="button" class=${jobClasses(store, job, timing)} data-job=${id}
    ${place(range, job.startsAt, job.endsAt)}
    title=${name} aria-label=${name} aria-pressed=${store.state.selected === id}>${jobText(texts)}</button>`;
}

/** How a job looks among others: also by whether it is changed now, and found. */
export function jobClasses(
  { state: { pending, search } }: Store,
  job: BoardAppointmentView,
  timing: Timing | undefined,
): string {
  const isPending = pending === job.dispatchRequestId;
  return [jobClass(job, timing), isPending && 'pending', !matches(search, job) && 'dim']
    .filter(Boolean)
    .join(' ');
}

/** How a job looks: by its status, its urgency and whether it is in time. */
export function jobClass({ status, urgency }: BoardAppointmentView, timing: Timing | undefined): string {
  return ['job', status, timing ?? '', urgency === 'routine' ? '' : 'urgent'].filter(Boolean).join(' ');
}

/** What is to be read of a job: who, when and what, how far it is. */
export function jobTexts(
  store: Store,
  job: BoardAppointmentView,
  timing: Timing | undefined,
): readonly [string, string, string] {
  return [whoText(job), joined(job.time, job.serviceType), stateText(store, job, timing)];
}

/** Texts as properties: a child would take three nodes, and there are hundreds. */
export const jobText = ([who, what, state]: readonly [string, string, string]): TemplateResult =>
  html`<b .textContent=${who}></b>
<span .textContent=${what}></span>
<span class="status" .textContent=${state}></span>`;

/** All there is to say of a job: what is read of it, then the rest. It is heard, and shown under a pointer. */
export const jobName = (
  store: Store,
  shown: readonly string[],
  { urgency, promise }: BoardAppointmentView,
  ...where: readonly string[]
): string =>
  [
    ...shown,
    promise && `promised ${promised(store, promise)}`,
    urgency === 'routine' ? '' : urgency,
    ...where,
  ]
    .filter(Boolean)
    .join(', ');

/** The customer, after a mark if it is urgent. */
export const whoText = ({ customer, urgency }: BoardAppointmentView): string =>
  `${urgency === 'routine' ? '' : urgency === 'emergency' ? '‼ ' : '! '}${customer || UNKNOWN}`;

export const joined = (...texts: readonly (string | undefined)[]): string =>
  texts.filter(Boolean).join(' · ');

/** What is wrong with its time, and how far it is. */
export const stateText = (store: Store, job: BoardAppointmentView, timing: Timing | undefined): string =>
  joined(timing && warningOf(store, job, timing), statusName(job.status));

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
