import * as v from 'valibot';
import type { Account } from '../../accounts/account.ts';
import { type Words, wordsOf } from '../../wording/index.ts';
import { type Arguments, readArguments } from './arguments.ts';
import { language } from './common-arguments.ts';

const languageArgument = v.object({ language });

/** Returns the words of the language that a function call asks for, otherwise those of the account's language. */
export const wordsOfCall = (account: Account | undefined, sent: Arguments): Words =>
  wordsOf(account, readArguments(languageArgument, sent).language);
