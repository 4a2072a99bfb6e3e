import { describe, expect, it } from '@jest/globals';
import { addDays } from '../../../lib/scheduling/time.ts';
import type { Today } from '../../../lib/understanding/day.ts';
import { understandDays } from '../../../lib/understanding/days.ts';
import { timeInWords } from '../../../lib/understanding/words/readings.ts';

const sunday: Today = { date: '2026-11-22', timezone: 'America/New_York', region: 'US', isOver: true };
const wednesday = '2026-11-25';

/** How plainly said words are understood. */
const daysOf = async (text: string) => {
  const days = await understandDays(text, sunday);
  if (days.kind !== 'range') return days;
  const { except, ...range } = days;
  const left = Array.from({ length: 14 }, (_, ahead) => addDays(days.from, ahead)).filter(
    (date) => except?.(date) !== true,
  );
  return { ...range, left };
};

describe('days as callers say them', () => {
  it.each([
    ['as early as you can', 'earliest'],
    ['as soon as you can', 'earliest'],
    ['as early as possible', 'earliest'],
    ['the sooner the better', 'earliest'],
    ['whatever you have', 'earliest'],
    ['whenever you have something', 'earliest'],
    ['whenever Mike is in the area', 'earliest'],
    ['this coming weekend', 'this weekend'],
    ['over the weekend', 'this weekend'],
    ['the weekend after next', 'December 5 to 6'],
    ['first week of December', 'December 1 to 7'],
    ['last week of the month', 'November 24 to 30'],
    ['tomorrow or the day after', 'Monday or Tuesday'],
    ['in a fortnight', 'in two weeks'],
    ['in the new year', 'from January 1 on'],
    ['after the holidays', 'after January 1'],
    ['not next week', 'earliest except next week'],
    ['the second Tuesday in December', 'December 8'],
    ['first Monday of next month', 'December 7'],
    ['the fourth Thursday of the month', 'November 26'],
    ['the first Friday of the month', 'December 4'],
    ['third Tuesday of November', 'November 16, 2027'],
    ['Wednes', 'Wednesday'],
    ['weekday mornings', 'weekdays in the morning'],
    ['anytime Thursday', 'Thursday'],
    ['anytime next week', 'next week'],
    ['tuesday-ish', 'Tuesday'],
    ['the following Tuesday', 'next Tuesday'],
    ['the next Tuesday', 'next Tuesday'],
    ['within the week', 'within 7 days'],
    ['later in the week', 'later this week'],
    ['not Monday but Tuesday', 'Tuesday'],
    ['not this week, next week', 'next week'],
    ['Friday at the latest', 'by Friday'],
    ['Wednesday at the earliest', 'from Wednesday on'],
    ['no wait, make it Thursday', 'Thursday'],
    ['actually the 24th', 'the 24th'],
    ['the Thursday one', 'Thursday'],
    ['the earliest you got', 'earliest'],
    ["the soonest you've got", 'earliest'],
    ['next available Saturday', 'Saturday'],
    ['your first open Tuesday', 'Tuesday'],
    ['next available day', 'earliest'],
    ["whatever day you're up here", 'earliest'],
    ['any day that works', 'earliest'],
    ["Thursday because I'm off on Wednesday", 'Thursday'],
    ['todays', 'today'],
    ["tomorrow's", 'tomorrow'],
    ["Friday's", 'Friday'],
    ['the week of the seventh', 'week of December 7'],
    ['sometime next week in the afternoon, but not Wednesday', 'next week except Wednesday in the afternoon'],
    ['in the morning but not Wednesday', 'any day but Wednesday'],
  ])('%s', async (said, plain) => {
    const [day, time] = plain.split(' in the ');
    const meant = await daysOf(day ?? plain);
    const { time: words, ...found } = { time: undefined, ...(await daysOf(said)) };
    expect(meant.kind).not.toBe('unclear');
    expect(found).toEqual(meant);
    if (time !== undefined) expect(timeInWords(words ?? '')).toEqual(timeInWords(time));
  });

  it('leaves out the day that is ruled out after a time', async () => {
    const days = await understandDays('next week in the afternoon but not Wednesday', sunday);
    expect(days).toMatchObject({ kind: 'range', from: '2026-11-23', to: '2026-11-29' });
    expect(days.kind === 'range' && days.except?.(wednesday)).toBe(true);
  });
});

describe('a day with a clock time in words', () => {
  it.each([
    'half past nine',
    'quarter past nine',
    'a quarter past nine',
    'twenty past nine',
    'at twenty past nine',
    'at fifteen minutes past nine',
    'at twenty to ten',
    'at a quarter to ten',
  ])('%s', async (time) => {
    for (const text of [`Tuesday ${time}`, `${time} on Tuesday`]) {
      expect(await daysOf(text)).toMatchObject({ date: '2026-11-24' });
      expect(timeInWords(text)).toEqual(timeInWords(time));
    }
    expect(timeInWords(time).kind).toBe('at');
  });
});

describe('times as callers say them', () => {
  it.each([
    ['the morning one', 'morning'],
    ['the afternoon window', 'afternoon'],
    ['the first one', 'first'],
    ['actually ten thirty', 'ten thirty'],
    ['actually no, 10:30', '10:30'],
    ['no wait, make it 3', '3'],
    ['10 at the latest', 'by 10'],
    ['3 at the earliest', 'from 3'],
    ['in the AM', 'morning'],
    ['PM', 'from noon'],
    ['the later the better', 'as late as possible'],
    ['the earlier the better', 'as early as possible'],
    ['as soon as you can', 'as soon as possible'],
    ['after 10 but before 2', 'between 10 and 1:59'],
    ['after 10 and before 2 pm', 'between 10 and 1:59 pm'],
    ['mid-day', 'noon'],
    ['around lunch', 'lunchtime'],
    ['late afternoon-ish', 'late afternoon'],
    ['morning but not too early', 'late morning'],
    ['when I get home from work', 'after 5 pm'],
    ['before work', 'before 9 am'],
    ['afternoon because she has dialysis in the morning', 'afternoon'],
    ['before we open at 11', 'before 11'],
    ['after the kids leave at 8', 'after 8'],
    ['either morning or late afternoon', 'morning or late afternoon'],
  ])('%s', (said, plain) => {
    expect(timeInWords(plain).kind).not.toBe('unclear');
    expect(timeInWords(said)).toEqual(timeInWords(plain));
  });
});
