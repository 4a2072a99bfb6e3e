import { hash } from 'node:crypto';
import type { _Record } from '@aws-sdk/client-dynamodb-streams';
import { type DispatchEvent, EVENT_SOURCE } from '../../lib/record/events.ts';

/** What a pipe does with the records of its source. */
export interface PipeSettings<Event> {
  /** A record passes if it matches one of these patterns. */
  readonly filters: readonly unknown[];
  /** The function that turns records into events. */
  readonly enrich: (records: readonly unknown[]) => Promise<readonly Event[]>;
}

/** Returns a record as a pipe passes it to a function: as JSON, with its time in epoch seconds. */
export function pipeRecord(record: _Record, streamArn: string): object {
  const { dynamodb } = record;
  const at = dynamodb?.ApproximateCreationDateTime;
  const bare = { ...record, dynamodb: { ...dynamodb, ApproximateCreationDateTime: epochSeconds(at) } };
  return JSON.parse(JSON.stringify({ ...bare, eventSourceARN: streamArn }, inBase64));
}

const epochSeconds = (at: Date | undefined) => (at === undefined ? undefined : at.getTime() / 1000);

const inBase64 = (_: string, value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;

/** Resolves to the events of records, in order. Rejects if the function fails; a pipe then tries these records again. */
export async function passOn<Event>(
  records: readonly unknown[],
  { filters, enrich }: PipeSettings<Event>,
): Promise<readonly Event[]> {
  const passing = records.filter((record) => filters.some((filter) => matchesPattern(filter, record)));
  return passing.length === 0 ? [] : await enrich(passing);
}

/** Whether an event or a record matches a pattern of EventBridge. Throws for rules that the service does not use. */
export function matchesPattern(pattern: unknown, event: unknown): boolean {
  if (Array.isArray(pattern)) return pattern.some((rule) => matchesRule(rule, event));
  return Object.entries(fieldsOf(pattern)).every(([name, inner]) =>
    matchesPattern(inner, fieldsOf(event)[name]),
  );
}

function matchesRule(rule: unknown, value: unknown): boolean {
  if (typeof rule === 'string') return value === rule;
  const [name, ...others] = Object.keys(fieldsOf(rule));
  const operand = Object.values(fieldsOf(rule))[0];
  if (others.length === 0 && name === 'exists') return (value !== undefined) === operand;
  if (others.length === 0 && name === 'prefix') return String(value ?? '').startsWith(String(operand));
  if (others.length === 0 && name === 'anything-but') {
    return value !== undefined && ![operand].flat().includes(value);
  }
  throw new Error(`Not a known rule of a pattern: ${JSON.stringify(rule)}`);
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

/** An event as EventBridge delivers it. */
export interface EventEnvelope {
  readonly version: '0';
  readonly id: string;
  readonly 'detail-type': DispatchEvent['type'];
  readonly source: typeof EVENT_SOURCE;
  readonly account: string;
  /** UTC, with a precision of a second. */
  readonly time: string;
  readonly region: string;
  readonly resources: readonly string[];
  readonly detail: DispatchEvent;
}

/**
 * Returns the event as EventBridge would send it. A repeated event has the same id; `origin` identifies its
 * record.
 */
export function envelopeOf(detail: DispatchEvent, origin: string): EventEnvelope {
  return {
    version: '0',
    id: uuidOf(`${origin} ${detail.type}`),
    'detail-type': detail.type,
    source: EVENT_SOURCE,
    account: '000000000000',
    time: detail.occurredAt.replace(/\.\d+Z$/, 'Z'),
    region: 'us-east-1',
    resources: [],
    detail,
  };
}

/** Derives a UUID of version 8 from the name. */
function uuidOf(name: string): string {
  const hex = hash('sha256', name, 'hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`];
  return [...parts, hex.slice(20, 32)].join('-');
}

/** Returns one line for people: time, type, id, status or event, and version. */
export function formatEventLine(event: DispatchEvent): string {
  return [event.occurredAt, event.type.padEnd(31), ...wordsOf(event), `version ${event.version}`].join('  ');
}

function wordsOf(event: DispatchEvent): readonly string[] {
  if ('callId' in event) return [event.callId, event.event, event.outcome];
  return 'date' in event ? [event.accountId, event.date] : [event.dispatchRequestId, event.status];
}
