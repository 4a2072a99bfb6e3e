import type { Block } from '../block.ts';
import { Unchangeable } from '../faults.ts';
import { type Notes, wordsIn } from '../notes.ts';
import {
  type ChangedBy,
  changed,
  type DispatchRequest,
  hasActiveAppointment,
  isReadable,
} from '../request.ts';
import { ERASED, erasedIn, erasedText, type Mention } from './erased-text.ts';

/**
 * Erases the person from a request. Keeps only the fields named here, so that new fields are erased by default. The
 * job, its time and its states stay for the schedule and for statistics; free text is removed.
 * @param serviceName the service's name in the account's document, because the stored one may be a caller's words
 */
export function erasedRequest(
  request: DispatchRequest,
  serviceName: string | undefined,
  who: ChangedBy,
): DispatchRequest {
  const { version, updatedAt, history } = changed(request, who, { to: request.status });
  const facts = {
    dispatchRequestId: request.dispatchRequestId,
    accountId: request.accountId,
    kind: request.kind,
    topic: request.topic,
    dueAt: request.dueAt,
    alertedAt: request.alertedAt,
    acknowledgedAt: request.acknowledgedAt,
    urgency: request.urgency,
    source: request.source,
    version,
    createdAt: request.createdAt,
    updatedAt,
    erasedAt: updatedAt,
    needsReview: [],
    customer: {},
    serviceTypeId: request.serviceTypeId,
    serviceType: serviceName,
    // The digests stay, because they recognize a late retry.
    invocations: request.invocations,
    history: history.map(({ at, from, to, by, folded }) => ({ at, from, to, by, folded })),
  };
  if (!isReadable(request)) throw new Unchangeable();
  if (hasActiveAppointment(request))
    return { ...facts, status: request.status, appointment: request.appointment };
  switch (request.status) {
    case 'requested':
    case 'declined':
      return { ...facts, status: request.status };
    default:
      return { ...facts, status: request.status, appointment: request.appointment };
  }
}

export function isErased({ erasedAt, customer, merged, callId, notes, leadNotes }: DispatchRequest): boolean {
  return (
    erasedAt !== undefined &&
    notes === undefined &&
    leadNotes === undefined &&
    merged === undefined &&
    callId === undefined &&
    Object.values(customer).every((value) => value === undefined)
  );
}

/**
 * Erases a person from another person's request; returns the same object if it doesn't mention them. Numbers are erased
 * everywhere, e-mail addresses and full names only in texts: the other may share an address or a name.
 */
export function withoutMention(request: DispatchRequest, mention: Mention): DispatchRequest {
  const { invocations, ...rest } = request;
  const byText = erasedIn(rest, mention);
  const erased = {
    ...byText,
    notes: notesWithout(byText.notes, mention),
    leadNotes: notesWithout(byText.leadNotes, mention),
    merged: byText.merged?.map((one) => ({ ...one, notes: notesWithout(one.notes, mention) })),
  };
  const before = notesOf(rest);
  if (byText === rest && notesOf(erased).every((notes, index) => notes === before[index])) return request;
  const merged = erased.merged?.map((one) => ({ ...one, ...callerOf(one) }));
  return { ...erased, invocations, ...callerOf(erased), merged };
}

const notesOf = ({
  notes,
  leadNotes,
  merged = [],
}: Pick<DispatchRequest, 'notes' | 'leadNotes' | 'merged'>) => [
  notes,
  leadNotes,
  ...merged.map((one) => one.notes),
];

/** Replaces all notes by one without the number if a number is spread over several notes. */
function notesWithout(notes: Notes | undefined, mention: Mention): Notes | undefined {
  const words = wordsIn(notes).join('\n');
  const left = erasedText(words, mention);
  return left === words ? notes : [{ kind: 'said', text: left }];
}

const callerOf = ({ caller }: { readonly caller?: string | undefined }) => ({
  caller: caller?.includes(ERASED) ? undefined : caller,
});

/** Changes another person's request so that it doesn't mention the person; undefined if it already doesn't. */
export const mentionErased = (
  request: DispatchRequest,
  mention: Mention,
  who: ChangedBy,
): DispatchRequest | undefined => {
  const next = withoutMention(request, mention);
  return next === request ? undefined : { ...next, ...changed(next, who, undefined) };
};

/** Erases a person from another's record or its stored item; returns the same object if nothing is found. */
export const customerWithout = <Record>(customer: Record, mention: Mention): Record =>
  erasedIn(customer, mention);

export const reasonWithout = ({ reason }: Block, mention: Mention): string => erasedText(reason, mention);

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

/** Reduces a kept answer to whether it did something and why not, so that a repeat is still the same refusal. */
export function erasedAnswer(answer: string): string {
  const told: unknown = JSON.parse(answer);
  const fields = typeof told === 'object' && told !== null ? Object.entries(told) : [];
  return JSON.stringify(Object.fromEntries(fields.flatMap(([name, value]) => factOf(name, value))));
}

function factOf(name: string, value: unknown): [string, unknown][] {
  if (typeof value === 'boolean' || name === 'reason') return [[name, value]];
  return name === 'alternatives' ? [[name, []]] : [];
}
