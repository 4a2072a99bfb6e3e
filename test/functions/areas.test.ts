import { afterEach, describe, expect, it } from '@jest/globals';
import { accountDocument, booking, type Service, startService, technicians } from './service.ts';

const serviceAreas = [
  { id: 'center', name: 'Downtown', zips: ['10001', '10002'] },
  {
    id: 'river',
    name: 'Riverside',
    zips: ['112*'],
    serviceTypeIds: ['ac-repair'],
    weekdays: ['tuesday', 'thursday'],
    technicianIds: ['ben'],
  },
];
const account = (over: object = {}) =>
  accountDocument({ serviceAreas, technicians, outsideArea: 'refuse', ...over });
const asked = { date: '2026-06-10', serviceType: 'AC Repair' };
const times = (answer: { availableSlots: readonly { time: string; technician: string }[] }) =>
  answer.availableSlots.map(({ time, technician }) => `${time} ${technician}`);

describe('areas', () => {
  let service: Service;
  afterEach(() => service.stop());
  const stored = async () => await service.requests.list('acme-hvac');

  it('refuse a place again to a late repeat, without denying what was booked since', async () => {
    service = await startService(account());
    const outside = booking({ zip: '99999' });
    const invoked = (id: string) => ({
      transcript_with_tool_calls: [{ role: 'tool_call_invocation', tool_call_id: id }],
    });
    const refused = await service.call('book_job', outside, invoked('tool_1'));
    expect(refused).toMatchObject({ confirmed: false, reason: 'outside_area' });
    expect(await service.call('book_job', outside, invoked('tool_1'))).toEqual(refused);
    const booked = await service.call('book_job', booking({ zip: '10001' }), invoked('tool_2'));
    expect(booked).toMatchObject({ confirmed: true });
    const again = await service.call('book_job', outside, invoked('tool_1'));
    expect(again).toEqual(refused);
    expect(again.message).not.toMatch(/booked/);
    expect(await service.requests.get(booked.dispatchRequestId)).toMatchObject({ status: 'scheduled' });
  });

  describe('in availability', () => {
    it('ask for a code once it matters, and use that of a known caller', async () => {
      service = await startService(account());
      expect(await service.call('check_availability', asked)).toMatchObject({
        reason: 'missing_argument',
        missing: ['zip'],
        message: "What's the zip code there?",
        availableSlots: [],
      });
      await service.call('create_customer', { customerName: 'Dana', address: '1 Main St', zip: '10001' });
      expect(times(await service.call('check_availability', asked))).not.toEqual([]);
    });

    it('need no code if every area allows the same', async () => {
      service = await startService(account({ outsideArea: undefined, serviceAreas: [serviceAreas[0]] }));
      expect(times(await service.call('check_availability', asked))).not.toEqual([]);
    });

    it('offer everybody who comes somewhere before the code is known, unless days depend on it', async () => {
      const [center, river] = serviceAreas;
      const over = {
        serviceAreas: [
          { ...center, technicianIds: ['ana'] },
          { ...river, weekdays: undefined },
        ],
      };
      service = await startService(account(over));
      const river9 = booking({ time: '09:00', zip: '11201', address: '2 River St' });
      await service.call('book_job', river9, { call_id: 'call_2', from_number: '+12125550177' });
      const answer = await service.call('check_availability', asked);
      expect(answer).toMatchObject({
        missing: ['zip'],
        nextStep: 'Ask for the zip code with the choice, and pass it when you hold or book.',
      });
      expect(times(answer)).toEqual(expect.arrayContaining(['9:00 AM Ana', '1:00 PM Ana']));
      expect(await service.call('book_job', booking())).toMatchObject({ confirmed: false, missing: ['zip'] });
      const there = await service.call('check_availability', { ...asked, zip: '11201' });
      expect(there).not.toHaveProperty('missing');
      expect(new Set(times(there).map((slot) => slot.split(' ').at(-1)))).toEqual(new Set(['Ben']));
    });

    it('say a fee before the code is known only if it is the same everywhere', async () => {
      const places = serviceAreas.map((area) => ({ ...area, weekdays: undefined }));
      const visit = { id: 'visit', says: 'an 89 dollar visit fee' };
      service = await startService(account({ serviceAreas: places, fees: [visit] }));
      expect(await service.call('check_availability', asked)).toMatchObject({ fee: visit.says });
      await service.stop();
      const bridge = { id: 'bridge', says: 'a 99 dollar visit fee', areaIds: ['river'] };
      service = await startService(account({ serviceAreas: places, fees: [visit, bridge] }));
      expect(await service.call('check_availability', asked)).not.toHaveProperty('fee');
    });

    it("use the code of the caller's visit for the service", async () => {
      service = await startService(account());
      await service.call('create_customer', { customerName: 'Dana', address: '1 Main St', zip: '10001' });
      const visit = { address: '2 River St', zip: '11201', date: '2026-06-11' };
      expect(await service.call('book_job', booking(visit))).toMatchObject({ confirmed: true });
      const next = await service.call('check_availability', asked, { call_id: 'call_2' });
      expect(next).toMatchObject({ reason: 'not_in_area', weekdays: ['Tuesday', 'Thursday'] });
    });

    it('limit technicians and weekdays', async () => {
      service = await startService(account());
      const thursday = await service.call('check_availability', {
        ...asked,
        date: '2026-06-11',
        zip: '11201',
      });
      expect(new Set(times(thursday).map((slot) => slot.split(' ').at(-1)))).toEqual(new Set(['Ben']));
      expect(await service.call('check_availability', { ...asked, zip: '11201-3344' })).toMatchObject({
        reason: 'not_in_area',
        weekdays: ['Tuesday', 'Thursday'],
        nextAvailable: { date: '2026-06-11' },
        message:
          'We only come to 11201 on Tuesdays and Thursdays. The next times are on Thursday, June 11 at 8 AM, 1 PM or 3 PM. Which works best for you?',
      });
      const range = await service.call('check_availability', { ...asked, date: 'next week', zip: '11201' });
      const dates = range.availableSlots.map(({ date }: { date: string }) => date);
      expect(new Set(dates)).toEqual(new Set(['2026-06-09', '2026-06-11']));
    });

    it('say that a place is not served and where the service is available', async () => {
      service = await startService(account());
      expect(await service.call('check_availability', { ...asked, zip: '90210' })).toMatchObject({
        reason: 'outside_area',
        message: "We don't come to 90210, so I can't book a visit there.",
        availableSlots: [],
      });
      expect(
        await service.call('check_availability', { ...asked, serviceType: 'furnace repair', zip: '11201' }),
      ).toMatchObject({
        reason: 'not_in_area',
        areas: ['Downtown'],
        message: "We don't do Heating Repair in 11201. We do it in Downtown.",
      });
      expect(await stored()).toEqual([]);
    });
  });

  describe('where nobody comes who does the service', () => {
    const skilled = account({
      serviceAreas: [
        serviceAreas[0],
        { id: 'river', name: 'Riverside', zips: ['112*'], technicianIds: ['ben'] },
      ],
      technicians: [{ ...technicians[0], skills: ['heat'] }, technicians[1]],
      serviceTypes: [
        { id: 'ac-repair', name: 'AC Repair', durationMinutes: 120 },
        { id: 'heating-repair', name: 'Heating Repair', durationMinutes: 60, skills: ['heat'] },
      ],
    });
    const heating = { serviceType: 'Heating Repair', zip: '11201' };

    it.each([{}, { date: '2026-06-10' }, { from: '2026-06-10', to: '2026-06-12' }, { technician: 'Ana' }])(
      'do not have it: %j',
      async (days) => {
        service = await startService(skilled);
        expect(await service.call('check_availability', { ...heating, ...days })).toMatchObject({
          reason: 'not_in_area',
          areas: ['Downtown'],
          message: "We don't do Heating Repair in 11201. We do it in Downtown.",
        });
      },
    );

    it('refuse to hold, book or move it', async () => {
      service = await startService({
        ...skilled,
        booking: { ...skilled.booking, hold: { seconds: 180, perNumber: 2 } },
      });
      const message = expect.stringMatching(/^We don't do Heating Repair in 11201\. /);
      const there = booking(heating);
      expect(await service.call('hold_time', there)).toMatchObject({ held: false, message });
      expect(await service.call('book_job', there)).toMatchObject({ confirmed: false, message });
    });
  });

  describe('in which a requested technician does not come', () => {
    const around = { ...asked, zip: '11201', date: '2026-06-11' };

    it.each([
      ['Ana', "Ana doesn't come to 11201."],
      ['anyone but Ben', 'Nobody else comes to 11201.'],
    ])('say so, and then when others come: %s', async (technician, why) => {
      const rules = { ...accountDocument().booking, hold: { seconds: 180, perNumber: 2 } };
      service = await startService(account({ booking: rules }));
      const one = await service.call('check_availability', { ...around, technician });
      expect(one.message).toBe(
        `${why} On Thursday, June 11 for AC Repair I can offer 8 AM, 1 PM or 3 PM. Which works best for you?`,
      );
      const earliest = await service.call('check_availability', { ...around, date: undefined, technician });
      expect(earliest.message).toMatch(`${why} The earliest is tomorrow, Tuesday, June 2 at 8 AM.`);
      const wednesday = await service.call('check_availability', {
        ...around,
        date: '2026-06-10',
        technician,
      });
      expect(wednesday.message).toMatch(`${why} We only come to 11201 on Tuesdays and Thursdays.`);
      const wanted = booking({ ...around, technician });
      const held = await service.call('hold_time', wanted);
      expect(held).toMatchObject({ held: false, reason: 'technician_not_in_area' });
      expect(held.message).toMatch(`${why} I can offer 9 AM`);
      await service.call('book_job', booking({ ...around, time: '13:00' }));
      const moved = await service.call('reschedule_job', { time: '09:00', technician });
      expect(moved).toMatchObject({ confirmed: false, reason: 'technician_not_in_area' });
      expect(moved.message).toMatch(`${why} Your appointment on Thursday, June 11 at 1 PM stays.`);
    });
  });

  describe('in booking', () => {
    it('need a code: the spoken one, else that of the known site', async () => {
      service = await startService(account());
      expect(await service.call('book_job', booking())).toMatchObject({
        confirmed: false,
        reason: 'missing_argument',
        missing: ['zip'],
      });
      expect(
        await service.call('book_job', booking({ customerName: undefined, date: undefined })),
      ).toMatchObject({
        missing: ['date', 'zip'],
      });
      await service.call('create_customer', { customerName: 'Dana', address: '1 Main St', zip: '10001' });
      expect(await service.call('book_job', booking())).toMatchObject({ confirmed: true });
      expect(await service.call('book_job', booking({ time: '13:00' }))).toMatchObject({ confirmed: true });
      expect(await stored()).toMatchObject([{ customer: { zip: '10001' }, needsReview: [] }]);
    });

    it('keep a request from outside the areas once per call, and book a corrected code on its own', async () => {
      service = await startService(account());
      const refused = await service.call('book_job', booking({ zip: '90210' }));
      expect(refused).toEqual({
        confirmed: false,
        reason: 'outside_area',
        message: "We don't come to 90210, so I can't book a visit there.",
        alternatives: [],
      });
      await service.call('book_job', booking({ zip: '90211', time: '10:00' }));
      expect(await stored()).toMatchObject([
        {
          status: 'declined',
          customer: { name: 'Dana Miller', zip: '90210' },
          serviceTypeId: 'ac-repair',
          preferredDate: '2026-06-10',
          preferredTime: '9:00 AM',
          history: [{ to: 'declined', by: 'caller', why: 'outside_area' }],
        },
      ]);
      expect(await service.call('book_job', booking({ zip: '10001' }))).toMatchObject({ confirmed: true });
      const statuses = (await stored()).map(({ status, version }) => `${status} ${version}`);
      expect(statuses.sort()).toEqual(['declined 1', 'scheduled 1']);
      const standing = await service.call('book_job', booking({ zip: '90210', time: '13:00' }));
      expect(standing.message).toBe(
        "We don't come to 90210, so I can't book a visit there. Your appointment on Wednesday, June 10 at 9 AM stays.",
      );
      expect(await stored()).toHaveLength(2);
    });

    it('never call a technician busy who does not come to the place', async () => {
      service = await startService(account());
      const wanted = booking({ date: '2026-06-11', zip: '11201', technician: 'Ana' });
      const { message, reason } = await service.call('book_job', wanted);
      expect(message).toMatch(/^Ana doesn't come to 11201\. I can offer 9 AM with Ben/);
      expect(reason).toBe('technician_not_in_area');
    });

    it('refuse the wrong weekday, with the right ones', async () => {
      service = await startService(account());
      const answer = await service.call('book_job', booking({ zip: '11201' }));
      expect(answer).toMatchObject({
        confirmed: false,
        reason: 'not_in_area',
        weekdays: ['Tuesday', 'Thursday'],
        alternatives: [{ date: '2026-06-11', technician: 'Ben' }, {}, {}],
      });
      expect(answer.message).toMatch(
        /^We only come to 11201 on Tuesdays and Thursdays\. I can offer Thursday/,
      );
      expect(await stored()).toEqual([]);
      const booked = await service.call('book_job', booking({ zip: '11201', date: '2026-06-11' }));
      expect(booked).toMatchObject({ confirmed: true, technician: 'Ben' });
      const moved = await service.call('reschedule_job', { date: '2026-06-12', time: '09:00' });
      expect(moved).toMatchObject({
        confirmed: false,
        reason: 'not_in_area',
        weekdays: ['Tuesday', 'Thursday'],
      });
    });

    it.each([
      ['four digits', '1001', ['zip'], '1001'],
      ['O for 0', '1OOO1', [], '10001'],
      ['digits in words', 'one zero zero oh one', [], '10001'],
      ['digits in groups', '100 0 1', [], '10001'],
      ['ZIP+4', '10001-1234', [], '10001-1234'],
    ])('understand %s', async (_, zip, needsReview, kept) => {
      service = await startService(account());
      expect(await service.call('book_job', booking({ zip, address: '1 Main St' }))).toMatchObject({
        confirmed: true,
      });
      expect(await stored()).toMatchObject([{ needsReview, customer: { zip: kept } }]);
    });

    it('flag places outside unless they are refused, and remove the flag with a corrected code', async () => {
      service = await startService(account({ outsideArea: 'review' }));
      const outside = booking({ zip: '90210', address: '1 Main St' });
      expect(await service.call('book_job', outside)).toMatchObject({ confirmed: true });
      expect(await stored()).toMatchObject([{ needsReview: ['area'] }]);
      await service.call('book_job', { ...outside, zip: '10001', time: '13:00' });
      expect(await stored()).toMatchObject([{ needsReview: [], customer: { zip: '10001' } }]);
    });

    it('never refuse an emergency or a lead: they are flagged', async () => {
      service = await startService(account());
      await service.call('book_job', { urgency: 'emergency', zip: '90210', notes: 'no power' });
      const contact = { id: 'c1', phone: '+12125550177' };
      const customData = { serviceRequested: 'AC Repair', zip: '90210' };
      await service.send('crm', { type: 'WorkflowWebhook', locationId: 'loc_acme', contact, customData });
      expect((await stored()).map(({ needsReview }) => needsReview.includes('area'))).toEqual([true, true]);
    });
  });
});
