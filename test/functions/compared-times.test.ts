import { describe, expect, it } from '@jest/globals';
import { later, withAppointment } from './appointment-fixture.ts';
import { accountDocument, booking } from './service.ts';

const fixture = withAppointment();
const { move } = fixture;

describe('moving an appointment by a while', () => {
  it.each([
    ['an hour later', '10:00'],
    ['half an hour later', '09:30'],
    ['an hour earlier', '08:00'],
    ['Could you push it back an hour?', '10:00'],
  ])('%s counts from its start on the same day', async (time, start) => {
    const moved = { confirmed: true, date: '2026-06-10', start };
    expect(await move({ date: null, time }, later)).toMatchObject(moved);
  });

  it('counts once if the platform repeats the request', async () => {
    const args = { date: 'same day', time: 'an hour later' };
    const call = { ...later, transcript: 'Can we do an hour later?' };
    expect(await move(args, call)).toMatchObject({ start: '10:00' });
    expect(await move(args, call)).toMatchObject({ start: '10:00' });
  });

  it('understands the words as the date, and with another day', async () => {
    const moved = await move({ date: 'an hour later', time: null }, later);
    expect(moved).toMatchObject({ confirmed: true, date: '2026-06-10', start: '10:00' });
    const other = await move({ date: 'Thursday the 11th', time: 'half an hour earlier' }, later);
    expect(other).toMatchObject({ confirmed: true, date: '2026-06-11', start: '09:30' });
  });

  it('offers times if nothing starts then', async () => {
    const answer = await move({ date: null, time: 'three hours earlier' }, later);
    expect(answer).toMatchObject({ confirmed: false, reason: 'closed' });
    expect(answer.message).toContain('6 AM');
    expect(answer.alternatives).not.toHaveLength(0);
    expect(await move({ date: null, time: '12 hours earlier' }, later)).toMatchObject({
      confirmed: false,
      reason: 'choose_time',
    });
  });

  it('keeps the time on another day, also if both are said at once', async () => {
    expect(await move({ date: 'June 11th same time', time: null }, later)).toMatchObject({
      confirmed: true,
      date: '2026-06-11',
      start: '09:00',
    });
  });
});

describe('moving an appointment by days', () => {
  it.each([
    ['the day after', '2026-06-11'],
    ['a day later', '2026-06-11'],
    ['the next day', '2026-06-11'],
    ['one day earlier', '2026-06-09'],
    ['the day before', '2026-06-09'],
    ['a week later', '2026-06-17'],
    ['two days after that', '2026-06-12'],
    ['same date', '2026-06-10'],
  ])('counts from its day, and keeps the time unless another is said: %s', async (date, moved) => {
    const other = { confirmed: true, date: moved, start: '10:00' };
    expect(await move({ date, time: '10 AM' }, later)).toMatchObject(other);
    await move({ date: 'June 10', time: '9 AM' }, { call_id: 'call_3' });
    const same = { confirmed: true, date: moved, start: '09:00' };
    expect(await move({ date, time: null }, { call_id: 'call_4' })).toMatchObject(same);
  });
});

describe('moving an appointment that has a window by an hour', () => {
  it('offers the windows before or after its own', async () => {
    const document = accountDocument();
    const windows = [
      { from: '08:00', to: '10:00' },
      { from: '10:00', to: '12:00' },
      { from: '13:00', to: '15:00' },
    ];
    const booked = { ...document.booking, arrival: { style: 'window', windows } };
    await fixture.service.accounts.put({ ...document, booking: booked });
    fixture.service.clock.now += 3_600_000;
    await move({ date: 'June 11', time: '10 AM' }, later);
    const choose = { confirmed: false, reason: 'choose_time' };
    expect(await move({ date: null, time: 'an hour later' }, later)).toMatchObject({
      ...choose,
      alternatives: [{ start: '13:00', end: '15:00' }],
    });
    expect(await move({ date: null, time: 'an hour earlier' }, later)).toMatchObject({
      ...choose,
      alternatives: [{ start: '08:00', end: '10:00' }],
    });
    const moved = { confirmed: true, date: '2026-06-11', start: '08:00' };
    expect(await move({ date: null, time: 'two hours earlier' }, later)).toMatchObject(moved);
  });
});

describe('the same time as last time', () => {
  const asked = booking({ date: '2026-09-09', time: 'same time as last time' });

  it('is that of the last visit', async () => {
    fixture.service.clock.now = Date.UTC(2026, 8, 1, 12);
    const { availableSlots } = await fixture.service.call(
      'check_availability',
      { date: '2026-09-09', serviceType: 'AC Repair', preferredTime: 'same time as last time' },
      later,
    );
    expect(availableSlots).toMatchObject([{ time: '9:00 AM' }]);
    const booked = { confirmed: true, date: '2026-09-09', start: '09:00' };
    expect(await fixture.service.call('book_job', asked, later)).toMatchObject(booked);
  });

  it('is asked for if the caller has had no visit, as is an hour later', async () => {
    fixture.service.clock.now = Date.UTC(2026, 8, 1, 12);
    const stranger = { call_id: 'call_9', from_number: '+12125550177' };
    const question = { reason: 'missing_argument', missing: ['time'], message: 'What time works for you?' };
    const first = { ...asked, customerPhone: '+12125550177' };
    expect(await fixture.service.call('book_job', first, stranger)).toMatchObject(question);
    const shifted = { ...asked, time: 'an hour later' };
    expect(await fixture.service.call('book_job', shifted, later)).toMatchObject(question);
  });
});
