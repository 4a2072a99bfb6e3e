import { afterEach, describe, expect, it } from '@jest/globals';
import { accountDocument, booking, type Service, startService } from './service.ts';

const technicians = [
  { id: 't1', name: 'Ana Diaz', skills: ['hvac'] },
  { id: 't2', name: 'Ben Cole', skills: ['plumbing'] },
  { id: 't3', name: 'Carla Roy', skills: ['hvac'] },
];
const serviceTypes = [{ id: 'ac-repair', name: 'AC Repair', durationMinutes: 120, skills: ['hvac'] }];

let service: Service;
afterEach(() => service.stop());
const start = async (over = {}) => {
  service = await startService(accountDocument({ technicians, serviceTypes, ...over }));
};
const book = (technician?: string, over = {}, call = {}) =>
  service.call('book_job', booking({ technician, ...over }), call);
const next = { call_id: 'call_2' };
const other = { call_id: 'call_other', from_number: '+12125550199' };

describe('anyone but the only technician who ever works', () => {
  it.each([
    ['book_job', booking({ technician: 'anyone but Ana' })],
    ['reschedule_job', { date: '2026-06-11', time: '10:00', technician: 'anyone but Ana' }],
  ])('is nobody, as far ahead as the company books: %s', async (name, args) => {
    await start({ technicians: technicians.map((one) => (one.id === 't1' ? one : { ...one, hours: {} })) });
    if (name === 'reschedule_job') await book('Ana');
    const { confirmed, message } = await service.call(name, { ...args });
    expect(confirmed).toBe(false);
    expect(message).toMatch(/^Nobody else can come on .* Nobody else can come as far ahead as we book\.$/);
  });
});

describe('another technician, without a name', () => {
  it.each([
    'another technician',
    'a different tech',
    'somebody else',
    'Someone else this time, please.',
    'not the same guy as last time',
    "I'd like someone different",
    'anyone but the last one',
    'not him again',
    'someone new',
  ])('%s replaces the one of the appointment that moves', async (technician) => {
    await start();
    await book('Ana');
    expect(await service.call('reschedule_job', { technician }, next)).toMatchObject({
      confirmed: true,
      date: '2026-06-10',
      start: '09:00',
      technician: 'Carla Roy',
    });
  });

  it('replaces the one of an appointment that the call books again', async () => {
    await start();
    await book('Ana');
    expect(await book('someone else')).toMatchObject({
      confirmed: true,
      message: 'Carla Roy will come instead of Ana Diaz for your AC Repair on Wednesday, June 10 at 9 AM.',
    });
  });

  it('replaces nobody again if the call repeats it, such as with a detail', async () => {
    await start();
    await book('Ana');
    expect(await book('someone else')).toMatchObject({ technician: 'Carla Roy' });
    expect(await book('someone else', { address: '12 Elm Street' })).toMatchObject({
      technician: 'Carla Roy',
    });
    const move = (call_id: string) =>
      service.call('reschedule_job', { technician: 'someone else' }, { call_id });
    expect(await move('call_2')).toMatchObject({ technician: 'Ana Diaz' });
    expect(await move('call_2')).toMatchObject({ technician: 'Ana Diaz' });
    expect(await move('call_3')).toMatchObject({ technician: 'Carla Roy' });
  });

  it('is who is searched for and held instead of the one of the appointment', async () => {
    await start({ booking: { bufferMinutes: 0, hold: { seconds: 300, perNumber: 2 } } });
    await book('Ana');
    // Carla has more visits, so that Ana would be preferred.
    for (const [index, time] of ['09:00', '15:00'].entries()) {
      const customerPhone = `+1212555019${index}`;
      const call = { call_id: `call_of_${index}`, from_number: customerPhone };
      expect(await book('Carla', { time, customerPhone }, call)).toMatchObject({ technician: 'Carla Roy' });
    }
    const asked = { date: '2026-06-10', serviceType: 'AC Repair', technician: 'somebody else' };
    const { availableSlots = [], ignored } = await service.call('check_availability', asked, next);
    expect(availableSlots).not.toHaveLength(0);
    expect(ignored).toBeUndefined();
    for (const slot of availableSlots) expect(slot.technician).toBe('Carla Roy');
    expect(await service.call('hold_time', { ...asked, time: '13:00' }, next)).toMatchObject({
      held: true,
      technician: 'Carla Roy',
    });
  });

  it('is someone who did not come the last time, and a wish in the notes', async () => {
    await start();
    await book('Carla');
    service.clock.now = Date.UTC(2026, 8, 1, 12);
    const { dispatchRequestId, ...booked } = await book(
      'a different technician',
      { date: '2026-09-09' },
      next,
    );
    expect(booked).toMatchObject({ confirmed: true, technician: 'Ana Diaz' });
    expect((await service.requests.get(dispatchRequestId))?.notes).toBe(
      'Technician as said: a different technician',
    );
  });

  it('is asked about in a later call that books the same service and time', async () => {
    await start();
    await book('Ana');
    expect(await book('someone else', {}, next)).toMatchObject({
      reason: 'already_booked',
      message:
        'You already have AC Repair on Wednesday, June 10 at 9 AM. Shall I send someone else instead, or is this another visit?',
    });
  });

  it('is anyone for a caller whom nobody has visited', async () => {
    await start();
    expect(await book('another technician')).toMatchObject({ confirmed: true });
    expect(await book('another technician', {}, other)).not.toHaveProperty('ignored');
  });

  it('is refused if nobody else is free then, and the appointment stays', async () => {
    await start();
    await book('Carla', { customerPhone: '+12125550199' }, other);
    await book('Ana');
    const answer = await service.call('reschedule_job', { technician: 'someone else' }, next);
    expect(answer).toMatchObject({ confirmed: false, reason: 'slot_taken' });
    expect(answer.message).toContain('Your appointment on Wednesday, June 10 at 9 AM stays.');
    for (const { technician } of answer.alternatives) expect(technician).toBe('Carla Roy');
  });

  it('does not exist if only one has the skills: their other times are offered', async () => {
    await start({ technicians: technicians.slice(0, 2) });
    await book();
    const asked = { date: '2026-06-10', serviceType: 'AC Repair', technician: 'anyone but Ana' };
    const found = await service.call('check_availability', asked, next);
    expect(found.message).toMatch(/^Nobody else does AC Repair\. On Wednesday, June 10 .*I can offer /);
    const move = await service.call('reschedule_job', { technician: 'someone else' }, next);
    expect(move).toMatchObject({ confirmed: false, reason: 'not_skilled' });
    expect(move.message).toMatch(
      /^Nobody else does AC Repair\. Your appointment .* stays\. I can offer .* with Ana Diaz/,
    );
    expect(await book('not Ana', {}, other)).toMatchObject({ confirmed: false, reason: 'not_skilled' });
  });

  it.each(['any guy is fine', 'whoever is available'])('%s is no request', async (said) => {
    await start();
    expect(await book(said)).not.toHaveProperty('ignored');
  });

  it.each(["I don't want another technician", 'not someone else'])('%s is not guessed at', async (said) => {
    await start();
    expect(await book(said)).toMatchObject({
      confirmed: true,
      ignored: [{ argument: 'technician', why: 'unknown' }],
    });
  });
});

describe('the same technician as before', () => {
  it.each(['the same guy as last time', 'same technician', 'whoever came last time', 'him again'])(
    '%s is the one of the last visit',
    async (technician) => {
      await start();
      await book('Carla');
      service.clock.now = Date.UTC(2026, 8, 1, 12);
      expect(await book(technician, { date: '2026-09-09' }, next)).toMatchObject({
        confirmed: true,
        technician: 'Carla Roy',
      });
    },
  );

  it('keeps the one of the appointment that moves', async () => {
    await start();
    await book('Carla');
    const args = { date: '2026-06-11', time: '09:00', technician: 'the same technician' };
    expect(await service.call('reschedule_job', args, next)).toMatchObject({
      confirmed: true,
      technician: 'Carla Roy',
    });
  });
});
