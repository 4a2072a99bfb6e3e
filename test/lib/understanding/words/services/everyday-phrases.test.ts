import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ServiceType } from '../../../../../lib/accounts/account.ts';
import { matchService } from '../../../../../lib/understanding/services.ts';
import vocabulary from '../../../../../lib/understanding/words/services/vocabulary.json' with {
  type: 'json',
};
import { type Labeled, outOfScope, shops } from './shops.ts';

const LEAST_REACHED = 0.85;
const LEAST_OUTRIGHT = 0.65;

/** The kinds of phrases: `asked` is answered by a question that names two to four services, one of them right. */
function judge(labeled: Labeled, services: readonly ServiceType[]) {
  return Object.entries(labeled).flatMap(([id, texts]) =>
    texts.map((text) => {
      const match = matchService(text, services);
      if (match.kind === 'match') return { text, is: match.service.id === id ? 'outright' : 'wrong' };
      const asked = match.kind === 'ambiguous' && match.suggestions.some((service) => service.id === id);
      return { text, is: asked ? 'asked' : 'missed' };
    }),
  );
}

describe.each(shops)('everyday phrases for a shop of $name', ({ services, labeled }) => {
  const judged = judge(labeled, services);
  const count = (...kinds: readonly string[]) => judged.filter(({ is }) => kinds.includes(is)).length;

  it(`are understood: ${count('outright', 'asked')} reached, ${count('outright')} of them outright, of ${judged.length}`, () => {
    expect(judged.filter(({ is }) => is === 'wrong')).toEqual([]);
    expect(count('outright', 'asked') / judged.length).toBeGreaterThanOrEqual(LEAST_REACHED);
    expect(count('outright') / judged.length).toBeGreaterThanOrEqual(LEAST_OUTRIGHT);
  });

  it.each(outOfScope)('never match what belongs to another trade: %s', (text) => {
    expect(matchService(text, services).kind).not.toBe('match');
  });

  it('lead to a question with two to four services', () => {
    for (const text of Object.values(labeled).flat()) {
      const match = matchService(text, services);
      if (match.kind !== 'ambiguous') continue;
      expect(match.suggestions.length).toBeGreaterThanOrEqual(2);
      expect(match.suggestions.length).toBeLessThanOrEqual(4);
    }
  });

  // With one problem each: a second one may name what a shop does, such as "shower cold".
  it('of another trade match nothing, for any problem or type of work', () => {
    const list = (texts: string) => texts.split(', ');
    const { elsewhere, workTypes, hints } = vocabulary;
    const problems = [...Object.values(workTypes), ...Object.values(hints)].flatMap(list);
    const texts = list(elsewhere).flatMap((thing) => problems.map((problem) => `my ${thing} ${problem}`));

    expect(texts.filter((text) => matchService(text, services).kind === 'match')).toEqual([]);
  });

  it('lead to an answer for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 500 }), (text) => {
        expect(['match', 'ambiguous', 'unknown']).toContain(matchService(text, services).kind);
      }),
    );
  });
});
