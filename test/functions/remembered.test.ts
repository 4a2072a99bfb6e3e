import { describe, expect, it } from '@jest/globals';
import { MINUTE_MS } from '../../lib/scheduling/time.ts';
import { accountDocument, booking } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const rules = accountDocument().booking;
/** A company that must know the postal code before it offers a time. */
const document = () =>
  accountDocument({
    booking: { ...rules, hold: { seconds: 300, perNumber: 2 } },
    serviceAreas: [{ id: 'city', name: 'the city', zips: ['10001', '10002'] }],
    outsideArea: 'refuse',
  });
const service = servicePerTest(document);
const call = (name: string, args: object = {}, over: object = {}) =>
  service().call(name, { ...args }, { ...over });
const day = { date: '2026-06-10', serviceType: 'AC Repair' };
const nine = { ...day, time: '09:00' };
const hidden = { call_id: 'call_hidden', from_number: 'anonymous' };
const request = async (id: string) => await service().requests.get(id);

describe('what one function of a call was told, the next one knows:', () => {
  it('a postal code is asked for once', async () => {
    expect(await call('hold_time', nine)).toMatchObject({ missing: ['zip'] });
    expect(await call('check_availability', { ...day, zip: '10001' })).toMatchObject({
      offered: [{}, {}, {}],
    });
    expect(await call('check_availability', day)).toMatchObject({ offered: [{}, {}, {}] });
    expect(await call('hold_time', nine)).toMatchObject({ held: true });
    const { dispatchRequestId } = await call('book_job', booking({ address: '12 Oak Street' }));
    expect(await request(dispatchRequestId)).toMatchObject({
      customer: { address: '12 Oak Street', zip: '10001' },
    });
  });

  it('name and address from holding, and the held time, for the booking', async () => {
    await call('hold_time', { ...nine, customerName: 'Dana Miller', address: '12 Oak Street', zip: '10001' });
    const booked = await call('book_job', {});
    expect(booked).toMatchObject({ confirmed: true, date: '2026-06-10', start: '09:00' });
    expect(await request(booked.dispatchRequestId)).toMatchObject({
      serviceType: 'AC Repair',
      customer: { name: 'Dana Miller', phone: '+12125550123', address: '12 Oak Street', zip: '10001' },
    });
  });

  it('the number of a caller who withholds theirs, within the call only', async () => {
    const person = { customerName: 'Dana Miller', customerPhone: '212 555 0177', zip: '10001' };
    await call('create_customer', person, hidden);
    const rest = { ...nine, address: '12 Oak Street' };
    expect(await call('book_job', rest, { ...hidden, call_id: 'call_other' })).toMatchObject({
      missing: ['customerName', 'customerPhone', 'zip'],
    });
    const { dispatchRequestId } = await call('book_job', rest, hidden);
    expect(await request(dispatchRequestId)).toMatchObject({
      customer: { name: 'Dana Miller', phone: '+12125550177' },
    });
  });

  it('corrections replace it, and arguments win over it', async () => {
    await call('hold_time', { ...nine, customerName: 'Dana Miler', address: '1 Elm Street', zip: '10001' });
    await call('hold_time', { ...nine, customerName: 'Dana Miller', address: '12 Oak Street', zip: '10002' });
    const { dispatchRequestId } = await call('book_job', {
      ...nine,
      time: '13:00',
      customerName: 'Dana K Miller',
    });
    expect(await request(dispatchRequestId)).toMatchObject({
      appointment: { minute: 13 * 60 },
      customer: { name: 'Dana K Miller', address: '12 Oak Street', zip: '10002' },
    });
  });

  it('no part of one address completes another', async () => {
    await call('hold_time', { ...nine, address: '1 Elm Street', city: 'Troy', gateCode: '77', zip: '10001' });
    service().clock.now += MINUTE_MS;
    await call('check_availability', { ...day, zip: '10002' });
    const { dispatchRequestId } = await call('book_job', booking({ address: '12 Oak Street' }));
    const { customer = {} } = (await request(dispatchRequestId)) ?? {};
    expect(customer).toMatchObject({ address: '12 Oak Street', zip: '10002' });
    expect([customer.city, customer.gateCode]).toEqual([undefined, undefined]);
  });

  it.each([
    ['another number', { call_id: 'call_1', from_number: '+12125550199' }],
    ['another call', { call_id: 'call_2' }],
  ])('but not for %s', async (_, over) => {
    await call('check_availability', { ...day, zip: '10001' });
    expect(await call('hold_time', nine, over)).toMatchObject({ missing: ['zip'] });
  });

  it('what was said about a visit that the call canceled, for another one of the service', async () => {
    const said = { notes: 'The fan squeals.', customerName: 'Dana Miller', zip: '10001' };
    const earlier = await call('book_job', { ...nine, ...said });
    const later = { call_id: 'call_later' };
    await call('cancel_job', { dispatchRequestId: earlier.dispatchRequestId }, later);
    const again = { customerName: 'Dana Miller', zip: '10001' };
    const other = await call('book_job', { ...nine, ...again, serviceType: 'Heating Repair' }, later);
    expect((await request(other.dispatchRequestId))?.notes).toBeUndefined();
    const atOne = { ...nine, ...again, time: '13:00', notes: 'The gate sticks.' };
    const { dispatchRequestId } = await call('book_job', atOne, later);
    expect(await request(dispatchRequestId)).toMatchObject({
      notes: 'The fan squeals.\nThe gate sticks.',
    });
  });

  it('for two hours', async () => {
    await call('check_availability', { ...day, zip: '10001' });
    service().clock.now += 121 * MINUTE_MS;
    expect(await call('hold_time', nine)).toMatchObject({ missing: ['zip'] });
    const [item] = await memories();
    expect(item?.expiresAt).toBeLessThan(service().clock.now / 1000);
  });
});

async function memories(): Promise<readonly Record<string, unknown>[]> {
  const { ScanCommand } = await import('@aws-sdk/lib-dynamodb');
  const { document: client, tableName } = service().table;
  const { Items = [] } = await client.send(new ScanCommand({ TableName: tableName }));
  return Items.filter(({ pk }) => String(pk).startsWith('MEMORY#'));
}

it('the last search is kept as it was asked for', async () => {
  await call('check_availability', { ...day, zip: '10001', preferredTime: 'after 3', technician: 'Ana' });
  expect(await memories()).toMatchObject([
    {
      look: {
        date: '2026-06-10',
        serviceType: 'AC Repair',
        preferredTime: 'after 3',
        technician: 'Ana',
        zip: '10001',
      },
    },
  ]);
});

it('a memory that fails changes no answer and is counted', async () => {
  const { deps } = service().container();
  const fails = () => Promise.reject(new Error('down'));
  const { callContext, answerCall } = await import('../../lib/voice/answer-call.ts');
  void callContext;
  const account = await deps.accounts.byOrigin('voiceone', 'agent_acme');
  if (account === undefined) throw new Error('The account is stored');
  let faults = 0;
  const failing = {
    ...deps,
    memory: { ...deps.memory, get: fails, tell: fails },
    onMemoryFault: () => faults++,
  };
  const request = {
    startedAt: service().clock.now,
    deadline: service().clock.now + 2_000,
    bodyDigest: () => 'b',
  };
  const args = booking({ zip: '10001', address: '12 Oak Street' });
  const spoken = { callId: 'call_1', agentIds: [], caller: '+12125550123' };
  const { result } = await answerCall(
    account,
    'voiceone',
    spoken,
    { name: 'book_job', args },
    request,
    failing,
  );
  expect(result).toMatchObject({ confirmed: true });
  expect(faults).toBeGreaterThan(0);
});
