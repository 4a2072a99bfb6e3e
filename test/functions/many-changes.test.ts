import { expect, it } from '@jest/globals';
import { voicePlatforms } from '../../lib/platforms/index.ts';
import { book, cancel, reschedule, startCall } from '../support/platforms/live-call.ts';
import { booking, startService } from './service.ts';

it("a customer's record has each site once, however often it changes", async () => {
  const service = await startService();
  const site = { customerName: 'Dana Miller', address: '12 Oak Avenue', gateCode: '1234' };
  const lengths: number[] = [];
  for (let index = 0; index < 40; index++) {
    const siteLabel = index % 2 === 0 ? 'home' : 'barn';
    await service.call('create_customer', { ...site, siteLabel });
    lengths.push(JSON.stringify(await service.items('CUSTOMER#acme-hvac#+12125550123')).length);
  }
  expect(lengths[39]).toBe(lengths[29]);
  expect((await service.customer('+12125550123'))?.sites).toMatchObject([{ label: 'barn' }]);
  await service.stop();
});

it.each(voicePlatforms)(
  'after seventy changes with long notes a request can still be changed by everyone (%s)',
  async (platform) => {
    const service = await startService();
    const call = startCall(service, platform, 'call_1', '+12125550123');
    const { dispatchRequestId: id } = await call.ask(book, booking());
    for (let index = 1; index <= 70; index++) {
      // Three bytes per character: the largest that text can get.
      const notes = `${index} `.padEnd(2_000, '\u6c34');
      expect(await call.ask(book, booking({ notes }))).toMatchObject({ confirmed: true });
    }
    const stored = await service.requests.get(id);
    expect(stored?.notes).toMatch(/^\[\d+ earlier lines cut\]\n/);
    expect(stored?.notes).toContain('\n70 ');
    expect(stored).toMatchObject({ version: 71, status: 'scheduled' });
    await service.change(id, { to: 'on_hold', why: 'A part is missing' });
    const when = { date: '2026-06-10', time: '1:00 PM' };
    expect(await call.ask(reschedule, when)).toMatchObject({ confirmed: true, time: '1:00 PM' });
    expect(await call.ask(cancel, { reason: 'x'.repeat(2_000) })).toMatchObject({ canceled: true });
    await service.stop();
  },
);
