import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from '@jest/globals';
import { boardOf } from './board-fixture.ts';
import { accountDocument, booking } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const PHONE = '+12125550110';
const called = '+12125550100';
const origins = { crm: ['loc_acme'], voiceone: ['agent_acme'], voicetwo: ['asst_acme'], numbers: [called] };
const service = servicePerTest(() =>
  accountDocument({ origins, merge: { leadDays: 14, afterBookingHours: 0 } }),
);

const text = (length: number) => 'form '.repeat(length / 5);

async function lead(index: number): Promise<string> {
  const person = { firstName: text(300), lastName: text(300), email: 'a@example.com' };
  const { body } = await service().send('crm', {
    type: 'WorkflowWebhook',
    locationId: 'loc_acme',
    contact: { id: `contact_${index}`, phone: PHONE, ...person },
    customData: { serviceRequested: index % 2 ? 'AC Repair' : text(195), notes: `${index} ${text(4900)}` },
  });
  service().clock.now += 1000;
  return body.dispatchRequestId;
}

/** Leads that were stored before a number could have only 20 open ones: copies of one. Returns their ids, oldest first. */
async function manyLeads(count: number): Promise<readonly string[]> {
  const [first] = await service().items(`REQUEST#${await lead(0)}`);
  const { document, tableName } = service().table;
  const copies = Array.from({ length: count }, (_, index) => {
    const dispatchRequestId = `dr_${String(index).padStart(20, '0')}`;
    const createdAt = new Date(service().clock.now + index).toISOString();
    const at = { createdAt, startsAt: `open#${createdAt}`, queueOrder: `${first?.queueOrder}${index}` };
    // Only the newest are read, and large.
    const notes = index < count - 60 ? 'Form' : first?.notes;
    return { ...first, ...at, notes, pk: `REQUEST#${dispatchRequestId}`, dispatchRequestId };
  });
  for (let from = 0; from < copies.length; from += 25) {
    const puts = copies.slice(from, from + 25).map((Item) => ({ PutRequest: { Item } }));
    await document.send(new BatchWriteCommand({ RequestItems: { [tableName]: puts } }));
  }
  service().clock.now += count;
  return copies.map(({ dispatchRequestId }) => dispatchRequestId);
}

const from = { from_number: PHONE, call_id: 'call_1' };

/** What the number hears, and how many bytes the database answers with for it, as JSON in UTF-8. */
async function lookedUp() {
  const { middlewareStack } = service().table.document;
  let read = 0;
  middlewareStack.add(
    (next) => async (args) => {
      const done = await next(args);
      read += Buffer.byteLength(JSON.stringify(done.output));
      return done;
    },
    { step: 'initialize', name: 'size' },
  );
  const found = await service().call('lookup_customer', {}, from);
  middlewareStack.remove('size');
  return { found, read };
}

it('the board answers with hundreds of leads of a number', async () => {
  await manyLeads(400);
  const board = boardOf(service());
  for (const path of ['/queue', `/customers?phone=${encodeURIComponent(PHONE)}`]) {
    const { status, body } = await board.get(path);
    expect({ path, status }).toEqual({ path, status: 200 });
    expect(JSON.stringify(body).length).toBeLessThan(1_000_000);
  }
});

it('a number with many leads hears of the five newest, in a short answer, and can book', async () => {
  const { dispatchRequestId } = await service().call(
    'book_job',
    booking({ customerPhone: undefined, date: '2026-06-11' }),
    { from_number: PHONE, call_id: 'call_0' },
  );
  const ids = await manyLeads(400);
  const { read, found } = await lookedUp();
  expect(read).toBeLessThan(500_000);
  expect(JSON.stringify(found).length).toBeLessThan(15_000);
  expect(found.openRequests.map((one: { dispatchRequestId: string }) => one.dispatchRequestId)).toEqual(
    ids.slice(-5).toReversed(),
  );
  expect(found.upcoming).toMatchObject([{ dispatchRequestId }]);
  const args = booking({ customerPhone: undefined });
  expect(await service().call('book_job', args, from)).toMatchObject({ confirmed: true });
});

it('a number whose forms are as large as can be is looked up in half a megabyte, and can book', async () => {
  const wide = (length: number) => '\u6f22'.repeat(length);
  for (let index = 0; index < 40; index++) {
    const { status } = await service().send('crm', {
      type: 'WorkflowWebhook',
      locationId: 'loc_acme',
      contact: {
        id: `contact_${index}`,
        phone: PHONE,
        firstName: wide(195),
        lastName: wide(195),
        email: wide(195),
      },
      customData: {
        ...{
          serviceRequested: `${index}${wide(195)}`,
          notes: `${index}${wide(4_900)}`,
          address: wide(195),
        },
        ...{
          city: wide(195),
          preferredDate: wide(195),
          preferredTime: wide(195),
          urgency: wide(195),
        },
      },
    });
    expect(status).toBe(202);
    service().clock.now += 1000;
  }
  const { read } = await lookedUp();
  expect(read).toBeGreaterThan(50_000);
  expect(read).toBeLessThan(500_000);
  const booked = await service().call('book_job', booking({ customerPhone: undefined }), from);
  expect(booked).toMatchObject({ confirmed: true });
});
