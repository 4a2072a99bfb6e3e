import { type CallEvent, UNASSIGNED } from './request.ts';

/** What is known of a call from all its events. */
export interface MergedCall extends Omit<CallEvent, 'event' | 'receivedAt'> {
  /** The events that came, in order of arrival. */
  readonly events: readonly string[];
}

/**
 * The events of one call as one. The richer value wins: the longer text, whatever came first, so that the order of
 * arrival never matters. Undefined where there is no event.
 */
export function mergeCallEvents(events: readonly CallEvent[]): MergedCall | undefined {
  const [first] = events;
  if (first === undefined) return undefined;
  const assigned = events.find((event) => event.accountId !== UNASSIGNED) ?? first;
  return {
    integration: first.integration,
    callId: first.callId,
    accountId: assigned.accountId,
    events: events.map(({ event }) => event),
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

/** The longest; of equally long ones the one that sorts first. */
function richest(values: readonly (string | undefined)[]): string | undefined {
  const given = values.filter((value) => value !== undefined);
  return given.sort((a, b) => b.length - a.length || (a < b ? -1 : 1))[0];
}
