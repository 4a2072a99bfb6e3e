import type { Account, Language } from '../accounts/account.ts';
import { en, type Words } from './en/index.ts';
import { spanish } from './es/index.ts';

export type { Words } from './en/index.ts';

/** Returns the words of a language. */
export const wordsIn = (language: Language): Words => (language === 'es' ? spanish() : en);

/** Returns the words of a language, in which the account's services and fees are called what it calls them there. */
export function wordsOf(
  account: Pick<Account, 'language' | 'serviceTypes' | 'fees'> | undefined,
  language: Language = account?.language ?? 'en',
): Words {
  const words = wordsIn(language);
  if (account === undefined || language !== 'es') return words;
  const { serviceTypes, fees = [] } = account;
  return {
    ...words,
    services: {
      ...words.services,
      spoken: (said) =>
        words.services.spoken(serviceTypes.find(({ name }) => name === said)?.spanish ?? said),
    },
    fees: {
      ...words.fees,
      fee: (said) => words.fees.fee(fees.find(({ says }) => says === said)?.spanish ?? said),
    },
  };
}
