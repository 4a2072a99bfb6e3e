import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { platforms } from '../../lib/platforms/index.ts';
import { accountDocument, SECRET, type Service, startService } from '../functions/service.ts';
import { customWebhook, freeWorkflow, workflowHeaders } from '../support/platforms/crm.ts';
import { signHmac } from '../support/signers.ts';

const apiKey = 'an-invented-api-key-of-the-workflow';

let service: Service;
beforeAll(async () => {
  service = await startService(accountDocument(), {
    keys: [{ id: 'own', secret: SECRET, accounts: ['*'] }],
    apiKeys: [
      { id: 'acme', account: 'acme-hvac', sha256: createHash('sha256').update(apiKey).digest('hex') },
    ],
  });
});
afterAll(() => service.stop());

const post = (body: unknown, headers: Record<string, string> = {}) =>
  service.send('crm', body, { ...workflowHeaders, 'x-api-key': apiKey, ...headers });

async function accepted(body: unknown) {
  const { status, body: answer } = await post(body);
  expect(status).toBe(202);
  return await service.requests.get(answer.dispatchRequestId);
}

describe('the body of a custom webhook action', () => {
  it('is accepted with an API key and becomes a dispatch request', async () => {
    expect(await accepted(customWebhook())).toMatchObject({
      status: 'requested',
      source: 'crm',
      urgency: 'routine',
      serviceType: 'Heating Repair',
      preferredDate: '2026-06-10',
      preferredTime: 'morning',
      notes: 'Service as said: furnace repair\nNo heat upstairs.',
      customer: {
        contactId: 'hN4pD3V5Rbg59Y3veGaa',
        name: 'Dana Miller',
        phone: '+12125550123',
        email: 'dana.miller@example.com',
        address: '401 West 14th Street',
        city: 'New York',
        state: 'NY',
        zip: '10011',
      },
      needsReview: [],
    });
  });

  it('may have empty fields', async () => {
    const empty = { preferredDate: '', preferredTime: '', urgency: '', address: '', city: '', notes: '' };
    const contact = { id: 'c_empty', firstName: '', lastName: '', email: 'x@example.com', phone: '' };
    const customData = { serviceRequested: 'AC repair', ...empty, state: '', zip: '' };
    const kept = await accepted(customWebhook({ contact, customData }));
    expect(kept).toMatchObject({ urgency: 'routine', customer: { email: 'x@example.com' } });
    expect([kept?.preferredDate, kept?.customer.phone, kept?.notes]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('the body of the free webhook action', () => {
  it('becomes the same request, without labels, trigger and location', async () => {
    expect(await accepted(freeWorkflow())).toMatchObject({
      status: 'requested',
      serviceType: 'Heating Repair',
      preferredTime: 'morning',
      customer: {
        contactId: 'gxGfB9wxEy3anxbHB4nT',
        name: 'Dana Miller',
        phone: '+12125550123',
        address: '401 West 14th Street',
        city: 'New York',
        state: 'NY',
        zip: '10011',
      },
      needsReview: [],
    });
    const stored = await accepted(freeWorkflow());
    expect([stored?.preferredDate, stored?.notes]).toEqual([undefined, 'Service as said: furnace repair']);
  });

  it('is one delivery in all its repeats, whatever triggered it', async () => {
    const first = await post(freeWorkflow());
    const again = await post(
      freeWorkflow({
        triggerData: { id: 7 },
        workflow: { id: 'w2', name: 'Copy' },
        contact: {},
        tags: 'new',
      }),
    );
    expect(again.body).toEqual(first.body);
  });

  it('uses the number of the custom data if the contact has none', async () => {
    const kept = await accepted(freeWorkflow({ contact_id: 'c_nophone', phone: undefined }));
    expect(kept?.customer.phone).toBe('+12125550123');
  });

  it('may have no address, and no name', async () => {
    const none = { address1: undefined, full_address: '', city: '', state: '', postal_code: '' };
    const names = { first_name: '', full_name: '', last_name: '' };
    const kept = await accepted(freeWorkflow({ contact_id: 'c_bare', ...none, ...names }));
    expect(kept).toMatchObject({ status: 'requested', customer: { phone: '+12125550123' } });
    expect(kept?.customer.address).toBeUndefined();
  });

  it('is refused with the field to map if the workflow sends no service', async () => {
    const { status, body } = await post(freeWorkflow({ customData: { origin: 'a tag' } }));
    expect([status, body.errors]).toEqual([
      422,
      [{ path: 'customData.serviceRequested', expected: expect.any(String) }],
    ]);
  });
});

describe('the headers of a workflow', () => {
  it('are refused without a key', async () => {
    const { status, body } = await service.send('crm', freeWorkflow(), workflowHeaders);
    expect([status, body.code]).toEqual([401, 'signature_missing']);
  });

  it('count as unsigned if the signature is N/A', async () => {
    const unsigned = { [platforms.crm.signatureHeader]: 'N/A' };
    expect((await post(customWebhook(), unsigned)).status).toBe(202);
    const { status, body } = await service.send('crm', customWebhook(), unsigned);
    expect([status, body.code]).toEqual([401, 'signature_missing']);
  });

  it('may include a signature', async () => {
    const text = JSON.stringify(customWebhook());
    const signed = { ...workflowHeaders, ...signHmac(text, SECRET) };
    expect((await service.send('crm', text, signed)).status).toBe(202);
  });
});
