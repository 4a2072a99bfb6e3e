import { describe, expect, it } from '@jest/globals';
import { hidden, later, stranger, withAppointment } from './appointment-fixture.ts';
import { accountDocument, booking, startService } from './service.ts';

const fixture = withAppointment();
const { stored, move, cancel } = fixture;

describe('a change of an appointment', () => {
  const none = {
    reason: 'no_appointment',
    message:
      "I can't find an upcoming appointment under the number you're calling from. I can book a new one or connect you with someone.",
  };

  it.each([
    ['another number, with the id', stranger, true],
    ['another number, without', stranger, false],
    ['a hidden number, with the id', hidden, true],
    ['a hidden number, without', hidden, false],
  ])('is refused to %s with the same answer as for an unknown id', async (_who, over, withId) => {
    const args = withId ? { dispatchRequestId: fixture.id } : {};
    const unknown = { dispatchRequestId: 'dr_00000000000000000000' };
    expect(await cancel(args, over)).toEqual({ canceled: false, ...none });
    expect(await cancel(unknown, over)).toEqual({ canceled: false, ...none });
    expect(await move(args, over)).toEqual({ confirmed: false, ...none });
    expect(await move(unknown, over)).toEqual({ confirmed: false, ...none });
    expect(await stored()).toMatchObject({ status: 'scheduled', version: 1 });
  });

  it('is allowed to the call that made it, whatever its number', async () => {
    const made = await fixture.service.call('book_job', booking({ customerPhone: '+12125550999' }), hidden);
    expect(await move({}, hidden)).toMatchObject({
      confirmed: true,
      dispatchRequestId: made.dispatchRequestId,
    });
    expect(await cancel({}, hidden)).toMatchObject({ canceled: true });
  });

  it('asks which one if there are several, and names their differences', async () => {
    await fixture.service.call(
      'book_job',
      booking({ serviceType: 'Heating Repair', time: '2:00 PM' }),
      later,
    );
    const answer = await cancel({}, later);
    expect(answer).toEqual({
      canceled: false,
      reason: 'ambiguous_appointment',
      appointments: [
        { dispatchRequestId: fixture.id, date: '2026-06-10', time: '9:00 AM', serviceType: 'AC Repair' },
        expect.objectContaining({ date: '2026-06-10', time: '2:00 PM', serviceType: 'Heating Repair' }),
      ],
      message:
        "Which one do you mean: AC Repair on Wednesday, June 10 at 9 AM or Heating Repair on Wednesday, June 10 at 2 PM? I haven't changed anything.",
      nextStep: expect.stringContaining('dispatchRequestId'),
    });
    expect(await cancel({ serviceType: 'furnace' }, later)).toMatchObject({
      canceled: true,
      dispatchRequestId: answer.appointments[1].dispatchRequestId,
    });
    expect(await move({ serviceType: 'furnace' }, later)).toMatchObject({
      confirmed: false,
      reason: 'confirm_appointment',
    });
    expect(await move({}, later)).toMatchObject({ confirmed: true, dispatchRequestId: fixture.id });
  });
});

it('asks which one in one line, however long the names of the services are', async () => {
  const long = (name: string) =>
    `${name} with a name that goes on and on until it has nearly a hundred letters in`;
  const service = await startService(
    accountDocument({
      serviceTypes: ['Boiler', 'Cooler', 'Drain'].map((name) => ({
        id: name,
        name: long(name),
        aliases: [name],
        durationMinutes: 60,
      })),
    }),
  );
  for (const [name, time] of [
    ['Boiler', '9:00 AM'],
    ['Cooler', '11:00 AM'],
    ['Drain', '2:00 PM'],
  ])
    await service.call('book_job', booking({ serviceType: name, time }), later);
  const answer = await service.call('cancel_job', {}, later);
  await service.stop();
  expect(answer).toMatchObject({ reason: 'ambiguous_appointment' });
  expect(answer.appointments).toHaveLength(3);
  expect(answer.message).toBe(
    `Which one do you mean: ${long('Boiler')} on Wednesday, June 10 at 9 AM or another one? I haven't changed anything.`,
  );
});

it('names three, and says that there are more', async () => {
  for (const [name, time] of [
    ['Heating Repair', '2:00 PM'],
    ['AC Repair', '10:00 AM'],
    ['Heating Repair', '8:30 AM'],
  ])
    await fixture.service.call(
      'book_job',
      booking({ serviceType: name, time, date: '2026-06-17', additionalVisit: true }),
      later,
    );
  const answer = await cancel({}, later);
  expect(answer.appointments).toHaveLength(4);
  expect(answer.message).toBe(
    "Which one do you mean: AC Repair on Wednesday, June 10 at 9 AM, Heating Repair on Wednesday, June 17 at 8:30 AM, AC Repair on Wednesday, June 17 at 10 AM or another one? I haven't changed anything.",
  );
});
