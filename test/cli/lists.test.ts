import { describe, expect, it } from '@jest/globals';
import { accountDocument, booking } from '../functions/service.ts';
import { twoAlike, withCommandLine } from './command-line-fixture.ts';

const fixture = withCommandLine(twoAlike);

describe('calls list', () => {
  const ended = (call_id: string, agent_id: string) =>
    fixture.service.send('voiceone-call-complete', {
      event: 'call_ended',
      call: { call_id, agent_id, from_number: '+12125550123', transcript: 'hello' },
    });
  const ids = async (...args: string[]) =>
    (await fixture.cli.json('calls', 'list', '--account', ...args)).map(
      ({ callId }: { callId: string }) => callId,
    );

  it('has the calls of the account from a date on, with the requests made in them', async () => {
    const { dispatchRequestId } = await fixture.service.call('book_job', booking(), { call_id: 'first' });
    await ended('first', 'agent_acme');
    fixture.service.clock.now += 24 * 3_600_000;
    await ended('second', 'agent_acme');
    await ended('elsewhere', 'agent_unknown');
    const [first] = await fixture.cli.json('calls', 'list', '--account', 'acme-hvac');
    expect(first).toMatchObject({
      ...{ integration: 'voiceone', callId: 'first', accountId: 'acme-hvac', caller: '+12125550123' },
      ...{ agentId: 'agent_acme', createdAt: '2026-06-01T12:00:00.000Z' },
      dispatchRequestIds: [dispatchRequestId],
    });
    expect(await ids('acme-hvac')).toEqual(['first', 'second']);
    expect(await ids('acme-hvac', '--from', '2026-06-02')).toEqual(['second']);
    expect((await fixture.cli.run('calls', 'list', '--account', 'acme-hvac')).out).toContain(
      dispatchRequestId,
    );
    expect((await fixture.cli.run('calls', 'list', '--account', 'nobody')).code).toBe(1);
  });

  it('has a call without an account apart, also after an account has its agent', async () => {
    await ended('call_9', 'agent_unknown');
    expect(await ids('unassigned')).toEqual(['call_9']);
    const origins = { crm: ['loc_acme'], voiceone: ['agent_acme', 'agent_unknown'], voicetwo: ['asst_acme'] };
    await fixture.service.accounts.put(accountDocument({ origins }));
    const call = { call_id: 'call_9', agent_id: 'agent_unknown' };
    await fixture.service.send('voiceone-call-complete', { event: 'call_analyzed', call });
    fixture.service.clock.now += 120_000;
    await fixture.service.send('voiceone-call-complete', {
      event: 'call_analyzed',
      call: { ...call, transcript: 'more' },
    });
    expect(await ids('unassigned')).toEqual(['call_9']);
    expect(await ids('acme-hvac')).toEqual(['call_9']);
  });

  it('leaves out what has outlived its retention, though DynamoDB deletes late', async () => {
    await ended('old', 'agent_acme');
    fixture.service.clock.now += 366 * 24 * 3_600_000;
    expect(await ids('acme-hvac')).toEqual([]);
  });
});

describe('customers show', () => {
  const show = (phone: string) => ['customers', 'show', '--account', 'acme-hvac', '--phone', phone];

  it('has the customer, their requests before and after now, and their calls', async () => {
    const one = (await fixture.service.call('book_job', booking({ address: '7 Main St' }), { call_id: 'a' }))
      .dispatchRequestId;
    const two = (await fixture.service.call('book_job', booking({ time: '1:00 PM' }), { call_id: 'b' }))
      .dispatchRequestId;
    const call = { call_id: 'b', agent_id: 'agent_acme', from_number: '+12125550123' };
    await fixture.service.send('voiceone-call-complete', { event: 'call_ended', call });
    await fixture.cli.json('requests', 'cancel', two, '--reason', 'sold');
    const shown = await fixture.cli.json(...show('(212) 555-0123'));
    expect(shown).toMatchObject({
      customer: { phone: '+12125550123', name: 'Dana Miller', sites: [{ address: '7 Main St' }] },
      upcoming: [{ dispatchRequestId: one }],
      past: [{ dispatchRequestId: two, status: 'canceled' }],
      calls: [{ callId: 'b', dispatchRequestIds: [two] }],
    });
    fixture.service.clock.now = Date.parse('2026-06-11T12:00:00Z');
    expect((await fixture.cli.json(...show('+12125550123'))).upcoming).toEqual([]);
    const { out } = await fixture.cli.run(...show('+12125550123'));
    for (const text of ['Dana Miller', one, two, 'Upcoming', 'Past', 'Calls']) expect(out).toContain(text);
  });

  it('says who is not there, and what is no number', async () => {
    expect(await fixture.cli.run(...show('+12125550199'))).toEqual({
      ...{ code: 1, out: '', err: 'There is no customer of this number.' },
    });
    expect((await fixture.cli.run(...show('5550123'))).err).toBe('--phone: expected a valid phone number.');
    expect((await fixture.cli.run('customers', 'show', '--account', 'acme-hvac')).code).toBe(2);
  });
});
