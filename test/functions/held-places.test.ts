import { describe, expect, it } from '@jest/globals';
import { accountDocument, booking, technicians } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const serviceAreas = [
  { id: 'center', name: 'Downtown', zips: ['10001', '10002'], technicianIds: ['ana'] },
  { id: 'river', name: 'Riverside', zips: ['112*'], technicianIds: ['ben'] },
];
const rules = { ...accountDocument().booking, hold: { seconds: 180, perNumber: 2 } };
const account = (over: object = {}) =>
  accountDocument({ booking: rules, serviceAreas, technicians, outsideArea: 'refuse', ...over });
const nine = { date: '2026-06-10', time: '09:00', serviceType: 'AC Repair' };

const service = servicePerTest(() => account());
const hold = (args: object = {}, over: object = {}) =>
  service().call('hold_time', { ...nine, ...args }, { ...over });
/** Told in an earlier call, because a call remembers the place that it was told. */
const live = (zip: string, address: string) =>
  service().call('create_customer', { customerName: 'Dana Miller', address, zip }, { call_id: 'call_0' });

describe('the place of a held time', () => {
  it('is asked for if it decides who comes', async () => {
    expect(await hold()).toMatchObject({
      held: false,
      missing: ['zip'],
      message: "What's the zip code there?",
    });
    expect(await hold({ zip: '11201' })).toMatchObject({ held: true, technician: 'Ben' });
    expect(await hold({ zip: '10001' })).toMatchObject({ held: true, technician: 'Ana' });
    expect(await hold({ zip: '90210' })).toMatchObject({ held: false, reason: 'outside_area' });
  });

  it("is the caller's only site, as in availability, unless they name another", async () => {
    await live('11201', '1 River Street');
    const { availableSlots } = await service().call('check_availability', { ...nine, time: '' });
    expect(availableSlots[0]).toMatchObject({ technician: 'Ben' });
    expect(await hold()).toMatchObject({ held: true, technician: 'Ben' });
    expect(await hold({ zip: '10001' })).toMatchObject({ held: true, technician: 'Ana' });
  });

  it('is asked for if the caller has sites in several places', async () => {
    await live('11201', '1 River Street');
    await live('10001', '2 Main Street');
    expect(await hold()).toMatchObject({ held: false, missing: ['zip'] });
  });

  it("is that of the call's own visit", async () => {
    const other = { from_number: '+12125550177' };
    const visit = booking({ zip: '11201', address: '1 River Street', customerPhone: '+12125550177' });
    expect(await service().call('book_job', visit, other)).toMatchObject({ confirmed: true });
    expect(await hold({ time: '13:00' }, other)).toMatchObject({ held: true, technician: 'Ben' });
  });

  it('is not asked for if nothing depends on it, as in availability', async () => {
    const everywhere = serviceAreas.map(({ technicianIds: _, ...area }) => area);
    await service().accounts.put(account({ serviceAreas: everywhere, outsideArea: undefined }));
    const { call } = service().container();
    expect((await call('check_availability', nine)).availableSlots).not.toEqual([]);
    expect(await call('hold_time', nine)).toMatchObject({ held: true });
  });
});
