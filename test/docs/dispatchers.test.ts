import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { flagWords, inWords } from '../../lib/record/attention.ts';

it('the page for dispatchers explains every flag that has words of its own', () => {
  const page = readFileSync('docs/dispatchers.md', 'utf8');
  const items = [...page.matchAll(/^- ((?:`\w+`(?:, )?)+): /gm)].map(([, names = '']) => names);
  const flags = items.flatMap((names) => [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name));
  expect(flags.toSorted()).toEqual([...flagWords.keys()].toSorted());
});

describe('a flag without words of its own', () => {
  it('is the name of a field', () => {
    expect(inWords(['danger', 'preferredDate'])).toBe('danger reported, preferred date missing or unclear');
  });
});
