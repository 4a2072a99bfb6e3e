import { oneLine, UNPRINTABLE } from '../lib/normalized.ts';

/** Replaces each control character of an untrusted line by a blank, so that columns keep their width. */
export function printable(line: string): string {
  return line.replace(UNPRINTABLE, ' ');
}

/** Escapes the control characters of a JSON text, except the line breaks of its indentation. */
export function printableJson(json: string): string {
  return json.replace(UNPRINTABLE, (character) => (character === '\n' ? character : escaped(character)));
}

function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/** Removes control characters from each line of an untrusted text. */
export function cleanLines(text: string): string {
  return text.split(/\r?\n/).map(oneLine).join('\n');
}
