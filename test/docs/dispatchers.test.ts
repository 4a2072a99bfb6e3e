import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { flagWords, inWords } from '../../lib/record/flag-words.ts';

/** The rows of the table of flags: the flags in the first cell, and the text of the second. */
const rows = readFileSync('docs/dispatchers.md', 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, names, words] = /^\| (`\w+`(?:, `\w+`)*) \| ([^|]*) \| [^|]* \| [^|]* \|$/.exec(line) ?? [];
    const flags = [...(names ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
    return flags.length === 0 ? [] : [{ flags, words }];
  });

describe('the page for dispatchers', () => {
  it('explains every flag that has words of its own', () => {
    expect(rows.flatMap(({ flags }) => flags).toSorted()).toEqual([...flagWords.keys()].toSorted());
  });

  it.each(rows)('names $flags as the board and messages do', ({ flags, words }) => {
    expect(words).toBe(inWords(flags));
  });
});

describe('a flag without words of its own', () => {
  it('is the name of a field', () => {
    expect(inWords(['danger', 'preferredDate'])).toBe('danger reported, preferred date missing or unclear');
  });
});
