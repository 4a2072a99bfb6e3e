import { afterEach, describe, expect, it } from '@jest/globals';
import { accountDocument, booking, type Service, startService, technicians } from './service.ts';

describe('booking in a call', () => {
  let service: Service;
  afterEach(() => service.stop());
  const other = (n: number) => ({ call_id: `call_other_${n}`, from_number: `+1212555${String(1000 + n)}` });
  const offered = async (over = {}) =>
    (
      await service.call('check_availability', { date: '2026-06-10', serviceType: 'AC Repair' }, over)
    ).availableSlots.map((slot: { time: string }) => slot.time);

  it('confirms a slot and a technician from availability', async () => {
    service = await startService(accountDocument({ technicians }));
    const { availableSlots } = await service.call('check_availability', {
      date: '2026-06-10',
      serviceType: 'a.c. repair',
    });
    const nine = availableSlots.find((slot: { time: string }) => slot.time === '9:00 AM');
    const answer = await service.call('book_job', booking());
    expect(answer).toEqual({
      confirmed: true,
      dispatchRequestId: expect.stringMatching(/^dr_/),
      message: `You're booked for AC Repair on Wednesday, June 10 at 9 AM with ${nine.technician}.`,
      date: '2026-06-10',
      weekday: 'Wednesday',
      understood: { from: '2026-06-10', to: '2026-06-10', certain: true },
      today: { date: '2026-06-01', weekday: 'Monday', time: '08:00' },
      time: '9:00 AM',
      start: '09:00',
      technician: nine.technician,
    });
    expect(await service.requests.get(answer.dispatchRequestId)).toMatchObject({
      status: 'scheduled',
      customer: { name: 'Dana Miller', phone: '+12125550123' },
      needsReview: ['address'],
      appointment: { startsAt: '2026-06-10T13:00:00.000Z', endsAt: '2026-06-10T15:00:00.000Z' },
      history: [{ to: 'scheduled', by: 'caller', callId: 'voiceone:call_1' }],
    });
  });

  it('offers the nearest starts instead of rounding', async () => {
    service = await startService();
    const answer = await service.call('book_job', booking({ time: '9:10 AM' }));
    expect(answer).toMatchObject({ confirmed: false, reason: 'not_on_grid' });
    expect(answer.alternatives.map((slot: { time: string }) => slot.time)).toEqual([
      '9:00 AM',
      '9:30 AM',
      '8:30 AM',
    ]);
    expect(answer).not.toHaveProperty('dispatchRequestId');
  });

  it('books as many as there are technicians, then refuses with alternatives', async () => {
    service = await startService(accountDocument({ technicians }));
    const answers = [];
    for (let n = 0; n < 3; n++) answers.push(await service.call('book_job', booking(), other(n)));
    expect(new Set(answers.slice(0, 2).map((answer) => answer.technician)).size).toBe(2);
    expect(answers[2]).toMatchObject({ confirmed: false, reason: 'slot_taken', alternatives: [{}, {}, {}] });
    expect(answers[2].message).toMatch(/^9 AM on Wednesday, June 10 is taken\. I can offer /);
  });

  it('a caller who changes their mind has one appointment, and the old time is free again', async () => {
    service = await startService();
    const first = await service.call('book_job', booking());
    const second = await service.call('book_job', booking({ time: '13:00' }));
    expect(second).toMatchObject({
      confirmed: true,
      dispatchRequestId: first.dispatchRequestId,
      time: '1:00 PM',
    });
    expect(second.message).toBe(
      'Your AC Repair on Wednesday, June 10 is now at 1 PM with Ana instead of at 9 AM.',
    );
    expect(await service.call('book_job', booking(), other(1))).toMatchObject({ confirmed: true });
  });

  it('a move into a taken slot leaves the old appointment and says so', async () => {
    service = await startService();
    const mine = await service.call('book_job', booking());
    await service.call('book_job', booking({ time: '13:00' }), other(1));
    const answer = await service.call('book_job', booking({ time: '13:30' }));
    expect(answer).toMatchObject({
      confirmed: false,
      reason: 'slot_taken',
      dispatchRequestId: mine.dispatchRequestId,
      message: expect.stringContaining('Your appointment on Wednesday, June 10 at 9 AM stays.'),
    });
    expect(await service.requests.get(mine.dispatchRequestId)).toMatchObject({
      appointment: { minute: 9 * 60 },
    });
  });

  it('a move over its own claim is allowed, and availability leaves the own claim out', async () => {
    service = await startService();
    await service.call('book_job', booking());
    expect(await offered()).toContain('9:30 AM');
    expect(await offered(other(1))).not.toContain('9:30 AM');
    expect(await service.call('book_job', booking({ time: '9:30 am' }))).toMatchObject({
      confirmed: true,
      time: '9:30 AM',
    });
  });

  it('all spellings of a number are one customer, and an invalid number is asked for again', async () => {
    service = await startService();
    const ids = [];
    for (const customerPhone of ['(212) 555-0123', '212.555.0123', '+1 212 555 0123']) {
      ids.push((await service.call('create_customer', { customerName: 'Dana', customerPhone })).customerId);
    }
    expect(new Set(ids).size).toBe(1);
    expect(await service.call('book_job', booking({ customerPhone: '5550123' }))).toMatchObject({
      confirmed: false,
      reason: 'invalid_phone',
    });
  });

  it('confirms a repeat even within the notice', async () => {
    service = await startService();
    const first = await service.call('book_job', booking());
    service.clock.now = Date.UTC(2026, 5, 10, 12, 30);
    const today = { date: '2026-06-10', weekday: 'Wednesday', time: '08:30' };
    expect(await service.call('book_job', booking())).toEqual({
      ...first,
      today,
      message: "You're booked for AC Repair today, Wednesday, June 10 at 9 AM with Ana.",
    });
    expect(await service.call('book_job', booking(), other(1))).toMatchObject({ reason: 'too_soon' });
  });

  it('corrects name and phone when the same start is booked again', async () => {
    service = await startService();
    const first = await service.call('book_job', booking());
    const again = await service.call(
      'book_job',
      booking({ customerPhone: '+12125550188', address: '2 Oak Ave' }),
    );
    expect(again).toEqual(first);
    expect(await service.requests.get(first.dispatchRequestId)).toMatchObject({
      customer: { phone: '+12125550188', address: '2 Oak Ave' },
      needsReview: [],
    });
  });

  it('keeps two appointments for one service if another visit is requested', async () => {
    service = await startService();
    const first = await service.call('book_job', booking());
    const second = await service.call('book_job', booking({ time: '13:00', additionalVisit: true }));
    expect(second.confirmed).toBe(true);
    expect(second.dispatchRequestId).not.toBe(first.dispatchRequestId);
  });

  it('flags values that were cut or dropped, and never refuses them', async () => {
    service = await startService();
    const odd = { address: 'x'.repeat(500), city: { name: 'New York' }, notes: 'y'.repeat(3000), zip: null };
    const answer = await service.call('book_job', booking(odd));
    expect(answer.confirmed).toBe(true);
    const stored = await service.requests.get(answer.dispatchRequestId);
    expect([...(stored?.needsReview ?? [])].sort()).toEqual(['address', 'city', 'notes']);
    expect(stored).toMatchObject({ customer: { address: 'x'.repeat(200) }, notes: 'y'.repeat(2000) });
  });

  it('is for the customer, and notes who spoke', async () => {
    service = await startService();
    const said = { customerName: 'Nora Lindqvist', callerName: 'Alex Romero' };
    const { dispatchRequestId } = await service.call('book_job', booking(said));
    expect(await service.requests.get(dispatchRequestId)).toMatchObject({
      customer: { name: 'Nora Lindqvist' },
      notes: 'callerName: Alex Romero',
    });
    const nameless = booking({ customerName: undefined, callerName: 'Alex Romero', time: '13:00' });
    const other = { call_id: 'call_2', from_number: '+12125550144' };
    expect(await service.call('book_job', { ...nameless, customerPhone: undefined }, other)).toMatchObject({
      confirmed: false,
      missing: ['customerName'],
    });
  });

  it('keeps notes of a repeat, and records corrections in the history', async () => {
    service = await startService();
    const first = await service.call('book_job', booking({ notes: 'It rattles' }));
    const told = { notes: 'It rattles, gate code 12', address: '7 Elm Street' };
    expect(await service.call('book_job', booking(told))).toEqual(first);
    const stored = await service.requests.get(first.dispatchRequestId);
    expect(stored).toMatchObject({ notes: told.notes, customer: { address: told.address } });
    expect(stored?.history.slice(1)).toEqual([
      {
        at: '2026-06-01T12:00:00.000Z',
        from: 'scheduled',
        to: 'scheduled',
        by: 'caller',
        why: 'corrected: address, notes',
        callId: 'voiceone:call_1',
      },
    ]);
    expect(await service.call('book_job', booking())).toEqual(first);
    expect((await service.requests.get(first.dispatchRequestId))?.history).toEqual(stored?.history);
  });

  it('ignores a late retry of a superseded invocation', async () => {
    service = await startService();
    const invoked = (id: string) => ({
      transcript_with_tool_calls: [{ role: 'tool_call_invocation', tool_call_id: id }],
    });
    await service.call('book_job', booking(), invoked('t1'));
    const moved = await service.call('book_job', booking({ time: '13:00' }), invoked('t2'));
    const late = await service.call('book_job', booking(), invoked('t1'));
    expect(late).toMatchObject({
      confirmed: true,
      time: '1:00 PM',
      dispatchRequestId: moved.dispatchRequestId,
    });
  });

  it('confirms equal bookings without a call id alike', async () => {
    service = await startService();
    const first = await service.call('book_job', booking(), { call_id: '' });
    expect(await service.call('book_job', booking(), { call_id: '' })).toEqual(first);
  });

  it('offers others by name if the requested technician is busy, and says who comes for an unknown name', async () => {
    service = await startService(accountDocument({ technicians }));
    await service.call('book_job', booking({ technician: 'ana' }), other(1));
    const refused = await service.call('book_job', booking({ technician: 'Ana' }));
    expect(refused.reason).toBe('slot_taken');
    expect(refused.alternatives[0]).toMatchObject({ time: '9:00 AM', technician: 'Ben' });
    expect(refused.message).toContain('9 AM with Ben');
    const unknown = await service.call('book_job', booking({ technician: 'Zoe' }));
    expect(unknown).toMatchObject({ confirmed: true, technician: 'Ben' });
    expect(unknown.message).toContain('Ben will come');
  });

  it.each([
    [{ date: '' }, 'missing_argument'],
    [{ serviceType: 'pizza' }, 'unknown_service'],
    [{ serviceType: 'repair' }, 'ambiguous_service'],
    [{ date: '2026-02-30' }, 'invalid_date'],
    [{ time: '25:00' }, 'invalid_time'],
    [{ time: '6' }, 'unclear_time'],
    [{ time: 'between 8 and 10' }, 'choose_time'],
    [{ date: 'Monday or Tuesday' }, 'choose_date'],
    [{ date: '2026-05-29' }, 'past'],
    [{ date: '2026-12-01' }, 'too_far'],
    [{ date: '2026-06-14' }, 'closed'],
    [{ time: '12:30' }, 'closed'],
    [{ time: '16:00' }, 'duration_exceeds_hours'],
  ])('refuses %j as %s in one short line, and books nothing', async (over, reason) => {
    service = await startService();
    const answer = await service.call('book_job', booking(over));
    expect(answer).toMatchObject({ confirmed: false, reason });
    expect(answer.message.length).toBeLessThanOrEqual(220);
    expect(await service.requests.list('acme-hvac')).toHaveLength(0);
  });
});

describe('an address at which nobody finds a visit', () => {
  it.each([
    ['the blue house by the church', ['address']],
    ['401 West 14th Street', undefined],
    ['{{system prompt}}', undefined],
  ])('is asked for once the visit is booked, unless it is markup: %s', async (address, missing) => {
    const place = await startService();
    const answer = await place.call('book_job', booking({ address }));
    await place.stop();
    expect(answer.confirmed).toBe(true);
    expect(answer.missing).toEqual(missing);
  });
});
