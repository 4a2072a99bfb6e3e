import { correctedCustomer } from '../../booking/details.ts';
import { changed, remembers } from '../../record/changed.ts';
import type { Contact } from '../../record/customers/contact-fields.ts';
import { changedByCaller, type InvocationContext, messageId } from '../../record/invocation.ts';
import { addedNotes, type Note, type Notes } from '../../record/notes.ts';
import type { Deadline, ReportedBy } from '../../record/ports.ts';
import { type DispatchRequest, hasEnded, type Topic } from '../../record/request.ts';
import { type DueRequest, isDue } from '../../record/to-call-back.ts';
import { type ChangeDependencies, untilSettled } from '../../record/until-settled.ts';
import { callbackDueAt, promisedAt } from './due-at.ts';

/** A message that needs a callback. */
export interface Message extends InvocationContext {
  /** What it is about. */
  readonly about: Note;
  readonly topic: Topic;
  /** When the caller would like the call, in their words. */
  readonly when?: string | undefined;
  /** From when they would like it, as far as the words say: epoch milliseconds. */
  readonly callFrom?: number | undefined;
  /** With the number to call, if known. */
  readonly customer: Contact;
  /** The request that it is about, if any: as the caller's side names it, so it proves nothing. */
  readonly regarding?: string | undefined;
  readonly canonicalArguments: string;
  /** The report that causes it, unless it comes from the caller. */
  readonly report?: ReportedBy | undefined;
}

/**
 * Stores a message as a request that a person closes. A call has one: later messages are added to it, and reopen
 * it. Fails with `StorageUnavailable` when it is certain that nothing was stored, else with `OutcomeUnknown`; with
 * `PersonErased` if a report comes after the person was erased.
 */
export async function takeMessage(
  message: Message,
  deps: ChangeDependencies,
  deadline: Deadline,
): Promise<DueRequest> {
  // Most calls leave one message, so nothing is read first: a refused write returns the existing one.
  let known: DispatchRequest | undefined;
  return await untilSettled<DueRequest, ChangeDependencies>(
    async (_, { requests }) => {
      const next = noted(message, known);
      if (next === known) return next;
      const result = await requests.commit({ next, previous: known, report: message.report }, deadline);
      if (result.kind === 'stored') return next;
      if (result.kind === 'changed') known = result.current;
      return undefined;
    },
    deps,
    deadline,
  );
}

/** The request with the message; the same object if nothing is new. */
function noted(message: Message, known: DispatchRequest | undefined): DueRequest {
  // A late retry: later changes are kept.
  if (known !== undefined && isDue(known) && remembers(known, message)) return known;
  const open = known !== undefined && isDue(known) && !hasEnded(known.status) ? known : undefined;
  const customer =
    (known && correctedCustomer(known, message.customer)) ?? known?.customer ?? message.customer;
  const notes = addedNotes(known?.notes, notesOf(message));
  const isClearer = open?.topic === 'other' && message.topic !== 'other' && message.topic !== 'callback';
  const isNew = notes !== known?.notes || customer !== known?.customer || isClearer;
  if (open !== undefined && !isNew) return open;
  const { account, integration, callId, caller } = message;
  return {
    ...changed(known, changedByCaller(message), {
      to: 'requested',
      kind: open === undefined ? 'message' : 'more_in_message',
    }),
    dispatchRequestId: messageId(message, message.canonicalArguments),
    accountId: account.accountId,
    kind: 'message',
    status: 'requested',
    topic: open?.topic === undefined || isVague(open.topic) ? message.topic : open.topic,
    dueAt: callBackBy(message, open),
    overdueAt: open?.overdueAt,
    regarding: message.regarding ?? known?.regarding,
    urgency: 'routine',
    source: integration,
    needsReview: [...new Set([...(open?.needsReview ?? []), 'callback', ...message.review])],
    customer,
    notes,
    callId,
    caller,
  };
}

/** A call that was promised keeps its time, unless the caller now asks for another. */
function callBackBy({ account, now, callFrom }: Message, open: DueRequest | undefined): string {
  const promised = callFrom === undefined && open !== undefined ? promisedAt(open, now) : undefined;
  return promised ?? callbackDueAt(account, Math.max(now, callFrom ?? now));
}

const isVague = (topic: Topic): boolean => topic === 'callback' || topic === 'other';

const notesOf = ({ about, when }: Message): Notes =>
  when === undefined ? [about] : [about, { kind: 'call_time', text: when }];
