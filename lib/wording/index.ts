import type { Language } from '../accounts/account.ts';
import { en, type Words } from './en/index.ts';
import { spanish } from './es/index.ts';

export type { Words } from './en/index.ts';

/** Returns the words of a language. */
export const wordsIn = (language: Language): Words => (language === 'es' ? spanish() : en);
