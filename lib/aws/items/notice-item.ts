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

const dueFields = (kind: NoticeKind, { at, ...about }: Raised) => ({
  ...{ v: 1, ...about },
  reminderKey: reminderKey(kind),
  remindAt: remindAtOf(about.accountId, at),
  expiresAt: Math.floor(Date.parse(at) / 1000) + KEPT_SECONDS,
});

/** Returns the update that raises a notice, which is due at once. */
export const noticeUpdate = (tableName: string, kind: NoticeKind, raised: Raised) => ({
  Update: updateOf(tableName, noticeKey(raised.dispatchRequestId, kind), {
    set: { ...dueFields(kind, raised), at: raised.at },
    setOnce: { since: raised.at },
    add: { raised: 1 },
  }),
});

/** Returns the update that raises the notice of a visit without a change, at an ISO instant. The last change stays the last. */
export const unchangedNoticeUpdate = (
  tableName: string,
  { accountId, dispatchRequestId, updatedAt }: DispatchRequest,
  at: string,
) =>
  updateOf(tableName, noticeKey(dispatchRequestId, 'visit'), {
    set: dueFields('visit', { accountId, dispatchRequestId, at }),
    setOnce: { since: at, at: updatedAt },
    add: { raised: 1 },
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
const technicianDay = { technicianId: v.string(), date: v.string() };

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
  last: v.optional(
    v.object({
      ...{ status: v.string(), ...technicianDay },
      others: v.optional(v.array(v.object(technicianDay))),
    }),
  ),
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
