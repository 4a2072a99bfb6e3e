import { describe, expect, it } from '@jest/globals';
import { changed } from '../../../lib/record/changed.ts';
import { addedNotes } from '../../../lib/record/notes.ts';
import type { DispatchRequest } from '../../../lib/record/request.ts';

const START = Date.UTC(2026, 5, 1, 12);

const requested = (over: Partial<DispatchRequest> = {}): DispatchRequest => ({
  dispatchRequestId: 'dr_0123456789abcdefghjk',
  accountId: 'acme-hvac',
  urgency: 'routine',
  source: 'voiceone',
  needsReview: [],
  customer: {},
  ...changed(undefined, { by: 'caller', now: START }, { to: 'requested', kind: 'reason', words: 'first' }),
  ...over,
  status: 'requested',
  appointment: undefined,
});

/** A request after a number of changes, each with a reason of that length. */
function afterChanges(count: number, length: number): DispatchRequest {
  let request = requested();
  for (let index = 1; index <= count; index++) {
    const who = { by: 'caller', now: START + index, invocation: `invocation ${index}` } as const;
    const words = `${index} `.padEnd(length, 'x');
    request = { ...request, ...changed(request, who, { to: 'requested', kind: 'reason', words }) };
  }
  return request;
}

const countOf = ({ history }: DispatchRequest) => history.reduce((sum, { folded = 1 }) => sum + folded, 0);

describe('the history of a request', () => {
  it.each([
    [3, 10],
    [500, 10],
    [500, 0],
    [70, 2_000],
    [70, 500_000],
  ])(
    'after %i changes with reasons of %i characters is bounded, and counts the merged lines',
    (count, length) => {
      const request = afterChanges(count, length);
      expect(countOf(request)).toBe(count + 1);
      expect(JSON.stringify(request).length).toBeLessThan(40_000);
      expect(request.history.length).toBeLessThanOrEqual(50);
      expect(request.history.at(-1)?.words?.startsWith(`${count} `)).toBe(true);
      expect(request.invocations.length).toBeLessThanOrEqual(20);
      expect(request.invocations.at(-1)).toBe(`invocation ${count}`);
      expect(request.version).toBe(count + 1);
    },
  );

  it('keeps every line while they fit', () => {
    expect(afterChanges(3, 10).history.map(({ folded }) => folded)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('notes', () => {
  it('that fit are kept unchanged, without repetition', () => {
    expect(addedNotes('a\nb', 'c')).toBe('a\nb\nc');
    expect(addedNotes('a\nb', 'b')).toBe('a\nb');
    expect(addedNotes(undefined, 'b')).toBe('b');
  });

  it('over the limit lose their oldest lines, which a mark counts', () => {
    let notes: string | undefined;
    for (let index = 1; index <= 70; index++) notes = addedNotes(notes, `${index} `.padEnd(2_000, 'x'));
    const [mark = '', ...lines] = notes?.split('\n') ?? [];
    expect(mark).toBe(`[${70 - lines.length} earlier lines cut]`);
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.at(-1)?.startsWith('70 ')).toBe(true);
    expect(notes?.length).toBeLessThanOrEqual(12_000);
  });
});
