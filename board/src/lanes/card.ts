import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { BoardAppointmentView, LaneView } from '../../../lib/board/views.ts';
import type { Store } from '../store/store.ts';
import { jobClasses, jobName, joined, stateText, whoText } from './job.ts';
import type { Timing } from './lateness.ts';

/** What a status looks like where there is no room for its name: color alone says nothing to many. */
const marks: Readonly<Record<string, string>> = {
  ...{ dispatched: '➤', en_route: '➤', in_progress: '▶', completed: '✓', on_hold: '‖', no_show: '✕' },
};

/** A job in a cell of several days: when, who, and below it what, where that fits. */
export function cardView(
  store: Store,
  lane: LaneView,
  job: BoardAppointmentView,
  day: string,
  timing: Timing | undefined,
): TemplateResult {
  const { dispatchRequestId: id, serviceType, status } = job;
  const [at, who] = [shortTime(job.time), whoText(job)];
  const what = joined(serviceType, stateText(store, job, timing));
  const name = jobName(store, [`${at} ${who}`, what], job, lane.technician, day);
  const mark = timing === undefined ? (marks[status] ?? '') : '⚠';
  // Texts as properties: a week has hundreds of cards, and this takes a third of the nodes.
  return html`<button type="button" class=${`card ${jobClasses(store, job, timing)}`} data-job=${id}
    title=${name} aria-label=${name} aria-pressed=${store.state.selected === id}
    ><span class="at" .textContent=${`${at} ${mark}`.trim()}></span> <b .textContent=${who}></b
    >${store.state.view === 'three' ? html`\n<span .textContent=${what}></span>` : nothing}</button>`;
}

/** `9:30a` of `9:30 AM` */
export const shortTime = (time: string): string =>
  time.replace(':00', '').replace(' AM', 'a').replace(' PM', 'p');
