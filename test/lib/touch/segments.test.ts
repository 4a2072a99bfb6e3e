import { expect, it } from '@jest/globals';
import { segmentsOf } from '../../../lib/touch/segments.ts';

it.each([
  ['', 1],
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  ['a'.repeat(306), 2],
  ['a'.repeat(307), 3],
  // An extended character takes two units, and is not split.
  [`${'a'.repeat(158)}€`, 1],
  [`${'a'.repeat(159)}€`, 2],
  [`${'a'.repeat(152)}€${'a'.repeat(151)}`, 2],
  [`${'a'.repeat(152)}€${'a'.repeat(152)}`, 3],
  // One character beyond GSM-7 makes all of it UCS-2.
  ['ó'.repeat(70), 1],
  [`${'a'.repeat(70)}ó`, 2],
  ['é'.repeat(160), 1],
  ['😀'.repeat(35), 1],
  ['😀'.repeat(36), 2],
  // 67 units hold 33 emoji and half of one.
  ['😀'.repeat(66), 2],
  ['😀'.repeat(67), 3],
])('%#: a text costs its segments', (text, segments) => {
  expect(segmentsOf(text)).toBe(segments);
});
