import { describe, expect, it } from '@jest/globals';
import { lengthName, spanName } from '../../../../board/src/store/time.ts';
import { dateIn } from '../../../../board/src/typed-date.ts';

/** A Monday. */
const TODAY = '2026-11-30';

describe('a date that somebody types', () => {
  it.each([
    ['today', '2026-11-30'],
    ['Tomorrow', '2026-12-01'],
    ['fri', '2026-12-04'],
    ['friday', '2026-12-04'],
    ['monday', '2026-11-30'],
    ['next monday', '2026-12-07'],
    ['dec 4', '2026-12-04'],
    ['December 24', '2026-12-24'],
    ['12/4', '2026-12-04'],
    ['1/5', '2027-01-05'],
    ['2027-02-03', '2027-02-03'],
  ])('is read from “%s”', (text, date) => {
    expect(dateIn(text, TODAY)).toBe(date);
  });

  it.each(['', 'or', 'ortega', '555-0178', '13/1', 'feb 30', '12', 'mo'])('is not read from “%s”', (text) => {
    expect(dateIn(text, TODAY)).toBeUndefined();
  });
});

describe('times', () => {
  it.each([
    ['8:00 AM', '10:00 AM', '8–10 AM'],
    ['11:30 AM', '1:00 PM', '11:30 AM–1 PM'],
    ['12:00 PM', '12:45 PM', '12–12:45 PM'],
  ])('from %s to %s are written as %s', (from, to, text) => {
    expect(spanName(from, to)).toBe(text);
  });

  it.each([
    [45, '45 min'],
    [120, '2 h'],
    [90, '1 h 30'],
    [65, '1 h 05'],
  ])('of %i minutes are written as %s', (minutes, text) => {
    expect(lengthName(minutes * 60_000)).toBe(text);
  });
});
