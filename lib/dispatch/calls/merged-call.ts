import type { CallEvent } from '../requests/request.ts';

/** A call, merged from all its reports. */
export interface MergedCall extends Omit<CallEvent, 'event' | 'receivedAt'> {
  /** The events that were reported, each once, in order of arrival. */
  readonly events: readonly string[];
}

/**
 * Merges the reports of a call. The longer text wins, so the order of arrival never matters. Undefined without any
 * event.
 */
export function mergeCallEvents(events: readonly CallEvent[]): MergedCall | undefined {
  const [first] = events;
  if (first === undefined) return undefined;
  return {
    integration: first.integration,
    callId: first.callId,
    accountId: first.accountId,
    events: [...new Set(events.map(({ event }) => event))],
    agentId: richest(events.map(({ agentId }) => agentId)),
    caller: richest(events.map(({ caller }) => caller)),
    startedAt: richest(events.map(({ startedAt }) => startedAt)),
    endedAt: richest(events.map(({ endedAt }) => endedAt)),
    endedReason: richest(events.map(({ endedReason }) => endedReason)),
    transcript: richest(events.map(({ transcript }) => transcript)),
    recordingUrl: richest(events.map(({ recordingUrl }) => recordingUrl)),
    summary: richest(events.map(({ summary }) => summary)),
  };
}

/** The longest text; of equally long ones, the first in sort order. */
function richest(values: readonly (string | undefined)[]): string | undefined {
  const given = values.filter((value) => value !== undefined);
  return given.sort((a, b) => b.length - a.length || (a < b ? -1 : 1))[0];
}
