import type { Account } from '../accounts/account.ts';
import { holdsAt, messageIdOf, type OutboxMessage } from '../record/outbox/message.ts';
import type { Outbox, RefusedNumber, TextConsents } from '../record/outbox/outbox.ts';
import type { AccountReader, Deadline, RequestStore, ScheduleReader } from '../record/ports.ts';
import type { DispatchRequest } from '../record/request.ts';
import { openOffer } from '../record/waiting.ts';
import { textsIn } from '../wording/texts.ts';
import { messageOf } from './make-message.ts';
import { officeMessages } from './plan-urgent.ts';
import { ANSWER_MS, channelsOf, type HandoverResult, type Providers } from './providers/provider.ts';
import { afterQuiet, siteZone } from './quiet.ts';
import { segmentsOf } from './segments.ts';
import { dayOf, hasVisitsOn } from './technician-day.ts';

/** A message that the provider didn't take is handed over again after these many seconds, one after the other. */
const AGAIN_AFTER_S = [5, 15, 60, 300] as const;

/** A message whose request or consent changes while it is judged is judged again this often. */
const MOST_ATTEMPTS = 3;

/** What was judged this many milliseconds ago may no longer hold, so a message whose claim took longer is judged again. */
const CLAIM_MS = 2_000;

export interface HandoverDependencies {
  readonly outbox: Outbox;
  readonly requests: Pick<RequestStore, 'get'>;
  readonly consents: TextConsents;
  readonly accounts: Pick<AccountReader, 'byId'>;
  readonly schedule: ScheduleReader;
  readonly providers: Providers;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Returns where people see the request of a message. */
  readonly seeAt: (message: Pick<OutboxMessage, 'accountId' | 'dispatchRequestId'>) => string;
}

/** What a message depends on when it is handed over. */
interface Standing {
  readonly account: Account | undefined;
  /** Undefined if the message speaks of no request. */
  readonly request: DispatchRequest | undefined;
  readonly consent: Awaited<ReturnType<TextConsents['get']>>;
  readonly isFirst: boolean;
  /** False for the link to a technician's day without visits. */
  readonly hasVisits: boolean;
  readonly now: number;
}

type Judgment =
  | { readonly kind: 'send' }
  | {
      readonly kind: 'end';
      readonly status: 'superseded' | 'suppressed' | 'failed';
      readonly reason?: string;
    }
  | { readonly kind: 'wait'; readonly dueAt: number };

/** Texts to customers need their consent, except answers to what they wrote. */
const isUnasked = ({ audience, channel, isAnswer }: OutboxMessage): boolean =>
  audience === 'customer' && channel === 'sms' && isAnswer === undefined;

/** Decides what happens to a due message, given how things stand now. */
function judge(message: OutboxMessage, { account, request, consent, hasVisits, now }: Standing): Judgment {
  const { template, expiresAt, dispatchRequestId } = message;
  const end = (status: 'superseded' | 'suppressed' | 'failed', reason?: string) =>
    ({ kind: 'end', status, ...(reason !== undefined && { reason }) }) as const;
  if (dispatchRequestId !== undefined && (request === undefined || request.erasedAt !== undefined))
    return end('suppressed', 'erased');
  if (Date.parse(expiresAt) <= now) return end('failed', 'expired');
  if (account?.notify?.senders?.[message.channel] === undefined) return end('suppressed', 'no_sender');
  if (!hasVisits || (request !== undefined && !holdsAt(message, request, now))) return end('superseded');
  // It was taken, or it is over.
  if (
    request !== undefined &&
    template === 'offer' &&
    openOffer(request, now)?.messageId !== message.messageId
  )
    return end('superseded');
  if (isUnasked(message)) {
    if (consent === undefined) return end('suppressed', 'no_consent');
    if (!consent.sms) return end('suppressed', 'opted_out');
    if (consent.landline === true) return end('failed', 'landline');
    const after = template === 'onMyWay' ? now : afterQuiet(now, siteZone(account, request));
    if (after > now) return { kind: 'wait', dueAt: after };
  }
  return { kind: 'send' };
}

/**
 * Hands a due message over to its provider, at most once. Does nothing if the message is not due any more. Returns its
 * state after that; undefined if another process has it, or what it depends on changed meanwhile.
 */
export async function handOver(
  messageId: string,
  deps: HandoverDependencies,
  deadline: Deadline,
): Promise<OutboxMessage | undefined> {
  for (let attempt = 1; ; attempt++) {
    const result = await tryHandOver(messageId, deps, deadline);
    if (result !== 'outdated') return result;
    // The next run decides again.
    if (attempt === MOST_ATTEMPTS) return undefined;
  }
}

async function tryHandOver(
  messageId: string,
  deps: HandoverDependencies,
  deadline: Deadline,
): Promise<OutboxMessage | undefined | 'outdated'> {
  const { outbox, now } = deps;
  const message = await outbox.get(messageId, deadline);
  if (message?.status !== 'due' || Date.parse(message.dueAt) > now()) return undefined;
  const standing = await standingOf(message, deps, deadline);
  const judgment = judge(message, standing);
  switch (judgment.kind) {
    case 'wait':
      return await settle(message, { ...message, dueAt: isoOf(judgment.dueAt) }, standing, deps, deadline);
    case 'end': {
      const { status, reason } = judgment;
      return await settle(message, { ...message, status, reason }, standing, deps, deadline);
    }
    case 'send':
      return await sendOnce(message, standing, deps, deadline);
  }
}

async function standingOf(
  message: OutboxMessage,
  { outbox, requests, consents, accounts, schedule, now }: HandoverDependencies,
  deadline: Deadline,
): Promise<Standing> {
  const { accountId, dispatchRequestId, to } = message;
  const { tells, template } = message;
  const account = await accounts.byId(accountId);
  const day = template === 'dayLink' && dispatchRequestId === undefined ? dayOf(tells) : undefined;
  const [request, consent, isFirst, hasVisits] = await Promise.all([
    dispatchRequestId === undefined ? undefined : requests.get(dispatchRequestId, deadline),
    isUnasked(message) ? consents.get(accountId, to, deadline) : undefined,
    isUnasked(message) && outbox.isFirstText(message, deadline),
    account === undefined || day === undefined || hasVisitsOn(day, account, schedule, deadline),
  ]);
  return { account, request, consent, isFirst, hasVisits, now: now() };
}

async function sendOnce(
  due: OutboxMessage,
  standing: Standing,
  deps: HandoverDependencies,
  deadline: Deadline,
): Promise<OutboxMessage | undefined | 'outdated'> {
  const { outbox, providers, now } = deps;
  const { account, request, isFirst } = standing;
  const claimed = {
    ...(isFirst && account !== undefined ? withStop(due, account) : due),
    status: 'sending',
    attempts: due.attempts + 1,
    claimedAt: isoOf(now()),
  } as const;
  const claim = { next: claimed, previous: due, request, needsConsent: isUnasked(due), isFirst };
  const claimedAs = await outbox.claim(claim, deadline);
  if (claimedAs !== 'stored') return claimedAs === 'changed' ? undefined : 'outdated';
  // Whatever time is left: without the next write, the message would be in doubt although its outcome is known.
  const settledBy = () => Math.max(deadline, now() + ANSWER_MS);
  if (now() - Date.parse(claimed.claimedAt) > CLAIM_MS) {
    const again: OutboxMessage = { ...claimed, status: 'due', claimedAt: undefined };
    return (await settle(claimed, again, standing, deps, settledBy())) && 'outdated';
  }
  const { provider, channel } = claimed;
  const taking = channelsOf[provider].includes(channel) ? providers[provider] : undefined;
  const result = await answerOf(taking?.send(claimed));
  const next = afterHandover(claimed, result, now());
  return await settle(claimed, next, standing, deps, settledBy());
}

/** Adds how to end texts to the first text to a number. */
function withStop(message: OutboxMessage, { language }: Account): OutboxMessage {
  const { stop } = textsIn(language).texts;
  if (message.text.endsWith(stop)) return message;
  const text = `${message.text} ${stop}`;
  return { ...message, text, segments: segmentsOf(text) };
}

async function answerOf(sending: Promise<HandoverResult> | undefined): Promise<HandoverResult> {
  if (sending === undefined) return { kind: 'failed', reason: 'no_provider' };
  try {
    return await sending;
  } catch {
    return { kind: 'unknown', reason: 'provider_fault' };
  }
}

/** Returns a message after the provider's answer at an instant (epoch milliseconds). */
function afterHandover(claimed: OutboxMessage, result: HandoverResult, now: number): OutboxMessage {
  switch (result.kind) {
    case 'sent':
      return {
        ...claimed,
        status: 'sent',
        sentAt: isoOf(now),
        providerId: result.providerId,
        reason: undefined,
      };
    case 'failed':
    case 'unknown':
      return { ...claimed, status: result.kind, reason: result.reason };
    case 'later': {
      const pauses: readonly number[] = AGAIN_AFTER_S;
      const pause = (pauses[claimed.attempts - 1] ?? pauses.at(-1) ?? 0) * 1000;
      const dueAt = now + (result.afterMs ?? pause);
      return dueAt < Date.parse(claimed.expiresAt)
        ? { ...claimed, status: 'due', dueAt: isoOf(dueAt), claimedAt: undefined }
        : { ...claimed, status: 'failed', reason: 'expired' };
    }
  }
}

/**
 * Stores the next state of a message, with what follows from it: a person on call who was not reached, an e-mail in
 * place of a text that can't arrive, and a word to the office. Returns the state; undefined if the message has changed.
 */
export async function settle(
  previous: OutboxMessage,
  next: OutboxMessage,
  { account, request, now }: Pick<Standing, 'account' | 'request' | 'now'>,
  deps: Pick<HandoverDependencies, 'outbox' | 'seeAt'>,
  deadline: Deadline,
): Promise<OutboxMessage | undefined> {
  const { outbox, seeAt } = deps;
  const hasFailed = next.status === 'failed' || next.status === 'unknown';
  const isNews = hasFailed && previous.status !== next.status;
  const { reason } = next;
  const isRefused =
    isNews && isRefusedNumber(reason) && next.audience === 'customer' && next.channel === 'sms';
  const messages =
    isNews && account !== undefined
      ? [...byMail(next, account, request, now), ...toOffice(next, account, seeAt(next), request, now)]
      : [];
  const ledTo = messages.map(({ messageId }) => messageId);
  const settled = ledTo.length === 0 ? next : { ...next, ledTo };
  const change = {
    ...{ next: settled, previous, messages, raises: isNews && next.template === 'alert' },
    refused: isRefused ? reason : undefined,
  };
  let result = await outbox.change(change, deadline);
  // The number's owner may decide at the same moment; the outcome of a message is not to be lost to that.
  while (result === 'contended') result = await outbox.change(change, deadline);
  return result === 'stored' ? settled : undefined;
}

const isRefusedNumber = (reason: string | undefined): reason is RefusedNumber =>
  reason === 'landline' || reason === 'opted_out';

/** Returns the e-mail in place of a customer's text that the number can't get. */
function byMail(
  failed: OutboxMessage,
  account: Account,
  request: DispatchRequest | undefined,
  now: number,
): readonly OutboxMessage[] {
  const { audience, channel, reason, status, template, text, tells, hoursBefore, messageId } = failed;
  const to = request?.customer.email;
  const isLost =
    status === 'failed' && isRefusedNumber(reason) && channel === 'sms' && audience === 'customer';
  if (!isLost || failed.isAnswer || to === undefined) return [];
  const draft = { template, audience, channel: 'email', to, text, tells, hoursBefore, request } as const;
  return [messageOf(account, { ...draft, key: [messageId] }, now) ?? []].flat();
}

/** Returns what the office hears of a message to a customer or technician that did not arrive. */
function toOffice(
  failed: OutboxMessage,
  account: Account,
  seeAt: string,
  request: DispatchRequest | undefined,
  now: number,
): readonly OutboxMessage[] {
  const { audience, messageId, text, name, to, status } = failed;
  // Of an erased person, nothing is left to say.
  if (audience === 'office' || text === '') return [];
  const whom = [name, to].filter((part) => part !== undefined).join(', ');
  const words = textsIn(account.language).texts.office.failed(`"${text}" (${whom})`, seeAt);
  return officeMessages(account, 'failed', words, { key: [messageId, status], request, now });
}

/** Ends the doubt about a message in `sending` that no process waits for any more: whether it was sent is unknown. */
export async function abandon(
  messageId: string,
  deps: HandoverDependencies,
  deadline: Deadline,
): Promise<OutboxMessage | undefined> {
  const message = await deps.outbox.get(messageId, deadline);
  if (message?.status !== 'sending') return undefined;
  const standing = await standingOf(message, deps, deadline);
  return await settle(
    message,
    { ...message, status: 'unknown', reason: 'no_answer' },
    standing,
    deps,
    deadline,
  );
}

/** A message that is sent again has at least this many milliseconds, unless its visit begins sooner. */
const AGAIN_MS = 10 * 60_000;

/** Returns the message that a person asks for again; undefined if it may not be sent again. */
export function resent(message: OutboxMessage, now: number): OutboxMessage | undefined {
  if (message.status !== 'unknown' && message.status !== 'failed') return undefined;
  const { messageId, dueAt, expiresAt, template } = message;
  const lifetime = Math.max(Date.parse(expiresAt) - Date.parse(dueAt), AGAIN_MS);
  return {
    ...message,
    messageId: messageIdOf(['resend', messageId, String(now)]),
    ...{ status: 'due', attempts: 0, createdAt: isoOf(now), dueAt: isoOf(now), resendOf: messageId },
    expiresAt: template === 'reminder' ? expiresAt : isoOf(now + lifetime),
    ...{
      reason: undefined,
      claimedAt: undefined,
      sentAt: undefined,
      providerId: undefined,
      ledTo: undefined,
    },
  };
}

const isoOf = (ms: number): string => new Date(ms).toISOString();
