import { describe, expect, it } from '@jest/globals';
import { HOUR_MS, MINUTE_MS } from '../../lib/scheduling/time.ts';
import { cliOf } from '../cli/run-cli.ts';
import { accountDocument, booking } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

// The number of a call can be forged, and a technician may be about to come.

const service = servicePerTest(() => accountDocument());
const start = Date.UTC(2026, 5, 10, 13);

const own = { address: '9 Oak Avenue', city: 'New York', zip: '10011', email: 'dana@example.com' };
const other = { address: '66 Elsewhere Road', zip: '10701', email: 'm@example.com', customerName: 'Mallory' };
const told = { ...other, gateCode: '4711', notes: 'Ring twice.' };
const left =
  'A caller asks to change:\nname: Mallory\nemail: m@example.com\naddress: 66 Elsewhere Road\nzip: 10701';
const leftGate = `${left}\ngateCode: 4711`;

/** A visit of an earlier call, in a status and so long before its start. */
async function visit(statuses: readonly ('dispatched' | 'en_route' | 'in_progress')[], before: number) {
  const { dispatchRequestId } = await service().call('book_job', booking(own), { call_id: 'call_0' });
  for (const to of statuses) await service().change(dispatchRequestId, { to });
  service().clock.now = start - before;
  return dispatchRequestId;
}
const update = (args: Record<string, unknown>) =>
  service().call('update_job', args, { call_id: 'call_later' });

describe('name, address and e-mail of a visit', () => {
  it.each([
    ['within the notice', [], 119 * MINUTE_MS],
    ['given to the technician for today', ['dispatched'], 5 * HOUR_MS],
    ['with the technician on the way', ['dispatched', 'en_route'], 5 * HOUR_MS],
    ['with the technician there', ['dispatched', 'in_progress'], 30 * MINUTE_MS],
  ] as const)('are left to the office %s', async (_, statuses, before) => {
    const id = await visit(statuses, before);
    expect(await update(told)).toMatchObject({
      updated: true,
      message: expect.stringContaining('the office'),
    });
    const request = await service().requests.get(id);
    expect(request?.customer.gateCode).toBeUndefined();
    expect(request).toMatchObject({
      customer: { name: 'Dana Miller', ...own },
      notes: `${leftGate}\nRing twice.`,
      needsReview: expect.arrayContaining(['contact']),
    });
    const [customer] = await service().items('CUSTOMER#acme-hvac#+12125550123');
    expect(JSON.stringify(customer)).not.toMatch(/Elsewhere|Mallory|m@example/);
  });

  it.each([
    ['in a later call before the notice', [], 2 * HOUR_MS],
    ['of a visit that is dispatched for another day', ['dispatched'], 30 * HOUR_MS],
  ] as const)('are changed %s, and the history has what they were', async (_, statuses, before) => {
    const id = await visit(statuses, before);
    expect(await update(told)).toMatchObject({ updated: true });
    const request = await service().requests.get(id);
    expect(request?.customer).toMatchObject({ name: 'Mallory', address: '66 Elsewhere Road' });
    const why = request?.history.at(-1)?.why;
    for (const was of ['Dana Miller', '9 Oak Avenue', '10011', 'dana@example.com'])
      expect(why).toContain(`(was ${was})`);
  });

  it('are left to the office by a booking for the same start, too', async () => {
    const id = await visit([], 100 * MINUTE_MS);
    const again = booking({ ...other, additionalVisit: false });
    const answer = await service().call('book_job', again, { call_id: 'call_later' });
    expect(answer).toMatchObject({
      ...{ confirmed: true, dispatchRequestId: id },
      message:
        "You're already booked for AC Repair at Oak Avenue today, Wednesday, June 10 at 9 AM with Ana. I've noted the other address for the office to check.",
    });
    const [customer] = await service().items('CUSTOMER#acme-hvac#+12125550123');
    expect(JSON.stringify(customer)).not.toMatch(/Elsewhere|Mallory|m@example/);
    expect(await service().requests.get(id)).toMatchObject({
      customer: { name: 'Dana Miller', ...own },
      notes: left,
      needsReview: ['contact'],
    });
  });

  it('are changed by a booking for the same start before the notice, and the street is said', async () => {
    const id = await visit([], 3 * HOUR_MS);
    const again = booking({ ...other, additionalVisit: false });
    const answer = await service().call('book_job', again, { call_id: 'call_later' });
    expect(answer).toMatchObject({
      ...{ confirmed: true, dispatchRequestId: id },
      message: expect.stringContaining('AC Repair at Elsewhere Road today, Wednesday'),
    });
    const request = await service().requests.get(id);
    const { city, ...place } = request?.customer ?? {};
    expect(place).toMatchObject({ name: 'Mallory', address: '66 Elsewhere Road', zip: '10701' });
    expect(city).toBeUndefined();
    expect(request?.history.at(-1)?.why).toContain('address (was 9 Oak Avenue)');
  });

  it('leave a trace of the name that the record had', async () => {
    await visit([], 3 * HOUR_MS);
    await update({ customerName: 'Dana Muller' });
    const record = () => service().items('CUSTOMER#acme-hvac#+12125550123');
    expect(await record()).toMatchObject([{ name: 'Dana Muller', formerName: 'Dana Miller' }]);
    await service().call('create_customer', { customerName: 'Dana Jones' }, { call_id: 'call_new' });
    expect(await record()).toMatchObject([{ name: 'Dana Jones', formerName: 'Dana Muller' }]);
    const show = ['customers', 'show', '--account', 'acme-hvac', '--phone', '+12125550123'];
    expect((await cliOf(service()).run(...show)).out).toMatch(/│ former name +│ Dana Muller +│/);
    await service().call('book_job', booking({ customerName: 'Dana Jones', date: '2026-06-11' }));
    expect(await record()).toMatchObject([{ name: 'Dana Jones', formerName: 'Dana Muller' }]);
  });

  it('leave a trace of the e-mail address that the record had', async () => {
    await visit([], 100 * MINUTE_MS);
    const told = { customerName: 'Dana Miller', email: 'm@example.com' };
    await service().call('create_customer', told, { call_id: 'call_new' });
    const changed = { email: 'm@example.com', formerEmail: 'dana@example.com' };
    expect(await service().items('CUSTOMER#acme-hvac#+12125550123')).toMatchObject([changed]);
    const show = ['customers', 'show', '--account', 'acme-hvac', '--phone', '+12125550123'];
    expect((await cliOf(service()).run(...show)).out).toMatch(/│ former email +│ dana@example\.com +│/);
  });

  it('are changed by the call that booked it', async () => {
    const id = await visit([], 100 * MINUTE_MS);
    await service().call('update_job', other, { call_id: 'call_0' });
    expect((await service().requests.get(id))?.customer).toMatchObject({ name: 'Mallory' });
  });

  it('are left to the office with the gate code, which may be all that a technician has', async () => {
    const { dispatchRequestId } = await service().call('book_job', booking({ ...own, gateCode: '1234' }), {
      call_id: 'call_0',
    });
    service().clock.now = start - 10 * MINUTE_MS;
    expect(await update({ gateCode: '9999' })).toMatchObject({
      updated: true,
      message: expect.stringContaining('the office'),
    });
    expect(await service().requests.get(dispatchRequestId)).toMatchObject({
      ...{ customer: { gateCode: '1234' }, notes: 'A caller asks to change:\ngateCode: 9999' },
      needsReview: expect.arrayContaining(['contact']),
    });
  });

  it.each([
    ['a street', { address: '9 Oak Avenue' }, { city: 'Yonkers', state: 'NY', zip: '10701' }],
    ['a postal code', { zip: '10011' }, { address: '66 Elsewhere Road', zip: '10701' }],
  ])('never mix two places where the visit has only %s', async (_, has, said) => {
    const { dispatchRequestId } = await service().call('book_job', booking(has), { call_id: 'call_0' });
    service().clock.now = start - 10 * MINUTE_MS;
    const answer = await update(said);
    expect(answer).toMatchObject({ updated: true, message: expect.stringContaining('the office') });
    const request = await service().requests.get(dispatchRequestId);
    const { name, phone, ...place } = request?.customer ?? {};
    expect(place).toEqual(has);
    expect(request?.needsReview).toContain('contact');
    for (const part of Object.values(said)) expect(request?.notes).toContain(part);
  });

  it('are answered alike when they are said again', async () => {
    await visit([], 100 * MINUTE_MS);
    const first = await update(told);
    expect(first).toMatchObject({ message: expect.stringContaining('the office') });
    expect(await update(told)).toEqual(first);
    expect(await service().call('update_job', told, { call_id: 'call_third' })).toEqual(first);
  });

  it('are stored where the visit had none', async () => {
    const { dispatchRequestId } = await service().call('book_job', booking(), { call_id: 'call_0' });
    service().clock.now = start - 10 * MINUTE_MS;
    await update({ address: '9 Oak Avenue' });
    expect((await service().requests.get(dispatchRequestId))?.customer.address).toBe('9 Oak Avenue');
  });
});
