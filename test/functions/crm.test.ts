import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Service, startService } from './service.ts';

const lead = (over: Record<string, unknown> = {}) => ({
  type: 'WorkflowWebhook',
  locationId: 'loc_acme',
  contact: {
    id: 'c1',
    firstName: 'Dana',
    lastName: 'Miller',
    email: 'dana@example.com',
    phone: '(212) 555-0123',
  },
  customData: {
    serviceRequested: 'furnace repair',
    preferredDate: '2026-06-10',
    preferredTime: 'morning',
    urgency: 'Urgent',
    address: '1 Main St',
    city: 'New York',
    state: 'NY',
    zip: '10001',
    notes: 'no heat',
  },
  ...over,
});

describe('the CRM endpoint', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  it('accepts a lead with 202 and an id, and stores it as a request', async () => {
    const { status, body, headers } = await service.send('crm', lead());
    expect(status).toBe(202);
    expect(body).toEqual({ dispatchRequestId: expect.stringMatching(/^dr_[0-9a-hjkmnp-tv-z]{20}$/) });
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-request-id': expect.any(String) });
    expect(await service.requests.get(body.dispatchRequestId)).toMatchObject({
      status: 'requested',
      urgency: 'urgent',
      source: 'crm',
      serviceType: 'Heating Repair',
      customer: { phone: '+12125550123', email: 'dana@example.com' },
      needsReview: [],
    });
  });

  it('gives a repeated delivery the same id within a day, also in parallel, and stores nothing more', async () => {
    const body = lead({ contact: { id: 'c2', phone: '+12125550123' } });
    const answers = await Promise.all(Array.from({ length: 8 }, () => service.send('crm', body)));
    expect(new Set(answers.map((answer) => answer.body.dispatchRequestId)).size).toBe(1);
    const stored = await service.requests.list('acme-hvac');
    expect(stored.filter(({ customer }) => customer.contactId === 'c2')).toHaveLength(1);
    service.clock.now += 25 * 60 * 60 * 1000;
    const nextDay = await service.send('crm', body);
    expect(nextDay.body.dispatchRequestId).not.toBe(answers[0]?.body.dispatchRequestId);
  });

  it('drops placeholders, but never a lead because of one', async () => {
    const contact = { id: 'c2', firstName: 'Unknown', lastName: 'N/A', email: 'none', phone: 'not provided' };
    const customData = { serviceRequested: 'AC Repair', preferredDate: 'TBD', urgency: '-', notes: 'n/a' };
    const { status, body } = await service.send('crm', lead({ contact, customData }));
    expect(status).toBe(202);
    const stored = await service.requests.get(body.dispatchRequestId);
    expect(stored).toMatchObject({ urgency: 'routine', needsReview: ['phone'] });
    expect(stored?.customer).toEqual({ contactId: 'c2' });
    expect([stored?.preferredDate, stored?.notes]).toEqual([undefined, undefined]);
  });

  it('keeps and flags what it cannot understand', async () => {
    const odd = lead({
      contact: { id: 'c3', phone: '12' },
      customData: {
        serviceRequested: 'pizza',
        preferredDate: '2026-02-30',
        preferredTime: 'soonish',
        urgency: 'meh',
      },
    });
    const { status, body } = await service.send('crm', odd);
    expect(status).toBe(202);
    const stored = await service.requests.get(body.dispatchRequestId);
    expect([...(stored?.needsReview ?? [])].sort()).toEqual(
      expect.arrayContaining(['phone', 'preferredDate', 'preferredTime', 'serviceRequested', 'urgency']),
    );
    expect(stored).toMatchObject({ serviceType: 'pizza', preferredDate: '2026-02-30', urgency: 'routine' });
  });

  it.each([
    ['no service', { customData: {} }, 'customData.serviceRequested'],
    ['no contact id', { contact: { phone: '+12125550123' } }, 'contact.id'],
    ['another type', { type: 'Other' }, 'type'],
    ['no location', { locationId: '' }, 'locationId'],
  ])('refuses a lead with %s and names the field', async (_, over, path) => {
    const { status, body } = await service.send('crm', lead(over));
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: 'payload_invalid', errors: [{ path, expected: expect.any(String) }] });
  });

  it('refuses an unknown location', async () => {
    const { status, body } = await service.send('crm', lead({ locationId: 'loc_other' }));
    expect([status, body.code]).toEqual([422, 'unknown_account']);
  });

  it('refuses unsigned, wrongly signed and non-JSON bodies, in that order', async () => {
    expect((await service.send('crm', '{', {})).body.code).toBe('signature_missing');
    expect((await service.send('crm', '{', { 'x-wh-signature': '0'.repeat(64) })).body.code).toBe(
      'signature_invalid',
    );
    expect((await service.send('crm', '{')).body.code).toBe('body_not_json');
  });
});
