import type { NewReport } from '../../lib/record/calls.ts';

/** The report of a call that called no function. */
export const silentCall = (accountId: string, callId: string, receivedAt: string): NewReport => ({
  integration: 'voiceone',
  callId,
  event: 'call_ended',
  accountId,
  receivedAt,
  transcript: 'Hello',
  activity: { functions: [], services: [], dates: [], transferred: false, isReplied: false },
});
