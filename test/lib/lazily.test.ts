import { expect, it } from '@jest/globals';
import { lazily } from '../../lib/lazily.ts';

it('creates a value once, on first use', () => {
  let made = 0;
  const value = lazily(() => {
    made += 1;
    return undefined;
  });
  expect(made).toBe(0);
  value();
  value();
  expect(made).toBe(1);
});
