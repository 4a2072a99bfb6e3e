import { type DynamoDBDocumentClient, GetCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { mapFields } from '../../map-fields.ts';
import { type Integration, integrations, voicePlatforms } from '../../platforms/index.ts';
import {
  type CallEntry,
  isUnbookedFromNumber,
  mergeReports,
  type NewReport,
  type StoredCall,
  type StoredReport,
} from '../../record/calls.ts';
import { deliveryDigestOf } from '../../record/ids.ts';
import type { CallLists, CallStore, ReportKept } from '../../record/ports.ts';
import { retry } from '../../record/retry.ts';
import { fromSummaryItem, reportUpdate, SUMMARY } from '../items/call-summary.ts';
import { callKey, callsKey, callsOfNumberKey } from '../items/request-item.ts';
import { tombstoneChecks } from '../items/tombstone.ts';
import {
  queryAll,
  queryPage,
  readItem,
  type StoreDependencies,
  type TableDependencies,
  transact,
  writesOr,
} from '../table/operations.ts';

const DAY_SECONDS = 24 * 60 * 60;

/**
 * Stores the item with a call's outcome together with the items of a report. A repeat changes nothing. Reports about
 * an erased person, and those beyond the maximum of a call, are not stored.
 */
export function createCallStore(deps: StoreDependencies): CallStore {
  const { tableName, now } = deps;
  return {
    async outcome({ accountId, integration, callId }, deadline) {
      const Key = { pk: callKey(accountId, integration, callId), sk: SUMMARY };
      const item = await readItem(Key, deps, deadline);
      return item && fromSummaryItem(item).outcome;
    },

    async put(report, callRetentionDays, deadline) {
      const expiresAt = Math.floor(now() / 1000) + callRetentionDays * DAY_SECONDS;
      const puts = toCallItems(report, expiresAt).map((Item) => ({
        Put: { TableName: tableName, Item, ConditionExpression: 'attribute_not_exists(pk)' },
      }));
      const listed = { Update: reportUpdate(report, expiresAt, tableName) };
      return await retry(
        async () => {
          const writes = [
            ...writesOr<ReportKept>('erased', tombstoneChecks(report, tableName, now())),
            // If one of its own items is stored, the same report came before.
            ...writesOr<ReportKept>('stored', puts),
            ...writesOr<ReportKept>('over_limit', [listed]),
          ];
          const result = await transact({ writes }, deps, deadline);
          return result === 'contended' ? undefined : result;
        },
        deps,
        deadline,
      );
    },
  };
}

/** An item has this many compressed bytes of a transcript; it may have 400 KB in total. */
const PART_BYTES = 350_000;

/** The module is loaded when a call is stored or read, because it would take 5 % of every cold start. */
const zlib = () => process.getBuiltinModule('node:zlib');

const optionalText = v.optional(v.string());
const Head = v.object({
  sk: v.string(),
  integration: v.picklist(integrations),
  callId: v.string(),
  event: v.string(),
  accountId: v.string(),
  receivedAt: v.string(),
  agentId: optionalText,
  caller: optionalText,
  startedAt: optionalText,
  endedAt: optionalText,
  endedReason: optionalText,
  recordingUrl: optionalText,
  summary: optionalText,
  transcriptParts: v.number(),
});
// The schema is loose because a changed head keeps its other fields.
const HeadItem = v.looseObject({ ...Head.entries, pk: v.string(), expiresAt: v.number() });
interface HeadFields {
  readonly [name: string]: unknown;
  readonly pk: string;
  readonly sk: string;
  readonly accountId: string;
  readonly expiresAt: number;
}
const Part = v.object({ sk: v.string(), bytes: v.instance(Uint8Array) });

/** Derives a report's sort key from its content: one event may be reported twice with different content. */
function headKey({ receivedAt: _, recordingUrl, ...content }: NewReport): string {
  // The query of the URL doesn't count, because a repeat may contain a new signed URL of the recording.
  const digest = deliveryDigestOf([content, recordingUrl?.split('?', 1)[0]]);
  return `EVENT#${content.event}#${digest.slice(0, DIGEST_LENGTH)}`;
}

/** 64 bits are enough for the few reports of a call. */
const DIGEST_LENGTH = 16;

const partKey = (head: string, index: number): string => `${head}#${String(index).padStart(4, '0')}`;

/** Returns a report's items: its transcript's parts first and the head last, so that a head has its parts. */
function toCallItems(report: NewReport, expiresAt: number): readonly Record<string, unknown>[] {
  const pk = callKey(report.accountId, report.integration, report.callId);
  const { transcript, activity: _, ...head } = report;
  return withParts({ pk, sk: headKey(report), v: 1, ...head, expiresAt }, transcript);
}

function withParts(head: HeadFields, transcript: string | undefined): readonly Record<string, unknown>[] {
  const { pk, sk: headSk, accountId, expiresAt } = head;
  const bytes = transcript === undefined ? new Uint8Array() : zlib().gzipSync(transcript);
  const parts: Record<string, unknown>[] = [];
  for (let from = 0; from < bytes.length; from += PART_BYTES) {
    const sk = partKey(headSk, parts.length);
    parts.push({ pk, sk, v: 1, accountId, expiresAt, bytes: bytes.subarray(from, from + PART_BYTES) });
  }
  return [...parts, { ...head, transcriptParts: parts.length }];
}

/** People say or write these fields of a report, besides the transcript. */
const saidFields = ['summary', 'endedReason', 'recordingUrl'] as const;

export const textsOfReport = (report: StoredReport): readonly string[] =>
  [report.transcript, ...saidFields.map((field) => report[field])].filter((text) => text !== undefined);

/**
 * Returns the items of each report whose texts change, with the keys of the parts that it no longer has. The other
 * keys stay, so that a repeat of the report is still recognized.
 */
export function changedReports(
  items: readonly Record<string, unknown>[],
  change: (text: string) => string,
): readonly { readonly puts: readonly Record<string, unknown>[]; readonly gone: readonly string[] }[] {
  return items.flatMap((item) => {
    const head = v.safeParse(HeadItem, item);
    if (!head.success) return [];
    const { sk, transcriptParts } = head.output;
    const keys = Array.from({ length: transcriptParts }, (_, index) => partKey(sk, index));
    const own = items.filter((one) => one === item || keys.some((key) => key === one.sk));
    const [report] = fromCallItems(own);
    if (report === undefined || textsOfReport(report).every((text) => change(text) === text)) return [];
    const said = mapFields(saidFields, (field) => report[field] && change(report[field]));
    const puts = withParts({ ...head.output, ...said }, report.transcript && change(report.transcript));
    return [{ puts, gone: keys.slice(puts.length - 1) }];
  });
}

/** Returns the query of a call's items that are not past their retention: DynamoDB deletes expired items late. */
const itemsQuery = (pk: string, now: number) => ({
  KeyConditionExpression: 'pk = :pk',
  FilterExpression: 'expiresAt > :now',
  ExpressionAttributeValues: { ':pk': pk, ':now': Math.floor(now / 1000) },
});

/** Returns the reports of a call from all its items, in order of arrival. Omits parts without a head. */
export function fromCallItems(items: readonly Record<string, unknown>[]): readonly StoredReport[] {
  const bytesBySk = new Map<string, Uint8Array>();
  for (const item of items) {
    const part = v.safeParse(Part, item);
    if (part.success) bytesBySk.set(part.output.sk, part.output.bytes);
  }
  const heads = items.map((item) => v.safeParse(Head, item)).filter((head) => head.success);
  return heads
    .map(({ output: { sk, transcriptParts, ...head } }) => {
      const parts = Array.from({ length: transcriptParts }, (_, index) => bytesBySk.get(partKey(sk, index)));
      const whole = parts.filter((part) => part !== undefined);
      return whole.length === 0
        ? head
        : { ...head, transcript: zlib().gunzipSync(Buffer.concat(whole)).toString('utf8') };
    })
    .sort((a, b) => (a.receivedAt < b.receivedAt ? -1 : 1));
}

const Entry = v.object({
  integration: v.picklist(voicePlatforms),
  callId: v.string(),
  createdAt: v.string(),
  caller: v.optional(v.string()),
  agentId: v.optional(v.string()),
});

export const toEntry = (item: unknown): CallEntry => ({ ...v.parse(Entry, item), ...fromSummaryItem(item) });

/** Returns a query of calls, newest first, without those past their retention. */
const listed = (IndexName: string, condition: string, values: Record<string, string>, now: number) => ({
  IndexName,
  KeyConditionExpression: condition,
  FilterExpression: 'expiresAt > :now',
  ExpressionAttributeValues: { ...values, ':now': Math.floor(now / 1000) },
  ScanIndexForward: false,
});

export function createCallLists(deps: TableDependencies): CallLists {
  return {
    async page(accountId, { limit, after, now }, deadline) {
      const values = { ':calls': callsKey(accountId) };
      const query = listed('byAccount', 'accountKey = :calls', values, now);
      const from = after && {
        pk: callKey(accountId, after.integration, after.callId),
        sk: SUMMARY,
        accountKey: callsKey(accountId),
        createdAt: after.createdAt,
      };
      const page = await queryPage(query, { limit, from }, deps, deadline);
      const calls = page.items.map(toEntry);
      return { calls, next: page.next === undefined ? undefined : calls.at(-1) };
    },

    async unbooked(accountId, from, now, deadline) {
      const values = { ':calls': callsKey(accountId), ':from': from };
      const query = listed('byAccount', 'accountKey = :calls AND createdAt >= :from', values, now);
      return (await queryAll(query, deps, deadline)).map(toEntry).filter(isUnbookedFromNumber);
    },

    async ofCaller(accountId, phone, now, deadline) {
      const values = { ':caller': callsOfNumberKey(accountId, phone) };
      const query = listed('byCaller', 'callerKey = :caller', values, now);
      return (await queryAll(query, deps, deadline)).map(toEntry);
    },

    async get(accountId, integration, callId, deadline) {
      const query = itemsQuery(callKey(accountId, integration, callId), deps.now());
      const items = await queryAll(query, deps, deadline);
      const merged = mergeReports(fromCallItems(items));
      return merged && { ...merged, ...fromSummaryItem(items.find(({ sk }) => sk === SUMMARY)) };
    },
  };
}

/**
 * Reads calls for the command line. Calls past their retention count as deleted.
 * @param now epoch milliseconds
 */
export function createCallReader(
  deps: { readonly document: DynamoDBDocumentClient; readonly tableName: string },
  now: () => number = Date.now,
) {
  const isKept = ({ expiresAt }: Record<string, unknown>) => Number(expiresAt) > now() / 1000;
  return {
    /** Returns the accounts that have a call with that id. Platforms choose the ids, so several may. */
    async accountsWith(
      accountIds: readonly string[],
      integration: Integration,
      callId: string,
    ): Promise<readonly string[]> {
      const found = await Promise.all(
        accountIds.map(async (accountId) => {
          const Key = { pk: callKey(accountId, integration, callId), sk: SUMMARY };
          const ProjectionExpression = 'reports, expiresAt';
          const get = new GetCommand({ TableName: deps.tableName, Key, ProjectionExpression });
          const { Item } = await deps.document.send(get);
          return Item?.reports !== undefined && isKept(Item) ? [accountId] : [];
        }),
      );
      return found.flat();
    },

    /** Returns the merged reports of a call, and how it ended; undefined if nothing was reported. */
    async get(accountId: string, integration: Integration, callId: string): Promise<StoredCall | undefined> {
      const items: Record<string, unknown>[] = [];
      const pk = callKey(accountId, integration, callId);
      const query = { TableName: deps.tableName, ...itemsQuery(pk, now()) };
      for await (const page of paginateQuery({ client: deps.document }, query))
        items.push(...(page.Items ?? []));
      const merged = mergeReports(fromCallItems(items));
      const summary = items.find(({ sk }) => sk === SUMMARY);
      return merged && { ...merged, ...fromSummaryItem(summary) };
    },
  };
}
