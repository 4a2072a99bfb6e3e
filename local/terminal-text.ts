/** Characters that could spoof terminal output: controls, direction marks, invisible characters and lone surrogates. */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** A line of untrusted text for a terminal: control characters are neutralized and columns keep their width. */
export function printable(line: string): string {
  return line.replace(unsafe, ' ');
}

/** A JSON text with the same characters escaped; line breaks of its indentation stay. */
export function printableJson(json: string): string {
  return json.replace(unsafe, (character) => (character === '\n' ? character : escaped(character)));
}

function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/** Callers' text for a terminal: on one line, without control characters. */
export function clean(text: string): string {
  return printable(text).replace(/ {2,}/g, ' ').trim();
}

/** The same for text of several lines. */
export function cleanLines(text: string): string {
  return text.split(/\r?\n/).map(clean).join('\n');
}
