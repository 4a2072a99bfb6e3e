import * as v from 'valibot';
import { type Notice, type NoticeKind, noticeKinds, noticesOf } from '../../record/outbox/notice.ts';
import type { DispatchRequest } from '../../record/request.ts';
import { type TransactItems, updateOf } from '../table/operations.ts';
import { remindAtOf, reminderKey } from './request-item.ts';

/** A notice is kept for this many seconds after its last change, because a visit may lie far ahead. */
const KEPT_SECONDS = 400 * 24 * 60 * 60;

export const noticeKey = (dispatchRequestId: string, kind: NoticeKind) => ({
  pk: `NOTICE#${dispatchRequestId}`,
  sk: kind.toUpperCase(),
});

interface Raised {
  readonly accountId: string;
  readonly dispatchRequestId: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** Returns the update that raises a notice, which is due at once. */
export const noticeUpdate = (tableName: string, kind: NoticeKind, raised: Raised) => ({
  Update: updateOf(tableName, noticeKey(raised.dispatchRequestId, kind), {
    set: {
      v: 1,
      ...raised,
      reminderKey: reminderKey(kind),
      remindAt: remindAtOf(raised.accountId, raised.at),
      expiresAt: Math.floor(Date.parse(raised.at) / 1000) + KEPT_SECONDS,
    },
    setOnce: { since: raised.at },
    add: { raised: 1 },
  }),
});

/** Returns the updates that raise the notices of a change. */
export const noticeUpdates = (
  tableName: string,
  next: DispatchRequest,
  previous: DispatchRequest | undefined,
): TransactItems =>
  noticesOf(next, previous).map((kind) => {
    const { accountId, dispatchRequestId, updatedAt: at } = next;
    return noticeUpdate(tableName, kind, { accountId, dispatchRequestId, at });
  });

const texts = () => v.optional(v.array(v.string()), []);
const NoticeItem = v.object({
  accountId: v.string(),
  dispatchRequestId: v.string(),
  sk: v.string(),
  raised: v.number(),
  since: v.optional(v.string()),
  at: v.string(),
  told: v.optional(v.string()),
  pending: texts(),
  pendingSince: v.optional(v.string()),
  made: texts(),
  last: v.optional(v.object({ status: v.string(), technicianId: v.string(), date: v.string() })),
  remindAt: v.optional(v.string()),
});

/** Returns the notice of an item; undefined for a notice from which messages have been made. */
export function fromNoticeItem(item: unknown): Notice | undefined {
  const {
    sk,
    raised: count,
    since,
    at,
    remindAt,
    accountId,
    dispatchRequestId,
    ...memory
  } = v.parse(NoticeItem, item);
  const kind = noticeKinds.find((one) => one.toUpperCase() === sk);
  if (kind === undefined || remindAt === undefined) return undefined;
  return { accountId, dispatchRequestId, kind, count, since: since ?? at, at, memory };
}
