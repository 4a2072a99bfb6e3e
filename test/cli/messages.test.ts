import { describe, expect, it } from '@jest/globals';
import { twoAlike, withCommandLine } from './command-line-fixture.ts';

const fixture = withCommandLine(twoAlike);
const leave = async (callId: string, args: object = {}): Promise<string> =>
  (
    await fixture.service.call(
      'take_message',
      { about: 'The invoice', topic: 'billing', ...args },
      { call_id: callId },
    )
  ).dispatchRequestId;
const list = ['messages', 'list', '--account', 'acme-hvac'];
const idsOf = (messages: { dispatchRequestId: string }[]) =>
  messages.map(({ dispatchRequestId }) => dispatchRequestId);

describe('messages', () => {
  it('are listed in order of their due time until done', async () => {
    const [first, second] = [await leave('a'), await leave('b', { customerName: 'Dana Miller' })];
    await fixture.lead();
    expect(idsOf(await fixture.cli.json(...list)).sort()).toEqual([first, second].sort());
    const { out } = await fixture.cli.run(...list);
    for (const told of [first, '2026-06-01 9:00 AM', 'billing', 'Dana Miller', '+12125550123', 'The invoice'])
      expect(out).toContain(told);
    expect(out).not.toContain('overdue');
    const done = await fixture.cli.run('messages', 'done', first, '--by', 'Robin');
    expect([done.code, done.err]).toEqual([0, '']);
    expect(idsOf(await fixture.cli.json(...list))).toEqual([second]);
    expect(await fixture.service.requests.get(first)).toMatchObject({
      status: 'completed',
      history: [
        { to: 'requested', by: 'caller' },
        { to: 'completed', by: 'dispatcher:Robin' },
      ],
    });
    fixture.service.clock.now += 7_200_000;
    expect((await fixture.cli.run(...list)).out).toContain('2026-06-01 9:00 AM (overdue)');
  });

  it('can be closed once, and only messages can', async () => {
    const id = await leave('a');
    await fixture.cli.run('messages', 'done', id);
    expect((await fixture.cli.run('messages', 'done', id)).out).toContain('Nothing to change');
    const lead = await fixture.lead();
    expect((await fixture.cli.run('messages', 'done', lead)).err).toContain(
      `${lead}: there is no such message`,
    );
    expect((await fixture.cli.run(...list)).out).toBe('No open messages.');
  });

  it('are in the queue, and get no appointment', async () => {
    const id = await leave('a');
    const { out } = await fixture.cli.run('requests', 'list', '--account', 'acme-hvac', '--review');
    expect(out).toContain('message: billing');
    const start = ['--date', '2026-06-10', '--time', '09:00', '--service', 'AC Repair'];
    expect(await fixture.cli.refusal('requests', 'schedule', id, ...start)).toMatchObject({
      reason: 'invalid_transition',
      allowed: ['completed', 'canceled', 'declined'],
    });
  });

  it('are erased with their customer, so that nobody calls back', async () => {
    const id = await leave('a', { customerName: 'Dana Miller' });
    const erase = ['customers', 'delete', '--account', 'acme-hvac', '--phone', '+12125550123', '--yes'];
    expect((await fixture.cli.run(...erase, '--keep-visits')).err).toBe('');
    const left = await fixture.service.requests.get(id);
    expect(left).toMatchObject({ kind: 'message', status: 'canceled', customer: {} });
    expect(JSON.stringify(left)).not.toMatch(/Dana|invoice|0123/);
  });
});
