import { describe, expect, it } from '@jest/globals';
import { createApi } from '../../../../board/src/store/api.ts';
import { type Connect, followHints } from '../../../../board/src/store/live.ts';
import { refresh } from '../../../../board/src/store/reading.ts';
import { Store } from '../../../../board/src/store/store.ts';

/** A page of Monday, November 23, with the channels that it opens and what it waits for. */
async function startPage(urls: readonly (string | undefined)[]) {
  const rest = [...urls];
  const log: string[] = [];
  const waiting: { readonly ms: number; readonly run: () => Promise<void> }[] = [];
  const channels: { readonly url: string; readonly on: Parameters<Connect>[1] }[] = [];
  const fetch = async (input: string | URL | Request) => {
    const path = String(input).replace('/api/v1/accounts/acme', '');
    log.push(path);
    if (path === '/live') {
      const url = rest.shift();
      return url === undefined ? Response.json({}, { status: 503 }) : Response.json({ url });
    }
    return Response.json({ requests: [], lanes: [], now: '2026-11-23T15:00:00.000Z' });
  };
  const store = new Store(
    createApi({ token: async () => 'token' }, fetch),
    {
      ...{
        draw: () => undefined,
        announce: () => undefined,
        showDay: () => undefined,
        keep: () => undefined,
      },
      ...{ isHidden: () => false },
      after(ms, run) {
        const one = { ms, run };
        waiting.push(one);
        return () => {
          if (waiting.includes(one)) waiting.splice(waiting.indexOf(one), 1);
        };
      },
    },
    refresh,
  );
  store.set({
    account: { accountId: 'acme', name: 'Acme', timezone: 'America/New_York' },
    date: '2026-11-23',
  });
  store.poll();
  followHints(store, (url, on) => {
    channels.push({ url, on });
    return { close: () => undefined };
  });
  const settle = () => new Promise(setImmediate);
  await settle();
  /** Runs what waits for so many milliseconds. */
  const pass = async (ms: number) => {
    const due = waiting.filter((one) => one.ms === ms);
    for (const one of due) waiting.splice(waiting.indexOf(one), 1);
    for (const { run } of due) await run();
    await settle();
  };
  const waits = () => waiting.map(({ ms }) => ms);
  return { store, log, channels, pass, waits };
}

const hint = (dates: readonly string[], account = 'acme') => JSON.stringify({ account, dates });

describe('a hint at a change', () => {
  it.each([
    ['of the day that is shown', hint(['2026-11-23']), true],
    ['of the queue', hint([]), true],
    ['of another day', hint(['2026-11-30']), false],
    ['of another account', hint([], 'zenith'), false],
  ])('%s is followed by a read: %s', async (_, text, isRead) => {
    const { log, channels, pass } = await startPage(['http://127.0.0.1/live']);
    await pass(100);
    log.length = 0;
    channels[0]?.on.hint(text);
    channels[0]?.on.hint(text);
    await pass(100);

    expect(log).toEqual(isRead ? ['/queue', '/board/2026-11-23'] : []);
  });
});

describe('a channel of hints', () => {
  it('lets the page poll once a minute while it is open, and often once it ends', async () => {
    const { channels, waits } = await startPage(['wss://example.com/live']);
    expect(waits()).toEqual([60_000, 100]);
    channels[0]?.on.end();

    expect(waits()).toEqual([100, 5_000, 1_000]);
  });

  it('is asked for again after it ends, and the page is read when it is there', async () => {
    const { log, channels, pass } = await startPage(['wss://example.com/1', 'wss://example.com/2']);
    channels[0]?.on.end();
    await pass(1_000);
    await pass(100);

    expect(channels.map(({ url }) => url)).toEqual(['wss://example.com/1', 'wss://example.com/2']);
    expect(log).toEqual(['/live', '/live', '/queue', '/board/2026-11-23']);
  });

  it('is asked for less and less often while there is none', async () => {
    const { pass, waits } = await startPage([]);
    const asked: number[] = [];
    for (let at = 0; at < 8; at++) {
      const [next = 0] = waits().filter((ms) => ms !== 5_000);
      asked.push(next);
      await pass(next);
    }

    expect(asked).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  });
});
