import { describe, expect, it } from '@jest/globals';
import { understandDays } from '../../../lib/understanding/days.ts';

// A Wednesday.
const today = { date: '2026-06-10', timezone: 'America/New_York', region: 'US', isOver: false };

describe('a day in the past', () => {
  it.each([
    ['last Friday', '2026-06-05'],
    ['this past Friday', '2026-06-05'],
    ['last Wednesday', '2026-06-03'],
    ['last Friday morning', '2026-06-05'],
    ['Friday last week', '2026-06-05'],
    ['Friday of last week', '2026-06-05'],
    ['two days ago', '2026-06-08'],
    ['a week ago', '2026-06-03'],
    ['a couple of days ago', '2026-06-08'],
  ])('%s is read as such: %s', async (text, date) => {
    expect(await understandDays(text, today)).toMatchObject({ kind: 'date', date, certain: true });
  });

  it('may be any of a week', async () => {
    const week = { kind: 'range', from: '2026-06-01', to: '2026-06-07' };
    expect(await understandDays('last week', today)).toMatchObject(week);
  });

  it.each([
    ['the last Friday of the month', '2026-06-26'],
    ['last Friday in December', '2026-12-25'],
    ['the last Monday of next month', '2026-07-27'],
    ['the last Tuesday of this month', '2026-06-30'],
  ])('is not meant by %s: %s', async (text, date) => {
    expect(await understandDays(text, today)).toMatchObject({ kind: 'date', date });
  });
});

describe('a weekday with its number', () => {
  it.each([
    ['next Wednesday the 17th', '2026-06-17'],
    ['this Friday the 12th', '2026-06-12'],
    ['next Wednesday June 17th', '2026-06-17'],
    ['Friday the 10th of next month', '2026-07-10'],
  ])('is that date: %s', async (text, date) => {
    expect(await understandDays(text, today)).toMatchObject({ kind: 'date', date, certain: true });
  });

  it('is asked about if they contradict', async () => {
    const both = { kind: 'date', date: '2026-06-18', certain: false, other: '2026-06-17' };
    expect(await understandDays('next Wednesday the 18th', today)).toEqual(both);
  });
});

describe('a day in Spanish', () => {
  it.each([
    ...['mañana', 'mañana por la tarde', 'mañana a las 3', 'pasado mañana', 'el martes', 'el lunes 8'],
    ...['el 5 de junio', 'viernes 12 de junio', 'la próxima semana', 'lunes o martes', 'lo antes posible'],
  ])('is asked for, because the model can say it in English: %s', async (text) => {
    expect(await understandDays(text, today)).toEqual({ kind: 'unclear' });
  });
});
