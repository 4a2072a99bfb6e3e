import { describe, expect, it } from '@jest/globals';
import { accountDocument, booking } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const serviceAreas = [{ id: 'center', name: 'Downtown', zips: ['100*'] }];
const hours = { monday: [['08:00', '17:00']], wednesday: [['08:00', '17:00']] };
const service = servicePerTest(() => accountDocument({ serviceAreas, hours }));
const stored = async (answer: { dispatchRequestId: string }) =>
  await service().requests.get(answer.dispatchRequestId);
const visit = (over: Parameters<typeof booking>[0]) => service().call('book_job', booking(over));

describe('a place', () => {
  it.each([
    '5 Bleecker Street, New York, NY 10012',
    '5 Bleecker Street, 10012',
    '5 Bleecker St NY 10012-4321, USA',
  ])('has the postal code that stands at its end: %s', async (address) => {
    const answer = await visit({ address });
    expect(answer).toMatchObject({ confirmed: true });
    expect((await stored(answer))?.customer.zip).toMatch(/^10012/);
  });

  it.each(['10012 Bleecker Street', '5 Bleecker Street apt 10012'])(
    'has no postal code in a house number or a unit: %s',
    async (address) => {
      expect(await visit({ address })).toMatchObject({ confirmed: false, missing: ['zip'] });
    },
  );

  it('is found by what the caller calls it', async () => {
    const place = { address: '88 7th Ave', zip: '10011', siteLabel: 'my rental' };
    await visit(place);
    await visit({ address: '9 Oak Lane', zip: '10014', additionalVisit: true, time: '2:00 PM' });
    const answer = await visit({ address: 'the rental', serviceType: 'Heating Repair', time: '12:00 PM' });
    expect((await stored(answer))?.customer).toMatchObject({ address: '88 7th Ave', zip: '10011' });
  });
});

describe('words that choose an appointment', () => {
  it.each([
    ['the heating one', 'Heating Repair'],
    ['the one at 7th Avenue', 'AC Repair'],
    ['the one on oak lane', 'Heating Repair'],
  ])('%s', async (which, serviceType) => {
    await visit({ address: '88 7th Ave', zip: '10011' });
    const oak = { address: '9 Oak Lane', zip: '10014', time: '2:00 PM' };
    await visit({ ...oak, serviceType: 'Heating Repair' });
    const answer = await service().call('cancel_job', { which }, { call_id: 'call_2' });
    expect(answer).toMatchObject({ canceled: true });
    expect(await stored(answer)).toMatchObject({ serviceType });
  });
});

describe('what is told twice', () => {
  it('stands once in the notes', async () => {
    const serviceType = 'AC is dead';
    const answer = await visit({ serviceType, notes: 'in the attic', zip: '10001' });
    await visit({ serviceType, notes: 'ladder needed', zip: '10001', time: '2:00 PM' });
    expect((await stored(answer))?.notes).toBe('Service as said: AC is dead\nin the attic\nladder needed');
  });

  it.each([
    ['price', 'estimate'],
    ['a question about the bill', 'billing'],
  ])('about "%s" has a topic', async (topic, expected) => {
    const about = 'The water heater';
    const first = await service().call('take_message', { about });
    expect(await stored(first)).toMatchObject({ topic: 'other' });
    expect(await stored(await service().call('take_message', { about, topic }))).toMatchObject({
      dispatchRequestId: first.dispatchRequestId,
      topic: expected,
    });
  });
});

describe('a caller who speaks for someone else', () => {
  it("isn't greeted by that person's name", async () => {
    await visit({ customerName: 'Edna Fox', customerPhone: '917 555 0188', zip: '10001' });
    const { customer, message } = await service().call('lookup_customer', {}, { call_id: 'call_2' });
    expect(customer).not.toHaveProperty('firstName');
    expect(message).toMatch(/^I found your record\. You have AC Repair on Wednesday, June 10 /);
  });
});

describe('the hours', () => {
  const askAt = async (time: string, args = {}) => {
    service().clock.now = Date.parse(time);
    return (await service().call('get_business_hours', args)).message;
  };

  it('name both days of a weekend', async () => {
    expect(await askAt('2026-06-04T10:00:00-04:00', { date: 'this weekend' })).toBe(
      'This Saturday, June 6, we are closed. This Sunday, June 7, we are closed.',
    );
  });

  it('tell a caller after closing when the company opens again', async () => {
    expect(await askAt('2026-06-01T20:00:00-04:00')).toBe(
      'We are closed now. We open at 8 AM this Wednesday, June 3.',
    );
    expect(await askAt('2026-06-04T10:00:00-04:00')).toBe(
      'Today, Thursday, June 4, we are closed. We open at 8 AM this Monday, June 8.',
    );
    expect(await askAt('2026-06-01T06:00:00-04:00')).toBe(
      'Today, Monday, June 1, we are open from 8 AM to 5 PM. We are closed now.',
    );
  });
});

describe('a past day', () => {
  it.each([
    ['last Friday', 'Friday, May 29 has already passed. Today is Monday, June 1.'],
    ['two days ago', 'Saturday, May 30 has already passed. Today is Monday, June 1.'],
    ['last week', 'Those days have already passed. Today is Monday, June 1.'],
  ])('is called past, with the next times: %s', async (date, past) => {
    const asked = { date, serviceType: 'AC Repair', zip: '10012' };
    const found = await service().call('check_availability', asked);
    expect(found).toMatchObject({ reason: 'past', message: expect.stringContaining(past) });
    expect(found.message).toMatch(/The next times are /);
    expect((await visit({ date, zip: '10012' })).message).toMatch(
      /already passed\. Today is Monday, June 1\. (?:I can|The next)/,
    );
  });
});
