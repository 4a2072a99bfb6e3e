import { expect, it } from '@jest/globals';
import { inTurns } from '../../../lib/intake/send-due.ts';

/** Time that advances by a step when everything waits for it. */
function createSteps() {
  let step = 0;
  let waiting: (() => void)[] = [];
  const next = () => {
    step += 1;
    const due = waiting;
    waiting = [];
    for (const go of due) go();
    if (due.length > 0) setImmediate(next);
  };
  setImmediate(next);
  return {
    now: () => step,
    wait: () =>
      new Promise<void>((resolve) => {
        waiting.push(resolve);
      }),
  };
}

/** At which step each account's first item is done, and how many items were worked on at once. */
async function firstDone(lengths: Readonly<Record<string, number>>, most = 8) {
  const steps = createSteps();
  const done = new Map<string, number>();
  let atOnce = 0;
  let peak = 0;
  async function* itemsOf(account: string, length: number) {
    for (let index = 0; index < length; index++) {
      if (index % 100 === 0) await steps.wait();
      yield account;
    }
  }
  const lists = Object.entries(lengths).map(([account, length]) => itemsOf(account, length));
  await inTurns(lists, { most, isOver: () => false }, async (account) => {
    atOnce += 1;
    peak = Math.max(peak, atOnce);
    await steps.wait();
    atOnce -= 1;
    if (!done.has(account)) done.set(account, steps.now());
  });
  return { done, peak };
}

it("ten thousand items of one account change another's time by no step", async () => {
  const alone = await firstDone({ acme: 1 });
  const beside = await firstDone({ bolt: 10_000, acme: 1 });
  expect(beside.done.get('acme')).toBe(alone.done.get('acme'));
});

it('every account gets its turn before any gets a second one', async () => {
  const lengths = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`account-${index}`, 500]));
  const { done } = await firstDone(lengths, 4);
  // Twenty pages and twenty items, four at once.
  expect(Math.max(...done.values())).toBeLessThanOrEqual(14);
});

it('items of one list are worked on in parallel', async () => {
  expect((await firstDone({ bolt: 1_000 })).peak).toBeGreaterThanOrEqual(7);
});

it('takes nothing more when its time is over', async () => {
  let taken = 0;
  async function* endless() {
    for (;;) yield 'item';
  }
  await inTurns([endless()], { most: 4, isOver: () => taken >= 10 }, async () => {
    taken += 1;
  });
  expect(taken).toBeGreaterThanOrEqual(10);
  expect(taken).toBeLessThanOrEqual(14);
});
