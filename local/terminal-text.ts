// Beside control characters, those that turn the direction of text: both let the words of others forge what is shown.
const unsafe = /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** A line that may hold words of others, for a terminal: nothing in it is obeyed, and its columns stay where they are. */
export function printable(line: string): string {
  return line.replace(unsafe, ' ');
}

/** Text of callers for a terminal: on one line, without control characters. */
export function clean(text: string): string {
  return printable(text).replace(/ {2,}/g, ' ').trim();
}

/** The same for text of several lines. */
export function cleanLines(text: string): string {
  return text.split(/\r?\n/).map(clean).join('\n');
}
