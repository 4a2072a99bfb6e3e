import { afterEach, describe, expect, it } from '@jest/globals';
import { accountDocument, booking, type Service, startService } from './service.ts';

let service: Service;
afterEach(() => service.stop());

const ask = (over: Record<string, unknown> = {}) =>
  service.call('check_availability', { serviceType: 'AC Repair', ...over });
const day = [['08:00', '12:00']];
const shift = [['08:00', '17:00']];

describe('weekdays on which nobody comes', () => {
  it('are said to be closed, with the next times on other days', async () => {
    service = await startService();
    expect(await ask({ weekdays: 'Saturday' })).toMatchObject({
      availableSlots: [],
      reason: 'closed',
      nextAvailable: { date: '2026-06-08' },
      message: "We're closed on Saturdays. The next times are on Monday, June 8 at 8 AM, 1 PM or 3 PM.",
    });
    expect((await ask({ weekdays: 'Saturday and Sunday' })).message).toMatch(
      /^We're closed on Saturdays and Sundays\. The next times are on Monday, June 8 /,
    );
  });

  it('are named instead of all days of a range', async () => {
    service = await startService();
    const week = { from: '2026-06-08', to: '2026-06-14' };
    expect(await ask({ ...week, weekdays: 'Saturday' })).toMatchObject({
      reason: 'closed',
      message:
        "We're closed on Saturday, June 13. The next times are on Monday, June 15 at 8 AM, 1 PM or 3 PM.",
    });
    expect((await ask({ ...week, weekdays: 'Saturday, Sunday' })).message).toMatch(
      /^We're closed on Saturday, June 13 and Sunday, June 14\. The next times are on Monday, June 15 /,
    );
  });

  it('that the range does not have have no effect', async () => {
    service = await startService();
    expect(await ask({ from: '2026-06-08', to: '2026-06-10', weekdays: 'Saturday' })).toMatchObject({
      ignored: ['weekdays'],
      days: [{ date: '2026-06-08' }, { date: '2026-06-09' }, { date: '2026-06-10' }],
    });
  });

  it('are fully booked if somebody works on them', async () => {
    const { booking: rules } = accountDocument();
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
        'Nothing is free for AC Repair on Friday, June 5 and Friday, June 12. The next times are on Monday, June 8 at 8 AM, 9 AM or 10 AM.',
    });
  });
});

describe('a requested technician who is off while others work', () => {
  it('does not make the company closed', async () => {
    service = await startService(
      accountDocument({
        technicians: [
          { id: 'ana', name: 'Ana' },
          { id: 'eve', name: 'Eve', hours: { saturday: day } },
        ],
      }),
    );
    expect(await ask({ date: '2026-06-06', technician: 'Ana' })).toMatchObject({
      reason: 'no_technician',
      message: expect.stringMatching(/^Ana can't come on Saturday, June 6\. /),
    });
    expect(await ask({ date: '2026-06-06', technician: 'anyone but Eve' })).toMatchObject({
      reason: 'no_technician',
      message: expect.stringMatching(/^Nobody else can come on Saturday, June 6\. /),
    });
  });
});

describe('a requested technician who is never free', () => {
  const start = (hours: object) =>
    startService(
      accountDocument({
        technicians: [
          { id: 'ana', name: 'Ana', hours },
          { id: 'eve', name: 'Eve' },
        ],
      }),
    );

  it('is said not to come, and then when others do', async () => {
    service = await start({ saturday: [['08:00', '09:00']] });
    expect((await ask({ technician: 'Ana' })).message).toMatch(
      /^Ana can't come as far ahead as we book\. The earliest is Monday, June 1 at 10 AM\. /,
    );
    expect((await ask({ technician: 'Ana', date: '2026-06-07' })).message).toMatch(
      /^Ana can't come as far ahead as we book\. We are closed on Sunday, June 7\. The next times are on Monday, June 8 /,
    );
  });

  it('is said not to have been found if the search ended early', async () => {
    service = await start({ saturday: [['08:00', '09:00']] });
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
      /^I found nothing with Ana\. The earliest is Monday, June 1 at 10 AM\. /,
    );
  });
});

describe('days at the end of the bookable time', () => {
  // Today is Monday, June 1; 11 days ahead is Friday, June 12.
  const start = async (exceptions = {}) => {
    const { booking: rules } = accountDocument();
    service = await startService(
      accountDocument({ exceptions, booking: { ...rules, horizonDays: 11, spokenOptions: 3 } }),
    );
  };

  it('are followed by the nearest times before them', async () => {
    await start({ '2026-06-12': [] });
    expect(await ask({ date: '2026-06-12' })).toMatchObject({
      reason: 'holiday',
      nextAvailable: { date: '2026-06-11' },
      message:
        'We are closed for a holiday on Friday, June 12. Nothing later is free as far ahead as we book. The nearest times before are on Thursday, June 11 at 8 AM, 1 PM or 3 PM.',
    });
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

  it('are closed only as far as they can be booked', async () => {
    await start({ '2026-06-12': [] });
    expect((await ask({ from: '2026-06-12', to: '2026-06-18' })).message).toMatch(
      /^We're closed on Friday, June 12\. Nothing later is free as far ahead as we book\. /,
    );
    expect((await ask({ from: '2026-06-11', to: '2026-06-20', weekdays: 'Monday' })).message).toMatch(
      /^That is too far ahead: we book up to 11 days from today\. The next times are on Monday, June 1 /,
    );
  });

  it.each([
    [{ weekdays: 'Saturday' }, 'Saturday, June 6'],
    [{ weekdays: 'weekends' }, 'Saturday, June 6'],
    [{ weekdays: 'Thursday and Saturday', from: '2026-06-05' }, 'Saturday, June 6'],
    [{ date: 'weekends' }, 'Saturday, June 6'],
    [{ from: '2026-06-05' }, 'Friday, June 5'],
    [{ date: 'after Thursday' }, 'Friday, June 5'],
    [{ from: '2026-06-05', weekdays: 'Tuesday' }, 'Tuesday, June 9'],
    [{ from: '2026-06-04', weekdays: 'Monday' }, 'Monday, June 8'],
  ])('are said to come before all that is asked for: %j', async (asked, day) => {
    const { booking: rules } = accountDocument();
    service = await startService(accountDocument({ booking: { ...rules, horizonDays: 3 } }));
    const answer = await ask(asked);
    expect(answer).not.toHaveProperty('ignored');
    expect(answer).toMatchObject({
      reason: 'too_far',
      message: `${day} is too far ahead: we book up to 3 days from today. The next times are on Monday, June 1 at 10 AM, 2 PM or 3 PM.`,
    });
  });

  it('are named if only later ones were asked for', async () => {
    const { booking: rules } = accountDocument();
    service = await startService(
      accountDocument({
        hours: { thursday: day },
        exceptions: { '2026-06-02': shift },
        booking: { ...rules, horizonDays: 20 },
      }),
    );
    expect((await ask({ from: '2026-06-03', preferredTime: 'afternoon' })).message).toBe(
      'Nothing is free in the afternoon from Wednesday, June 3 onward. The next times are on Thursday, June 4 at 8 AM, 9 AM or 10 AM.',
    );
  });

  it('may have nothing before them either', async () => {
    const { booking: rules } = accountDocument();
    service = await startService(
      accountDocument({ hours: { monday: [['08:00', '08:30']] }, booking: rules }),
    );
    expect((await ask({ date: '2026-07-28' })).message).toBe(
      'We are closed on Tuesday, July 28. Nothing else is free as far ahead as we book. Would you like to talk to someone?',
    );
  });
});

describe('a search that ends early', () => {
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
      message: 'I looked as far as Saturday, June 6 and found nothing. Would you like to talk to someone?',
    });
    isThrottled = false;
    expect(await ask({ from: '2026-06-07' })).toMatchObject({ days: [{ date: '2026-06-08' }, {}, {}] });
  });
});
