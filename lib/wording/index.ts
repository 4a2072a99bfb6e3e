import type { Account, Language } from '../accounts/account.ts';
import { en, type Words } from './en/index.ts';
import { spanish } from './es/index.ts';

export type { Words } from './en/index.ts';

const words: Readonly<Record<Language, () => Words>> = { en: () => en, es: spanish };

/** Returns the words of a language. */
export const wordsIn = (language: Language): Words => words[language]();

/** Returns the words of a language, in which the account's services and fees are called what it calls them there. */
export function wordsOf(
  account: Pick<Account, 'language' | 'serviceTypes' | 'fees'> | undefined,
  language: Language = account?.language ?? 'en',
): Words {
  const usual = wordsIn(language);
  if (account === undefined || language !== 'es') return usual;
  const { serviceTypes, fees = [] } = account;
  return {
    ...usual,
    services: {
      ...usual.services,
      spoken: (said) =>
        usual.services.spoken(serviceTypes.find(({ name }) => name === said)?.spanish ?? said),
    },
    fees: {
      ...usual.fees,
      fee: (said) => usual.fees.fee(fees.find(({ says }) => says === said)?.spanish ?? said),
    },
  };
}
