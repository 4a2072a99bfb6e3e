import type { OnCallRole, Urgency } from '../accounts/account.ts';
import type { LocalDate } from '../scheduling/calendar.ts';

/** Says what a change was. `lib/wording/en/history.ts` puts the kind and its facts into words. */
export const historyKinds = [
  ...['booked', 'moved', 'adjusted', 'corrected', 'details', 'answered', 'outside_area'],
  ...['emergency', 'more_about_emergency', 'asked_to_cancel', 'asked_to_move', 'message', 'more_in_message'],
  ...['lead_added', 'further_lead', 'split', 'split_from', 'several_open', 'ruled_out'],
  ...['reason', 'reviewed', 'urgency', 'note', 'acknowledged', 'acknowledged_together'],
  ...['escalated', 'nobody_on_call', 'alert_ended', 'alerts_joined', 'overdue', 'unreached'],
  ...['confirmed', 'on_my_way', 'could_not'],
  ...['waits', 'waits_no_more', 'offered'],
  ...['unscheduled', 'note_changed', 'note_removed', 'taken_down', 'undone'],
] as const;
export type HistoryKind = (typeof historyKinds)[number];

/** A technician could not do a job for one of these reasons. */
export const problems = ['nobody_home', 'no_access', 'parts', 'other'] as const;
export type JobProblem = (typeof problems)[number];

export interface HistoryFacts {
  readonly kind: HistoryKind;
  /** A person gave this reason, in their words. */
  readonly words?: string | undefined;
  /** The appointment that was booked, or to which a caller asked to move. */
  readonly visit?: VisitFacts | undefined;
  /** The urgency that was set, or that a new booking kept. */
  readonly urgency?: Urgency | undefined;
  readonly formerUrgency?: Urgency | undefined;
  /** These review flags were added or cleared. */
  readonly flags?: readonly string[] | undefined;
  /** Corrected fields with their former values. */
  readonly corrected?: readonly { readonly field: string; readonly was?: string | undefined }[] | undefined;
  /** This request was split from the other one, or is answered by it. */
  readonly otherId?: string | undefined;
  /** The people on call in this role were notified. */
  readonly role?: Notified['role'] | undefined;
  /** This person on call could not be reached, for `reason`. */
  readonly person?: string | undefined;
  readonly reason?: string | undefined;
  /** If more emergencies are reported in a minute, one alert stands for the rest. */
  readonly most?: number | undefined;
  /** The technician expects to arrive in this many minutes. */
  readonly minutes?: number | undefined;
  readonly problem?: JobProblem | undefined;
  /** When an adjusted visit began before, and begins now: ISO 8601, UTC. */
  readonly oldStart?: string | undefined;
  readonly newStart?: string | undefined;
  /** Present if another technician comes. */
  readonly oldTechnicianId?: string | undefined;
  readonly newTechnicianId?: string | undefined;
}

/** Keeps time and technician of an appointment as they were at a change. */
export interface VisitFacts {
  readonly date: LocalDate;
  /** Minutes from midnight; absent if only a day was asked for. */
  readonly minute?: number | undefined;
  readonly technicianId?: string | undefined;
  /** The technician's name; absent from what older releases stored. */
  readonly technician?: string | undefined;
  /** The promised arrival window, `HH:MM`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Names of the technicians who come, too. */
  readonly crew?: readonly string[] | undefined;
  /** The visits at which the job goes on. */
  readonly later?: readonly Pick<VisitFacts, 'date' | 'minute' | 'technician'>[] | undefined;
}

export interface Notified {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly role: OnCallRole | 'everybody';
  readonly people: readonly string[];
}
