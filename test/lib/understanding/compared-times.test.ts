import { expect, it } from '@jest/globals';
import { readTime } from '../../../lib/voice/arguments/requested-times.ts';

it.each([
  ['same time', 0],
  ['The same time as last time, please', 0],
  ['at the same time as before', 0],
  ['the same', 0],
  ['the usual time', 0],
  ['an hour later', 60],
  ['an hour earlier', -60],
  ['about an hour sooner', -60],
  ['half an hour later', 30],
  ['a half hour earlier', -30],
  ['two hours later', 120],
  ['a couple of hours later', 120],
  ['an hour and a half later', 90],
  ['two and a half hours earlier', -150],
  ['30 minutes later', 30],
  ['forty five minutes earlier', -45],
  ['fifteen minutes later', 15],
  ['a quarter of an hour later', 15],
  ['push it back an hour', 60],
  ['move it up by two hours', -120],
  ['an hour later than now', 60],
  ['one hour later the same day', 60],
])('%s is %i minutes after the other visit', (text, minutes) => {
  expect(readTime(text)).toEqual({ kind: 'compared', minutes });
});

it.each([
  'an hour before noon',
  'later',
  'a bit later',
  'no later than 3',
  'not the same time',
  'an hour',
  'earlier or later',
  'same day',
  '100 hours later',
])('%s is not compared with a visit', (text) => {
  expect(readTime(text).kind).not.toBe('compared');
});
