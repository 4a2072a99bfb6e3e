import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { booking, type Service, startService } from './service.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.stop());

/** Lets the next read of the schedule wait until `release`; `held` resolves when it does. */
function holdNextScheduleRead() {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let waiting = false;
  service.table.document.middlewareStack.add(
    (next) => async (args) => {
      if (!waiting && JSON.stringify(args.input).includes('SCHEDULE#')) {
        waiting = true;
        held.resolve();
        await released.promise;
      }
      return await next(args);
    },
    { step: 'initialize' },
  );
  return { held: held.promise, release: released.resolve };
}

describe('a repeat that reads the requests before and the schedule after the first delivery has written', () => {
  it.each([{}, { additionalVisit: true }])('gets what the first got: %j', async (over) => {
    const schedule = holdNextScheduleRead();
    const repeat = service.call('book_job', booking(over));
    await schedule.held;
    // Its other reads, sent at the same time, find nothing yet.
    await wait(100);
    const first = await service.call('book_job', booking(over));
    schedule.release();

    expect(first.confirmed).toBe(true);
    expect(await repeat).toEqual(first);
    expect(await service.requests.list('acme-hvac')).toHaveLength(1);
  });

  it('leaves the time to nobody else', async () => {
    const schedule = holdNextScheduleRead();
    const stranger = service.call('book_job', booking(), { call_id: 'call_other' });
    await schedule.held;
    await wait(100);
    await service.call('book_job', booking());
    schedule.release();

    expect(await stranger).toMatchObject({ confirmed: false, reason: 'slot_taken' });
  });
});
