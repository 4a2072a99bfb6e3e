import { describe, expect, it } from '@jest/globals';
import type { DayRefusal, StartRefusal } from '../../../lib/scheduling/engine.ts';
import { speakDayRefusal, speakStartRefusal } from '../../../lib/voice/answers/reasons.ts';
import { missing } from '../../../lib/voice/arguments/common-arguments.ts';
import { spoken } from '../../../lib/voice/message.ts';
import { en } from '../../../lib/wording/en/index.ts';
import { either } from '../../../lib/wording/en/lists.ts';
import { echo, say, spread } from '../../../lib/wording/speech.ts';

const { speakClockTime, speakDate } = en;
const DAY = 'Wednesday, June 10';
const asked = { day: DAY, service: 'AC Repair', horizonDays: 60 };

describe('the spoken reason why a day has nothing free', () => {
  const rows: readonly (readonly [DayRefusal, string])[] = [
    ['past', 'Wednesday, June 10 has already passed.'],
    ['too_far', 'Wednesday, June 10 is too far ahead: we book up to 60 days from today.'],
    ['closed', 'We are closed on Wednesday, June 10.'],
    ['holiday', 'We are closed on Wednesday, June 10.'],
    ['no_technician', "We don't have anyone for AC Repair on Wednesday, June 10."],
    ['duration_exceeds_hours', 'AC Repair takes longer than our hours on Wednesday, June 10 allow.'],
    ['too_soon', "It's too late to book for Wednesday, June 10."],
    ['fully_booked', 'Wednesday, June 10 is fully booked for AC Repair.'],
  ];
  it.each(rows)('%s', (reason, message) => {
    expect(speakDayRefusal(reason, asked, en)).toBe(message);
  });
});

describe('the spoken reason why a start cannot be booked', () => {
  const rows: readonly (readonly [StartRefusal, string])[] = [
    ['invalid_time', 'There is no 9 AM on Wednesday, June 10, because the clocks change.'],
    ['slot_taken', '9 AM on Wednesday, June 10 is taken.'],
    ['closed', 'We are closed at 9 AM on Wednesday, June 10.'],
    ['holiday', 'We are closed on Wednesday, June 10.'],
    ['not_on_grid', "Appointments don't start at 9 AM."],
    ['duration_exceeds_hours', 'AC Repair at 9 AM on Wednesday, June 10 would run past our hours.'],
    ['no_technician', "We don't have anyone for AC Repair at 9 AM on Wednesday, June 10."],
    ['too_soon', '9 AM on Wednesday, June 10 is too soon to book.'],
    ['past', '9 AM on Wednesday, June 10 has already passed.'],
    ['too_far', 'Wednesday, June 10 is too far ahead: we book up to 60 days from today.'],
  ];
  it.each(rows)('%s', (reason, message) => {
    expect(speakStartRefusal(reason, { ...asked, time: '9 AM' }, en)).toBe(message);
  });

  it.each([
    ['slot_taken', "Ana can't come at 9 AM on Wednesday, June 10."],
    ['not_skilled', "Ana doesn't do AC Repair."],
  ] as const)('%s with a technician', (reason, message) => {
    expect(speakStartRefusal(reason, { ...asked, time: '9 AM', technician: 'Ana' }, en)).toBe(message);
  });

  it.each(['slot_taken', 'too_soon', 'past'] as const)('%s at noon is also a sentence', (reason) => {
    expect(speakStartRefusal(reason, { ...asked, time: 'noon' }, en)).toMatch(
      /^Noon on Wednesday, June 10 (?:is|has) /,
    );
  });
});

describe('what callers hear', () => {
  it('names weekday and date, and the year only if it is not the current one', () => {
    expect(speakDate('2026-06-10', '2026-06-01')).toBe('Wednesday, June 10');
    expect(speakDate('2027-01-04', '2026-12-30')).toBe('Monday, January 4, 2027');
  });

  it('omits zero minutes, and spreads times over the day', () => {
    const times = (minutes: readonly number[], most: number) =>
      either(spread(minutes, most).map(speakClockTime));
    const minutes = [480, 510, 540, 570, 600, 780, 810, 840, 870, 900];
    expect(times(minutes, 3)).toBe('8 AM, 1 PM or 3 PM');
    expect(times([540, 750], 3)).toBe('9 AM or 12:30 PM');
    expect(times([720], 3)).toBe('noon');
    expect(times(minutes, 1)).toBe('8 AM');
  });

  it('joins options as people do', () => {
    expect([either([]), either(['a']), either(['a', 'b']), either(['a', 'b', 'c'])]).toEqual([
      '',
      'a',
      'a or b',
      'a, b or c',
    ]);
  });

  it('asks for missing values in words, not by names of arguments', () => {
    expect(spoken(missing(['date', 'customerPhone'], en).message)).toBe(
      'Could you tell me the day and a phone number?',
    );
  });

  it('is one line of at most 220 characters, with the sentences that fit', () => {
    expect(say('One.\n', undefined, ' Two. ')).toBe('One. Two.');
    expect(say('x'.repeat(200), 'This sentence does not fit any more.')).toBe('x'.repeat(200));
    expect(say('x'.repeat(500)).length).toBeLessThanOrEqual(220);
  });

  it('repeats a name without anything that could control a model or a terminal', () => {
    expect(echo('Dana\u0000\n\u202eMiller\u001b[31m')).toBe('Dana Miller 31m');
    expect(echo('n'.repeat(100))).toHaveLength(60);
  });

  it('repeats a name without markup', () => {
    expect(echo('<break time="9s"/>**Dana** [Miller](x) `O\'Neil`')).toBe(
      'break time="9s"/ Dana Miller (x) O\'Neil',
    );
  });
});
