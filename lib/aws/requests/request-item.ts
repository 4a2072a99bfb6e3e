import * as v from 'valibot';
import { onCallRoles } from '../../accounts/on-call/roles.ts';
import { arrivesBy } from '../../dispatch/arrival/promise.ts';
import { contactFields } from '../../dispatch/customers/contact-fields.ts';
import { eventTypesOf } from '../../dispatch/events/request-event.ts';
import { remindAt } from '../../dispatch/reminders/reminder.ts';
import {
  activeStatuses,
  type DispatchRequest,
  hasEnded,
  sources,
  statuses,
  topics,
  urgencies,
} from '../../dispatch/requests/request.ts';
import { queueOrder } from '../../dispatch/requests/request-queue.ts';
import { lazily } from '../../lazily.ts';
import { mapFields } from '../../map-fields.ts';
import { table } from '../table.ts';

const VERSION = 1;
const optionalText = v.optional(v.string());

// Loose: a release must not drop the fields that the next one adds, because it writes whole items.

const contact = () => v.looseObject(mapFields(contactFields, () => optionalText));

/** The stored fields of an appointment. */
export const appointmentFields = () => ({
  date: v.string(),
  minute: v.number(),
  startsAt: v.string(),
  endsAt: v.string(),
  technicianId: v.string(),
  technician: v.string(),
  promise: v.optional(
    v.looseObject({ from: v.string(), to: v.string(), startsAt: v.string(), endsAt: v.string() }),
  ),
  onCall: v.optional(v.literal(true)),
  claims: v.array(
    v.looseObject({ date: v.string(), technicianId: v.string(), buckets: v.array(v.number()) }),
  ),
});
const appointment = () => v.looseObject(appointmentFields());

/** The fields that a request shares with a merged lead. */
const preferences = () => ({
  source: v.picklist(sources),
  createdAt: v.string(),
  urgency: v.picklist(urgencies),
  needsReview: v.array(v.string()),
  customer: contact(),
  serviceTypeId: optionalText,
  serviceType: optionalText,
  preferredDate: optionalText,
  preferredTime: optionalText,
  notes: optionalText,
  callId: optionalText,
  caller: optionalText,
});

const merged = () => v.looseObject({ ...preferences(), note: optionalText });

const facts = () => ({
  ...preferences(),
  dispatchRequestId: v.string(),
  accountId: v.string(),
  kind: v.optional(v.literal('message')),
  topic: v.optional(v.picklist(topics)),
  dueAt: optionalText,
  overdueAt: optionalText,
  regarding: optionalText,
  version: v.number(),
  updatedAt: v.string(),
  fee: v.optional(v.looseObject({ feeId: v.string(), says: v.string(), at: v.string() })),
  alertedAt: optionalText,
  notified: v.optional(
    v.array(
      v.looseObject({
        at: v.string(),
        role: v.picklist([...onCallRoles, 'everybody']),
        people: v.array(v.string()),
      }),
    ),
  ),
  escalatesAt: optionalText,
  acknowledgedAt: optionalText,
  merged: v.optional(v.array(merged())),
  erasedAt: optionalText,
  invocations: v.array(v.string()),
  history: v.array(
    v.looseObject({
      at: v.string(),
      from: v.optional(v.picklist(statuses)),
      to: v.picklist(statuses),
      by: v.string(),
      folded: v.optional(v.number()),
      why: optionalText,
      callId: optionalText,
    }),
  ),
});

const requestItem = lazily(() =>
  v.variant('status', [
    v.looseObject({ ...facts(), status: v.picklist(['requested', 'declined']) }),
    v.looseObject({ ...facts(), status: v.picklist(activeStatuses), appointment: appointment() }),
    v.looseObject({
      ...facts(),
      status: v.picklist(['on_hold', 'completed', 'canceled', 'no_show']),
      appointment: v.optional(appointment()),
    }),
  ]),
);

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
/** The one key of the index `byReminder`. */
export const REMINDERS_KEY = 'REMINDERS';
/** The key of an account's queue in the index `byQueue`. */
export const queueKey = (accountId: string): string => `QUEUE#${accountId}`;
export const customerKey = (accountId: string, phone: string): string => `CUSTOMER#${accountId}#${phone}`;
/** The key of a caller's calls in the index `byCaller`. */
export const callerKey = (accountId: string, phone: string): string => `CALLER#${accountId}#${phone}`;
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

/** Sorts after every instant, so that a query for upcoming appointments finds open requests without one too. */
const OPEN = 'open';
/** Sorts before every instant, so that such a query omits requests that ended without an appointment. */
const CLOSED = '0';

/** Index keys: the number that the request is for, and the number that it was made from. */
function numberKeys(request: DispatchRequest) {
  const { accountId, customer, caller, appointment, status, createdAt } = request;
  const { phone } = customer;
  // The appointment is upcoming as long as the technician may come.
  const to = appointment && arrivesBy(appointment);
  const startsAt = to ?? (hasEnded(status) ? `${CLOSED}#${createdAt}` : OPEN);
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

/** Index keys: the time of the reminder. */
function reminderKeys(request: DispatchRequest) {
  const at = remindAt(request);
  return at === undefined ? {} : { reminderKey: REMINDERS_KEY, remindAt: at };
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
 * The request of a stored item, with the fields that this release doesn't know. Throws `UnreadableItem`, which names the
 * item and the field.
 */
export function fromRequestItem(item: unknown): DispatchRequest {
  const parsed = v.safeParse(requestItem(), item);
  if (parsed.success) {
    const { output } = parsed;
    for (const name of storageOnly) delete output[name];
    return output;
  }
  const field = v.getDotPath(parsed.issues[0]) ?? 'item';
  throw new UnreadableItem(`${nameOf(item)} can't be read: ${field}. A newer release may have written it.`);
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
