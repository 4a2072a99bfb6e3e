import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, it } from '@jest/globals';
import { eraseCustomer } from '../../../lib/aws/customer-eraser.ts';
import { canonicalText } from '../../../lib/dispatch/requests/delivery-digest.ts';
import { accountDocument, booking, type Service, startService } from '../../functions/service.ts';

const PHONE = '+12125550123';

describe('erasing a customer', () => {
  let service: Service;
  afterEach(() => service.stop());
  const erase = () =>
    eraseCustomer('acme-hvac', PHONE, { ...service.table, now: () => new Date(service.clock.now) });
  const everything = async () => {
    const { Items } = await service.table.document.send(
      new ScanCommand({ TableName: service.table.tableName }),
    );
    // Neither the order of items nor that of their attributes means anything.
    return (Items ?? []).map(canonicalText).sort().join('\n');
  };

  it('leaves nothing about the person, and the claim of the appointment', async () => {
    service = await startService();
    const details = { address: '7 Marked Lane', notes: 'marked note', email: 'marked@example.com' };
    const { dispatchRequestId } = await service.call(
      'book_job',
      booking({ customerName: 'Marked Person', ...details }),
    );
    const call = { call_id: 'call_9', agent_id: 'agent_acme', from_number: PHONE, transcript: 'hello' };
    await service.send('voiceone-call-complete', { event: 'call_ended', call });

    const erasure = await erase();

    expect(erasure).toEqual({
      customerDeleted: true,
      requestsRedacted: [dispatchRequestId],
      callsDeleted: expect.arrayContaining(['CALL#acme-hvac#voiceone#call_9']),
    });
    const left = await everything();
    for (const mark of [PHONE, 'Marked', 'marked', 'call_9']) expect(left).not.toContain(mark);
    expect(await service.requests.get(dispatchRequestId)).toMatchObject({
      status: 'scheduled',
      customer: {},
    });
    const stranger = { call_id: 'call_2', from_number: '+12125550199' };
    expect(await service.call('book_job', booking(), stranger)).toMatchObject({ reason: 'slot_taken' });
  });

  it('finds nothing the second time, and touches no one else', async () => {
    service = await startService();
    const other = { call_id: 'call_2', from_number: '+12125550199' };
    await service.call('book_job', booking({ customerPhone: '+12125550199' }), other);
    const before = await everything();
    expect(await erase()).toEqual({ customerDeleted: false, requestsRedacted: [], callsDeleted: [] });
    expect(await everything()).toBe(before);
  });

  it('removes what was told of a call before its agent had an account', async () => {
    service = await startService();
    const call = { call_id: 'call_9', from_number: PHONE, transcript: 'marked words' };
    const ended = (agent_id: string, event: string) =>
      service.send('voiceone-call-complete', { event, call: { ...call, agent_id } });
    await ended('agent_unknown', 'call_ended');
    await ended('agent_acme', 'call_analyzed');
    await erase();
    expect(await service.items('CALL#acme-hvac#voiceone#call_9')).toEqual([]);
  });

  it("leaves another account's call of the same id alone", async () => {
    service = await startService();
    const origins = { crm: [], voiceone: ['agent_rival'], voicetwo: [] };
    await service.accounts.put(accountDocument({ accountId: 'rival', origins }));
    const call = { call_id: 'call_1', agent_id: 'agent_rival', transcript: 'theirs' };
    await service.send('voiceone-call-complete', { event: 'call_ended', call });
    await service.call('book_job', booking());
    await erase();
    expect(await service.calls.get('rival', 'voiceone', 'call_1')).toMatchObject({
      transcript: 'theirs',
    });
  });
});
