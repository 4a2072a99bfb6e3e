import { html, type TemplateResult } from 'lit/html.js';
import { change } from './changes.ts';
import { isFirstVisit, placedOn, withChange } from './store/applying.ts';
import type { Placed, Sizing, Subject } from './store/state.ts';
import type { Store } from './store/store.ts';
import { placeAction } from './store/subject.ts';
import { lengthName, lengthOf, MINUTE_MS } from './store/time.ts';

/** The most that a job takes, in minutes. */
const MOST = 24 * 60;

/** The job on the board whose length can be changed: that of its first visit. */
export const sizedBy = ({ state }: Store, subject: Subject): Placed | undefined =>
  placeAction(subject) === undefined || !isFirstVisit(subject)
    ? undefined
    : placedOn(state.boards, subject.dispatchRequestId);

/** Begins to choose another length for a job on the board. */
export function startSizing(store: Store, subject: Subject): void {
  const job = sizedBy(store, subject);
  if (job === undefined) {
    store.say('Choose the first visit of a job on the board.');
    return;
  }
  store.set({ sizing: { subject, job, before: job } });
  store.say(`Choose the length with the arrow keys, then Enter. ${untilText(store, job)}`);
}

/** What is chosen, with buttons that do what the keys do. */
export const sizingView = (store: Store, { subject, job }: Sizing): TemplateResult => {
  const button = (text: string, key: string, look = '') =>
    html`<button type="button" class=${look} @click=${() => chooseLength(store, key)}>${text}</button>`;
  return html`<section class="notice placing" aria-label="Length">
    <span>${subject.label}: ${untilText(store, job)}
      <small>← and → change the length, Enter confirms, Esc cancels.</small></span>
    ${button('Shorter', 'ArrowLeft')} ${button('Longer', 'ArrowRight')} ${button('Set the length', 'Enter', 'strong')}
    ${button('Cancel', 'Escape')}
  </section>`;
};

/** Heeds a key while a length is chosen; returns false for a key that means nothing then. */
export function chooseLength(store: Store, key: string): boolean {
  const { sizing } = store.state;
  if (sizing === undefined) return false;
  const { subject, job, before } = sizing;
  const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[key];
  if (step !== undefined) {
    const { gridMinutes = 15 } = store.state.boards.get(job.date) ?? {};
    const minutes = lengthOf(job) + step * gridMinutes;
    const longer = withLength(job, Math.min(Math.max(minutes, gridMinutes), MOST));
    store.set({ sizing: { ...sizing, job: longer } });
    store.say(untilText(store, longer));
    return true;
  }
  if (key !== 'Enter' && key !== 'Escape') return false;
  store.set({ sizing: undefined });
  if (key === 'Enter' && job.endsAt !== before.endsAt) setLength(store, subject, job);
  else store.say('The length stays as it was.');
  return true;
}

export const withLength = (job: Placed, minutes: number): Placed => ({
  ...job,
  endsAt: new Date(Date.parse(job.startsAt) + minutes * MINUTE_MS).toISOString(),
});

/** Writes when a job ends, and its length, as `until 9:30 AM · 1 h 30`. */
export const untilText = ({ zone }: Store, job: Placed): string =>
  `until ${zone.clock(job.endsAt)} · ${lengthName(lengthOf(job) * MINUTE_MS)}`;

/** Sends the length of a job, which is drawn at once. */
export function setLength(store: Store, subject: Subject, job: Placed): void {
  void change(store, subject, 'edit', { minutes: lengthOf(job) }, ({ boards }) => ({
    boards: withChange(boards, subject.dispatchRequestId, { endsAt: job.endsAt }, isFirstVisit),
  }));
}
