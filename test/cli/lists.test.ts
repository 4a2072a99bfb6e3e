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

  it('lists the calls of the account from a date on, with their requests', async () => {
    const { dispatchRequestId } = await fixture.service.call('book_job', booking(), { call_id: 'first' });
    await ended('first', 'agent_acme');
    fixture.service.clock.now += 24 * 3_600_000;
    await ended('second', 'agent_acme');
    await ended('elsewhere', 'agent_unknown');
    const [, first] = await fixture.cli.json('calls', 'list', '--account', 'acme-hvac');
    expect(first).toMatchObject({
      ...{ integration: 'voiceone', callId: 'first', caller: '+12125550123' },
      ...{ agentId: 'agent_acme', createdAt: '2026-06-01T12:00:00.000Z' },
      dispatchRequestIds: [dispatchRequestId],
    });
    expect(await ids('acme-hvac')).toEqual(['second', 'first']);
    expect(await ids('acme-hvac', '--limit', '1')).toEqual(['second']);
    expect(await ids('acme-hvac', '--from', '2026-06-02')).toEqual(['second']);
    expect((await fixture.cli.run('calls', 'list', '--account', 'acme-hvac')).out).toContain(
      dispatchRequestId,
    );
    expect((await fixture.cli.run('calls', 'list', '--account', 'nobody')).code).toBe(1);
  });

  it('lists calls without an account separately, even after an account has the agent', async () => {
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

  it('omits expired calls, although DynamoDB deletes them late', async () => {
    await ended('old', 'agent_acme');
    fixture.service.clock.now += 366 * 24 * 3_600_000;
    expect(await ids('acme-hvac')).toEqual([]);
  });
});

describe('requests list', () => {
  const list = (...args: string[]) => fixture.cli.run('requests', 'list', '--account', 'acme-hvac', ...args);
  const idsOf = async (...args: string[]) =>
    (await fixture.cli.json('requests', 'list', '--account', 'acme-hvac', ...args)).map(
      ({ dispatchRequestId }: { dispatchRequestId: string }) => dispatchRequestId,
    );

  it('has nothing to review behind a request that needs no review', async () => {
    const id = await fixture.lead('AC Repair', { phone: '+12125550123' });

    expect((await fixture.cli.json('requests', 'show', id)).needsReview).toEqual([]);
    expect(await idsOf('--review', '--after', id)).toEqual([]);
  });

  it('lists a page of the open ones, says how to continue, and continues there', async () => {
    const leads = [];
    for (let minute = 0; minute < 3; minute++) {
      leads.push(await fixture.lead('AC Repair', { id: `c${minute}`, email: `jo${minute}@example.com` }));
      fixture.service.clock.now += 60_000;
    }
    const [first, second, third] = leads;
    const { out, err } = await list('--limit', '2');

    expect(out).toContain(first);
    expect(out).toContain(second);
    expect(out).not.toContain(third);
    expect(err).toBe(`More are open: continue with --after ${second}.`);
    expect(await idsOf('--after', String(second))).toEqual([third]);
    expect(await idsOf('--after', String(third))).toEqual([]);
    expect((await list('--after', 'dr_nothing')).err).toMatch(/^--after: there is no open request/);
  });

  it('omits ended requests unless asked for them', async () => {
    const id = await fixture.booked();
    await fixture.cli.json('requests', 'cancel', id, '--reason', 'sold');
    const open = await fixture.lead();

    expect(await idsOf()).toEqual([open]);
    expect(await idsOf('--status', 'canceled')).toEqual([id]);
    expect((await idsOf('--all')).toSorted()).toEqual([id, open].toSorted());
  });
});

describe('customers show', () => {
  const show = (phone: string) => ['customers', 'show', '--account', 'acme-hvac', '--phone', phone];

  it('shows the customer, their past and future requests, and their calls', async () => {
    const one = (await fixture.service.call('book_job', booking({ address: '7 Main St' }), { call_id: 'a' }))
      .dispatchRequestId;
    const two = (
      await fixture.service.call('book_job', booking({ time: '1:00 PM', additionalVisit: true }), {
        call_id: 'b',
      })
    ).dispatchRequestId;
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
    for (const text of ['Dana Miller', one, two, 'Open', 'Past', 'Calls']) expect(out).toContain(text);
  });

  it('reports an unknown person and an invalid number', async () => {
    expect(await fixture.cli.run(...show('+12125550199'))).toEqual({
      ...{ code: 1, out: '', err: '--phone: there is no customer with this number.' },
    });
    expect((await fixture.cli.run(...show('5550123'))).err).toBe('--phone: expected a valid phone number.');
    expect((await fixture.cli.run('customers', 'show', '--account', 'acme-hvac')).code).toBe(2);
  });
});
