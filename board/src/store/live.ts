import { datesOf } from './state.ts';
import type { Store } from './store.ts';

/** Where hints come from. */
export interface Channel {
  close(): void;
}

/** Opens a channel to an address, and says what comes of it. */
export type Connect = (
  url: string,
  on: { readonly hint: (text: string) => void; readonly end: () => void },
) => Channel;

/** The milliseconds after which the page asks for another channel, at first and at most. */
const SOON_MS = 1_000;
const LATE_MS = 60_000;
/** Hints that come within so many milliseconds are one. */
const TOGETHER_MS = 100;

/**
 * Reads the page again when the service hints at a change of what it shows. While hints come, the page polls less. Whenever a
 * channel ends, the page asks for another one.
 */
export function followHints(store: Store, connect: Connect): void {
  let wait = SOON_MS;
  let isWaiting = false;
  const readSoon = () => {
    if (isWaiting) return;
    isWaiting = true;
    store.host.after(TOGETHER_MS, async () => {
      isWaiting = false;
      await store.refresh();
    });
  };
  const again = () => {
    store.hintsCome(false);
    store.host.after(wait, open);
    wait = Math.min(2 * wait, LATE_MS);
  };
  const open = async () => {
    const live = await store.api.live(store.accountId).catch(() => undefined);
    if (live?.url === undefined) return again();
    connect(live.url, {
      hint(text) {
        wait = SOON_MS;
        store.hintsCome(true);
        if (concerns(store, text)) readSoon();
      },
      end: again,
    });
    store.hintsCome(true);
    // Something may have changed while there was no channel.
    readSoon();
  };
  void open();
}

/** True if a hint is about a day that is shown, or about the queue. */
function concerns({ state, accountId }: Store, text: string): boolean {
  const { account, dates = [] }: { readonly account?: string; readonly dates?: readonly string[] } =
    JSON.parse(text);
  const { view, date } = state;
  if (account !== accountId || date === undefined) return false;
  const shown = datesOf(view, date);
  return dates.length === 0 || dates.some((one) => shown.includes(one)) || state.selected !== undefined;
}

/** How often a WebSocket says that it is there, in milliseconds: the service closes one that is silent for ten minutes. */
const PING_MS = 9 * 60_000;

/** Connects by WebSocket where the service is deployed, and by server-sent events on one's own machine. */
export const connectBrowser: Connect = (url, { hint, end }) => {
  if (!url.startsWith('ws')) {
    const source = new EventSource(url);
    source.addEventListener('message', ({ data }) => hint(String(data)));
    source.addEventListener('error', () => {
      source.close();
      end();
    });
    return source;
  }
  const socket = new WebSocket(url);
  const ping = setInterval(() => socket.send('ping'), PING_MS);
  socket.addEventListener('message', ({ data }) => {
    if (data !== 'pong') hint(String(data));
  });
  socket.addEventListener('close', () => {
    clearInterval(ping);
    end();
  });
  return socket;
};
