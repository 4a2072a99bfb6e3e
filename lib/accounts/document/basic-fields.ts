import * as v from 'valibot';

export const text = (most: number, expected = `a text of 1 to ${most} characters`) =>
  v.pipe(v.string(expected), v.trim(), v.nonEmpty(expected), v.maxLength(most, expected));

/** Defaults to an empty list. */
export const texts = (most: number) => v.optional(v.array(text(most), 'a list of texts'), []);

const phoneExpected = 'a phone number in E.164, such as +12125550100';
export const phone = () => v.pipe(v.string(phoneExpected), v.regex(/^\+[1-9]\d{6,14}$/, phoneExpected));

export const oneOf = <const Options extends readonly string[]>(options: Options) =>
  v.picklist(options, `one of ${options.join(', ')}`);
