import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { namedBy, ownAppointment, toCancel, toMove } from '../../lib/voice/answers/own-appointment.ts';
import type { CallContext } from '../../lib/voice/voice-function.ts';
import { wordsIn } from '../../lib/wording/index.ts';
import { withAppointment } from './appointment-fixture.ts';
import { accountDocument, booking, type Service, startService, technicians } from './service.ts';

// Today is Monday, June 1.
const visits = {
  wednesday: { serviceType: 'AC Repair', date: '2026-06-10', time: '09:00', technician: 'Ana' },
  thursday: { serviceType: 'AC Repair', date: '2026-06-11', time: '14:00', technician: 'Ben' },
  heating: { serviceType: 'Heating Repair', date: '2026-06-17', time: '13:00', technician: 'Ana' },
} as const;
type Visit = keyof typeof visits;

const all: readonly Visit[] = ['wednesday', 'thursday', 'heating'];

/** The visits that each of these words may be said of. */
const plain: Readonly<Record<string, readonly Visit[]>> = {
  Wednesday: ['wednesday', 'heating'],
  wed: ['wednesday', 'heating'],
  Thursday: ['thursday'],
  Friday: [],
  June: all,
  '10th': ['wednesday'],
  '11': ['thursday'],
  '17th': ['heating'],
  '2026-06-10': ['wednesday'],
  '2026-06-12': [],
  morning: ['wednesday'],
  afternoon: ['thursday', 'heating'],
  evening: [],
  '9': ['wednesday'],
  '2 PM': ['thursday'],
  '13:00': ['heating'],
  AC: ['wednesday', 'thursday'],
  cooling: ['wednesday', 'thursday'],
  furnace: ['heating'],
  heating: ['heating'],
  repair: all,
  plumbing: [],
  Ana: ['wednesday', 'heating'],
  Ben: ['thursday'],
  the: all,
  one: all,
  on: all,
  at: all,
  my: all,
  please: all,
};

/** The same words in each run: a build must not fail for what another run found. */
const SEED = 1;

/** Words that order or compare appointments, after which the others need not name one alone. */
const orders = ['first', 'second', 'last', 'next', 'later', 'earliest', 'this', 'week', 'two', 'or', 'and'];

/** Words that rule something out, doubt it, or that nobody can interpret. */
const doubtful = ['not', 'except', 'instead', 'other', 'maybe', 'jueves', 'blorp', 'dr_x'];

const isOneOf = (words: readonly string[], word: string): boolean => words.includes(word);

describe('random words about three visits', () => {
  const ids = new Map<string, Visit>();
  let service: Service;
  let context: CallContext;
  beforeAll(async () => {
    service = await startService(accountDocument({ technicians }));
    for (const visit of all) {
      const over = { call_id: `call_${visit}` };
      const { dispatchRequestId } = await service.call('book_job', booking(visits[visit]), over);
      ids.set(dispatchRequestId, visit);
    }
    const { deps } = service.container();
    const account = await deps.accounts.byOrigin('voiceone', 'agent_acme', service.clock.now + 1000);
    if (account === undefined) throw new Error('No account');
    const { now } = service.clock;
    const caller = '+12125550123';
    context = {
      account,
      words: wordsIn('en'),
      integration: 'voiceone',
      caller,
      now,
      deadline: now + 60_000,
      remembered: async () => ({ place: {}, looks: [] }),
    };
  });
  afterAll(() => service.stop());

  it.each([
    '9 heating cooling AC',
    'cooling heating wed',
    'furnace AC 10th',
    'AC heating repair wed morning',
  ])('name no visit if they name two services: %s', async (which) => {
    const { deps } = service.container();
    expect(await ownAppointment(namedBy({ which }), toMove, context, deps)).toMatchObject({
      kind: 'refused',
    });
  });

  it.each([
    ['canceled', toCancel],
    ['moved', toMove],
  ])('never guess which one is %s', async (_, purpose) => {
    expect(ids.size).toBe(3);
    const { deps } = service.container();
    const word = fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...Object.keys(plain)) },
      { weight: 2, arbitrary: fc.constantFrom(...orders) },
      { weight: 1, arbitrary: fc.constantFrom(...doubtful) },
    );
    let found = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 5 }), async (said) => {
        const which = said.join(' ');
        const answer = await ownAppointment(namedBy({ which }), purpose, context, deps);
        if (answer.kind === 'refused') {
          expect(answer.refusal.reason).toMatch(/^(?:confirm|ambiguous)_appointment$/);
          return;
        }
        found += 1;
        const visit = ids.get(answer.request.dispatchRequestId);
        const possible = said
          .filter((one) => Object.hasOwn(plain, one))
          .reduce<readonly Visit[]>((left, one) => left.filter((each) => plain[one]?.includes(each)), all);
        expect(said.filter((one) => isOneOf(doubtful, one))).toEqual([]);
        expect(possible).toContain(visit);
        if (!said.some((one) => isOneOf(orders, one))) expect(possible).toEqual([visit]);
      }),
      { numRuns: 400, seed: SEED },
    );
    expect(found).toBeGreaterThan(20);
  });
});

describe('words that contradict each other', () => {
  const fixture = withAppointment();

  // The visit is AC Repair at 9 AM on Wednesday, June 10.
  it.each([
    ...['the second', 'Wednesday or Friday', 'Thursday 10th', 'Friday, 2026-06-10', 'the 9th, 2026-06-10'],
    ...['Wednesday at 9 or 2 PM', 'Wednesday at one', 'AC and plumbing', 'Wednesday evening at 9:00'],
    ...['June 10, 11', 'maybe Wednesday', 'Ana or Ben on Wednesday', 'AC repair for the furnace'],
  ])('ask: %j', async (which) => {
    const asked = { canceled: false, reason: 'confirm_appointment', dispatchRequestId: fixture.id };
    expect(await fixture.cancel({ which }, { call_id: 'call_2' })).toMatchObject(asked);
  });
});

describe('words in other arguments', () => {
  const fixture = withAppointment();
  const later = { call_id: 'call_2' };

  it.each([
    [{ date: '2026-06-12' }],
    [{ date: 'Friday' }],
    [{ time: '14:00' }],
    [{ weekday: 'friday' }],
    [{ which: 'Wednesday', date: '2026-06-11' }],
    [{ serviceType: 'AC Repair', time: '1 PM' }],
    [{ which: 'dr_00000000000000000000' }],
  ])('ask if they fit no visit: %j', async (args) => {
    const asked = { reason: 'confirm_appointment', dispatchRequestId: fixture.id };
    expect(await fixture.cancel(args, later)).toMatchObject({ canceled: false, ...asked });
    expect(
      await fixture.service.call('update_job', { ...args, notes: 'The gate code is 4711.' }, later),
    ).toMatchObject({ updated: false, ...asked });
    expect(await fixture.stored()).toMatchObject({ status: 'scheduled', version: 1 });
  });

  it.each([
    [{}],
    [{ date: '2026-06-10', time: '09:00' }],
    [{ weekday: 'wednesday', serviceType: 'AC Repair' }],
    [{ which: 'the AC one', date: 'June 10' }],
  ])('act if all fit the visit: %j', async (args) => {
    expect(await fixture.cancel(args, later)).toMatchObject({ canceled: true });
  });

  it('accept the id of the visit as words', async () => {
    expect(await fixture.cancel({ which: fixture.id }, later)).toMatchObject({ canceled: true });
  });
});

describe('words about a visit that was moved', () => {
  const fixture = withAppointment();
  const later = { call_id: 'call_2' };
  const book = (over: object) =>
    fixture.service.call('book_job', booking({ ...over, technician: 'Ben' }), { call_id: 'call_3' });

  it('ask if they fit the time before as well as another visit', async () => {
    await fixture.move({ date: '2026-06-12', time: '10:00' }, later);
    const other = await book({ serviceType: 'Heating Repair', date: '2026-06-10', time: '14:00' });
    for (const which of ['Wednesday', 'the one on June 10'])
      expect(await fixture.cancel({ which }, later)).toMatchObject({
        reason: 'ambiguous_appointment',
        appointments: [
          { dispatchRequestId: other.dispatchRequestId },
          { dispatchRequestId: fixture.id, date: '2026-06-12' },
        ],
      });
    expect(await fixture.cancel({ which: 'Friday' }, later)).toMatchObject({ dispatchRequestId: fixture.id });
  });

  it('ask if they fit only the time before', async () => {
    await fixture.move({ date: '2026-06-12', time: '10:00' }, later);
    expect(await fixture.cancel({ which: 'Wednesday' }, later)).toMatchObject({
      reason: 'confirm_appointment',
      dispatchRequestId: fixture.id,
    });
  });

  it('ask if nothing is named and this call has canceled another visit', async () => {
    const other = await book({ date: '2026-06-11' });
    fixture.service.clock.now += 60_000;
    expect(await fixture.cancel({ dispatchRequestId: fixture.id }, later)).toMatchObject({ canceled: true });
    expect(await fixture.cancel({}, later)).toMatchObject({
      reason: 'confirm_appointment',
      dispatchRequestId: other.dispatchRequestId,
    });
  });
});

describe('the name of a service', () => {
  const fixture = withAppointment();
  const later = { call_id: 'call_2' };

  it('asks if two visits have it', async () => {
    await fixture.service.call('book_job', booking({ date: '2026-06-11', technician: 'Ben' }), later);
    for (const serviceType of ['AC Repair', 'my AC', 'air conditioning repair'])
      expect(await fixture.cancel({ serviceType }, { call_id: 'call_3' })).toMatchObject({
        reason: 'ambiguous_appointment',
        appointments: [{}, {}],
      });
  });

  it('asks if another visit may be meant, however unlikely', async () => {
    const serviceTypes = [
      ...['Furnace Repair', 'Furnace Tune-Up', 'Water Heater Repair', 'Estimate'].map((name, place) => ({
        ...{ id: `service-${place}`, name, durationMinutes: 60 },
      })),
    ];
    const service = await startService(accountDocument({ serviceTypes, technicians }));
    const named = async (serviceType: string, date: string) =>
      await service.call('book_job', booking({ serviceType, date }), { call_id: `call_of_${serviceType}` });
    const repair = await named('Furnace Repair', '2026-06-10');
    await named('Furnace Tune-Up', '2026-06-11');
    const cancel = (serviceType: string) => service.call('cancel_job', { serviceType }, later);
    for (const said of ['the furnace', 'heater', 'furnace visit'])
      expect(await cancel(said)).toMatchObject({ reason: 'ambiguous_appointment' });
    // The company has this service, but the caller has no visit for it.
    for (const said of ['Water Heater Repair', 'Estimate'])
      expect(await cancel(said)).toMatchObject({ reason: 'ambiguous_appointment', appointments: [{}, {}] });
    expect(await cancel('Furnace Repair')).toMatchObject({ dispatchRequestId: repair.dispatchRequestId });
    await service.stop();
  });
});
