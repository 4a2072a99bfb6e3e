import { afterEach, describe, expect, it } from '@jest/globals';
import { voicePlatforms } from '../../lib/platforms/index.ts';
import { HOUR_MS } from '../../lib/scheduling/time.ts';
import { accountDocument, type Service, START, startService } from '../functions/service.ts';
import { everyDay } from '../lib/accounts/on-call-document.ts';
import { book, handOver, type LiveCall, startCall, takeMessage } from '../support/platforms/live-call.ts';

const from = '+12125550123';
const promised = (when: string) => `I've noted it. Someone will call you at the number ending 0123 ${when}.`;

describe.each(voicePlatforms)('a call that is promised on %s', (platform) => {
  let world: Service;
  let call: LiveCall;
  afterEach(() => world.stop());
  /** At 1:11 PM on Monday. */
  const start = async (over: Record<string, unknown> = {}) => {
    world = await startService(accountDocument(over));
    world.clock.now = START + 5 * HOUR_MS + 11 * 60_000;
    call = startCall(world, platform, 'call_1', from);
  };

  it.each([
    { when: 'after four today' },
    { when: 'Call me after four today' },
    { when: 'after 4 pm today, please' },
    { notBefore: '16:00' },
    { notBefore: '4 PM', date: '2026-06-01' },
    { about: 'Please call me after four today about the invoice' },
  ])('is kept as the caller wishes: $when $notBefore $about', async (wish) => {
    await start();
    const answer = await call.ask(takeMessage, { about: 'The invoice is wrong', topic: 'billing', ...wish });
    expect(answer).toMatchObject({
      dueAt: '2026-06-01T21:00:00.000Z',
      message: promised('between 4 PM and 5 PM today'),
    });
    expect(await world.requests.get(answer.dispatchRequestId)).toMatchObject({
      dueFrom: '2026-06-01T20:00:00.000Z',
      dueAt: '2026-06-01T21:00:00.000Z',
    });
    // Without another wish, the same promise stands.
    world.clock.now += HOUR_MS / 4;
    const more = await call.ask(takeMessage, { about: 'The total, too' });
    expect(more).toMatchObject({ dueAt: answer.dueAt, message: "I've added it to your message." });
  });

  it('is kept on another day', async () => {
    await start();
    const answer = await call.ask(takeMessage, { about: 'A price', date: '2026-06-03', notBefore: '13:30' });
    expect(answer.message).toBe(promised('between 1:30 PM and 2:30 PM on Wednesday'));
    expect((await world.requests.get(answer.dispatchRequestId))?.notes).toContain('2026-06-03 from 13:30');
  });

  it('is the same one if another call asks for it', async () => {
    await start();
    const first = await call.ask(takeMessage, { about: 'The invoice', topic: 'billing', notBefore: '16:00' });
    world.clock.now += HOUR_MS / 2;
    const other = startCall(world, platform, 'call_2', from);
    const again = await other.ask(takeMessage, { about: 'The invoice again', topic: 'billing' });
    expect(again).toMatchObject({ dueAt: first.dueAt, message: first.message });
    const estimate = await startCall(world, platform, 'call_3', from).ask(takeMessage, {
      ...{ about: 'A new boiler', topic: 'estimate' },
    });
    expect(estimate.dueAt).not.toBe(first.dueAt);
  });

  it.each(['vendor', 'applicant'])('is for the next day of the office: %s', async (topic) => {
    await start();
    const answer = await call.ask(takeMessage, { about: 'About work', topic });
    expect(answer).toMatchObject({
      dueAt: '2026-06-02T21:00:00.000Z',
      message: promised('by 5 PM tomorrow, Tuesday'),
    });
  });

  it.each([
    [{ reason: 'A question about the bill' }, null],
    [{ reason: 'Unhappy with the visit', topic: 'complaint' }, null],
    [{ reason: 'The furnace is out' }, '+12125550101'],
  ])('does not ring who is on call at night for the office: %j', async (args, transferTo) => {
    const hours = everyDay(['17:00', '08:00']);
    const onCall = [{ technicianId: 'ana', phone: '+12125550101', role: 'first', hours }];
    await start({ onCall, transfer: { phone: '+12125550100', afterHoursPhone: '+12125550101' } });
    world.clock.now = START + 14 * HOUR_MS;
    const answer = await call.ask(handOver, args);
    expect(answer).toMatchObject({ transferTo });
    if (transferTo !== null) return;
    expect(answer.message).toContain('by 9 AM tomorrow');
    await call.ask(book, { urgency: 'emergency', serviceType: 'Heating Repair' });
    expect(await call.ask(handOver, args)).toMatchObject({ transferTo: '+12125550101' });
  });
});
