import type { Integration } from '../platforms/index.ts';
import type { CallActivity } from './call-outcome.ts';

/** A platform's data about a call, in common terms. */
export interface Call {
  readonly callId?: string | undefined;
  /** Distinct agents or assistants, most relevant first; they identify the account. */
  readonly agentIds: readonly string[];
  /** The other party's number as reported; not yet validated. */
  readonly caller?: string | undefined;
  /** Identifies the invocation of a function, to recognize a late retry. */
  readonly invocationId?: string | undefined;
}

/** A report to store. Its activity is added to the call. */
export interface NewReport extends StoredReport {
  readonly activity: CallActivity;
}

/** A platform's report of a call, before an account is found for it. */
export type CallReport = Omit<NewReport, 'integration' | 'accountId' | 'receivedAt'>;

/** Maximum length of a report's texts in one item, in UTF-16 units. Only the transcript may be longer. */
export const MAX_SUMMARY = 20_000;
export const MAX_REASON = 200;
export const MAX_CALLER = 100;

/** A stored report of a call. */
export interface StoredReport {
  readonly integration: Integration;
  readonly callId: string;
  readonly event: string;
  readonly accountId: string;
  readonly receivedAt: string;
  readonly agentId?: string | undefined;
  readonly caller?: string | undefined;
  readonly startedAt?: string | undefined;
  readonly endedAt?: string | undefined;
  readonly endedReason?: string | undefined;
  readonly transcript?: string | undefined;
  readonly recordingUrl?: string | undefined;
  readonly summary?: string | undefined;
}
