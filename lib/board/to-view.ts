import { hash } from 'node:crypto';
import type { Account } from '../accounts/account.ts';
import { customerName } from '../booking/dispatchers/day-board.ts';
import { mapFields } from '../map-fields.ts';
import { inWords, nextNotifiedAt } from '../record/attention.ts';
import type { StoredCall } from '../record/calls.ts';
import { contactFields } from '../record/customers/contact.ts';
import { allowedAfter } from '../record/lifecycle.ts';
import type { Appointment, DispatchRequest } from '../record/request.ts';
import { isWaiting } from '../record/waiting.ts';
import type { Span } from '../scheduling/hours.ts';
import { MINUTE_MS } from '../scheduling/time.ts';
import { formatClockTime } from '../scheduling/time-of-day.ts';
import { allNotes, asRead, noteText } from '../wording/en/office.ts';
import type { Caller } from './operation.ts';
import type { AccountView, CallView, RequestEntry, RequestView } from './views.ts';

/** The strong `ETag` of an answer, in quotes. */
export const etagOf = (content: unknown): string =>
  `"${hash('sha256', JSON.stringify(content), 'base64url').slice(0, 22)}"`;

/** An instant of epoch minutes as ISO 8601. */
export const isoOf = (minute: number): string => new Date(minute * MINUTE_MS).toISOString();

export const spanView = ({ from, to }: Span) => ({ from: isoOf(from), to: isoOf(to) });

export const accountViewOf = ({ accountId, name, timezone }: Account): AccountView => ({
  accountId,
  name,
  timezone,
});

function appointmentOf({ minute, claims, visits, ...appointment }: Appointment) {
  const later = visits?.map(({ minute: begins, ...visit }) => ({ ...visit, time: formatClockTime(begins) }));
  return { ...appointment, time: formatClockTime(minute), ...(later && { visits: later }) };
}

/** The facts that lists and details share. */
function factsOf(request: DispatchRequest) {
  const { appointment, needsReview } = request;
  return {
    dispatchRequestId: request.dispatchRequestId,
    version: request.version,
    status: request.status,
    urgency: request.urgency,
    kind: request.kind,
    topic: request.topic,
    createdAt: request.createdAt,
    dueAt: request.dueAt,
    alertedAt: request.alertedAt,
    notified: request.notified?.map(({ at, role, people }) => ({ at, role, people })),
    alertedWith: request.alertedWith,
    escalatesAt: nextNotifiedAt(request),
    acknowledgedAt: request.acknowledgedAt,
    acknowledgedBy: request.acknowledgedBy,
    confirmedAt: request.confirmedAt,
    waitlist: isWaiting(request) ? request.waitlist : undefined,
    serviceTypeId: request.serviceTypeId,
    serviceType: request.serviceType,
    preferredDate: request.preferredDate,
    preferredTime: request.preferredTime,
    notes: allNotes(request),
    needsReview,
    toCheck: inWords(needsReview, request.danger) || undefined,
    appointment: appointment && appointmentOf(appointment),
  };
}

/** A request in a list. */
export function requestEntryOf(request: DispatchRequest): RequestEntry {
  const { phone, address, city } = request.customer;
  return { ...factsOf(request), customer: customerName(request), phone, address, city };
}

/** The present state of a request, for somebody. */
export function requestViewOf(request: DispatchRequest, { subject }: Pick<Caller, 'subject'>): RequestView {
  return {
    ...factsOf(request),
    accountId: request.accountId,
    source: request.source,
    updatedAt: request.updatedAt,
    regarding: request.regarding,
    customer: mapFields(contactFields, (field) => request.customer[field]),
    minutes: request.minutes,
    noteList: [...(request.notes ?? []), ...(request.leadNotes ?? [])].map((note) => ({
      noteId: note.noteId,
      text: noteText(note),
      by: note.by,
      at: note.at,
      isOwn: note.authorId === undefined ? undefined : note.authorId === subject,
    })),
    onSite: request.onSite,
    callId: request.callId,
    caller: request.caller,
    merged: request.merged?.map(({ source, createdAt }) => ({ source, createdAt })),
    offers: request.offers?.map(({ technicianId, startsAt, at, until }) => ({
      ...{ technicianId, startsAt, at, until },
    })),
    erasedAt: request.erasedAt,
    history: asRead(request).history,
    allowed: allowedAfter(request, true),
    undoable: undoableBy(request, subject),
  };
}

/** The versions of the changes that somebody can undo, the last change first. */
function undoableBy({ version, undo = [] }: DispatchRequest, subject: string): readonly number[] {
  if (undo.at(-1)?.stands !== version) return [];
  const others = undo.findLastIndex(({ authorId }) => authorId !== subject);
  return undo
    .slice(others + 1)
    .map((change) => change.version)
    .reverse();
}

/** A call with its transcript. */
export function callViewOf(call: StoredCall): CallView {
  const { integration, callId, caller, agentId, outcome, asked, dispatchRequestIds, events } = call;
  const { startedAt, endedAt, endedReason, transcript, recordingUrl, summary } = call;
  return {
    ...{ integration, callId, caller, agentId, outcome, asked, dispatchRequestIds, events },
    ...{ startedAt, endedAt, endedReason, transcript, recordingUrl, summary },
  };
}
