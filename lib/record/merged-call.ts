import type { StoredReport } from './call.ts';

/** A call, merged from all its reports. */
export interface MergedCall extends Omit<StoredReport, 'event' | 'receivedAt'> {
  /** The events that were reported, each once, in order of arrival. */
  readonly events: readonly string[];
}

/**
 * Merges the reports of a call. The longer text wins, so the order of arrival never matters. Undefined if there are
 * none.
 */
export function mergeReports(reports: readonly StoredReport[]): MergedCall | undefined {
  const [first] = reports;
  if (first === undefined) return undefined;
  return {
    integration: first.integration,
    callId: first.callId,
    accountId: first.accountId,
    events: [...new Set(reports.map(({ event }) => event))],
    agentId: richest(reports.map(({ agentId }) => agentId)),
    caller: richest(reports.map(({ caller }) => caller)),
    startedAt: richest(reports.map(({ startedAt }) => startedAt)),
    endedAt: richest(reports.map(({ endedAt }) => endedAt)),
    endedReason: richest(reports.map(({ endedReason }) => endedReason)),
    transcript: richest(reports.map(({ transcript }) => transcript)),
    recordingUrl: richest(reports.map(({ recordingUrl }) => recordingUrl)),
    summary: richest(reports.map(({ summary }) => summary)),
  };
}

/** The longest text; of equally long ones, the first in sort order. */
function richest(values: readonly (string | undefined)[]): string | undefined {
  const given = values.filter((value) => value !== undefined);
  return given.sort((a, b) => b.length - a.length || (a < b ? -1 : 1))[0];
}
