import { afterEach, describe, expect, it } from '@jest/globals';
import { voicePlatforms } from '../../lib/platforms/index.ts';
import { accountDocument, booking, type Service, startService } from '../functions/service.ts';
import {
  book,
  cancel,
  checkAvailability,
  handOver,
  hold,
  type LiveCall,
  startCall,
  takeMessage,
} from '../support/platforms/live-call.ts';

const caller = '+12125550143';
const office = '+12125550100';
const outside = 'Get everyone outside now and call 911 from there.';
const connecting = "I'm connecting you with someone now.";

describe.each(voicePlatforms)('a danger that a caller on %s reports', (platform) => {
  let world: Service;
  let call: LiveCall;
  afterEach(() => world.stop());
  const start = async (over: Record<string, unknown> = {}, from = caller) => {
    world = await startService(accountDocument(over));
    call = startCall(world, platform, 'call_1', from);
  };
  const all = () => world.requests.list('acme-hvac');

  it('leaves a routine booking as it is, makes it an emergency, and comes first in its answer', async () => {
    await start();
    const answer = await call.ask(book, booking({ notes: 'carbon monoxide alarm going off' }));
    expect(answer).toMatchObject({
      confirmed: true,
      danger: 'carbon_monoxide',
      transferTo: office,
      message: `${outside} ${connecting} You're booked for AC Repair on Wednesday, June 10 at 9 AM with Ana.`,
    });
    const [request, ...others] = await all();
    expect(others).toEqual([]);
    expect(request).toMatchObject({ status: 'scheduled', urgency: 'emergency' });
    expect(request?.needsReview).toContain('danger');
    const [item] = await world.items(`REQUEST#${answer.dispatchRequestId}`);
    expect(item?.events).toContain('dispatch-request.needs-review');
    // A late retry is a repeat and stores nothing again.
    expect(await call.sendAgain(0)).toEqual(answer);
    expect(await all()).toEqual([request]);
  });

  it('that is denied does not count', async () => {
    await start();
    const answer = await call.ask(book, booking({ notes: 'there is no smoke' }));
    expect(answer).toMatchObject({ confirmed: true });
    expect(answer).not.toHaveProperty('danger');
    expect((await all())[0]?.needsReview).not.toContain('danger');
  });

  it.each([
    ['a time that cannot be had', book, booking({ time: '06:00', notes: 'I smell gas' })],
    ['a time that leaves something open', book, booking({ time: 'morning', notes: 'I smell gas' })],
    ['a booking that lacks almost everything', book, { serviceType: 'gas leak' }],
    ['a look at the times', checkAvailability, { date: '2026-06-10', serviceType: 'gas leak' }],
    [
      'notes beside a look at the times',
      checkAvailability,
      { serviceType: 'AC Repair', notes: 'I smell gas' },
    ],
    ['notes beside a time to hold', hold, booking({ notes: 'I smell gas' })],
    ['a request for a person', handOver, { reason: 'Smells gas and wants somebody' }],
    ['a message without what it takes', takeMessage, { about: 'I smell gas', customerPhone: '55' }],
    ['a cancellation', cancel, { reason: 'We smell gas and are leaving' }],
  ])('is stored as an emergency if nothing else was stored: %s', async (_, asked, args) => {
    await start();
    const answer = await call.ask(asked, args);
    expect(answer).toMatchObject({ danger: 'gas', transferTo: office });
    expect(answer.message.startsWith(outside)).toBe(true);
    // In a danger, the agent asks only where and who the caller is.
    if (asked !== handOver)
      expect(answer.message.slice(outside.length)).toMatch(
        /^ Before I connect you, could you tell me [^?.]*\?$/,
      );
    const [request, ...others] = await all();
    expect(others).toEqual([]);
    expect(request).toMatchObject({
      status: 'requested',
      urgency: 'emergency',
      customer: { phone: expect.stringMatching(/^\+1212555/) },
    });
    expect(request?.needsReview).toContain('danger');
    await call.sendAgain(0);
    expect(await all()).toEqual([request]);
  });

  it('that was stored before it could be booked becomes the appointment', async () => {
    await start();
    await call.ask(book, booking({ time: '06:00', notes: 'I smell gas' }));
    const answer = await call.ask(book, booking());
    const [request, ...others] = await all();
    expect(others).toEqual([]);
    expect(request).toMatchObject({ dispatchRequestId: answer.dispatchRequestId, status: 'scheduled' });
    expect(request?.needsReview).toContain('danger');
  });

  it('flags the message that mentions it, and is reported besides', async () => {
    await start();
    const answer = await call.ask(takeMessage, { about: 'There is smoke in the attic' });
    expect(answer).toMatchObject({ noted: true, danger: 'fire', transferTo: office });
    expect(answer.message).toMatch(/^If you see fire or smoke, leave and call 911\./);
    const [message, emergency, ...others] = (await all()).toSorted((one) =>
      one.kind === 'message' ? -1 : 1,
    );
    expect(others).toEqual([]);
    expect(message).toMatchObject({ kind: 'message', needsReview: ['callback', 'danger'] });
    expect(emergency).toMatchObject({ urgency: 'emergency', danger: 'fire', alertedAt: expect.any(String) });
  });

  it("is answered in the account's words, even if other sentences are omitted", async () => {
    const gas = `Leave the house at once, touch no switch, and ${'do not go back in '.repeat(3)}until we come`;
    await start({ emergency: { instructions: { gas } } });
    const { message, ...answer } = await call.ask(book, booking({ notes: 'I smell gas' }));
    expect(answer).toMatchObject({ confirmed: true, danger: 'gas' });
    expect(message.startsWith(`${gas}.`)).toBe(true);
    expect(message.length).toBeLessThanOrEqual(220);
  });

  it('with nobody to dial promises a callback only if one is stored', async () => {
    await start({ transfer: {} });
    const answer = await call.ask(checkAvailability, { serviceType: 'gas leak' });
    expect(answer).toMatchObject({ danger: 'gas', transferTo: null });
    const called = 'Someone will call you at the number ending 0143 by 9 AM today.';
    expect(answer.message.startsWith(`${outside} ${called} The earliest is`)).toBe(true);
    expect((await all())[0]).toMatchObject({ dueAt: '2026-06-01T13:00:00.000Z' });
  });
});

describe.each(voicePlatforms)('an emergency on %s', (platform) => {
  let world: Service;
  afterEach(() => world.stop());
  const start = async (from = caller) => {
    world = await startService();
    return startCall(world, platform, 'call_1', from);
  };
  const all = () => world.requests.list('acme-hvac');

  it.each(['emergencia', 'Critical', 'life-threatening', 'Emergency!'])(
    'is recognized in any words: %s',
    async (urgency) => {
      const call = await start();
      expect(await call.ask(book, { urgency })).toMatchObject({ reason: 'needs_human', transferTo: office });
      expect((await all())[0]).toMatchObject({ urgency: 'emergency' });
    },
  );

  it.each([
    ['ASAP', 'urgent'],
    ['high', 'urgent'],
    ['not an emergency', 'routine'],
  ])('is not assumed for %s, which is %s', async (said, urgency) => {
    const call = await start();
    const answer = await call.ask(book, booking({ urgency: said, customerPhone: undefined }));
    expect(answer).toMatchObject({ confirmed: true });
    expect(answer).not.toHaveProperty('ignored');
    expect((await all())[0]).toMatchObject({ urgency, needsReview: ['address'] });
  });

  it('is not assumed for an unreadable urgency, which is treated as routine and flagged', async () => {
    const call = await start();
    const answer = await call.ask(book, booking({ urgency: 'purple', technician: 'Zoe' }));
    expect(answer).toMatchObject({
      confirmed: true,
      ignored: [
        { argument: 'urgency', why: 'not_understood' },
        { argument: 'technician', why: 'unknown' },
      ],
    });
    expect((await all())[0]).toMatchObject({
      urgency: 'routine',
      needsReview: expect.arrayContaining(['urgency']),
    });
    expect(await call.ask(book, { urgency: 'purple' })).toMatchObject({
      ignored: [{ argument: 'urgency', why: 'not_understood' }],
    });
  });

  it('without a number is stored and completed by the next call of the function', async () => {
    const call = await start('anonymous');
    const told = await call.ask(book, { urgency: 'emergency', notes: 'I smell gas' });
    expect(told).toMatchObject({
      confirmed: false,
      danger: 'gas',
      missing: ['address', 'customerPhone', 'customerName'],
      transferTo: office,
      message: `${outside} Before I connect you, could you tell me the address?`,
      nextStep: expect.stringContaining('connect the caller'),
    });
    expect((await all())[0]).toMatchObject({ urgency: 'emergency', notes: 'I smell gas' });
    const invalid = await call.ask(book, { urgency: 'emergency', customerPhone: '555' });
    expect(invalid).toMatchObject({ missing: ['customerPhone'] });
    const said = { urgency: 'emergency', customerPhone: '212 555 0143' };
    const completed = await call.ask(book, said);
    expect(completed).toMatchObject({ dispatchRequestId: told.dispatchRequestId, transferTo: office });
    expect(completed).not.toHaveProperty('missing');
    const [request, ...others] = await all();
    expect(others).toEqual([]);
    expect(request).toMatchObject({ customer: { phone: caller }, urgency: 'emergency' });
  });
});
