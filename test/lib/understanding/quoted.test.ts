import { describe, expect, it } from '@jest/globals';
import { isReaction, withoutQuoted } from '../../../lib/understanding/quoted.ts';

const OURS = 'Acme: If you see fire or smoke, leave and call 911. You can also call us at (212) 555-0100.';

describe('a reaction', () => {
  it.each([
    `Liked “${OURS}”`,
    `Emphasized "${OURS}"`,
    `Laughed at “${OURS}”`,
    `Removed a heart from “${OURS}”`,
    `Reacted 🔥 to “${OURS}”`,
    `\u200a👍🏽\u200b to “\u200a${OURS}\u200a”`,
    `Le encantó “${OURS}”`,
    `Reaccionó con 👍 a «${OURS}»`,
    'Liked “One line\nand another”',
  ])('is seen: %j', (text) => {
    expect(isReaction(text)).toBe(true);
  });

  it.each([
    'I smell gas',
    'The alarm said “fire, leave the building”',
    'Liked it, but I smell gas',
    'Liked “See you at 9” but now I smell gas',
    '🔥 in the kitchen, it says “fire”',
    'To “Acme”',
  ])('is not seen in %j', (text) => {
    expect(isReaction(text)).toBe(false);
  });
});

describe('without what it repeats', () => {
  it.each([
    ['if you see fire or smoke leave and call 911', ''],
    ['You wrote: “If you see fire or smoke, leave and call 911!” Why?', 'You wrote: “ !” Why?'],
    ['If you see fire or smoke, leave and call 911. There is smoke here!', '. There is smoke here!'],
    ['There is fire or smoke', 'There is fire or smoke'],
  ])('%j is %j', (text, rest) => {
    expect(withoutQuoted(text, [OURS]).trim().replace(/\s+/g, ' ')).toBe(rest);
  });

  it('short phrases stay, which anybody may use', () => {
    expect(withoutQuoted('I smell gas', ['I smell gas. Are you sure?'])).toBe('I smell gas');
  });
});
