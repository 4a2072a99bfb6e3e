import type { Account } from '../accounts/account.ts';
import type { Channel, ChosenText } from '../accounts/notify.ts';
import {
  type Audience,
  messageIdOf,
  type OutboxMessage,
  type Template,
  tellsOf,
} from '../record/outbox/message.ts';
import { arrivesFrom, type DispatchRequest } from '../record/request.ts';
import { DAY_MS, MINUTE_MS } from '../scheduling/time.ts';
import { type TextName, textsIn } from '../wording/texts.ts';
import { type FieldValues, fill } from './fill.ts';
import { companyFields, visitFields } from './message-facts.ts';
import { segmentsOf } from './segments.ts';

/** A message is worthless this many milliseconds after it was due. A reminder is so when the visit begins. */
const lifetimes: Readonly<Partial<Record<Template, number>>> = {
  alert: 60 * MINUTE_MS,
  taken: 60 * MINUTE_MS,
  onMyWay: 30 * MINUTE_MS,
  offer: 10 * MINUTE_MS,
  confirmed: 10 * MINUTE_MS,
  stopped: 10 * MINUTE_MS,
  started: 10 * MINUTE_MS,
  help: 10 * MINUTE_MS,
  safety: 60 * MINUTE_MS,
  dayLink: 12 * 60 * MINUTE_MS,
};

/** A message before it is addressed. */
export interface Draft
  extends Pick<OutboxMessage, 'hoursBefore' | 'tells' | 'isAnswer' | 'resendOf' | 'name'> {
  readonly template: Template;
  readonly audience: Audience;
  readonly channel: Channel;
  /** E.164, or an address. */
  readonly to: string;
  readonly text: string;
  readonly subject?: string | undefined;
  /** For the fields of the template's subject. */
  readonly values?: FieldValues | undefined;
  readonly request?: DispatchRequest | undefined;
  /** With template, recipient and channel, these parts tell the message from all others. */
  readonly key: readonly string[];
  /** Epoch milliseconds; absent: at once. */
  readonly dueAt?: number | undefined;
}

/** Returns the message of a draft, which is due; undefined if the account has no sender for its channel. */
export function messageOf(account: Account, draft: Draft, now: number): OutboxMessage | undefined {
  const sender = account.notify?.senders?.[draft.channel];
  if (sender === undefined) return undefined;
  const { request, key, dueAt = now, subject, values, ...facts } = draft;
  const { template, channel, to, text } = facts;
  const { accountId } = account;
  const about = request?.dispatchRequestId ?? '';
  const visitAt =
    template === 'reminder' ? request?.appointment && arrivesFrom(request.appointment) : undefined;
  return {
    messageId: messageIdOf([accountId, about, template, ...key, channel, to]),
    accountId,
    dispatchRequestId: request?.dispatchRequestId,
    version: request?.version,
    ...facts,
    from: sender.from,
    provider: sender.provider,
    subject: channel === 'email' ? (subject ?? subjectOf(account, template, values)) : undefined,
    language: channel === 'voice' && account.language !== 'en' ? account.language : undefined,
    segments: channel === 'sms' ? segmentsOf(text) : undefined,
    ...{ status: 'due', attempts: 0, createdAt: isoOf(now), dueAt: isoOf(dueAt) },
    expiresAt: visitAt ?? isoOf(dueAt + (lifetimes[template] ?? DAY_MS)),
  };
}

const subjectOf = (account: Account, template: Template, values: FieldValues | undefined): string =>
  fill(textsIn(account.language).texts.subjects[template], { ...companyFields(account), ...values });

const isoOf = (ms: number): string => new Date(ms).toISOString();

/** How a customer can be reached. */
export interface CustomerReach {
  /** E.164; absent if the number is unknown or may not be texted. */
  readonly sms?: string | undefined;
  readonly email?: string | undefined;
}

export interface CustomerText extends Pick<Draft, 'key' | 'dueAt' | 'hoursBefore' | 'tells' | 'isAnswer'> {
  readonly template: Template;
  /** The words, with fields in braces. */
  readonly text: string;
  readonly values: FieldValues;
  readonly request?: DispatchRequest | undefined;
}

/** Returns the message of a text to a customer, by text or else by e-mail; undefined if neither is possible. */
export function customerMessage(
  account: Account,
  reach: CustomerReach,
  { text, values, ...draft }: CustomerText,
  now: number,
): OutboxMessage | undefined {
  const filled = fill(text, values);
  const to = (['sms', 'email'] as const).flatMap((channel) => {
    const address = reach[channel];
    return address === undefined ? [] : [{ channel, to: address }];
  });
  const messages = to.flatMap(
    (one) => messageOf(account, { ...draft, ...one, values, audience: 'customer', text: filled }, now) ?? [],
  );
  return messages[0];
}

/** Returns the words of a customer's text in the account's choice; undefined if the account turned it off. */
export function chosenText(
  account: Account,
  name: ChosenText,
  fallback: TextName = name,
): string | undefined {
  const choice = account.notify?.customer?.[name];
  if (choice === false) return undefined;
  if (typeof choice === 'object') return choice.text;
  return textsIn(account.language).texts.customer[fallback];
}

/** Answers what a number wrote. They go out at any hour, and whatever the number consented to. */
const replyTemplates = ['confirmed', 'stopped', 'started', 'help', 'safety'] as const;

export interface Reply {
  readonly template: (typeof replyTemplates)[number] | 'taken';
  /** E.164 */
  readonly to: string;
  /** Identifies what is answered, so that it is answered once. */
  readonly key: string;
  readonly request?: DispatchRequest | undefined;
  /** The words in place of the template's, for `taken` and `safety`. */
  readonly text?: string | undefined;
}

/** Returns the answer to a text; undefined if the account sends no texts. */
export function replyMessage(account: Account, reply: Reply, now: number): OutboxMessage | undefined {
  const { template, to, key, request, text } = reply;
  const isWorded = template !== 'taken' && template !== 'safety';
  const words = text ?? (isWorded ? textsIn(account.language).texts.customer[template] : '');
  const values = request === undefined ? companyFields(account) : visitFields(account, request, now);
  const audience = template === 'taken' ? 'onCall' : 'customer';
  const tells = template === 'confirmed' && request !== undefined ? tellsOf(request) : undefined;
  const draft = {
    template,
    to,
    key: [key],
    request,
    isAnswer: true,
    channel: 'sms',
    audience,
    tells,
  } as const;
  return messageOf(account, { ...draft, text: text === undefined ? fill(words, values) : text }, now);
}
