import * as v from 'valibot';
import type { Recent, RecentChange, RecentRequest } from '../../dispatch/merging/recent.ts';

const VERSION = 1;

/** `<instant> <id>`: sorts by the instant. */
const Entry = v.pipe(
  v.string(),
  v.transform((text): RecentRequest => {
    const [at = '', dispatchRequestId = ''] = text.split(' ');
    return { at, dispatchRequestId };
  }),
);
const RecentItem = v.object({
  version: v.number(),
  booked: v.optional(v.record(v.string(), Entry), {}),
  lead: v.optional(Entry),
});

const entryOf = ({ at, dispatchRequestId }: RecentRequest): string => `${at} ${dispatchRequestId}`;

/** The key of the item that holds what a number (E.164) asked for last. */
export const numberKey = (accountId: string, phone: string) => ({
  pk: `NUMBER#${accountId}#${phone}`,
  sk: 'NUMBER',
});

/** Throws if the item is malformed. */
export const fromRecentItem = (item: unknown): Recent => v.parse(RecentItem, item);

/** The write of what a booking leaves, conditional on the version before. */
export function recentPut(tableName: string, { accountId, phone, next, keptUntil }: RecentChange) {
  const booked = Object.entries(next.booked).map(([service, entry]) => [service, entryOf(entry)]);
  return {
    TableName: tableName,
    Item: {
      ...numberKey(accountId, phone),
      v: VERSION,
      version: next.version,
      booked: Object.fromEntries(booked),
      lead: next.lead && entryOf(next.lead),
      expiresAt: Math.ceil(keptUntil / 1000),
    },
    ConditionExpression: next.version === 1 ? 'attribute_not_exists(pk)' : '#version = :seen',
    ...(next.version === 1
      ? {}
      : {
          ExpressionAttributeNames: { '#version': 'version' },
          ExpressionAttributeValues: { ':seen': next.version - 1 },
        }),
  };
}
