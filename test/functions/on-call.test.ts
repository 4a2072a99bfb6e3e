import { beforeEach, describe, expect, it } from '@jest/globals';
import { HOUR_MS } from '../../lib/scheduling/time.ts';
import { everyDay } from '../lib/accounts/on-call-document.ts';
import { accountDocument, booking, START } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const ana = {
  technicianId: 'ana',
  phone: '+12125550101',
  role: 'first',
  hours: everyDay(['17:00', '08:00']),
} as const;
const kim = {
  name: 'Kim',
  phone: '+12125550103',
  role: 'manager',
  hours: everyDay(['00:00', '24:00']),
} as const;
const toAna = "I'm connecting you to Ana, our technician on call.";
const toKim = "I'm connecting you to Kim, our manager on call.";

const service = servicePerTest(() =>
  accountDocument({
    onCall: [ana, kim],
    origins: { voiceone: ['agent_acme'], voicetwo: ['asst_acme'], numbers: ['+12125550100'] },
  }),
);
const call = (name: string, args: object = {}, over: object = {}) =>
  service().call(name, { ...args }, { ...over });
const emergency = (args: object = {}) => call('book_job', { urgency: 'emergency', ...args });

describe('by day, with people on call', () => {
  it('an emergency goes to the first on call, who is named', async () => {
    const address = '7 Elm Street';
    expect(await emergency({ customerName: 'Dana', address })).toMatchObject({
      transferTo: kim.phone,
      onCall: 'Kim',
      message: toKim,
    });
  });

  it('any other call goes to the office', async () => {
    const answer = await call('transfer_call', { reason: 'A question' });
    expect(answer).toEqual({
      transferTo: '+12125550100',
      message: "I'm connecting you with someone now. Please stay on the line.",
    });
  });

  it('a danger is an emergency, whatever the function', async () => {
    const told = `Get everyone outside now and call 911 from there. ${toKim}`;
    expect(await call('transfer_call', { reason: 'I smell gas' })).toMatchObject({
      ...{ danger: 'gas', transferTo: kim.phone, onCall: 'Kim' },
      message: expect.stringContaining(told),
    });
    expect(
      await call('check_availability', { serviceType: 'AC repair, there is a gas smell' }),
    ).toMatchObject({ danger: 'gas', transferTo: kim.phone, onCall: 'Kim', message: toKim });
  });
});

describe('by night', () => {
  beforeEach(() => {
    service().clock.now = START + 12 * HOUR_MS;
  });

  it('every call goes to the first on call', async () => {
    expect(await call('transfer_call')).toEqual({
      transferTo: ana.phone,
      onCall: 'Ana',
      message: `${toAna} Please stay on the line.`,
    });
    expect(await emergency()).toMatchObject({ transferTo: ana.phone, onCall: 'Ana' });
  });

  it('a cancellation within the notice goes there as well', async () => {
    service().clock.now = START;
    await call('book_job', booking({ date: '2026-06-02', time: '08:00' }));
    service().clock.now = Date.UTC(2026, 5, 2, 11, 30);
    expect(await call('cancel_job', {}, { call_id: 'call_2' })).toMatchObject({
      ...{ canceled: false, transferTo: ana.phone, onCall: 'Ana' },
      message: `I've told the office. ${toAna} Your appointment today, Tuesday, June 2 at 8 AM stays.`,
    });
  });

  it('a transfer that platform two requests goes there as well', async () => {
    const { body } = await service().send('voicetwo', {
      message: { type: 'transfer-destination-request', call: { id: 'c', assistantId: 'asst_acme' } },
    });
    expect(body).toEqual({
      destination: { type: 'number', number: ana.phone, message: `${toAna} Please stay on the line.` },
    });
  });

  it('an agent knows who is on call before it says hello', async () => {
    const ringing = { agent_id: 'agent_acme', from_number: '+12125550123', to_number: '+12125550100' };
    const sent = { event: 'call_inbound', call_inbound: ringing };
    const { body } = await service().send('voiceone-call-inbound', sent);
    expect(body.call_inbound.dynamic_variables).toMatchObject({
      ...{ on_call: 'Ana', open_now: 'false', transfer_number: ana.phone },
    });
  });
});

describe('with nobody on call and no number', () => {
  beforeEach(async () => {
    await service().accounts.put(accountDocument({ onCall: [ana], transfer: {} }));
    service().clock.now = START + HOUR_MS;
  });

  it('the emergency itself is the entry for the callback, and the answer says by when', async () => {
    const answer = await emergency({ customerName: 'Dana' });
    expect(answer).toMatchObject({
      ...{ confirmed: false, transferTo: null, dueAt: '2026-06-01T14:00:00.000Z' },
      message:
        "Someone from our team has to take care of this. Someone will call you at the number ending 0123 by 10 AM today. What's the address?",
    });
    expect(await service().requests.get(answer.dispatchRequestId)).toMatchObject({
      ...{ status: 'requested', urgency: 'emergency', dueAt: answer.dueAt },
      needsReview: expect.arrayContaining(['callback']),
    });
  });
});
