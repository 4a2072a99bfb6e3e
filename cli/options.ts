import { InvalidArgumentError } from 'commander';
import { accountIdExpected, isAccountId } from '../lib/accounts/account-id.ts';
import { isMoment } from '../lib/accounts/document/hours-schema.ts';
import { integrations, voicePlatforms } from '../lib/platforms/index.ts';
import { parseClockTime } from '../lib/scheduling/clock-time.ts';
import { isLocalDate } from '../lib/scheduling/local-date.ts';

/** A real calendar date. */
export function parseDate(text: string): string {
  if (isLocalDate(text)) return text;
  throw new InvalidArgumentError('Expected a calendar date as YYYY-MM-DD.');
}

/** A member of a closed list, by its name. */
export function oneOf<T extends string>(names: readonly T[]) {
  return (text: string): T => {
    const found = names.find((name) => name === text);
    if (found !== undefined) return found;
    throw new InvalidArgumentError(`Expected one of ${names.join(', ')}.`);
  };
}

/** The names of a closed list in words: "a, b or c". */
export function inWords(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names);
}

export const parseIntegration = oneOf(integrations);
export const parsePlatform = oneOf(voicePlatforms);

/** A base URL, without the slash that may end it. */
export function parseUrl(text: string): string {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '');
  throw new InvalidArgumentError('Expected a URL such as http://127.0.0.1:3000.');
}

/** Collects a repeatable option. */
export function gather(text: string, before: readonly string[]): readonly string[] {
  return [...before, text];
}

/** The id that an account may have, whether or not there is one. */
export function parseAccountId(text: string): string {
  if (isAccountId(text)) return text;
  throw new InvalidArgumentError(`Expected ${accountIdExpected}.`);
}

/** Collects the ids of accounts. */
export const gatherAccounts = (text: string, before: readonly string[]): readonly string[] =>
  gather(parseAccountId(text), before);

/** Minutes from midnight of a clock time in either form. */
export function parseTime(text: string): number {
  const minute = parseClockTime(text);
  if (minute !== undefined) return minute;
  throw new InvalidArgumentError('Expected a time such as 14:30 or 2:30 PM.');
}

/** A local moment; as an end it may be `T24:00`. */
export function momentParser(end: boolean) {
  return (text: string): string => {
    if (isMoment(text, end)) return text;
    const most = end ? ', up to T24:00' : '';
    throw new InvalidArgumentError(`Expected a local time as YYYY-MM-DDTHH:MM${most}.`);
  };
}

/** How many rows to list. */
export function parseLimit(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a whole number from 1 to 999999.');
}
