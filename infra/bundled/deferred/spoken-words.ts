import { join } from 'node:path';
import type * as Library from '#spoken-words';
import { lazily } from '../../../lib/lazily.ts';

const library = lazily((): typeof Library => require(join(__dirname, 'spoken-words.js')));

// Replaces in a function's bundle `#spoken-words`: the same code, from a file beside the bundle, loaded for the first
// day, time or number in words.

export const daysInWords: typeof Library.daysInWords = (text, today) => library().daysInWords(text, today);
export const timeInWords: typeof Library.timeInWords = (text) => library().timeInWords(text);
export const comparedDays: typeof Library.comparedDays = (text) => library().comparedDays(text);
export const weekdaysNamed: typeof Library.weekdaysNamed = (text) => library().weekdaysNamed(text);
export const phoneInWords: typeof Library.phoneInWords = (text) => library().phoneInWords(text);
export const postalCodeInWords: typeof Library.postalCodeInWords = (text) =>
  library().postalCodeInWords(text);
export const addressInWords: typeof Library.addressInWords = (text) => library().addressInWords(text);
