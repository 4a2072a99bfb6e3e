import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { RouteId } from '../../lib/routes.ts';
import { accountDocument, booking, type Heard, type Service, startService } from './service.ts';

const technicians = [
  { id: 'ana', name: 'Ana' },
  { id: 'ben', name: 'Ben' },
];
const FROM = '+12125550123';

interface Carrier {
  readonly route: RouteId;
  /** A body with one function call; `turn` is the part that differs between invocations. */
  body(fn: Called, args: object, callId: string, turn: number): object;
  // biome-ignore lint/suspicious/noExplicitAny: the tests assert on what callers hear, whatever its shape.
  result(heard: Heard): any;
}

const voiceoneNames = {
  book: 'book_job',
  move: 'reschedule_job',
  cancel: 'cancel_job',
  create: 'create_customer',
};
const voicetwoNames = {
  book: 'bookAppointment',
  move: 'rescheduleAppointment',
  cancel: 'cancelAppointment',
  create: 'createCustomer',
};
type Called = keyof typeof voiceoneNames;
const voicetwoCall = (id: string) => ({
  id,
  metadata: { assistantId: 'asst_acme' },
  customer: { number: FROM },
});

const carriers: Readonly<Record<string, Carrier>> = {
  'platform one without ids of invocations': {
    route: 'voiceone-function-call',
    body: (fn, args, callId, turn) => ({
      name: voiceoneNames[fn],
      args,
      call: { call_id: callId, agent_id: 'agent_acme', from_number: FROM, transcript: `turn ${turn}` },
    }),
    result: ({ body }) => body,
  },
  'function-call of platform two': {
    route: 'voicetwo',
    body: (fn, parameters, callId, timestamp) => ({
      message: {
        type: 'function-call',
        timestamp,
        functionCall: { name: voicetwoNames[fn], parameters },
        call: voicetwoCall(callId),
      },
    }),
    result: ({ body }) => body.result,
  },
  'tool-calls of platform two': {
    route: 'voicetwo',
    body: (fn, args, callId, turn) => ({
      message: {
        type: 'tool-calls',
        toolCallList: [{ id: `tool_${callId}_${turn}`, name: voicetwoNames[fn], arguments: args }],
        call: voicetwoCall(callId),
      },
    }),
    result: ({ body }) => JSON.parse(body.results[0].result),
  },
};

let service: Service;
beforeEach(async () => {
  service = await startService(accountDocument({ technicians }));
});
afterEach(() => service.stop());

describe.each(Object.entries(carriers))('a repeated delivery by %s', (_, { route, body, result }) => {
  let turn = 0;
  const send = async (sent: object) => result(await service.send(route, sent));
  const next = (fn: Called, args: object = {}, callId = 'call_1') => {
    turn += 1;
    return body(fn, args, callId, turn);
  };
  const stored = (answer: { dispatchRequestId: string }) => service.requests.get(answer.dispatchRequestId);
  const one = { date: '2026-06-10', time: '1:00 PM' };

  it('of a booking does not undo a move', async () => {
    const first = next('book', booking());
    const booked = await send(first);
    await send(next('book', booking({ time: '1:00 PM' })));
    expect(await send(first)).toMatchObject({ confirmed: true, time: '1:00 PM' });
    expect(await stored(booked)).toMatchObject({ version: 2, appointment: { minute: 13 * 60 } });
  });

  it('of a move does not undo a later one, made in another call', async () => {
    const booked = await send(next('book', booking()));
    const first = next('move', one);
    await send(first);
    await send(next('move', { ...one, time: '3:00 PM' }, 'call_2'));
    expect(await send(first)).toMatchObject({ confirmed: true, time: '3:00 PM' });
    expect(await stored(booked)).toMatchObject({ version: 3, appointment: { minute: 15 * 60 } });
  });

  it('of a move to the same time moves nothing back', async () => {
    const booked = await send(next('book', booking({ time: '1:00 PM' })));
    const first = next('move', one);
    expect(await send(first)).toMatchObject({ confirmed: true, time: '1:00 PM' });
    await send(next('move', { ...one, time: '3:00 PM' }));
    expect(await send(first)).toMatchObject({ confirmed: true, time: '3:00 PM' });
    expect(await stored(booked)).toMatchObject({ appointment: { minute: 15 * 60 } });
  });

  it('of a booking does not book again what another call has canceled', async () => {
    const first = next('book', booking());
    const booked = await send(first);
    await send(next('cancel', {}, 'call_2'));
    expect(await send(first)).toMatchObject({ confirmed: false, reason: 'no_appointment' });
    expect(await stored(booked)).toMatchObject({ status: 'canceled', version: 2 });
    expect(await send(next('book', booking()))).toMatchObject({ confirmed: true });
  });

  it('of a booking of an emergency does not rebook what was canceled later', async () => {
    await send(next('book', { urgency: 'emergency', customerPhone: FROM }));
    const first = next('book', booking());
    await send(first);
    await send(next('cancel'));
    expect(await send(first)).toMatchObject({ confirmed: false, reason: 'no_appointment' });
    expect(await service.requests.list('acme-hvac')).toHaveLength(1);
  });

  it('of a cancellation does not touch later bookings, even after its own day', async () => {
    await send(next('book', booking()));
    const first = next('cancel', {}, 'call_2');
    const answer = await send(first);
    service.clock.now = Date.parse('2026-06-11T12:00:00Z');
    const later = await send(next('book', booking({ date: '2026-06-15' }), 'call_3'));
    expect(await send(first)).toEqual(answer);
    expect(await stored(later)).toMatchObject({ status: 'scheduled' });
  });

  it('of an emergency does not raise it again after a person has lowered it', async () => {
    const first = next('book', { urgency: 'emergency', customerPhone: FROM });
    const told = await send(first);
    await service.lower(told.dispatchRequestId);
    expect(await send(first)).toMatchObject({ dispatchRequestId: told.dispatchRequestId });
    expect(await stored(told)).toMatchObject({ urgency: 'routine', version: 2 });
  });

  it("of a customer's details does not undo a correction", async () => {
    const first = next('create', { customerName: 'Dana Miler', customerPhone: FROM, address: '1 Main St' });
    const { customerId } = await send(first);
    await send(next('create', { customerName: 'Dana Miller', customerPhone: FROM }));
    expect(await send(first)).toMatchObject({ customerId, created: false });
    expect(await service.customer(FROM)).toMatchObject({
      name: 'Dana Miller',
      sites: [{ address: '1 Main St' }],
    });
  });

  it.each(['book', 'move'] as const)(
    'of a refused move moves nothing once the time is free: %s',
    async (fn) => {
      const booked = await send(next('book', booking()));
      const others = await Promise.all(
        [2, 3].map((n) =>
          send(next('book', booking({ time: '1:00 PM', customerPhone: `+1212555017${n}` }), `call_${n}`)),
        ),
      );
      const first = next(
        fn,
        fn === 'book'
          ? booking({ time: '1:00 PM' })
          : { ...one, dispatchRequestId: booked.dispatchRequestId },
      );
      expect(await send(first)).toMatchObject({ confirmed: false, reason: 'slot_taken' });
      // As long as the time is taken, a repeat gets the same answer.
      expect(await send(first)).toMatchObject({ confirmed: false, reason: 'slot_taken' });
      await Promise.all(
        others.map(({ dispatchRequestId }) =>
          service.change(dispatchRequestId, { to: 'canceled', why: 'sold' }),
        ),
      );
      expect(await send(first)).toMatchObject({ confirmed: true, time: '9:00 AM' });
      expect(await stored(booked)).toMatchObject({ appointment: { minute: 540 } });
      const asked = next('move', { ...one, dispatchRequestId: booked.dispatchRequestId });
      expect(await send(asked)).toMatchObject({ confirmed: true, time: '1:00 PM' });
    },
  );

  it('in parallel gets equal answers and one appointment', async () => {
    // From here on, the account is cached.
    await send(next('cancel'));
    const first = next('book', booking());
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(first)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await service.requests.list('acme-hvac')).toHaveLength(1);
  });
});
