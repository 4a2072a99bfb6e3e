import { describe, expect, it, jest } from '@jest/globals';
import { lazily, once, oncePer } from '../../lib/lazily.ts';

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

describe('once', () => {
  it('computes a value once per object', () => {
    const compute = jest.fn((object: { readonly name: string }) => object.name);
    const value = once(compute);
    const [first, second] = [{ name: 'a' }, { name: 'a' }];
    expect([value(first), value(first), value(second)]).toEqual(['a', 'a', 'a']);
    expect(compute).toHaveBeenCalledTimes(2);
  });
});

describe('oncePer', () => {
  it('computes a value once per object and key', () => {
    const compute = jest.fn(({ name }: { readonly name: string }, key: number) => `${name}${key}`);
    const value = oncePer(compute);
    const [first, second] = [{ name: 'a' }, { name: 'b' }];
    expect([value(first, 1), value(first, 2), value(second, 1)]).toEqual(['a1', 'a2', 'b1']);
    expect([value(first, 1), value(first, 2), value(second, 1)]).toEqual(['a1', 'a2', 'b1']);
    expect(compute).toHaveBeenCalledTimes(3);
  });

  it('computes forgotten values again', () => {
    const compute = jest.fn((_: object, key: number) => key * 2);
    const value = oncePer(compute);
    const object = {};
    for (let key = 0; key <= 100; key++) value(object, key);
    expect(value(object, 0)).toBe(0);
    expect(compute).toHaveBeenCalledTimes(102);
  });
});
