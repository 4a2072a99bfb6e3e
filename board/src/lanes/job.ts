import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { BoardAppointmentView, LaneView } from '../../../lib/board/views.ts';
import type { Store } from '../store/store.ts';
import { UNKNOWN } from '../store/subject.ts';
import { statusName } from '../store/words.ts';
import { place } from './directives.ts';
import type { Timing } from './lateness.ts';
import type { Range } from './range.ts';

/** A job in its lane, with a bracket around it for the promised window. */
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

/** The classes of a job among others: also whether it is being changed, and whether a search finds it. */
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

/** The classes of a job by its status, its urgency and its timing. */
export function jobClass({ status, urgency }: BoardAppointmentView, timing: Timing | undefined): string {
  return ['job', status, timing ?? '', urgency === 'routine' ? '' : 'urgent'].filter(Boolean).join(' ');
}

/** The lines of a job: who; when and what; how far the job is. */
export function jobTexts(
  store: Store,
  job: BoardAppointmentView,
  timing: Timing | undefined,
): readonly [string, string, string] {
  return [whoText(job), joined(job.time, job.serviceType), stateText(store, job, timing)];
}

/** Draws texts as properties: each child would take three nodes, and there are hundreds of jobs. */
export const jobText = ([who, what, state]: readonly [string, string, string]): TemplateResult =>
  html`<b .textContent=${who}></b>
<span .textContent=${what}></span>
<span class="status" .textContent=${state}></span>`;

/** Everything about a job, for screen readers and tooltips: the texts that are shown, then the rest. */
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

/** The customer, with a mark before an urgent job. */
export const whoText = ({ customer, urgency }: BoardAppointmentView): string =>
  `${urgency === 'routine' ? '' : urgency === 'emergency' ? '‼ ' : '! '}${customer || UNKNOWN}`;

export const joined = (...texts: readonly (string | undefined)[]): string =>
  texts.filter(Boolean).join(' · ');

/** What is wrong with the job's time, and how far the job is. */
export const stateText = (store: Store, job: BoardAppointmentView, timing: Timing | undefined): string =>
  joined(timing && warningOf(store, job, timing), statusName(job.status));

function warningOf({ zone }: Store, { promise }: BoardAppointmentView, timing: Timing): string {
  if (timing === 'due') return promise === undefined ? 'due soon' : `due by ${zone.clock(promise.endsAt)}`;
  return timing === 'at_risk' ? 'may be late' : timing;
}

/** Writes a promise as `8:00 AM to 10:00 AM`. */
export const promised = (
  { zone }: Store,
  { startsAt, endsAt }: NonNullable<BoardAppointmentView['promise']>,
): string => `${zone.clock(startsAt)} to ${zone.clock(endsAt)}`;

const matches = (search: string, job: BoardAppointmentView): boolean =>
  search === '' ||
  [job.customer, job.dispatchRequestId, job.serviceType, job.address].some((text) =>
    text?.toLowerCase().includes(search.toLowerCase()),
  );
