import type { Account } from '../../accounts/account.ts';
import { holding as english, type Holding } from '../../wording/en/holding.ts';
import { holding as spanish } from '../../wording/es/holding.ts';

/** Returns what the platform itself says while a function runs, in the language of the company. */
export const holdingFor = (account: Account | undefined): Holding =>
  account?.language === 'es' ? spanish : english;
