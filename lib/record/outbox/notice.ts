import { NOBODY_REACHED } from '../attention.ts';
import { type DispatchRequest, hasEnded } from '../request.ts';

/**
 * A notice says that a request has changed in what people hear of it: `urgent` for people on call and the office, at
 * once; `visit` for the customer and the technician, after a pause. The write of the request makes it, and the function
 * that runs every minute makes messages from it.
 */
export const noticeKinds = ['urgent', 'visit'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** Returns the notices of a change. */
export function noticesOf(
  next: DispatchRequest,
  previous: DispatchRequest | undefined,
): readonly NoticeKind[] {
  return noticeKinds.filter((kind) => {
    const facts = factsFor[kind];
    // An erased person hears nothing: what is being made of an earlier state comes to nothing, too.
    if (next.erasedAt !== undefined)
      return previous !== undefined && previous.erasedAt === undefined && facts(previous) !== undefined;
    return facts(next) !== (previous === undefined ? undefined : facts(previous));
  });
}

/** Returns what is told of a request, as text to compare; undefined if nothing is. */
const factsFor: Readonly<Record<NoticeKind, (request: DispatchRequest) => string | undefined>> = {
  urgent({ kind, alertedAt, notified, acknowledgedAt, overdueAt, needsReview, status }) {
    if (kind !== 'message' && alertedAt === undefined && overdueAt === undefined) return undefined;
    const isNobody = needsReview.includes(NOBODY_REACHED);
    return JSON.stringify([
      ...[alertedAt, notified?.length, acknowledgedAt, overdueAt, isNobody, hasEnded(status)],
    ]);
  },
  visit({ appointment, status, serviceTypeId, customer: { phone, email } }) {
    if (appointment === undefined) return undefined;
    const { startsAt, endsAt, technicianId, promise, crew, visits } = appointment;
    const times = [startsAt, endsAt, technicianId, promise?.startsAt, promise?.endsAt];
    return JSON.stringify([...times, status, serviceTypeId, phone, email, crew, visits]);
  },
};

/** A notice as it was read. */
export interface Notice {
  readonly accountId: string;
  readonly dispatchRequestId: string;
  readonly kind: NoticeKind;
  /** Counts the changes that raised it, so that none is missed while messages are made. */
  readonly count: number;
  /** The first and the last change since messages were last made: ISO 8601, UTC. */
  readonly since: string;
  readonly at: string;
  readonly memory: NoticeMemory;
}

/** What is known of the messages that were made from earlier changes. */
export interface NoticeMemory {
  /** What the customer was told last, as `tellsOf` says. */
  readonly told?: string | undefined;
  /** These messages may still matter: those that waited, and those that people on call were sent. */
  readonly pending: readonly string[];
  /** The first of the changes that a pending message speaks of: ISO 8601, UTC. */
  readonly pendingSince?: string | undefined;
  /** Names what messages were made of, so that none is made of it again. */
  readonly made: readonly string[];
  /** The visit at the last change. */
  readonly last?:
    | {
        readonly status: string;
        readonly technicianId: string;
        readonly date: string;
        /** The other days of technicians, if the job takes several. */
        readonly others?: readonly { readonly technicianId: string; readonly date: string }[] | undefined;
      }
    | undefined;
}
