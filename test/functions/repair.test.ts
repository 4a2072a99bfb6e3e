import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { withAppointment } from './appointment-fixture.ts';
import { accountDocument, booking, type Service, startService, technicians } from './service.ts';

const dontAsk = expect.stringContaining("don't ask the caller");

/** Calls a function on platform two, under its name there, and returns its result. */
async function callTwo(service: Service, name: string, args: unknown, call = 'call_two') {
  const message = {
    type: 'tool-calls',
    call: { id: call, customer: { number: '+12125550123' } },
    assistant: { id: 'asst_acme' },
    toolCallList: [{ id: `tool_${call}`, type: 'function', function: { name, arguments: args } }],
  };
  const { body } = await service.send('voicetwo', { message });
  return JSON.parse(body.results[0].result);
}

describe('a refusal that the model can repair', () => {
  let service: Service;
  beforeAll(async () => {
    const { booking: rules } = accountDocument();
    service = await startService(accountDocument({ technicians, booking: { ...rules, hold: {} } }));
  });
  afterAll(() => service.stop());

  let calls = 0;
  const ask = (name: string, args: Record<string, unknown>) => {
    calls += 1;
    return service.call(name, args, { call_id: `call_${calls}` });
  };

  it.each(['check_availability', 'hold_time', 'book_job'])('lists the services of %s', async (name) => {
    const answer = await ask(name, booking({ serviceType: 'pool *cleaning*' }));
    expect(answer).toMatchObject({
      reason: 'unknown_service',
      repair: {
        argument: 'serviceType',
        sent: 'pool cleaning',
        expected: 'one of these services',
        choices: expect.arrayContaining([
          { serviceType: 'AC Repair', description: expect.stringContaining('not cooling') },
          { serviceType: 'Heating Repair', description: expect.any(String) },
        ]),
      },
      nextStep: dontAsk,
    });
  });

  it('has at most 40 services, the nearest first', async () => {
    const serviceTypes = Array.from({ length: 60 }, (_, place) => ({
      ...{ id: `service-${place}`, name: `Gate ${place} Painting`, durationMinutes: 60 },
    }));
    const large = await startService(accountDocument({ serviceTypes }));
    const { repair, services } = await large.call('check_availability', { serviceType: 'roof repair' });
    expect(repair.choices).toHaveLength(40);
    expect(repair.choices[0].serviceType).toBe(services[0]);
    await large.stop();
  });

  it.each([
    [{ serviceType: 'the thingamajig', notes: 'My furnace is dead.' }, 'Heating Repair'],
    [{ notes: 'air conditioning blows warm air' }, 'AC Repair'],
    [{ serviceType: 'fix the thermostat', notes: 'The furnace is dead.' }, 'Heating Repair'],
  ])('is none if the notes tell the service: %j', async (args, serviceType) => {
    expect(await ask('check_availability', { date: '2026-06-11', ...args })).toMatchObject({ serviceType });
    const booked = await ask('book_job', {
      ...booking({ date: '2026-06-11', time: serviceType === 'AC Repair' ? '09:00' : '14:00' }),
      serviceType: undefined,
      additionalVisit: true,
      ...args,
    });
    expect(booked).toMatchObject({ confirmed: true, message: expect.stringContaining(serviceType) });
  });

  it.each(['check_availability', 'hold_time', 'book_job', 'get_business_hours'])(
    'lists the days around for %s',
    async (name) => {
      const answer = await ask(name, booking({ date: 'once the kids are off' }));
      expect(answer).toMatchObject({
        reason: 'invalid_date',
        repair: { argument: 'date', sent: 'once the kids are off', expected: 'YYYY-MM-DD' },
        nextStep: dontAsk,
      });
      expect(answer.repair.choices).toHaveLength(14);
      expect(answer.repair.choices[0]).toEqual({ date: '2026-06-01', weekday: 'monday' });
    },
  );

  it('lists the days around a date that the month does not have', async () => {
    const { repair } = await ask('check_availability', booking({ date: '2026-06-31' }));
    expect(repair.choices[0]).toEqual({ date: '2026-06-25', weekday: 'thursday' });
  });

  it.each(['check_availability', 'hold_time', 'book_job'])(
    'lets the model look up a date whose weekday is another one: %s',
    async (name) => {
      const answer = await ask(name, booking({ weekday: 'thursday' }));
      expect(answer).toMatchObject({
        reason: 'invalid_date',
        repair: { argument: 'weekday', sent: '2026-06-10, thursday', expected: 'A date and its own weekday' },
        nextStep: dontAsk,
      });
      expect(answer.repair.choices).toContainEqual({ date: '2026-06-11', weekday: 'thursday' });
      expect(await ask('check_availability', booking({ weekday: 'wednesday' }))).toMatchObject({
        date: '2026-06-10',
      });
    },
  );

  it.each(['hold_time', 'book_job'])('lists the free starts for %s', async (name) => {
    const answer = await ask(name, booking({ date: '2026-06-16', time: 'once the kids are off' }));
    expect(answer).toMatchObject({
      reason: 'invalid_time',
      message: expect.stringMatching(/I can offer 8 AM/),
      alternatives: [{ start: '08:00' }, {}, {}],
      repair: { argument: 'time', sent: 'once the kids are off', expected: 'HH:MM' },
      nextStep: dontAsk,
    });
    expect(answer.repair.choices[0]).toEqual({ date: '2026-06-16', time: '8:00 AM', start: '08:00' });
  });

  it('names the technicians', async () => {
    const answer = await ask('check_availability', booking({ technician: 'Zoltan' }));
    expect(answer).toMatchObject({
      ignored: [{ argument: 'technician' }],
      repair: { argument: 'technician', sent: 'Zoltan', choices: ['Ana', 'Ben'] },
    });
  });

  it.each(['book_job', 'create_customer', 'take_message'])('tells what a number is to %s', async (name) => {
    const answer = await ask(name, booking({ customerPhone: '555 01', about: 'The invoice' }));
    expect(answer).toMatchObject({
      reason: 'invalid_phone',
      repair: { argument: 'customerPhone', sent: '555 01', expected: expect.stringContaining('area code') },
      nextStep: dontAsk,
    });
  });

  it('lists the values of an enumeration', async () => {
    expect(await ask('check_availability', booking({ prefer: 'cheapest' }))).toMatchObject({
      ignored: [{ argument: 'prefer' }],
      repair: { argument: 'prefer', sent: 'cheapest', choices: ['earliest', 'latest'] },
    });
    const booked = await ask('book_job', booking({ date: '2026-06-17', urgency: 'purple' }));
    expect(booked).toMatchObject({ confirmed: true, ignored: [{ argument: 'urgency' }] });
    expect(booked).not.toHaveProperty('repair');
  });
});

describe('an id that is none of the caller', () => {
  const fixture = withAppointment();
  const later = { call_id: 'call_2' };

  it.each(['cancel_job', 'update_job', 'reschedule_job'])('lists the appointments for %s', async (name) => {
    const sent = 'dr_00000000000000000000';
    const args = { dispatchRequestId: sent, date: '2026-06-12', time: '09:00', notes: 'Code 4711' };
    expect(await fixture.service.call(name, args, later)).toMatchObject({
      reason: 'confirm_appointment',
      repair: {
        argument: 'dispatchRequestId',
        sent,
        choices: [{ dispatchRequestId: fixture.id, serviceType: 'AC Repair', date: '2026-06-10' }],
      },
      nextStep: dontAsk,
    });
  });

  it('lists the places', async () => {
    const at = async (address: string, date: string) =>
      await fixture.service.call('book_job', booking({ address, zip: '10003', date }), { call_id: address });
    await at('12 Oak Avenue', '2026-06-15');
    await at('9 Third Street', '2026-06-16');
    const answer = await fixture.service.call(
      'book_job',
      booking({ siteId: 'site_x', date: '2026-06-18' }),
      later,
    );
    expect(answer).toMatchObject({
      reason: 'ambiguous_site',
      repair: {
        argument: 'siteId',
        sent: 'site_x',
        choices: [{ street: 'Oak Avenue' }, { street: 'Third Street' }],
      },
      nextStep: dontAsk,
    });
  });
});

/** Arguments as no function offers them. */
const bad: readonly (readonly [string, Record<string, unknown>])[] = [
  ['numbers', { date: 20260610, time: 9, serviceType: 7, customerName: 1, zip: 10001, dispatchRequestId: 5 }],
  ['lists', { date: ['2026-06-10'], time: [], serviceType: ['AC Repair', 'Heating Repair'], notes: [[]] }],
  ['nested objects', { date: { day: { of: 'June' } }, time: {}, serviceType: { name: 'AC' }, which: {} }],
  ['nothing', { date: null, time: null, serviceType: null, notes: null, dispatchRequestId: null }],
  ['flags', { date: true, time: false, serviceType: true, additionalVisit: 'maybe', onSiteMayChange: 3 }],
  [
    'Spanish',
    { date: 'el jueves', time: 'por la tarde', serviceType: 'calefacción', which: 'la del jueves' },
  ],
  [
    'Japanese',
    { date: '木曜日', time: '午後', serviceType: '暖房の修理', which: '木曜日のもの', notes: '寒い' },
  ],
  ['invented ids', { dispatchRequestId: 'dr_zzzzzzzzzzzzzzzzzzzz', siteId: 'site_9', serviceType: 'svc_1' }],
  [
    'other enumerations',
    { urgency: 'purple', danger: 'dragon', prefer: 'cheap', weekday: 'noday', language: 'xx' },
  ],
  [
    '200 arguments',
    Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`argument${at}`, `value ${at}`])),
  ],
  ['100 KB of text', { notes: 'x'.repeat(100_000), serviceType: 'y'.repeat(1000), which: 'z '.repeat(5000) }],
  ['markup', { serviceType: '<b>*AC*</b>\u0000\n{{x}}', date: '<script>', which: '```', notes: '\u202e' }],
];

const functions = [
  ['check_availability', 'checkAvailability'],
  ['hold_time', 'holdTime'],
  ['book_job', 'bookAppointment'],
  ['reschedule_job', 'rescheduleAppointment'],
  ['update_job', 'updateAppointment'],
  ['cancel_job', 'cancelAppointment'],
  ['get_business_hours', 'getBusinessHours'],
  ['lookup_customer', 'lookupCustomer'],
] as const;

describe('bad arguments', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService(accountDocument({ technicians }));
    // Two visits: nothing but words or an id tells which one is meant.
    for (const [date, call_id] of [
      ['2026-06-10', 'call_1'],
      ['2026-06-11', 'call_2'],
    ])
      await service.call('book_job', booking({ date }), { call_id });
  });
  afterAll(() => service.stop());

  const snapshot = async () => {
    const stored = await service.stored.ofNumber('acme-hvac', '+12125550123');
    return stored.map(({ version, status, dispatchRequestId }) => ({ version, status, dispatchRequestId }));
  };

  it.each(bad)('are answered and change nothing: %s', async (what, args) => {
    const before = await snapshot();
    expect(before).toHaveLength(2);
    for (const [one, two] of functions) {
      const answers = [
        await service.call(one, args, { call_id: `${what} ${one}` }),
        await callTwo(service, two, args, `${what} ${two}`),
      ];
      for (const answer of answers) {
        expect(answer).not.toHaveProperty('error');
        expect(answer.message).toEqual(expect.stringMatching(/^.{1,220}$/));
        expect(JSON.stringify(answer).length).toBeLessThan(15_000);
        // A refusal says what to do: in a next step, by what is missing, or by what to choose from.
        const { reason } = answer;
        if (reason !== undefined)
          expect(answer.nextStep ?? answer.missing ?? answer.repair ?? answer.offered ?? reason).not.toBe(
            reason,
          );
      }
    }
    expect(await snapshot()).toEqual(before);
  });
});
