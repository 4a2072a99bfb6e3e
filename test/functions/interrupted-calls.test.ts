import { describe, expect, it } from '@jest/globals';
import { MINUTE_MS } from '../../lib/scheduling/time.ts';
import { accountDocument, booking, START } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const rules = accountDocument().booking;
const service = servicePerTest(() =>
  accountDocument({ booking: { ...rules, hold: { seconds: 180, perNumber: 1 } } }),
);
const nine = { date: '2026-06-10', time: '09:00', serviceType: 'AC Repair' };
const second = { call_id: 'call_2' };
const other = { call_id: 'call_9', from_number: '+12125550177' };
const call = (name: string, args: object = {}, over: object = {}) =>
  service().call(name, { ...args }, { ...over });

/** The report of a call that ends; by default the line drops. */
const end = (over: object = {}, reason = 'user_hangup', event = 'call_ended') =>
  service().send('voiceone-call-complete', {
    event,
    call: {
      ...{ call_id: 'call_1', agent_id: 'agent_acme', from_number: '+12125550123' },
      ...{ disconnection_reason: reason, end_timestamp: service().clock.now, ...over },
    },
  });

async function greeted(from_number = '+12125550123'): Promise<string> {
  const call_inbound = { agent_id: 'agent_acme', from_number, to_number: '+12125550100' };
  const { body } = await service().send('voiceone-call-inbound', { event: 'call_inbound', call_inbound });
  return body.call_inbound.dynamic_variables.interrupted;
}

describe('a call that ends without goodbye', () => {
  it('keeps its time for 5 minutes, and its number is greeted with what the call was about', async () => {
    await call('hold_time', nine);
    service().clock.now += 2 * MINUTE_MS;
    await end();
    expect(await greeted()).toBe('AC Repair, Wednesday, June 10 at 9 AM, held until 8:07 AM');
    expect(await greeted('+12125550177')).toBe('');
    service().clock.now += 4 * MINUTE_MS;
    expect(await call('hold_time', nine, other)).toMatchObject({ held: false, reason: 'slot_taken' });
    service().clock.now += 1 * MINUTE_MS;
    expect(await call('hold_time', nine, other)).toMatchObject({ held: true });
    expect(await greeted()).toBe('AC Repair');
  });

  it('is continued for half an hour', async () => {
    await call('check_availability', { date: '2026-06-10', serviceType: 'AC Repair' });
    await end();
    service().clock.now += 29 * MINUTE_MS;
    expect(await greeted()).toBe('AC Repair, Wednesday, June 10');
    service().clock.now += 2 * MINUTE_MS;
    expect(await greeted()).toBe('');
  });

  it('gives its time and what it was told to the next call of its number, which books', async () => {
    await call('hold_time', { ...nine, customerName: 'Cleo Park', address: '1 Elm Street', zip: '10009' });
    await end();
    const listed = await call('check_availability', nine, second);
    expect(listed.availableSlots).toContainEqual(expect.objectContaining({ start: '09:00' }));
    const booked = await call('book_job', {}, second);
    expect(booked).toMatchObject({ confirmed: true, date: '2026-06-10', start: '09:00' });
    expect(await service().requests.get(booked.dispatchRequestId)).toMatchObject({
      customer: { name: 'Cleo Park', address: '1 Elm Street', zip: '10009' },
    });
    expect(await call('check_availability', nine, other)).not.toMatchObject({
      availableSlots: expect.arrayContaining([expect.objectContaining({ start: '09:00' })]),
    });
  });

  it('gives its time to the next call, which holds it or another one', async () => {
    await call('hold_time', nine);
    await end();
    expect(await call('hold_time', nine, second)).toMatchObject({ held: true, start: '09:00' });
    await end(second);
    const third = { call_id: 'call_3' };
    expect(await call('hold_time', { ...nine, time: '13:00' }, third)).toMatchObject({ held: true });
    expect(await call('hold_time', nine, other)).toMatchObject({ held: true });
  });

  it('is not continued by another number or a hidden one', async () => {
    await call('hold_time', { ...nine, customerName: 'Cleo Park' });
    await end();
    for (const over of [other, { call_id: 'call_1', from_number: 'anonymous' }]) {
      expect(await call('hold_time', nine, over)).toMatchObject({ reason: 'slot_taken' });
      expect(await call('book_job', booking({ time: '13:00', customerName: '' }), over)).toMatchObject({
        missing: ['customerName'],
      });
    }
  });
});

describe('nothing is left of a call', () => {
  it.each([['agent_hangup'], ['call_transfer'], [undefined]])('that ends with %s', async (reason) => {
    await call('hold_time', nine);
    await end({ disconnection_reason: reason }, reason);
    expect(await greeted()).toBe('');
    expect(await call('hold_time', nine, other)).toMatchObject({ held: true });
  });

  it('that booked before the line dropped, whatever it held', async () => {
    await call('book_job', booking());
    await call('hold_time', { ...nine, time: '13:00' });
    await end();
    expect(await greeted()).toBe('');
    expect(await call('hold_time', { ...nine, time: '13:00' }, other)).toMatchObject({ held: true });
  });

  it('once the next one has booked, although a report of the first comes late', async () => {
    await call('hold_time', nine);
    const endedAt = service().clock.now;
    await end();
    service().clock.now += MINUTE_MS;
    await call('book_job', booking(), second);
    await end(second, 'agent_hangup');
    await end({ end_timestamp: endedAt, transcript: 'Agent: Hello.' }, 'user_hangup', 'call_analyzed');
    expect(await greeted()).toBe('');
  });
});

it('a repeated report does not hold the time for longer', async () => {
  await call('hold_time', nine);
  await end({ end_timestamp: START });
  service().clock.now += 4 * MINUTE_MS;
  await end({ end_timestamp: START, transcript: 'Agent: Hello.' }, 'user_hangup', 'call_analyzed');
  service().clock.now += MINUTE_MS;
  expect(await call('hold_time', nine, other)).toMatchObject({ held: true });
});
