import * as v from 'valibot';
import { reminderOf } from '../../intake/reminder.ts';
import { queueOrder } from '../../record/attention.ts';
import { isNumber } from '../../record/customers/contact.ts';
import { eventTypesOf } from '../../record/events.ts';
import { Unchangeable } from '../../record/faults.ts';
import type { DueKind } from '../../record/outbox/outbox.ts';
import type { ReminderKind } from '../../record/ports.ts';
import { arrivesBy, type DispatchRequest, hasEnded, isReadable } from '../../record/request.ts';
import { isWaiting } from '../../record/waiting.ts';
import { ifVersion } from '../table/operations.ts';
import { table } from '../table/table.ts';
import { readUnreadable, requestItem } from './request-schema.ts';

const VERSION = 1;

export const requestKey = (dispatchRequestId: string) => ({
  pk: `REQUEST#${dispatchRequestId}`,
  sk: 'REQUEST',
});
export const accountKey = (accountId: string): string => `ACCOUNT#${accountId}`;
export const callsKey = (accountId: string): string => `CALLS#${accountId}`;
/** Requests of several visits are found by the month of the first. */
export const dayKey = (accountId: string, dateOrMonth: string): string => `DAY#${accountId}#${dateOrMonth}`;
/** In the index by day: the requests whose customers wait for an earlier time. */
export const waitingKey = (accountId: string): string => `WAITING#${accountId}`;
export const reminderKey = (kind: ReminderKind | DueKind): string => `REMINDERS#${kind}`;
/** Returns the sort key of an account's reminder at an ISO instant. */
export const remindAtOf = (accountId: string, at: string): string => `${accountId}#${at}`;
export const queueKey = (accountId: string): string => `QUEUE#${accountId}`;
export const customerKey = (accountId: string, phone: string): string => `CUSTOMER#${accountId}#${phone}`;
export const callsOfNumberKey = (accountId: string, phone: string): string => `CALLER#${accountId}#${phone}`;
/** Platforms choose the ids of calls, so two accounts may have calls with the same id. */
export const callKey = (accountId: string, integration: string, callId: string): string =>
  `CALL#${accountId}#${integration}#${callId}`;

/** Returns the stored form of a request, with index keys and, for the table's stream, the change's event types. */
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

/** Open requests without an appointment sort after every instant, in order of creation. */
export const OPEN = 'open';
/** Requests that ended without an appointment sort before every instant, so that queries from an instant omit them. */
const CLOSED = '0';

/** Returns the index keys of the number that the request is for, and of the number that it was made from. */
function numberKeys(request: DispatchRequest) {
  const { accountId, customer, caller, onSite, appointment, status, createdAt } = request;
  const { phone } = customer;
  // The appointment is upcoming as long as the technician may come.
  const to = appointment && arrivesBy(appointment);
  const startsAt = to ?? (hasEnded(status) ? `${CLOSED}#${createdAt}` : `${OPEN}#${createdAt}`);
  // A customer who calls from another number is found by it, and otherwise the person who may change the visit.
  const called = caller === phone ? undefined : caller;
  const other = called ?? (onSite?.mayChange && onSite.phone !== phone ? onSite.phone : undefined);
  return {
    startsAt,
    ...(isNumber(phone) ? { customerKey: customerKey(accountId, phone) } : {}),
    ...(other === undefined ? {} : { callerKey: customerKey(accountId, other) }),
  };
}

/** The appointment no longer claims time but is still shown, or the customer waits for an earlier one. */
function dayKeys(request: DispatchRequest) {
  const { accountId, appointment, status } = request;
  if (isWaiting(request)) return { dayKey: waitingKey(accountId) };
  const isShown = status === 'completed' || status === 'no_show' || status === 'on_hold';
  if (appointment === undefined || !isShown) return {};
  const { date, visits } = appointment;
  return {
    dayKey: dayKey(accountId, visits === undefined ? date : date.slice(0, 7)),
  };
}

function reminderKeys(request: DispatchRequest) {
  const next = reminderOf(request);
  if (next === undefined) return {};
  return { reminderKey: reminderKey(next.kind), remindAt: remindAtOf(request.accountId, next.at) };
}

function queueKeys(request: DispatchRequest) {
  const order = queueOrder(request);
  return order === undefined ? {} : { queueKey: queueKey(request.accountId), queueOrder: order };
}

/** Each write creates these attributes again, and requests don't have them. */
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
 * Returns the request of a stored item, with the fields that this release doesn't know. A request that this release
 * can't read has the fields that it can, and nothing changes it.
 * @throws {UnreadableItem} with the names of item and field, if those fields are too few
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

/** @throws {UnreadableItem} if this release can't change the item */
export function changeableRequest(item: unknown): DispatchRequest {
  const request = fromRequestItem(item);
  if (isReadable(request)) return request;
  throw new UnreadableItem(
    `${request.dispatchRequestId} can't be read: a newer release may have written it.`,
  );
}

/** Returns the requests of listed items. Logs and omits those that this release can't read. */
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

/** Succeeds if the request hasn't changed since it was read. `token` marks the transaction's writes. */
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
