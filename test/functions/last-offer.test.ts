import { describe, expect, it } from '@jest/globals';
import { accountDocument, booking } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const { booking: rules } = accountDocument();
const service = servicePerTest(() =>
  accountDocument({ booking: { ...rules, hold: { seconds: 300, perNumber: 2 } } }),
);
const look = (args: object = {}, over: object = {}) =>
  service().call(
    'check_availability',
    { from: '2026-06-10', to: '2026-06-11', serviceType: 'AC Repair', ...args },
    { ...over },
  );
const hold = (date: string | undefined, time: string | undefined) =>
  service().call('hold_time', { serviceType: 'AC Repair', date, time });
const book = (date: string | undefined, time: string | undefined) =>
  service().call('book_job', { ...booking(), date, time });

/** What is offered: Wednesday at 8 AM and 3 PM, and Thursday at 8 AM. */
const meanings: readonly (readonly [string | undefined, string | undefined, string])[] = [
  [undefined, 'the first', '2026-06-10 08:00'],
  ['the first one', undefined, '2026-06-10 08:00'],
  [undefined, 'the last one', '2026-06-11 08:00'],
  [undefined, 'any', '2026-06-10 08:00'],
  ['whichever', 'the first', '2026-06-10 08:00'],
  ['the Thursday', undefined, '2026-06-11 08:00'],
  ['June 10', 'the late one', '2026-06-10 15:00'],
  ['Wednesday June 10', 'in the afternoon', '2026-06-10 15:00'],
  [undefined, 'three', '2026-06-10 15:00'],
  ['June 10', 'after 2:45', '2026-06-10 15:00'],
];

describe('words about the times that were offered last', () => {
  it.each(meanings)('are held and booked if they mean one: %s %s', async (date, time, meant) => {
    const { offered } = await look();
    expect(offered.map((one: { date: string; start: string }) => `${one.date} ${one.start}`)).toEqual([
      '2026-06-10 08:00',
      '2026-06-10 15:00',
      '2026-06-11 08:00',
    ]);
    const [day, start] = meant.split(' ');
    expect(await hold(date, time)).toMatchObject({ held: true, date: day, start });
    expect(await book(date, time)).toMatchObject({ confirmed: true, date: day, start });
  });

  it.each([
    [undefined, 'eight'],
    ['June 10', undefined],
    [undefined, 'after two'],
  ])('change nothing if they mean several: %s %s', async (date, time) => {
    await look();
    expect(await hold(date, time)).toMatchObject({ held: false });
    expect(await book(date, time)).toMatchObject({ confirmed: false });
    expect(await service().requests.list('acme-hvac')).toEqual([]);
  });

  it('that are not understood get the offer again, with what was heard', async () => {
    const { message, offered } = await look({ to: undefined, date: '2026-06-10', from: undefined });
    const again = {
      reason: 'choose_time',
      message: `I couldn't take "once the kids are off to school" into account. ${message}`,
      offered,
      repair: { argument: 'time', sent: 'once the kids are off to school', choices: [{}, {}, {}] },
      nextStep: expect.stringContaining("don't ask the caller"),
    };
    const words = 'once the kids are off to school';
    expect(await hold('2026-06-10', words)).toMatchObject({ held: false, ...again });
    expect(await book('2026-06-10', words)).toMatchObject({ confirmed: false, ...again });
  });

  it('do not count what another call was offered', async () => {
    await look({}, { call_id: 'call_2', from_number: '+12125550177' });
    expect(await hold(undefined, 'the first')).toMatchObject({ held: false });
    expect(await book(undefined, 'the last one')).toMatchObject({ confirmed: false });
  });

  it('do not count what was offered for another service', async () => {
    await look({ serviceType: 'Heating Repair' });
    expect(await hold(undefined, 'the first')).toMatchObject({ held: false });
  });

  it('choose the new time of a visit', async () => {
    await book('2026-06-12', '09:00');
    await look();
    const moved = await service().call('reschedule_job', { time: 'the last one' });
    expect(moved).toMatchObject({ confirmed: true, date: '2026-06-11', start: '08:00' });
  });

  it('may mean a free time that was not named', async () => {
    await look({ to: undefined, from: undefined, date: '2026-06-10', prefer: 'latest' });
    expect(await hold(undefined, 'the last one')).toMatchObject({ held: true, start: '15:00' });
    expect(await hold(undefined, 'two')).toMatchObject({ held: true, start: '14:00' });
  });

  it('"that one" is no hour', async () => {
    await look();
    expect(await hold('2026-06-10', 'that one')).toMatchObject({ held: false, reason: 'choose_time' });
  });
});
