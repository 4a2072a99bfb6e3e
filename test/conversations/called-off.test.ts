import { afterEach, describe, expect, it } from '@jest/globals';
import { voicePlatforms } from '../../lib/platforms/index.ts';
import { accountDocument, booking, type Service, startService } from '../functions/service.ts';
import { everyDay } from '../lib/accounts/on-call-document.ts';
import {
  book,
  checkAvailability,
  type LiveCall,
  reschedule,
  startCall,
  update,
} from '../support/platforms/live-call.ts';

const ana = {
  technicianId: 'ana',
  phone: '+12125550101',
  role: 'first',
  hours: everyDay(['17:00', '08:00']),
};
const burst = {
  ...{ urgency: 'emergency', danger: 'water', serviceType: 'AC Repair', notes: 'A pipe burst' },
  ...{ address: '7 Elm Street', customerName: 'Dana Miller' },
};

describe.each(voicePlatforms)('an emergency that the caller calls off on %s', (platform) => {
  let world: Service;
  let call: LiveCall;
  afterEach(() => world.stop());
  const start = async (over: object = {}) => {
    world = await startService(accountDocument({ onCall: [ana], ...over }));
    call = startCall(world, platform, 'call_1', '+12125550123');
  };
  const only = async () => {
    const [request, ...others] = await world.requests.list('acme-hvac');
    expect(others).toEqual([]);
    return request;
  };
  const isCalledOff = async (urgency: string, why: RegExp) => {
    const request = await only();
    expect(request).toMatchObject({ urgency });
    expect(request).not.toHaveProperty('danger');
    expect(request).not.toHaveProperty('escalatesAt');
    expect(request?.needsReview).toContain('called_off');
    expect(request?.needsReview).not.toContain('danger');
    expect(request?.history.map((line) => line.why)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^emergency/), expect.stringMatching(why)]),
    );
    const [item] = await world.items(`REQUEST#${request?.dispatchRequestId}`);
    expect(item?.events).toContain('dispatch-request.needs-review');
  };

  it('by putting off its visit becomes what the model says', async () => {
    await start({ emergency: { book: true } });
    expect(await call.ask(book, burst)).toMatchObject({ confirmed: true, time: '8:00 AM' });
    const tomorrow = { date: '2026-06-02', time: '09:00', notes: 'A pipe burst, we shut the valve off' };
    const answer = await call.ask(book, booking(tomorrow));
    expect(answer).toMatchObject({ confirmed: true, date: '2026-06-02' });
    expect(answer).not.toHaveProperty('danger');
    expect(answer).not.toHaveProperty('transferTo');
    expect(answer.message).not.toContain('valve');
    expect((await only())?.notes).toBe(
      'Reported as an emergency, now called off: A pipe burst\nA pipe burst, we shut the valve off',
    );
    await isCalledOff('routine', /2026-06-02 9:00 AM .*; called off: urgency emergency to routine$/);
  });

  it('because no danger is left becomes what the model says: a booking', async () => {
    await start();
    await call.ask(book, burst);
    expect(await call.ask(book, booking({ urgency: 'urgent', danger: 'none' }))).toMatchObject({
      confirmed: true,
    });
    await isCalledOff('urgent', /called off: urgency emergency to urgent$/);
  });

  it.each([
    ['details', update, {}],
    ['a move', reschedule, { date: '2026-06-11', time: '10:00' }],
  ])('because no danger is left becomes what the model says: %s', async (_, asked, args) => {
    await start();
    await call.ask(book, booking());
    await call.ask(book, burst);
    const answer = await call.ask(asked, { ...args, urgency: 'routine', danger: 'none' });
    expect(answer).not.toHaveProperty('transferTo');
    await isCalledOff('routine', /called off: urgency emergency to routine$/);
  });

  it('is told the fee with the new times, which nobody said in the danger', async () => {
    const fees = [{ id: 'visit', says: 'an 89 dollar visit fee' }];
    await start({ emergency: { book: true }, fees });
    const { dispatchRequestId } = await call.ask(book, burst);
    const asked = { dispatchRequestId, date: '2026-06-02' };
    expect((await call.ask(checkAvailability, asked)).message).toContain('an 89 dollar visit fee');
  });

  it('stays one as long as the caller takes a visit beside it, or only adds to it', async () => {
    await start();
    await call.ask(book, burst);
    await call.ask(book, booking());
    await call.ask(update, { notes: 'The gate code is 1234', danger: 'none' });
    expect(await only()).toMatchObject({ urgency: 'emergency', danger: 'water', status: 'scheduled' });
  });
});
