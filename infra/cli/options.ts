import { InvalidArgumentError } from 'commander';
import { integrations } from '../../lib/routes.ts';
import { isLocalDate } from '../../lib/scheduling/local-date.ts';

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

export const parseIntegration = oneOf(integrations);
export const parsePlatform = oneOf(['voiceone', 'voicetwo']);

/** A base URL, without the slash that may end it. */
export function parseUrl(text: string): string {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '');
  throw new InvalidArgumentError('Expected a URL such as http://127.0.0.1:3000.');
}

/** Gathers an option that may come several times. */
export function gather(text: string, before: readonly string[]): readonly string[] {
  return [...before, text];
}
