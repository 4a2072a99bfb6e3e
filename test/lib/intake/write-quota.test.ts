import { describe, expect, it } from '@jest/globals';
import { parseAccount } from '../../../lib/accounts/document/account-document.ts';
import { takeMessage } from '../../../lib/intake/messages.ts';
import {
  createWriteQuota,
  limitBookings,
  limitCalls,
  limitLeads,
  limitRequests,
  QuotaExceeded,
} from '../../../lib/intake/write-quota.ts';
import { StorageUnavailable } from '../../../lib/record/faults.ts';
import { type CallKey, holdIdFor, type StandingHold } from '../../../lib/record/hold.ts';
import { holderOf } from '../../../lib/scheduling/occupancy.ts';
import { accountDocument, startService } from '../../functions/service.ts';
import { silentCall } from '../../support/call-event.ts';

function start(perMinute = 3) {
  const clock = { now: 1_000_000 };
  const quota = createWriteQuota({ perMinute, now: () => clock.now });
  /** How many of a number of writes are allowed. */
  const taken = (accountId: string, writes: number) => {
    let passed = 0;
    for (let write = 0; write < writes; write++) {
      try {
        quota.take(accountId);
        passed++;
      } catch (error) {
        expect(error).toEqual(new StorageUnavailable({ cause: new QuotaExceeded() }));
      }
    }
    return passed;
  };
  return { clock, quota, taken };
}

describe("an account's quota of writes", () => {
  it("allows a minute's quota at once, separately for each account", () => {
    const { clock, taken } = start();
    expect(taken('acme', 5)).toBe(3);
    expect(taken('other', 5)).toBe(3);
    clock.now += 20_000;
    expect(taken('acme', 5)).toBe(1);
    clock.now += 3_600_000;
    expect(taken('acme', 5)).toBe(3);
  });

  it('loses nothing if the clock goes back', () => {
    const { clock, taken } = start();
    expect(taken('acme', 2)).toBe(2);
    clock.now -= 60_000;
    expect(taken('acme', 2)).toBe(1);
  });

  it('lets calls without a number use a quarter, so that the rest is left to others', () => {
    const { clock, quota, taken } = start(8);
    const hidden = () => quota.take('acme', { isHidden: true });
    hidden();
    hidden();
    expect(hidden).toThrow(new StorageUnavailable({ cause: new QuotaExceeded() }));
    expect(taken('acme', 9)).toBe(6);
    clock.now += 30_000;
    hidden();
    expect(hidden).toThrow(StorageUnavailable);
  });

  it('is unlimited without a quota', () => {
    const { clock, taken } = start(Number.POSITIVE_INFINITY);
    expect(taken('acme', 1000)).toBe(1000);
    clock.now += 1;
    expect(taken('acme', 1)).toBe(1);
  });
});

function heldFor(call: CallKey): StandingHold {
  const [startsAt, endsAt] = ['2026-06-10T13:00:00.000Z', '2026-06-10T15:00:00.000Z'];
  const holdId = holdIdFor(call, undefined);
  const at = { date: '2026-06-10', minute: 540, startsAt, endsAt };
  const who = { technicianId: 'ana', technician: 'Ana', serviceTypeId: 'ac-repair' };
  const holder = holderOf(holdId, Date.parse(startsAt));
  const hold = { ...at, ...who, holder, claims: [] };
  return { accountId: call.accountId, holdId, version: 1, invocations: [], keptUntil: 0, hold };
}

describe('the stores under a quota', () => {
  it('refuse writes over it before anything is stored, but never an emergency or the release of a hold', async () => {
    const service = await startService();
    const { deps } = service.container();
    const { quota } = start(1);
    const { requests, customers, holds } = limitBookings(deps, quota);
    const calls = limitCalls(deps.calls, quota);
    const leads = limitLeads(deps.leads, quota);
    const deadline = service.clock.now + 1000;
    const customer = { accountId: 'acme-hvac', phone: '+12125550123' };
    await customers.put(customer, deadline);

    const lead = {
      dispatchRequestId: 'dr_lead',
      accountId: 'acme-hvac',
      status: 'requested',
      urgency: 'routine',
      source: 'crm',
      version: 1,
      createdAt: '2026-06-01T12:00:00.000Z',
      updatedAt: '2026-06-01T12:00:00.000Z',
      needsReview: [],
      customer: {},
      invocations: [],
      history: [],
    } as const;
    const call = { accountId: 'acme-hvac', integration: 'voiceone', callId: 'c' } as const;
    const held = heldFor(call);
    const refused = [
      holds.commit({ next: held, call, seen: new Map(), kept: [] }, deadline),
      customers.put(customer, deadline),
      requests.commit({ next: lead }, deadline),
      leads.accept({ request: lead, deliveryDigest: 'd' }, deadline),
      calls.put(silentCall('acme-hvac', 'c', lead.createdAt), 30, deadline),
    ];
    for (const write of refused) await expect(write).rejects.toThrow(StorageUnavailable);
    expect(await holds.release(held, deadline)).toBe('contended');
    const emergency = { ...lead, dispatchRequestId: 'dr_emergency', urgency: 'emergency' } as const;
    expect(await requests.commit({ next: emergency }, deadline)).toEqual({ kind: 'stored' });
    expect((await service.requests.list('acme-hvac')).map((request) => request.dispatchRequestId)).toEqual([
      'dr_emergency',
    ]);
    await service.stop();
  });

  it('refuse requests of calls without a number over a quarter of it, and store those of others', async () => {
    const service = await startService();
    const { deps } = service.container();
    const requests = limitRequests(deps.requests, start(8).quota);
    const leave = (index: number, caller?: string) => {
      const { now } = service.clock;
      const call = { integration: 'voiceone', callId: `call_${index}`, caller, now, review: [] } as const;
      const said = {
        about: { kind: 'said', text: 'The invoice' },
        topic: 'billing',
        customer: {},
        canonicalArguments: '{}',
      } as const;
      return takeMessage({ ...call, ...said, account }, { ...deps, requests }, now + 1_000);
    };
    const account = parseAccount(accountDocument());
    for (const index of [0, 1]) await leave(index);
    await expect(leave(2)).rejects.toThrow(StorageUnavailable);
    for (const index of [3, 4]) await leave(index, '+12125550123');
    expect(await service.requests.list('acme-hvac')).toHaveLength(4);
    await service.stop();
  });
});
