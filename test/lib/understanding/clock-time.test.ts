import { describe, expect, it } from '@jest/globals';
import { parseClockTime } from '../../../lib/understanding/clock-time.ts';

describe('a time as agents write it', () => {
  it.each([
    ['09:00', 540],
    ['09:00:00', 540],
    ['9:00 AM', 540],
    ['9 AM', 540],
    ['9am', 540],
    ['9:30 p.m.', 1290],
    ['12 AM', 0],
    ['12 pm', 720],
    ['noon', 720],
    ['2:00\u202fPM', 840],
    ['23:59', 1439],
  ])('%s is understood', (text, minute) => expect(parseClockTime(text)).toBe(minute));
  it.each(['24:00', '25:00', '9.30', '9', '2:00', '', '13 PM', '9:60', 'soon', '0:30 AM'])(
    '%s is not',
    (text) => expect(parseClockTime(text)).toBeUndefined(),
  );
});
