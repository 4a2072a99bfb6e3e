import * as v from 'valibot';
import type { CallEvent } from '../dispatch/request.ts';
import { integrations } from '../routes.ts';
import { callKey } from './request-item.ts';

/** Compressed bytes of a transcript per item: an item may have 400 KB in all. */
const PART_BYTES = 350_000;

/** Loaded when a call is stored or read, and not by every cold start: it takes a twentieth of one. */
const zlib = () => process.getBuiltinModule('node:zlib');

const optionalText = v.optional(v.string());
const Head = v.object({
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
const Part = v.object({ sk: v.string(), bytes: v.instance(Uint8Array) });

const partKey = (event: string, index: number): string => `EVENT#${event}#${String(index).padStart(4, '0')}`;

/** The items of an event, the parts of its transcript first and its head last: a head is never without its parts. */
export function toCallItems(event: CallEvent, expiresAt: number): readonly Record<string, unknown>[] {
  const pk = callKey(event.integration, event.callId);
  const { transcript, ...head } = event;
  const bytes = transcript === undefined ? new Uint8Array() : zlib().gzipSync(transcript);
  const parts: Record<string, unknown>[] = [];
  for (let from = 0; from < bytes.length; from += PART_BYTES) {
    const sk = partKey(event.event, parts.length);
    parts.push({
      pk,
      sk,
      v: 1,
      accountId: event.accountId,
      expiresAt,
      bytes: bytes.subarray(from, from + PART_BYTES),
    });
  }
  return [
    ...parts,
    { pk, sk: `EVENT#${event.event}`, v: 1, ...head, transcriptParts: parts.length, expiresAt },
  ];
}

/** The events of a call from all its items, in order of arrival. Parts without a head are left out. */
export function fromCallItems(items: readonly Record<string, unknown>[]): readonly CallEvent[] {
  const bytesBySk = new Map<string, Uint8Array>();
  for (const item of items) {
    const part = v.safeParse(Part, item);
    if (part.success) bytesBySk.set(part.output.sk, part.output.bytes);
  }
  const heads = items.map((item) => v.safeParse(Head, item)).filter((head) => head.success);
  return heads
    .map(({ output: { transcriptParts, ...head } }) => {
      const parts = Array.from({ length: transcriptParts }, (_, index) =>
        bytesBySk.get(partKey(head.event, index)),
      );
      const whole = parts.filter((part) => part !== undefined);
      return whole.length === 0
        ? head
        : { ...head, transcript: zlib().gunzipSync(Buffer.concat(whole)).toString('utf8') };
    })
    .sort((a, b) => (a.receivedAt < b.receivedAt ? -1 : 1));
}
