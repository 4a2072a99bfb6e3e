import { afterEach, describe, expect, it } from '@jest/globals';
import { voicePlatforms } from '../../lib/platforms/index.ts';
import { accountDocument, booking, type Service, startService } from '../functions/service.ts';
import { book, checkAvailability, type LiveCall, startCall, update } from '../support/platforms/live-call.ts';

const office = '+12125550100';
const outside = 'Get everyone outside now and call 911 from there.';

describe.each(voicePlatforms)('what the model judges on %s', (platform) => {
  let world: Service;
  let call: LiveCall;
  afterEach(() => world.stop());
  const start = async (over: Record<string, unknown> = {}) => {
    world = await startService(accountDocument(over));
    call = startCall(world, platform, 'call_1', '+12125550123');
  };
  const all = () => world.requests.list('acme-hvac');

  it.each([
    ['gas', outside],
    ['carbon_monoxide', outside],
    ['fire', 'If you see fire or smoke, leave and call 911.'],
    ['electric', 'If you see fire or smoke, leave and call 911.'],
    ['person_hurt', 'If anyone is hurt, call 911 now.'],
    ['water', 'If you can, close the main water valve.'],
    ['no_heat', 'If anyone is in danger from the cold, call 911.'],
  ])('counts without any words: %s', async (danger, said) => {
    await start();
    const answer = await call.ask(book, { urgency: 'emergency', danger, serviceType: 'AC Repair' });
    expect(answer).toMatchObject({ danger, transferTo: office, reason: 'needs_human' });
    expect(answer.message.startsWith(said)).toBe(true);
    const [request, ...others] = await all();
    expect(others).toEqual([]);
    expect(request).toMatchObject({ urgency: 'emergency', danger, alertedAt: expect.any(String) });
    expect(request?.needsReview).toContain('danger');
  });

  it('makes an emergency of a routine booking, which stays', async () => {
    await start();
    const answer = await call.ask(book, booking({ danger: 'person_hurt', address: '7 Elm Street' }));
    expect(answer).toMatchObject({ confirmed: true, danger: 'person_hurt', transferTo: office });
    expect(await all()).toMatchObject([{ status: 'scheduled', urgency: 'emergency', danger: 'person_hurt' }]);
  });

  it('is reported by a look at the times, which books nothing and asks what is missing', async () => {
    await start({ emergency: { book: true }, fees: [{ id: 'visit', says: 'an 89 dollar visit fee' }] });
    const answer = await call.ask(checkAvailability, { serviceType: 'AC Repair', danger: 'water' });
    expect(answer).toMatchObject({
      danger: 'water',
      transferTo: office,
      missing: ['address', 'customerName'],
      message: 'If you can, close the main water valve. Before I connect you, could you tell me the address?',
      nextStep: expect.stringContaining('urgency emergency'),
    });
    expect(answer).not.toHaveProperty('fee');
    expect(await all()).toMatchObject([{ status: 'requested', urgency: 'emergency', danger: 'water' }]);
    const emergency = await call.ask(checkAvailability, { serviceType: 'AC Repair', urgency: 'emergency' });
    expect(emergency).not.toHaveProperty('danger');
  });

  it('of urgency alone is reported by a look at the times', async () => {
    await start();
    const answer = await call.ask(checkAvailability, { serviceType: 'AC Repair', urgency: 'emergency' });
    expect(answer).toMatchObject({ transferTo: office, nextStep: expect.stringContaining('emergency') });
    expect(answer).not.toHaveProperty('danger');
    expect(await all()).toMatchObject([{ status: 'requested', urgency: 'emergency' }]);
  });

  it('is asked for where only words report a danger', async () => {
    await start();
    const answer = await call.ask(book, booking({ notes: 'A pipe burst in the basement' }));
    expect(answer).toMatchObject({
      confirmed: true,
      message: expect.stringMatching(
        /^You're booked for AC Repair on .* Is the water still running, or is it shut off\?$/,
      ),
      nextStep: expect.stringContaining('danger "water"'),
    });
    expect(answer).not.toHaveProperty('danger');
    expect(answer).not.toHaveProperty('transferTo');
    const [request] = await all();
    expect(request).toMatchObject({ urgency: 'routine' });
    expect(request?.needsReview).not.toContain('danger');
    const again = await call.ask(book, booking({ notes: 'A pipe burst in the basement', danger: 'none' }));
    expect(again).toMatchObject({ confirmed: true });
    expect(again.message).not.toContain('?');
    const look = await call.ask(checkAvailability, { serviceType: 'AC Repair', notes: 'CO alarm beeping' });
    expect(look.message).toBe('Is the alarm sounding now, or is it one chirp a minute?');
    expect(look.availableSlots).not.toEqual([]);
  });

  it.each([
    'the CO detector chirps once a minute, low battery, no smell',
    'no smoke, no gas smell',
    'a pipe burst, but we shut the valve off',
    'the carbon monoxide alarm went off but stopped, it was the battery',
  ])('leaves what is no danger alone: %s', async (notes) => {
    await start();
    await call.ask(book, booking());
    const answer = await call.ask(update, { notes });
    expect(answer).toMatchObject({ updated: true });
    expect(answer).not.toHaveProperty('danger');
    expect(answer).not.toHaveProperty('nextStep');
    expect((await all())[0]?.needsReview).not.toContain('danger');
  });

  it('is overridden by words that leave no doubt', async () => {
    await start();
    const answer = await call.ask(book, booking({ danger: 'none', notes: 'I smell gas in the kitchen' }));
    expect(answer).toMatchObject({ danger: 'gas', transferTo: office });
  });

  it('is said once in a call what to do, and again in another call', async () => {
    await start();
    const report = { urgency: 'emergency', danger: 'gas', serviceType: 'Heating Repair' };
    const first = await call.ask(book, report);
    expect(first).toMatchObject({ missing: ['address', 'customerName'] });
    expect(first.message).toBe(`${outside} Before I connect you, could you tell me the address?`);
    const more = await call.ask(book, { ...report, address: '7 Elm Street', customerName: 'Dana Miller' });
    expect(more).toMatchObject({ danger: 'gas', transferTo: office });
    expect(more).not.toHaveProperty('missing');
    expect(more.message).toBe("I'm connecting you now.");
    expect(await call.sendAgain(0)).toMatchObject({ message: expect.stringContaining(outside) });
    const other = startCall(world, platform, 'call_2', '+12125550123');
    expect((await other.ask(book, report)).message).toContain(outside);
    expect(await all()).toHaveLength(1);
  });

  it('asks for nothing that the call was told before', async () => {
    await start();
    await call.ask(book, booking({ time: '06:00', address: '7 Elm Street' }));
    const answer = await call.ask(book, { urgency: 'emergency', danger: 'water', serviceType: 'AC Repair' });
    expect(answer).not.toHaveProperty('missing');
    expect(answer.message).toContain("I'm connecting you now.");
    expect(await all()).toMatchObject([{ customer: { name: 'Dana Miller', address: '7 Elm Street' } }]);
  });

  it('is offered the first free visit if nobody can be dialed', async () => {
    await start({ transfer: {} });
    const answer = await call.ask(book, { urgency: 'emergency', danger: 'water', serviceType: 'AC Repair' });
    expect(answer).toMatchObject({
      transferTo: null,
      dueAt: '2026-06-01T13:00:00.000Z',
      offered: [{ date: '2026-06-01', start: expect.any(String) }],
      missing: ['address', 'customerName'],
    });
    expect(answer.message).toMatch(
      /^If you can, close the main water valve\. .*Someone will call you at the number ending 0123 by 9 AM today\. We can come .*\. Shall I book it\?/,
    );
  });
});
