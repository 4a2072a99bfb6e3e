import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StorageUnavailable } from '../../lib/record/faults.ts';
import { storeCall } from '../../lib/voice/ended-call.ts';
import { accountDocument, booking, type Service, startService } from './service.ts';

const caller = '+12125550123';
let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.stop());

const messages = async () =>
  (await service.requests.list('acme-hvac')).filter(({ kind }) => kind === 'message');

/** An event of platform one. */
const one = (event: string, over: object = {}) =>
  service.send('voiceone-call-complete', {
    event,
    call: { call_id: 'call_1', agent_id: 'agent_acme', from_number: caller, ...over },
    transfer_destination: { number: '+12125550100' },
  });
const ended = (reason: string, over: object = {}) =>
  one('call_ended', { disconnection_reason: reason, ...over });
/** The report of platform two. */
const two = (endedReason: string, over: object = {}) =>
  service.send('voicetwo', {
    message: {
      ...{ type: 'end-of-call-report', endedReason, assistant: { id: 'asst_acme' } },
      call: { id: 'call_1', customer: { number: caller }, ...over },
    },
  });

const failed = {
  kind: 'message',
  status: 'requested',
  topic: 'callback',
  dueAt: '2026-06-01T13:00:00.000Z',
  notes: 'Asked for a person, and was not put through.',
  needsReview: ['callback'],
  customer: { phone: caller },
};

describe('a transfer that fails becomes a message', () => {
  it('once, however and however often the platform reports it', async () => {
    await service.call('transfer_call');
    expect(await messages()).toEqual([]);
    expect(await one('transfer_cancelled')).toMatchObject({ status: 204 });
    await one('transfer_cancelled');
    await ended('transfer_cancelled');
    await ended('transfer_cancelled', { transcript: 'more of it' });
    expect(await messages()).toEqual([
      expect.objectContaining({ ...failed, source: 'voiceone', version: 1 }),
    ]);
    const [item] = await service.items(`REQUEST#${(await messages())[0]?.dispatchRequestId}`);
    expect(item?.events).toEqual(['message.taken', 'dispatch-request.needs-review']);
  });

  it('that only the caller can reopen once it is closed', async () => {
    await one('transfer_cancelled');
    const [message] = await messages();
    await service.change(message?.dispatchRequestId ?? '', { to: 'completed' });
    await ended('transfer_cancelled');
    expect(await messages()).toMatchObject([{ status: 'completed' }]);
    await service.call('take_message', { about: 'Still nobody' });
    expect(await messages()).toMatchObject([{ status: 'requested' }]);
  });

  it('even if the hold of the call cannot be released', async () => {
    const rules = { ...accountDocument().booking, hold: { seconds: 180, perNumber: 2 } };
    await service.accounts.put(accountDocument({ booking: rules }));
    const { deps } = service.container();
    const ofCall = () => Promise.reject(new StorageUnavailable({ cause: 'the test' }));
    const activity = { functions: [], services: [], dates: [], transferred: false, isReplied: true };
    const reported = {
      ...({
        integration: 'voiceone',
        transferFailed: true,
        isCutOff: false,
        receivedAt: service.clock.now,
      } as const),
      report: { callId: 'call_1', event: 'call_ended', caller, activity },
      account: await service.accounts.byId('acme-hvac'),
    };
    const storing = storeCall(
      reported,
      { ...deps, holds: { ...deps.holds, ofCall } },
      service.clock.now + 1000,
    );
    await expect(storing).rejects.toThrow(StorageUnavailable);
    expect(await messages()).toMatchObject([failed]);
  });

  it('that is added to the message of the call', async () => {
    const left = await service.call('take_message', { about: 'A price' });
    await one('transfer_cancelled');
    expect(await messages()).toMatchObject([
      { dispatchRequestId: left.dispatchRequestId, notes: `A price\n${failed.notes}`, dueAt: left.dueAt },
    ]);
  });

  it.each([
    'call.forwarding.operator-busy',
    'call.forwarding.no-answer',
    'call.in-progress.error-transfer-failed',
    'call.in-progress.error-warm-transfer-max-duration',
    'customer-ended-call-during-transfer',
    'customer-ended-call-after-warm-transfer-attempt',
  ])('on platform two: %s', async (reason) => {
    await two(reason);
    await two(reason);
    expect(await messages()).toEqual([
      expect.objectContaining({ ...failed, source: 'voicetwo', version: 1 }),
    ]);
  });

  it.each([
    ...['assistant-forwarded-call', 'call.ringing.hook-executed-transfer'],
    ...['call.ending.hook-executed-transfer', 'customer-ended-call', 'silence-timed-out'],
  ])('unless it succeeds or was not tried: %s', async (reason) => {
    await two(reason);
    await ended('transfer_bridged');
    await one('transfer_started');
    expect(await messages()).toEqual([]);
  });

  it('with the spoken number of a caller who withheld theirs', async () => {
    const hidden = { from_number: 'anonymous', call_id: 'call_2' };
    await service.call('book_job', booking({ customerPhone: '(212) 555-0188' }), hidden);
    await one('transfer_cancelled', hidden);
    await one('transfer_cancelled', { from_number: 'anonymous', call_id: 'call_3' });
    const found = await messages();
    expect(found.find(({ callId }) => callId === 'call_2')).toMatchObject({
      customer: { phone: '+12125550188' },
      needsReview: ['callback'],
    });
    expect(found.find(({ callId }) => callId === 'call_3')?.needsReview).toEqual([
      'callback',
      'customerPhone',
    ]);
  });

  it('except for calls of an unknown agent', async () => {
    expect(await one('transfer_cancelled', { agent_id: undefined })).toMatchObject({ status: 204 });
    expect(await one('transfer_cancelled', { call_id: undefined })).toMatchObject({ status: 204 });
    expect(await one('transfer_cancelled', { agent_id: 'agent_unknown' })).toMatchObject({ status: 204 });
    expect(await messages()).toEqual([]);
  });
});
