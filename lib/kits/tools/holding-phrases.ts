import type { Language } from '../../accounts/account.ts';
import { holding as english, type Holding } from '../../wording/en/holding.ts';
import { holding as spanish } from '../../wording/es/holding.ts';

export type { Holding } from '../../wording/en/holding.ts';

const phrases: Readonly<Record<Language, Holding>> = { en: english, es: spanish };

/** Returns what the platform itself says while a function runs. */
export const holdingIn = (language: Language): Holding => phrases[language];
