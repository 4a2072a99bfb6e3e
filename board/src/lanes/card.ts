import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { BoardAppointmentView, LaneView } from '../../../lib/board/views/day.ts';
import { placeAction, subjectOfJob, UNKNOWN } from '../changes/subject.ts';
import { dragStart } from '../drag.ts';
import { select } from '../store/reading.ts';
import type { Store } from '../store/store.ts';
import { jobClasses, stateText, urgencyMark } from './job.ts';
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
  const { dispatchRequestId: id, serviceType = '', status, urgency, time } = job;
  const subject = subjectOfJob(lane, job);
  const who = job.customer || UNKNOWN;
  const state = stateText(store, job, timing);
  const where = [lane.technician, day, urgency === 'routine' ? '' : urgency].filter(Boolean).join(', ');
  const what = [serviceType, state].filter(Boolean).join(' · ');
  const isRoomy = store.state.view === 'three';
  // Texts as properties: a week has hundreds of cards, and this takes a third of the nodes.
  return html`<button type="button" class=${`card ${jobClasses(store, job, timing)}`} data-job=${id}
    aria-pressed=${store.state.selected === id}
    title=${`${time} ${who}, ${what}, ${where}`}
    @click=${() => void select(store, id)}
    @pointerdown=${(event: PointerEvent) => dragStart(store, event, placeAction(subject) && subject)}>
    <span class="unseen" .textContent=${isRoomy ? `${where}: ` : `${where}, ${what}: `}></span
    ><span class="at" .textContent=${shortTime(time)}></span
    ><b .textContent=${urgencyMark(urgency) + who}></b
    ><span class="mark" aria-hidden="true" .textContent=${timing === undefined ? (marks[status] ?? '') : '⚠'}></span
    >${isRoomy ? html`<span class="what" .textContent=${what}></span>` : nothing}
  </button>`;
}

/** `9:30a` of `9:30 AM` */
export const shortTime = (time: string): string =>
  time.replace(':00', '').replace(' AM', 'a').replace(' PM', 'p');
