import { expect } from '@jest/globals';
import { holdsOfCall, numberIdOf } from '../../../lib/dispatch/holds/hold.ts';
import { refusedLeadIdOf } from '../../../lib/dispatch/refused/refused-lead.ts';
import { accountDocument } from '../../functions/service.ts';
import { silentCall } from '../../support/call-event.ts';
import {
  accountId,
  anotherNumber,
  cancellation,
  DEADLINE,
  NUMBER,
  newBlock,
  newBooking,
  newHold,
  PHONE,
  SPAN,
  START,
  storedBlock,
  storedBooking,
  stores,
} from './stores-fixture.ts';

export interface Method {
  /** Prepares a call without faults; the call itself runs into them. Each call is about something new. */
  readonly prepare: () => Promise<() => Promise<unknown>> | (() => Promise<unknown>);
  /** The result if everything succeeds in the end. */
  readonly gives: unknown;
  /** The result of a conflict that does not end: the caller decides again. */
  readonly inConflict?: unknown;
  /** It reads what it decides on: if it can't, it writes nothing. */
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
      const request = { ...newBooking(), status: 'requested', appointment: undefined } as const;
      const lead = { request, deliveryDigest: `digest ${anotherNumber()}` };
      return () => stores.leads.accept(lead, DEADLINE);
    },
    gives: { dispatchRequestId: expect.any(String) },
  },
  'refusedLeads.keep': {
    prepare: () => {
      const body = JSON.stringify({ contact: anotherNumber() });
      const refusedLeadId = refusedLeadIdOf(accountId, JSON.parse(body));
      const receivedAt = new Date(START).toISOString();
      const lead = { refusedLeadId, accountId, reason: 'payload_invalid', receivedAt, body } as const;
      return () =>
        stores.refusedLeads.keep({ ...lead, errors: [], keyId: 'test', mayActFor: [accountId] }, DEADLINE);
    },
    gives: 'kept',
  },
  'calls.put': {
    prepare: () => {
      const callId = `call_${anotherNumber()}`;
      const at = new Date(START).toISOString();
      return () => stores.calls.put(silentCall(accountId, callId, at), 30, DEADLINE);
    },
    gives: 'stored',
  },
  'customers.put': {
    prepare: () => {
      const phone = `+1212556${String(1000 + anotherNumber())}`;
      return () => stores.customers.put({ accountId, phone, name: 'Dana' }, DEADLINE);
    },
    gives: 'stored',
    inConflict: 'contended',
  },
  'blocks.put': {
    prepare: () => {
      const block = newBlock();
      return () => stores.blocks.put(block, new Map(), DEADLINE);
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
  'holds.commit': {
    prepare: () => {
      const { change } = newHold();
      return () => stores.holds.commit(change, DEADLINE);
    },
    gives: 'stored',
    inConflict: 'contended',
  },
  'holds.release': {
    prepare: async () => {
      const { next, change } = newHold();
      expect(await stores.holds.commit(change, DEADLINE)).toBe('stored');
      return () => stores.holds.release(next, DEADLINE);
    },
    gives: 'stored',
    inConflict: 'contended',
  },
  'accounts.put': {
    prepare: () => {
      const number = anotherNumber();
      // Forty new ones.
      const crm = Array.from({ length: 40 }, (_, index) => `loc_${number}_${index}`);
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
      const phone = `+1212555${String(1000 + anotherNumber())}`;
      const booked = { 'ac-repair': { dispatchRequestId, at } };
      const recent = { accountId, phone, next: { version: 1, booked }, keptUntil: DEADLINE };
      expect(await stores.requests.commit({ next, recent }, DEADLINE)).toEqual({ kind: 'stored' });
      return () => stores.requests.recent(accountId, phone, DEADLINE);
    },
    gives: { version: 1, booked: { 'ac-repair': { dispatchRequestId: expect.stringMatching(/^dr_/) } } },
  },
  'requests.countAlert': {
    prepare: async () => () => stores.requests.countAlert(accountId, '2026-06-01T12:00', 1, DEADLINE),
    gives: expect.any(Number),
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
  'holds.get': {
    prepare: async () => {
      const { next, change } = newHold();
      expect(await stores.holds.commit(change, DEADLINE)).toBe('stored');
      return () => stores.holds.get(accountId, next.holdId, DEADLINE);
    },
    gives: { accountId, version: 1 },
  },
  'holds.ofCall': {
    prepare: async () => {
      const { call, change } = newHold();
      expect(await stores.holds.commit(change, DEADLINE)).toBe('stored');
      return () => stores.holds.ofCall(accountId, holdsOfCall(call), DEADLINE);
    },
    gives: [expect.objectContaining({ accountId, version: 1 })],
  },
  'holds.ofNumber': {
    prepare: () => () => stores.holds.ofNumber(accountId, numberIdOf(accountId, NUMBER), DEADLINE),
    gives: { version: 0 },
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
