import { describe, expect, it } from '@jest/globals';
import type { Today } from '../../../lib/understanding/day.ts';
import { understandDays } from '../../../lib/understanding/days.ts';

/** A Sunday. */
const sunday: Today = { date: '2026-11-22', timezone: 'America/New_York', region: 'US', isOver: true };
const on = (date: string): Today => ({ ...sunday, date });

describe('a holiday by its name', () => {
  it.each([
    ['Thanksgiving', '2026-11-26'],
    ['on Thanksgiving Day', '2026-11-26'],
    ['this Thanksgiving', '2026-11-26'],
    ['Black Friday', '2026-11-27'],
    ['the day after Thanksgiving', '2026-11-27'],
    ['day before Thanksgiving', '2026-11-25'],
    ['the Friday after Thanksgiving', '2026-11-27'],
    ['the Monday after Thanksgiving', '2026-11-30'],
    ['the Tuesday before Thanksgiving', '2026-11-24'],
    ['two days after Christmas', '2026-12-27'],
    ['Christmas', '2026-12-25'],
    ["New Year's", '2027-01-01'],
    ["New Year's Day", '2027-01-01'],
    ['New Year’s Eve', '2026-12-31'],
    ['Martin Luther King Day', '2027-01-18'],
    ['MLK day', '2027-01-18'],
    ["Valentine's Day", '2027-02-14'],
    ["Presidents' Day", '2027-02-15'],
    ["Mother's Day", '2027-05-09'],
    ['Memorial Day', '2027-05-31'],
    ['Juneteenth', '2027-06-19'],
    ['the 4th of July', '2027-07-04'],
    ['the Fourth of July', '2027-07-04'],
    ['July 4th', '2027-07-04'],
    ['July Fourth', '2027-07-04'],
    ['Independence Day', '2027-07-04'],
    ['Labor Day', '2027-09-06'],
    ['Columbus Day', '2027-10-11'],
    ["Indigenous Peoples' Day", '2027-10-11'],
    ['Halloween', '2027-10-31'],
    ['Veterans Day', '2027-11-11'],
  ])('is the next such date: %s', async (text, date) => {
    expect(await understandDays(text, sunday)).toEqual({ kind: 'date', date, certain: true });
  });

  it('keeps a part of the day', async () => {
    const eve = { kind: 'date', date: '2026-12-24', certain: true, time: 'morning' };
    expect(await understandDays('Christmas Eve morning', sunday)).toEqual(eve);
  });

  it('is today on the day itself, and in the next year after it', async () => {
    expect(await understandDays('Thanksgiving', on('2026-11-26'))).toMatchObject({ date: '2026-11-26' });
    expect(await understandDays('Thanksgiving', on('2026-11-27'))).toMatchObject({ date: '2027-11-25' });
  });

  it.each([
    ['after Thanksgiving', { from: '2026-11-27' }],
    ['before Christmas', { from: '2026-11-22', to: '2026-12-24' }],
    ['the week of Thanksgiving', { from: '2026-11-23', to: '2026-11-29' }],
    ['Thanksgiving week', { from: '2026-11-23', to: '2026-11-29' }],
    ['the week after Thanksgiving', { from: '2026-11-30', to: '2026-12-06' }],
    ['the week before Christmas', { from: '2026-12-14', to: '2026-12-20' }],
    ["between Christmas and New Year's", { from: '2026-12-25', to: '2027-01-01' }],
    ['any day but Thanksgiving', { from: '2026-11-22' }],
  ])('bounds a range: %s', async (text, range) => {
    expect(await understandDays(text, sunday)).toMatchObject({ kind: 'range', certain: true, ...range });
  });

  it.each([
    ['Thanksgiving', 'CA', '2027-10-11'],
    ['Canada Day', 'CA', '2027-07-01'],
    ['Victoria Day', 'CA', '2027-05-24'],
    ['Labour Day', 'CA', '2027-09-06'],
    ['Boxing Day', 'GB', '2026-12-26'],
  ])('depends on the region: %s in %s', async (text, region, date) => {
    expect(await understandDays(text, { ...sunday, region })).toEqual({ kind: 'date', date, certain: true });
  });

  it.each([
    ['Thanksgiving', 'GB'],
    ['Canada Day', 'US'],
    ['Labor Day', 'GB'],
  ])('is unclear where it has no date: %s in %s', async (text, region) => {
    expect(await understandDays(text, { ...sunday, region })).toEqual({ kind: 'unclear' });
  });
});
