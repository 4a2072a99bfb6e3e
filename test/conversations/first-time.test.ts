import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { voicePlatforms } from '../../lib/platforms/index.ts';
import { accountDocument, type Service, startService } from '../functions/service.ts';
import { book, checkAvailability, type LiveCall, startCall } from '../support/platforms/live-call.ts';

const caller = '+12125550143';
const day = [
  ['08:00', '12:00'],
  ['13:00', '17:00'],
];
const long = [['06:00', '22:00']];

/** Sunday, November 22, 2026, 7:45 PM in New York. */
const SUNDAY = Date.UTC(2026, 10, 23, 0, 45);
/** A local time in the following week, in UTC, five hours ahead. */
const at = (date: number, hour: number): number => Date.UTC(2026, 10, date, hour + 5);

const serviceType = (id: string, name: string) => ({ id, name, durationMinutes: 120, skills: ['trades'] });
const account = (over: Record<string, unknown> = {}) =>
  accountDocument({
    hours: {
      monday: day,
      tuesday: day,
      wednesday: day,
      thursday: day,
      friday: day,
      saturday: [['09:00', '13:00']],
    },
    serviceTypes: [
      serviceType('ac-repair', 'AC Repair'),
      serviceType('heating-repair', 'Heating Repair'),
      serviceType('plumbing-repair', 'Plumbing Repair'),
      serviceType('electrical-repair', 'Electrical Repair'),
    ],
    technicians: [
      { id: 'ana', name: 'Ana', skills: ['trades'] },
      { id: 'ben', name: 'Ben', skills: ['other'] },
    ],
    ...over,
  });

describe.each(voicePlatforms)('a caller on %s, understood the first time', (platform) => {
  let service: Service;
  let services: Service[] = [];
  let call: LiveCall;
  const start = async (now = SUNDAY, over: Record<string, unknown> = {}) => {
    service = await startService(account(over));
    services.push(service);
    service.clock.now = now;
    call = startCall(service, platform, 'call_first', caller);
  };
  beforeEach(() => start());
  afterEach(async () => {
    for (const each of services) await each.stop();
    services = [];
  });

  const free = (args: Record<string, unknown>) =>
    call.ask(checkAvailability, { serviceType: 'AC Repair', ...args });
  const booked = (args: Record<string, unknown>) =>
    call.ask(book, { serviceType: 'AC Repair', customerName: 'Dana Miller', urgency: 'routine', ...args });

  it('who wants to come tonight hears that nobody comes in the evening, and when they can come', async () => {
    const answer = await free({ date: 'tonight', preferredTime: 'evening' });
    expect(answer).toMatchObject({
      availableSlots: [],
      today: { date: '2026-11-22', weekday: 'Sunday', time: '19:45' },
      nextAvailable: {
        date: '2026-11-23',
        slots: expect.arrayContaining([expect.objectContaining({ time: '8:00 AM' })]),
      },
    });
    expect(answer.message).toBe(
      "We don't come in the evening. I can offer tomorrow, Monday, November 23 at 8 AM, 1 PM or 3 PM. Which works best for you?",
    );
  });

  it('who says next Tuesday on a Sunday or a Wednesday means the Tuesday of next week', async () => {
    const tuesday = {
      date: '2026-11-24',
      understood: { from: '2026-11-24', to: '2026-11-24', certain: true },
    };
    expect(await free({ date: 'next Tuesday' })).toMatchObject(tuesday);
    await start(at(25, 10));
    expect(await free({ date: 'next Tuesday' })).toMatchObject({
      date: '2026-12-01',
      understood: { certain: true },
    });
  });

  it('who says next Tuesday on a Monday is asked which one before anything is booked', async () => {
    await start(at(23, 10));
    expect(await free({ date: 'next Tuesday' })).toMatchObject({
      date: '2026-12-01',
      understood: { certain: false },
      nextStep: 'Check with the caller that they mean Tuesday, December 1 and not Tuesday, November 24.',
    });
    // Without an offer in the call, the words have no day that they may be about.
    await start(at(23, 10));
    expect(await booked({ date: 'next Tuesday', time: '9' })).toMatchObject({
      confirmed: false,
      reason: 'unclear_date',
      suggestions: ['2026-11-24', '2026-12-01'],
      message: 'Do you mean tomorrow, Tuesday, November 24 or Tuesday, December 1?',
    });
  });

  it('who says Tuesday on a Tuesday means today, as long as something can start', async () => {
    await start(at(24, 9));
    expect(await free({ date: 'Tuesday' })).toMatchObject({ date: '2026-11-24', weekday: 'Tuesday' });
    await start(at(24, 18));
    expect(await free({ date: 'Tuesday' })).toMatchObject({ date: '2026-12-01', weekday: 'Tuesday' });
  });

  it('who writes a date in digits is read by the region', async () => {
    expect(await free({ date: '11/24' })).toMatchObject({ date: '2026-11-24' });
    await start(SUNDAY, { region: 'GB' });
    expect(await free({ date: '24/11' })).toMatchObject({ date: '2026-11-24' });
  });

  it('with a date years ago hears what day it is, and what is free', async () => {
    const answer = await free({ date: '2024-11-24' });
    expect(answer).toMatchObject({ reason: 'past', nextAvailable: { date: '2026-11-23' } });
    expect(answer.message).toMatch(
      /^Sunday, November 24, 2024 has already passed\. Today is Sunday, November 22\. The next times are tomorrow, Monday/,
    );
  });

  it('who books at nine gets the nine within the hours, or is asked', async () => {
    expect(await booked({ date: 'tomorrow', time: '9' })).toMatchObject({
      confirmed: true,
      date: '2026-11-23',
      time: '9:00 AM',
      start: '09:00',
    });
    await start(SUNDAY, { hours: { monday: long } });
    expect(await booked({ date: 'tomorrow', time: 'nine' })).toMatchObject({
      confirmed: false,
      reason: 'unclear_time',
      suggestions: ['09:00', '21:00'],
      message: 'Nine in the morning or nine in the evening?',
    });
    expect(await booked({ date: 'tomorrow', time: '9:00 AM' })).toMatchObject({ confirmed: true });
  });

  it('who books between eight and ten gets the starts between them to choose from', async () => {
    for (const time of ['between 8 and 10', '8-10']) {
      const answer = await booked({ date: 'tomorrow', time });
      expect(answer).toMatchObject({
        confirmed: false,
        reason: 'choose_time',
        alternatives: [{ start: '08:00' }, { start: '09:00' }, { start: '10:00' }],
        message:
          'Tomorrow, Monday, November 23, for AC Repair I can offer 8 AM, 9 AM or 10 AM. Which works best for you?',
      });
    }
    expect(await service.requests.list('acme-hvac')).toEqual([]);
  });

  it.each([
    ['my furnace is dead', 'Heating Repair'],
    ['toilet overflowing', 'Plumbing Repair'],
    ['breaker keeps tripping', 'Electrical Repair'],
  ])('who says %j needs %s', async (serviceType, name) => {
    expect(await free({ serviceType, date: 'tomorrow morning' })).toMatchObject({
      serviceType: name,
      date: '2026-11-23',
      availableSlots: [{ start: '08:00' }, {}, {}, {}, { start: '10:00' }],
    });
  });

  it.each(['pool cleaning', 'roof repair', 'car repair', 'pest control'])(
    'who asks for %s hears what the company does',
    async (serviceType) => {
      const names = ['AC Repair', 'Heating Repair', 'Plumbing Repair', 'Electrical Repair'];
      for (const answer of [
        await free({ serviceType }),
        await booked({ serviceType, date: 'tomorrow', time: '9' }),
      ]) {
        expect(answer).toMatchObject({ reason: 'unknown_service', services: expect.arrayContaining(names) });
        expect(answer.message).toMatch(/^I'm not sure which of our services that is\. We do /);
      }
      expect(await service.requests.list('acme-hvac')).toEqual([]);
    },
  );
});
