import { describe, expect, it } from '@jest/globals';
import { violations } from '../support/invariants.ts';
import { faultsIn, fleetPerFile, many, warmAccount } from './fleet.ts';

const fleet = fleetPerFile(3);

const account = (accountId: string, technicians: number) => warmAccount(fleet(), accountId, technicians);

describe('cancellations, moves and bookings in parallel', () => {
  it('leave every claim with its request and every request with its claims', async () => {
    const accountId = await account('mixed', 2);
    const times = ['8:00 AM', '8:30 AM', '9:00 AM', '10:00 AM', '1:00 PM', '2:00 PM'];
    const names = ['book_job', 'cancel_job', 'reschedule_job'];
    for (let round = 0; round < 4; round++) {
      const answers = await fleet().askAll(
        many(24, (i) => ({
          accountId,
          callId: `call-${i % 8}`,
          time: times[(i + round) % 6] ?? '',
          name: names[(i + round) % 3] ?? '',
        })),
      );
      expect(faultsIn(answers)).toEqual([]);
      expect(await violations(fleet().table.document, fleet().table.tableName)).toEqual([]);
    }
  });

  it('cancel an appointment that is canceled and moved at once, in either order', async () => {
    for (let round = 0; round < 2; round++) {
      const accountId = await account(`both-${round}`, 1);
      await fleet().askAll([{ accountId, callId: 'one', time: '9:00 AM' }]);
      const answers = await fleet().askAll(
        many(12, (i) => ({
          accountId,
          callId: 'one',
          time: '1:00 PM',
          name: i % 2 === 0 ? 'cancel_job' : 'reschedule_job',
        })),
      );
      expect(faultsIn(answers)).toEqual([]);
      expect(answers.filter((_, i) => i % 2 === 0).every(({ canceled }) => canceled)).toBe(true);
      for (const time of ['9:00 AM', '1:00 PM']) {
        const [answer] = await fleet().askAll([{ accountId, callId: `after ${time}`, time }]);
        expect(answer).toMatchObject({ confirmed: true, time });
      }
    }
  });

  it('give canceled time to exactly one of those who wait for it', async () => {
    const accountId = await account('freed', 1);
    await fleet().askAll([{ accountId, callId: 'holder', time: '9:00 AM' }]);
    const asked = many(20, (i) => ({ accountId, callId: `waiting-${i}`, time: '9:00 AM' }));
    const before = await fleet().askAll(asked);
    expect(before.filter(({ confirmed }) => confirmed)).toEqual([]);
    const [gone] = await fleet().askAll([{ accountId, callId: 'holder', time: '', name: 'cancel_job' }]);
    expect(gone).toMatchObject({ canceled: true });
    // They ask once more: the same function call again would get the same refusal.
    const after = await fleet().askAll(asked.map((one) => ({ ...one, invocation: 'once more' })));
    expect(faultsIn(after)).toEqual([]);
    expect(after.filter(({ confirmed }) => confirmed)).toHaveLength(1);
  });
});
