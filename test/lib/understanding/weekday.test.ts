import { describe, expect, it } from '@jest/globals';
import { weekdaysNamed } from '../../../lib/understanding/words/weekday.ts';

describe('weekdays in a text', () => {
  it.each([
    ['Tuesday and Thursday', 'tue thu'],
    ['Mon-Thu', 'mon tue wed thu'],
    ['weekdays', 'mon tue wed thu fri'],
    ['weekends only', 'sat sun'],
    ['not Monday', 'tue wed thu fri sat sun'],
    ['any day but Monday', 'tue wed thu fri sat sun'],
    ["I can't do Tuesdays or Thursdays", 'mon wed fri sat sun'],
    ['no weekends', 'mon tue wed thu fri'],
    ['weekdays except Friday', 'mon tue wed thu'],
    ['weekdays other than Monday', 'tue wed thu fri'],
    ['Monday but not Tuesday', 'mon'],
    ["Tuesday doesn't work", 'mon wed thu fri sat sun'],
    ['Monday is no good', 'tue wed thu fri sat sun'],
    ["I'm busy on Fridays", 'mon tue wed thu sat sun'],
    ['no, Tuesday', 'tue'],
    ['Tuesday rather than Monday', 'tue'],
    ['Tuesday instead of Monday', 'tue'],
    ['between Monday and Thursday', 'mon tue wed thu'],
    ['Mon–Thu', 'mon tue wed thu'],
    ["I can't do Monday, Tuesday is fine", undefined],
    ["Monday isn't good, Tuesday is", undefined],
    ['not just Monday', undefined],
    ["I don't mind Friday", 'fri'],
    ['any', undefined],
    ['no preference', undefined],
  ])('%s', (text, expected) => {
    const named = weekdaysNamed(text);

    expect(named && [...named].map((day) => day.slice(0, 3)).join(' ')).toBe(expected);
  });
});
