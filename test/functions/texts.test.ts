import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Service, startService } from './service.ts';

const COMPANY = '+12125550100';
const CUSTOMER = '+12125550123';

let service: Service;
beforeAll(async () => {
  service = await startService();
  // The account's own number for texts.
  const { document, tableName: TableName } = service.table;
  const Item = { pk: `ORIGIN#texts#${COMPANY}`, sk: 'ORIGIN', v: 1, accountId: 'acme-hvac' };
  await document.send(new PutCommand({ TableName, Item }));
});
afterAll(() => service.stop());

let texts = 0;
const receive = (text: string, over: Record<string, unknown> = {}) => {
  texts += 1;
  const data = { id: `in_${texts}`, from: CUSTOMER, to: COMPANY, text, ...over };
  return service.send('messaging-webhook', { type: 'message.received', data });
};
const messages = async () =>
  (await service.requests.list('acme-hvac', {})).filter(({ source }) => source === 'text');

describe('a text message', () => {
  it('that asks for an end of texts ends them, and START begins them again', async () => {
    expect((await receive('STOP')).status).toBe(204);
    expect(await service.consent(CUSTOMER)).toMatchObject({ sms: false, by: 'reply', words: 'STOP' });
    await receive('Start');
    expect(await service.consent(CUSTOMER)).toMatchObject({ sms: true, by: 'reply' });
    await receive('Please stop texting me.');
    expect(await service.consent(CUSTOMER)).toMatchObject({ sms: false });
    expect(await messages()).toEqual([]);
  });

  it('counts once, so that a late repeat of START undoes no later STOP', async () => {
    await receive('START', { id: 'again' });
    await receive('STOP');
    await receive('START', { id: 'again' });
    expect(await service.consent(CUSTOMER)).toMatchObject({ sms: false });
  });

  it('with anything else becomes a message for the office, about the next visit', async () => {
    const booked = await service.call('book_job', {
      ...{ date: '2026-06-03', time: '09:00', serviceType: 'AC Repair', customerName: 'Dana Miller' },
      address: '401 West 14th Street',
    });
    expect(booked.confirmed).toBe(true);
    await receive('stop by at 9', { id: 'visit' });
    await receive('stop by at 9', { id: 'visit' });
    expect(await messages()).toEqual([
      expect.objectContaining({
        ...{ kind: 'message', status: 'requested', source: 'text', notes: 'stop by at 9' },
        ...{ regarding: booked.dispatchRequestId, needsReview: ['callback'], dueAt: expect.any(String) },
        customer: expect.objectContaining({ phone: CUSTOMER, name: 'Dana Miller' }),
      }),
    ]);
  });

  it('to a number of no account, or without a number to answer, changes nothing', async () => {
    const before = await messages();
    expect((await receive('Hello', { to: '+12125550999' })).body.code).toBe('unknown_account');
    expect((await receive('Hello', { from: '22000' })).status).toBe(204);
    expect(await messages()).toEqual(before);
  });
});
