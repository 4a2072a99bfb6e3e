import { describe, expect, it } from '@jest/globals';
import { change } from '../../../../board/src/changes.ts';
import { createApi } from '../../../../board/src/store/api.ts';
import { refresh, start } from '../../../../board/src/store/reading.ts';
import type { Subject } from '../../../../board/src/store/state.ts';
import { Store } from '../../../../board/src/store/store.ts';

const account = { accountId: 'acme', name: 'Acme', timezone: 'America/New_York' };
const day = { account: 'acme', date: '2026-11-23' };
const subject: Subject = {
  ...{ dispatchRequestId: 'dr_1', version: 1, label: 'Grace Kim', status: 'scheduled', urgency: 'routine' },
};
const session = {
  token: async () => 'token',
};

/** A service whose board the tests change. It answers reads by their tag, as the API does. */
function createService() {
  const service = {
    gridMinutes: 15,
    isDown: false,
    /** Method, path and status of each answer. */
    log: [] as string[],
    async fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
      const [method, path] = [init?.method ?? 'GET', String(input).replace('/api/v1', '')];
      if (service.isDown || method !== 'GET') throw new TypeError('fetch failed');
      const answer = answerTo(path, new Headers(init?.headers).get('if-none-match'));
      service.log.push(`${method} ${path} ${answer.status}`);
      return answer;
    },
  };

  function answerTo(path: string, known: string | null): Response {
    if (path === '/accounts') return Response.json({ accounts: [account] });
    const isBoard = path === `/accounts/acme/board/${day.date}`;
    const body = isBoard ? { gridMinutes: service.gridMinutes, lanes: [] } : { requests: [] };
    const etag = `"${service.gridMinutes}"`;
    const headers = { etag };
    return known === etag ? new Response(null, { status: 304, headers }) : Response.json(body, { headers });
  }

  return service;
}

/** A page that has read its day, with a timer that the test controls. */
async function startPage({
  isHidden = false,
  random = 0,
  draw = () => undefined,
}: {
  isHidden?: boolean;
  random?: number;
  draw?: () => void;
} = {}) {
  const service = createService();
  const waits: number[] = [];
  const said: string[] = [];
  let next: (() => Promise<void>) | undefined;
  const store = new Store(
    createApi(session, service.fetch),
    {
      draw,
      announce: (text) => said.push(text),
      showDay: () => undefined,
      isHidden: () => isHidden,
      random: () => random,
      keep: () => undefined,
      after(ms, run) {
        waits.push(ms);
        next = run;
        return () => {
          next = undefined;
        };
      },
    },
    refresh,
  );
  await start(store, day);
  store.poll();
  service.log.length = 0;
  /** Waits until the next poll. */
  const poll = async () => {
    const run = next;
    next = undefined;
    await run?.();
  };
  return { store, service, waits, said, poll };
}

describe("the page's polling", () => {
  it('shows what another dispatcher changed', async () => {
    const { store, service, poll } = await startPage();
    expect(store.state.boards.get(day.date)?.gridMinutes).toBe(15);
    service.gridMinutes = 30;

    await poll();

    expect(store.state.boards.get(day.date)?.gridMinutes).toBe(30);
  });

  it('keeps the board that it has if nothing changed', async () => {
    const { store, service, poll } = await startPage();
    const { boards, queue } = store.state;
    const board = boards.get(day.date);

    await poll();

    expect(service.log.sort()).toEqual([
      'GET /accounts/acme/board/2026-11-23 304',
      'GET /accounts/acme/queue 304',
    ]);
    expect(store.state.boards.get(day.date)).toBe(board);
    expect(store.state.queue).toBe(queue);
  });

  it.each([
    ['five seconds while the page is seen', false, 5_000],
    ['ten seconds while it is hidden', true, 10_000],
  ])('waits %s', async (_, isHidden, wait) => {
    const { waits, poll } = await startPage({ isHidden });

    await poll();

    expect(waits).toEqual([wait, wait]);
  });

  it('waits longer while the service fails, and as before once it answers', async () => {
    const { service, waits, poll } = await startPage();
    waits.length = 0;
    service.isDown = true;
    for (let failed = 0; failed < 6; failed++) await poll();
    service.isDown = false;
    await poll();

    expect(waits).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000, 5_000]);
  });

  it('waits not the same time as other pages do', async () => {
    const { waits, poll } = await startPage({ random: 0.5 });

    await poll();

    expect(waits).toEqual([5_500, 5_500]);
  });

  it('continues after an error in the page itself', async () => {
    let isBroken = false;
    const draw = () => {
      if (isBroken) throw new Error('The page cannot be drawn');
    };
    const { waits, poll } = await startPage({ draw });
    isBroken = true;

    await expect(poll()).rejects.toThrow('drawn');

    expect(waits).toHaveLength(2);
  });

  it('goes on while a job is being moved, because an emergency may come, and leaves its starts', async () => {
    const { store, service, waits, poll } = await startPage();
    const starts = {
      ...{ dispatchRequestId: 'dr_1', date: day.date, serviceType: 'Estimate', durationMinutes: 30 },
      technicians: [],
    };
    store.set({ placing: { subject, starts, at: [0, 0] } });

    await poll();

    expect(service.log).toEqual(['GET /accounts/acme/queue 304', 'GET /accounts/acme/board/2026-11-23 304']);
    expect(store.state.placing?.starts).toBe(starts);
    expect(waits).toHaveLength(2);
  });

  it('continues after the connection was lost', async () => {
    const { store, service, said, poll } = await startPage();
    service.isDown = true;
    await poll();
    await poll();
    expect(store.state.fault?.message).toBe('There is no connection to the service.');
    expect(said).toEqual(['There is no connection to the service.']);
    service.isDown = false;
    service.gridMinutes = 30;

    await poll();

    expect(store.state.fault).toBeUndefined();
    expect(store.state.boards.get(day.date)?.gridMinutes).toBe(30);
  });
});

describe('a change whose outcome is unknown', () => {
  it('is reported until the dispatcher closes the report, even if the board can be read', async () => {
    const { store, poll } = await startPage();

    await change(store, subject, 'hold', {});
    await poll();

    expect(store.state.fault).toBeUndefined();
    expect(store.state.notices.at(-1)?.text).toMatch(
      /^The connection failed\. Check whether the change went through/,
    );
  });
});

describe('what a form sends', () => {
  const block = { kind: 'block' } as const;

  it('closes no form that was opened in the meantime', async () => {
    const { store } = await startPage();
    const send = async () => {
      store.set({ dialog: block });
      return { text: 'Done.' };
    };

    await store.attempt({ send });

    expect(store.state.dialog).toBe(block);
  });

  it('leaves the form if it is refused', async () => {
    const { store } = await startPage();
    store.set({ dialog: block });

    const isDone = await store.attempt({
      send: (api) => api.unblock('acme', 'bl_1').then(() => ({ text: '' })),
    });

    expect(isDone).toBe(false);
    expect(store.state).toMatchObject({ dialog: block, notices: [{ kind: 'refused' }], pending: undefined });
  });
});
