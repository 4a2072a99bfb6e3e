import type { CommanderError } from '@commander-js/extra-typings';

/** Returns the name of an option without its value: `--account` of `-a, --account <id>`. */
const nameOf = (flags: string): string => /--[\w-]+/.exec(flags)?.[0] ?? flags;

const expectedOf = (flags: string): string => /[<[].*/.exec(flags)?.[0] ?? 'a value';

const lowered = (text: string): string =>
  text === '' ? 'another value.' : text.charAt(0).toLowerCase() + text.slice(1);

/**
 * Maps the library's messages to those of the service. A message begins with the wrong name and never repeats the given
 * value, which may be a secret.
 */
const texts: readonly (readonly [RegExp, (...parts: string[]) => string])[] = [
  [/^missing required argument '(.*)'$/s, (name) => `${name}: expected a value.`],
  [/^option '(.*)' argument missing$/s, (flags) => `${nameOf(flags)}: expected ${expectedOf(flags)}.`],
  [/^required option '(.*)' not specified$/s, (flags) => `${nameOf(flags)}: expected ${expectedOf(flags)}.`],
  [
    /^option '(.*)' cannot be used with option '(.*)'$/s,
    (one, other) => `${nameOf(one)}: expected without ${nameOf(other)}.`,
  ],
  [
    /^unknown option '(.*?)'(?:\n\(Did you mean (.*)\?\))?$/s,
    (name, meant) => unknown('option', name, meant),
  ],
  [
    /^unknown command '(.*?)'(?:\n\(Did you mean (.*)\?\))?$/s,
    (name, meant) => unknown('command', name, meant),
  ],
  [
    /^too many arguments(?: for '(.*)')?\. Expected (\d+) argument/s,
    (name, count) =>
      `${name || 'dispatch'}: expected ${count === '0' ? 'no arguments' : `at most ${count}`}.`,
  ],
  [
    /^option '([^']*)' argument '.*' is invalid\. ?(.*)$/s,
    (flags, why) => `${nameOf(flags)}: ${reason(why)}`,
  ],
  [
    /^command-argument value '.*' is invalid for argument '([^']*)'\. ?(.*)$/s,
    (name, why) => `${name}: ${reason(why)}`,
  ],
];

function unknown(kind: string, name: string, meant: string | undefined): string {
  const known = /^[\w-]{1,40}$/.test(name) ? name : `the ${kind}`;
  return `${known}: unknown ${kind}${meant === undefined ? '' : `; did you mean ${meant}?`}`;
}

/** Returns what a parser expected, or the library's list of choices. */
function reason(why: string): string {
  return lowered(why.replace(/^Allowed choices are /, 'expected one of '));
}

const withHelp = (text: string): string => `${text.replace(/\.$/, '')} (see --help)`;

/** Returns one line for wrong usage: what is wrong, what is expected, and where to read on. */
export function usageText({ message }: CommanderError): string {
  const plain = message.replace(/^error: /, '').trim();
  for (const [pattern, text] of texts) {
    const found = pattern.exec(plain);
    if (found !== null) return withHelp(text(...found.slice(1)));
  }
  return withHelp(plain);
}
