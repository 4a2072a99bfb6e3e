import { describe, expect, it } from '@jest/globals';
import { addedNotes, type Notes } from '../../../lib/record/notes.ts';
import { changed, type DispatchRequest } from '../../../lib/record/request.ts';
import { notesText } from '../../../lib/wording/en/office.ts';

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
  const said = (text: string) => [{ kind: 'said', text }] as const;
  const service = { kind: 'service', text: 'b' } as const;

  it('that fit are kept unchanged, without repetition', () => {
    expect(addedNotes(said('a\nb'), said('c'))).toEqual([...said('a\nb'), ...said('c')]);
    expect(addedNotes(said('a\nb'), said('b\nc'))).toEqual([...said('a\nb'), ...said('c')]);
    expect(addedNotes(said('a'), said('a, again'))).toEqual(said('a, again'));
    expect(addedNotes(undefined, said('b'))).toEqual(said('b'));
    expect(addedNotes(undefined, [])).toBeUndefined();
  });

  it('are the same notes if nothing is new', () => {
    const known = [...said('a\nb'), service];
    expect(addedNotes(known, said('b'))).toBe(known);
    expect(addedNotes(known, [{ ...service }])).toBe(known);
    expect(addedNotes(known, [])).toBe(known);
  });

  it('are compared by what they are, not by their words', () => {
    expect(addedNotes([service], said('Service as said: b'))).toEqual([
      service,
      ...said('Service as said: b'),
    ]);
    expect(addedNotes([service], [{ kind: 'technician', text: 'b' }])).toHaveLength(2);
  });

  it('over the limit lose the oldest, which a note counts', () => {
    let notes: Notes | undefined;
    for (let index = 1; index <= 70; index++) notes = addedNotes(notes, said(`${index} `.padEnd(2_000, 'x')));
    const [cut, ...left] = notes ?? [];
    expect(cut).toEqual({ kind: 'cut', count: 70 - left.length });
    expect(left.length).toBeGreaterThan(3);
    expect(left.at(-1)?.text?.startsWith('70 ')).toBe(true);
    expect(notesText(notes)?.length).toBeLessThanOrEqual(12_000);
    expect(notesText(notes)).toMatch(/^\[\d+ earlier lines cut\]\n/);
  });
});
