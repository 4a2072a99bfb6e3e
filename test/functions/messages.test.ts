import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { booking, type Service, startService } from './service.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.stop());

const hidden = { from_number: 'anonymous' };
const leave = (args: object = {}, over: object = {}) =>
  service.call('take_message', { about: 'The invoice has the wrong address.', ...args }, { ...over });
const stored = (answer: { dispatchRequestId: string }) => service.requests.get(answer.dispatchRequestId);

describe('a message', () => {
  it('is stored with its due time, which the caller hears', async () => {
    const answer = await leave({ customerName: 'Dana Miller', topic: 'billing' });
    expect(answer).toEqual({
      noted: true,
      dispatchRequestId: expect.stringMatching(/^dr_/),
      dueAt: '2026-06-01T13:00:00.000Z',
      message: "I've noted it. Someone will call you at the number ending 0123 by 9 AM today.",
    });
    expect(await stored(answer)).toMatchObject({
      kind: 'message',
      status: 'requested',
      topic: 'billing',
      dueAt: answer.dueAt,
      needsReview: ['callback'],
      callId: 'call_1',
      caller: '+12125550123',
      customer: { name: 'Dana Miller', phone: '+12125550123' },
      notes: 'The invoice has the wrong address.',
    });
    const [item] = await service.items(`REQUEST#${answer.dispatchRequestId}`);
    expect(item?.events).toEqual(['message.taken', 'dispatch-request.needs-review']);
  });

  it.each([
    ['after 3', 'between 3 PM and 4 PM today', '2026-06-01T20:00:00.000Z'],
    ['tomorrow morning', 'by 9 AM tomorrow, Tuesday', '2026-06-02T13:00:00.000Z'],
    ['tomorrow at 2', 'between 2 PM and 3 PM tomorrow, Tuesday', '2026-06-02T19:00:00.000Z'],
    ['Friday', 'by 9 AM on Friday', '2026-06-05T13:00:00.000Z'],
    ['after work', 'by 9 AM tomorrow, Tuesday', '2026-06-02T13:00:00.000Z'],
    ['before noon', 'by 9 AM today', '2026-06-01T13:00:00.000Z'],
    ['anytime', 'by 9 AM today', '2026-06-01T13:00:00.000Z'],
    ['when you get a chance', 'by 9 AM today', '2026-06-01T13:00:00.000Z'],
    ['yesterday', 'by 9 AM today', '2026-06-01T13:00:00.000Z'],
    ['next year in March', 'by 9 AM today', '2026-06-01T13:00:00.000Z'],
  ])('is due after the caller wants the call: %s', async (when, by, dueAt) => {
    const answer = await leave({ when });
    expect(answer.message).toBe(`I've noted it. Someone will call you at the number ending 0123 ${by}.`);
    expect(await stored(answer)).toMatchObject({
      dueAt,
      notes: `The invoice has the wrong address.\nWhen to call: ${when}`,
    });
  });

  it('says the promise again with another number that the caller names later', async () => {
    await leave();
    expect((await leave({ about: 'Please use my own number.', customerPhone: '212 555 0177' })).message).toBe(
      "I've noted it. Someone will call you at the number ending 0177 by 9 AM today.",
    );
  });

  it('promises no call to someone who wants none, and keeps their e-mail', async () => {
    const answer = await leave({ callBack: false, email: 'dana@example.com' });
    expect(answer).toEqual({
      noted: true,
      dispatchRequestId: expect.stringMatching(/^dr_/),
      message: "I've noted it for the office.",
    });
    expect(await stored(answer)).toMatchObject({
      dueAt: '2026-06-01T13:00:00.000Z',
      customer: { phone: '+12125550123', email: 'dana@example.com' },
      notes: "The invoice has the wrong address.\nThey don't want to be called.",
    });
  });

  it('is due tomorrow if the wanted part of today is over', async () => {
    service.clock.now += 7 * 3_600_000;
    expect(await leave({ when: 'in the morning' })).toMatchObject({ dueAt: '2026-06-02T13:00:00.000Z' });
  });

  it('is due later if the caller asks for it later in the call', async () => {
    await leave();
    expect(await leave({ when: 'tomorrow' })).toMatchObject({ dueAt: '2026-06-02T13:00:00.000Z' });
    expect(await leave({ about: 'The total, too.' })).toMatchObject({ dueAt: '2026-06-02T13:00:00.000Z' });
  });

  it('names the weekday if nobody can call today', async () => {
    service.clock.now = Date.UTC(2026, 10, 22, 19, 45) + 5 * 3_600_000;
    const { message, dueAt } = await leave();
    expect(dueAt).toBe('2026-11-23T14:00:00.000Z');
    expect(message).toBe(
      "I've noted it. Someone will call you at the number ending 0123 by 9 AM tomorrow, Monday.",
    );
  });

  it('is one per call: a later one is added to it, and the due time stays', async () => {
    const first = await leave({ topic: 'billing' });
    service.clock.now += 1_800_000;
    const second = await leave({ about: 'The total is wrong too.', customerName: 'Dana Miller' });
    expect(second).toMatchObject({ dispatchRequestId: first.dispatchRequestId, dueAt: first.dueAt });
    expect(await stored(first)).toMatchObject({
      notes: 'The invoice has the wrong address.\nThe total is wrong too.',
      topic: 'billing',
      customer: { name: 'Dana Miller' },
      version: 2,
    });
    expect(await leave({ about: 'The total is wrong too.' })).toEqual(second);
    expect(await stored(first)).toMatchObject({ version: 2 });
  });

  it('of another call is a new message', async () => {
    const first = await leave();
    const second = await leave({}, { call_id: 'call_2' });
    expect(second.dispatchRequestId).not.toBe(first.dispatchRequestId);
  });

  it('asks what it is about, and for a missing number', async () => {
    expect(await leave({ about: '' })).toMatchObject({
      noted: false,
      missing: ['about'],
      message: 'What is it about?',
    });
    expect(await leave({}, hidden)).toMatchObject({
      noted: false,
      missing: ['customerPhone'],
      message: 'What number can we reach you at, with area code?',
    });
    expect(await leave({ about: null }, hidden)).toMatchObject({ missing: ['about', 'customerPhone'] });
    expect(await leave({ customerPhone: '555' })).toMatchObject({ noted: false, reason: 'invalid_phone' });
    expect(await service.requests.list('acme-hvac')).toEqual([]);
  });

  it("accepts another number without touching that number's record", async () => {
    await service.call('create_customer', { customerName: 'Lee Park' }, { from_number: '+12125550110' });
    const answer = await leave({ customerName: 'Dana Miller', customerPhone: '(212) 555-0110' });
    expect(answer.message).toContain('the number ending 0110');
    const known = await service.call('lookup_customer', {}, { from_number: '+12125550110' });
    expect(known.customer.name).toBe('Lee Park');
  });

  it('makes its caller known', async () => {
    await leave({ customerName: 'Dana Miller' });
    expect(await service.call('lookup_customer', {}, { call_id: 'call_2' })).toMatchObject({
      found: true,
      customer: { firstName: 'Dana' },
      message: 'I found your record, Dana. We have your message. You have no upcoming appointment.',
    });
  });

  it('cannot be booked, canceled or raised like a job', async () => {
    const answer = await leave();
    expect(await service.call('cancel_job')).toMatchObject({ reason: 'no_appointment' });
    const { dispatchRequestId } = answer;
    expect(await service.call('cancel_job', { dispatchRequestId })).toMatchObject({
      reason: 'no_appointment',
    });
    const told = await service.call('book_job', { urgency: 'emergency', notes: 'Smell of gas' });
    expect(told.dispatchRequestId).not.toBe(dispatchRequestId);
    expect(await stored(answer)).toMatchObject({ status: 'requested', urgency: 'routine', version: 1 });
  });

  it('that a dispatcher closed is reopened by later details of the call', async () => {
    const answer = await leave();
    await service.change(answer.dispatchRequestId, { to: 'completed' });
    service.clock.now += 4 * 3_600_000;
    const again = await leave({ about: 'Nobody has called.' });
    expect(again).toMatchObject({ dispatchRequestId: answer.dispatchRequestId, noted: true });
    expect(again.dueAt).not.toBe(answer.dueAt);
    expect(await stored(answer)).toMatchObject({ status: 'requested', needsReview: ['callback'] });
  });

  it('is closed by a booking from its number in any call', async () => {
    const about = 'How soon can you come?';
    const answer = await leave({ about, topic: 'callback' });
    const billing = await leave({ topic: 'billing' }, { call_id: 'call_2' });
    await service.call('book_job', booking(), { call_id: 'call_3', from_number: '+12125550177' });
    expect(await stored(answer)).toMatchObject({ status: 'requested' });
    const later = { date: '2026-06-11' };
    const booked = await service.call('book_job', booking(later), { call_id: 'call_4' });
    expect(booked).toMatchObject({ confirmed: true });
    const closed = await stored(answer);
    expect(closed).toMatchObject({ status: 'completed' });
    expect(closed?.history.at(-1)).toMatchObject({
      by: 'caller',
      why: `booked as ${booked.dispatchRequestId}`,
      callId: 'voiceone:call_4',
    });
    // A visit does not answer a question about a bill.
    expect(await stored(billing)).toMatchObject({ status: 'requested' });
    expect(await service.call('book_job', booking(later), { call_id: 'call_4' })).toMatchObject({
      dispatchRequestId: booked.dispatchRequestId,
    });
  });

  it('that changes meanwhile does not prevent a booking', async () => {
    const answer = await leave({ topic: 'callback' });
    const [booked] = await Promise.all([
      service.call('book_job', booking(), { call_id: 'call_4' }),
      leave({ about: 'One more thing' }),
    ]);
    expect(booked).toMatchObject({ confirmed: true });
    expect((await stored(answer))?.notes).toContain('One more thing');
  });

  it('works on platform two under its name there', async () => {
    const call = { id: 'b', metadata: { assistantId: 'asst_acme' }, customer: { number: '+12125550124' } };
    const functionCall = { name: 'takeMessage', parameters: { about: 'A price for a new boiler' } };
    const { body } = await service.send('voicetwo', {
      message: { type: 'function-call', functionCall, call },
    });
    expect(body.result).toMatchObject({ noted: true, message: expect.stringContaining('ending 0124') });
  });
});
