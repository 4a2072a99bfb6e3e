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
// Loose: a release must not drop the fields that the next one adds, because it writes whole items.
const RecentItem = v.looseObject({
  version: v.number(),
  booked: v.optional(v.record(v.string(), Entry), {}),
  lead: v.optional(Entry),
});

const entryOf = ({ at, dispatchRequestId }: RecentRequest): string => `${at} ${dispatchRequestId}`;

/** The key of the item with a number's (E.164) last requests. */
export const numberKey = (accountId: string, phone: string) => ({
  pk: `NUMBER#${accountId}#${phone}`,
  sk: 'NUMBER',
});

/** The last requests of a stored item, with the fields that this release doesn't know. Throws if the item is malformed. */
export function fromRecentItem(item: unknown): Recent {
  const output = v.parse(RecentItem, item);
  for (const name of ['pk', 'sk', 'v', 'expiresAt']) delete output[name];
  return output;
}

/** The write of a booking at its number, conditional on the previous version. */
export function recentPut(tableName: string, { accountId, phone, next, keptUntil }: RecentChange) {
  const booked = Object.entries(next.booked).map(([service, entry]) => [service, entryOf(entry)]);
  return {
    TableName: tableName,
    Item: {
      ...next,
      ...numberKey(accountId, phone),
      v: VERSION,
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

/** The entry of a lead at its number (E.164). */
export interface LeadAtNumber extends RecentRequest {
  readonly accountId: string;
  readonly phone: string;
  readonly serviceTypeId?: string | undefined;
  /** A booking of the service at or after this time (ISO 8601, UTC) refuses the write. Absent if none does. */
  readonly bookedSince?: string | undefined;
  /** Epoch milliseconds after which it may expire. */
  readonly keptUntil: number;
}

/** The write of a lead at its number; a refusal returns the item. */
export function leadAtNumber(tableName: string, lead: LeadAtNumber) {
  const { accountId, phone, serviceTypeId = '', bookedSince, keptUntil } = lead;
  const isHeld = bookedSince !== undefined;
  return {
    TableName: tableName,
    Key: numberKey(accountId, phone),
    UpdateExpression:
      'SET #v=:v,#version=if_not_exists(#version,:none)+:one,#lead=:lead,#expires=if_not_exists(#expires,:until)',
    ...(isHeld
      ? { ConditionExpression: 'attribute_not_exists(#booked.#service) OR #booked.#service < :since' }
      : {}),
    ExpressionAttributeNames: {
      ...{ '#v': 'v', '#version': 'version', '#lead': 'lead', '#expires': 'expiresAt' },
      ...(isHeld ? { '#booked': 'booked', '#service': serviceTypeId } : {}),
    },
    ExpressionAttributeValues: {
      ...{ ':v': VERSION, ':none': 0, ':one': 1, ':lead': entryOf(lead) },
      ':until': Math.ceil(keptUntil / 1000),
      ...(isHeld ? { ':since': bookedSince } : {}),
    },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  };
}
