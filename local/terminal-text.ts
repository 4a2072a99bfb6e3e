import { oneLine, UNPRINTABLE } from '../lib/normalized.ts';

/** A line of untrusted text for a terminal: control characters are neutralized and columns keep their width. */
export function printable(line: string): string {
  return line.replace(UNPRINTABLE, ' ');
}

/** A JSON text with the same characters escaped; line breaks of its indentation stay. */
export function printableJson(json: string): string {
  return json.replace(UNPRINTABLE, (character) => (character === '\n' ? character : escaped(character)));
}

function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/** Callers' text of several lines for a terminal: each without control characters. */
export function cleanLines(text: string): string {
  return text.split(/\r?\n/).map(oneLine).join('\n');
}
