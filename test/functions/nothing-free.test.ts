import { afterEach, describe, expect, it } from '@jest/globals';
import { accountDocument, booking, type Service, startService } from './service.ts';

let service: Service;
afterEach(() => service.stop());

const ask = (over: Record<string, unknown> = {}) =>
  service.call('check_availability', { serviceType: 'AC Repair', ...over });
const day = [['08:00', '12:00']];

const { booking: rules } = accountDocument();
const week = { from: '2026-06-08', to: '2026-06-14' };
const eveOnSaturday = {
  technicians: [
    { id: 'ana', name: 'Ana' },
    { id: 'eve', name: 'Eve', hours: { saturday: day } },
  ],
};
const anaNever = {
  technicians: [
    { id: 'ana', name: 'Ana', hours: { saturday: [['08:00', '09:00']] } },
    { id: 'eve', name: 'Eve' },
  ],
};
// Today is Monday, June 1; 11 days ahead is Friday, June 12.
const untilHoliday = {
  exceptions: { '2026-06-12': [] },
  booking: { ...rules, horizonDays: 11, spokenOptions: 3 },
};

type Document = Parameters<typeof accountDocument>[0];

/** What callers hear, or its beginning, with an account document about days that they ask for. */
const heard: readonly (readonly [string, Document, object, object?])[] = [
  [
    "We're closed on Saturdays. The next times are on Monday, June 8 at 8 AM, 1 PM or 3 PM. Which works best for you?",
    {},
    { weekdays: 'Saturday' },
    { availableSlots: [], reason: 'closed', nextAvailable: { date: '2026-06-08' } },
  ],
  [
    "We're closed on Saturdays and Sundays. The next times are on Monday, June 8 ",
    {},
    { weekdays: 'Saturday and Sunday' },
  ],
  [
    "We're closed on Saturday, June 13. The next times are on Monday, June 15 at 8 AM, 1 PM or 3 PM. Which works best for you?",
    {},
    { ...week, weekdays: 'Saturday' },
    { reason: 'closed' },
  ],
  [
    "We're closed on Saturday, June 13 and Sunday, June 14. The next times are on Monday, June 15 ",
    {},
    { ...week, weekdays: 'Saturday, Sunday' },
  ],
  [
    "Ana can't come this Saturday, June 6. ",
    eveOnSaturday,
    { date: '2026-06-06', technician: 'Ana' },
    { reason: 'no_technician' },
  ],
  [
    'Nobody else can come this Saturday, June 6. ',
    eveOnSaturday,
    { date: '2026-06-06', technician: 'anyone but Eve' },
    { reason: 'no_technician' },
  ],
  [
    "Ana can't come as far ahead as we book. The earliest is today, Monday, June 1 at 10 AM. ",
    anaNever,
    { technician: 'Ana' },
  ],
  [
    "Ana can't come as far ahead as we book. We are closed this Sunday, June 7. The next times are on Monday, June 8 ",
    anaNever,
    { technician: 'Ana', date: '2026-06-07' },
  ],
  [
    'We are closed on Friday, June 12. Nothing later is free as far ahead as we book. The nearest times before are on Thursday, June 11 at 8 AM, 1 PM or 3 PM. Which works best for you?',
    untilHoliday,
    { date: '2026-06-12' },
    { reason: 'holiday', nextAvailable: { date: '2026-06-11' } },
  ],
  [
    "We're closed on Friday, June 12. Nothing later is free as far ahead as we book. ",
    untilHoliday,
    { from: '2026-06-12', to: '2026-06-18' },
  ],
  [
    'That is too far ahead: we book up to 11 days from today. The next times are today, Monday, June 1 ',
    untilHoliday,
    { from: '2026-06-11', to: '2026-06-20', weekdays: 'Monday' },
  ],
  [
    'Nothing is free in the afternoon from this Wednesday, June 3 onward. The next times are this Thursday, June 4 at 8 AM, 9 AM or 10 AM. Which works best for you?',
    {
      hours: { thursday: day },
      exceptions: { '2026-06-02': [['08:00', '17:00']] },
      booking: { ...rules, horizonDays: 20 },
    },
    { from: '2026-06-03', preferredTime: 'afternoon' },
  ],
  [
    'We are closed on Tuesday, July 28. Nothing else is free as far ahead as we book. Would you like to talk to someone?',
    { hours: { monday: [['08:00', '08:30']] } },
    { date: '2026-07-28' },
  ],
];

/** The first of the days that are asked for, which all come after the bookable time. */
const tooFar: readonly (readonly [string, object])[] = [
  ['This Saturday, June 6', { weekdays: 'Saturday' }],
  ['This Saturday, June 6', { weekdays: 'weekends' }],
  ['This Saturday, June 6', { weekdays: 'Thursday and Saturday', from: '2026-06-05' }],
  ['This Saturday, June 6', { date: 'weekends' }],
  ['This Friday, June 5', { from: '2026-06-05' }],
  ['This Friday, June 5', { date: 'after Thursday' }],
  ['Tuesday, June 9', { from: '2026-06-05', weekdays: 'Tuesday' }],
  ['Monday, June 8', { from: '2026-06-04', weekdays: 'Monday' }],
];

describe('days on which nothing is free', () => {
  it.each(heard)('%s', async (message, document, days, facts = {}) => {
    service = await startService(accountDocument(document));
    const answer = await ask({ ...days });
    const isWhole = !message.endsWith(' ');
    expect(isWhole ? answer.message : answer.message.slice(0, message.length)).toBe(message);
    expect(answer).toMatchObject(facts);
  });

  it.each(tooFar)('%s is too far ahead: %j', async (first, days) => {
    service = await startService(accountDocument({ booking: { ...rules, horizonDays: 3 } }));
    const answer = await ask({ ...days });
    expect(answer).not.toHaveProperty('ignored');
    expect(answer).toMatchObject({
      reason: 'too_far',
      message: `${first} is too far ahead: we book up to 3 days from today. The next times are today, Monday, June 1 at 10 AM, 2 PM or 3 PM. Which works best for you?`,
    });
  });

  it('have no effect if the range lacks them', async () => {
    service = await startService();
    expect(await ask({ from: '2026-06-08', to: '2026-06-10', weekdays: 'Saturday' })).toMatchObject({
      ignored: [{ argument: 'weekdays', why: 'not_asked' }],
      offered: [{ date: '2026-06-08' }, {}, { date: '2026-06-09' }],
    });
  });

  it('are fully booked if somebody works on them', async () => {
    service = await startService(
      accountDocument({ hours: { monday: day, friday: day }, booking: { ...rules, horizonDays: 13 } }),
    );
    for (const date of ['2026-06-05', '2026-06-12'])
      for (const time of ['08:00', '10:30']) {
        const caller = {
          call_id: `call_${date}${time}`,
          from_number: `+12125551${date.slice(8)}${time.slice(0, 2)}`,
        };
        await service.call('book_job', booking({ date, time, additionalVisit: true }), caller);
      }
    expect(await ask({ weekdays: 'Friday' })).toMatchObject({
      reason: 'fully_booked',
      nextAvailable: { date: '2026-06-08' },
      message:
        'Nothing is free for AC Repair this Friday, June 5 and Friday, June 12. The next times are on Monday, June 8 at 8 AM, 9 AM or 10 AM. Which works best for you?',
    });
  });

  it('are refused by bookings and moves with the times before them', async () => {
    service = await startService(accountDocument(untilHoliday));
    const refused = {
      confirmed: false,
      reason: 'holiday',
      alternatives: [{ date: '2026-06-11', time: '9:00 AM' }, {}, {}],
    };
    expect(await service.call('book_job', booking({ date: '2026-06-12' }))).toMatchObject(refused);
    await service.call('book_job', booking({ date: '2026-06-02' }));
    expect(await service.call('reschedule_job', { date: '2026-06-12', time: '09:00' })).toMatchObject({
      ...refused,
      message: expect.stringMatching(/stays\. I can offer Thursday, June 11 /),
    });
  });
});

describe('a search that ends early', () => {
  it('says that it found nothing with the requested technician', async () => {
    service = await startService(accountDocument(anaNever));
    let reads = 0;
    service.table.document.middlewareStack.add(
      (next) => async (args) => {
        // The second read takes the search beyond the time that it leaves for an answer.
        if (JSON.stringify(args.input).includes('SCHEDULE#') && ++reads === 2) service.clock.now += 2100;
        return await next(args);
      },
      { step: 'initialize' },
    );
    expect((await ask({ technician: 'Ana' })).message).toMatch(
      /^I found nothing with Ana\. The earliest is today, Monday, June 1 at 10 AM\. /,
    );
  });

  it('says how far the first read got', async () => {
    service = await startService(accountDocument({ hours: { monday: [['08:00', '10:00']] } }));
    let reads = 0;
    let isThrottled = true;
    service.table.document.middlewareStack.add(
      (next) => async (args) => {
        if (!isThrottled || !JSON.stringify(args.input).includes('SCHEDULE#') || ++reads === 1)
          return await next(args);
        service.clock.now += 600;
        throw Object.assign(new Error('throttled'), { name: 'ThrottlingException' });
      },
      { step: 'initialize' },
    );
    expect(await ask()).toMatchObject({
      searchedThrough: '2026-06-06',
      nextStep: 'To look further, check availability again from 2026-06-07.',
      message:
        'I looked as far as this Saturday, June 6 and found nothing. Would you like to talk to someone?',
    });
    isThrottled = false;
    expect(await ask({ from: '2026-06-07' })).toMatchObject({ offered: [{ date: '2026-06-08' }, {}] });
  });
});
