import { describe, expect, it } from '@jest/globals';
import { acknowledge } from '../../lib/record/dispatcher-changes.ts';
import { MINUTE_MS } from '../../lib/scheduling/time.ts';
import { everyDay } from '../lib/accounts/on-call-document.ts';
import { accountDocument, booking, START } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const always = everyDay(['00:00', '24:00']);
const ana = { technicianId: 'ana', phone: '+12125550101', role: 'first', hours: always };
const night = { ...ana, hours: everyDay(['17:00', '08:00']) };
const at = (minutes: number) => new Date(START + minutes * MINUTE_MS).toISOString();
const service = servicePerTest(() =>
  accountDocument({ onCall: [ana], emergency: { acknowledgeMinutes: 5 } }),
);
const report = (args: object = {}) =>
  service().call('book_job', { urgency: 'emergency', serviceType: 'AC Repair', ...args });
const stored = ({ dispatchRequestId }: { dispatchRequestId: string }) =>
  service().requests.get(dispatchRequestId);
const lead = async (customData: object): Promise<{ dispatchRequestId: string }> => {
  const { body } = await service().send('crm', {
    type: 'WorkflowWebhook',
    locationId: 'loc_acme',
    contact: { id: 'contact_1', firstName: 'Dana', phone: '+12125550123' },
    customData: { serviceRequested: 'AC Repair', ...customData },
  });
  return body;
};

describe('an emergency from a lead that is added to a booking', () => {
  it('is for a person to decide on: the booking becomes urgent, and nobody on call is alerted', async () => {
    const booked = await service().call('book_job', booking());
    service().clock.now += MINUTE_MS;
    expect(await lead({ urgency: 'emergency' })).toMatchObject({
      dispatchRequestId: booked.dispatchRequestId,
    });
    const visit = await stored(booked);
    expect(visit).toMatchObject({ urgency: 'urgent', needsReview: expect.arrayContaining(['urgency']) });
    expect([visit?.alertedAt, visit?.escalatesAt, visit?.dueAt]).toEqual([undefined, undefined, undefined]);
  });

  it('keeps the alert of a booking that is already an emergency', async () => {
    const reported = await report();
    await service().call('book_job', booking());
    service().clock.now += MINUTE_MS;
    await lead({ urgency: 'emergency' });
    expect(await stored(reported)).toMatchObject({ alertedAt: at(0), escalatesAt: at(5), dueAt: at(5) });
  });

  it('flags a danger in its words', async () => {
    const booked = await service().call('book_job', booking());
    await lead({ notes: 'There is a smell of gas.' });
    expect((await stored(booked))?.needsReview).toContain('danger');
  });
});

describe('a lead that is not added to a booking, so that people hear of it', () => {
  it('is an emergency after the acknowledgment of that of the booking', async () => {
    const reported = await report();
    const { deps } = service().container();
    const booked = await service().call('book_job', booking());
    expect(booked.dispatchRequestId).toBe(reported.dispatchRequestId);
    const request = await service().stored.get(reported.dispatchRequestId);
    if (request === undefined) throw new Error('No such request');
    const { now } = service().clock;
    await acknowledge(request, { by: 'dispatcher:Robin', now }, deps, now + 1000);
    service().clock.now += MINUTE_MS;
    const form = await lead({ urgency: 'emergency' });
    expect(form.dispatchRequestId).not.toBe(reported.dispatchRequestId);
    expect(await stored(form)).toMatchObject({ alertedAt: at(1), escalatesAt: at(6) });
  });

  it('reports a danger after another that waits for review', async () => {
    const booked = await service().call('book_job', booking({ notes: 'There is a smell of gas.' }));
    service().clock.now += MINUTE_MS;
    const form = await lead({ notes: 'There is a fire.' });
    expect(form.dispatchRequestId).not.toBe(booked.dispatchRequestId);
    expect(await stored(form)).toMatchObject({ needsReview: ['danger'] });
  });
});

describe('an emergency of a call that canceled its booking', () => {
  it('keeps what the caller said before', async () => {
    const said = { address: '401 West 14th Street', notes: 'Two dogs', zip: '10014' };
    const booked = await service().call('book_job', booking(said));
    await service().call('cancel_job', { reason: 'sold' });
    const reported = await report({ notes: 'It is smoking' });
    expect(reported).toMatchObject({ dispatchRequestId: booked.dispatchRequestId });
    const request = await stored(reported);
    expect(request).toMatchObject({
      ...{ status: 'requested', urgency: 'emergency', notes: 'Two dogs\nIt is smoking' },
      customer: { name: 'Dana Miller', address: '401 West 14th Street', zip: '10014' },
    });
    expect(request?.appointment).toBeUndefined();
    expect(request?.needsReview).not.toContain('address');
  });
});

describe('the time by which an emergency must be acknowledged', () => {
  it('stays if its flags are reviewed', async () => {
    const reported = await report();
    await service().review(reported.dispatchRequestId);
    expect(await stored(reported)).toMatchObject({ needsReview: [], escalatesAt: at(5), dueAt: at(5) });
  });

  it('applies again after a promised call was made', async () => {
    await service().accounts.put(accountDocument({ onCall: [night], transfer: {} }));
    const { call } = service().container();
    const reported = await call('book_job', { urgency: 'emergency', serviceType: 'AC Repair' });
    expect((await stored(reported))?.needsReview).toContain('callback');
    await service().review(reported.dispatchRequestId);
    const request = await stored(reported);
    expect(request).toMatchObject({ escalatesAt: at(10), dueAt: at(10) });
  });

  it('stays if the call books the emergency, as do the due time and who acknowledged it', async () => {
    const reported = await report();
    expect(await service().call('book_job', booking())).toMatchObject({
      dispatchRequestId: reported.dispatchRequestId,
    });
    expect(await stored(reported)).toMatchObject({ status: 'scheduled', escalatesAt: at(5), dueAt: at(5) });
  });

  it('ends if the call books an emergency that a person has acknowledged', async () => {
    const reported = await report();
    const request = await service().stored.get(reported.dispatchRequestId);
    if (request === undefined) throw new Error('No such request');
    const { deps } = service().container();
    await acknowledge(request, { by: 'dispatcher:Robin', now: START + MINUTE_MS }, deps, START + 2000);
    await service().call('book_job', booking());
    const booked = await stored(reported);
    expect(booked).toMatchObject({ status: 'scheduled', acknowledgedAt: at(1) });
    expect(booked?.dueAt).toBeUndefined();
  });
});

describe('a promised call about an appointment', () => {
  it('stays due if the appointment is booked at another time', async () => {
    const { dispatchRequestId } = await service().call('book_job', booking());
    service().clock.now = Date.UTC(2026, 5, 10, 12, 30);
    await service().call('cancel_job', { reason: 'sick' }, { call_id: 'call_2' });
    const asked = await service().requests.get(dispatchRequestId);
    expect(asked?.dueAt).toBe('2026-06-10T13:30:00.000Z');
    const moved = await service().call('book_job', booking({ date: '2026-06-11' }));
    expect(moved).toMatchObject({ confirmed: true, dispatchRequestId });
    expect(await stored(moved)).toMatchObject({ dueAt: asked?.dueAt });
  });
});

describe('a move that only a person may make', () => {
  it('connects an emergency to the person on call', async () => {
    await service().call('book_job', booking());
    await report();
    service().clock.now = Date.UTC(2026, 5, 10, 12, 30);
    const refused = await service().call('reschedule_job', { date: '2026-06-11', time: '09:00' });
    expect(refused).toMatchObject({ reason: 'needs_human', transferTo: ana.phone, onCall: 'Ana' });
  });
});

describe('a call that reports an emergency', () => {
  it('is an emergency where it canceled one before', async () => {
    await report();
    await service().call('cancel_job', { reason: 'a false alarm' });
    await report();
    const ended = { event: 'call_ended', call: { call_id: 'call_1', agent_id: 'agent_acme' } };
    await service().send('voiceone-call-complete', ended);
    const stored = await service().calls.get('acme-hvac', 'voiceone', 'call_1');
    expect(stored).toMatchObject({ outcome: 'emergency' });
  });

  it.each([
    ['with a service', [{}]],
    ['whose service is known later', [{ serviceType: 'the thing in the cellar' }, {}]],
  ])('has the outcome emergency even if the same write books a start, %s', async (_, reports) => {
    await service().accounts.put(accountDocument({ onCall: [ana], emergency: { book: true } }));
    const { call } = service().container();
    const asked = { urgency: 'emergency', serviceType: 'AC Repair' };
    for (const said of reports) await call('book_job', { ...asked, ...said });
    await service().send('voiceone-call-complete', {
      event: 'call_ended',
      call: { call_id: 'call_1', agent_id: 'agent_acme', from_number: '+12125550123' },
    });
    const stored = await service().calls.get('acme-hvac', 'voiceone', 'call_1');
    expect(stored).toMatchObject({ outcome: 'emergency' });
  });
});

describe('an emergency whose service is unclear', () => {
  it("is named in the next call without the caller's words, which don't fit into a sentence", async () => {
    await report({ serviceType: 'the thing in the cellar makes a noise' });
    const { message, openRequests } = await service().call('lookup_customer', {}, { call_id: 'call_2' });
    expect(message).toBe('I found your record. You have a request, but no appointment yet.');
    expect(openRequests).toEqual([{ dispatchRequestId: expect.any(String), status: 'requested' }]);
  });
});
