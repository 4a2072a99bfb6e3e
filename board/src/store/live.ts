import type { HintView } from '../../../lib/board/views.ts';
import { datesOf } from './state.ts';
import type { Store } from './store.ts';

/** Where hints come from. */
export interface Channel {
  close(): void;
}

/** What comes of a channel. `end`: it could not be opened, or is lost. */
export interface Events {
  readonly open: () => void;
  readonly hint: (text: string) => void;
  readonly end: () => void;
}

/** Opens a channel to an address. */
export type Connect = (url: string, on: Events) => Channel;

/** The milliseconds after which the page asks for another channel: at first, and at most. */
const SOON_MS = 1_000;
const LATE_MS = 60_000;
/** A channel that lasts so long works: the next one that is lost is replaced soon. */
const STEADY_MS = 10_000;
/** Hints that come within so many milliseconds are one, and several pages don't all read in the same moment. */
const TOGETHER_MS = 100;

/**
 * Reads the page again when the service hints at a change of what it shows. While hints come, the page polls seldom. A
 * channel that is lost is replaced, later after each failure; one whose time is over is replaced at once.
 * @returns takes whether the network is there: without it, a channel may seem to be open for long
 */
export function followHints(store: Store, connect: Connect): (isOnline: boolean) => void {
  const { after, random } = store.host;
  let failures = 0;
  let retry: (() => void) | undefined;
  let drop: (() => void) | undefined;
  let reading: 'no' | 'waiting' | 'now' | 'again' = 'no';

  function readSoon(): void {
    if (reading === 'now') reading = 'again';
    if (reading !== 'no') return;
    reading = 'waiting';
    after(TOGETHER_MS * (1 + random()), async () => {
      reading = 'now';
      try {
        await store.refresh();
      } finally {
        const isDue = isAgain();
        reading = 'no';
        store.poll();
        if (isDue) readSoon();
      }
    });
  }
  // Hints that come during a read change it.
  const isAgain = () => reading === 'again';

  function lost(): void {
    store.setLive(false);
    const wait = Math.min(SOON_MS * 2 ** failures++, LATE_MS);
    retry = after(wait * (0.5 + random()), open);
  }

  async function open(): Promise<void> {
    retry?.();
    retry = undefined;
    const live = await store.api.live(store.accountId).catch(() => undefined);
    if (live === undefined) return lost();
    const timers: (() => void)[] = [];
    const stop = () => {
      for (const cancel of timers.splice(0)) cancel();
    };
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      stop();
      lost();
    };
    const channel = connect(live.url, {
      open() {
        store.setLive(true);
        timers.push(
          after(STEADY_MS, async () => {
            failures = 0;
          }),
        );
        // Something may have changed while there was no channel.
        readSoon();
      },
      hint(text) {
        if (concerns(store, JSON.parse(text))) readSoon();
      },
      end,
    });
    drop = () => {
      channel.close();
      end();
    };
    timers.push(
      after(live.seconds * 1_000, async () => {
        isOver = true;
        stop();
        channel.close();
        await open();
      }),
    );
  }

  void open();
  return (isOnline) => {
    if (!isOnline) return drop?.();
    if (retry === undefined) return;
    failures = 0;
    void open();
  };
}

/** Whether a hint is about something that the page shows. */
function concerns({ state, accountId }: Store, { account, dates, queue }: HintView): boolean {
  const { view, date, selected } = state;
  if (account !== accountId || date === undefined) return false;
  const shown = datesOf(view, date);
  return queue || selected !== undefined || dates.some((one) => shown.includes(one));
}

/** Connects by WebSocket where the service is deployed, and by server-sent events on one's own machine. */
export const connectBrowser: Connect = (url, { open, hint, end }) => {
  const isSocket = url.startsWith('ws');
  const source = isSocket ? new WebSocket(url) : new EventSource(url);
  const on = (type: string, run: (event: Event) => void) => source.addEventListener(type, run);
  on('open', open);
  on('message', (event) => event instanceof MessageEvent && hint(String(event.data)));
  on(isSocket ? 'close' : 'error', () => {
    // A browser would repeat the events by itself, with the same ticket.
    source.close();
    end();
  });
  return source;
};
