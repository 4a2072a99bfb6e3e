import { expect } from '@jest/globals';
import { answerKeyOf } from '../../../lib/record/calls.ts';
import { holdsOfCall, numberIdOf } from '../../../lib/record/hold.ts';
import { silentCall } from '../../support/call-event.ts';
import { ANSWERED, type Method, newMemory } from './store-methods.ts';
import {
  accountId,
  anotherNumber,
  DEADLINE,
  NUMBER,
  newBooking,
  newHold,
  PHONE,
  SPAN,
  START,
  storedBlock,
  storedBooking,
  storedLink,
  stores,
} from './stores-fixture.ts';

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
  'links.get': {
    prepare: async () => {
      const { linkId } = await storedLink();
      return () => stores.links.get(linkId, DEADLINE);
    },
    gives: { kind: 'visit', dispatchRequestId: 'dr_0123456789abcdefghjk' },
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
  'answers.get': {
    prepare: async () => {
      const key = answerKeyOf({ ...ANSWERED, invocation: String(anotherNumber()) });
      await stores.answers.keep(key, 'refused', DEADLINE);
      return () => stores.answers.get(key, DEADLINE);
    },
    gives: 'refused',
  },
  'calls.outcome': {
    prepare: async () => {
      const call = { accountId, integration: 'voiceone', callId: `call_${anotherNumber()}` } as const;
      const at = new Date(START).toISOString();
      await stores.calls.put(silentCall(accountId, call.callId, at), 30, DEADLINE);
      return () => stores.calls.outcome(call, DEADLINE);
    },
    gives: 'silent',
  },
  'memory.get': {
    prepare: async () => {
      const key = newMemory();
      await stores.memory.tell(key, { zip: '10001' }, START, DEADLINE);
      return () => stores.memory.get(key, DEADLINE);
    },
    gives: { call: { zip: '10001', zipAt: START } },
  },
  'memory.interrupted': {
    prepare: async () => {
      const key = newMemory();
      await stores.memory.end(key, { endedAt: START, hold: newHold().next }, DEADLINE);
      return () => stores.memory.interrupted(accountId, key.callerId, DEADLINE);
    },
    gives: { endedAt: START, hold: { version: 1 } },
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
