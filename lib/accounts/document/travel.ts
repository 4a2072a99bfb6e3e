import * as v from 'valibot';
import { knownFields, text } from './fields.ts';
import { endTime, time } from './hours.ts';

const between = (least: number, most: number) => {
  const expected = `a number from ${least} to ${most}`;
  return v.pipe(v.number(expected), v.minValue(least, expected), v.maxValue(most, expected));
};

const peak = () =>
  v.pipe(
    knownFields({ from: time(), to: endTime(), factor: between(1, 5) }, 'an object with from, to and factor'),
    v.forward(
      v.check(({ from, to }) => to > from, 'an end after its start, on the same day'),
      ['to'],
    ),
  );

/** How long drives take. */
export const travelFields = () => ({
  travel: v.optional(
    knownFields({
      minMinutes: v.optional(between(0, 120), 5),
      plusMinutes: v.optional(between(0, 120), 5),
      detour: v.optional(between(1, 5), 1.3),
      speedKmh: v.optional(between(5, 200), 40),
      maxMinutes: v.optional(between(15, 240), 60),
      peak: v.optional(v.array(peak(), 'a list of { from, to, factor }')),
      comment: v.optional(text(200)),
    }),
  ),
});
