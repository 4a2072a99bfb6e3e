import { describe, expect, it } from '@jest/globals';
import { HOUR_MS } from '../../lib/scheduling/time.ts';
import { hidden, later, stranger, withAppointment } from './appointment-fixture.ts';
import { booking } from './service.ts';

const onlooker = { call_id: 'call_5', from_number: '+12125550178' };
const otherBooking = (over = {}) => booking({ customerPhone: '+12125550177', ...over });
const NINE = Date.UTC(2026, 5, 10, 13);

const fixture = withAppointment();
const { stored, move, cancel } = fixture;

const free = async () =>
  (
    await fixture.service.call(
      'check_availability',
      { date: '2026-06-10', serviceType: 'AC Repair' },
      onlooker,
    )
  ).availableSlots.map((slot: { time: string }) => slot.time);

describe('moving an appointment by phone', () => {
  it('moves it from another call of the same number, and frees the old time at once', async () => {
    await fixture.service.call('book_job', otherBooking({ technician: 'Ben' }), stranger);
    expect(await free()).not.toContain('9:00 AM');
    const answer = await move({}, later);
    expect(answer).toEqual({
      confirmed: true,
      dispatchRequestId: fixture.id,
      date: '2026-06-10',
      weekday: 'Wednesday',
      understood: { from: '2026-06-10', to: '2026-06-10', certain: true },
      today: { date: '2026-06-01', weekday: 'Monday', time: '08:00' },
      time: '1:00 PM',
      start: '13:00',
      technician: 'Ana',
      message: 'Your AC Repair on Wednesday, June 10 is now at 1 PM with Ana instead of at 9 AM.',
    });
    expect(await free()).toContain('9:00 AM');
    expect((await stored())?.history.at(-1)).toEqual({
      at: '2026-06-01T12:00:00.000Z',
      from: 'scheduled',
      to: 'scheduled',
      by: 'caller',
      why: '2026-06-10 1:00 PM with Ana',
      callId: 'voiceone:call_2',
    });
  });

  it.each(['same time', 'the same', 'at the same time'])(
    'keeps the time on another day: %s',
    async (time) => {
      expect(await move({ date: '2026-06-11', time }, later)).toMatchObject({
        confirmed: true,
        date: '2026-06-11',
        time: '9:00 AM',
      });
    },
  );

  it('answers a repeat alike without another change', async () => {
    await move({}, later);
    const history = (await stored())?.history;
    expect(await move({}, later)).toMatchObject({
      confirmed: true,
      dispatchRequestId: fixture.id,
      time: '1:00 PM',
    });
    expect((await stored())?.history).toEqual(history);
  });

  it('keeps it if the new time is taken, says so, and offers others', async () => {
    await fixture.service.call('book_job', otherBooking({ time: '1:00 PM' }), stranger);
    await fixture.service.call('book_job', otherBooking({ time: '1:00 PM' }), hidden);
    const answer = await move({}, later);
    expect(answer).toMatchObject({ confirmed: false, reason: 'slot_taken', dispatchRequestId: fixture.id });
    expect(answer.message).toContain('Your appointment on Wednesday, June 10 at 9 AM stays.');
    expect(answer.alternatives.length).toBeGreaterThan(0);
    expect(answer.alternatives).not.toContainEqual(
      expect.objectContaining({ time: '9:00 AM', technician: 'Ana' }),
    );
    expect((await stored())?.appointment?.minute).toBe(9 * 60);
  });

  it('keeps the time and changes the technician on request', async () => {
    const answer = await move({ time: '9:00 AM', technician: 'ben' }, later);
    expect(answer).toMatchObject({ confirmed: true, time: '9:00 AM', technician: 'Ben' });
  });

  it('keeps the day if only a time is said', async () => {
    expect(await move({ date: null, time: '2:30 PM' }, later)).toMatchObject({
      confirmed: true,
      date: '2026-06-10',
      time: '2:30 PM',
      message: expect.stringContaining('is now at 2:30 PM'),
    });
  });

  it.each([
    [
      'no date and no time',
      { date: '', time: '' },
      { reason: 'missing_argument', missing: ['date', 'time'] },
    ],
    ['no time', { time: null }, { reason: 'missing_argument', missing: ['time'] }],
    ['a date that is none', { date: '2026-02-30' }, { reason: 'invalid_date' }],
    ['a time that leaves something open', { time: 'between 2 and 3' }, { reason: 'choose_time' }],
    ['a time that does not exist', { time: '25:00' }, { reason: 'invalid_time' }],
    ['a day off', { date: '2026-06-13' }, { reason: 'closed', dispatchRequestId: expect.any(String) }],
    ['the past', { date: '2026-05-29' }, { reason: 'past' }],
  ])('says what is wrong with %s', async (_what, args, expected) => {
    const answer = await move(args, later);
    expect(answer).toMatchObject({ confirmed: false, ...expected });
    expect((await stored())?.appointment?.minute).toBe(9 * 60);
  });

  it('resumes an appointment on hold', async () => {
    await fixture.service.change(fixture.id, { to: 'on_hold', why: 'parts' });
    expect(await free()).toContain('9:00 AM');
    expect(await move({ time: '2:00 PM' }, later)).toMatchObject({
      confirmed: true,
      dispatchRequestId: fixture.id,
    });
    expect(await stored()).toMatchObject({ status: 'scheduled', appointment: { minute: 14 * 60 } });
  });
});

describe('canceling an appointment by phone', () => {
  it('cancels it from another call of the same number, with the reason, and frees the time', async () => {
    const answer = await cancel({ reason: 'The neighbor fixed it' }, later);
    expect(answer).toEqual({
      canceled: true,
      dispatchRequestId: fixture.id,
      message: 'Your AC Repair on Wednesday, June 10 at 9 AM is canceled. Is there anything else?',
    });
    expect(await stored()).toMatchObject({ status: 'canceled' });
    expect((await stored())?.history.at(-1)).toMatchObject({ by: 'caller', why: 'The neighbor fixed it' });
    expect(
      await fixture.service.call('book_job', otherBooking({ technician: 'Ana' }), stranger),
    ).toMatchObject({
      confirmed: true,
      technician: 'Ana',
    });
  });

  it('answers a repeat in the same call alike', async () => {
    const first = await cancel({}, later);
    const history = (await stored())?.history;
    expect(await cancel({}, later)).toEqual(first);
    expect(await cancel({ dispatchRequestId: fixture.id }, later)).toEqual(first);
    expect((await stored())?.history).toEqual(history);
  });

  it('lets the same call book again, but not a late retry of the first booking', async () => {
    const bookedBy = (tool: string, args = {}) =>
      fixture.service.call('book_job', booking(args), {
        call_id: 'call_9',
        transcript_with_tool_calls: [{ tool_call_id: tool }],
      });
    const first = await bookedBy('tool_1', { date: '2026-06-11' });
    await cancel({ dispatchRequestId: first.dispatchRequestId }, { call_id: 'call_9' });
    expect(await bookedBy('tool_1', { date: '2026-06-11' })).toEqual({
      confirmed: false,
      reason: 'no_appointment',
      message: "That appointment is no longer booked. I haven't booked anything new.",
      alternatives: [],
    });
    expect(await bookedBy('tool_2', { date: '2026-06-11' })).toMatchObject({
      confirmed: true,
      dispatchRequestId: first.dispatchRequestId,
    });
  });

  it('ignores the same invocation after a new booking', async () => {
    const invoked = { transcript_with_tool_calls: [{ tool_call_id: 'tool_1' }] };
    await cancel({}, invoked);
    await fixture.service.call('book_job', booking({ time: '2:00 PM' }));
    expect(await cancel({}, invoked)).toEqual({
      canceled: false,
      dispatchRequestId: fixture.id,
      message: 'Your AC Repair on Wednesday, June 10 at 2 PM is still booked.',
    });
  });
});

describe('what only a person changes', () => {
  const taken = { reason: 'needs_human', transferTo: expect.stringMatching(/^\+1/) };

  it('is an appointment within the notice', async () => {
    fixture.service.clock.now = NINE - 2 * HOUR_MS + 1;
    expect(await cancel({}, later)).toMatchObject({
      canceled: false,
      dispatchRequestId: fixture.id,
      ...taken,
    });
    expect(await move({}, later)).toMatchObject({
      confirmed: false,
      dispatchRequestId: fixture.id,
      ...taken,
    });
    expect(await stored()).toMatchObject({ status: 'scheduled', appointment: { minute: 9 * 60 } });
    fixture.service.clock.now = NINE - 2 * HOUR_MS;
    expect(await cancel({}, later)).toMatchObject({ canceled: true });
  });

  it('is a job in progress', async () => {
    await fixture.service.change(fixture.id, { to: 'dispatched' });
    await fixture.service.change(fixture.id, { to: 'en_route' });
    expect(await cancel({}, later)).toMatchObject({ canceled: false, ...taken });
    expect(await move({}, later)).toMatchObject({ confirmed: false, ...taken });
  });

  it('is not a job that has ended, which is no longer an appointment', async () => {
    await fixture.service.change(fixture.id, { to: 'dispatched' });
    await fixture.service.change(fixture.id, { to: 'in_progress' });
    await fixture.service.change(fixture.id, { to: 'completed' });
    expect(await cancel({ dispatchRequestId: fixture.id }, later)).toMatchObject({
      reason: 'no_appointment',
    });
    expect(await move({ dispatchRequestId: fixture.id }, later)).toMatchObject({ reason: 'no_appointment' });
  });
});

it('works on platform two under its own names', async () => {
  const message = (name: string, parameters: object) => ({
    message: {
      type: 'function-call',
      functionCall: { name, parameters },
      call: { id: 'v_1', metadata: { assistantId: 'asst_acme' }, customer: { number: '+12125550123' } },
    },
  });
  const moved = await fixture.service.send(
    'voicetwo',
    message('rescheduleAppointment', { date: '2026-06-11', time: '10:00 AM' }),
  );
  expect(moved.body.result).toMatchObject({
    confirmed: true,
    dispatchRequestId: fixture.id,
    date: '2026-06-11',
  });
  const canceled = await fixture.service.send(
    'voicetwo',
    message('cancelAppointment', { reason: 'moved away' }),
  );
  expect(canceled.body.result).toMatchObject({ canceled: true, dispatchRequestId: fixture.id });
});
