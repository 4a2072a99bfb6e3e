import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { giveAppointment } from '../../lib/booking/dispatchers/dispatcher-appointment.ts';
import { accountDocument, booking, type Service, startService } from './service.ts';

const arrival = {
  style: 'window',
  windows: [
    { from: '08:00', to: '10:00' },
    { from: '13:00', to: '15:00' },
  ],
};
const account = accountDocument({
  booking: { gridMinutes: 30, bufferMinutes: 0, arrival },
  technicians: [
    { id: 'ana', name: 'Ana' },
    { id: 'ben', name: 'Ben' },
  ],
});

describe("a dispatcher's change of a promised window", () => {
  let service: Service;
  let id: string;
  beforeEach(async () => {
    service = await startService(account);
    id = (await service.call('book_job', booking({ time: '08:00' }))).dispatchRequestId;
  });
  afterEach(() => service.stop());

  /** The appointment after the change, and the events of the change. */
  async function move(minute: number, technician?: string) {
    const deadline = service.clock.now + 1000;
    const request = await service.stored.get(id);
    const stored = await service.accounts.byId('acme-hvac');
    if (request === undefined || stored === undefined) throw new Error('No such request');
    const who = { by: 'dispatcher:Robin', now: service.clock.now } as const;
    const wanted = {
      command: 'move',
      account: stored,
      request,
      date: '2026-06-10',
      minute,
      technician,
      who,
    } as const;
    const { kind } = await giveAppointment(wanted, service.container().deps, deadline);
    const [item] = await service.items(`REQUEST#${id}`);
    return { kind, appointment: item?.appointment, events: item?.events };
  }

  it('keeps the promise within the window, so nobody is notified', async () => {
    const promise = { from: '08:00', to: '10:00' };
    expect(await move(9 * 60)).toMatchObject({
      kind: 'changed',
      appointment: { minute: 540, promise },
      events: ['dispatch-request.adjusted'],
    });
    const { appointment } = await move(9 * 60, 'ben');
    const other = appointment.technicianId === 'ben' ? 'ana' : 'ben';
    expect(await move(9 * 60, other)).toMatchObject({
      appointment: { technicianId: other, promise },
      events: ['dispatch-request.adjusted'],
    });
    const again = await service.call('book_job', booking({ time: '08:00' }));
    expect(again).toMatchObject({ confirmed: true, time: '8:00 AM – 10:00 AM', dispatchRequestId: id });
  });

  it('promises the window of a new start outside it, or the exact time without one', async () => {
    expect(await move(13 * 60 + 30)).toMatchObject({
      appointment: { minute: 810, promise: { from: '13:00', to: '15:00' } },
      events: ['dispatch-request.moved'],
    });
    const { appointment, events } = await move(10 * 60);
    expect(appointment).not.toHaveProperty('promise');
    expect(events).toEqual(['dispatch-request.moved']);
    expect((await service.call('lookup_customer')).message).toContain('on Wednesday, June 10 at 10 AM');
  });
});
