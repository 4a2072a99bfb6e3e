import { userInfo } from 'node:os';
import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { accountIdExpected, isAccountId } from '../lib/accounts/account.ts';
import { oneLine } from '../lib/normalized.ts';
import { voicePlatforms, webhookSenderIds } from '../lib/platforms/index.ts';
import { dispatcherOf } from '../lib/record/dispatcher-changes.ts';
import type { Actor } from '../lib/record/request.ts';
import { parseClockTime } from '../lib/understanding/clock-time.ts';
import type { AnyCommand } from './command.ts';

/** Returns a parser of the members of a closed list, which shells complete. */
export function oneOf<T extends string>(names: readonly T[]) {
  const parse = (text: string): T => {
    const found = names.find((name) => name === text);
    if (found !== undefined) return found;
    throw new InvalidArgumentError(`Expected one of ${names.join(', ')}.`);
  };
  return Object.assign(parse, { choices: names });
}

const disjunction = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** The arguments that name a sender of webhooks or a voice platform: flags, description and parser. */
export const senderArgument = [
  '<integration>',
  disjunction.format(webhookSenderIds),
  oneOf(webhookSenderIds),
] as const;
export const platformArgument = [
  '<platform>',
  disjunction.format(voicePlatforms),
  oneOf(voicePlatforms),
] as const;

/** Parses a base URL, and removes slashes at its end. */
export function parseUrl(text: string): string {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '');
  throw new InvalidArgumentError('Expected a URL such as http://127.0.0.1:3000.');
}

/** Collects the values of a repeatable option. */
export function gather(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

/** Returns a parser that collects values such as `name=value`. */
export const gatherPairs = (expected: string) => (text: string, before: readonly string[]) => {
  if (text.indexOf('=') > 0) return gather(text, before);
  throw new InvalidArgumentError(`Expected ${expected}.`);
};

/** Both sides of a value such as `name=value`. */
export function halves(change: string): readonly [string, string] {
  const mark = change.indexOf('=');
  return [change.slice(0, mark), change.slice(mark + 1)];
}

/** Parses an id that an account may have, whether or not such an account exists. */
export function parseAccountId(text: string): string {
  if (isAccountId(text)) return text;
  throw new InvalidArgumentError(`Expected ${accountIdExpected}.`);
}

export const gatherAccounts = (text: string, before?: readonly string[]): readonly string[] =>
  gather(parseAccountId(text), before);

/** Parses a clock time in either form into minutes from midnight. */
export function parseTime(text: string): number {
  const minute = parseClockTime(text);
  if (minute !== undefined) return minute;
  throw new InvalidArgumentError('Expected a time such as 14:30 or 2:30 PM.');
}

/** Returns a parser of whole numbers. */
export const wholeNumber = (pattern: RegExp, expected: string) => (text: string) => {
  if (pattern.test(text)) return Number(text);
  throw new InvalidArgumentError(`Expected ${expected}.`);
};

export const parseLimit = wholeNumber(/^[1-9]\d{0,5}$/, 'a whole number from 1 to 999999');

/** The number of rows that lists show unless they are told otherwise. */
export const DEFAULT_LIMIT = 50;

const MAX_REASON = 500;

/** Parses a reason, and puts it on one line. */
export function parseReason(text: string): string {
  const reason = oneLine(text);
  if (reason === '' || reason.length > MAX_REASON)
    throw new InvalidArgumentError(`Expected a reason of 1 to ${MAX_REASON} characters.`);
  return reason;
}

const nameExpected = 'Expected a name of 1 to 60 printable characters.';

/** The option that says who makes a change; `actorOf` reads it. */
export const byOption = () =>
  new Option('--by <name>', 'your name in the history; default: your user name').argParser((name) => {
    const actor = dispatcherOf(name);
    if (actor === undefined) throw new InvalidArgumentError(nameExpected);
    return actor;
  });

/** Returns the dispatcher of `--by`, otherwise the user of the operating system. */
export function actorOf(given: Actor | undefined, command: AnyCommand<unknown>): Actor {
  return given ?? dispatcherOf(userName()) ?? command.error(`--by: expected your name. ${nameExpected}`);
}

/** Returns the name of the user, or an empty text if the operating system has none, as in some containers. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}
