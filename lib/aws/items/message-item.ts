import * as v from 'valibot';
import { languages } from '../../accounts/account.ts';
import { channels, senderProviders } from '../../accounts/notify.ts';
import { mapFields } from '../../map-fields.ts';
import {
  ABANDONED_MS,
  audiences,
  messageStatuses,
  type OutboxMessage,
  templates,
} from '../../record/outbox/message.ts';
import type { DueKind } from '../../record/outbox/outbox.ts';
import { remindAtOf, reminderKey } from './request-item.ts';

/** Messages are kept for this many seconds after they were due. */
const KEPT_SECONDS = 90 * 24 * 60 * 60;

export const messageKey = (messageId: string) => ({ pk: `MESSAGE#${messageId}`, sk: 'MESSAGE' });
export const outboxKey = (accountId: string): string => `OUTBOX#${accountId}`;
/** In the index by call, beside the requests of calls. */
export const messagesOfKey = (accountId: string, dispatchRequestId: string): string =>
  `MESSAGES#${accountId}#${dispatchRequestId}`;
/** In the index by customer, beside the requests of numbers. */
export const recipientKey = (accountId: string, to: string): string => `SENT#${accountId}#${to}`;

export function toMessageItem(message: OutboxMessage): Record<string, unknown> {
  const { accountId, dispatchRequestId, messageId, to, createdAt, expiresAt, dueAt, ...rest } = message;
  const due = dueOf(message);
  return {
    ...messageKey(messageId),
    v: 1,
    ...{ messageId, accountId, dispatchRequestId, to, createdAt, dueAt },
    ...rest,
    // The table's attribute of this name says when the item may be deleted.
    validUntil: expiresAt,
    expiresAt: Math.floor(Date.parse(dueAt) / 1000) + KEPT_SECONDS,
    accountKey: outboxKey(accountId),
    ...(dispatchRequestId !== undefined && { callKey: messagesOfKey(accountId, dispatchRequestId) }),
    ...(to !== '' && { customerKey: recipientKey(accountId, to), startsAt: createdAt }),
    ...(due !== undefined && {
      reminderKey: reminderKey(due.kind),
      remindAt: remindAtOf(accountId, due.at),
    }),
  };
}

/** Alerts come first, so that nobody waits for help because of other messages. */
const urgent: ReadonlySet<string> = new Set(['alert', 'taken', 'alarm']);

const dueKindOf = ({ template }: OutboxMessage): DueKind => (urgent.has(template) ? 'alert' : 'text');

function dueOf(message: OutboxMessage): { readonly kind: DueKind; readonly at: string } | undefined {
  const { status, dueAt, claimedAt } = message;
  if (status === 'due') return { kind: dueKindOf(message), at: dueAt };
  if (status !== 'sending' || claimedAt === undefined) return undefined;
  return { kind: 'handover', at: new Date(Date.parse(claimedAt) + ABANDONED_MS).toISOString() };
}

const optionalTexts = [
  ...['dispatchRequestId', 'name', 'subject', 'reason', 'claimedAt', 'sentAt', 'deliveredAt'],
  ...['providerId', 'resendOf', 'tells'],
] as const;
const texts = ['messageId', 'accountId', 'to', 'from', 'text', 'createdAt', 'dueAt'] as const;

const MessageItem = v.object({
  ...mapFields(texts, () => v.string()),
  ...mapFields(optionalTexts, () => v.optional(v.string())),
  validUntil: v.string(),
  version: v.optional(v.number()),
  template: v.picklist(templates),
  audience: v.picklist(audiences),
  channel: v.picklist(channels),
  provider: v.picklist(senderProviders),
  status: v.picklist(messageStatuses),
  language: v.optional(v.picklist(languages)),
  segments: v.optional(v.number()),
  hoursBefore: v.optional(v.number()),
  attempts: v.number(),
  isAnswer: v.optional(v.literal(true)),
  ledTo: v.optional(v.array(v.string())),
});

/** @throws {ValiError} if the item is malformed, or if a newer release wrote what this one can't read */
export function fromMessageItem(item: unknown): OutboxMessage {
  const { validUntil: expiresAt, ...message } = v.parse(MessageItem, item);
  return { ...message, expiresAt };
}
