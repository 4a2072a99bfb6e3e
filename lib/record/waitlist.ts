import type { LocalDate } from '../scheduling/calendar.ts';
import type { PartOfDay } from '../scheduling/time-of-day.ts';

/** Somebody waits for a time that is earlier than theirs, or for any. */
export interface Waitlist {
  /** The ids of services, of which any will do. */
  readonly services: readonly string[];
  /** The first and the last day that suits, both included. */
  readonly from?: LocalDate | undefined;
  readonly to?: LocalDate | undefined;
  /** The parts of the day that suit; none means all. */
  readonly parts: readonly PartOfDay[];
  /** When they began to wait: ISO 8601, UTC. */
  readonly since: string;
}

/** A time that was offered to somebody who waits. */
export interface Offer {
  /** The text that offers it. */
  readonly messageId: string;
  readonly serviceTypeId: string;
  readonly technicianId: string;
  readonly date: LocalDate;
  /** Minutes from midnight, wall clock. */
  readonly minute: number;
  /** The start, and when it was offered and until when it is held: ISO 8601, UTC. */
  readonly startsAt: string;
  readonly at: string;
  readonly until: string;
}
