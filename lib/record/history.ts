import type { OnCallRole } from '../accounts/on-call-roles.ts';
import type { Urgency } from '../accounts/urgency.ts';
import type { LocalDate } from '../scheduling/calendar.ts';

/** What a change was. The words that people read are made from it and its facts (`lib/wording/en/history.ts`). */
export const historyKinds = [
  ...['booked', 'moved', 'corrected', 'details', 'answered', 'outside_area'],
  ...['emergency', 'more_about_emergency', 'asked_to_cancel', 'asked_to_move', 'message', 'more_in_message'],
  ...['lead_added', 'further_lead', 'split', 'split_from', 'several_open', 'ruled_out'],
  ...['reason', 'reviewed', 'urgency', 'note', 'acknowledged', 'acknowledged_together'],
  ...['escalated', 'nobody_on_call', 'alert_ended', 'alerts_joined', 'overdue'],
] as const;
export type HistoryKind = (typeof historyKinds)[number];

export interface HistoryFacts {
  readonly kind: HistoryKind;
  /** A person's reason, in their words. */
  readonly words?: string | undefined;
  /** The appointment that was booked, or to which a caller asked to move. */
  readonly visit?: VisitFacts | undefined;
  /** The urgency that was set, or that a new booking kept. */
  readonly urgency?: Urgency | undefined;
  readonly formerUrgency?: Urgency | undefined;
  /** The review flags that were added or cleared. */
  readonly flags?: readonly string[] | undefined;
  /** The corrected fields with their former values. */
  readonly corrected?: readonly { readonly field: string; readonly was?: string | undefined }[] | undefined;
  /** The request that this one was split from or is answered by. */
  readonly otherId?: string | undefined;
  /** The people on call who were notified. */
  readonly role?: Notified['role'] | undefined;
  /** How many emergencies may be reported in a minute before one alert stands for the rest. */
  readonly most?: number | undefined;
}

/** Time and technician of an appointment at the time of a change. */
export interface VisitFacts {
  readonly date: LocalDate;
  /** Minutes from midnight; absent if only a day was asked for. */
  readonly minute?: number | undefined;
  readonly technicianId?: string | undefined;
  /** The promised arrival window, `HH:MM`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** People on call who were notified of an emergency at one time: those of a role, or everybody. */
export interface Notified {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly role: OnCallRole | 'everybody';
  readonly people: readonly string[];
}
