import { describe, expect, it } from '@jest/globals';
import { reuse } from '../../../../board/src/store/api.ts';

describe('an answer that is read again', () => {
  const before = {
    now: '10:00',
    lanes: [
      { id: 'ana', jobs: [{ at: 1 }, { at: 2 }] },
      { id: 'ben', jobs: [] },
    ],
  };
  const copy = () => structuredClone(before);

  it('stays the same object if nothing in it changed', () => {
    expect(reuse(before, copy())).toBe(before);
  });

  it('keeps unchanged parts, and replaces the others', () => {
    const after = {
      ...copy(),
      now: '10:05',
      lanes: [
        { id: 'ana', jobs: [{ at: 1 }, { at: 3 }] },
        { id: 'ben', jobs: [] },
      ],
    };

    const read = reuse(before, after);

    expect(read).toEqual(after);
    expect(read.lanes[0]).not.toBe(before.lanes[0]);
    expect(read.lanes[0]?.jobs[0]).toBe(before.lanes[0]?.jobs[0]);
    expect(read.lanes[1]).toBe(before.lanes[1]);
  });

  it('keeps a record whose tag is the same, and replaces one whose tag is another', () => {
    const [old, read] = [{ lane: { etag: '"1"', jobs: [] } }, { lane: { etag: '"2"', jobs: [] } }];

    expect(reuse<typeof old>(old, structuredClone(old))).toBe(old);
    expect(reuse<typeof old>(old, read)).toEqual(read);
  });

  it.each([
    ['a list that grew', [1], [1, 2]],
    ['a list that shrank', [1, 2], [1]],
    ['a field that came', { a: 1 }, { a: 1, b: 2 }],
    ['a field that went', { a: 1, b: 2 }, { a: 1 }],
    ['a list in place of a record', {}, []],
    ['null in place of a record', {}, null],
    ['a record in place of null', null, {}],
    ['a field that is called like one of every object', {}, { toString: 'x' }],
  ])('takes %s', (_, old, read) => {
    expect(reuse<unknown>(old, read)).toEqual(read);
  });
});
