import { repeat } from 'lit/directives/repeat.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { QueueEntryView, QueueView } from '../../lib/board/views.ts';
import { change } from './changes.ts';
import { icon } from './icon.ts';
import { whenNear } from './lanes/directives.ts';
import { WAITS } from './lanes/job.ts';
import { openCall, openJobFrom, openStarts, readMore } from './store/reading.ts';
import type { Store } from './store/store.ts';
import { isRinging, placeAction, subjectOfEntry } from './store/subject.ts';
import { duration } from './store/time.ts';
import { phoneName } from './store/words.ts';

const titles = {
  emergencies: 'Emergencies',
  messages: 'Call back',
  review: 'To review',
  unscheduled: 'To schedule',
  on_hold: 'On hold',
} as const;

/** The requests and calls that wait for a person, most pressing first. */
export function queueView(store: Store, queue: QueueView): TemplateResult {
  const { further } = store.state;
  const first = new Set(queue.requests.map(({ dispatchRequestId }) => dispatchRequestId));
  const all = [
    ...queue.requests,
    ...(further?.requests.filter(({ dispatchRequestId }) => !first.has(dispatchRequestId)) ?? []),
  ];
  const next = further === undefined ? queue.next : further.next;
  const groups = Object.entries(titles).map(([group, title]) => {
    const entries = all.filter((one) => one.group === group);
    return entries.length === 0
      ? nothing
      : html`<section class=${`group ${group}`} aria-label=${title}>
          <h3>${title} <span class="count">${countOf(queue, group, entries.length)}</span></h3>
          <ul>${repeat(
            entries,
            ({ dispatchRequestId }) => dispatchRequestId,
            (entry) => html`<li>${entryView(store, entry)}</li>`,
          )}</ul>
        </section>`;
  });
  const calls = unbooked(store, queue);
  const isEmpty = [...groups, calls].every((one) => one === nothing);
  return html`
    ${groups} ${calls}
    ${isEmpty ? html`<p class="empty">Nothing is waiting for you.</p>` : nothing}
    ${next === undefined ? nothing : html`<p class="empty" ${whenNear(() => void readMore(store))}>Loading more…</p>`}
  `;
}

/** The frame of the queue before it is read. */
export const queueBones = (): TemplateResult =>
  html`<div class="bones" aria-hidden="true">${[0, 1, 2, 3].map(() => html`<i class="bone"></i>`)}</div>`;

/** How many requests of a group wait, also those that are not read yet. */
const countOf = ({ counts }: QueueView, group: string, shown: number): number =>
  Math.max(shown, new Map(Object.entries(counts)).get(group) ?? 0);

function entryView(store: Store, entry: QueueEntryView): TemplateResult {
  const { dispatchRequestId: id, phone, serviceType, notes, city, group } = entry;
  const subject = subjectOfEntry(entry);
  const schedulable = placeAction(subject) === 'schedule' ? subject : undefined;
  const now = store.now;
  const rings = isRinging(entry);
  const due = entry.dueAt === undefined ? undefined : Date.parse(entry.dueAt) - now;
  const age = duration(now - Date.parse(entry.createdAt));
  const wait =
    due === undefined || group !== 'messages'
      ? age
      : due < 0
        ? `overdue by ${duration(-due)}`
        : `within ${duration(due)}`;
  const told = entry.notified?.flatMap(({ people }) => people).join(', ');
  const classes = ['entry', rings && 'ringing', due !== undefined && due < 0 && 'overdue'];
  return html`<article class=${classes.filter(Boolean).join(' ')}>
    <button type="button" class="open-entry" data-job=${id} aria-pressed=${store.state.selected === id}>
      <b>${subject.label}</b>
      <span class="wait">${wait}</span>
      <span>${[serviceType, city, phoneName(phone)].filter(Boolean).join(' · ')}</span>
      ${notes === undefined ? nothing : html`<span>${notes}</span>`}
      ${entry.waitlist === undefined ? nothing : html`<span>${WAITS}</span>`}
      ${group === 'review' ? html`<span>check: ${entry.toCheck}</span>` : nothing}
      ${told === undefined || !rings ? nothing : html`<span>told: ${told}</span>`}
    </button>
    <div class="more">
      ${
        rings
          ? html`<button type="button" class="strong" title="Stops the alert for everyone" @click=${() => void change(store, subject, 'acknowledge', {})}>${icon('bell-off')}Acknowledge</button>`
          : nothing
      }
      ${
        schedulable === undefined
          ? nothing
          : html`<button type="button" @click=${() => void openStarts(store, schedulable)}>${icon('calendar-plus')}Schedule…</button>`
      }
      ${
        entry.kind === 'message'
          ? html`<button type="button" @click=${() => void change(store, subject, 'status', { status: 'completed' })}>${icon('check')}Done</button>`
          : nothing
      }
    </div>
  </article>`;
}

function unbooked(store: Store, { unbookedCalls }: QueueView) {
  if (unbookedCalls.length === 0) return nothing;
  return html`<section class="group unbooked" aria-label="Unbooked calls">
    <h3>Unbooked calls <span class="count">${unbookedCalls.length}</span></h3>
    <ul>
      ${unbookedCalls.map(
        (call) => html`<li><article class="entry">
          <button type="button" class="open-entry" @click=${() => void openCall(store, call.integration, call.callId)}>
            <b>${phoneName(call.caller) ?? 'Unknown number'}</b>
            <span class="wait">${duration(store.now - Date.parse(call.createdAt))}</span>
            <span>asked for ${[...call.asked.services, ...call.asked.dates].join(', ')}</span>
          </button>
          <div class="more">
            <button type="button" @click=${() => void openJobFrom(store, call)}>Create a job</button>
          </div>
        </article></li>`,
      )}
    </ul>
  </section>`;
}
