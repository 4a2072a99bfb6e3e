import { describe, expect, it } from '@jest/globals';
import { formatClockTime } from '../../../lib/scheduling/time-of-day.ts';
import { timeInWords } from '../../../lib/understanding/words/days.ts';
import { understandTime } from '../../../lib/understanding/words/times.ts';
import { bothHalves, settleClock, settleRange } from '../../../lib/voice/arguments/requested-times.ts';

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
/** Open from 8 to 17. */
const office = (minute: number) => minute >= 480 && minute < 1020;
/** Open from 6 to 22. */
const longDay = (minute: number) => minute >= 360 && minute < 1320;

/** The meaning in one line, on a day that is open from 8 to 17. */
function meaning(text: string, isOpen = office): string {
  const said = understandTime(text);
  if (said.kind === 'at') {
    const minute = settleClock(said.clock, isOpen);
    return minute === undefined ? `either ${bothHalves(said.clock).map(clock).join(' ')}` : clock(minute);
  }
  if (said.kind !== 'range') return said.kind;
  const { from, to } = settleRange(said, isOpen);
  return `${clock(from)}-${clock(to)}`;
}

describe('an exact time', () => {
  it.each([
    ['09:00', '09:00'],
    ['14:30', '14:30'],
    ['09:00:00', '09:00'],
    ['2026-11-24T09:00', '09:00'],
    ['9:00 AM', '09:00'],
    ['9:00 PM', '21:00'],
    ['09:00 PM', '21:00'],
    ['9am', '09:00'],
    ['9 a.m.', '09:00'],
    ['9 A.M', '09:00'],
    ['at 9 am', '09:00'],
    ['9 in the morning', '09:00'],
    ['3 in the afternoon', '15:00'],
    ['nine', '09:00'],
    ['nine thirty', '09:30'],
    ['nine forty five', '09:45'],
    ['nine oh five', '09:05'],
    ['half past two', '14:30'],
    ['quarter to ten', '09:45'],
    ['a quarter past ten', '10:15'],
    ['twenty to three', '14:40'],
    ['ten to nine', '08:50'],
    ["9 o'clock", '09:00'],
    ['0900', '09:00'],
    ['1430', '14:30'],
    ['noon', '12:00'],
    ['12', '12:00'],
    ['12:00', '12:00'],
    ['12 pm', '12:00'],
    ['12 am', '00:00'],
    ['12 at night', '00:00'],
    ['3 this afternoon', '15:00'],
    ['nine fifteen', '09:15'],
    ['five after nine', '09:05'],
    ['half past noon', 'unclear'],
    ['midnight', '00:00'],
    ['14h', '14:00'],
    ['9', '09:00'],
    ['9:00', '09:00'],
    ['2', '14:00'],
    ['2:30', '14:30'],
    ['9.30', '09:30'],
    ['7', 'either 07:00 19:00'],
    ['25:00', 'invalid'],
    ['24:00', 'invalid'],
    ['9.75', 'invalid'],
    ['9:60', 'invalid'],
    ['banana', 'unclear'],
    ['constructor', 'unclear'],
  ])('%s', (text, expected) => {
    expect(meaning(text)).toBe(expected);
  });

  it('needs AM or PM if both halves of the day are open', () => {
    expect(meaning('9', longDay)).toBe('either 09:00 21:00');
    expect(meaning('9 am', longDay)).toBe('09:00');
  });

  it('is understood in the format of answers for every minute of the day', () => {
    for (let minute = 0; minute < 1440; minute++) {
      expect(meaning(formatClockTime(minute))).toBe(clock(minute));
      expect(meaning(clock(minute))).toBe(clock(minute));
    }
  });
});

describe('a range of times', () => {
  it.each([
    ['morning', '00:00-11:59'],
    ['in the morning', '00:00-11:59'],
    ['afternoon', '12:00-16:59'],
    ['evening', '17:00-23:59'],
    ['after 3', '15:00-23:59'],
    ['after 3 PM', '15:00-23:59'],
    ['3 or later', '15:00-23:59'],
    ['before noon', '00:00-11:59'],
    ['by noon', '00:00-12:00'],
    ['before 10', '00:00-09:59'],
    ['between 8 and 10', '08:00-10:00'],
    ['8-10', '08:00-10:00'],
    ['8 to 10 am', '08:00-10:00'],
    ['between 11 and 1', '11:00-13:00'],
    ['between 1 and 3 pm', '13:00-15:00'],
    ['between two and three', '14:00-15:00'],
    ['from 9:00 AM to 11:00 AM', '09:00-11:00'],
    ['around 10', '09:00-11:00'],
    ['tenish', '09:00-11:00'],
    ['late morning', '09:30-12:00'],
    ['first thing', 'first'],
    ['first thing in the morning', 'first'],
    ['end of the day', 'last'],
    ['any time', 'any'],
    ['anytime', 'any'],
    ['whenever', 'any'],
    ['asap', 'any'],
    ['now', 'any'],
    ['first available', 'any'],
    ['nine to five', '09:00-17:00'],
    ['10 to 4', '10:00-16:00'],
    ['around 10 or 11', '10:00-11:00'],
    ['between 10 and 11ish', '10:00-11:00'],
    ['until noon', '00:00-11:59'],
    ['noonish', '11:00-13:00'],
    ['afternoon or evening', '12:00-23:59'],
    ['later than 3', '15:00-23:59'],
    ['earlier than 10', '00:00-09:59'],
    ['after lunch', '13:00-23:59'],
    ['mornings only', '00:00-11:59'],
    ['mornings are best', '00:00-11:59'],
    ['in the morning if possible', '00:00-11:59'],
    ['close of business', 'last'],
    ['after work', '17:00-23:59'],
    ['9 and 11', '09:00-11:00'],
    ['8 till 5', '08:00-17:00'],
    ['9 till 11', '09:00-11:00'],
    ['evening or morning', '00:00-23:59'],
    ['around 7 in the morning', '06:00-08:00'],
    ['as late as possible but before 4', 'unclear'],
    ['2, 3, or 4', 'unclear'],
    ['10 11', 'unclear'],
    ['2p', '14:00'],
  ])('%s', (text, expected) => {
    expect(meaning(text)).toBe(expected);
  });
});

describe('a time that is ruled out', () => {
  it.each([
    ['not before 10', '10:00-23:59'],
    ['no earlier than 10', '10:00-23:59'],
    ['not after 3', '00:00-15:00'],
    ['no later than 3 pm', '00:00-15:00'],
    ['not in the morning', '12:00-23:59'],
    ['no mornings', '12:00-23:59'],
    ['any time but mornings', '12:00-23:59'],
    ["I can't do afternoons", '00:00-11:59'],
    ['not in the evening', '00:00-16:59'],
    ['anything except before noon', '12:00-23:59'],
    ['not too early', '09:30-23:59'],
    ['not at noon', 'unclear'],
    ['any time but 9', 'unclear'],
    ['mornings but not at 9', 'unclear'],
    ['nothing before 10', '10:00-23:59'],
    ["I can't be there until noon", '12:00-23:59'],
    ["I'm at work until 5", '17:00-23:59'],
    ['busy before noon', '12:00-23:59'],
    ["we're tied up after 3", '00:00-15:00'],
    ["don't come before 10", '10:00-23:59'],
    ['I work from 9 to 5', 'unclear'],
    ['I work 9 to 5', 'unclear'],
    ['he works until 5', '17:00-23:59'],
    ['skip the morning', '12:00-23:59'],
    ['any time but after 3', '00:00-15:00'],
    ['after 3 and before 5', '15:00-16:59'],
    ['not before 9 and not after 11', '09:00-11:00'],
    ['mornings are no good', 'unclear'],
    ["morning doesn't work", 'unclear'],
  ])('%s', (text, expected) => {
    expect(meaning(text)).toBe(expected);
  });
});

describe('a negation that rules nothing out', () => {
  it.each([
    ['no, the morning', '00:00-11:59'],
    ['No, after 3', '15:00-23:59'],
    ['but before 10', '00:00-09:59'],
    ["I don't mind mornings", '00:00-11:59'],
    ['why not at noon?', '12:00'],
    ['no preference', 'any'],
    ["it doesn't matter", 'any'],
  ])('%s', (text, expected) => {
    expect(meaning(text)).toBe(expected);
  });
});

describe('a negation', () => {
  const said = ['9', 'nine thirty', 'noon', 'after 3', 'before 10', 'until noon', 'by 4', 'between 8 and 10'];
  const parts = ['morning', 'late afternoon', 'evening', 'first thing', 'end of the day', 'around 10'];

  it.each([...said, ...parts])('never means what it rules out: %s', (text) => {
    for (const not of ['not', 'no', "can't do", 'any time but', "I'm not there", 'not at', 'never'])
      expect(timeInWords(`${not} ${text}`)).not.toEqual(timeInWords(text));
  });
});

describe('a time in a longer text', () => {
  it.each([
    ["I'm home till 11", 'till 11'],
    ['we have until 11', 'until 11'],
    ['we could not be there before 10', 'from 10'],
    ['before 10 or after 3', undefined],
    ['the technician should not come at 9', undefined],
    ['half past noon', undefined],
    ['the meeting is at 9', undefined],
    ['I can be home after 3 and before 5', 'after 3 and before 5'],
  ])('%s', (text, part) => {
    expect(timeInWords(text)).toEqual(part === undefined ? { kind: 'unclear' } : understandTime(part));
  });
});
