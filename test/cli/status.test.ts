import { describe, expect, it } from '@jest/globals';
import { HOUR_MS } from '../../lib/scheduling/time.ts';
import { START } from '../functions/service.ts';
import { oneSkilled, withCommandLine } from './command-line-fixture.ts';

const nine = ['--date', '2026-06-10', '--time', '09:00'];

const fixture = withCommandLine(oneSkilled);
const { lead, booked } = fixture;

describe('a change of status', () => {
  it('leads a job to completion and frees its time', async () => {
    const id = await booked();
    for (const status of ['dispatched', 'en_route', 'in_progress', 'completed']) {
      expect(await fixture.cli.json('requests', 'status', id, status)).toMatchObject({ status });
    }
    const { history } = await fixture.cli.json('requests', 'show', id);
    expect(history.map(({ to }: { to: string }) => to)).toEqual([
      'scheduled',
      'dispatched',
      'en_route',
      'in_progress',
      'completed',
    ]);
  });

  it('that is not allowed names from, to and the allowed statuses, as text and JSON', async () => {
    const id = await booked();
    const args = ['requests', 'status', id, 'completed'];
    const allowed = ['requested', 'scheduled', 'dispatched', 'on_hold', 'canceled'];
    const expected = { reason: 'invalid_transition', from: 'scheduled', to: 'completed', allowed };
    expect(await fixture.cli.refusal(...args)).toMatchObject({ dispatchRequestId: id, ...expected });
    expect(await fixture.cli.run(...args)).toEqual({
      code: 1,
      out: '',
      err: `A request that is scheduled can't become completed: from scheduled it may become ${allowed.join(', ')}.`,
    });
  });

  it('to no_show is refused before the start', async () => {
    const id = await booked();
    await fixture.cli.json('requests', 'status', id, 'dispatched');
    const { err } = await fixture.cli.run('requests', 'status', id, 'no_show');
    expect(err).toBe('The appointment has not begun: it starts on 2026-06-10 at 9:00 AM.');
    fixture.service.clock.now = Date.parse('2026-06-10T13:00:00Z');
    expect(await fixture.cli.json('requests', 'status', id, 'no_show')).toMatchObject({ status: 'no_show' });
  });

  it.each([
    ['cancel', 'canceled'],
    ['hold', 'on_hold'],
  ])('by %s keeps the reason and frees the time', async (command, status) => {
    const id = await booked();
    const { out } = await fixture.cli.run('requests', command, id, '--reason', 'a part\u001b is missing');
    expect(out).toMatch(/time held +│ 2026-06-10 9:00 AM Ana +│ none/);
    const stored = await fixture.cli.json('requests', 'show', id);
    expect(stored).toMatchObject({ status });
    expect(stored.history.at(-1).why).toBe('a part is missing');
  });

  it('by decline is for leads', async () => {
    const id = await lead();
    expect(await fixture.cli.json('requests', 'decline', id, '--reason', 'out of area')).toMatchObject({
      status: 'declined',
    });
    const refused = await fixture.cli.refusal(
      'requests',
      'decline',
      await booked(),
      '--reason',
      'out of area',
    );
    expect(refused).toMatchObject({ reason: 'invalid_transition', from: 'scheduled', to: 'declined' });
  });

  it('by cancel, repeated, is the same answer', async () => {
    const id = await booked();
    const first = await fixture.cli.json('requests', 'cancel', id, '--reason', 'sold');
    expect(await fixture.cli.json('requests', 'cancel', id, '--reason', 'again')).toEqual(first);
  });
});

describe('reviewed', () => {
  it('removes it from the review queue and is recorded in the history', async () => {
    const id = await booked();
    const queue = ['requests', 'list', '--account', 'acme-hvac', '--review'];
    expect(await fixture.cli.json(...queue)).toEqual([expect.objectContaining({ needsReview: ['address'] })]);
    const { out } = await fixture.cli.run('requests', 'reviewed', id, '--by', 'Kim');
    expect(out).toMatch(/to review +│ address +│ nothing/);
    expect(await fixture.cli.json(...queue)).toEqual([]);
    const shown = await fixture.cli.run('requests', 'show', id);
    expect(shown.out).toMatch(/scheduled +│ scheduled +│ dispatcher:Kim +│ reviewed: address/);
    expect(shown.out).toContain('caller');
    expect((await fixture.cli.run('requests', 'reviewed', id)).out).toContain('Nothing to change');
  });
});

describe('the waiting list', () => {
  it('is changed by a person, who is named in the history', async () => {
    const id = await booked();
    const wish = ['--from', '2026-06-02', '--part', 'morning', 'evening', '--by', 'Kim'];
    const { out } = await fixture.cli.run('requests', 'wait', id, 'on', ...wish);
    expect(out).toMatch(/waits +│ no +│ since 2026-06-01, from 2026-06-02, morning or evening/);
    const stored = await fixture.cli.json('requests', 'show', id);
    expect(stored.waitlist).toEqual({
      ...{ services: ['ac-repair'], from: '2026-06-02', parts: ['morning', 'evening'] },
      since: stored.updatedAt,
    });
    expect(stored.history.at(-1)).toMatchObject({ by: 'dispatcher:Kim', why: 'on the waiting list' });
    const waiting = () => fixture.cli.json('requests', 'list', '--account', 'acme-hvac', '--waiting');
    expect(await waiting()).toMatchObject([{ dispatchRequestId: id }]);

    expect(await fixture.cli.json('requests', 'wait', id, 'off')).not.toHaveProperty('waitlist');
    expect(await waiting()).toEqual([]);
    expect((await fixture.cli.run('requests', 'wait', id, 'off')).out).toContain('Nothing to change');
  });

  it('is for jobs that are to come', async () => {
    const id = await booked();
    await fixture.cli.json('requests', 'cancel', id, '--reason', 'sick');
    const { err } = await fixture.cli.run('requests', 'wait', id, 'on');
    expect(err).toContain('can wait for an earlier time');
    expect((await fixture.cli.run('requests', 'wait', id, 'maybe')).err).toContain('expected one of on, off');
  });
});

describe('urgency', () => {
  it('is lowered by a person, who is named in the history, and published', async () => {
    const id = await booked();
    await fixture.service.call('book_job', { urgency: 'emergency' });
    const { out } = await fixture.cli.run('requests', 'urgency', id, 'routine', '--by', 'Kim');
    expect(out).toMatch(/urgency +│ emergency +│ routine/);
    expect(out).toMatch(/to review +│ urgency, address +│ address/);
    const stored = await fixture.cli.json('requests', 'show', id);
    expect(stored).toMatchObject({ status: 'scheduled', urgency: 'routine', needsReview: ['address'] });
    expect(stored.history.at(-1)).toMatchObject({
      by: 'dispatcher:Kim',
      from: 'scheduled',
      to: 'scheduled',
      why: 'urgency: emergency to routine',
    });
    const [item] = await fixture.service.items(`REQUEST#${id}`);
    expect(item?.events).toEqual(['dispatch-request.scheduled']);
    expect((await fixture.cli.run('requests', 'urgency', id, 'routine')).out).toContain('Nothing to change');
  });

  it('stays lowered when the same call moves the appointment, until it reports an emergency again', async () => {
    const id = await booked();
    await fixture.service.call('book_job', { urgency: 'emergency' });
    await fixture.cli.json('requests', 'urgency', id, 'routine');
    await booked({ time: '1:00 PM' });
    expect(await fixture.cli.json('requests', 'show', id)).toMatchObject({ urgency: 'routine' });
    await fixture.service.call('book_job', { urgency: 'emergency', notes: 'Now it smells of gas' });
    expect(await fixture.cli.json('requests', 'show', id)).toMatchObject({
      urgency: 'emergency',
      needsReview: expect.arrayContaining(['urgency']),
    });
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
    [['urgency', absent, 'routine']],
    [['reviewed', absent]],
  ])('of a missing request is exit code 1: %j', async (args) => {
    const ran = await fixture.cli.run('requests', ...args);
    expect(ran).toEqual({
      code: 1,
      out: '',
      err: `${absent}: there is no such dispatch request; "requests list" shows the existing ones.`,
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
    [['urgency', absent, 'calm'], 'urgency'],
  ])('with wrong usage is exit code 2 and names the error: %j', async (args, named) => {
    const { code, out, err } = await fixture.cli.run('requests', ...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(named);
  });
});

describe('the list', () => {
  it('shows what needs a person first, and filters by status, date and time of creation', async () => {
    const plain = await lead('Estimate', { phone: '+12125550123' });
    fixture.service.clock.now += HOUR_MS;
    const flagged = await booked();
    fixture.service.clock.now += 24 * HOUR_MS;
    const other = { call_id: 'call_2', from_number: '+12125550199' };
    const urgent = await fixture.service.call(
      'book_job',
      { urgency: 'emergency', address: '1 Main St' },
      other,
    );
    const ids = async (...args: string[]) =>
      (await fixture.cli.json('requests', 'list', '--account', 'acme-hvac', ...args)).map(
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
