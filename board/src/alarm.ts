import { html, type TemplateResult } from 'lit/html.js';
import type { QueueEntryView } from '../../lib/board/views.ts';
import { change } from './changes.ts';
import { icon } from './icon.ts';
import { select } from './store/reading.ts';
import type { Store } from './store/store.ts';
import { isRinging, subjectOfEntry } from './store/subject.ts';

/** What alarms need of the browser. */
export interface Bell {
  /** Shows on the tab how many emergencies ring. */
  show(count: number): void;
  ring(): void;
  /** Tells the desktop, where the dispatcher has allowed it. `open` runs when the message is clicked. */
  notify(text: string, open: () => void): void;
}

/** Changes whenever an emergency has to be heard again: it is new, or more people were told of it. */
const stageOf = ({ dispatchRequestId, notified = [] }: QueueEntryView): string =>
  `${dispatchRequestId} ${notified.length}`;

const textOf = ({ customer, serviceType, city }: QueueEntryView): string =>
  ['Emergency', customer, serviceType, city].filter(Boolean).join(', ');

/** Raises an alarm once for each emergency, and once for each time that more people are told of it. */
export function watchEmergencies(store: Store, bell: Bell): () => void {
  const heard = new Set<string>();
  let seen: unknown;
  return () => {
    const { queue } = store.state;
    if (queue === undefined || queue === seen) return;
    seen = queue;
    const ringing = queue.requests.filter(isRinging);
    bell.show(ringing.length);
    const anew = ringing.filter((entry) => !heard.has(stageOf(entry)));
    for (const entry of anew) heard.add(stageOf(entry));
    if (anew.length === 0) return;
    store.say(`${anew.map(textOf).join('. ')}.`);
    bell.ring();
    for (const entry of anew) bell.notify(textOf(entry), () => void select(store, entry.dispatchRequestId));
    store.set({ alarms: [...new Set([...store.state.alarms, ...anew.map((one) => one.dispatchRequestId)])] });
  };
}

/** The emergencies that ring and whose message nobody has closed: also over forms. */
export function alarmsView(store: Store): readonly TemplateResult[] {
  const { queue, alarms, selected } = store.state;
  const shown = queue?.requests.filter(
    (one) => isRinging(one) && one.dispatchRequestId !== selected && alarms.includes(one.dispatchRequestId),
  );
  return (shown ?? []).map((entry) => {
    const { dispatchRequestId: id } = entry;
    const close = () => store.set({ alarms: store.state.alarms.filter((one) => one !== id) });
    return html`<div class="notice alarm">
      ${icon('siren')}
      <span><b>${textOf(entry)}</b></span>
      <button type="button" @click=${() => void change(store, subjectOfEntry(entry), 'acknowledge', {})}>Acknowledge</button>
      <button type="button" @click=${() => void select(store, id)}>Open</button>
      <button type="button" class="plain only-icon" aria-label="Close the message" @click=${close}>${icon('x')}</button>
    </div>`;
  });
}

/** The page's mark on its tab. A red one rings. */
const mark = (color: string, text: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="${color}"/><text x="8" y="12.5" font-family="sans-serif" font-size="12" font-weight="700" text-anchor="middle" fill="#fff">${text}</text></svg>`)}`;

/** The tab, the speaker and the desktop. */
export function browserBell(store: Store, title: string): Bell {
  const tab = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  let audio: AudioContext | undefined;
  let isDue = false;
  const sound = () => {
    if (!store.state.settings.sound) return;
    // Browsers allow sound only after the page was clicked once: until then, the sound is due.
    if (audio === undefined) isDue = true;
    else chime(audio);
  };
  const unlock = () => {
    audio ??= new AudioContext();
    void audio.resume();
    if (isDue && store.state.queue?.requests.some(isRinging)) sound();
    isDue = false;
  };
  for (const type of ['pointerdown', 'keydown']) document.addEventListener(type, unlock, { once: true });
  return {
    show(count) {
      document.title =
        count === 0 ? title : `‼ ${count} ${count === 1 ? 'emergency' : 'emergencies'} · ${title}`;
      if (tab !== null)
        tab.href = count === 0 ? mark('#3a54d6', 'D') : mark('#c02419', String(Math.min(count, 9)));
    },
    ring: sound,
    notify(text, open) {
      if (!store.state.settings.notify || Notification.permission !== 'granted') return;
      const note = new Notification(text, { tag: text, requireInteraction: true });
      note.addEventListener('click', () => {
        window.focus();
        note.close();
        open();
      });
    },
  };
}

/** Seconds between the tones, and their frequencies in hertz. */
const TONE = 0.22;
const tones = [880, 660, 880, 660, 880, 660];

function chime(audio: AudioContext): void {
  for (const [at, hertz] of tones.entries()) {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    const start = audio.currentTime + at * TONE;
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.25, start + 0.02);
    volume.gain.linearRampToValueAtTime(0, start + TONE - 0.02);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + TONE);
  }
}
