import type { Language } from '../../accounts/account.ts';
import { pages as en, type PageWords } from './en.ts';
import { pages as es } from './es.ts';

export type { PageWords } from './en.ts';

/** Returns the texts of the pages in a language. */
export const pageWordsIn = (language: Language): PageWords => (language === 'es' ? es : en);
