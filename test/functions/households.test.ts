import { describe, expect, it } from '@jest/globals';
import { accountDocument, booking } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const service = servicePerTest(accountDocument);
const PHONE = '+12125550123';
let calls = 0;
/** Books in a new call of one number. */
const book = async (over: object = {}) => {
  calls += 1;
  return await service().call('book_job', booking({ ...over }), { call_id: `call_${calls}` });
};
const names = async () => (await service().customer(PHONE))?.people.map(({ name }) => name);

async function greeted() {
  const call_inbound = { agent_id: 'agent_acme', from_number: PHONE, to_number: '+12125550100' };
  const { body } = await service().send('voiceone-call-inbound', { event: 'call_inbound', call_inbound });
  const { customer_first_name, people } = body.call_inbound.dynamic_variables;
  return { customer_first_name, people };
}

describe('a household', () => {
  it('has one number and several people, of whom a booking renames nobody', async () => {
    await book();
    expect(await greeted()).toEqual({ customer_first_name: 'Dana', people: '' });
    const { dispatchRequestId } = await book({ date: '2026-06-11', customerName: 'Robert Miller' });
    expect(await service().requests.get(dispatchRequestId)).toMatchObject({
      customer: { name: 'Robert Miller', phone: PHONE },
    });
    expect(await service().customer(PHONE)).toMatchObject({
      name: 'Dana Miller',
      people: [
        { name: 'Dana Miller', lastCallAt: '2026-06-01T12:00:00.000Z' },
        { name: 'Robert Miller', lastCallAt: '2026-06-01T12:00:00.000Z' },
      ],
    });
    expect(await greeted()).toEqual({ customer_first_name: '', people: 'Dana, Robert' });
    const found = await service().call('lookup_customer', {}, { call_id: 'call_look' });
    expect(found.customer).toMatchObject({ people: ['Dana', 'Robert'] });
    expect(found.customer).not.toHaveProperty('name');
  });

  it('keeps the e-mail address of each to their own visits, and the first one in the record', async () => {
    await book({ email: 'dana@example.com' });
    const other = await book({ date: '2026-06-11', customerName: 'Robert Miller' });
    expect((await service().requests.get(other.dispatchRequestId))?.customer.email).toBeUndefined();
    const own = { customerName: 'Robert Miller', email: 'robert@example.com' };
    const later = await book({ date: '2026-06-12', ...own });
    expect((await service().requests.get(later.dispatchRequestId))?.customer.email).toBe(own.email);
    const again = await book({ date: '2026-06-15', customerName: 'Dana Miller' });
    expect((await service().requests.get(again.dispatchRequestId))?.customer.email).toBe('dana@example.com');
  });

  it('is asked who it is when nobody says a name', async () => {
    await book();
    // Whoever uses the number, the one name that is known isn't taken unsaid.
    expect(await book({ date: '2026-06-11', customerName: '' })).toMatchObject({
      ...{ confirmed: false, missing: ['customerName'], message: 'Is this Dana?' },
      nextStep: expect.stringContaining('customerName Dana'),
    });
    const { dispatchRequestId } = await book({ date: '2026-06-11', customerName: 'Dana' });
    expect((await service().requests.get(dispatchRequestId))?.customer.name).toBe('Dana Miller');
    expect(await names()).toEqual(['Dana Miller']);
    await book({ date: '2026-06-12', customerName: 'Robert Miller' });
    const unsaid = { date: '2026-06-15', customerName: '' };
    expect(await book(unsaid)).toMatchObject({ confirmed: false, missing: ['customerName'] });
  });

  it('does not grow by a corrected or shorter name', async () => {
    await book({ customerName: 'Dana Miler' });
    await book({ date: '2026-06-11', customerName: 'Dana Miller' });
    expect(await names()).toEqual(['Dana Miller']);
    expect(await service().customer(PHONE)).toMatchObject({ name: 'Dana Miller', formerName: 'Dana Miler' });
  });

  it('has the person who speaks, and not the one for whom they book', async () => {
    const { dispatchRequestId } = await book({ customerName: 'Ruth Lane', callerName: 'Lisa Lane' });
    expect(await names()).toEqual(['Lisa Lane']);
    expect(await service().requests.get(dispatchRequestId)).toMatchObject({
      customer: { name: 'Ruth Lane' },
    });
  });

  it('is read from a record that has one name only', async () => {
    await book();
    const { document, tableName } = service().table;
    const { UpdateCommand } = await import('@aws-sdk/lib-dynamodb');
    await document.send(
      new UpdateCommand({
        TableName: tableName,
        Key: { pk: `CUSTOMER#acme-hvac#${PHONE}`, sk: 'CUSTOMER' },
        UpdateExpression: 'REMOVE #person',
        ExpressionAttributeNames: { '#person': 'person:dana' },
      }),
    );
    expect(await names()).toEqual([]);
    expect(await greeted()).toEqual({ customer_first_name: 'Dana', people: '' });
    await book({ date: '2026-06-11', customerName: 'Robert Miller' });
    expect(await greeted()).toEqual({ customer_first_name: '', people: 'Dana, Robert' });
  });
});
