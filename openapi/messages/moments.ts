import type { DueRequest } from '../../lib/record/attention.ts';

// The values in examples, spoken on a Sunday, with the demo's names.

export const today = 'Sunday, November 22';
export const monday = 'Monday, November 23';
export const tuesday = 'Tuesday, November 24';
export const repair = 'AC Repair';
export const three = ['11:30 AM', 'noon', '12:30 PM'] as const;
export const nine = 'Monday, November 23 at 9 AM';
export const halfPastTwo = 'Monday, November 23 at 2:30 PM';
/** By when somebody calls back. */
export const due = '9 AM on Monday';

/** A stored message of a caller. */
export const message: DueRequest = {
  dispatchRequestId: 'dr_0123456789abcdefghjk',
  kind: 'message',
  accountId: 'acme-hvac',
  source: 'voiceone',
  version: 1,
  status: 'requested',
  urgency: 'routine',
  createdAt: '2026-11-23T00:45:00.000Z',
  updatedAt: '2026-11-23T00:45:00.000Z',
  dueAt: '2026-11-23T14:00:00.000Z',
  needsReview: ['callback'],
  customer: { phone: '+12125550143' },
  invocations: [],
  history: [],
};
