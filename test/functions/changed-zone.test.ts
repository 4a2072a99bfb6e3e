import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { violations } from '../support/invariants.ts';
import { accountDocument, booking, type Service, startService } from './service.ts';

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const hours = Object.fromEntries(days.map((day) => [day, [['00:00', '24:00']]]));
const shopIn = (timezone: string) => accountDocument({ timezone, hours });
const newYork = shopIn('America/New_York');
const tokyo = shopIn('Asia/Tokyo');

let service: Service;
beforeEach(async () => {
  service = await startService(newYork);
});
afterEach(async () => {
  expect(await violations(service.table.document, service.table.tableName)).toEqual([]);
  await service.stop();
});

/** The instant 2026-06-11 at 00:00 UTC, a Thursday, as each zone writes it. */
const inNewYork = booking({ date: '2026-06-10', time: '20:00' });
const inTokyo = booking({ date: '2026-06-11', time: '09:00' });
const other = { call_id: 'call_2', from_number: '+12125550177' };

describe('a change of the time zone', () => {
  it.each([
    ['dispatched', 0, ['dispatched']],
    ['on the way', 0, ['dispatched', 'en_route']],
    ['under way', 3600, ['dispatched', 'en_route', 'in_progress']],
    ['late: nobody has set out', 3600, []],
  ] as const)('is refused while a job is %s', async (_, secondsIn, statuses) => {
    const { dispatchRequestId } = await service.call('book_job', inNewYork);
    service.clock.now = Date.UTC(2026, 5, 11) + secondsIn * 1000;
    for (const to of statuses) await service.change(dispatchRequestId, { to });
    await expect(service.accounts.put(tokyo)).rejects.toMatchObject({ faults: [{ path: 'timezone' }] });
    service.clock.now = Date.UTC(2026, 5, 11, 2);
    await expect(service.accounts.put(tokyo)).resolves.toMatchObject({ timezone: 'Asia/Tokyo' });
  });

  it("books nobody twice if a container still has the account's old zone", async () => {
    const stale = service.container();
    await stale.call('check_availability', { date: '2026-06-10', serviceType: 'AC Repair' });
    await service.accounts.put(tokyo);
    const first = await stale.call('book_job', inNewYork, other);
    await service.container().call('book_job', inTokyo);
    expect(first).toMatchObject({ confirmed: true });
  });

  it('books nobody twice if both zones are booked at once', async () => {
    const stale = service.container();
    await stale.call('check_availability', { date: '2026-06-10', serviceType: 'AC Repair' });
    await service.accounts.put(tokyo);
    const answers = await Promise.all([
      stale.call('book_job', inNewYork, other),
      service.container().call('book_job', inTokyo),
    ]);
    expect(answers.filter(({ confirmed }) => confirmed).length).toBeGreaterThan(0);
  });
});
