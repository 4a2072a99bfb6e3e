import { expect } from '@jest/globals';
import { answerKeyOf, memoryKeyOf } from '../../../lib/record/calls.ts';
import { refusedLeadIdOf } from '../../../lib/record/refused-lead.ts';
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
  newVisitLink,
  PHONE,
  START,
  storedBlock,
  storedBooking,
  storedLink,
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

export const ANSWERED = { accountId, integration: 'voiceone', callId: 'call_1', caller: PHONE } as const;

/** The memory of a new call of a number. */
export function newMemory() {
  const key = memoryKeyOf({ ...ANSWERED, callId: `call_${anotherNumber()}` });
  if (key === undefined) throw new Error('The call has an id');
  return key;
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
  'answers.keep': {
    prepare: () => {
      const key = answerKeyOf({ ...ANSWERED, invocation: String(anotherNumber()) });
      return () => stores.answers.keep(key, 'refused', DEADLINE);
    },
    gives: 'refused',
  },
  'memory.tell': {
    prepare: () => {
      const key = newMemory();
      return () => stores.memory.tell(key, { zip: '10001' }, START, DEADLINE);
    },
    gives: undefined,
  },
  'memory.end': {
    prepare: () => {
      const key = newMemory();
      return () => stores.memory.end(key, { endedAt: START, zip: '10001' }, DEADLINE);
    },
    gives: undefined,
  },
  'links.put': {
    prepare: () => {
      const link = newVisitLink();
      return () => stores.links.put(link, DEADLINE);
    },
    gives: undefined,
  },
  'links.countChange': {
    prepare: async () => {
      const { linkId } = await storedLink();
      return () => stores.links.countChange(linkId, 60, DEADLINE);
    },
    gives: 'counted',
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
