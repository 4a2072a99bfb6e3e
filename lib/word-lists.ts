/** The phrases of a text with commas, so that long lists stay easy to read. */
export const phraseList = (text: string): readonly string[] => text.split(',').map((phrase) => phrase.trim());

/** The numbers from zero to twelve in words, as they are said and understood. */
export const numberWords: readonly string[] =
  'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
