import { describe, expect, it } from '@jest/globals';
import { everyDay } from '../lib/accounts/on-call-document.ts';
import { runReminders } from './reminders-fixture.ts';
import { accountDocument, booking } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const PHONE = '+12125550110';
const service = servicePerTest(() =>
  accountDocument({
    serviceTypes: [...accountDocument().serviceTypes],
    onCall: [{ name: 'first', phone: '+12125550100', role: 'first', hours: everyDay(['00:00', '24:00']) }],
    emergency: { acknowledgeMinutes: 5 },
    merge: { leadDays: 14, afterBookingHours: 24 },
  }),
);

const body = (index: number, over: object = {}, phone = PHONE) => ({
  type: 'WorkflowWebhook',
  locationId: 'loc_acme',
  contact: { id: `contact_${index}`, firstName: 'Dana', phone },
  customData: { serviceRequested: 'Something else', notes: `Form ${index}`, ...over },
});
async function lead(index: number, over: object = {}, phone = PHONE): Promise<string> {
  const answer = await service().send('crm', body(index, over, phone));
  expect(answer.status).toBe(202);
  service().clock.now += 1000;
  return answer.body.dispatchRequestId;
}
async function leads(count: number, from = 0): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let index = from; index < from + count; index++) ids.push(await lead(index));
  return ids;
}
const stored = (id: string) => service().requests.get(id);

describe('a number with 20 open leads', () => {
  it('gets no more: a further one is a note of the newest', async () => {
    const ids = await leads(20);
    expect(new Set(ids).size).toBe(20);
    const newest = ids.at(-1) ?? '';
    expect(await lead(20)).toBe(newest);
    expect(await lead(21, { urgency: 'urgent' })).toBe(newest);
    const request = await stored(newest);
    expect(request).toMatchObject({
      status: 'requested',
      notes: expect.stringContaining('Form 19'),
      urgency: 'urgent',
    });
    expect(request?.leadNotes).toContain('Form 20');
    expect(request?.leadNotes).toContain('Form 21');
    expect(request?.needsReview).toContain('urgency');
  });

  it('has the same answer for a repeated delivery, and stores it once', async () => {
    const newest = (await leads(20)).at(-1) ?? '';
    await lead(20);
    const version = (await stored(newest))?.version;
    expect(await lead(20)).toBe(newest);
    expect((await stored(newest))?.version).toBe(version);
  });

  it('keeps the words of the newest, however many come', async () => {
    const newest = (await leads(20)).at(-1) ?? '';
    for (let index = 20; index < 30; index++) await lead(index, { notes: `${index} ${'form '.repeat(900)}` });
    const request = await stored(newest);
    expect(request?.notes).toContain('Form 19');
    expect(request?.leadNotes?.length).toBeLessThanOrEqual(6000);
    expect(request?.leadNotes).toContain('29 form');
  });

  it('can have another one once one is closed', async () => {
    const ids = await leads(20);
    await service().change(ids[3] ?? '', { to: 'declined', why: 'not our work' });
    const another = await lead(20);
    expect(ids).not.toContain(another);
    expect(await lead(21)).toBe(another);
  });

  it('leaves other numbers alone', async () => {
    const ids = await leads(21);
    expect(ids).not.toContain(await lead(30, {}, '+12125550199'));
  });

  it('still alerts people of an emergency, once', async () => {
    const ids = await leads(20);
    const emergency = await lead(20, { urgency: 'emergency' });
    expect(ids).not.toContain(emergency);
    expect(await stored(emergency)).toMatchObject({ urgency: 'emergency' });
    const joined = await lead(21, { urgency: 'emergency' });
    expect(await stored(joined)).toMatchObject({ urgency: 'emergency', alertedWith: emergency });
    expect(await lead(22, { urgency: 'emergency' })).toBe(joined);
    expect((await stored(joined))?.leadNotes).toContain('Form 22');
  });

  it.each([3, 20])(
    'alerts people of an emergency whose alert was declined (%i leads before)',
    async (count) => {
      const before = await leads(count);
      const alert = await lead(20, { urgency: 'emergency' });
      await lead(21);
      const joined = await lead(22, { urgency: 'emergency' });
      expect([...before, alert]).not.toContain(joined);
      await service().change(alert, { to: 'declined', why: 'spam' });
      service().clock.now += 5 * 60_000;
      await runReminders(service());
      expect(await stored(joined)).toMatchObject({
        alertedAt: expect.any(String),
        notified: [{ role: 'first' }],
      });
      expect((await stored(joined))?.alertedWith).toBeUndefined();
    },
  );

  it.each([3, 20])(
    "joins a form to the caller's open alert, and tells people when that ends (%i leads before)",
    async (count) => {
      const before = await leads(count);
      const asked = { urgency: 'emergency', serviceType: 'AC Repair' };
      const call = await service().call('book_job', asked, { from_number: PHONE });
      const form = await lead(20, { urgency: 'emergency' });
      expect(before).not.toContain(form);
      expect(await stored(form)).toMatchObject({ alertedWith: call.dispatchRequestId });
      await service().change(call.dispatchRequestId, { to: 'canceled', why: 'a false alarm' });
      service().clock.now += 5 * 60_000;
      await runReminders(service());
      expect((await stored(form))?.alertedAt).toEqual(expect.any(String));
    },
  );

  it('has no more after a booking that was canceled', async () => {
    const from = { from_number: PHONE, call_id: 'call_1' };
    await service().call('book_job', booking({ customerPhone: undefined }), from);
    await service().call('cancel_job', {}, from);
    const ids: string[] = [];
    for (let index = 0; index < 22; index++) ids.push(await lead(index, { serviceRequested: 'AC Repair' }));
    expect(new Set(ids).size).toBe(20);
  });
});
