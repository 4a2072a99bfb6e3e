import { ThrottlingException } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from '@jest/globals';
import { type FunctionName, functionNames } from '../../lib/platforms/function-names.ts';
import type { RouteId } from '../../lib/routes.ts';
import { DAY_MS } from '../../lib/scheduling/time.ts';
import { accountDocument, booking, type Heard, type Service, startService, technicians } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const FROM = '+12125550123';

/** A way in which a platform delivers a function call. */
interface Carrier {
  readonly route: RouteId;
  /** A body with one function call; `turn` is the part that differs between invocations. */
  body(fn: FunctionName, args: object, callId: string, turn: number): object;
  // biome-ignore lint/suspicious/noExplicitAny: the tests assert on what callers hear, whatever its shape.
  result(heard: Heard): any;
}

const voicetwoCall = (id: string) => ({
  id,
  metadata: { assistantId: 'asst_acme' },
  customer: { number: FROM },
});

const carriers: Readonly<Record<string, Carrier>> = {
  'platform one without ids of invocations': {
    route: 'voiceone-function-call',
    body: (fn, args, callId, turn) => ({
      name: functionNames[fn].voiceone,
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
        functionCall: { name: functionNames[fn].voicetwo, parameters },
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
        toolCallList: [{ id: `tool_${callId}_${turn}`, name: functionNames[fn].voicetwo, arguments: args }],
        call: voicetwoCall(callId),
      },
    }),
    result: ({ body }) => JSON.parse(body.results[0].result),
  },
};

/** Function calls by one carrier: `next` makes a delivery that differs from all before, and `send` sends it, also again. */
function deliveriesBy({ route, body, result }: Carrier, service: () => Service) {
  let turn = 0;
  return {
    send: async (sent: object) => result(await service().send(route, sent)),
    next(fn: FunctionName, args: object = {}, callId = 'call_1') {
      turn += 1;
      return body(fn, args, callId, turn);
    },
    stored: (answer: { dispatchRequestId: string }) => service().requests.get(answer.dispatchRequestId),
  };
}

const service = servicePerTest(() => accountDocument({ technicians }));

describe.each(Object.entries(carriers))('a repeated delivery by %s', (_, carrier) => {
  const { send, next, stored } = deliveriesBy(carrier, service);
  const one = { date: '2026-06-10', time: '1:00 PM' };

  it('of a booking does not undo a move', async () => {
    const first = next('book_job', booking());
    const booked = await send(first);
    await send(next('book_job', booking({ time: '1:00 PM' })));
    expect(await send(first)).toMatchObject({ confirmed: true, time: '1:00 PM' });
    expect(await stored(booked)).toMatchObject({ version: 2, appointment: { minute: 13 * 60 } });
  });

  it('of a move does not undo a later one, made in another call', async () => {
    const booked = await send(next('book_job', booking()));
    const first = next('reschedule_job', one);
    await send(first);
    await send(next('reschedule_job', { ...one, time: '3:00 PM' }, 'call_2'));
    expect(await send(first)).toMatchObject({ confirmed: true, time: '3:00 PM' });
    expect(await stored(booked)).toMatchObject({ version: 3, appointment: { minute: 15 * 60 } });
  });

  it('of a move to the same time moves nothing back', async () => {
    const booked = await send(next('book_job', booking({ time: '1:00 PM' })));
    const first = next('reschedule_job', one);
    expect(await send(first)).toMatchObject({ confirmed: true, time: '1:00 PM' });
    await send(next('reschedule_job', { ...one, time: '3:00 PM' }));
    expect(await send(first)).toMatchObject({ confirmed: true, time: '3:00 PM' });
    expect(await stored(booked)).toMatchObject({ appointment: { minute: 15 * 60 } });
  });

  it('of a booking does not book again what another call has canceled', async () => {
    const first = next('book_job', booking());
    const booked = await send(first);
    await send(next('cancel_job', {}, 'call_2'));
    expect(await send(first)).toMatchObject({ confirmed: false, reason: 'no_appointment' });
    expect(await stored(booked)).toMatchObject({ status: 'canceled', version: 2 });
    expect(await send(next('book_job', booking()))).toMatchObject({ confirmed: true });
  });

  it('of a booking of an emergency does not rebook what was canceled later', async () => {
    await send(next('book_job', { urgency: 'emergency', customerPhone: FROM }));
    const first = next('book_job', booking());
    await send(first);
    await send(next('cancel_job'));
    expect(await send(first)).toMatchObject({ confirmed: false, reason: 'no_appointment' });
    expect(await service().requests.list('acme-hvac')).toHaveLength(1);
  });

  it('of a cancellation does not touch later bookings, even after its own day', async () => {
    await send(next('book_job', booking()));
    const first = next('cancel_job', {}, 'call_2');
    const answer = await send(first);
    service().clock.now = Date.parse('2026-06-11T12:00:00Z');
    const later = await send(next('book_job', booking({ date: '2026-06-15' }), 'call_3'));
    expect(await send(first)).toEqual(answer);
    expect(await stored(later)).toMatchObject({ status: 'scheduled' });
  });

  it('of an emergency does not raise it again after a person has lowered it', async () => {
    const first = next('book_job', { urgency: 'emergency', customerPhone: FROM });
    const told = await send(first);
    await service().lower(told.dispatchRequestId);
    expect(await send(first)).toMatchObject({ dispatchRequestId: told.dispatchRequestId });
    expect(await stored(told)).toMatchObject({ urgency: 'routine', version: 2 });
  });

  it("of a customer's details does not undo a correction", async () => {
    const first = next('create_customer', {
      customerName: 'Dana Miler',
      customerPhone: FROM,
      address: '1 Main St',
    });
    const { customerId } = await send(first);
    await send(next('create_customer', { customerName: 'Dana Miller', customerPhone: FROM }));
    expect(await send(first)).toMatchObject({ customerId, created: false });
    expect(await service().customer(FROM)).toMatchObject({
      name: 'Dana Miller',
      sites: [{ address: '1 Main St' }],
    });
  });

  it('in parallel gets equal answers and one appointment', async () => {
    // From here on, the account is cached.
    await send(next('cancel_job'));
    const first = next('book_job', booking());
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(first)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await service().requests.list('acme-hvac')).toHaveLength(1);
  });

  it.each(['book_job', 'reschedule_job'] as const)(
    'of a refused move moves nothing once the time is free: %s',
    async (fn) => {
      const booked = await send(next('book_job', booking()));
      const others = await Promise.all(
        [2, 3].map((n) =>
          send(next('book_job', booking({ time: '1:00 PM', customerPhone: `+1212555017${n}` }), `call_${n}`)),
        ),
      );
      const first = next(
        fn,
        fn === 'book_job'
          ? booking({ time: '1:00 PM' })
          : { ...one, dispatchRequestId: booked.dispatchRequestId },
      );
      const refused = await send(first);
      expect(refused).toMatchObject({ confirmed: false, reason: 'slot_taken' });
      expect(await send(first)).toEqual(refused);
      await Promise.all(
        others.map(({ dispatchRequestId }) =>
          service().change(dispatchRequestId, { to: 'canceled', why: 'sold' }),
        ),
      );
      expect(await send(first)).toEqual(refused);
      expect(await stored(booked)).toMatchObject({ appointment: { minute: 540 } });
      const asked = next('reschedule_job', { ...one, dispatchRequestId: booked.dispatchRequestId });
      expect(await send(asked)).toMatchObject({ confirmed: true, time: '1:00 PM' });
    },
  );

  /** Both technicians are busy. Returns how the time becomes free. */
  const takenByOthers = async () => {
    const others = await Promise.all(
      ['+12125550172', '+12125550173'].map((number) => {
        const over = { call_id: `call_${number}`, from_number: number };
        return service().call('book_job', booking({ customerPhone: number }), over);
      }),
    );
    return () =>
      Promise.all(
        others.map((one) => service().change(one.dispatchRequestId, { to: 'canceled', why: 'sold' })),
      );
  };

  it('of a refused first booking books nothing once the time is free, but the next question does', async () => {
    const free = await takenByOthers();
    const first = next('book_job', booking());
    const refused = await send(first);
    expect(refused).toMatchObject({ confirmed: false, reason: 'slot_taken' });
    await free();
    expect(await send(first)).toEqual(refused);
    expect(await send(next('book_job', booking()))).toMatchObject({ confirmed: true, time: '9:00 AM' });
    // The visit that the caller has by now doesn't change what was refused.
    expect(await send(first)).toEqual(refused);
    service().clock.now += 29 * DAY_MS;
    expect(await send(first)).toEqual(refused);
    service().clock.now += DAY_MS;
    expect(await send(first)).toMatchObject({ confirmed: true });
  });

  it('of a booking that only lacked a name books nothing once the name is known', async () => {
    const { customerName: _, ...nameless } = booking();
    const first = next('book_job', nameless);
    const asked = await send(first);
    expect(asked).toMatchObject({ confirmed: false, missing: ['customerName'] });
    await send(next('create_customer', { customerName: 'Dana Miller', customerPhone: FROM }));
    expect(await send(first)).toEqual(asked);
    expect(await service().requests.list('acme-hvac')).toEqual([]);
  });

  it('of a cancellation that found nothing does not cancel what was booked later', async () => {
    const first = next('cancel_job');
    const refused = await send(first);
    expect(refused).toMatchObject({ canceled: false, reason: 'no_appointment' });
    const booked = await send(next('book_job', booking()));
    expect(await send(first)).toEqual(refused);
    expect(await stored(booked)).toMatchObject({ status: 'scheduled' });
  });

  it('of a refusal that could not be kept is decided again', async () => {
    const free = await takenByOthers();
    const first = next('book_job', booking());
    const { document } = service().table;
    document.middlewareStack.add(
      (proceed, { commandName }) =>
        (args) => {
          if (commandName !== 'PutItemCommand') return proceed(args);
          // Past the deadline.
          service().clock.now += 10_000;
          throw new ThrottlingException({ message: 'injected', $metadata: {} });
        },
      { step: 'initialize', name: 'refuseToKeep' },
    );
    expect(await send(first)).toMatchObject({ confirmed: false, reason: 'slot_taken' });
    document.middlewareStack.remove('refuseToKeep');
    await free();
    expect(await send(first)).toMatchObject({ confirmed: true, time: '9:00 AM' });
  });
});

it('a repeat of a booking that only a person can make alerts nobody again of the danger in its words', async () => {
  const alone = await startService(accountDocument({ transfer: {} }));
  await alone.call('book_job', booking(), { call_id: 'call_1' });
  const [visit] = await alone.requests.list('acme-hvac');
  await alone.change(visit?.dispatchRequestId ?? '', { to: 'dispatched' });
  await alone.change(visit?.dispatchRequestId ?? '', { to: 'en_route' });
  const moved = booking({ time: '1:00 PM', notes: 'I smell gas.' });
  const sent = {
    name: 'book_job',
    args: moved,
    call: { call_id: 'call_1', agent_id: 'agent_acme', from_number: FROM },
  };
  const send = async () => (await alone.send('voiceone-function-call', sent)).body;
  const first = await send();
  expect(first).toMatchObject({ confirmed: false, reason: 'needs_human', danger: 'gas' });
  const requests = await alone.requests.list('acme-hvac');
  expect(await send()).toEqual(first);
  expect(await alone.requests.list('acme-hvac')).toEqual(requests);
  await alone.stop();
});
