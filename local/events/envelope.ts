import { hash } from 'node:crypto';
import { type DispatchEvent, EVENT_SOURCE } from '../../lib/record/events.ts';

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
 * The event in the form in which EventBridge would send it. A repeated event has the same id; `origin` identifies its
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

/** A UUID derived from the name (version 8: custom). */
function uuidOf(name: string): string {
  const hex = hash('sha256', name, 'hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`];
  return [...parts, hex.slice(20, 32)].join('-');
}

/** One line for people: time, type, id, status or event, version. */
export function formatEventLine(event: DispatchEvent): string {
  return [event.occurredAt, event.type.padEnd(31), ...wordsOf(event), `version ${event.version}`].join('  ');
}

function wordsOf(event: DispatchEvent): readonly string[] {
  if ('callId' in event) return [event.callId, event.event, event.outcome];
  return 'date' in event ? [event.accountId, event.date] : [event.dispatchRequestId, event.status];
}
