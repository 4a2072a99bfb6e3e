import * as v from 'valibot';
import { readUnreadable } from '#unreadable-item';
import { reminderOf } from '../../intake/reminder.ts';
import { eventTypesOf } from '../../record/events.ts';
import { Unchangeable } from '../../record/faults.ts';
import type { ReminderKind } from '../../record/ports.ts';
import { arrivesBy, type DispatchRequest, hasEnded, isReadable } from '../../record/request.ts';
import { queueOrder } from '../../record/request-queue.ts';
import { table } from '../table/table.ts';
import { ifVersion } from '../table/update.ts';
import { requestItem } from './request-schema.ts';

const VERSION = 1;

/** The key of a request's item. */
export const requestKey = (dispatchRequestId: string) => ({
  pk: `REQUEST#${dispatchRequestId}`,
  sk: 'REQUEST',
});
export const accountKey = (accountId: string): string => `ACCOUNT#${accountId}`;
/** The key of an account's calls in the index `byAccount`. */
export const callsKey = (accountId: string): string => `CALLS#${accountId}`;
/** The key of a date in the index `byDay`. */
export const dayKey = (accountId: string, date: string): string => `DAY#${accountId}#${date}`;
/** The key of a kind of reminders, of all accounts, in the index `byReminder`. */
export const reminderKey = (kind: ReminderKind): string => `REMINDERS#${kind}`;
/** The place of an account's reminder at an ISO instant among those of its kind. */
export const remindAtOf = (accountId: string, at: string): string => `${accountId}#${at}`;
/** The key of an account's queue in the index `byQueue`. */
export const queueKey = (accountId: string): string => `QUEUE#${accountId}`;
export const customerKey = (accountId: string, phone: string): string => `CUSTOMER#${accountId}#${phone}`;
/** The key of a caller's calls in the index `byCaller`. */
export const callsOfNumberKey = (accountId: string, phone: string): string => `CALLER#${accountId}#${phone}`;
/** Platforms choose the ids of calls, so two accounts may have calls with the same id. */
export const callKey = (accountId: string, integration: string, callId: string): string =>
  `CALL#${accountId}#${integration}#${callId}`;

/**
 * The stored form of a request, with the index keys of its state and the event types of its change, which the table's
 * stream carries.
 */
export function toRequestItem(
  request: DispatchRequest,
  previous: DispatchRequest | undefined,
): Record<string, unknown> {
  if (!(isReadable(request) && (previous === undefined || isReadable(previous)))) throw new Unchangeable();
  const { accountId, callId, source } = request;
  const events = eventTypesOf(request, previous);
  return {
    ...requestKey(request.dispatchRequestId),
    v: VERSION,
    ...request,
    accountKey: accountKey(accountId),
    ...(events.length === 0 ? {} : { events }),
    ...numberKeys(request),
    ...dayKeys(request),
    ...queueKeys(request),
    ...reminderKeys(request),
    ...(callId === undefined ? {} : { callKey: callKey(accountId, source, callId) }),
  };
}

/** Begins what sorts after every instant: the place of open requests without an appointment, in order of creation. */
export const OPEN = 'open';
/** Sorts before every instant, so that such a query omits requests that ended without an appointment. */
const CLOSED = '0';

/** Index keys: the number that the request is for, and the number that it was made from. */
function numberKeys(request: DispatchRequest) {
  const { accountId, customer, caller, appointment, status, createdAt } = request;
  const { phone } = customer;
  // The appointment is upcoming as long as the technician may come.
  const to = appointment && arrivesBy(appointment);
  const startsAt = to ?? (hasEnded(status) ? `${CLOSED}#${createdAt}` : `${OPEN}#${createdAt}`);
  // Text that is not a number may be too long for a key.
  const isNumber = phone !== undefined && /^\+\d{1,15}$/.test(phone);
  return {
    startsAt,
    ...(isNumber ? { customerKey: customerKey(accountId, phone) } : {}),
    ...(caller === undefined || caller === phone ? {} : { callerKey: customerKey(accountId, caller) }),
  };
}

/** Index keys: the date of an appointment that no longer claims time but is still shown. */
function dayKeys({ accountId, appointment, status }: DispatchRequest) {
  const isShown = status === 'completed' || status === 'no_show' || status === 'on_hold';
  return appointment === undefined || !isShown ? {} : { dayKey: dayKey(accountId, appointment.date) };
}

/** Index keys: the kind and the time of the reminder. */
function reminderKeys(request: DispatchRequest) {
  const next = reminderOf(request);
  if (next === undefined) return {};
  return { reminderKey: reminderKey(next.kind), remindAt: remindAtOf(request.accountId, next.at) };
}

/** Index keys: the place among the open requests of the account. */
function queueKeys(request: DispatchRequest) {
  const order = queueOrder(request);
  return order === undefined ? {} : { queueKey: queueKey(request.accountId), queueOrder: order };
}

/** Attributes of storage only, which each write creates again. */
const storageOnly: ReadonlySet<string> = new Set([
  ...[table.partitionKey, table.sortKey, 'v', 'written', 'events', table.timeToLiveAttribute],
  ...table.indexes
    .flatMap((index) => [index.partitionKey, index.sortKey])
    .filter((key) => key !== 'createdAt'),
]);

/** A stored item that this release can't read, such as one in a state that a newer release wrote. */
export class UnreadableItem extends Error {
  override readonly name = 'UnreadableItem';
}

/**
 * The request of a stored item, with the fields that this release doesn't know. One that this release can't read has what it
 * can, and nothing changes it. Throws `UnreadableItem`, which names the item and the field, if that is too little.
 */
export function fromRequestItem(item: unknown): DispatchRequest {
  const parsed = v.safeParse(requestItem(), item);
  if (parsed.success) {
    const { output } = parsed;
    for (const name of storageOnly) delete output[name];
    return output;
  }
  const carried = readUnreadable(item);
  if (carried !== undefined) return carried;
  const field = v.getDotPath(parsed.issues[0]) ?? 'item';
  throw new UnreadableItem(`${nameOf(item)} can't be read: ${field}. A newer release may have written it.`);
}

/** The same, but throws `UnreadableItem` for every item that this release can't change. */
export function changeableRequest(item: unknown): DispatchRequest {
  const request = fromRequestItem(item);
  if (isReadable(request)) return request;
  throw new UnreadableItem(
    `${request.dispatchRequestId} can't be read: a newer release may have written it.`,
  );
}

/** The requests of listed items. Logs and omits those that this release can't read. */
export function fromRequestItems(
  items: readonly unknown[],
  warn: (text: string) => void = console.warn,
): DispatchRequest[] {
  return items.flatMap((item) => {
    try {
      return [fromRequestItem(item)];
    } catch (error) {
      if (!(error instanceof UnreadableItem)) throw error;
      warn(error.message);
      return [];
    }
  });
}

const Named = v.object({ dispatchRequestId: v.string() });
const nameOf = (item: unknown): string =>
  v.is(Named, item) ? v.parse(Named, item).dispatchRequestId : 'A dispatch request';

/** The write of a request, if it has not changed since it was read. `token` marks it as this transaction's. */
export function requestPut(
  next: DispatchRequest,
  previous: DispatchRequest | undefined,
  TableName: string,
  token: string,
) {
  const Item = { ...toRequestItem(next, previous), written: token };
  const shared = { TableName, Item, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const };
  return { Put: { ...shared, ...ifVersion(previous?.version) } };
}
