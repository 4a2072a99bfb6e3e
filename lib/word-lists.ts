/** Splits a text with phrases between commas, which keeps long lists easy to read. */
export const phraseList = (text: string): readonly string[] => text.split(',').map((phrase) => phrase.trim());

export const numberWords: readonly string[] =
  'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
