import { describe, expect, it } from '@jest/globals';
import { type CallHold, letGo } from '../../../../lib/record/hold.ts';
import { holderOf } from '../../../../lib/scheduling/occupancy.ts';
import { silentCall } from '../../../support/call-event.ts';
import { violations } from '../../../support/invariants.ts';
import {
  accountId,
  anotherNumber,
  clock,
  DEADLINE,
  faulty,
  newBooking,
  newHold,
  START,
  stores,
  table,
} from '../stores-fixture.ts';

const stored = (holdId: string): Promise<CallHold | undefined> =>
  stores.holds.get(accountId, holdId, DEADLINE);
const whole = () => violations(table.document, table.tableName, clock.now);

describe('a stored hold', () => {
  it('claims its time until it is released', async () => {
    const { next, change } = newHold();
    expect(await stores.holds.commit(change, DEADLINE)).toBe('stored');
    expect(await stored(next.holdId)).toEqual(next);
    expect(await whole()).toEqual([]);
    expect(await stores.holds.release(next, DEADLINE)).toBe('stored');
    expect(await stored(next.holdId)).toEqual(letGo(next));
    expect(await whole()).toEqual([]);
  });

  it('can be replaced only as it was read: if it has expired, and was not renewed since', async () => {
    const first = newHold();
    await stores.holds.commit(first.change, DEADLINE);
    const other = newHold(START + 120_000, first.bucket);
    const blind = { ...other.change, seen: other.seen() };
    expect(await stores.holds.commit(blind, DEADLINE)).toBe('slot_lost');
    const renewed = { ...first.next.hold, holder: holderOf(first.next.holdId, START + 90_000) };
    const second = { ...first.next, version: 2, hold: renewed };
    const renewal = { ...first.change, next: second, before: first.next.hold };
    expect(await stores.holds.commit(renewal, DEADLINE)).toBe('stored');
    const late = { ...other.change, seen: other.seen(first.next.hold.holder) };
    expect(await stores.holds.commit(late, DEADLINE)).toBe('slot_lost');
    const right = { ...other.change, seen: other.seen(renewed.holder) };
    expect(await stores.holds.commit(right, DEADLINE)).toBe('stored');
    await stores.holds.release(other.next, DEADLINE);
    // The first one has nothing left to release.
    const left = { ...second, hold: { ...renewed, claims: [] } };
    expect(await stores.holds.release(left, DEADLINE)).toBe('stored');
    expect(await whole()).toEqual([]);
  });

  it('can be changed only as it was read', async () => {
    const { next, change } = newHold();
    await stores.holds.commit(change, DEADLINE);
    expect(await stores.holds.commit({ ...change, before: next.hold }, DEADLINE)).toBe('contended');
    expect(await stores.holds.release({ ...next, version: 7 }, DEADLINE)).toBe('contended');
    await stores.holds.release(next, DEADLINE);
  });

  it('is refused once a report has ended the call', async () => {
    const { call, change } = newHold();
    await stores.calls.put(silentCall(accountId, call.callId, new Date(START).toISOString()), 30, DEADLINE);
    expect(await stores.holds.commit(change, DEADLINE)).toBe('call_ended');
    expect(await whole()).toEqual([]);
  });

  it.each(['throttle', 'timeout', 'lostAnswer'] as const)('has a known outcome after %s', async (fault) => {
    const { next, change } = newHold();
    faulty.plan((operation, nth) => (operation === 'TransactWriteItems' && nth === 1 ? fault : undefined));
    expect(await stores.holds.commit(change, DEADLINE)).toBe('stored');
    expect(await stored(next.holdId)).toEqual(next);
    faulty.plan((operation, nth) => (operation === 'TransactWriteItems' && nth === 1 ? fault : undefined));
    expect(await stores.holds.release(next, DEADLINE)).toBe('stored');
    expect(await whole()).toEqual([]);
  });
});

describe('the holds of a number', () => {
  it('are counted by their ends, each call once', async () => {
    const { next, change } = newHold();
    const numberId = `hn_${anotherNumber()}`;
    const none = await stores.holds.ofNumber(accountId, numberId, DEADLINE);
    expect(none).toEqual({ numberId, version: 0, ends: new Map() });
    const counted = { ...next, hold: { ...next.hold, numberId } };
    await stores.holds.commit({ ...change, next: counted, ofNumber: none }, DEADLINE);
    const one = await stores.holds.ofNumber(accountId, numberId, DEADLINE);
    expect(one.ends).toEqual(new Map([[next.holdId, START + 60_000]]));
    const other = newHold();
    const stale = { ...other.change, ofNumber: none };
    expect(await stores.holds.commit(stale, DEADLINE)).toBe('contended');
    await stores.holds.release(counted, DEADLINE);
    expect((await stores.holds.ofNumber(accountId, numberId, DEADLINE)).ends).toEqual(new Map());
  });

  it('drop ended ones with the next hold', async () => {
    const numberId = `hn_${anotherNumber()}`;
    await storedFor(numberId, newHold());
    clock.now = START + 60_000;
    const next = await storedFor(numberId, newHold(clock.now + 60_000));
    const { ends } = await stores.holds.ofNumber(accountId, numberId, clock.now + 2_500);
    expect([...ends.keys()]).toEqual([next.holdId]);
  });

  it('all end with a change that takes over their times', async () => {
    const numberId = `hn_${anotherNumber()}`;
    const ends = [await storedFor(numberId, newHold()), await storedFor(numberId, newHold())];
    const change = { next: newBooking(), ends };
    expect(await stores.requests.commit(change, DEADLINE)).toEqual({ kind: 'stored' });
    expect((await stores.holds.ofNumber(accountId, numberId, DEADLINE)).ends).toEqual(new Map());
    for (const ended of ends) expect(await stored(ended.holdId)).toEqual(letGo(ended));
    expect(await whole()).toEqual([]);
  });

  /** Stores a hold of a number. */
  async function storedFor(numberId: string, { next, change }: ReturnType<typeof newHold>) {
    const counted = { ...next, hold: { ...next.hold, numberId } };
    const ofNumber = await stores.holds.ofNumber(accountId, numberId, clock.now + 2_500);
    const commit = { ...change, next: counted, ofNumber };
    expect(await stores.holds.commit(commit, clock.now + 2_500)).toBe('stored');
    return counted;
  }
});
