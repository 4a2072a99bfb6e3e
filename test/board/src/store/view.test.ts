import { describe, expect, it } from '@jest/globals';
import { datesOf, isView } from '../../../../board/src/store/state.ts';

describe('a view', () => {
  it('shows the date, and those after it', () => {
    expect(datesOf('day', '2026-11-25')).toEqual(['2026-11-25']);
    expect(datesOf('three', '2026-12-31')).toEqual(['2026-12-31', '2027-01-01', '2027-01-02']);
  });

  const march = [
    '2027-03-08',
    '2027-03-09',
    '2027-03-10',
    '2027-03-11',
    '2027-03-12',
    '2027-03-13',
    '2027-03-14',
  ];

  it.each(['2027-03-08', '2027-03-11', '2027-03-14'])(
    'shows the week of %s from Monday to the Sunday on which the clocks change',
    (date) => {
      expect(datesOf('week', date)).toEqual(march);
    },
  );

  it('is one of three', () => {
    expect(['day', 'three', 'week', 'month', 'toString', undefined].map(isView)).toEqual([
      ...[true, true, true],
      ...[false, false, false],
    ]);
  });
});
