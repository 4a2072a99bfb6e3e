import type { Bucket, UtcDate } from '../scheduling/calendar.ts';
import { DAY_MS, MINUTE_MS } from '../scheduling/time.ts';
import type { PageLink } from './link.ts';
import type { OutboxMessage } from './outbox/message.ts';
import type { Deadline, HoldChange } from './ports.ts';
import type { DispatchRequest } from './request.ts';

/** A technician's time on a UTC date that became free, and is offered to people who wait. */
export interface FreedTime {
  readonly accountId: string;
  readonly technicianId: string;
  readonly date: UtcDate;
  readonly buckets: readonly Bucket[];
  /** The requests that had it. Nobody is offered their own time. */
  readonly by: readonly string[];
  /** Counts what changed it, so that nothing is missed while it is offered. */
  readonly raised: number;
  /** It was offered to this request last. */
  readonly offer?: FreedOffer | undefined;
}

export interface FreedOffer {
  readonly dispatchRequestId: string;
  readonly messageId: string;
}

/** What a number was offered on a day. */
export interface OfferedToday {
  /** At the site. */
  readonly day: string;
  readonly count: number;
  /** The last offer was to this request, until then: ISO 8601, UTC. */
  readonly dispatchRequestId: string;
  readonly until: string;
}

/** An offer is made in one write, or not at all. */
export interface NewOffer {
  readonly freed: FreedTime;
  readonly hold: HoldChange;
  /** The request with the offer, and as it was read. */
  readonly next: DispatchRequest;
  readonly previous: DispatchRequest;
  readonly message: OutboxMessage;
  readonly link?: PageLink | undefined;
  readonly offered: {
    /** E.164 */
    readonly phone: string;
    readonly next: OfferedToday;
    readonly previous?: OfferedToday | undefined;
  };
}

/** All methods fail as those of `Outbox` do. */
export interface FreedTimes {
  /** Finds a freed time that is due by its name, as `DueItems` yields it. Strongly consistent. */
  get(accountId: string, name: string, deadline: Deadline): Promise<FreedTime | undefined>;
  /** Reads what a number was offered last. Strongly consistent. */
  offeredTo(accountId: string, phone: string, deadline: Deadline): Promise<OfferedToday | undefined>;
  /** `slot_lost`: the time is taken. `outdated`: something else was read before it changed. */
  offer(offer: NewOffer, deadline: Deadline): Promise<'stored' | 'slot_lost' | 'contended' | 'outdated'>;
  /** Looks at the time again at an ISO instant, or never if nobody is left. `contended`: it has changed meanwhile. */
  settle(
    freed: FreedTime,
    next: { readonly at: string } | 'over',
    deadline: Deadline,
  ): Promise<'stored' | 'contended'>;
}

export interface FreedTimeRaiser {
  /** Keeps the time that a record of the table's stream shows as freed, if anybody waits. Fails as single writes do. */
  follow(record: unknown, deadline: Deadline): Promise<void>;
}

/** Time is offered if the visit begins in these milliseconds from now: not before the first, and not after the last. */
export const OFFERED_MS = { first: 60 * MINUTE_MS, last: 14 * DAY_MS } as const;
/** An offer is held for this many milliseconds. */
export const OFFER_MS = 10 * MINUTE_MS;
