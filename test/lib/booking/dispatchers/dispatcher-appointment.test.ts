import { describe, expect, it } from '@jest/globals';
import type { Account } from '../../../../lib/accounts/account.ts';
import { parseAccount } from '../../../../lib/accounts/document/account-document.ts';
import { wrongCommand } from '../../../../lib/booking/dispatchers/appointment-request.ts';
import { giveAppointment } from '../../../../lib/booking/dispatchers/dispatcher-appointment.ts';
import type { RequestStore } from '../../../../lib/record/ports.ts';
import type { DispatchRequest, Scheduled, Unscheduled } from '../../../../lib/record/request.ts';
import { noHolds } from '../../../support/no-holds.ts';

const at = '2026-06-01T12:00:00.000Z';
const now = Date.parse(at);
const account = parseAccount({
  ...{ accountId: 'acme', name: 'Acme', timezone: 'UTC', hours: { wednesday: [['08:00', '17:00']] } },
  booking: { minNoticeMinutes: 120, sameDayCutoff: '14:00' },
  serviceTypes: [{ id: 'ac', name: 'AC Repair', durationMinutes: 60 }],
  technicians: [{ id: 'ana', name: 'Ana' }],
});
const lead: Unscheduled = {
  ...{ dispatchRequestId: 'dr_1', accountId: 'acme', status: 'requested', urgency: 'routine', source: 'crm' },
  ...{ version: 1, createdAt: at, updatedAt: at, needsReview: [], customer: {}, serviceTypeId: 'ac' },
  ...{ invocations: [], history: [] },
};
const scheduled: Scheduled = {
  ...lead,
  ...{ status: 'scheduled', version: 2 },
  appointment: {
    ...{ date: '2026-06-10', minute: 13 * 60, startsAt: '2026-06-10T13:00:00.000Z' },
    ...{ endsAt: '2026-06-10T14:00:00.000Z', technicianId: 'ana', technician: 'Ana', claims: [] },
  },
};

/** A store in which another dispatcher was faster: only the latest state can be changed. */
function storeOf(latest: DispatchRequest) {
  const committed: DispatchRequest[] = [];
  const requests: RequestStore = {
    get: async () => latest,
    madeInCall: async () => [],
    ofNumber: async () => [],
    recent: async () => undefined,
    countAlert: async () => 1,
    async commit({ next, previous }) {
      if (previous?.version !== latest.version) return { kind: 'changed', current: latest };
      committed.push(next);
      return { kind: 'stored' };
    },
  };
  const schedule = { occupancy: async () => new Map() };
  const deps = {
    requests,
    schedule,
    storedAccounts: { current: async (known: Account) => known },
    holds: noHolds,
    customers: { get: async () => undefined },
    now: () => now,
    pause: async () => undefined,
    random: () => 0,
  };
  return { deps, committed };
}
const wanted = { account, date: '2026-06-10', minute: 540, who: { by: 'dispatcher:kim', now } } as const;

describe('the command for a request', () => {
  it('is schedule without an active appointment and move with one', () => {
    const held: DispatchRequest = { ...scheduled, status: 'on_hold' };
    for (const request of [lead, held]) {
      expect(wrongCommand('schedule', request)).toBeUndefined();
      expect(wrongCommand('move', request)).toEqual({ reason: 'no_appointment' });
    }
    expect(wrongCommand('move', scheduled)).toBeUndefined();
    expect(wrongCommand('schedule', scheduled)).toMatchObject({ reason: 'has_appointment' });
  });

  it('is move while the technician is at work, because dispatchers may send another one', () => {
    for (const status of ['en_route', 'in_progress'] as const) {
      expect(wrongCommand('schedule', { ...scheduled, status })).toMatchObject({ reason: 'has_appointment' });
      expect(wrongCommand('move', { ...scheduled, status })).toBeUndefined();
    }
  });

  it('is neither if no start can be given, with another reason', () => {
    for (const command of ['schedule', 'move'] as const)
      expect(wrongCommand(command, { ...scheduled, status: 'completed' })).toBeUndefined();
  });
});

describe('scheduling a request that another dispatcher has just scheduled', () => {
  it('does not move the appointment', async () => {
    const { deps, committed } = storeOf(scheduled);
    const result = await giveAppointment({ ...wanted, command: 'schedule', request: lead }, deps, now + 1000);
    expect(result).toMatchObject({ kind: 'refused', refusal: { reason: 'has_appointment' } });
    expect(committed).toEqual([]);
  });

  it('succeeds if it has the same start', async () => {
    const { deps, committed } = storeOf(scheduled);
    const same = { ...wanted, command: 'schedule', minute: 13 * 60, request: lead } as const;
    expect(await giveAppointment(same, deps, now + 1000)).toEqual({ kind: 'stands', request: scheduled });
    expect(committed).toEqual([]);
  });
});

describe('moving on the latest state', () => {
  it('returns the state before the change, even if an older one was read', async () => {
    const latest: Scheduled = { ...scheduled, version: 3, status: 'dispatched' };
    const { deps, committed } = storeOf(latest);
    const result = await giveAppointment(
      { ...wanted, command: 'move', request: scheduled },
      deps,
      now + 1000,
    );
    expect(result).toMatchObject({ kind: 'changed', previous: latest, request: { version: 4 } });
    expect(committed).toMatchObject([{ status: 'scheduled', appointment: { minute: 9 * 60 } }]);
  });
});

it("prefers a technician's id over another's equal name", async () => {
  const { deps } = storeOf(lead);
  const technicians = [
    { id: 'tech-1', name: 'Ben', skills: [], timeOff: [] },
    { id: 'ben', name: 'Benjamin', skills: [], timeOff: [] },
  ];
  const asked = { ...wanted, account: { ...account, technicians }, technician: 'ben' };
  const result = await giveAppointment({ ...asked, command: 'schedule', request: lead }, deps, now + 1000);
  expect(result).toMatchObject({ kind: 'changed', request: { appointment: { technicianId: 'ben' } } });
});

it('notice and cut-off do not bind dispatchers, the grid and the past do', async () => {
  const { deps } = storeOf(lead);
  const late = Date.parse('2026-06-10T14:30:00Z');
  const asked = { ...wanted, who: { ...wanted.who, now: late }, command: 'schedule', request: lead } as const;
  const at = (minute: number) => giveAppointment({ ...asked, minute }, deps, now + 1000);
  expect(await at(15 * 60)).toMatchObject({ kind: 'changed' });
  expect(await at(14 * 60)).toMatchObject({ refusal: { reason: 'past' } });
  expect(await at(15 * 60 + 10)).toMatchObject({ refusal: { reason: 'not_on_grid' } });
});
