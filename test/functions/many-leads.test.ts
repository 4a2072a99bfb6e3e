import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from '@jest/globals';
import { contactEntries, customDataEntries } from '../../lib/adapters/crm/payload.ts';
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

const wide = (length: number) => '\u6f22'.repeat(length);
const wideTexts = (names: readonly string[], length: number) =>
  Object.fromEntries(names.map((name) => [name, wide(length)]));

/** The largest form that is accepted, in bytes: three for each character, and 2,000 of them in a field. */
async function widestLead(
  index: number,
  serviceRequested = `${index}${wide(195)}`,
  length = 2_000,
): Promise<void> {
  const others = Array.from({ length: 20 }, (_, other) => [`${other}${wide(58)}`, wide(200)]);
  const { status } = await service().send('crm', {
    type: 'WorkflowWebhook',
    locationId: 'loc_acme',
    contact: { ...wideTexts(Object.keys(contactEntries), length), id: `contact_${index}`, phone: PHONE },
    customData: {
      ...wideTexts(Object.keys(customDataEntries), length),
      ...Object.fromEntries(others),
      ...{ serviceRequested, notes: `${index}${wide(5_000)}` },
    },
  });
  expect(status).toBe(202);
  service().clock.now += 1000;
}

it('a number whose forms are as large as can be is looked up in half a megabyte, and can book', async () => {
  for (let index = 0; index < 40; index++) await widestLead(index);
  const { read, found } = await lookedUp();
  expect(read).toBeGreaterThan(300_000);
  expect(read).toBeLessThan(500_000);
  expect(found.openRequests).not.toEqual([]);
  const booked = await service().call('book_job', booking({ customerPhone: undefined }), from);
  expect(booked).toMatchObject({ confirmed: true });
});

/** From now on, appointments take up later leads of the day. */
async function addLeadsToAppointments(): Promise<void> {
  await service().accounts.put(accountDocument({ origins, merge: { leadDays: 14, afterBookingHours: 24 } }));
  // Handlers keep an account for minutes.
  service().clock.now += 10 * 60_000;
}

it('a number with large appointments, too, hears of the next ones, in less than a megabyte', async () => {
  await addLeadsToAppointments();
  const dates = ['2026-06-08', '2026-06-09', '2026-06-10', '2026-06-11', '2026-06-12'];
  for (const [index, date] of dates.entries()) {
    const call = { from_number: PHONE, call_id: `call_${date}` };
    const said = booking({ notes: wide(2_000), date, customerPhone: undefined, additionalVisit: true });
    const { confirmed, dispatchRequestId } = await service().call('book_job', said, call);
    expect(confirmed).toBe(true);
    await widestLead(index, 'AC Repair', 200);
    expect((await service().requests.get(dispatchRequestId))?.merged).toHaveLength(1);
  }
  for (let index = 5; index < 30; index++) await widestLead(index);
  const { read, found } = await lookedUp();
  expect(found.upcoming.slice(0, 4)).toMatchObject(dates.slice(0, 4).map((date) => ({ date })));
  expect(read).toBeLessThan(1_000_000);
});

it('the board shows each of several appointments of a number once', async () => {
  const dates = ['2026-06-08', '2026-06-09', '2026-06-10', '2026-06-11', '2026-06-12'];
  for (const date of dates) {
    const said = booking({ date, customerPhone: undefined, additionalVisit: true });
    await service().call('book_job', said, { from_number: PHONE, call_id: `call_${date}` });
  }
  const { body } = await boardOf(service()).get(`/customers?phone=${encodeURIComponent(PHONE)}`);
  expect(body.requests).toHaveLength(dates.length);
});

it('a form that is too large to be split off again is a note of its appointment', async () => {
  await addLeadsToAppointments();
  const said = booking({ customerPhone: undefined });
  const { dispatchRequestId } = await service().call('book_job', said, from);
  await widestLead(0, 'AC Repair');
  const stored = await service().requests.get(dispatchRequestId);
  expect(stored?.leadNotes).toMatch(/^From a lead of 2026-06-01/);
  expect(stored?.merged).toBeUndefined();
});
