import { describe, expect, it } from '@jest/globals';
import { createApi } from '../../../../board/src/store/api.ts';
import { type Events, followHints } from '../../../../board/src/store/live.ts';
import { refresh } from '../../../../board/src/store/reading.ts';
import { Store } from '../../../../board/src/store/store.ts';

interface Options {
  /** How long each channel may last, in seconds; undefined for a service that gives none. */
  readonly channels?: readonly (number | undefined)[];
  readonly random?: number;
}

/** A page of Monday, November 23, with the channels that it opens and what it waits for. */
async function startPage({ channels = [540, 540], random = 0 }: Options = {}) {
  const rest = [...channels];
  const log: string[] = [];
  const waiting: { readonly ms: number; readonly run: () => Promise<void> }[] = [];
  const opened: { readonly url: string; readonly on: Events }[] = [];
  const closed: string[] = [];
  let slow: Promise<void> | undefined;
  const fetch = async (input: string | URL | Request) => {
    const path = String(input).replace('/api/v1/accounts/acme', '');
    log.push(path);
    if (path === '/live') {
      const seconds = rest.shift();
      const url = `wss://live.test/${opened.length + 1}`;
      return seconds === undefined ? Response.json({}, { status: 503 }) : Response.json({ url, seconds });
    }
    await slow;
    if (path.startsWith('/requests/'))
      return Response.json({ request: { dispatchRequestId: 'dr_1', customer: {} }, calls: [] });
    return Response.json({ requests: [], lanes: [], now: '2026-11-23T15:00:00.000Z' });
  };
  const store = new Store(
    createApi({ token: async () => 'token' }, fetch),
    {
      ...{ draw: () => undefined, announce: () => undefined, showDay: () => undefined },
      ...{ keep: () => undefined, isHidden: () => false, random: () => random },
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
  const heed = followHints(store, (url, on) => {
    opened.push({ url, on });
    return { close: () => closed.push(url) };
  });
  const settle = () => new Promise(setImmediate);
  await settle();
  return {
    ...{ store, log, opened, closed, heed, settle },
    /** Runs what waits for so many milliseconds. */
    async pass(ms: number) {
      const due = waiting.filter((one) => one.ms === ms);
      for (const one of due) waiting.splice(waiting.indexOf(one), 1);
      await Promise.all(due.map(({ run }) => run()));
      await settle();
    },
    waits: () => waiting.map(({ ms }) => ms),
    /** Has reads wait until the test lets them go on. */
    holdReads() {
      const { promise, resolve } = Promise.withResolvers<void>();
      slow = promise;
      return () => {
        slow = undefined;
        resolve();
      };
    },
  };
}

const hint = (dates: readonly string[], { queue = false, account = 'acme' } = {}) =>
  JSON.stringify({ account, dates, queue });
const reads = ['/queue', '/board/2026-11-23'];
const SOON = 100;

describe('a hint at a change', () => {
  it.each([
    ['of the day that is shown', hint(['2026-11-23']), reads],
    ['of the queue', hint(['2026-11-30'], { queue: true }), reads],
    ['of another day', hint(['2026-11-30']), []],
    ['of another account', hint(['2026-11-23'], { account: 'zenith' }), []],
  ])('%s', async (_, text, wanted) => {
    const { log, opened, pass } = await startPage();
    opened[0]?.on.open();
    await pass(SOON);
    log.length = 0;
    opened[0]?.on.hint(text);
    opened[0]?.on.hint(text);
    await pass(SOON);

    expect(log).toEqual(wanted);
  });

  it('of another day is read while a request is open, which may have changed', async () => {
    const { store, log, opened, pass } = await startPage();
    store.set({ selected: 'dr_1' });
    opened[0]?.on.hint(hint(['2026-11-30']));
    await pass(SOON);

    expect(log).toEqual(['/live', ...reads, '/requests/dr_1']);
  });

  it('that comes during a read is followed by one more, however many come', async () => {
    const { log, opened, pass, settle, holdReads } = await startPage();
    const go = holdReads();
    opened[0]?.on.hint(hint(['2026-11-23']));
    const reading = pass(SOON);
    await settle();
    for (let more = 0; more < 3; more++) opened[0]?.on.hint(hint(['2026-11-23']));
    go();
    await reading;
    await settle();
    await pass(SOON);
    await pass(SOON);

    expect(log).toEqual(['/live', ...reads, ...reads]);
  });
});

describe('a channel of hints', () => {
  it('lets the page poll once a minute while it is open, and often once it is lost', async () => {
    const { store, opened, waits } = await startPage();
    expect([store.state.live, waits()]).toEqual([undefined, [5_000, 540_000]]);
    opened[0]?.on.open();
    expect([store.state.live, waits()]).toEqual([true, [540_000, 60_000, 10_000, 100]]);
    opened[0]?.on.end();

    expect([store.state.live, waits()]).toEqual([false, [100, 5_000, 500]]);
  });

  it('is asked for again after it is lost, and the page is read once it is there', async () => {
    const { store, log, opened, pass } = await startPage();
    opened[0]?.on.end();
    await pass(500);
    opened[1]?.on.open();
    await pass(SOON);

    expect(opened.map(({ url }) => url)).toEqual(['wss://live.test/1', 'wss://live.test/2']);
    expect(log).toEqual(['/live', '/live', ...reads]);
    expect(store.state.live).toBe(true);
  });

  it('is replaced when its time is over, and nobody notices', async () => {
    const { store, opened, closed, pass } = await startPage({ channels: [120, 540] });
    opened[0]?.on.open();
    await pass(120_000);
    opened[0]?.on.end();

    expect(closed).toEqual(['wss://live.test/1']);
    expect(opened).toHaveLength(2);
    expect(store.state.live).toBe(true);
  });

  it.each([
    [0, 0.5],
    [0.9, 1.4],
  ])(
    'is asked for less and less often while there is none, not by all pages at once: %d',
    async (random, by) => {
      const { pass, waits } = await startPage({ channels: [], random });
      const asked: number[] = [];
      for (let at = 0; at < 8; at++) {
        const next = waits().find((ms) => ms !== 5_000 * (1 + random / 5)) ?? 0;
        asked.push(Math.round(next));
        await pass(next);
      }

      const wanted = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000];
      expect(asked).toEqual(wanted.map((ms) => ms * by));
    },
  );

  it('is asked for at once when the network is back, unless there is one', async () => {
    const { log, opened, heed, settle } = await startPage({ channels: [undefined, 540] });
    heed(true);
    await settle();
    opened[0]?.on.open();
    heed(true);
    await settle();

    expect(log).toEqual(['/live', '/live']);
  });

  it('is lost with the network, once', async () => {
    const { store, closed, heed, opened, waits } = await startPage();
    opened[0]?.on.open();
    heed(false);
    opened[0]?.on.end();

    expect(store.state.live).toBe(false);
    expect(closed).toHaveLength(1);
    expect(waits()).toEqual([100, 5_000, 500]);
  });

  it('counts as steady after ten seconds, so that the next one is asked for soon', async () => {
    const { opened, pass, waits } = await startPage({ channels: [undefined, undefined, 540] });
    await pass(500);
    await pass(1_000);
    opened[0]?.on.open();
    await pass(10_000);
    opened[0]?.on.end();

    expect(waits()).toContain(500);
  });
});
