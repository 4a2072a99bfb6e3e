import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accountDocument, booking, type Service, startService } from './service.ts';

describe('the outcome in the log', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService(
      accountDocument({
        technicians: [
          { id: 'ana', name: 'Ana' },
          { id: 'ben', name: 'Ben' },
        ],
      }),
    );
  });
  afterAll(() => service.stop());

  const outcomeOf = async (args: Record<string, unknown>, callId: string, name = 'book_job') => {
    await service.call(name, args, { call_id: callId });
    const { outcome, reason } = service.lines.at(-1) ?? {};
    return reason === undefined ? outcome : `${outcome} ${reason}`;
  };

  it('distinguishes a booking from its repeat, a correction, a move and a refusal', async () => {
    expect(await outcomeOf(booking(), 'a')).toBe('booked');
    expect(await outcomeOf(booking(), 'a')).toBe('duplicate');
    expect(await outcomeOf(booking({ customerName: 'Dana Mills' }), 'a')).toBe('duplicate');
    expect(await outcomeOf(booking({ time: '13:00' }), 'a')).toBe('moved');
    expect(await outcomeOf(booking({ time: '03:00' }), 'a')).toBe('refused closed');
  });

  it('distinguishes a change by phone from its repeat and from one that fits only another visit', async () => {
    const serviceType = 'Heating Repair';
    await outcomeOf(booking({ serviceType }), 'c');
    const moved = { date: '2026-06-10', time: '15:00', serviceType };
    expect(await outcomeOf(moved, 'c', 'reschedule_job')).toBe('moved');
    expect(await outcomeOf(moved, 'c', 'reschedule_job')).toBe('duplicate');
    expect(await outcomeOf({ serviceType }, 'c', 'cancel_job')).toBe('canceled');
    expect(await outcomeOf({ serviceType }, 'c', 'cancel_job')).toBe('duplicate');
    expect(await outcomeOf(moved, 'c', 'reschedule_job')).toBe('refused confirm_appointment');
  });

  it('is that of every tool call of a message', async () => {
    const call = { id: 'b', metadata: { assistantId: 'asst_acme' }, customer: { number: '+12125550124' } };
    const at = (time: string) => ({ ...booking({ time }), date: '2026-06-11' });
    const toolCallList = [
      { id: '1', name: 'bookAppointment', arguments: at('09:00') },
      { id: '2', name: 'getServiceTypes', arguments: {} },
      { id: '3', name: 'bookAppointment', arguments: at('14:00') },
      { id: '4', name: 'make_coffee', arguments: {} },
      { id: '5', name: 'bookAppointment', arguments: at('04:00') },
    ];
    await service.send('voicetwo', { message: { type: 'tool-calls', call, toolCallList } });
    expect(service.lines.at(-1)).toMatchObject({
      outcome: 'fault',
      code: 'unknown_function',
      toolCalls: [
        { function: 'book_job', outcome: 'booked' },
        { function: 'get_service_types', outcome: 'answered' },
        { function: 'book_job', outcome: 'moved' },
        { outcome: 'fault', code: 'unknown_function' },
        { function: 'book_job', outcome: 'refused', reason: 'closed' },
      ],
    });
  });

  it('includes lost races', async () => {
    const day = { date: '2026-06-12' };
    service.lines.length = 0;
    // Nobody writes before everybody has read that both technicians are free.
    let readers = 6;
    const allHaveRead = Promise.withResolvers<void>();
    service.table.document.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          if (commandName === 'TransactWriteItemsCommand') {
            readers -= 1;
            if (readers === 0) allHaveRead.resolve();
            await allHaveRead.promise;
          }
          return await next(args);
        },
      { step: 'initialize', name: 'writeTogether' },
    );
    await Promise.all(
      Array.from({ length: 6 }, (_, caller) =>
        service.call('book_job', booking(day), {
          call_id: `race-${caller}`,
          from_number: `+1212555020${caller}`,
        }),
      ),
    );
    const outcomes = service.lines.map(({ outcome }) => outcome).sort();
    expect(outcomes).toEqual(['booked', 'booked', 'refused', 'refused', 'refused', 'refused']);
    expect(service.lines.some(({ racesRetried }) => racesRetried > 0)).toBe(true);
  });
});
