import { userInfo } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { accountDocument, booking, type Service, START, startService } from '../functions/service.ts';
import { violations } from '../support/invariants.ts';
import { cliOf } from './run-cli.ts';

const HOUR = 3_600_000;
const nine = ['--date', '2026-06-10', '--time', '09:00'];
const one = ['--date', '2026-06-10', '--time', '1:00 PM'];

let service: Service;
let cli: ReturnType<typeof cliOf>;
beforeEach(async () => {
  const technicians = [
    { id: 'ana', name: 'Ana', skills: ['hvac'] },
    { id: 'ben', name: 'Ben' },
  ];
  const serviceTypes = [
    { id: 'ac-repair', name: 'AC Repair', durationMinutes: 120, skills: ['hvac'] },
    { id: 'estimate', name: 'Estimate', durationMinutes: 30 },
  ];
  service = await startService(accountDocument({ technicians, serviceTypes }));
  cli = cliOf(service);
});
afterEach(async () => {
  expect(await violations(service.table.document, service.table.tableName)).toEqual([]);
  await service.stop();
});

async function lead(serviceRequested = 'AC Repair', contact: Record<string, unknown> = {}): Promise<string> {
  const body = {
    type: 'WorkflowWebhook',
    locationId: 'loc_acme',
    contact: { id: 'c1', firstName: 'Jo', email: 'jo@example.com', ...contact },
    customData: { serviceRequested },
  };
  return (await service.send('crm', body)).body.dispatchRequestId;
}
const booked = async (over: Record<string, unknown> = {}): Promise<string> =>
  (await service.call('book_job', booking(over))).dispatchRequestId;

describe('schedule', () => {
  it('makes a customer of a lead, who is known when they call', async () => {
    const id = await lead('AC Repair', { phone: '(212) 555-0123' });
    expect((await cli.run('requests', 'schedule', id, ...nine)).code).toBe(0);
    expect(await service.call('lookup_customer')).toMatchObject({
      found: true,
      customer: { name: 'Jo' },
      upcoming: [{ dispatchRequestId: id, date: '2026-06-10', time: '9:00 AM' }],
    });
  });

  it('makes no customer of a number that is none', async () => {
    const id = await lead('AC Repair', { phone: '555 0123' });
    expect((await cli.run('requests', 'schedule', id, ...nine)).code).toBe(0);
    expect(await service.items('CUSTOMER#acme-hvac#555 0123')).toEqual([]);
    expect(await cli.json('requests', 'show', id)).toMatchObject({ status: 'scheduled' });
  });

  it('makes an appointment of a lead without a phone, and says what changed', async () => {
    const id = await lead();
    const { code, out } = await cli.run('requests', 'schedule', id, ...nine, '--by', 'Kim');
    expect(code).toBe(0);
    expect(out).toMatch(/status +│ requested +│ scheduled/);
    expect(out).toMatch(/time held +│ none +│ 2026-06-10 9:00 AM Ana/);
    const stored = await cli.json('requests', 'show', id);
    expect(stored).toMatchObject({
      status: 'scheduled',
      appointment: { time: '9:00 AM', technicianId: 'ana' },
    });
    expect(stored.history.at(-1)).toMatchObject({
      from: 'requested',
      to: 'scheduled',
      by: 'dispatcher:Kim',
      why: '2026-06-10 9:00 AM with ana',
    });
  });

  it('prints the request as stored for programs, changed by the user of the machine', async () => {
    const id = await lead();
    const printed = await cli.json('requests', 'schedule', id, ...nine);
    expect(printed).toEqual(await cli.json('requests', 'show', id));
    expect(printed.history.at(-1).by).toBe(`dispatcher:${userInfo().username}`);
  });

  it('is bound neither by the notice nor by the cut-off, but by the clock', async () => {
    service.clock.now = Date.parse('2026-06-10T12:45:00Z');
    await service.accounts.put(
      accountDocument({ booking: { minNoticeMinutes: 600, sameDayCutoff: '08:00', bufferMinutes: 30 } }),
    );
    const id = await lead();
    expect(
      await cli.refusal('requests', 'schedule', id, '--date', '2026-06-10', '--time', '08:30'),
    ).toMatchObject({
      reason: 'past',
      alternatives: [{ time: '9:00 AM' }, { time: '9:30 AM' }, { time: '10:00 AM' }],
    });
    expect(await cli.json('requests', 'schedule', id, ...nine)).toMatchObject({ status: 'scheduled' });
  });

  it.each([
    ['a start that is taken', nine, 'slot_taken', 'is taken'],
    ['a technician who is busy', [...nine, '--technician', 'ana'], 'slot_taken', 'Ana is not free'],
    ['a start off the grid', ['--date', '2026-06-10', '--time', '09:10'], 'not_on_grid', "don't start at"],
    ['a closed day', ['--date', '2026-06-13', '--time', '09:00'], 'closed', 'We are closed'],
    ['a day past the horizon', ['--date', '2026-09-10', '--time', '09:00'], 'too_far', 'too far ahead'],
    ['the past', ['--date', '2026-05-29', '--time', '09:00'], 'past', 'in the past'],
  ])('refuses %s in words, with what is free instead', async (_, args, reason, words) => {
    await booked();
    const id = await lead();
    const refusal = await cli.refusal('requests', 'schedule', id, ...args);
    expect(refusal).toMatchObject({ dispatchRequestId: id, reason, message: expect.stringContaining(words) });
    expect(refusal.alternatives).toHaveLength(3);
    const { err } = await cli.run('requests', 'schedule', id, ...args);
    const [first] = refusal.alternatives;
    expect(err).toMatch(new RegExp(`${first.date} +│ ${first.time} +│ ${first.technician}`));
    expect(await cli.json('requests', 'show', id)).toMatchObject({ status: 'requested', version: 1 });
  });

  it.each([
    ['an unknown technician', ['--technician', 'zoe'], 'unknown_technician', ['ana', 'ben']],
    ['an unknown service', ['--service', 'pizza'], 'unknown_service', ['AC Repair', 'Estimate']],
    ['a technician without the skill', ['--technician', 'Ben'], 'not_skilled', undefined],
  ])('refuses %s and lists those there are', async (_, args, reason, known) => {
    const refusal = await cli.refusal('requests', 'schedule', await lead(), ...nine, ...args);
    expect(refusal.reason).toBe(reason);
    expect(refusal.known).toEqual(known);
    for (const name of known ?? []) expect(refusal.message).toContain(name);
  });

  it('needs the service where the request has none that is offered', async () => {
    const id = await lead('Pizza');
    expect(await cli.refusal('requests', 'schedule', id, ...nine)).toMatchObject({
      reason: 'service_needed',
    });
    const stored = await cli.json('requests', 'schedule', id, ...nine, '--service', 'estimate');
    expect(stored).toMatchObject({ serviceTypeId: 'estimate', serviceType: 'Estimate', needsReview: [] });
  });

  it('gives way to move where an appointment stands, and repeats itself without a change', async () => {
    const id = await booked();
    const refusal = await cli.refusal('requests', 'schedule', id, ...one);
    expect(refusal).toMatchObject({ reason: 'has_appointment', appointment: { time: '9:00 AM' } });
    expect(refusal.message).toContain('requests move');
    const again = await cli.run('requests', 'schedule', id, ...nine);
    expect([again.code, again.out]).toEqual([0, `Nothing to change: ${id} is so already (scheduled).`]);
  });
});

describe('move', () => {
  it('frees the old time for others with the same write', async () => {
    const id = await booked();
    const { out } = await cli.run('requests', 'move', id, ...one);
    expect(out).toMatch(/time held +│ 2026-06-10 9:00 AM Ana +│ 2026-06-10 1:00 PM Ana/);
    const other = { call_id: 'call_2', from_number: '+12125550199' };
    expect(await service.call('book_job', booking(), other)).toMatchObject({ confirmed: true });
  });

  it('leaves the appointment where the start is taken', async () => {
    const id = await booked();
    const other = await lead();
    await cli.json('requests', 'schedule', other, ...one);
    expect(await cli.refusal('requests', 'move', id, ...one)).toMatchObject({ reason: 'slot_taken' });
    expect(await cli.json('requests', 'show', id)).toMatchObject({ appointment: { time: '9:00 AM' } });
  });

  it.each(['requested', 'on_hold'])('gives way to schedule for a request that is %s', async (status) => {
    const id = status === 'requested' ? await lead() : await booked();
    if (status === 'on_hold') await cli.json('requests', 'hold', id, '--reason', 'a part is missing');
    const refusal = await cli.refusal('requests', 'move', id, ...one);
    expect(refusal).toMatchObject({ reason: 'no_appointment' });
    expect(refusal.message).toContain('requests schedule');
    expect(await cli.json('requests', 'schedule', id, ...one)).toMatchObject({ status: 'scheduled' });
  });

  it('is no transition from a state that has ended', async () => {
    const id = await booked();
    await cli.json('requests', 'cancel', id, '--reason', 'sold the house');
    for (const command of ['move', 'schedule']) {
      expect(await cli.refusal('requests', command, id, ...one)).toMatchObject({
        reason: 'invalid_transition',
        from: 'canceled',
        to: 'scheduled',
        allowed: [],
      });
    }
  });
});

describe('a change of status', () => {
  it('goes the way of a job to its end and frees its time', async () => {
    const id = await booked();
    for (const status of ['dispatched', 'en_route', 'in_progress', 'completed']) {
      expect(await cli.json('requests', 'status', id, status)).toMatchObject({ status });
    }
    const { history } = await cli.json('requests', 'show', id);
    expect(history.map(({ to }: { to: string }) => to)).toEqual([
      'scheduled',
      'dispatched',
      'en_route',
      'in_progress',
      'completed',
    ]);
  });

  it('that is not allowed names from, to and what is, in words and for programs', async () => {
    const id = await booked();
    const args = ['requests', 'status', id, 'completed'];
    const allowed = ['scheduled', 'dispatched', 'on_hold', 'canceled'];
    const expected = { reason: 'invalid_transition', from: 'scheduled', to: 'completed', allowed };
    expect(await cli.refusal(...args)).toMatchObject({ dispatchRequestId: id, ...expected });
    expect(await cli.run(...args)).toEqual({
      code: 1,
      out: '',
      err: `A request that is scheduled can't become completed: from scheduled it may become ${allowed.join(', ')}.`,
    });
  });

  it('to no_show waits for the start', async () => {
    const id = await booked();
    await cli.json('requests', 'status', id, 'dispatched');
    const { err } = await cli.run('requests', 'status', id, 'no_show');
    expect(err).toBe('The appointment has not begun: it starts on 2026-06-10 at 9:00 AM.');
    service.clock.now = Date.parse('2026-06-10T13:00:00Z');
    expect(await cli.json('requests', 'status', id, 'no_show')).toMatchObject({ status: 'no_show' });
  });

  it.each([
    ['cancel', 'canceled'],
    ['hold', 'on_hold'],
  ])('by %s keeps the reason and frees the time', async (command, status) => {
    const id = await booked();
    const { out } = await cli.run('requests', command, id, '--reason', 'a part\u001b is missing');
    expect(out).toMatch(/time held +│ 2026-06-10 9:00 AM Ana +│ none/);
    const stored = await cli.json('requests', 'show', id);
    expect(stored).toMatchObject({ status });
    expect(stored.history.at(-1).why).toBe('a part is missing');
  });

  it('by decline is for leads', async () => {
    const id = await lead();
    expect(await cli.json('requests', 'decline', id, '--reason', 'out of area')).toMatchObject({
      status: 'declined',
    });
    const refused = await cli.refusal('requests', 'decline', await booked(), '--reason', 'out of area');
    expect(refused).toMatchObject({ reason: 'invalid_transition', from: 'scheduled', to: 'declined' });
  });

  it('by cancel, repeated, is the same answer', async () => {
    const id = await booked();
    const first = await cli.json('requests', 'cancel', id, '--reason', 'sold');
    expect(await cli.json('requests', 'cancel', id, '--reason', 'again')).toEqual(first);
  });
});

describe('reviewed', () => {
  it('empties the queue of what to review, and is kept in the history', async () => {
    const id = await booked();
    const queue = ['requests', 'list', '--account', 'acme-hvac', '--review'];
    expect(await cli.json(...queue)).toEqual([expect.objectContaining({ needsReview: ['address'] })]);
    const { out } = await cli.run('requests', 'reviewed', id, '--by', 'Kim');
    expect(out).toMatch(/to review +│ address +│ nothing/);
    expect(await cli.json(...queue)).toEqual([]);
    const shown = await cli.run('requests', 'show', id);
    expect(shown.out).toMatch(/scheduled +│ scheduled +│ dispatcher:Kim +│ reviewed: address/);
    expect(shown.out).toContain('caller');
    expect((await cli.run('requests', 'reviewed', id)).out).toContain('Nothing to change');
  });
});

describe('every change', () => {
  const absent = 'dr_00000000000000000000';
  it.each([
    [['schedule', absent, ...nine]],
    [['move', absent, ...nine]],
    [['cancel', absent, '--reason', 'x']],
    [['hold', absent, '--reason', 'x']],
    [['decline', absent, '--reason', 'x']],
    [['status', absent, 'dispatched']],
    [['reviewed', absent]],
  ])('of a request that is not there is exit code 1: %j', async (args) => {
    const ran = await cli.run('requests', ...args);
    expect(ran).toEqual({
      code: 1,
      out: '',
      err: `There is no dispatch request ${absent}: "requests list" shows those that are.`,
    });
  });

  it.each([
    [['schedule', absent, '--date', '2026-06-10'], '--time'],
    [['schedule', absent, '--date', '2026-02-30', '--time', '09:00'], '--date'],
    [['schedule', absent, '--date', '2026-06-10', '--time', '25:00'], '--time'],
    [['move', absent, '--time', '09:00'], '--date'],
    [['cancel', absent], '--reason'],
    [['cancel', absent, '--reason', ' \u0007 '], '--reason'],
    [['hold', absent], '--reason'],
    [['decline', absent, '--reason', ''], '--reason'],
    [['cancel', absent, '--reason', 'x', '--by', 'a\u001bb'], '--by'],
    [['cancel', absent, '--reason', 'x', '--by', 'k'.repeat(61)], '--by'],
    [['status', absent, 'scheduled'], 'status'],
    [['status', absent], 'status'],
  ])('used wrongly is exit code 2 and names what is wrong: %j', async (args, named) => {
    const { code, out, err } = await cli.run('requests', ...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(named);
  });
});

describe('the list', () => {
  it('shows what needs a person first, and narrows by status, date and time of creation', async () => {
    const plain = await lead('Estimate', { phone: '+12125550123' });
    service.clock.now += HOUR;
    const flagged = await booked();
    service.clock.now += 24 * HOUR;
    const other = { call_id: 'call_2', from_number: '+12125550199' };
    const urgent = await service.call('book_job', { urgency: 'emergency', address: '1 Main St' }, other);
    const ids = async (...args: string[]) =>
      (await cli.json('requests', 'list', '--account', 'acme-hvac', ...args)).map(
        ({ dispatchRequestId }: { dispatchRequestId: string }) => dispatchRequestId,
      );
    expect(await ids()).toEqual([urgent.dispatchRequestId, flagged, plain]);
    expect(await ids('--date', '2026-06-10')).toEqual([flagged]);
    expect(await ids('--status', 'requested')).toEqual([urgent.dispatchRequestId, plain]);
    expect(await ids('--to', '2026-06-01')).toEqual([flagged, plain]);
    expect(await ids('--from', '2026-06-02')).toEqual([urgent.dispatchRequestId]);
    expect(await ids('--from', '2026-06-02', '--to', '2026-06-01')).toEqual([]);
    expect(new Date(START).toISOString()).toContain('2026-06-01');
  });
});
