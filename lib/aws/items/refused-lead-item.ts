import * as v from 'valibot';
import { type RefusedDay, type RefusedLead, refusalReasons } from '../../intake/leads/refused-lead.ts';

const VERSION = 1;
/** How long a refused lead is kept, in seconds: 30 days. */
const KEPT_SECONDS = 30 * 24 * 60 * 60;

/** Loaded when a lead is refused or read: most containers never do. */
const zlib = () => process.getBuiltinModule('node:zlib');

/** The key of all refused leads, and of the counts of their days, in the index `byAccount`. */
export const REFUSED_KEY = 'REFUSED';

export const refusedLeadKey = (refusedLeadId: string) => ({ pk: `REFUSED#${refusedLeadId}`, sk: 'REFUSED' });

/** The sort key of the count of a day. */
export const REFUSED_DAY = 'REFUSED_DAY';

/** The key of the count of an account's refused leads of a date (UTC); of those without an account if it is undefined. */
export const refusedDayKey = (accountId: string | undefined, date: string) => ({
  pk: `REFUSED#${accountId ?? ''}#${date}`,
  sk: REFUSED_DAY,
});

/** Expiry in epoch seconds. */
export const refusedUntil = (receivedAt: string): number =>
  Math.floor(Date.parse(receivedAt) / 1000) + KEPT_SECONDS;

const RefusedItem = v.object({
  refusedLeadId: v.string(),
  accountId: v.optional(v.string()),
  reason: v.picklist(refusalReasons),
  errors: v.array(v.object({ path: v.string(), expected: v.string() })),
  receivedAt: v.string(),
  lastAt: v.string(),
  times: v.number(),
  keyId: v.string(),
  mayActFor: v.array(v.string()),
  bytes: v.instance(Uint8Array),
});
const DayItem = v.object({
  date: v.string(),
  accountId: v.optional(v.string()),
  kept: v.optional(v.number(), 0),
  dropped: v.optional(v.number(), 0),
  fields: v.optional(v.instance(Set), new Set()),
});

/** A refused lead as it is stored. */
export interface StoredRefusedLead extends RefusedLead {
  /** When it came last, and how often: the sender repeats what was refused, or a workflow runs again. */
  readonly lastAt: string;
  readonly times: number;
}

/** Leads of a day (UTC) that were not kept, because there were too many. */
export interface DroppedLeads {
  readonly date: string;
  readonly accountId?: string | undefined;
  readonly dropped: number;
}

/** A body as it is stored. */
export const bytesOfBody = (body: string): Uint8Array => zlib().gzipSync(body);

export const toRefusedItem = ({ body, ...lead }: RefusedLead) => ({
  ...refusedLeadKey(lead.refusedLeadId),
  v: VERSION,
  ...lead,
  lastAt: lead.receivedAt,
  times: 1,
  bytes: bytesOfBody(body),
  accountKey: REFUSED_KEY,
  createdAt: lead.receivedAt,
  expiresAt: refusedUntil(lead.receivedAt),
});

/** The lead of a stored item; undefined for what is left of an erased one. Throws if the item is malformed. */
export function fromRefusedItem(item: Record<string, unknown>): StoredRefusedLead | undefined {
  if (!('bytes' in item)) return undefined;
  const { bytes, ...lead } = v.parse(RefusedItem, item);
  return { ...lead, body: zlib().gunzipSync(bytes).toString('utf8') };
}

/** The leads of a day that were not kept. Throws if the item is malformed. */
export function toDroppedLeads(item: unknown): DroppedLeads {
  const { date, accountId, dropped } = v.parse(DayItem, item);
  return { date, accountId, dropped };
}

/** The leads of a day, kept or not. Throws if the item is malformed. */
export function toRefusedDay(item: unknown): RefusedDay {
  const { kept, dropped, fields } = v.parse(DayItem, item);
  return { count: kept + dropped, fields: [...fields].map(String).sort() };
}
