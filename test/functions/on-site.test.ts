import { describe, expect, it } from '@jest/globals';
import { cliOf } from '../cli/run-cli.ts';
import { accountDocument, booking } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const service = servicePerTest(() =>
  accountDocument({ fees: [{ id: 'visit', says: 'a visit fee of 89 dollars' }] }),
);
const TENANT = '+12125550188';
const landlord = { call_id: 'call_1' };
const tenant = { call_id: 'call_2', from_number: TENANT };
const onSite = { onSiteName: 'Tara Quinn', onSitePhone: '212 555 0188', onSiteMayChange: true };
const call = (name: string, args: object, over: object) => service().call(name, { ...args }, { ...over });
const book = (over: object = {}) =>
  call('book_job', booking({ address: '7 Oak Street', ...onSite, ...over }), landlord);
const request = (id: string) => service().requests.get(id);
const later = { date: '2026-06-11', time: '13:00' };

describe('the person on site', () => {
  it('is stored with the visit, and shown to people', async () => {
    const { dispatchRequestId: id } = await book();
    expect(await request(id)).toMatchObject({
      customer: { name: 'Dana Miller', phone: '+12125550123' },
      onSite: { name: 'Tara Quinn', phone: TENANT, mayChange: true },
    });
    const shown = await cliOf(service()).run('requests', 'show', id);
    expect(shown.out).toMatch(/on site.*Tara Quinn, \+12125550188, may move the visit/);
  });

  it('is named in the answer to the booking', async () => {
    expect((await book()).message).toBe(
      "You're booked for AC Repair on Wednesday, June 10 at 9 AM with Ana. There's a visit fee of 89 dollars. Tara Quinn is the contact there, and may move it, too.",
    );
    const other = { call_id: 'call_3' };
    const args = {
      ...booking({ date: '2026-06-12', address: '7 Oak Street', onSiteName: 'Sam' }),
      ...{ additionalVisit: true },
    };
    expect((await call('book_job', args, other)).message).toContain('Sam is the contact there.');
  });

  it('may ask about the visit and move it, and the customer hears where it stands', async () => {
    const { dispatchRequestId: id } = await book();
    const asked = await call('lookup_customer', {}, tenant);
    expect(asked).toMatchObject({ found: true, upcoming: [{ dispatchRequestId: id, street: 'Oak Street' }] });
    expect(JSON.stringify(asked)).not.toMatch(/Dana|Miller|0123|89/);
    const moved = await call('reschedule_job', later, tenant);
    expect(moved).toMatchObject({ confirmed: true, dispatchRequestId: id, date: '2026-06-11' });
    expect(JSON.stringify(moved)).not.toMatch(/Dana|Miller|0123|89 dollars/);
    expect((await request(id))?.history.at(-1)).toMatchObject({ by: 'on_site' });
    expect(await call('lookup_customer', {}, { call_id: 'call_3' })).toMatchObject({
      upcoming: [{ date: '2026-06-11', time: '1:00 PM' }],
    });
    const items = await service().items(`REQUEST#${id}`);
    expect(items).toMatchObject([{ events: ['dispatch-request.moved'] }]);
  });

  it('may add notes, but corrects nothing about the customer and cancels nothing', async () => {
    const { dispatchRequestId: id } = await book();
    const told = { notes: 'Ring twice', customerName: 'Tara Quinn', address: '9 Elm Street' };
    expect(await call('update_job', told, tenant)).toMatchObject({ updated: true });
    expect(await call('cancel_job', {}, tenant)).toMatchObject({ canceled: false, reason: 'needs_human' });
    expect(await request(id)).toMatchObject({
      status: 'scheduled',
      notes: expect.stringContaining('Ring twice'),
      customer: { name: 'Dana Miller', address: '7 Oak Street' },
    });
  });

  it.each([
    ['unless the customer allowed it', { onSiteMayChange: undefined }, tenant],
    ['from another number', {}, { ...tenant, from_number: '+12125550199' }],
    ['from a hidden number', {}, { ...tenant, from_number: 'anonymous' }],
  ])('sees and moves nothing %s', async (_, over, caller) => {
    const { dispatchRequestId } = await book(over);
    expect(await call('lookup_customer', {}, caller)).toMatchObject({ found: false });
    expect(await call('reschedule_job', { ...later, dispatchRequestId }, caller)).toMatchObject({
      reason: 'no_appointment',
    });
  });

  it('sees no other visit of the customer', async () => {
    const { dispatchRequestId } = await book();
    await call('book_job', booking({ date: '2026-06-12' }), { call_id: 'call_4' });
    const { upcoming } = await call('lookup_customer', {}, tenant);
    expect(upcoming).toMatchObject([{ dispatchRequestId }]);
  });

  it('can be named later, and replaced', async () => {
    const { dispatchRequestId: id } = await call('book_job', booking(), landlord);
    expect(await call('update_job', onSite, landlord)).toMatchObject({ updated: true });
    expect(await request(id)).toMatchObject({ onSite: { name: 'Tara Quinn', phone: TENANT } });
    expect((await service().items(`REQUEST#${id}`))[0]?.events).toEqual(['dispatch-request.scheduled']);
    await call('update_job', { onSiteName: 'Sam Roe' }, landlord);
    expect((await request(id))?.onSite).toEqual({ name: 'Sam Roe' });
  });

  it('is erased with either person', async () => {
    const { dispatchRequestId: id } = await book();
    const erase = (phone: string) =>
      cliOf(service()).run(
        'customers',
        'delete',
        '--account',
        'acme-hvac',
        '--phone',
        phone,
        '--keep-visits',
        '--yes',
      );
    await erase(TENANT);
    expect((await request(id))?.onSite).toBeUndefined();
    expect(await request(id)).toMatchObject({ customer: { name: 'Dana Miller' } });
    await call('update_job', onSite, landlord);
    await erase('+12125550123');
    expect((await request(id))?.onSite).toBeUndefined();
  });
});
