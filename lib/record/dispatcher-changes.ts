import type { Urgency } from '../accounts/account.ts';
import { dueAtOf, isToCallBack, NOBODY_REACHED, nextNotifiedAt, seenTo } from './attention.ts';
import { provedBy, UNPROVED_FLAG } from './customers/contact.ts';
import { addedNotes } from './notes.ts';
import type { Deadline } from './ports.ts';
import { type Actor, type ChangedBy, changed, type DispatchRequest } from './request.ts';
import { type ChangeDependencies, changeLatest, isStored } from './retry.ts';

/** Accepts printable characters and spaces. */
const namePattern = /^[^\p{C}\p{Zl}\p{Zp}]{1,60}$/u;

/** Returns the actor for a dispatcher's name; undefined if the name is blank, over 60 characters or not printable. */
export function dispatcherOf(name: string): Actor | undefined {
  const trimmed = name.trim();
  return namePattern.test(trimmed) ? `dispatcher:${trimmed}` : undefined;
}

/** Clears the review flags that a person has seen; undefined if none of them is left. */
export function reviewed(
  request: DispatchRequest,
  seen: readonly string[],
  who: ChangedBy,
): DispatchRequest | undefined {
  const cleared = request.needsReview.filter((flag) => seen.includes(flag));
  if (cleared.length === 0) return undefined;
  const needsReview = request.needsReview.filter((flag) => !seen.includes(flag));
  const isProved = cleared.includes(UNPROVED_FLAG);
  const { tellers } = isProved ? provedBy(request, 'dispatcher') : request;
  const written = changed(request, who, { to: request.status, kind: 'reviewed', flags: cleared });
  const next = { ...request, ...written, tellers, needsReview };
  // Marking a promised call as reviewed means that it was made. Messages are closed with `messages done`.
  const acknowledgeBy = isToCallBack(request) ? nextNotifiedAt(request) : request.dueAt;
  return { ...next, dueAt: dueAtOf(next, acknowledgeBy) };
}

/** Changes the urgency; undefined if the request already has that urgency and is not flagged. */
function withUrgency(
  request: DispatchRequest,
  urgency: Urgency,
  who: ChangedBy,
): DispatchRequest | undefined {
  const needsReview = request.needsReview.filter((flag) => flag !== 'urgency');
  if (request.urgency === urgency && needsReview.length === request.needsReview.length) return undefined;
  const facts = { kind: 'urgency', urgency, formerUrgency: request.urgency } as const;
  const written = changed(request, who, { to: request.status, ...facts });
  return { ...request, ...written, ...seenTo(request), urgency, needsReview };
}

/** Adds a dispatcher's line to the notes; undefined if the notes already have it. */
function withNote(
  request: DispatchRequest,
  text: string,
  who: ChangedBy,
  authorId: string | undefined,
): DispatchRequest | undefined {
  const written = changed(request, who, { to: request.status, kind: 'note' });
  const noteId = `n${written.version}`;
  const note = { kind: 'said', text, noteId, by: who.by, authorId, at: written.updatedAt } as const;
  const notes = addedNotes(request.notes, [note]);
  return notes === request.notes ? undefined : { ...request, ...written, notes };
}

/** Changes or removes a note; undefined if there is no such note or nothing changes. */
function withoutNote(
  request: DispatchRequest,
  { noteId, text }: ChangedNote,
  who: ChangedBy,
): DispatchRequest | undefined {
  const known = request.notes?.find((note) => note.noteId === noteId);
  if (known === undefined || known.text === text) return undefined;
  const kind = text === undefined ? 'note_removed' : 'note_changed';
  const written = changed(request, who, { to: request.status, kind });
  const notes = request.notes?.flatMap((note) => {
    if (note !== known) return [note];
    return text === undefined ? [] : [{ ...note, text, at: written.updatedAt }];
  });
  return { ...request, ...written, notes };
}

export interface ChangedNote {
  readonly noteId: string;
  /** Absent to remove the note. */
  readonly text?: string | undefined;
}

/** Changes or removes a dispatcher's note. */
export const changeNote = (found: DispatchRequest, note: ChangedNote, ...by: By) =>
  edit(found, (request, who) => withoutNote(request, note, who), ...by);

/** Marks a request as acknowledged; undefined if it already is. */
function acknowledged(request: DispatchRequest, who: ChangedBy): DispatchRequest | undefined {
  if (request.acknowledgedAt !== undefined) return undefined;
  const acknowledgedAt = new Date(who.now).toISOString();
  const written = changed(request, who, { to: request.status, kind: 'acknowledged' });
  const needsReview = request.needsReview.filter((flag) => flag !== NOBODY_REACHED);
  return { ...request, ...written, ...seenTo(request), needsReview, acknowledgedAt, acknowledgedBy: who.by };
}

/** Adds review flags; undefined if the request already has all of them. */
export function flagged(
  request: DispatchRequest,
  flags: readonly string[],
  who: ChangedBy,
  kind: 'ruled_out' | 'several_open',
): DispatchRequest | undefined {
  const added = flags.filter((flag) => !request.needsReview.includes(flag));
  if (added.length === 0) return undefined;
  const needsReview = [...request.needsReview, ...added];
  const written = changed(request, who, { to: request.status, kind, flags: added });
  return { ...request, ...written, needsReview };
}

export type EditResult =
  | { readonly kind: 'changed'; readonly request: DispatchRequest; readonly previous: DispatchRequest }
  | { readonly kind: 'stands'; readonly request: DispatchRequest }
  | { readonly kind: 'gone'; readonly request: DispatchRequest };

type By = readonly [who: ChangedBy, deps: ChangeDependencies, deadline: Deadline];

/** Clears the review flags that the request had when it was read; later flags stay. */
export const markReviewed = (found: DispatchRequest, ...by: By) =>
  edit(found, (request, who) => reviewed(request, found.needsReview, who), ...by);

/** Sets the urgency. Callers can only raise it; a person may lower it. */
export const setUrgency = (found: DispatchRequest, urgency: Urgency, ...by: By) =>
  edit(found, (request, who) => withUrgency(request, urgency, who), ...by);

/** @param author.id identifies the author, who may change the note */
export const addNote = (
  found: DispatchRequest,
  note: string,
  author: { readonly id?: string | undefined },
  ...by: By
) => edit(found, (request, who) => withNote(request, note, who, author.id), ...by);

/** Records that a person has acknowledged an emergency, so that nobody else is notified. */
export const acknowledge = (found: DispatchRequest, ...by: By) => edit(found, acknowledged, ...by);

/** Flags an appointment that the account rules out, judged by the appointment's latest state. */
export const flagForReview = (
  found: DispatchRequest,
  flagsOf: (request: DispatchRequest) => readonly string[],
  ...by: By
) => edit(found, (request, who) => flagged(request, flagsOf(request), who, 'ruled_out'), ...by);

/** Applies an edit to the latest state of a request; an edit that returns undefined changes nothing. */
function edit(
  found: DispatchRequest,
  editOf: (request: DispatchRequest, who: ChangedBy) => DispatchRequest | undefined,
  ...[who, deps, deadline]: By
): Promise<EditResult> {
  return changeLatest<EditResult>(
    found,
    async (request, { requests }) => {
      if (request === undefined) return { kind: 'gone', request: found };
      const next = editOf(request, who);
      if (next === undefined) return { kind: 'stands', request };
      const stored = await isStored({ next, previous: request }, requests, deadline);
      return stored ? { kind: 'changed', request: next, previous: request } : undefined;
    },
    deps,
    deadline,
  );
}
