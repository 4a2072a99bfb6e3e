import { afterAll, beforeAll, beforeEach, expect } from '@jest/globals';
import { parseAccount } from '../../../lib/accounts/account-document.ts';
import { createAccountStore } from '../../../lib/aws/accounts/account-store.ts';
import { createBlockStore } from '../../../lib/aws/block-store.ts';
import { allStores, realDependencies, type StoreDependencies } from '../../../lib/aws/composition.ts';
import { type Block, planBlock } from '../../../lib/dispatch/blocks/block.ts';
import { appointmentOf, scheduled } from '../../../lib/dispatch/booking/appointment.ts';
import { bookingId } from '../../../lib/dispatch/booking/booking-request.ts';
import type { Change } from '../../../lib/dispatch/ports.ts';
import { decideTransition } from '../../../lib/dispatch/requests/lifecycle.ts';
import type { Scheduled } from '../../../lib/dispatch/requests/request.ts';
import { accountDocument } from '../../functions/service.ts';
import { silentCall } from '../../support/call-event.ts';
import { createTestTable, type TestTable } from '../../support/database.ts';
import { createFaultyDocument } from '../../support/faulty-document.ts';

const START = Date.UTC(2026, 5, 1, 12);
/** As on a live call. The clock of these tests moves only by pauses. */
const WITHIN_MS = 2_500;
export const DEADLINE = START + WITHIN_MS;
const PHONE = '+12125550123';
const NUMBER = '+12125550124';
const SPAN = { from: START / 60_000, to: START / 60_000 + 30 * 1440 };

const account = parseAccount(accountDocument());
const { accountId } = account;
export const clock = { now: START };
export const faulty = createFaultyDocument();
export let table: TestTable;
export let stores: ReturnType<typeof storesOf>;

function storesOf(dependencies: StoreDependencies) {
  const { requests, schedule, customers, leads, calls } = allStores(dependencies);
  const [blocks, accounts] = [createBlockStore(dependencies), createAccountStore(dependencies)];
  return { requests, schedule, customers, leads, calls, blocks, accounts };
}

function dependenciesOver(document: StoreDependencies['document']): StoreDependencies {
  const pause = async (ms: number) => {
    clock.now += ms;
  };
  const real = realDependencies({ document, tableName: table.tableName });
  return { ...real, now: () => clock.now, pause, random: () => 0.5 };
}

beforeAll(async () => {
  table = await createTestTable();
  await createAccountStore(dependenciesOver(table.document)).put(accountDocument());
  stores = storesOf(dependenciesOver(faulty.document));
});
beforeEach(() => {
  clock.now = START;
  faulty.plan(undefined);
});
afterAll(async () => {
  faulty.document.destroy();
  await table.destroy();
});

/** Every booking, lead and block of these tests is about an hour of its own. */
let hours = 0;

function newBooking(): Scheduled {
  hours += 1;
  const [service] = account.serviceTypes;
  const [technician] = account.technicians;
  if (service === undefined || technician === undefined) throw new Error('The account has a service');
  const wanted = { account, service, date: '2026-06-10', minute: 540, now: START };
  const order = {
    ...wanted,
    integration: 'voiceone' as const,
    callId: `call_${hours}`,
    review: [],
    additionalVisit: false,
    urgency: 'routine' as const,
    customer: { phone: PHONE, name: 'Dana' },
    canonicalArguments: '',
  };
  const start = START / 60_000 + 10 * 1440 + hours * 180;
  return scheduled(
    order,
    bookingId(order),
    appointmentOf(wanted, { start, minute: wanted.minute, technicians: [] }, technician),
    undefined,
  );
}

async function storedBooking(): Promise<Scheduled> {
  const next = newBooking();
  expect(await stores.requests.commit({ next }, DEADLINE)).toEqual({ kind: 'stored' });
  return next;
}

function newBlock(): Block {
  hours += 1;
  const day = new Date(START + (40 + hours) * 86_400_000).toISOString().slice(0, 10);
  const [technician] = account.technicians;
  if (technician === undefined) throw new Error('The account has a technician');
  const when = { from: `${day}T09:00`, to: `${day}T10:00` };
  const block = planBlock({ account, technician, ...when, reason: 'x', by: 'dispatcher:kim', now: START });
  if (typeof block === 'string') throw new Error(block);
  return block;
}

async function storedBlock(): Promise<Block> {
  const block = newBlock();
  expect(await stores.blocks.put(block, DEADLINE)).toBe('stored');
  return block;
}

function cancellation(previous: Scheduled): Change {
  const who = { by: 'caller', now: START } as const;
  const transition = decideTransition(previous, { to: 'canceled', why: 'x' }, who);
  if (transition.kind !== 'change') throw new Error(transition.kind);
  return { next: transition.next, previous };
}

export interface Method {
  /** Prepares a call without faults; the call itself meets them. Each gives a call about something new. */
  readonly prepare: () => Promise<() => Promise<unknown>> | (() => Promise<unknown>);
  /** What it gives where all goes well in the end. */
  readonly gives: unknown;
  /** What it gives in a conflict that does not end: where the caller decides anew. */
  readonly inConflict?: unknown;
  /** It reads what it decides on: where it can't, nothing is written. */
  readonly readsFirst?: boolean;
}

export const writes: Readonly<Record<string, Method>> = {
  'requests.commit of a booking': {
    prepare: () => {
      const next = newBooking();
      const customer = { accountId, phone: PHONE, name: 'Dana' };
      return () => stores.requests.commit({ next, customer }, DEADLINE);
    },
    gives: { kind: 'stored' },
    inConflict: { kind: 'contended' },
  },
  'requests.commit of a booking that its number remembers': {
    prepare: async () => {
      const next = newBooking();
      const before = await stores.requests.recent(accountId, NUMBER, DEADLINE);
      const after = { version: (before?.version ?? 0) + 1, booked: {} };
      const recent = { accountId, phone: NUMBER, next: after, keptUntil: DEADLINE };
      return () => stores.requests.commit({ next, recent }, DEADLINE);
    },
    gives: { kind: 'stored' },
    inConflict: { kind: 'contended' },
  },
  'requests.commit of a cancellation': {
    prepare: async () => {
      const change = cancellation(await storedBooking());
      return () => stores.requests.commit(change, DEADLINE);
    },
    gives: { kind: 'stored' },
    inConflict: { kind: 'contended' },
  },
  'leads.accept': {
    prepare: () => {
      hours += 1;
      const request = { ...newBooking(), status: 'requested', appointment: undefined } as const;
      const lead = { request, deliveryDigest: `digest ${hours}` };
      return () => stores.leads.accept(lead, DEADLINE);
    },
    gives: { dispatchRequestId: expect.any(String) },
  },
  'calls.put': {
    prepare: () => {
      hours += 1;
      const at = new Date(START).toISOString();
      return () => stores.calls.put(silentCall(accountId, `call_${hours}`, at), 30, DEADLINE);
    },
    gives: 'stored',
  },
  'customers.put': {
    prepare: () => () => stores.customers.put({ accountId, phone: PHONE, name: 'Dana' }, DEADLINE),
    gives: { customerId: expect.any(String) },
  },
  'blocks.put': {
    prepare: () => {
      const block = newBlock();
      return () => stores.blocks.put(block, DEADLINE);
    },
    gives: 'stored',
    inConflict: 'lost',
  },
  'blocks.remove': {
    prepare: async () => {
      const block = await storedBlock();
      return () => stores.blocks.remove(block, DEADLINE);
    },
    gives: 'stored',
    inConflict: 'lost',
  },
  'accounts.put': {
    prepare: () => {
      hours += 1;
      // Forty that it has not had before.
      const crm = Array.from({ length: 40 }, (_, index) => `loc_${hours}_${index}`);
      const document = accountDocument({ origins: { ...accountDocument().origins, crm } });
      return () => stores.accounts.put(document);
    },
    gives: { accountId, version: expect.any(Number) },
    readsFirst: true,
  },
};

export const reads: Readonly<Record<string, Method>> = {
  'requests.get': {
    prepare: async () => {
      const { dispatchRequestId } = await storedBooking();
      return () => stores.requests.get(dispatchRequestId, DEADLINE);
    },
    gives: { status: 'scheduled' },
  },
  'requests.madeInCall': {
    prepare: async () => {
      const { callId = '' } = await storedBooking();
      return () => stores.requests.madeInCall(accountId, 'voiceone', callId, DEADLINE);
    },
    gives: [expect.objectContaining({ status: 'scheduled' })],
  },
  'requests.ofNumber': {
    prepare: async () => {
      const { appointment } = await storedBooking();
      return () => stores.requests.ofNumber(accountId, PHONE, appointment.startsAt, DEADLINE);
    },
    gives: expect.arrayContaining([expect.objectContaining({ accountId })]),
  },
  'requests.recent': {
    prepare: async () => {
      const next = newBooking();
      const { dispatchRequestId, createdAt: at } = next;
      const phone = `+1212555${String(1000 + hours)}`;
      const booked = { 'ac-repair': { dispatchRequestId, at } };
      const recent = { accountId, phone, next: { version: 1, booked }, keptUntil: DEADLINE };
      expect(await stores.requests.commit({ next, recent }, DEADLINE)).toEqual({ kind: 'stored' });
      return () => stores.requests.recent(accountId, phone, DEADLINE);
    },
    gives: { version: 1, booked: { 'ac-repair': { dispatchRequestId: expect.stringMatching(/^dr_/) } } },
  },
  'customers.get': {
    prepare: async () => {
      await stores.customers.put({ accountId, phone: PHONE, name: 'Dana' }, DEADLINE);
      return () => stores.customers.get(accountId, PHONE, DEADLINE);
    },
    gives: { phone: PHONE },
  },
  'blocks.get': {
    prepare: async () => {
      const { blockId } = await storedBlock();
      return () => stores.blocks.get(blockId, DEADLINE);
    },
    gives: { accountId },
  },
  'blocks.list': {
    prepare: async () => {
      await storedBlock();
      return () => stores.blocks.list(accountId, new Date(START).toISOString(), DEADLINE);
    },
    gives: expect.arrayContaining([expect.objectContaining({ accountId })]),
  },
  'schedule.occupancy': {
    prepare: async () => {
      await storedBooking();
      return () => stores.schedule.occupancy(accountId, SPAN, DEADLINE);
    },
    gives: expect.any(Map),
  },
  'accounts.byId': { prepare: () => () => stores.accounts.byId(accountId), gives: { accountId } },
  'accounts.byOrigin': {
    prepare: () => () => stores.accounts.byOrigin('voiceone', 'agent_acme'),
    gives: { accountId },
  },
  'accounts.list': {
    prepare: () => () => stores.accounts.list(),
    gives: [expect.objectContaining({ accountId })],
  },
};
