import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { booking, type Service, startService } from './service.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.stop());

/**
 * Holds the next read of the schedule until `release`; `held` resolves when everything else that its delivery sent
 * has been answered.
 */
function holdNextScheduleRead() {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const others: Promise<unknown>[] = [];
  let waiting = false;

  /** An answer may cause a further read, which is sent in the next turn. */
  async function othersAnswered(): Promise<void> {
    for (let seen = -1; seen < others.length; ) {
      seen = others.length;
      await Promise.allSettled(others);
      await nextTurn();
    }
  }

  service.table.document.middlewareStack.add(
    (next) => async (args) => {
      if (!waiting && JSON.stringify(args.input).includes('SCHEDULE#')) {
        waiting = true;
        nextTurn().then(othersAnswered).then(held.resolve, held.reject);
        await released.promise;
        return await next(args);
      }
      const answer = next(args);
      others.push(answer);
      return await answer;
    },
    { step: 'initialize' },
  );
  return { held: held.promise, release: released.resolve };
}

describe("a repeat that reads the requests before and the schedule after the first delivery's write", () => {
  it.each([{}, { additionalVisit: true }])('gets the answer of the first: %j', async (over) => {
    const schedule = holdNextScheduleRead();
    const repeat = service.call('book_job', booking(over));
    await schedule.held;
    const first = await service.call('book_job', booking(over));
    schedule.release();

    expect(first.confirmed).toBe(true);
    expect(await repeat).toEqual(first);
    expect(await service.requests.list('acme-hvac')).toHaveLength(1);
  });

  it('keeps the time from others', async () => {
    const schedule = holdNextScheduleRead();
    const stranger = service.call('book_job', booking(), { call_id: 'call_other' });
    await schedule.held;
    await service.call('book_job', booking());
    schedule.release();

    expect(await stranger).toMatchObject({ confirmed: false, reason: 'slot_taken' });
  });
});
