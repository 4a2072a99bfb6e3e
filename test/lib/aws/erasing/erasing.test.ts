import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { accountDocument, booking, type Service, startService } from '../../../functions/service.ts';
import { violations } from '../../../support/invariants.ts';
import { erasingOf, PHONE } from './fixture.ts';

let service: Service;
let erasing: ReturnType<typeof erasingOf>;
beforeEach(async () => {
  service = await startService();
  erasing = erasingOf(service);
});
afterEach(async () => {
  expect(await violations(service.table.document, service.table.tableName)).toEqual([]);
  await service.stop();
});

const other = { call_id: 'call_2', from_number: '+12125550199' };

describe('erasing a person', () => {
  it('removes everything about them, but keeps the time of their visit', async () => {
    const details = { address: '7 Marked Lane', notes: 'marked note', email: 'marked@example.com' };
    const booked = booking({ customerName: 'Marked Person', ...details });
    const { dispatchRequestId } = await service.call('book_job', booked, { call_id: 'marked_9' });
    await erasing.ended({ call_id: 'marked_9', from_number: PHONE, transcript: 'marked words' });
    const found = await erasing.erase('--phone', '(212) 555-0123');
    expect(found).toMatchObject({
      erased: true,
      customers: [{ by: 'phone' }],
      requests: [{ dispatchRequestId, by: 'phone' }],
      calls: [{ accountId: 'acme-hvac', callId: 'marked_9' }],
    });
    expect(await erasing.stored()).not.toMatch(/marked|2125550123/i);
    expect(await service.requests.get(dispatchRequestId)).toMatchObject({
      ...{ status: 'scheduled', serviceType: 'AC Repair', customer: {} },
      erasedAt: '2026-06-01T12:00:00.000Z',
    });
    expect(await service.call('book_job', booking(), other)).toMatchObject({ reason: 'slot_taken' });
    expect(await erasing.find('--phone', PHONE)).toMatchObject({ customers: [], requests: [], calls: [] });
  });

  it('removes what calls remember of them, their own and those of others', async () => {
    const told = { customerName: 'Marked Person', address: '7 Marked Lane' };
    await service.call('hold_time', told, { call_id: 'call_7' });
    const hidden = { call_id: 'call_8', from_number: 'anonymous' };
    await service.call('hold_time', { ...told, customerPhone: PHONE }, hidden);
    await service.call('hold_time', { customerPhone: PHONE }, other);
    await service.call('hold_time', { customerName: 'Robin Ray' }, { ...other, call_id: 'call_3' });
    expect(await erasing.find('--phone', PHONE)).toMatchObject({ memories: 3 });
    expect(await erasing.erase('--phone', PHONE)).toMatchObject({ memories: 3 });
    const left = await erasing.items();
    expect(left.filter((item) => item.includes('MEMORY#')).join()).toMatch(
      /^(?!.*marked|.*5550123).*Robin Ray/i,
    );
  });

  it('changes nobody else', async () => {
    await service.call(
      'book_job',
      booking({ customerPhone: '+12125550199', notes: 'Ask for 2 or 3' }),
      other,
    );
    await erasing.ended({ ...other, transcript: 'User: 212 555 0199' });
    await erasing.lead({ email: 'other@example.com' });
    const origins = { crm: [], voiceone: ['agent_rival'], voicetwo: [] };
    await service.accounts.put(accountDocument({ accountId: 'rival', origins }));
    await service.call('book_job', booking(), { agent_id: 'agent_rival' });
    await erasing.ended({
      call_id: 'call_1',
      agent_id: 'agent_rival',
      from_number: PHONE,
      transcript: 'theirs',
    });
    const before = await erasing.items();

    await service.call('book_job', booking({ date: '2026-06-11' }), { call_id: 'call_1' });
    await erasing.ended({ call_id: 'call_1', from_number: PHONE });
    await erasing.erase('--phone', PHONE);
    expect(await erasing.items()).toEqual(expect.arrayContaining([...before]));
  });

  it.each([
    ['that a hidden number made, where the number was said', { transcript: 'User: two one two 555 0123' }],
    ['in whose summary alone it stands', { call_analysis: { call_summary: 'Call 212-555-0123 back.' } }],
    ['of a SIP address', { from_number: 'sip:+12125550123@carrier.example.com' }],
    ['without an account', { from_number: '(212) 555-0123', agent_id: 'agent_unknown' }],
  ])('finds a call %s', async (_, call) => {
    await erasing.ended({ call_id: 'call_9', ...call });
    await erasing.ended({ ...other, transcript: 'User: 212 555 0199' });
    const accountId = 'agent_id' in call ? 'unassigned' : 'acme-hvac';
    expect((await erasing.erase('--phone', PHONE)).calls).toEqual([
      { accountId, integration: 'voiceone', callId: 'call_9', by: 'number in call' },
    ]);
    expect(await service.calls.get(accountId, 'voiceone', 'call_9')).toBeUndefined();
    expect(await service.calls.get('acme-hvac', 'voiceone', 'call_2')).toMatchObject({ callId: 'call_2' });
  });

  it("finds leads by email alone, by the CRM's contact, and with an invalid number", async () => {
    const byPhone = await erasing.lead({ id: 'c1', phone: PHONE, email: 'Dana@Example.com' });
    const byEmail = await erasing.lead({ id: 'c2', email: 'dana@example.com' });
    const byContact = await erasing.lead({ id: 'c1', email: 'd@example.org' });
    const odd = await erasing.lead({ id: 'c3', phone: '212-555-0123 after 5' });
    const family = await erasing.lead({ id: 'c4', phone: '+12125550199', email: 'dana@example.com' });
    const { requests } = await erasing.erase('--phone', PHONE);
    const ids = requests.map(({ dispatchRequestId }: { dispatchRequestId: string }) => dispatchRequestId);
    expect(new Set(ids)).toEqual(new Set([byPhone, byEmail, byContact, odd]));
    expect(await service.requests.get(family)).toMatchObject({ customer: { email: 'dana@example.com' } });
  });

  it('finds an emergency of a hidden number by a spoken number', async () => {
    const hidden = { call_id: 'call_hidden', from_number: 'anonymous' };
    const { dispatchRequestId } = await service.call(
      'book_job',
      { urgency: 'emergency', customerName: 'Marked', notes: 'Gas smell at 7 Marked Lane' },
      hidden,
    );
    await erasing.ended({
      ...hidden,
      transcript: 'User: two one two, five five five, oh one two three. Marked.',
    });
    const { requests, calls } = await erasing.erase('--phone', PHONE);
    expect(requests).toEqual([{ dispatchRequestId, status: 'requested', by: 'call' }]);
    expect(calls).toHaveLength(1);
    expect(await erasing.stored()).not.toMatch(/marked/i);
  });

  it("lists others' requests that mention the number, and keeps them without it", async () => {
    const notes = 'My tenant is at 212 555 0123';
    const { dispatchRequestId } = await service.call(
      'book_job',
      booking({ customerPhone: '+12125550199', notes }),
      other,
    );
    const listed = { requests: [], mentionedIn: [dispatchRequestId] };
    expect(await erasing.find('--phone', PHONE)).toMatchObject({ ...listed, erased: false });
    expect(await service.requests.get(dispatchRequestId)).toMatchObject({ notes });
    expect(await erasing.erase('--phone', PHONE)).toMatchObject({ ...listed, erased: true });
    const request = await service.requests.get(dispatchRequestId);
    expect(request).toMatchObject({ notes: 'My tenant is at [erased]' });
  });

  it.each([
    ['an email address', async () => ['--email', 'DANA@example.com']],
    ['a customer', async () => ['--id', (await customer()).customerId]],
    ['a request', async () => ['--request', (await own())[0]?.dispatchRequestId ?? '']],
  ])('finds the same by %s', async (_, selector) => {
    await service.call('book_job', booking({ email: 'dana@example.com' }));
    await erasing.ended({ call_id: 'call_3', from_number: PHONE });
    expect(await erasing.erase(...(await selector()))).toMatchObject({
      customers: [expect.anything()],
      requests: [expect.anything()],
      // The call of the booking, which was never reported, and the other one.
      calls: expect.arrayContaining([
        expect.objectContaining({ callId: 'call_1' }),
        expect.objectContaining({ callId: 'call_3' }),
      ]),
    });
    expect(await erasing.stored()).not.toMatch(/dana|2125550123/i);
  });

  const own = () => service.requests.list('acme-hvac');
  const customer = async () => (await service.items(`CUSTOMER#acme-hvac#${PHONE}`))[0] ?? {};
});

describe('after a person is erased', () => {
  const DAY = 24 * 3_600_000;
  /** What a request that changed nothing was answered. */
  const unchanged = async (arrive: () => Promise<unknown>) => {
    const before = await erasing.items();
    const answer = await arrive();
    expect(await erasing.items()).toEqual(before);
    return answer;
  };

  it('reports of their calls, or from their number, are acknowledged and not stored for 30 days', async () => {
    await service.call('book_job', booking(), { call_id: 'call_hidden', from_number: 'anonymous' });
    await erasing.erase('--phone', PHONE);
    const begun = { call_id: 'call_new', start_timestamp: service.clock.now - 60_000, transcript: 'late' };
    const late = [
      { call_id: 'call_hidden', transcript: 'late' },
      { ...begun, from_number: PHONE },
      { ...begun, from_number: 'sip:2125550123@example.com' },
      { ...begun, agent_id: 'agent_unknown', from_number: '212-555-0123' },
    ];
    service.clock.now += 29 * DAY;
    for (const call of late) {
      expect(await unchanged(() => erasing.ended(call))).toMatchObject({ status: 204 });
      expect(service.lines.at(-1)).toMatchObject({ outcome: 'erased' });
    }
    const report = await unchanged(() =>
      service.send('voicetwo', {
        message: {
          ...{ type: 'end-of-call-report', transcript: 'late', assistant: { id: 'asst_acme' } },
          ...{ startedAt: begun.start_timestamp, call: { id: 'call_two', customer: { number: PHONE } } },
        },
      }),
    );
    expect(report).toMatchObject({ status: 200, body: {} });
    for (const call of late.slice(0, 3)) {
      const refused = await unchanged(() => erasing.ended(call, 'transfer_cancelled'));
      expect(refused).toMatchObject({ status: 204 });
      expect(service.lines.at(-1)).toMatchObject({ outcome: 'erased' });
    }
    expect((await erasing.ended({ ...other, transcript: 'hello' })).status).toBe(204);
    expect(await service.calls.get('acme-hvac', 'voiceone', 'call_2')).toMatchObject({ callId: 'call_2' });
    service.clock.now += 2 * DAY;
    await erasing.ended({ call_id: 'call_new', from_number: PHONE, transcript: 'a new call' });
    expect(await service.calls.get('acme-hvac', 'voiceone', 'call_new')).toMatchObject({ caller: PHONE });
  });

  it('a call that began after the erasure is stored with its callback', async () => {
    await erasing.erase('--phone', PHONE);
    service.clock.now += 60_000;
    const again = { call_id: 'call_again', from_number: PHONE, start_timestamp: service.clock.now };
    service.clock.now += 60_000;
    await erasing.ended({ ...again, transcript: 'it leaks again' });
    await erasing.ended(again, 'transfer_cancelled');
    expect(service.lines.map(({ outcome }) => outcome)).not.toContain('erased');
    const report = { transcript: 'it leaks again', startedAt: new Date(again.start_timestamp).toISOString() };
    expect(await service.calls.get('acme-hvac', 'voiceone', 'call_again')).toMatchObject(report);
    expect(await erasing.find('--phone', PHONE)).toMatchObject({ requests: [{}], calls: [{}] });
  });

  it('a report without a start time is kept out for a day, because calls and retries end before', async () => {
    await erasing.erase('--phone', PHONE);
    const report = { call_id: 'call_untimed', from_number: PHONE, transcript: 'at some time' };
    service.clock.now += DAY - 60_000;
    await unchanged(() => erasing.ended(report));
    service.clock.now += 120_000;
    await erasing.ended(report);
    expect(await service.calls.get('acme-hvac', 'voiceone', 'call_untimed')).toMatchObject({
      callId: 'call_untimed',
    });
  });

  it('nothing is left of leads that were merged with a booking', async () => {
    const told = { phone: PHONE, firstName: 'Dana', email: 'dana@example.com' };
    const id = await erasing.lead(told, { notes: 'Qvxz first' });
    await service.call('book_job', booking());
    expect(await erasing.lead(told, { notes: 'Qvxz second' })).toBe(id);
    expect(await erasing.stored()).toContain('Qvxz second');
    await erasing.erase('--phone', PHONE);
    const left = await erasing.stored();
    for (const word of ['Qvxz', 'dana@example.com', '2125550123']) expect(left).not.toContain(word);
  });

  it('a late repeat of their lead or booking restores nothing', async () => {
    const other = { notes: 'late', serviceRequested: 'Heating Repair' };
    const sent = [{ phone: PHONE, firstName: 'Dana' }, other] as const;
    const id = await erasing.lead(...sent);
    await service.call('book_job', booking());
    await erasing.erase('--phone', PHONE);
    const booked = await unchanged(() => service.call('book_job', booking()));
    expect(booked).toMatchObject({ confirmed: true });
    service.clock.now += 29 * DAY;
    expect(await unchanged(() => erasing.lead(...sent))).toBe(id);
  });
});
