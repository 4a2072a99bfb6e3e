import { describe, expect, it } from '@jest/globals';
import { later, stranger, withAppointment } from './appointment-fixture.ts';
import { booking } from './service.ts';

// 9 AM on Wednesday, June 10 with Ana.
const fixture = withAppointment();
const { move, cancel } = fixture;

describe('a change that fits nothing', () => {
  it.each([
    ['another service', { serviceType: 'Heating Repair' }, undefined],
    ['an unknown id', { dispatchRequestId: 'dr_00000000000000000000' }, 'dr_00000000000000000000'],
    ['another day', { which: 'Friday' }, undefined],
  ])('names the only appointment after a request by %s', async (_, args, sent) => {
    const appointments = [
      { dispatchRequestId: fixture.id, date: '2026-06-10', time: '9:00 AM', serviceType: 'AC Repair' },
    ];
    const expected = "the dispatchRequestId of one of the caller's appointments";
    const repair = { argument: 'dispatchRequestId', sent, expected, choices: appointments };
    const question = {
      reason: 'confirm_appointment',
      dispatchRequestId: fixture.id,
      appointments,
      ...(sent === undefined ? {} : { repair }),
      message:
        "I only have one visit for you: AC Repair on Wednesday, June 10 at 9 AM. Is that the one? I haven't changed anything.",
      nextStep: expect.stringContaining('dispatchRequestId'),
    };
    expect(await cancel(args, later)).toEqual({ canceled: false, ...question });
    expect(await move(args, later)).toEqual({ confirmed: false, ...question });
    expect(await fixture.stored()).toMatchObject({ status: 'scheduled', version: 1 });
    expect(await cancel({ dispatchRequestId: fixture.id }, later)).toMatchObject({ canceled: true });
  });

  it.each([
    ...['not Wednesday', 'not the AC one', "it's not the AC one", "isn't the AC", 'no, not that one'],
    ...['anything but the AC repair', 'the other than AC', 'all except Wednesday', 'Wednesday instead of AC'],
  ])('changes nothing by words that rule something out: %j', async (which) => {
    expect(await cancel({ which }, later)).toMatchObject({ reason: 'confirm_appointment' });
    await fixture.service.call(
      'book_job',
      booking({ serviceType: 'Heating Repair', time: '2:00 PM' }),
      later,
    );
    expect(await cancel({ which }, later)).toMatchObject({ reason: 'ambiguous_appointment' });
    expect(await move({ which, date: '2026-06-12', time: '10:00 AM' }, later)).toMatchObject({
      reason: 'ambiguous_appointment',
    });
    expect(await fixture.stored()).toMatchObject({ status: 'scheduled', version: 1 });
  });

  it('names each of several, and none of others', async () => {
    await fixture.service.call(
      'book_job',
      booking({ serviceType: 'Heating Repair', time: '2:00 PM' }),
      later,
    );
    const answer = await cancel({ dispatchRequestId: 'dr_00000000000000000000' }, later);
    expect(answer).toMatchObject({
      reason: 'ambiguous_appointment',
      appointments: [{}, {}],
      nextStep: expect.stringContaining('once for each'),
    });
    expect(await cancel({ dispatchRequestId: fixture.id }, stranger)).toMatchObject({
      reason: 'no_appointment',
    });
  });
});

describe('words that choose among several', () => {
  it.each([
    ['Wednesday', 'AC Repair'],
    ['the Thursday one', 'Heating Repair'],
    ['June 11', 'Heating Repair'],
    ['the morning one', 'AC Repair'],
    ['the one at 2 PM', 'Heating Repair'],
    ['the furnace', 'Heating Repair'],
    ['the one with Ben', 'Heating Repair'],
    ['the first one', 'AC Repair'],
    ['the later one', 'Heating Repair'],
  ])('%j is the %s', async (which, service) => {
    const other = await fixture.service.call(
      'book_job',
      booking({ serviceType: 'Heating Repair', date: '2026-06-11', time: '2:00 PM', technician: 'Ben' }),
      later,
    );
    const meant = service === 'AC Repair' ? fixture.id : other.dispatchRequestId;
    expect(await cancel({ which }, later)).toMatchObject({ canceled: true, dispatchRequestId: meant });
  });

  // Today is Monday, June 1. The visits are on Wednesday, June 10 and Thursday, June 11.
  it.each([
    'the one on the first',
    'the one next month',
    'the one this week',
    'the one next Tuesday',
    'the last week one',
    'the next weird thing',
    'the first or the second',
  ])('ask if they name a day or an order that fits no visit: %j', async (which) => {
    await fixture.service.call('book_job', booking({ date: '2026-06-11' }), later);
    const asked = { reason: 'ambiguous_appointment', appointments: [{}, {}] };
    expect(await cancel({ which }, later)).toMatchObject({ canceled: false, ...asked });
    expect(await move({ which }, later)).toMatchObject({ confirmed: false, ...asked });
  });

  it.each([
    ['the one next week', '2026-06-10'],
    ['the one this week', '2026-06-03'],
    ['the one on the third', '2026-06-03'],
    ['the next one', '2026-06-03'],
    ['next', '2026-06-03'],
    ['the second one', '2026-06-10'],
    ['the last one', '2026-06-10'],
    ['the first on Wednesday', '2026-06-03'],
  ])('%j is the one on %s', async (which, date) => {
    const other = await fixture.service.call('book_job', booking({ date: '2026-06-03' }), later);
    const meant = date === '2026-06-03' ? other.dispatchRequestId : fixture.id;
    expect(await cancel({ which }, later)).toMatchObject({ canceled: true, dispatchRequestId: meant });
  });

  it('ask if an ordinal is a date as well', async () => {
    await fixture.service.call('book_job', booking({ date: '2026-06-03' }), later);
    await fixture.service.call('book_job', booking({ date: '2026-06-02' }), { ...later, call_id: 'call_3' });
    expect(await cancel({ which: 'the second' }, later)).toMatchObject({ reason: 'ambiguous_appointment' });
    expect(await cancel({ which: 'the second one' }, later)).toMatchObject({ canceled: true });
  });

  it.each(['the rental', 'the one at my rental', 'rental please'])(
    'may be the label of a site: %j',
    async (which) => {
      const rental = { address: '12 Oak Avenue', zip: '10003', siteLabel: 'my rental' };
      const other = await fixture.service.call('book_job', booking({ date: '2026-06-11', ...rental }), later);
      expect(await cancel({ which }, later)).toMatchObject({
        canceled: true,
        dispatchRequestId: other.dispatchRequestId,
      });
    },
  );

  it.each(['the one on 14th street', 'the West 14th Street one', 'at 14th Street'])(
    'may be a street with a number in its name: %j',
    async (which) => {
      const place = { address: '401 West 14th Street', zip: '10014' };
      const other = await fixture.service.call('book_job', booking({ date: '2026-06-11', ...place }), later);
      expect(await cancel({ which }, later)).toMatchObject({
        canceled: true,
        dispatchRequestId: other.dispatchRequestId,
      });
    },
  );

  it('may be a unit of one building', async () => {
    const at = (unit: string, date: string) =>
      booking({ date, address: `77 Horatio Street ${unit}`, zip: '10014' });
    await fixture.service.call('book_job', at('unit 4B', '2026-06-11'), later);
    const other = await fixture.service.call('book_job', at('apt. 5A', '2026-06-12'), {
      ...later,
      call_id: 'call_3',
    });
    expect(await cancel({ which: 'the one for unit 5A' }, later)).toMatchObject({
      canceled: true,
      dispatchRequestId: other.dispatchRequestId,
    });
  });

  it('ask about several if they choose none', async () => {
    await fixture.service.call('book_job', booking({ date: '2026-06-11' }), later);
    expect(await move({ which: 'the blue one' }, later)).toMatchObject({ reason: 'ambiguous_appointment' });
    expect(await move({ which: 'the morning one' }, later)).toMatchObject({
      reason: 'ambiguous_appointment',
      appointments: [{}, {}],
    });
  });
});

// Today is Monday, June 1.
describe('words that point to another visit than there is', () => {
  const book = async (date: string, serviceType = 'AC Repair', call = 'call_2'): Promise<string> =>
    (await fixture.service.call('book_job', booking({ date, serviceType }), { ...later, call_id: call }))
      .dispatchRequestId;
  /** Leaves only visits on other days. */
  const cancelFixture = () => cancel({ dispatchRequestId: fixture.id }, { ...later, call_id: 'call_0' });
  const WEDNESDAYS = [
    ...['the Wednesday after next', 'Wednesday in two weeks', 'two Wednesdays from now'],
    ...['the other Wednesday', 'every Wednesday', 'the Wednesday before', 'another Wednesday'],
  ];
  const ONLY = [
    ...[...WEDNESDAYS, 'a week from Wednesday', 'the following Wednesday', 'next Wednesday'],
    ...['the one after Wednesday', 'Wednesday week', 'the one after the AC', 'the AC after next'],
    ...['the other AC one', 'another AC repair', "don't cancel the AC one", 'don’t cancel the AC one'],
    ...['the one this morning', 'the second', 'the second one', 'the later one', 'keep the AC one'],
    ...["I can't do Wednesday", 'every AC visit', 'the AC one in two weeks', 'the AC from last year'],
    ...[
      'a different Wednesday',
      'last Wednesday',
      'Wednesday next month',
      'Wednesday the 17th',
      'June 17 AC',
    ],
    ...['all but the AC', 'the AC visit before', 'the wrong AC one', 'the AC next Tuesday', 'AC with Bob'],
    ...['the AC at 5 Elm Street', 'the plumber', 'this week after Wednesday', 'the AC before the last'],
    ...['AC or plumbing', 'one of the AC ones', 'the Wednesday evening AC', 'neither', 'same time next week'],
    ...['alternate Wednesdays', 'my previous AC visit', 'the Wednesday past', 'two weeks after the AC'],
    ...['apart from Wednesday', 'the weekend after Wednesday', 'not the one you set aside'],
  ];

  it.each(ONLY)('ask about the only one: %j', async (which) => {
    await cancelFixture();
    await book('2026-06-03');
    expect(await cancel({ which }, { ...later, call_id: 'call_5' })).toMatchObject({
      canceled: false,
      reason: 'confirm_appointment',
    });
  });

  it.each([
    ...[
      'Wednesday',
      'this Wednesday',
      'Wednesday, June 3',
      'the AC',
      'the AC repair on Wednesday',
      'cancel the AC one',
    ],
    ...[
      'the AC one on Wednesday morning',
      'Wednesday at 9',
      'Wednesday with Ana',
      'June 3rd at 9 AM',
      'the next one',
    ],
    ...[
      'I want to cancel my AC appointment please',
      'the one at 9 AM',
      'the first one',
      'the one in the morning',
    ],
    ...[
      'the AC repair with Ana on Wednesday, June 3rd at 9 AM',
      'Wednesday the 3rd',
      "Wednesday's appointment",
    ],
    ...[
      'June 3',
      "the nine o'clock",
      'my Wednesday slot',
      'AC this week',
      'my upcoming AC visit',
      'this AC job',
    ],
    ...['2026-06-03', 'Wednesday June 3 2026', 'the AC one on 6/3', 'Wednesday, the AC one.', 'the A/C'],
    ...['the air conditioner', 'the day after tomorrow', 'in two days', 'the one before Thursday'],
    ...[
      "it's the AC repair",
      'this one on Wednesday',
      'my AC repair visit',
      'June third',
      'the 3rd',
      'my last visit',
    ],
  ])('choose the only one if every word fits: %j', async (which) => {
    await cancelFixture();
    await fixture.service.call('book_job', booking({ date: '2026-06-03', technician: 'Ana' }), later);
    expect(await cancel({ which }, { ...later, call_id: 'call_5' })).toMatchObject({ canceled: true });
  });

  it.each([...WEDNESDAYS, 'June second', 'Wednesday and the AC'])(
    'ask which of two Wednesdays: %j',
    async (which) => {
      await book('2026-06-03');
      expect(await cancel({ which }, { ...later, call_id: 'call_5' })).toMatchObject({
        reason: 'ambiguous_appointment',
      });
    },
  );

  it.each([
    'every Wednesday',
    'the one before the AC visit',
    'the one after the AC',
    "don't cancel the AC one",
  ])('ask which of two services: %j', async (which) => {
    await book('2026-06-11', 'Heating Repair');
    expect(await cancel({ which }, { ...later, call_id: 'call_5' })).toMatchObject({
      reason: 'ambiguous_appointment',
    });
  });

  it('count what is upcoming now', async () => {
    const [first, last] = [await book('2026-06-03'), await book('2026-06-17', 'AC Repair', 'call_3')];
    expect(await cancel({ dispatchRequestId: first }, later)).toMatchObject({ canceled: true });
    const again = { ...later, call_id: 'call_5' };
    expect(await cancel({ which: 'the second one' }, again)).toMatchObject({
      canceled: true,
      dispatchRequestId: last,
    });
    const another = { ...later, call_id: 'call_6' };
    expect(await cancel({ which: 'the second one' }, another)).toMatchObject({
      reason: 'confirm_appointment',
      dispatchRequestId: fixture.id,
    });
  });

  it('ask if an order may repeat what this call has canceled', async () => {
    await book('2026-06-03');
    const turn = (id: string) => ({ ...later, transcript_with_tool_calls: [{ tool_call_id: id }] });
    expect(await cancel({ which: 'the first one' }, turn('turn_1'))).toMatchObject({ canceled: true });
    expect(await cancel({ which: 'the first one' }, turn('turn_2'))).toMatchObject({
      reason: 'confirm_appointment',
    });
    expect(await fixture.stored()).toMatchObject({ status: 'scheduled' });
  });
});
