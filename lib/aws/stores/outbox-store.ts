import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { OutboxMessage } from '../../record/outbox/message.ts';
import type {
  ClaimResult,
  DueItems,
  MessageChange,
  NewMessages,
  Notices,
  Outbox,
} from '../../record/outbox/outbox.ts';
import type { Deadline } from '../../record/ports.ts';
import {
  fromMessageItem,
  messageKey,
  messagesOfKey,
  outboxKey,
  recipientKey,
  toMessageItem,
} from '../items/message-item.ts';
import { fromNoticeItem, noticeKey, noticeUpdate, unchangedNoticeUpdate } from '../items/notice-item.ts';
import { customerKey, requestKey } from '../items/request-item.ts';
import {
  ifVersion,
  inIndex,
  isNew,
  queryAll,
  queryPage,
  readItem,
  type StoreDependencies,
  type TransactItems,
  transact,
  updateOf,
  writesOr,
  writeWithinDeadline,
} from '../table/operations.ts';
import { consentKey } from './consent-store.ts';
import { linkPut } from './link-store.ts';
import { createDueReader } from './reminder-reader.ts';
import { refusalUpdate } from './text-consents.ts';

/** A recipient's last messages are read up to this many. */
const MOST_OF_RECIPIENT = 50;

/** Says which message was the first text to a number. */
export const textedKey = ({ accountId, to }: Pick<OutboxMessage, 'accountId' | 'to'>) => ({
  pk: customerKey(accountId, to),
  sk: 'TEXTED',
});
const Texted = v.object({ messageId: v.string() });

export function createOutbox(deps: StoreDependencies): Outbox {
  const { tableName } = deps;
  const get = async (messageId: string, deadline: Deadline) => {
    const item = await readItem(messageKey(messageId), deps, deadline);
    return item && fromMessageItem(item);
  };
  return {
    get,

    async page(accountId, { limit, after }, deadline) {
      const key = outboxKey(accountId);
      const query = { ...inIndex('byAccount', key), ScanIndexForward: false };
      const from = after && {
        ...messageKey(after.messageId),
        accountKey: key,
        createdAt: after.createdAt,
      };
      const page = await queryPage(query, { limit, from }, deps, deadline);
      const messages = page.items.map(fromMessageItem);
      const last = messages.at(-1);
      return { messages, next: page.next && last };
    },

    async ofRequest(accountId, dispatchRequestId, deadline) {
      const query = {
        ...inIndex('byCall', messagesOfKey(accountId, dispatchRequestId)),
        ScanIndexForward: false,
      };
      return (await queryAll(query, deps, deadline)).map(fromMessageItem);
    },

    async ofRecipient(accountId, to, deadline) {
      const query = { ...inIndex('byCustomer', recipientKey(accountId, to)), ScanIndexForward: false };
      const page = await queryPage(query, { limit: MOST_OF_RECIPIENT, from: undefined }, deps, deadline);
      return page.items.map(fromMessageItem);
    },

    async add(made, deadline) {
      // Each message is a transaction with its link, so that those that are known don't keep others from being stored.
      for (const message of made.messages) {
        const writes = writesOr<'known'>('known', newWrites(tableName, { ...made, messages: [message] }));
        const readBack = async () => ((await get(message.messageId, deadline)) ? 'stored' : undefined);
        let result = await transact({ writes, readBack }, deps, deadline);
        while (result === 'contended') result = await transact({ writes, readBack }, deps, deadline);
      }
    },

    async isFirstText(message, deadline) {
      const item = await readItem(textedKey(message), deps, deadline);
      return item === undefined || v.parse(Texted, item).messageId === message.messageId;
    },

    async claim({ next, previous, request, needsConsent, isFirst }, deadline) {
      const token = deps.newToken();
      const writes = [
        ...writesOr<ClaimResult>('changed', [messagePut(tableName, next, previous, token)]),
        ...writesOr<ClaimResult>('outdated', [
          ...(request === undefined
            ? []
            : [
                {
                  ConditionCheck: {
                    TableName: tableName,
                    Key: requestKey(request.dispatchRequestId),
                    ...ifVersion(request.version),
                  },
                },
              ]),
          ...(needsConsent ? [consentCheck(tableName, next)] : []),
          ...(isFirst ? [textedPut(tableName, next)] : []),
        ]),
      ];
      return await transact(
        { writes, token, readBack: readBack(next, token, deps, deadline) },
        deps,
        deadline,
      );
    },

    async change(change, deadline) {
      const token = deps.newToken();
      const writes = writesOr<'changed'>('changed', changeWrites(tableName, change, token, deps.now()));
      return await transact(
        { writes, token, readBack: readBack(change.next, token, deps, deadline) },
        deps,
        deadline,
      );
    },
  };
}

function changeWrites(
  tableName: string,
  { next, previous, raises, refused, ...made }: MessageChange,
  token: string,
  now: number,
): TransactItems {
  const { accountId, dispatchRequestId } = next;
  const at = new Date(now).toISOString();
  return [
    messagePut(tableName, next, previous, token),
    ...newWrites(tableName, made),
    ...(raises && dispatchRequestId !== undefined
      ? [noticeUpdate(tableName, 'urgent', { accountId, dispatchRequestId, at })]
      : []),
    ...(refused === undefined ? [] : [refusalUpdate(tableName, next, refused, at)]),
  ];
}

/** Finds out whether a write without an answer was applied. */
const readBack =
  ({ messageId }: OutboxMessage, token: string, deps: StoreDependencies, deadline: Deadline) =>
  async (): Promise<'stored' | undefined> => {
    const item = await readItem(messageKey(messageId), deps, deadline);
    return item?.written === token ? 'stored' : undefined;
  };

/** Replaces a message that is as it was read; the words of an erased person are not, and must not come back. */
const messagePut = (TableName: string, next: OutboxMessage, previous: OutboxMessage, token: string) => ({
  Put: {
    TableName,
    Item: { ...toMessageItem(next), written: token },
    ConditionExpression: '#status = :status AND attempts = :attempts AND #text = :text',
    ExpressionAttributeNames: { '#status': 'status', '#text': 'text' },
    ExpressionAttributeValues: {
      ...{ ':status': previous.status, ':attempts': previous.attempts, ':text': previous.text },
    },
  },
});

const newWrites = (TableName: string, { messages, links = [] }: NewMessages): TransactItems => [
  ...messages.map((message) => ({ Put: { TableName, Item: toMessageItem(message), ...isNew } })),
  ...links.map((link) => linkPut(TableName, link)),
];

/** Fails if the recipient has not consented to texts, or no longer does. */
const consentCheck = (TableName: string, { accountId, to }: OutboxMessage) => ({
  ConditionCheck: {
    TableName,
    Key: consentKey(accountId, to),
    ConditionExpression: 'sms = :yes',
    ExpressionAttributeValues: { ':yes': true },
  },
});

const textedPut = (TableName: string, message: OutboxMessage) => ({
  Put: {
    TableName,
    Item: { ...textedKey(message), v: 1, messageId: message.messageId, at: message.createdAt },
    ConditionExpression: 'attribute_not_exists(pk) OR messageId = :own',
    ExpressionAttributeValues: { ':own': message.messageId },
  },
});

export function createNotices(deps: StoreDependencies): Notices {
  const { document, tableName } = deps;
  const get: Notices['get'] = async (dispatchRequestId, kind, deadline) => {
    const item = await readItem(noticeKey(dispatchRequestId, kind), deps, deadline);
    return item && fromNoticeItem(item);
  };
  return {
    get,
    async plan({ notice, superseded, memory, ...made }, deadline) {
      const { dispatchRequestId, kind, count } = notice;
      const token = deps.newToken();
      const { made: madeOf, pending, ...kept } = memory;
      const planned = updateOf(
        tableName,
        noticeKey(dispatchRequestId, kind),
        {
          set: { ...kept, made: madeOf, pending, written: token },
          remove: [
            ...['reminderKey', 'remindAt', 'since'],
            ...(['told', 'pendingSince', 'last'] as const).filter((name) => memory[name] === undefined),
          ],
        },
        { ConditionExpression: 'raised = :raised', ExpressionAttributeValues: { ':raised': count } },
      );
      const writes = writesOr<'contended'>('contended', [
        { Update: planned },
        ...superseded.map((previous) =>
          messagePut(tableName, { ...previous, status: 'superseded' }, previous, token),
        ),
        ...newWrites(tableName, made),
      ]);
      const readBack = async () => {
        const item = await readItem(noticeKey(dispatchRequestId, kind), deps, deadline);
        return item?.written === token ? ('stored' as const) : undefined;
      };
      return await transact({ writes, token, readBack }, deps, deadline);
    },
    async raiseUnchanged(request, at, deadline) {
      const raise = new UpdateCommand(unchangedNoticeUpdate(tableName, request, at));
      await writeWithinDeadline(deadline, deps, (options) => document.send(raise, options));
    },
  };
}

const DueNotice = v.object({ dispatchRequestId: v.string() });
const DueConsent = v.object({ phone: v.string() });
const DueTime = v.object({ sk: v.string() });
const DueMessage = v.object({ messageId: v.string() });

export function createDueItems(deps: StoreDependencies): DueItems {
  const { accounts, items } = createDueReader(deps);
  return {
    accounts,
    async *due(kind, accountId, now, deadline) {
      for await (const item of items(kind, accountId, now, deadline)) {
        if (kind === 'urgent' || kind === 'visit') yield v.parse(DueNotice, item).dispatchRequestId;
        else if (kind === 'consent') yield v.parse(DueConsent, item).phone;
        else if (kind === 'freed') yield v.parse(DueTime, item).sk;
        else yield v.parse(DueMessage, item).messageId;
      }
    },
  };
}
