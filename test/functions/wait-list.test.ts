import { describe, expect, it } from '@jest/globals';
import { accountDocument, booking } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const sender = { provider: 'webhook', from: '+12125550100' };
const notify = { senders: { sms: sender }, customer: {} };
const service = servicePerTest(() => accountDocument({ notify, booking: accountDocument().booking }));
const silent = servicePerTest(() => accountDocument());

const PHONE = '+12125550123';
type Fields = Record<string, unknown>;
const wait = (args: Fields = {}, over: Fields = {}) =>
  service().call('wait_list', { textConsent: true, ...args }, over);
const book = (args: Fields = {}, over: Fields = {}) => service().call('book_job', booking({ ...args }), over);
const stored = (id: string) => service().stored.get(id);

describe('who has a visit', () => {
  it('waits with it for an earlier time, on the days and in the part of the day that suit', async () => {
    const { dispatchRequestId } = await book();
    const answer = await wait({ from: '2026-06-02', to: 'Friday', partOfDay: 'in the morning' });

    expect(answer).toEqual({
      ...{ waiting: true, dispatchRequestId },
      message:
        "You're on the waiting list for AC Repair. If an earlier time opens up, we'll text you, and you'll have ten minutes to take it. Is there anything else?",
    });
    expect(await stored(dispatchRequestId)).toMatchObject({
      ...{ status: 'scheduled', version: 2 },
      waitlist: {
        ...{ services: ['ac-repair'], from: '2026-06-02', to: '2026-06-05', parts: ['morning'] },
        since: '2026-06-01T12:00:00.000Z',
      },
      history: [{}, { by: 'caller', kind: 'waits', callId: 'voiceone:call_1' }],
    });
    expect(await service().consent(PHONE)).toMatchObject({ sms: true, by: 'caller' });
  });

  it('waits once, and changes what suits', async () => {
    const { dispatchRequestId } = await book();
    await wait();
    await wait({}, { transcript: 'later' });
    expect((await stored(dispatchRequestId))?.history).toHaveLength(2);
    await wait({ from: '2026-06-03' });
    expect(await stored(dispatchRequestId)).toMatchObject({
      history: [{}, {}, { kind: 'waits' }],
      waitlist: { from: '2026-06-03' },
    });
  });

  it('says which one if there are several', async () => {
    const { dispatchRequestId } = await book();
    await book({ serviceType: 'Heating Repair', time: '13:00' });

    expect(await wait()).toMatchObject({ waiting: false, reason: 'ambiguous_appointment' });
    expect(await wait({ serviceType: 'AC Repair' })).toMatchObject({ waiting: true, dispatchRequestId });
    expect(await wait({ dispatchRequestId })).toMatchObject({ waiting: true, dispatchRequestId });
  });

  it('waits for nobody else’s', async () => {
    const { dispatchRequestId } = await book();
    const other = { call_id: 'call_2', from_number: '+12125550177' };
    expect(await wait({ dispatchRequestId }, other)).toMatchObject({
      ...{ waiting: false, reason: 'no_appointment' },
    });
    expect((await stored(dispatchRequestId))?.waitlist).toBeUndefined();
  });
});

describe('whom no time suits', () => {
  it('is kept with what they said, and what they book later in the call is for that request', async () => {
    const answer = await wait({
      ...{ serviceType: 'AC Repair', customerName: 'Dana Miller', to: '2026-06-05' },
      ...{ address: '401 West 14th Street', zip: '10011' },
    });
    const { dispatchRequestId } = answer;
    expect(answer).toMatchObject({ waiting: true });
    expect(await stored(dispatchRequestId)).toMatchObject({
      ...{ status: 'requested', version: 1, serviceTypeId: 'ac-repair', source: 'voiceone', caller: PHONE },
      customer: { name: 'Dana Miller', phone: PHONE, address: '401 West 14th Street', zip: '10011' },
      waitlist: { services: ['ac-repair'], to: '2026-06-05', parts: [] },
    });
    expect(await wait({ serviceType: 'AC Repair', to: '2026-06-05' })).toMatchObject({ dispatchRequestId });
    expect((await stored(dispatchRequestId))?.history).toHaveLength(2);

    expect(await book()).toMatchObject({ confirmed: true, dispatchRequestId });
    expect(await stored(dispatchRequestId)).toMatchObject({ status: 'scheduled' });
    expect((await stored(dispatchRequestId))?.waitlist).toBeUndefined();
  });

  it('is asked for the service', async () => {
    expect(await wait()).toMatchObject({
      waiting: false,
      reason: 'missing_argument',
      missing: ['serviceType'],
    });
    expect(await wait({ serviceType: 'roof' })).toMatchObject({ waiting: false, reason: 'unknown_service' });
  });
});

describe('nobody waits', () => {
  const nothing = async () => expect(await service().requests.ofNumber('acme-hvac', PHONE)).toEqual([]);

  it('who did not agree to texts', async () => {
    const asked = await wait({ serviceType: 'AC Repair', textConsent: undefined });
    expect(asked).toMatchObject({
      ...{ waiting: false, reason: 'needs_consent' },
      message: 'If an earlier time opens up, may we text you?',
      nextStep: 'Ask this, then call again with textConsent true or false.',
    });
    const refused = await wait({ serviceType: 'AC Repair', textConsent: false });
    expect(refused).toMatchObject({
      ...{ waiting: false, reason: 'needs_consent' },
      message: 'I can only put you on the waiting list if we may text you.',
    });
    expect(refused).not.toHaveProperty('nextStep');
    await nothing();
  });

  it('who calls without a number', async () => {
    const hidden = { from_number: 'anonymous' };
    expect(await wait({ serviceType: 'AC Repair' }, hidden)).toMatchObject({ reason: 'needs_consent' });
    await nothing();
  });

  it('in a call without an id', async () => {
    expect(await wait({ serviceType: 'AC Repair' }, { call_id: undefined })).toMatchObject({
      ...{ waiting: false, reason: 'no_call' },
    });
    await nothing();
  });

  it('for days that are over, reversed or no days', async () => {
    for (const days of [
      { to: '2026-05-20' },
      { from: '2026-06-10', to: '2026-06-05' },
      { from: 'the day of the moon landing party' },
    ])
      expect(await wait({ serviceType: 'AC Repair', ...days })).toMatchObject({
        ...{ waiting: false, reason: 'invalid_date' },
      });
    await nothing();
  });
});

it('needs no consent of a company that sends no texts, because a person tells them', async () => {
  const answer = await silent().call('wait_list', { serviceType: 'AC Repair' });
  expect(answer).toMatchObject({
    waiting: true,
    message: "You're on the waiting list for AC Repair. Is there anything else?",
  });
});

it('is joined on platform two', async () => {
  const toolCallList = [
    {
      id: 'tc_1',
      type: 'function',
      function: { name: 'joinWaitlist', arguments: { serviceType: 'AC Repair', textConsent: 'yes' } },
    },
  ];
  const call = { id: 'call_9', assistantId: 'asst_acme', customer: { number: PHONE } };
  const { body } = await service().send('voicetwo', {
    message: { type: 'tool-calls', toolCallList, call, assistant: { id: 'asst_acme' } },
  });
  expect(JSON.parse(body.results[0].result)).toMatchObject({ waiting: true });
});
