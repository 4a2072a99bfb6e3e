import { describe, expect, it } from '@jest/globals';
import { storesOf, type Target } from '../../cli/target.ts';
import type { Account } from '../../lib/accounts/account.ts';
import { realDependencies } from '../../lib/aws/composition.ts';
import { createAccountStore } from '../../lib/aws/stores/account-store.ts';
import { blockTime, unblockTime } from '../../lib/booking/dispatchers/block-time.ts';
import { giveAppointment } from '../../lib/booking/dispatchers/dispatcher-appointment.ts';
import { planBlock } from '../../lib/record/block.ts';
import { changeStatus } from '../../lib/record/lifecycle.ts';
import { violations } from '../support/invariants.ts';
import { date, stoppedClock, storeAccount } from '../support/race-account.ts';
import { fleetPerFile } from './fleet.ts';

const ROUNDS = 4;
const fleet = fleetPerFile(2);

const dependencies = (): Target => storesOf(fleet().table, { now: () => new Date(stoppedClock()) });
const who = () => ({ by: 'dispatcher:kim' as const, now: stoppedClock() });

/** An account with one technician, whom everybody wants. */
async function account(accountId: string): Promise<Account> {
  await storeAccount(fleet().table, { accountId, technicians: 1 });
  const stored = await createAccountStore({ ...realDependencies(fleet().table), now: stoppedClock }).byId(
    accountId,
  );
  if (stored === undefined) throw new Error('The account was not stored.');
  return stored;
}

const book = async (accountId: string, callId: string, time: string) => {
  const [answer] = await fleet().askAll([{ accountId, callId, time }]);
  return answer;
};

async function block(account: Account, from: string, to: string) {
  const [technician] = account.technicians;
  if (technician === undefined) throw new Error('Nobody to block.');
  const times = { from: `${date}T${from}`, to: `${date}T${to}` };
  const planned = planBlock({ account, technician, ...times, reason: 'training', ...who() });
  if (typeof planned === 'string') throw new Error(planned);
  const deps = dependencies();
  return await blockTime(planned, deps, deps.deadline);
}

async function found(dispatchRequestId: string | undefined) {
  const deps = dependencies();
  const request = await deps.requests.get(dispatchRequestId ?? '', deps.deadline);
  if (request === undefined) throw new Error('The booking was not stored.');
  return { request, deps };
}

describe('in a race for one technician', () => {
  it('blocks, cancellations, moves and bookings leave nothing incomplete', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const shop = await account(`all-${round}`);
      const { accountId } = shop;
      const held = await book(accountId, 'held', '9:00 AM');
      const moving = await book(accountId, 'moving', '3:00 PM');
      const cancel = async () => {
        const { request, deps } = await found(held?.dispatchRequestId);
        const command = { to: 'canceled', why: 'sold' } as const;
        return await changeStatus({ request, command, who: who() }, deps, deps.deadline);
      };
      const move = async () => {
        const { request, deps } = await found(moving?.dispatchRequestId);
        const to = { account: shop, date, minute: 10 * 60 };
        return await giveAppointment({ command: 'move', request, ...to, who: who() }, deps, deps.deadline);
      };
      const [, moved, blocked, ...booked] = await Promise.all([
        cancel(),
        move(),
        block(shop, '08:00', '12:00'),
        ...['8:00 AM', '9:00 AM', '10:30 AM', '11:00 AM'].map((time, i) =>
          book(accountId, `call-${round}-${i}`, time),
        ),
      ]);
      expect(await violations(fleet().table.document, fleet().table.tableName)).toEqual([]);
      expect(booked.flatMap((answer) => answer?.error?.code ?? [])).toEqual([]);
      const inTheMorning =
        booked.filter((answer) => answer?.confirmed).length + (moved.kind === 'changed' ? 1 : 0);
      // A block and a job in it exclude each other, whichever came first, and one of them gets the time.
      expect(blocked.kind).toBe(inTheMorning === 0 ? 'blocked' : 'occupied');
    }
  });

  it('one of many overlapping blocks is created, and repeats of it are the same block', async () => {
    const shop = await account('overlapping');
    const froms = ['08:00', '09:00', '09:07', '10:00'];
    const results = await Promise.all(froms.map((from) => block(shop, from, '11:00')));
    expect(results.map(({ kind }) => kind).sort()).toEqual(['blocked', 'occupied', 'occupied', 'occupied']);
    const again = await Promise.all(Array.from({ length: 8 }, () => block(shop, '14:00', '15:00')));
    expect(again.filter(({ kind }) => kind === 'blocked')).toHaveLength(1);
    expect(again.filter(({ kind }) => kind === 'stands')).toHaveLength(7);
  });

  it('unblocked time goes to exactly one booking', async () => {
    const shop = await account('unblocked');
    for (let round = 0; round < ROUNDS; round++) {
      const made = await block(shop, '13:00', '14:00');
      if (made.kind !== 'blocked') throw new Error(`It was ${made.kind}.`);
      const deps = dependencies();
      const unblock = () => unblockTime(made.block.blockId, deps, deps.deadline);
      const [first, second, ...booked] = await Promise.all([
        unblock(),
        unblock(),
        ...Array.from({ length: 6 }, (_, i) => book('unblocked', `call-${round}-${i}`, '1:00 PM')),
      ]);
      expect([first, second].filter((released) => released !== undefined)).toHaveLength(1);
      const confirmed = booked.filter((answer) => answer?.confirmed);
      expect(confirmed.length).toBeLessThanOrEqual(1);
      expect(await violations(fleet().table.document, fleet().table.tableName)).toEqual([]);
      for (const answer of confirmed) {
        const { request, deps } = await found(answer?.dispatchRequestId);
        const command = { to: 'canceled', why: 'sold' } as const;
        await changeStatus({ request, command, who: who() }, deps, deps.deadline);
      }
    }
  });
});
