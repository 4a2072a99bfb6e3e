import { describe, expect, it } from '@jest/globals';
import { accountDocument, booking } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const rules = accountDocument().booking;
const service = servicePerTest(() =>
  accountDocument({ booking: { ...rules, hold: { seconds: 180, perNumber: 2 } } }),
);
const earlier = { call_id: 'call_0' };
const other = { call_id: 'call_2', from_number: '+12125550177' };
const held = { date: '2026-06-11', time: '13:00', serviceType: 'AC Repair' };
const hold = () => service().call('hold_time', held);
const book = async (over = {}): Promise<string> =>
  (await service().call('book_job', booking(over), earlier)).dispatchRequestId;
const cancel = (args = {}, over = {}) => service().call('cancel_job', args, over);
const statusOf = async (id: string) => (await service().requests.get(id))?.status;
const isFree = async () => {
  const { availableSlots } = await service().call('check_availability', { ...held, time: '' }, other);
  return availableSlots.some(({ start }: { start: string }) => start === '13:00');
};

describe('a cancellation that may mean the held time or an appointment', () => {
  it.each([{}, { serviceType: 'AC Repair' }])('asks which one: %j', async (args) => {
    const id = await book();
    await hold();
    expect(await cancel(args)).toEqual({
      canceled: false,
      reason: 'ambiguous_appointment',
      appointments: [
        { dispatchRequestId: id, date: '2026-06-10', time: '9:00 AM', serviceType: 'AC Repair' },
        {
          dispatchRequestId: expect.stringMatching(/^ho_/),
          date: '2026-06-11',
          time: '1:00 PM',
          serviceType: 'AC Repair',
        },
      ],
      message:
        "Which one do you mean: AC Repair on Wednesday, June 10 at 9 AM or the time I'm holding on Thursday, June 11 at 1 PM? I haven't changed anything.",
      nextStep: expect.stringContaining('dispatchRequestId'),
    });
    expect(await statusOf(id)).toBe('scheduled');
    expect(await isFree()).toBe(false);
  });

  it('asks also if the appointment is for another service', async () => {
    const id = await book({ serviceType: 'Heating Repair' });
    await hold();
    expect(await cancel()).toMatchObject({ canceled: false, reason: 'ambiguous_appointment' });
    expect(await statusOf(id)).toBe('scheduled');
  });

  it('cancels the one whose id is sent, and repeats the answer', async () => {
    const id = await book();
    await hold();
    const { appointments } = await cancel();
    const turn = { transcript_with_tool_calls: [{ tool_call_id: 'turn_2' }] };
    const args = { dispatchRequestId: appointments[1].dispatchRequestId };
    const released = await cancel(args, turn);
    expect(released).toMatchObject({ canceled: false, reason: 'released' });
    expect(await cancel(args, turn)).toEqual(released);
    expect(await statusOf(id)).toBe('scheduled');
    expect(await isFree()).toBe(true);
    expect(await cancel({ dispatchRequestId: id })).toMatchObject({ canceled: true });
  });

  it.each([
    ...['Thursday', 'the one at 1 PM', 'the last one', 'the one you set aside', 'the new one'],
    ...['the time set aside', "the time you're holding", 'the one not booked'],
  ])('releases the time if %s means it', async (which) => {
    const id = await book();
    await hold();
    expect(await cancel({ which })).toMatchObject({ reason: 'released' });
    expect(await statusOf(id)).toBe('scheduled');
  });

  it('cancels the appointment if the words mean it, and keeps the time', async () => {
    const id = await book();
    await hold();
    expect(await cancel({ which: 'Wednesday' })).toMatchObject({ canceled: true, dispatchRequestId: id });
    expect(await isFree()).toBe(false);
  });

  it.each([
    'not the one you set aside',
    "don't release the held one",
    'the one after the time you set aside',
  ])('asks which one if the words mean another: %j', async (which) => {
    await book();
    await hold();
    expect(await cancel({ which })).toMatchObject({ reason: 'ambiguous_appointment' });
    expect(await isFree()).toBe(false);
  });

  it('asks which one if the words fit neither', async () => {
    await book();
    await hold();
    expect(await cancel({ which: 'Monday' })).toMatchObject({ reason: 'ambiguous_appointment' });
    expect(await cancel({ serviceType: 'Heating Repair' })).toMatchObject({
      reason: 'ambiguous_appointment',
    });
  });

  it('cancels the only appointment once the time is no longer held', async () => {
    const id = await book();
    await hold();
    service().clock.now += 4 * 60_000;
    expect(await cancel()).toMatchObject({ canceled: true, dispatchRequestId: id });
  });
});
