import type { Account } from '../accounts/account.ts';
import { correctedCustomer } from '../booking/customer-details.ts';
import { type DueRequest, isDue, isToCallBack } from '../record/attention.ts';
import { changedByCaller, type InvocationContext, messageId } from '../record/calls.ts';
import type { Contact } from '../record/customers/contact.ts';
import type { HistoryFacts } from '../record/history.ts';
import { addedNotes, type Note, type Notes } from '../record/notes.ts';
import type { Deadline, ReportedBy } from '../record/ports.ts';
import {
  asRefused,
  type ChangedBy,
  changed,
  type DispatchRequest,
  hasEnded,
  hasFacts,
  remembers,
  type Topic,
} from '../record/request.ts';
import { type ChangeDependencies, changeLatest, isOutdated, isStored, retry } from '../record/retry.ts';
import { dateSpan, technicianSpans } from '../scheduling/hours.ts';
import { addDays, isoMinute, MINUTE_MS, momentOf } from '../scheduling/time.ts';

export interface Message extends InvocationContext {
  readonly about: Note;
  readonly topic: Topic;
  /** The caller asked to be called at this time, in their words. */
  readonly when?: string | undefined;
  /** True if the caller wants no call. Somebody in the office acts by the same time. */
  readonly noCall?: boolean | undefined;
  /** The caller is not to be called before this time, in epoch milliseconds. */
  readonly callFrom?: number | undefined;
  /** Another call of the number was promised a call about the same topic. */
  readonly promised?: Pick<DueRequest, 'dueAt' | 'dueFrom'> | undefined;
  /** The phone number is the one to call, if it is known. */
  readonly customer: Contact;
  /** The caller's side names this request as what the message is about, which proves nothing. */
  readonly regarding?: string | undefined;
  readonly canonicalArguments: string;
  /** The platform's report that causes the message; absent if the caller leaves it. */
  readonly report?: ReportedBy | undefined;
}

/**
 * Stores a message as a request that a person closes. A call has one: later messages are added to it, and reopen it.
 * @throws {StorageUnavailable} if it is certain that nothing was stored
 * @throws {OutcomeUnknown} otherwise
 * @throws {PersonErased} if a report comes after the person was erased
 */
export async function takeMessage(
  message: Message,
  deps: ChangeDependencies,
  deadline: Deadline,
): Promise<DueRequest> {
  // Most calls leave one message, so nothing is read first: a refused write returns the existing one.
  let known: DispatchRequest | undefined;
  return await retry<DueRequest, ChangeDependencies>(
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

/** Returns the request with the message; the same object if nothing is new. */
function noted(message: Message, known: DispatchRequest | undefined): DueRequest {
  // After a late retry, later changes are kept.
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
    ...callBack(message, open),
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

/** Returns the time of the promised call, which stays unless the caller now asks for another. */
function callBack({ account, now, callFrom, promised, topic }: Message, open: DueRequest | undefined) {
  if (callFrom === undefined) {
    const standing = open !== undefined && promisedAt(open, now) !== undefined ? open : promised;
    if (standing !== undefined) return { dueAt: standing.dueAt, dueFrom: standing.dueFrom };
    const canWait = topic === 'vendor' || topic === 'applicant';
    return { dueAt: canWait ? nextDayAt(account, now) : callbackDueAt(account, now), dueFrom: undefined };
  }
  const from = Math.max(now, callFrom);
  const dueFrom = callFrom > now ? new Date(callFrom).toISOString() : undefined;
  return { dueAt: callbackDueAt(account, from), dueFrom };
}

const isVague = (topic: Topic): boolean => topic === 'callback' || topic === 'other';

const notesOf = ({ about, when, noCall = false }: Message): Notes => [
  about,
  ...(when === undefined ? [] : [{ kind: 'call_time', text: when } as const]),
  ...(noCall ? [{ kind: 'no_call' } as const] : []),
];

/** No company is closed for longer. */
const SEARCHED_DAYS = 60;

type Office = Pick<Account, 'callback' | 'timezone' | 'hours' | 'exceptions' | 'booking' | 'technicians'>;

/**
 * Returns when someone calls back: ISO 8601, UTC. Counts the account's minutes in its callback hours or, without them,
 * in its business hours; exceptions apply to both. For an account that is never open, counts around the clock.
 * @param now milliseconds since the epoch
 */
export function callbackDueAt(account: Office, now: number): string {
  const { withinMinutes } = account.callback;
  const { today } = momentOf(account, now);
  const from = Math.ceil(now / MINUTE_MS);
  let left = withinMinutes;
  for (let ahead = 0; ahead < SEARCHED_DAYS; ahead++) {
    const date = addDays(today, ahead);
    const day = dateSpan(account, date);
    for (const span of technicianSpans(account, account.callback, date)) {
      const opens = Math.max(span.from, day.from, from);
      const open = Math.min(span.to, day.to) - opens;
      if (open >= left) return isoMinute(opens + left);
      left -= Math.max(open, 0);
    }
  }
  return isoMinute(from + withinMinutes);
}

/** Returns when the office closes on the next day on which it calls back: ISO 8601, UTC. */
function nextDayAt(account: Office, now: number): string {
  const { today } = momentOf(account, now);
  for (let ahead = 1; ahead < SEARCHED_DAYS; ahead++) {
    const date = addDays(today, ahead);
    const day = dateSpan(account, date);
    const spans = technicianSpans(account, account.callback, date);
    const last = spans.findLast(({ from }) => from >= day.from && from < day.to);
    if (last !== undefined) return isoMinute(Math.min(last.to, day.to));
  }
  return callbackDueAt(account, now);
}

/** Returns the time of a request's promised call if that is ahead. Promising again doesn't change it. */
export function promisedAt(request: DispatchRequest, now: number): string | undefined {
  const { dueAt } = request;
  const isAhead = dueAt !== undefined && Date.parse(dueAt) > now;
  return isAhead && isToCallBack(request) ? dueAt : undefined;
}

/** Only a person may make this change, which a caller asked for. */
export interface RefusedChange {
  readonly account: Account;
  /** As it was found. */
  readonly request: DispatchRequest;
  readonly flag: 'cancellation' | 'move';
  /** The history keeps the requested change. */
  readonly asked: HistoryFacts;
  readonly who: ChangedBy;
}

/**
 * Records the change that a caller asked for, and when a person who decides calls back; undefined if the request is
 * gone or has ended. Fails as `retry` does.
 */
export async function noteRefusedChange(
  { account, request: found, flag, asked, who }: RefusedChange,
  deps: ChangeDependencies,
  deadline: Deadline,
): Promise<DueRequest | undefined> {
  const refused = asRefused(who);
  const result = await changeLatest<DueRequest | 'gone'>(
    found,
    async (request, { requests }) => {
      // An ended request can't be changed, and nobody would see it in the queue.
      if (request === undefined || hasEnded(request.status)) return 'gone';
      const promised = promisedAt(request, who.now);
      const isWaiting = request.needsReview.includes(flag);
      const isSaid = promised !== undefined && request.history.some((line) => hasFacts(line, asked));
      if (isWaiting && (isSaid || remembers(request, refused)) && isDue(request)) {
        return (await isOutdated(request, requests, deadline)) ? undefined : request;
      }
      const dueAt = promised ?? callbackDueAt(account, who.now);
      const needsReview = [...new Set([...request.needsReview, flag])];
      const written = changed(request, refused, { to: request.status, ...asked });
      const next = { ...request, ...written, needsReview, dueAt };
      return (await isStored({ next, previous: request }, requests, deadline)) ? next : undefined;
    },
    deps,
    deadline,
  );
  return result === 'gone' ? undefined : result;
}
