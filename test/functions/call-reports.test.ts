import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accountDocument, booking, type Service, startService } from './service.ts';

describe('reports of ended calls', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());
  const ended = (over: Record<string, unknown> = {}, event = 'call_ended') => ({
    event,
    call: { call_id: 'call_1', agent_id: 'agent_acme', from_number: '+12125550123', ...over },
  });
  const complete = (body: unknown) => service.send('voiceone-call-complete', body);

  it('are stored with transcript and requests, in any order and despite repeats', async () => {
    const transcript = 'Agent: hello\n'.repeat(20_000);
    await complete(ended({ call_analysis: { call_summary: 'Booked.' } }, 'call_analyzed'));
    const { dispatchRequestId } = await service.call('book_job', booking());
    for (let n = 0; n < 2; n++) {
      const answer = await complete(
        ended({ transcript, recording_url: 'https://example.com/r.wav', start_timestamp: 1780315200000 }),
      );
      expect([answer.status, answer.body]).toEqual([204, undefined]);
    }
    expect(await service.calls.get('acme-hvac', 'voiceone', 'call_1')).toMatchObject({
      accountId: 'acme-hvac',
      events: expect.arrayContaining(['call_analyzed', 'call_ended']),
      transcript,
      recordingUrl: 'https://example.com/r.wav',
      summary: 'Booked.',
      caller: '+12125550123',
      startedAt: '2026-06-01T12:00:00.000Z',
      dispatchRequestIds: [dispatchRequestId],
    });
  });

  it('are shown only with requests of their own account, even if others used the id', async () => {
    const call = { call_id: 'call_both' };
    await service.call('book_job', booking({ date: '2026-06-11' }), call);
    const origins = { crm: [], voiceone: ['agent_rival'], voicetwo: [] };
    await service.accounts.put(accountDocument({ accountId: 'rival', origins }));
    const rival = { ...call, agent_id: 'agent_rival' };
    const { dispatchRequestId } = await service.call('book_job', booking(), rival);
    await complete(ended(rival));
    await complete(ended({ ...call, transcript: 'ours' }));
    expect(await service.calls.get('rival', 'voiceone', 'call_both')).toMatchObject({
      accountId: 'rival',
      dispatchRequestIds: [dispatchRequestId],
    });
    const own = await service.calls.get('acme-hvac', 'voiceone', 'call_both');
    expect(own).toMatchObject({ accountId: 'acme-hvac', transcript: 'ours' });
    expect(own?.dispatchRequestIds).not.toContain(dispatchRequestId);
  });

  it('are merged if one event is reported twice with different content, in either order', async () => {
    const poor = { transcript: 'Agent: hello', start_timestamp: 1780315200000 };
    const rich = { transcript: 'Agent: hello\nUser: hi', call_analysis: { call_summary: 'A greeting.' } };
    const orders = [
      ['call_poor_first', poor, rich],
      ['call_rich_first', rich, poor],
    ] as const;
    for (const [call_id, first, second] of orders) {
      await complete(ended({ call_id, ...first }));
      await complete(ended({ call_id, ...second }));
      expect(await service.calls.get('acme-hvac', 'voiceone', call_id)).toMatchObject({
        events: ['call_ended'],
        transcript: rich.transcript,
        summary: 'A greeting.',
        startedAt: '2026-06-01T12:00:00.000Z',
      });
      const stored = () => service.items(`CALL#acme-hvac#voiceone#${call_id}`);
      const before = await stored();
      service.clock.now += 1000;
      await complete(ended({ call_id, ...first }));
      await complete(ended({ call_id, ...second }));
      expect(await stored()).toEqual(before);
    }
  });

  it('are stored completely if the transcript does not compress', async () => {
    const transcript = Array.from({ length: 60_000 }, (_, n) => Math.sin(n).toString(36).slice(2)).join(' ');
    expect((await complete(ended({ call_id: 'call_big', transcript }))).status).toBe(204);
    const stored = await service.calls.get('acme-hvac', 'voiceone', 'call_big');
    // Not `toBe`, which would print a megabyte.
    expect(stored?.transcript === transcript).toBe(true);
  });

  it('are stored without an account if no account has the agent, and a recording only under https', async () => {
    const call = { call_id: 'call_x', agent_id: 'agent_nobody', recording_url: 'http://example.com/r.wav' };
    expect((await complete(ended(call))).status).toBe(204);
    const stored = await service.calls.get('unassigned', 'voiceone', 'call_x');
    expect(stored).toMatchObject({ accountId: 'unassigned' });
    expect(stored?.recordingUrl).toBeUndefined();
  });

  it('are not stored for calls that have only started', async () => {
    expect((await complete(ended({ call_id: 'call_s' }, 'call_started'))).status).toBe(204);
    expect(await service.calls.get('acme-hvac', 'voiceone', 'call_s')).toBeUndefined();
  });

  it('are stored separately if a later event names an unknown agent', async () => {
    await complete(ended({ call_id: 'call_late' }));
    const late = ended(
      { call_id: 'call_late', agent_id: 'agent_nobody', transcript: 'late' },
      'call_analyzed',
    );
    expect((await complete(late)).status).toBe(204);
    const transcripts = await Promise.all(
      ['acme-hvac', 'unassigned'].map((id) => service.calls.get(id, 'voiceone', 'call_late')),
    );
    expect(transcripts.map((call) => call?.transcript)).toEqual([undefined, 'late']);
  });

  it("expire with their transcript after the account's retention days", async () => {
    await complete(ended({ call_id: 'call_ttl', transcript: 'hello' }));
    const items = await service.items('CALL#acme-hvac#voiceone#call_ttl');
    expect(items).toHaveLength(3);
    const expected = service.clock.now / 1000 + 365 * 24 * 60 * 60;
    expect(items.map(({ expiresAt }) => expiresAt)).toEqual([expected, expected, expected]);
  });

  it('require a call id', async () => {
    const { status, body } = await complete({ event: 'call_ended', call: {} });
    expect([status, body.errors[0].path]).toEqual([422, 'call']);
  });
});
