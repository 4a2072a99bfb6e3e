import type { Block } from '../block.ts';
import { type ChangedBy, changed } from '../changed.ts';
import { type Notes, wordsIn } from '../notes.ts';
import type { DispatchRequest } from '../request.ts';
import { ERASED, erasedIn, erasedText, type Mention } from './erased-text.ts';

/**
 * Another person's request without what identifies a person; the same object if nothing does. Numbers go from everywhere,
 * email addresses and full names from all texts but names: the other may share an address, or be a namesake.
 */
export function withoutMention(request: DispatchRequest, mention: Mention): DispatchRequest {
  const { invocations, ...rest } = request;
  const byText = erasedIn(rest, mention);
  const notes = notesWithout(byText.notes, mention);
  const leadNotes = notesWithout(byText.leadNotes, mention);
  if (byText === rest && notes === rest.notes && leadNotes === rest.leadNotes) return request;
  const erased = { ...byText, notes, leadNotes };
  const merged = erased.merged?.map((one) => ({ ...one, ...callerOf(one) }));
  return { ...erased, invocations, ...callerOf(erased), merged };
}

/** The notes; if a number is told across several of them, one note of what is left. */
function notesWithout(notes: Notes | undefined, mention: Mention): Notes | undefined {
  const words = wordsIn(notes).join('\n');
  const left = erasedText(words, mention);
  return left === words ? notes : [{ kind: 'said', text: left }];
}

/** The number that called, unless it was erased. */
const callerOf = ({ caller }: Pick<DispatchRequest, 'caller'>) => ({
  caller: caller?.includes(ERASED) ? undefined : caller,
});

/** The same as a change of the request. */
export const mentionErased = (
  request: DispatchRequest,
  mention: Mention,
  who: ChangedBy,
): DispatchRequest | undefined => {
  const next = withoutMention(request, mention);
  return next === request ? undefined : { ...next, ...changed(next, who, undefined) };
};

/** Another person's record, or its stored item, without the person; the same object if it doesn't mention them. */
export const customerWithout = <Record>(customer: Record, mention: Mention): Record =>
  erasedIn(customer, mention);

/** The reason of a block without what identifies a person. */
export const reasonWithout = ({ reason }: Block, mention: Mention): string => erasedText(reason, mention);

/** The body of another person's refused lead without what identifies a person; names of fields may be texts, too. */
export const bodyWithout = (body: string, mention: Mention): string =>
  JSON.stringify(everyText(JSON.parse(body), mention));

function everyText(value: unknown, mention: Mention): unknown {
  if (typeof value === 'string') return erasedText(value, mention);
  if (Array.isArray(value)) return value.map((one: unknown) => everyText(one, mention));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [erasedText(name, mention), everyText(one, mention)]),
  );
}
