import { describe, expect, it } from '@jest/globals';
import { toFacts, toJson, toTable } from '../../cli/output.ts';
import { oneLine } from '../../lib/normalized.ts';
import { printableJson } from '../../local/terminal-text.ts';

const harmful: [string, string][] = [
  ['a control', '\u001b'],
  ['a control of the second set', '\u009b'],
  ['a zero-width space', '\u200b'],
  ['a zero-width joiner', '\u200d'],
  ['a word joiner', '\u2060'],
  ['a byte order mark', '\ufeff'],
  ['a soft hyphen', '\u00ad'],
  ['a filler', '\u3164'],
  ['a combining grapheme joiner', '\u034f'],
  ['a right-to-left mark', '\u200f'],
  ['an Arabic letter mark', '\u061c'],
  ['an override of direction', '\u202e'],
  ['an isolate', '\u2067'],
  ['a line separator', '\u2028'],
  ['a tag', '\u{e0041}'],
  ['half a character', '\ud83d'],
];

describe.each(harmful)('%s of someone else', (_name, character) => {
  const text = `Ann${character}Lee`;

  it('becomes a space in lines and tables', () => {
    expect(oneLine(text)).toBe('Ann Lee');
    expect(toTable(['name'], [[text]])).toContain(' Ann Lee ');
    expect(toFacts({ name: text })).toContain(' Ann Lee ');
  });

  it('is escaped in JSON, with the same meaning', () => {
    expect(printableJson(JSON.stringify([text]))).toMatch(/^\["Ann(?:\\u[0-9a-f]{4}){1,2}Lee"\]$/);
    expect(JSON.parse(toJson({ [text]: text }))).toEqual({ [text]: text });
  });
});

describe("other people's text", () => {
  it.each(['Zoë', "Siân O'Brien", '李小龍', 'עברית', 'नमस्ते', '🛠 Ann'])('is unchanged: %s', (text) => {
    expect(oneLine(text)).toBe(text);
    expect(toJson(text)).toBe(JSON.stringify(text));
  });

  it('stays on its lines in JSON', () => {
    expect(toJson({ a: 1 })).toBe('{\n  "a": 1\n}');
  });
});
