import type { Language } from '../../accounts/account.ts';
import { pages as en, type PageWords } from './en.ts';
import { pages as es } from './es.ts';

export type { PageWords } from './en.ts';

const words: Readonly<Record<Language, PageWords>> = { en, es };

/** Returns the texts of the pages in a language. */
export const pageWordsIn = (language: Language): PageWords => words[language];
