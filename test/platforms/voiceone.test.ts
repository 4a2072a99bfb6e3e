import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { booking, type Service, startService } from '../functions/service.ts';
import {
  accessToken,
  callAnalyzed,
  callEnded,
  functionCall,
  neverConnected,
  passingEvents,
  phoneCall,
  webCall,
} from '../support/platforms/voiceone.ts';
import { storedCount, storedText } from '../support/stored.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const call = async (body: unknown) => {
  const { status, body: result } = await service.send('voiceone-function-call', body);
  expect(status).toBe(200);
  return result;
};
const complete = (body: unknown) => service.send('voiceone-call-complete', body);
const invocation = (id: string, name: string, args = {}) => ({ id, name, args });

describe('a function call of a phone call', () => {
  it('is answered with only the result, and a repeated delivery with the same', async () => {
    const over = { call_id: 'call_phone' };
    const asked = invocation('t1', 'check_availability', { date: '2026-06-10', serviceType: 'AC Repair' });
    const listed = await call(functionCall(asked, phoneCall, over));
    const chosen = invocation('t2', 'book_job', booking({ time: listed.availableSlots[2].time }));
    const body = functionCall(chosen, phoneCall, over, [{ ...asked, result: listed }]);
    const booked = await call(body);

    expect(listed.availableSlots[2].time).toBe('9:00 AM');
    expect(booked).toMatchObject({ confirmed: true, time: '9:00 AM' });
    expect(await call(body)).toEqual(booked);
  });

  it('recognizes a late delivery of an earlier invocation', async () => {
    const over = { call_id: 'call_overtaken', from_number: '+12125550124' };
    const first = invocation('t1', 'book_job', booking({ date: '2026-06-11', customerPhone: '' }));
    const second = invocation('t2', 'book_job', { ...first.args, time: '13:00' });
    const booked = await call(functionCall(first, phoneCall, over));
    const moved = await call(functionCall(second, phoneCall, over, [{ ...first, result: booked }]));
    const late = await call(functionCall(first, phoneCall, over));

    expect(moved).toMatchObject({ confirmed: true, time: '1:00 PM' });
    expect(late).toMatchObject({ time: '1:00 PM', dispatchRequestId: booked.dispatchRequestId });
  });

  it('may carry its arguments as text', async () => {
    const args = JSON.stringify({ date: '2026-06-12', serviceType: 'AC Repair' });
    expect(await call({ name: 'check_availability', args, call: phoneCall() })).toMatchObject({
      date: '2026-06-12',
    });
  });

  it('is refused with the missing field if only the arguments are sent', async () => {
    const { status, body } = await service.send('voiceone-function-call', booking());
    expect([status, body.code, body.errors[0].path]).toEqual([422, 'payload_invalid', 'name']);
  });
});

describe('a caller without a phone number', () => {
  it.each([
    ['in a web call', webCall, {}],
    ['whose number is none', phoneCall, { from_number: '11111' }],
    ['whose number is withheld', phoneCall, { from_number: 'anonymous' }],
    ['whose number is empty', phoneCall, { from_number: '' }],
    ['whose number is null', phoneCall, { from_number: null }],
  ])('%s is unknown, is asked for one, and is booked under it', async (who, kind, over) => {
    const own = { ...over, call_id: `call ${who}` };
    const args = booking({ date: '2026-06-15', serviceType: 'Heating Repair', customerPhone: null });
    const ask = (name: string, given: object) => call(functionCall(invocation('t1', name, given), kind, own));

    expect(await ask('lookup_customer', {})).toMatchObject({ found: false });
    expect(await ask('book_job', args)).toMatchObject({
      confirmed: false,
      reason: 'missing_argument',
      missing: ['customerPhone'],
    });
    const answer = await ask('book_job', { ...args, customerPhone: '(212) 555-0188' });
    expect(answer.confirmed).toBe(true);
    await service.change(answer.dispatchRequestId, { to: 'canceled', why: 'as asked' });
    expect(await service.requests.get(answer.dispatchRequestId)).toMatchObject({
      customer: { phone: '+12125550188' },
    });
  });
});

describe('the token of a web call', () => {
  it('is neither stored, logged nor answered', async () => {
    const over = { call_id: 'call_web', access_token: accessToken };
    const args = booking({ date: '2026-06-16', customerPhone: '+12125550177' });
    const answer = await call(functionCall(invocation('t1', 'book_job', args), webCall, over));
    await complete({ event: 'call_ended', call: { ...callEnded().call, ...webCall(over) } });
    await complete({ event: 'call_started', call: webCall(over) });

    expect(answer.confirmed).toBe(true);
    expect(await storedText(service.table)).toContain('call_web');
    expect(await storedText(service.table)).not.toContain(accessToken);
    expect(JSON.stringify([answer, service.lines])).not.toContain(accessToken);
  });
});

describe('the events of a call', () => {
  const orders = [
    [callEnded, callAnalyzed],
    [callAnalyzed, callEnded],
    [callEnded, callEnded, callAnalyzed, callAnalyzed],
    [callAnalyzed, callEnded, callAnalyzed, callEnded],
  ];
  it.each(orders.map((events, index) => [index, events] as const))(
    'become one call in whatever order and however often (%#)',
    async (index, events) => {
      const over = { call_id: `call_order_${index}` };
      for (const event of events) expect((await complete(event(over))).status).toBe(204);
      const kept = await service.calls.get('acme-hvac', 'voiceone', over.call_id);
      expect([...(kept?.events ?? [])].sort()).toEqual(['call_analyzed', 'call_ended']);
      expect(kept).toMatchObject({
        accountId: 'acme-hvac',
        agentId: 'agent_acme',
        caller: '+12125550123',
        startedAt: '2026-06-01T11:58:00.000Z',
        endedAt: '2026-06-01T11:59:35.000Z',
        endedReason: 'user_hangup',
        transcript: callEnded().call.transcript,
        recordingUrl: 'https://recordings.example.com/9b755/recording.wav',
        summary: 'The caller asked for a visit because the air conditioner leaks.',
      });
    },
  );

  it('are stored for a call that never connected', async () => {
    expect((await complete(neverConnected())).status).toBe(204);
    expect(await service.calls.get('acme-hvac', 'voiceone', 'call_never')).toMatchObject({
      accountId: 'acme-hvac',
      events: ['call_ended'],
      endedReason: 'dial_no_answer',
      dispatchRequestIds: [],
    });
  });

  it('are stored with the called number of an outbound call', async () => {
    const over = { direction: 'outbound', from_number: '11111', to_number: '+12125550155' };
    await complete(callEnded({ call_id: 'call_out', ...over }));
    expect(await service.calls.get('acme-hvac', 'voiceone', 'call_out')).toMatchObject({
      caller: '+12125550155',
    });
  });

  it.each(passingEvents.map((event) => [event.event, event] as const))(
    'are acknowledged and not stored: %s',
    async (_, event) => {
      const before = await storedCount(service.table);
      const { status, body } = await complete(event);
      expect([status, body]).toEqual([204, undefined]);
      expect(await storedCount(service.table)).toBe(before);
    },
  );
});
