import { EVENT_SOURCE, type LeadsRefusedEvent, type RequestEventType } from '../../record/events.ts';

/** These events notify people whatever the urgency is. */
const alwaysUrgent: (RequestEventType | LeadsRefusedEvent['type'])[] = [
  'dispatch-request.needs-review',
  'dispatch-request.escalated',
  'dispatch-request.nobody-reached',
  'message.overdue',
  'leads.refused',
];

/** These repeat with every detail that a caller adds; an emergency's review notifies people instead. */
const neverUrgent: RequestEventType[] = ['dispatch-request.requested', 'dispatch-request.scheduled'];

/**
 * These patterns of the bus, by the names of their rules, match the events that notify people; some events match only
 * if they are about an emergency. No event matches both.
 */
export const urgentPatterns = {
  Emergencies: {
    source: [EVENT_SOURCE],
    'detail-type': [{ 'anything-but': [...alwaysUrgent, ...neverUrgent] }],
    detail: { urgency: ['emergency'] },
  },
  Reviews: { source: [EVENT_SOURCE], 'detail-type': alwaysUrgent },
};
