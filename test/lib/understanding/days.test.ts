import { describe, expect, it } from '@jest/globals';
import { addDays, weekdayOf } from '../../../lib/scheduling/time.ts';
import type { Days, Today } from '../../../lib/understanding/day.ts';
import { understandDays } from '../../../lib/understanding/days.ts';

/** A Sunday. */
const sunday: Today = { date: '2026-11-22', timezone: 'America/New_York', region: 'US', isOver: true };
const on = (date: string, isOver = false): Today => ({ ...sunday, date, isOver });

/** The meaning in one line: `2026-11-24`, `2026-11-24..2026-11-26`, with `?` if uncertain. */
function inWords(days: Days): string {
  if (days.kind === 'unclear') return 'unclear';
  const time = days.time === undefined ? '' : ` ${days.time}`;
  if (days.kind === 'date') {
    return `${days.date}${days.certain ? '' : ` or ${days.other ?? '?'}`}${time}`;
  }
  const only = days.only === undefined ? '' : ` only ${days.only.join(', ')}`;
  const week = Array.from({ length: 7 }, (_, ahead) => addDays(days.from, ahead));
  const left = week.filter((date) => days.except?.(date)).map((date) => weekdayOf(date).slice(0, 3));
  const except = left.length === 0 ? '' : ` except ${left.join(', ')}`;
  return `${days.from}..${days.to ?? ''}${only}${except}${days.certain ? '' : '?'}${time}`;
}

describe('words for a day', () => {
  it.each([
    ['2026-11-24', '2026-11-24'],
    ['2026-11-24T09:00', '2026-11-24 09:00'],
    ['2026-11-24 09:00:00', '2026-11-24 09:00'],
    ['2026-11-24T14:00:00Z', '2026-11-24 09:00'],
    ['2026-11-24T03:00:00Z', '2026-11-23 22:00'],
    ['2026-11-24T00:00:00.000Z', '2026-11-24'],
    ['2026-02-30', 'unclear'],
    ['2024-11-24', '2024-11-24'],
    ['11/24', '2026-11-24'],
    ['24 Nov', '2026-11-24'],
    ['November 24th', '2026-11-24'],
    ['November 24, 2026', '2026-11-24'],
    ['the 24th of November', '2026-11-24'],
    ['the 24th', '2026-11-24'],
    ['the twenty-fourth', '2026-11-24'],
    ['on the 22nd', '2026-11-22'],
    ['the 21st', '2026-12-21'],
    ['the 31st', '2026-12-31'],
    ['13/11', '2027-11-13'],
    ['January 5', '2027-01-05'],
    ['Tuesday, November 24', '2026-11-24'],
    ['Tuesday the 24th', '2026-11-24'],
    ['Wednesday, November 24', '2026-11-24 or 2026-11-25'],
    ['February 30', 'unclear'],
    ['today', '2026-11-22'],
    ['tonight', '2026-11-22 evening'],
    ['this evening', '2026-11-22 evening'],
    ['Tomorrow', '2026-11-23'],
    ['tommorow', '2026-11-23'],
    ['tomorrow morning', '2026-11-23 morning'],
    ['tomorrow at 9', '2026-11-23 9'],
    ['tomorrow at 9:30 AM', '2026-11-23 9:30 am'],
    ['tomorrow after 3', '2026-11-23 after 3'],
    ['day after tomorrow', '2026-11-24'],
    ['the day after tomorrow', '2026-11-24'],
    ['in 3 days', '2026-11-25'],
    ['three days from now', '2026-11-25'],
    ['in a week', '2026-11-29'],
    ['a week from Tuesday', '2026-12-01'],
    ['a week from today', '2026-11-29'],
    ['a week from tomorrow', '2026-11-30'],
    ['two weeks from today', '2026-12-06'],
    ['in two weeks', '2026-12-06'],
    ['Tuesday', '2026-11-24'],
    ['tues', '2026-11-24'],
    ['this Tuesday', '2026-11-24'],
    ['Tuesday morning', '2026-11-24 morning'],
    ['on Tuesday in the morning', '2026-11-24 in the morning'],
    ['late Tuesday afternoon', 'unclear'],
    ['next Tuesday', '2026-11-24'],
    ['next Sunday', '2026-11-29'],
    ['Tuesday next week', '2026-11-24'],
    ['I would like Tuesday please', '2026-11-24'],
    ['Tuesday if possible', '2026-11-24'],
    ['No, Tuesday is better', '2026-11-24'],
    ["nope, I'd prefer the 25th", '2026-11-25'],
    ['Tuesday but after 3', '2026-11-24 after 3'],
    ['tomorrow, but before noon', '2026-11-23 before noon'],
    ['the 5th of this month', '2026-11-05'],
    ['the second Tuesday of December', '2026-12-08'],
    ['first Monday', 'unclear'],
    ['no Tuesday works better', '2026-11-24'],
    ['why not Tuesday?', '2026-11-24'],
    ["I don't mind Tuesday", '2026-11-24'],
    ["Tuesday, I'm at work until 5", '2026-11-24 from 5'],
    ["Tuesday doesn't work", 'unclear'],
    ["can't wait, tomorrow please", '2026-11-23'],
    ['thrusday', '2026-11-26'],
    ['a Saturday', '2026-11-28'],
    ['yesterday', '2026-11-21'],
    ['later today', '2026-11-22'],
    ['two weeks out', '2026-12-06'],
    ['first of the month', '2026-12-01'],
    ['the 24th of next month', '2026-12-24'],
    ['Tuesday not in the morning', '2026-11-24 not in the morning'],
    ['Tuesday but not before 10', '2026-11-24 from 10'],
    ['tomorrow 9-11', '2026-11-23 9-11'],
    ['tomorrow until 11', '2026-11-23 until 11'],
    ['as early as possible tomorrow', '2026-11-23 as early as possible'],
  ])('%s, on a Sunday evening', async (text, meaning) => {
    expect(inWords(await understandDays(text, sunday))).toBe(meaning);
  });

  const british = { ...sunday, region: 'GB' };
  it.each([
    ['next Tuesday', on('2026-11-25'), '2026-12-01'],
    ['next Tuesday', on('2026-11-24'), '2026-12-01'],
    ['next Tuesday', on('2026-11-23'), '2026-12-01 or 2026-11-24'],
    ['Monday or Tuesday next week', on('2026-11-23'), '2026-11-30..2026-12-01'],
    ['Tuesday to Thursday next week', on('2026-11-23'), '2026-12-01..2026-12-03'],
    ['next Tuesday or Wednesday', on('2026-11-23'), '2026-12-01..2026-12-02?'],
    // Today is meant while something can still start.
    ['Tuesday', on('2026-11-24'), '2026-11-24'],
    ['Tuesday', on('2026-11-24', true), '2026-12-01'],
    // The day comes first outside the US.
    ['24/11', british, '2026-11-24'],
    ['5/12', british, '2026-12-05'],
    ['5/12', sunday, '2027-05-12'],
    ['13/11', british, '2027-11-13'],
  ])('%s, in context %#', async (text, today, meaning) => {
    expect(inWords(await understandDays(text, today))).toBe(meaning);
  });
});

describe('words for several days', () => {
  it.each([
    ['this week', '2026-11-22..2026-11-22'],
    ['next week', '2026-11-23..2026-11-29'],
    ['sometime next week', '2026-11-23..2026-11-29'],
    ['early next week', '2026-11-23..2026-11-24'],
    ['next week in the morning', '2026-11-23..2026-11-29 in the morning'],
    ['this weekend', '2026-11-22..2026-11-22'],
    ['Tuesday or Wednesday', '2026-11-24..2026-11-25'],
    ['Tuesday or Thursday', '2026-11-24..2026-11-26 only 2026-11-24, 2026-11-26'],
    ['between Tuesday and Thursday', '2026-11-24..2026-11-26'],
    ['Friday to Monday', '2026-11-27..2026-11-30'],
    ['from the 24th to the 26th', '2026-11-24..2026-11-26'],
    ['after Wednesday', '2026-11-26..'],
    ['after the 24th', '2026-11-25..'],
    ['Wednesday or later', '2026-11-25..'],
    ['from Wednesday onwards', '2026-11-25..'],
    ['before Friday', '2026-11-22..2026-11-26'],
    ['by Friday', '2026-11-22..2026-11-27'],
    ['end of the month', '2026-11-21..2026-11-30'],
    ['next month', '2026-12-01..2026-12-31'],
    ['', '2026-11-22..'],
    ['earliest', '2026-11-22..'],
    ['ASAP', '2026-11-22..'],
    ['as soon as possible', '2026-11-22..'],
    ['first available', '2026-11-22..'],
    ['soonest', '2026-11-22..'],
    ['any day', '2026-11-22..'],
    ['whenever', '2026-11-22..'],
    ['any day in the morning', '2026-11-22.. in the morning'],
    ['any day next week', '2026-11-23..2026-11-29'],
    ['any time this week', '2026-11-22..2026-11-22'],
    ['end of the week', '2026-11-26..2026-11-27'],
    ['the week of the 7th', '2026-12-07..2026-12-13'],
    ['week of December 9th', '2026-12-07..2026-12-13'],
    ['in December', '2026-12-01..2026-12-31'],
    ['sometime in early January', '2027-01-01..2027-01-10'],
    ['late November', '2026-11-22..2026-11-30'],
    ['November 24 to 27', '2026-11-24..2026-11-27'],
    ['Nov 24-27', '2026-11-24..2026-11-27'],
    ['the next few days', '2026-11-22..2026-11-25'],
    ['within 3 days', '2026-11-22..2026-11-25'],
    ['in the next two weeks', '2026-11-22..2026-12-06'],
    ['on or after the 25th', '2026-11-25..'],
    ['Monday, Wednesday or Friday', '2026-11-23..2026-11-27 only 2026-11-23, 2026-11-25, 2026-11-27'],
    ['weekdays', '2026-11-22.. except sun, sat'],
    ['not today', '2026-11-22.. except sun'],
    ['not tomorrow', '2026-11-22.. except mon'],
    ['any day but Tuesday', '2026-11-22.. except tue'],
    ['anytime but not Tuesday', '2026-11-22.. except tue'],
    ["I can't do Tuesday or Thursday", '2026-11-22.. except tue, thu'],
    ['next week except Friday', '2026-11-23..2026-11-29 except fri'],
    ['weekdays other than Monday', '2026-11-22.. except sun, mon, sat'],
    ['not before Wednesday', '2026-11-25..'],
    ['no earlier than Wednesday', '2026-11-25..'],
    ['no later than Friday', '2026-11-22..2026-11-27'],
    ['not the Tuesday that I said', 'unclear'],
    ["I'm busy Tuesday", '2026-11-22.. except tue'],
    ["I'm out of town until Friday", '2026-11-27..'],
    ["I can't until Friday", '2026-11-27..'],
    ['nothing after Friday', '2026-11-22..2026-11-27'],
    ['next week is no good', 'unclear'],
    ['not until Monday', '2026-11-23..'],
    ['not just Monday', '2026-11-22..'],
    ['not Monday morning', 'unclear'],
    ['from Wednesday morning on', 'unclear'],
    ['before tomorrow afternoon', 'unclear'],
    ['Wednesday instead of Tuesday', 'unclear'],
    ['beginning of the month', '2026-12-01..2026-12-10'],
    ['weekends', '2026-11-22.. except mon, tue, wed, thu, fri'],
    ['Thursdays or weekends', '2026-11-22.. except mon, tue, wed, fri'],
    ['on weekdays and Saturdays', '2026-11-22.. except sun'],
    ['1st to 5th of January', '2027-01-01..2027-01-05'],
    ['24th or 25th of next month', '2026-12-24..2026-12-25'],
  ])('%s, on a Sunday evening', async (text, meaning) => {
    expect(inWords(await understandDays(text, sunday))).toBe(
      meaning.replace('2026-11-21..2026-11-30', '2026-11-22..2026-11-30'),
    );
  });
});

describe('text without a day', () => {
  it.each([
    'soonish perhaps',
    'banana',
    'the cat',
    '32/45',
    'Tuesday banana',
    'constructor',
    '12345678901234567890',
    '-',
    '2026-13-01',
  ])('%s stays unclear', async (text) => {
    expect(await understandDays(text, sunday)).toEqual({ kind: 'unclear' });
  });
});
