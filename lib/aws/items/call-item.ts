import * as v from 'valibot';
import { mapFields } from '../../map-fields.ts';
import { integrations } from '../../platforms/index.ts';
import type { NewReport, StoredReport } from '../../record/call.ts';
import { deliveryDigestOf } from '../../record/delivery-digest.ts';
import { callKey } from './request-item.ts';

/** Compressed bytes of a transcript per item; an item may have 400 KB in total. */
const PART_BYTES = 350_000;

/** Loaded when a call is stored or read: it would take 5 % of every cold start. */
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
// Loose, because a changed head keeps its other fields.
const HeadItem = v.looseObject({ ...Head.entries, pk: v.string(), expiresAt: v.number() });
/** A head without its transcript. */
interface HeadFields {
  readonly [name: string]: unknown;
  readonly pk: string;
  readonly sk: string;
  readonly accountId: string;
  readonly expiresAt: number;
}
const Part = v.object({ sk: v.string(), bytes: v.instance(Uint8Array) });

/** The sort key of a report, derived from its content. A platform may report one event twice with different content. */
function headKey({ receivedAt: _, recordingUrl, ...content }: NewReport): string {
  // Ignores the query: a repeat may contain a new signed URL of the recording.
  const digest = deliveryDigestOf([content, recordingUrl?.split('?', 1)[0]]);
  return `EVENT#${content.event}#${digest.slice(0, DIGEST_LENGTH)}`;
}

/** 64 bits are enough for the few reports of a call. */
const DIGEST_LENGTH = 16;

const partKey = (head: string, index: number): string => `${head}#${String(index).padStart(4, '0')}`;

/** The items of a report: the parts of its transcript first and the head last, so that a head always has its parts. */
export function toCallItems(report: NewReport, expiresAt: number): readonly Record<string, unknown>[] {
  const pk = callKey(report.accountId, report.integration, report.callId);
  const { transcript, activity: _, ...head } = report;
  return withParts({ pk, sk: headKey(report), v: 1, ...head, expiresAt }, transcript);
}

/** The items of a head and its transcript: the parts first. */
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

/** The fields of a report that people say or write, besides the transcript. */
const saidFields = ['summary', 'endedReason', 'recordingUrl'] as const;

/** What people say or write in a report. */
export const textsOfReport = (report: StoredReport): readonly string[] =>
  [report.transcript, ...saidFields.map((field) => report[field])].filter((text) => text !== undefined);

/**
 * The items of each report whose texts change, with the keys of the parts that they no longer have. The keys stay, so that a
 * repeat of the report is still recognized.
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

/** The query of a call's items, without those past their retention: DynamoDB deletes expired items late. */
export const itemsQuery = (pk: string, now: number) => ({
  KeyConditionExpression: 'pk = :pk',
  FilterExpression: 'expiresAt > :now',
  ExpressionAttributeValues: { ':pk': pk, ':now': Math.floor(now / 1000) },
});

/** The reports of a call from all its items, in order of arrival. Omits parts without a head. */
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
