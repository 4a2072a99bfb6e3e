import type { Language } from '../accounts/account.ts';
import { en } from './en/index.ts';

/** All sentences that callers hear, in one language. */
export type Words = typeof en;

const languages: Readonly<Record<Language, Words>> = { en };

/** Returns the words of a language. */
export const wordsIn = (language: Language): Words => languages[language];
