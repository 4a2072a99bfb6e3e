import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { voicePlatforms } from '../../lib/platforms/index.ts';
import { accountDocument, type Service, startService } from '../functions/service.ts';
import {
  book,
  cancel,
  checkAvailability,
  hold,
  reschedule,
  startCall,
  takeMessage,
} from '../support/platforms/live-call.ts';

const robert = '+12125550188';
const rental = { address: '12 Oak Avenue', zip: '10003', siteLabel: 'the rental' };
const visit = { serviceType: 'AC Repair', customerName: 'Robert Klein', time: '9:00 AM' };
const fees = [
  { id: 'visit', says: 'an 89 dollar visit fee' },
  { id: 'urgent', says: 'a 149 dollar fee for urgent visits', urgency: 'urgent' },
];

let service: Service;
beforeEach(async () => {
  const { booking } = accountDocument();
  service = await startService(accountDocument({ fees, booking: { ...booking, hold: {} } }));
});
afterEach(() => service.stop());

describe.each(voicePlatforms)('a caller with second thoughts, on %s', (platform) => {
  const call = (id: string) => startCall(service, platform, id, robert);

  it('changes their mind about a held time, and keeps the appointment from an earlier call', async () => {
    const before = await call('call_1').ask(book, { ...visit, date: 'June 10' });
    const again = call('call_2');
    const held = await again.ask(hold, { serviceType: 'Heating Repair', date: 'June 11', time: '9 AM' });
    expect(held).toMatchObject({ held: true });
    expect((await again.ask(cancel, { serviceType: 'Heating Repair' })).message).toBe(
      "That time wasn't booked, and I'm no longer holding it. Is there anything else?",
    );
    expect(await service.requests.get(before.dispatchRequestId)).toMatchObject({ status: 'scheduled' });
  });

  it('names a house by its label, and then only another time', async () => {
    await call('call_1').ask(book, {
      ...visit,
      date: 'June 10',
      address: '401 West 14th Street',
      zip: '10014',
    });
    await call('call_2').ask(book, { ...visit, ...rental, date: 'June 11' });
    const again = call('call_3');
    expect((await again.ask(reschedule, { which: 'the rental', time: '2 PM' })).message).toContain(
      'on Thursday, June 11 is now at 2 PM with Ana instead of at 9 AM',
    );
    expect((await again.ask(cancel, { which: 'the one on 14th Street' })).message).toContain(
      'Wednesday, June 10 at 9 AM is canceled',
    );
  });

  it('hears one fee for an urgent visit, however they ask for the time', async () => {
    const asked = { ...visit, date: 'June 10', urgency: 'urgent' };
    const caller = call('call_1');
    const fee = 'a 149 dollar fee for urgent visits';
    expect((await caller.ask(checkAvailability, asked)).message).toContain(fee);
    expect(await caller.ask(book, { ...asked, time: 'after 10 but before 2' })).toMatchObject({
      reason: 'choose_time',
      message: expect.stringContaining(fee),
      alternatives: [{ start: '10:00' }, { start: '13:00' }, { start: '13:30' }],
    });
    expect((await caller.ask(book, { ...asked, time: '1 PM' })).message).toContain(fee);
  });

  it('is called back when they asked for it, and the office knows when', async () => {
    const caller = call('call_1');
    const about = 'The invoice is wrong.';
    expect((await caller.ask(takeMessage, { about })).message).toContain('by 9 AM today');
    const { message, dueAt, dispatchRequestId } = await caller.ask(takeMessage, { about, when: 'after 3' });
    expect(message).toContain('between 3 PM and 4 PM today');
    expect(await service.requests.get(dispatchRequestId)).toMatchObject({
      dueAt,
      notes: expect.stringContaining('When to call: after 3'),
    });
  });
});
