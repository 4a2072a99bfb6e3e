import { userInfo } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { formatClockTime } from '../../lib/scheduling/time-of-day.ts';
import { accountDocument, booking } from '../functions/service.ts';
import { oneSkilled, withCommandLine } from './command-line-fixture.ts';

const nine = ['--date', '2026-06-10', '--time', '09:00'];
const one = ['--date', '2026-06-10', '--time', '1:00 PM'];

const fixture = withCommandLine(oneSkilled);
const { lead, booked } = fixture;

describe('schedule', () => {
  it('creates a customer from a lead, so that the caller is known', async () => {
    const id = await lead('AC Repair', { phone: '(212) 555-0123' });
    expect((await fixture.cli.run('requests', 'schedule', id, ...nine)).code).toBe(0);
    expect(await fixture.service.call('lookup_customer')).toMatchObject({
      found: true,
      customer: { name: 'Jo' },
      upcoming: [{ dispatchRequestId: id, date: '2026-06-10', time: '9:00 AM' }],
    });
  });

  it('creates no customer for an invalid number', async () => {
    const id = await lead('AC Repair', { phone: '555 0123' });
    expect((await fixture.cli.run('requests', 'schedule', id, ...nine)).code).toBe(0);
    expect(await fixture.service.items('CUSTOMER#acme-hvac#555 0123')).toEqual([]);
    expect(await fixture.cli.json('requests', 'show', id)).toMatchObject({ status: 'scheduled' });
  });

  it('schedules a lead without a phone, and says what changed', async () => {
    const id = await lead();
    const { code, out } = await fixture.cli.run('requests', 'schedule', id, ...nine, '--by', 'Kim');
    expect(code).toBe(0);
    expect(out).toMatch(/status +│ requested +│ scheduled/);
    expect(out).toMatch(/time held +│ none +│ 2026-06-10 9:00 AM Ana/);
    const stored = await fixture.cli.json('requests', 'show', id);
    expect(stored).toMatchObject({
      status: 'scheduled',
      appointment: { minute: 9 * 60, technicianId: 'ana' },
    });
    expect(stored.history.at(-1)).toMatchObject({
      from: 'requested',
      to: 'scheduled',
      by: 'dispatcher:Kim',
      why: '2026-06-10 9:00 AM with Ana',
    });
  });

  it('prints the stored request as JSON, changed by the user of the machine', async () => {
    const id = await lead();
    const printed = await fixture.cli.json('requests', 'schedule', id, ...nine);
    expect(printed).toEqual(await fixture.cli.json('requests', 'show', id));
    expect(printed.history.at(-1).by).toBe(`dispatcher:${userInfo().username}`);
  });

  it('ignores notice and cut-off, but not the clock', async () => {
    fixture.service.clock.now = Date.parse('2026-06-10T12:45:00Z');
    await fixture.service.accounts.put(
      accountDocument({ booking: { minNoticeMinutes: 600, sameDayCutoff: '08:00', bufferMinutes: 30 } }),
    );
    const id = await lead();
    expect(
      await fixture.cli.refusal('requests', 'schedule', id, '--date', '2026-06-10', '--time', '08:30'),
    ).toMatchObject({
      reason: 'past',
      alternatives: [{ minute: 9 * 60 }, { minute: 9 * 60 + 30 }, { minute: 10 * 60 }],
    });
    expect(await fixture.cli.json('requests', 'schedule', id, ...nine)).toMatchObject({
      status: 'scheduled',
    });
  });

  it.each([
    ['a start that is taken', nine, 'slot_taken', 'is taken'],
    ['a technician who is busy', [...nine, '--technician', 'ana'], 'slot_taken', "Ana can't come"],
    ['a start off the grid', ['--date', '2026-06-10', '--time', '09:10'], 'not_on_grid', "don't start at"],
    ['a closed day', ['--date', '2026-06-13', '--time', '09:00'], 'closed', 'We are closed'],
    ['a day past the horizon', ['--date', '2026-09-10', '--time', '09:00'], 'too_far', 'too far ahead'],
    ['the past', ['--date', '2026-05-29', '--time', '09:00'], 'past', 'has already passed'],
  ])('refuses %s with a sentence and alternatives', async (_, args, reason, words) => {
    await booked();
    const id = await lead();
    const refusal = await fixture.cli.refusal('requests', 'schedule', id, ...args);
    expect(refusal).toMatchObject({ dispatchRequestId: id, reason, message: expect.stringContaining(words) });
    expect(refusal.alternatives).toHaveLength(3);
    const { err } = await fixture.cli.run('requests', 'schedule', id, ...args);
    const [first] = refusal.alternatives;
    expect(err).toMatch(
      new RegExp(`${first.date} +│ ${formatClockTime(first.minute)} +│ ${first.technician}`),
    );
    expect(await fixture.cli.json('requests', 'show', id)).toMatchObject({ status: 'requested', version: 1 });
  });

  it.each([
    ['an unknown technician', ['--technician', 'zoe'], 'unknown_technician', ['ana', 'ben']],
    ['an unknown service', ['--service', 'pizza'], 'unknown_service', ['AC Repair', 'Estimate']],
    ['a technician without the skill', ['--technician', 'Ben'], 'not_skilled', undefined],
  ])('refuses %s and lists the known ones', async (_, args, reason, known) => {
    const refusal = await fixture.cli.refusal('requests', 'schedule', await lead(), ...nine, ...args);
    expect(refusal.reason).toBe(reason);
    expect(refusal.known).toEqual(known);
    for (const name of known ?? []) expect(refusal.message).toContain(name);
  });

  it('needs the service if the request has none that is offered', async () => {
    const id = await lead('Pizza');
    expect(await fixture.cli.refusal('requests', 'schedule', id, ...nine)).toMatchObject({
      reason: 'service_needed',
    });
    const stored = await fixture.cli.json('requests', 'schedule', id, ...nine, '--service', 'estimate');
    expect(stored).toMatchObject({ serviceTypeId: 'estimate', serviceType: 'Estimate', needsReview: [] });
  });

  it('refers to move if there is an appointment, and changes nothing when repeated', async () => {
    const id = await booked();
    const refusal = await fixture.cli.refusal('requests', 'schedule', id, ...one);
    expect(refusal).toMatchObject({ reason: 'has_appointment', appointment: { minute: 9 * 60 } });
    expect(refusal.message).toContain('requests move');
    const again = await fixture.cli.run('requests', 'schedule', id, ...nine);
    expect([again.code, again.out]).toEqual([
      0,
      `Nothing to change: ${id} already has this state (scheduled).`,
    ]);
  });
});

describe('move', () => {
  it('frees the old time in the same write', async () => {
    const id = await booked();
    const { out } = await fixture.cli.run('requests', 'move', id, ...one);
    expect(out).toMatch(/time held +│ 2026-06-10 9:00 AM Ana +│ 2026-06-10 1:00 PM Ana/);
    const other = { call_id: 'call_2', from_number: '+12125550199' };
    expect(await fixture.service.call('book_job', booking(), other)).toMatchObject({ confirmed: true });
  });

  it('keeps the appointment if the start is taken', async () => {
    const id = await booked();
    const other = await lead();
    await fixture.cli.json('requests', 'schedule', other, ...one);
    expect(await fixture.cli.refusal('requests', 'move', id, ...one)).toMatchObject({ reason: 'slot_taken' });
    expect(await fixture.cli.json('requests', 'show', id)).toMatchObject({
      appointment: { minute: 9 * 60 },
    });
  });

  it.each(['requested', 'on_hold'])('refers to schedule for a request that is %s', async (status) => {
    const id = status === 'requested' ? await lead() : await booked();
    if (status === 'on_hold') await fixture.cli.json('requests', 'hold', id, '--reason', 'a part is missing');
    const refusal = await fixture.cli.refusal('requests', 'move', id, ...one);
    expect(refusal).toMatchObject({ reason: 'no_appointment' });
    expect(refusal.message).toContain('requests schedule');
    expect(await fixture.cli.json('requests', 'schedule', id, ...one)).toMatchObject({ status: 'scheduled' });
  });

  it('is not allowed from a final state', async () => {
    const id = await booked();
    await fixture.cli.json('requests', 'cancel', id, '--reason', 'sold the house');
    for (const command of ['move', 'schedule']) {
      expect(await fixture.cli.refusal('requests', command, id, ...one)).toMatchObject({
        reason: 'invalid_transition',
        from: 'canceled',
        to: 'scheduled',
        allowed: [],
      });
    }
  });
});
