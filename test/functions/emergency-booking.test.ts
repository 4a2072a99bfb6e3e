import { describe, expect, it } from '@jest/globals';
import { reportEmergency } from '../../lib/intake/emergencies/report-emergency.ts';
import { HOUR_MS } from '../../lib/scheduling/time.ts';
import { everyDay } from '../lib/accounts/on-call-document.ts';
import { accountDocument, booking, START } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const night = everyDay(['17:00', '08:00']);
const ana = { technicianId: 'ana', phone: '+12125550101', role: 'first', hours: night };
const fee = 'a 249 dollar fee for emergencies';
const document = (over: object = {}) =>
  accountDocument({
    onCall: [ana],
    emergency: { book: true },
    technicians: [
      { id: 'ben', name: 'Ben' },
      { id: 'ana', name: 'Ana' },
    ],
    ...over,
  });
const service = servicePerTest(() => document());
const report = (args: object = {}, over: object = {}) =>
  service().call('book_job', { urgency: 'emergency', serviceType: 'AC Repair', ...args }, { ...over });
const stored = (answer: { dispatchRequestId: string }) => service().requests.get(answer.dispatchRequestId);
const tonight = {
  ...{ confirmed: true, date: '2026-06-01', time: '5:00 PM', start: '17:00', technician: 'Ana' },
};

describe('an emergency of an account that books them', () => {
  it('claims the earliest start of a technician on call at any hour, and the caller is also connected', async () => {
    const answer = await report();
    expect(answer).toMatchObject({
      ...{ ...tonight, transferTo: '+12125550100' },
      message: 'Ana will come at 5 PM today. Before I connect you, could you tell me the address?',
    });
    expect(await stored(answer)).toMatchObject({
      ...{ status: 'scheduled', urgency: 'emergency', alertedAt: '2026-06-01T12:00:00.000Z' },
      appointment: { onCall: true, technicianId: 'ana', startsAt: '2026-06-01T21:00:00.000Z' },
      history: [{ to: 'scheduled', why: 'emergency: 2026-06-01 5:00 PM with Ana' }],
    });
    const [item] = await service().items(`REQUEST#${answer.dispatchRequestId}`);
    expect(item?.events).toEqual(['dispatch-request.scheduled', 'dispatch-request.needs-review']);
  });

  it('starts immediately at night, without notice, and names the person on call', async () => {
    service().clock.now = START + 14 * HOUR_MS + 1000;
    expect(await report()).toMatchObject({
      ...{ confirmed: true, time: '10:30 PM', transferTo: ana.phone, onCall: 'Ana' },
      message:
        'Ana will come at 10:30 PM today. Before I connect you to Ana, our technician on call, could you tell me the address?',
    });
  });

  it('is not claimed for a caller who only asks for times when a danger comes up', async () => {
    const asked = { serviceType: 'AC Repair, there is smoke', date: '2026-06-10' };
    const answer = await service().call('check_availability', asked);
    expect(answer).toMatchObject({ danger: 'fire', nextStep: expect.stringContaining('urgency emergency') });
    const [request] = await service().requests.list('acme-hvac');
    expect(request).toMatchObject({ urgency: 'emergency', status: 'requested' });
    const booked = await report({ notes: 'There is smoke' });
    expect(booked).toMatchObject({ ...tonight, dispatchRequestId: request?.dispatchRequestId });
  });

  it('is booked once: a repeat and a later call of the number have the same appointment', async () => {
    const invoked = { transcript_with_tool_calls: [{ tool_call_id: 'tool_1' }] };
    const first = await report({}, invoked);
    expect(await report({}, invoked)).toEqual(first);
    const { dispatchRequestId } = first;
    const again = await report({ notes: 'It is getting hotter' });
    expect(again).toMatchObject({ ...tonight, dispatchRequestId });
    expect(again).not.toHaveProperty('missing');
    const later = { call_id: 'call_2' };
    expect(await report({}, later)).toMatchObject({ ...tonight, dispatchRequestId });
    expect(await stored(first)).toMatchObject({
      notes: 'It is getting hotter',
      appointment: { onCall: true },
    });
    const other = await report({ serviceType: 'Heating Repair' }, later);
    expect(other).toMatchObject({ confirmed: false, reason: 'needs_human' });
    expect(other.dispatchRequestId).not.toBe(first.dispatchRequestId);
  });

  it('is booked as soon as its service and a number are known', async () => {
    const hidden = { from_number: 'anonymous' };
    const first = await report({ serviceType: 'the thing in the cellar' }, hidden);
    expect(first).toMatchObject({ confirmed: false, missing: ['address', 'customerPhone', 'customerName'] });
    expect(await report({}, hidden)).toMatchObject({ confirmed: false, missing: ['customerPhone'] });
    expect(await report({ customerPhone: '212 555 0188' }, hidden)).toMatchObject({
      ...tonight,
      dispatchRequestId: first.dispatchRequestId,
    });
  });

  it('never shares a start with another, however close they come', async () => {
    const numbers = ['+12125550171', '+12125550172', '+12125550173', '+12125550174'];
    const answers = await Promise.all(
      numbers.map((from_number, index) => report({}, { from_number, call_id: `call_${index}` })),
    );
    expect(answers.map(({ time }) => time).sort()).toEqual(['10:00 PM', '12:30 AM', '5:00 PM', '7:30 PM']);
  });

  it('is stored without a start if others take all of them', async () => {
    const { deps } = service().container();
    let lost = 0;
    const commit: typeof deps.requests.commit = async (change, deadline) => {
      if (change.next.appointment === undefined) return await deps.requests.commit(change, deadline);
      lost += 1;
      return { kind: 'slot_lost' };
    };
    const account = await service().accounts.byId('acme-hvac');
    if (account === undefined) throw new Error('No account');
    const [ac] = account.serviceTypes;
    const call = { account, integration: 'voiceone', callId: 'call_1', caller: '+12125550123' } as const;
    const said = { service: ac, customer: {}, review: [], canonicalArguments: '{}' };
    const requests = { ...deps.requests, commit };
    const request = await reportEmergency(
      { ...call, ...said, now: START },
      { ...deps, requests },
      START + 5000,
    );
    expect(request).toMatchObject({ status: 'requested', urgency: 'emergency' });
    expect(request.appointment).toBeUndefined();
    expect(lost).toBe(8);
  });

  it('takes at most two round trips in sequence', async () => {
    await service().call('get_service_types');
    let [open, trips] = [0, 0];
    service().table.document.middlewareStack.add(
      (next) => async (args) => {
        if (open === 0) trips += 1;
        open += 1;
        return await next(args).finally(() => {
          open -= 1;
        });
      },
      { step: 'initialize', name: 'trips' },
    );
    await report();
    service().table.document.middlewareStack.remove('trips');
    // What the answer doesn't wait for may still be read or written beside the second trip.
    expect(trips).toBeLessThanOrEqual(2);
  });

  it('takes a time that another call only holds; that call is refused when it books', async () => {
    const always = everyDay(['00:00', '24:00']);
    const rules = { ...accountDocument().booking, hold: { seconds: 180, perNumber: 2 }, minNoticeMinutes: 0 };
    await service().accounts.put(document({ onCall: [{ ...ana, hours: always }], booking: rules }));
    const { call } = service().container();
    const nine = { date: '2026-06-01', time: '09:00', serviceType: 'AC Repair', technician: 'Ana' };
    const other = { call_id: 'call_2', from_number: '+12125550177' };
    expect(await call('hold_time', nine, other)).toMatchObject({ held: true, technician: 'Ana' });
    const emergency = { urgency: 'emergency', serviceType: 'AC Repair' };
    expect(await call('book_job', emergency)).toMatchObject({
      confirmed: true,
      time: '8:00 AM',
      technician: 'Ana',
    });
    const booked = await call('book_job', booking({ ...nine, customerPhone: '+12125550177' }), other);
    expect(booked).toMatchObject({ confirmed: false, reason: 'slot_taken' });
  });

  it('stays an emergency when the call books another time, and needs a person again', async () => {
    const first = await report();
    expect(await service().call('book_job', booking())).toMatchObject({
      ...{ confirmed: true, dispatchRequestId: first.dispatchRequestId, date: '2026-06-10' },
    });
    expect((await stored(first))?.appointment?.onCall).toBeUndefined();
    expect(await report()).toMatchObject({ confirmed: false, reason: 'needs_human' });
  });

  it('of pouring water finds any qualified technician who is nearest in time, then who is on call', async () => {
    const report_ = { danger: 'water', address: '7 Elm Street', customerName: 'Dana Miller' };
    expect(await report(report_)).toMatchObject({
      confirmed: true,
      date: '2026-06-01',
      time: '8:00 AM',
      technician: 'Ben',
    });
    service().clock.now = START + 10 * HOUR_MS;
    const late = { call_id: 'call_2', from_number: '+12125550188' };
    expect(await report(report_, late)).toMatchObject({ time: '6:00 PM', technician: 'Ana' });
  });

  it('does not change an appointment whose urgency it raises', async () => {
    const booked = await service().call('book_job', booking());
    expect(await report()).toMatchObject({
      ...{ confirmed: false, reason: 'needs_human', dispatchRequestId: booked.dispatchRequestId },
      message: expect.stringContaining('Your appointment on Wednesday, June 10 at 9 AM stays.'),
    });
  });
});

describe('what an emergency with a start says', () => {
  it('is the safety sentence, the start and the person on call; the fee comes with the next answer', async () => {
    service().clock.now = START + 14 * HOUR_MS;
    await service().accounts.put(document({ fees: [{ id: 'night', says: fee, urgency: 'emergency' }] }));
    const { call } = service().container();
    const args = { urgency: 'emergency', serviceType: 'AC Repair', notes: 'The unit is smoking' };
    const first = await call('book_job', args);
    expect(first).toMatchObject({ confirmed: true, danger: 'fire', transferTo: ana.phone, onCall: 'Ana' });
    expect(first).not.toHaveProperty('fee');
    expect(first.message).toMatch(
      /^If you see fire or smoke, leave and call 911\. Ana will come at 10 PM today\. Before I connect you to Ana, our technician on call, could you tell me the address\?$/,
    );
    expect(
      await call('book_job', { ...args, address: '7 Elm Street', customerName: 'Dana Miller' }),
    ).toMatchObject({
      ...{ confirmed: true, transferTo: ana.phone, fee },
      message: expect.stringMatching(
        /^Ana will come at 10 PM today\. There's a 249 dollar fee for emergencies\. I'm connecting you to Ana, .* on call\.$|^Ana will come .* I'm connecting you to Ana, .* on call\. There's a 249 dollar fee for emergencies\.$/,
      ),
    });
  });

  it('is when someone calls back, if nobody can be dialed', async () => {
    await service().accounts.put(document({ transfer: {} }));
    expect(
      await service().container().call('book_job', { urgency: 'emergency', serviceType: 'AC Repair' }),
    ).toMatchObject({
      ...{ ...tonight, transferTo: null, dueAt: '2026-06-01T13:00:00.000Z' },
      message:
        "Ana will come at 5 PM today. Someone will call you at the number ending 0123 by 9 AM today. What's the address?",
    });
  });

  it('is that a person takes over if no technician is on call for a week', async () => {
    const shifts = [{ from: '2026-06-08T08:00', to: '2026-06-09T08:00' }];
    await service().accounts.put(document({ onCall: [{ ...ana, hours: undefined, shifts }] }));
    const answer = await service()
      .container()
      .call('book_job', { urgency: 'emergency', serviceType: 'AC Repair' });
    expect(answer).toMatchObject({ confirmed: false, reason: 'needs_human', transferTo: '+12125550100' });
    expect(await stored(answer)).toMatchObject({ status: 'requested' });
  });
});
