import { describe, expect, it } from '@jest/globals';
import { momentParser, parseDate } from '../../cli/dates.ts';
import { twoAlike, withCommandLine } from './command-line-fixture.ts';

/** A Wednesday. */
const TODAY = '2026-06-10';

describe('a date', () => {
  it.each([
    ['2026-02-28', '2026-02-28'],
    ['today', '2026-06-10'],
    ['Tomorrow', '2026-06-11'],
    ['yesterday', '2026-06-09'],
    ['wednesday', '2026-06-10'],
    ['next wednesday', '2026-06-17'],
    ['last wednesday', '2026-06-03'],
    ['fri', '2026-06-12'],
    ['last friday', '2026-06-05'],
    ['next tue', '2026-06-16'],
    ['+3', '2026-06-13'],
    ['-10', '2026-05-31'],
    ['+0', '2026-06-10'],
  ])('%s is %s', (text, date) => {
    expect(parseDate(text)(TODAY)).toBe(date);
  });

  it.each(['', '2026-02-29', '10 June', 'mo', 'someday', 'last tomorrow', '3', '+1000', 'constructor'])(
    '%j is refused',
    (text) => {
      expect(() => parseDate(text)).toThrow(/^Expected a calendar date as YYYY-MM-DD, or today/);
    },
  );
});

describe('a moment', () => {
  it.each([
    ['2026-06-10T08:00', '2026-06-10T08:00'],
    ['tomorrow 8:30', '2026-06-11T08:30'],
    ['next fri T08:00', '2026-06-12T08:00'],
    ['next friday 08:00', '2026-06-12T08:00'],
    ['today 24:00', undefined],
    ['tomorrow', undefined],
    ['2026-06-10T25:00', undefined],
    ['2026-02-29T08:00', undefined],
  ])('%s as a start is %s', (text, moment) => {
    const parse = momentParser(false);
    if (moment === undefined) expect(() => parse(text)).toThrow(/^Expected a local time/);
    else expect(parse(text)(TODAY)).toBe(moment);
  });

  it('may be midnight as an end', () => {
    expect(momentParser(true)('today 24:00')(TODAY)).toBe('2026-06-10T24:00');
  });
});

describe('the day of an account whose clocks are behind UTC', () => {
  const fixture = withCommandLine(twoAlike);
  const account = ['--account', 'acme-hvac'];

  it('is today of every command, and bounds when requests were created', async () => {
    // Monday, June 1, 11:30 PM in New York.
    fixture.service.clock.now = Date.parse('2026-06-02T03:30:00.000Z');
    const id = await fixture.booked({ date: '2026-06-03' });
    const idsOf = async (...args: string[]) =>
      (await fixture.cli.json('requests', 'list', ...account, ...args)).map(
        ({ dispatchRequestId }: { dispatchRequestId: string }) => dispatchRequestId,
      );

    for (const all of [[], ['--all']]) {
      expect(await idsOf('--from', 'today', '--to', '2026-06-01', ...all)).toEqual([id]);
      expect(await idsOf('--from', 'tomorrow', ...all)).toEqual([]);
      expect(await idsOf('--to', 'yesterday', ...all)).toEqual([]);
    }
    expect(await idsOf('--date', '+2')).toEqual([id]);
    expect(await idsOf('--date', 'tuesday')).toEqual([]);
    const { out } = await fixture.cli.run('schedule', ...account, '--date', 'wed');
    expect(out).toContain(id);
    const moved = await fixture.cli.json('requests', 'move', id, '--date', 'next friday', '--time', '09:00');
    expect(moved.appointment).toMatchObject({ date: '2026-06-05' });
  });

  it('is the day of blocks', async () => {
    fixture.service.clock.now = Date.parse('2026-06-02T03:30:00.000Z');
    const ana = [...account, '--technician', 'ana', '--reason', 'training'];
    const when = ['--from', 'tomorrow 08:00', '--to', 'tomorrow 24:00'];
    const block = await fixture.cli.json('technicians', 'block', ...ana, ...when);
    expect(block).toMatchObject({ from: '2026-06-02T08:00', to: '2026-06-02T24:00' });
    const blocks = (...args: string[]) => fixture.cli.json('technicians', 'blocks', ...account, ...args);
    expect(await blocks('--from', 'tomorrow')).toEqual([block]);
    expect(await blocks('--from', '+2')).toEqual([]);
  });
});
