import * as v from 'valibot';
import {
  MAX_LEADS,
  type NumberEntry,
  type Recent,
  type RecentChange,
  type RecentRequest,
  type RequestStore,
} from '../../record/ports.ts';
import { type DispatchRequest, latestOf } from '../../record/request.ts';
import { customerKey, fromRequestItems, OPEN } from '../items/request-item.ts';
import {
  allOf,
  type Condition,
  ifVersion,
  queryPage,
  type TableDependencies,
  updateOf,
} from '../table/operations.ts';
import type { IndexName } from '../table/table.ts';

/** At most this many open requests of a number are read: a caller is waiting, and ordinary callers have fewer. */
const MAX_NEWEST = 12;
const MAX_APPOINTMENTS = 40;
/** One query reads all requests of ordinary callers; four of the largest leads have less than half a megabyte. */
const PAGE = 4;
/** Somebody has filled the forms of a larger page with text, so as little as possible is read after it. */
const LARGE_BYTES = 80_000;

/**
 * Reads what is stored under a phone number: the next appointments and the newest open requests. The reader is
 * separate from the store, so that functions that only read load less.
 */
export function createNumberReader(deps: TableDependencies): Pick<RequestStore, 'ofNumber'> {
  return {
    async ofNumber(accountId, phone, from, deadline) {
      const values = { ':number': customerKey(accountId, phone), ':from': from };
      const underKey = async ({ name, key }: (typeof numberIndexes)[number]) => {
        // Open requests come after all appointments: ordinary callers have few of both, which one query reads.
        const all = {
          IndexName: name,
          KeyConditionExpression: `${key} = :number AND startsAt >= :from`,
          ExpressionAttributeValues: values,
          ScanIndexForward: false,
        };
        const newest = await queryPage(all, { limit: PAGE, from: undefined }, deps, deadline);
        if (newest.next === undefined) return newest.items;
        const appointments = {
          IndexName: name,
          KeyConditionExpression: `${key} = :number AND startsAt BETWEEN :from AND :open`,
          ExpressionAttributeValues: { ...values, ':open': OPEN },
        };
        const isLarge = bytesOf(newest.items) > LARGE_BYTES;
        const [next, further] = await Promise.all([
          queryPage(
            appointments,
            { limit: isLarge ? PAGE : MAX_APPOINTMENTS, from: undefined },
            deps,
            deadline,
          ),
          isLarge
            ? undefined
            : queryPage(all, { limit: MAX_NEWEST - PAGE, from: newest.next }, deps, deadline),
        ]);
        return [...next.items, ...newest.items, ...(further?.items ?? [])];
      };
      // The last appointments may be among the next ones, too.
      return latestOf(fromRequestItems((await Promise.all(numberIndexes.map(underKey))).flat()));
    },
  };
}

const bytesOf = (items: readonly unknown[]): number => Buffer.byteLength(JSON.stringify(items));

const numberIndexes: readonly { readonly name: IndexName; readonly key: string }[] = [
  { name: 'byCustomer', key: 'customerKey' },
  { name: 'byCaller', key: 'callerKey' },
];

const VERSION = 1;

/** An entry is `<instant> <id>`, so that entries sort by the instant. */
const Entry = v.pipe(
  v.string(),
  v.transform((text): RecentRequest => {
    const [at = '', dispatchRequestId = ''] = text.split(' ');
    return { at, dispatchRequestId };
  }),
);
// Schemas are loose because a release writes whole items and must not drop the fields that the next one adds.
const RecentItem = v.looseObject({
  version: v.number(),
  booked: v.optional(v.record(v.string(), Entry), {}),
  lead: v.optional(Entry),
  leads: v.optional(v.number()),
});

/** A number's last alerts have attributes with this prefix, one each, because parallel writes add them. */
const ALERT = 'alert_';

const entryOf = ({ at, dispatchRequestId }: RecentRequest): string => `${at} ${dispatchRequestId}`;

export const numberKey = (accountId: string, phone: string) => ({
  pk: `NUMBER#${accountId}#${phone}`,
  sk: 'NUMBER',
});

/** Returns the last requests of a stored item, with the fields that this release doesn't know. */
export function fromRecentItem(item: unknown): Recent {
  const output = v.parse(RecentItem, item);
  for (const name of ['pk', 'sk', 'v', 'expiresAt']) delete output[name];
  const names = Object.keys(output).filter((name) => name.startsWith(ALERT));
  if (names.length === 0) return output;
  const alerts = names.map((name) => [name.slice(ALERT.length), v.parse(Entry, output[name])] as const);
  for (const name of names) delete output[name];
  return { ...output, alerts: Object.fromEntries(alerts) };
}

/** Returns the write of a booking at its number, conditional on the previous version. */
export function recentPut(TableName: string, { accountId, phone, next, keptUntil }: RecentChange) {
  const { alerts = {}, ...rest } = next;
  const booked = Object.entries(next.booked).map(([service, entry]) => [service, entryOf(entry)]);
  const alerted = Object.entries(alerts).map(([kind, entry]) => [`${ALERT}${kind}`, entryOf(entry)]);
  const Item = {
    ...rest,
    ...Object.fromEntries(alerted),
    ...numberKey(accountId, phone),
    v: VERSION,
    booked: Object.fromEntries(booked),
    lead: next.lead && entryOf(next.lead),
    expiresAt: Math.ceil(keptUntil / 1000),
  };
  return { TableName, Item, ...ifVersion(next.version === 1 ? undefined : next.version - 1) };
}

/** A lead makes this entry at its number (E.164). */
interface LeadAtNumber extends RecentRequest {
  readonly accountId: string;
  readonly phone: string;
  readonly serviceTypeId?: string | undefined;
  /** A booking of the service at or after this time (ISO 8601, UTC) refuses the write; absent if none does. */
  readonly bookedSince?: string | undefined;
  /** Present if people are alerted of the lead, with the alert before. */
  readonly alert?: NumberEntry | undefined;
  /** The number's open leads, if they were counted. If they weren't, `MAX_LEADS` or more refuse the write. */
  readonly open?: number | undefined;
  /** Epoch milliseconds after which the item may expire. */
  readonly keptUntil: number;
}

/** Returns the write of a lead at its number. A refusal returns the item. */
export function leadAtNumber(tableName: string, lead: LeadAtNumber) {
  const { accountId, phone, serviceTypeId = '', bookedSince, alert, open, keptUntil } = lead;
  // People are alerted of an emergency however many leads are open.
  const isCounted = alert === undefined && open === undefined;
  const conditions = [
    ...(bookedSince === undefined
      ? []
      : [
          {
            ConditionExpression: '(attribute_not_exists(#booked.#service) OR #booked.#service < :since)',
            ExpressionAttributeNames: { '#booked': 'booked', '#service': serviceTypeId },
            ExpressionAttributeValues: { ':since': bookedSince },
          },
        ]),
    ...(alert === undefined ? [] : [isLast(alert)]),
    ...(isCounted
      ? [
          {
            ConditionExpression: '(attribute_not_exists(#leads) OR #leads < :most)',
            ExpressionAttributeNames: { '#leads': 'leads' },
            ExpressionAttributeValues: { ':most': MAX_LEADS },
          },
        ]
      : []),
  ];
  const entry = entryOf(lead);
  const changes = {
    set: {
      ...{ v: VERSION, lead: entry, expiresAt: Math.ceil(keptUntil / 1000) },
      leads: open === undefined ? undefined : open + 1,
      ...(alert === undefined ? {} : { [`${ALERT}${alert.kind}`]: entry }),
    },
    add: { version: 1, leads: open === undefined ? 1 : undefined },
  };
  return {
    ...updateOf(tableName, numberKey(accountId, phone), changes, allOf(conditions)),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  };
}

/** Returns the write of an emergency at its number of which people are alerted, or of its visit. */
export function alertAtNumber(tableName: string, request: DispatchRequest, alert: NumberEntry) {
  const { accountId, dispatchRequestId, updatedAt: at } = request;
  const changes = {
    set: { v: VERSION, [`${ALERT}${alert.kind}`]: entryOf({ dispatchRequestId, at }) },
    setOnce: { expiresAt: Math.ceil(alert.keptUntil / 1000) },
    add: { version: 1 },
  };
  return updateOf(tableName, numberKey(accountId, alert.phone), changes, isLast(alert));
}

/** Returns the condition that no other alert was entered at a number since it was read. */
const isLast = ({ kind, seen }: NumberEntry): Condition => ({
  ConditionExpression: seen ? '#alert=:seen' : 'attribute_not_exists(#alert)',
  ExpressionAttributeNames: { '#alert': `${ALERT}${kind}` },
  ExpressionAttributeValues: seen ? { ':seen': entryOf(seen) } : {},
});
