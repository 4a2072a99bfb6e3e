import { ThrottlingException } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DAY_MS } from '../../lib/scheduling/time-units.ts';
import { carriers, deliveriesBy, FROM } from './carriers.ts';
import { accountDocument, booking, type Service, startService } from './service.ts';

const technicians = [
  { id: 'ana', name: 'Ana' },
  { id: 'ben', name: 'Ben' },
];

let service: Service;
beforeEach(async () => {
  service = await startService(accountDocument({ technicians }));
});
afterEach(() => service.stop());

describe.each(Object.entries(carriers))('a repeated delivery by %s', (_, carrier) => {
  const { send, next, stored } = deliveriesBy(carrier, () => service);
  const one = { date: '2026-06-10', time: '1:00 PM' };

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
          service.change(dispatchRequestId, { to: 'canceled', why: 'sold' }),
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
        return service.call('book_job', booking({ customerPhone: number }), over);
      }),
    );
    return () =>
      Promise.all(
        others.map((one) => service.change(one.dispatchRequestId, { to: 'canceled', why: 'sold' })),
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
    service.clock.now += 29 * DAY_MS;
    expect(await send(first)).toEqual(refused);
    service.clock.now += DAY_MS;
    expect(await send(first)).toMatchObject({ confirmed: true });
  });

  it('of a booking that only lacked a name books nothing once the name is known', async () => {
    const { customerName: _, ...nameless } = booking();
    const first = next('book_job', nameless);
    const asked = await send(first);
    expect(asked).toMatchObject({ confirmed: false, missing: ['customerName'] });
    await send(next('create_customer', { customerName: 'Dana Miller', customerPhone: FROM }));
    expect(await send(first)).toEqual(asked);
    expect(await service.requests.list('acme-hvac')).toEqual([]);
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
    const { document } = service.table;
    document.middlewareStack.add(
      (proceed, { commandName }) =>
        (args) => {
          if (commandName !== 'PutItemCommand') return proceed(args);
          // Past the deadline.
          service.clock.now += 10_000;
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
