import { describe, expect, it } from '@jest/globals';
import { HOUR_MS } from '../../lib/scheduling/time.ts';
import { accountDocument, booking } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const service = servicePerTest(() => accountDocument({ transfer: {}, callback: { withinMinutes: 20 } }));
const call = (name: string, args: object = {}, over: object = {}) =>
  service().call(name, { ...args }, { ...over });
const outcomeOf = async (callId: string) => {
  const ended = { event: 'call_ended', call: { call_id: callId, agent_id: 'agent_acme' } };
  await service().send('voiceone-call-complete', ended);
  return (await service().calls.get('acme-hvac', 'voiceone', callId))?.outcome;
};

/** A booking an hour before its start, which only a person may still change. */
async function bookedForSoon(): Promise<{ dispatchRequestId: string }> {
  const booked = await call('book_job', booking());
  service().clock.now = Date.UTC(2026, 5, 10, 12);
  return booked;
}

describe('a callback that is promised again', () => {
  it('is due at the time that was promised first, also for another change', async () => {
    await bookedForSoon();
    const first = await call('cancel_job', { reason: 'sick' }, { call_id: 'call_2' });
    service().clock.now += HOUR_MS / 4;
    const other = { date: '2026-06-11', time: '09:00' };
    const moved = await call('reschedule_job', other, { call_id: 'call_3' });
    expect(moved).toMatchObject({ reason: 'needs_human', dueAt: first.dueAt });
    expect(await outcomeOf('call_3')).toBe('message');
  });

  it('is due later once that time has passed, for a change', async () => {
    const booked = await bookedForSoon();
    const first = await call('cancel_job', { reason: 'sick' }, { call_id: 'call_2' });
    service().clock.now = Date.parse(first.dueAt) + 1;
    const again = await call('cancel_job', { reason: 'sick' }, { call_id: 'call_3' });
    expect(Date.parse(again.dueAt)).toBeGreaterThan(service().clock.now);
    expect(await service().requests.get(booked.dispatchRequestId)).toMatchObject({ dueAt: again.dueAt });
  });

  it.each([
    ['cancel_job', { reason: 'sick' }],
    ['reschedule_job', { date: '2026-06-11', time: '09:00' }],
  ])(
    'gets the same answer for a late retry of %s, which changes nothing later either',
    async (name, args) => {
      const booked = await bookedForSoon();
      const turn = { call_id: 'call_2', transcript_with_tool_calls: [{ tool_call_id: 'turn_1' }] };
      const first = await call(name, args, turn);
      expect(first).toMatchObject({ reason: 'needs_human' });
      service().clock.now = Date.parse(first.dueAt) + 1;
      expect(await call(name, args, turn)).toEqual(first);
      service().clock.now = Date.UTC(2026, 5, 9, 12);
      await call(name, args, turn);
      expect(await service().requests.get(booked.dispatchRequestId)).toMatchObject({
        status: 'scheduled',
        appointment: { date: '2026-06-10' },
      });
    },
  );

  it('is due later once that time has passed, for a message', async () => {
    const first = await call('take_message', { about: 'The total is wrong' });
    service().clock.now = Date.parse(first.dueAt) + 1;
    const again = await call('take_message', { about: 'Nobody has called' });
    expect(Date.parse(again.dueAt)).toBeGreaterThan(service().clock.now);
  });

  it('is due later once that time has passed, for an emergency', async () => {
    const report = (notes: string, callId: string) =>
      call('book_job', { urgency: 'emergency', serviceType: 'AC Repair', notes }, { call_id: callId });
    const first = await report('It is hot', 'call_1');
    service().clock.now += HOUR_MS / 4;
    expect(await report('It is getting hotter', 'call_2')).toMatchObject({ dueAt: first.dueAt });
    service().clock.now = Date.parse(first.dueAt) + 1;
    const again = await report('Nobody has called', 'call_3');
    expect(again).toMatchObject({ dispatchRequestId: first.dispatchRequestId });
    expect(Date.parse(again.dueAt)).toBeGreaterThan(service().clock.now);
  });
});
