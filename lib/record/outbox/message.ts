import type { Language } from '../../accounts/account.ts';
import type { Channel, SenderProvider } from '../../accounts/notify.ts';
import { derivedId } from '../ids.ts';
import { activeAppointment, arrivesBy, type DispatchRequest, hasEnded } from '../request.ts';

/** Says what a message is about. Its words are in `lib/wording/en/texts.ts`. */
export const templates = [
  ...['alert', 'taken', 'alarm', 'office'],
  ...['booked', 'changed', 'canceled', 'reminder', 'onMyWay', 'follow', 'offer'],
  ...['confirmed', 'stopped', 'started', 'help', 'safety'],
  ...['dayLink', 'test'],
] as const;
export type Template = (typeof templates)[number];

export const audiences = ['customer', 'onCall', 'office', 'technician'] as const;
export type Audience = (typeof audiences)[number];

/**
 * A message waits (`due`), is being handed over (`sending`), and was taken by the provider (`sent`), which may report
 * more. `unknown`: it may have been sent, and is never sent again by itself. `superseded`: it spoke of what no longer
 * stood. `suppressed`: its recipient may not be sent it.
 */
export const messageStatuses = [
  ...['due', 'sending', 'sent', 'delivered', 'failed', 'unknown', 'superseded', 'suppressed'],
] as const;
export type MessageStatus = (typeof messageStatuses)[number];

export interface OutboxMessage {
  readonly messageId: string;
  readonly accountId: string;
  /** Absent if no request is spoken of. */
  readonly dispatchRequestId?: string | undefined;
  /** The version of the request that the message speaks of. */
  readonly version?: number | undefined;
  readonly template: Template;
  readonly audience: Audience;
  readonly channel: Channel;
  /** The person's name, for people on call, technicians and customers. */
  readonly name?: string | undefined;
  /** E.164, or an address. */
  readonly to: string;
  readonly from: string;
  readonly provider: SenderProvider;
  readonly text: string;
  /** Calls only: a voice of this language reads it out; absent for English. */
  readonly language?: Language | undefined;
  /** E-mail only. */
  readonly subject?: string | undefined;
  /** Texts only. */
  readonly segments?: number | undefined;
  readonly hoursBefore?: number | undefined;
  readonly status: MessageStatus;
  readonly reason?: string | undefined;
  /** Counts how often it was handed over. */
  readonly attempts: number;
  /** ISO 8601, UTC, as all times here. */
  readonly createdAt: string;
  /** It is handed over from then on. */
  readonly dueAt: string;
  /** It is worthless from then on. */
  readonly expiresAt: string;
  readonly claimedAt?: string | undefined;
  readonly sentAt?: string | undefined;
  readonly deliveredAt?: string | undefined;
  /** The provider's id of it. */
  readonly providerId?: string | undefined;
  /** Repeats the message with this id, because a person asked for it. */
  readonly resendOf?: string | undefined;
  /** The ids of the messages that its failure led to, which have its words or its recipient. */
  readonly ledTo?: readonly string[] | undefined;
  /** What the message tells of its request, as `tellsOf` says. It is superseded if that no longer stands. */
  readonly tells?: string | undefined;
  /** True for answers to what the recipient wrote, which go out at any hour and without consent. */
  readonly isAnswer?: true | undefined;
}

/** Returns the id of a message, the same for the same parts, so that none is made twice. */
export const messageIdOf = (parts: readonly string[]): string => derivedId('ms', parts);

export const messageIdPattern = /^ms_[0-9abcdefghjkmnpqrstvwxyz]{20}$/;

/** True if it is known that the provider has not and will not bring a message to its recipient, or it can't be known. */
export const isLost = ({ status }: OutboxMessage): boolean => status === 'failed' || status === 'unknown';

/** A message in `sending` for this many milliseconds has no process that waits for its provider. */
export const ABANDONED_MS = 60_000;

/**
 * Returns what customers are told of a visit, as text to compare: that it stands, with its promise or its time and
 * technician, or that it is canceled. Undefined for a request that never had a visit or whose visit is over or waits.
 */
export function tellsOf(request: DispatchRequest): string | undefined {
  const { appointment, status, serviceTypeId } = request;
  if (appointment === undefined) return undefined;
  if (status === 'canceled') return 'canceled';
  if (activeAppointment(request) === undefined) return status === 'on_hold' ? 'on_hold' : undefined;
  const { date, promise, startsAt, technicianId } = appointment;
  const when = promise === undefined ? [startsAt, technicianId] : [promise.startsAt, promise.endsAt];
  return JSON.stringify([date, ...when, serviceTypeId ?? '']);
}

/** A visit is ahead as long as nobody is on the way. */
export const isAhead = ({ status }: DispatchRequest): boolean =>
  status === 'scheduled' || status === 'dispatched';

/** True as long as somebody must take an emergency. */
export const isToTake = ({ acknowledgedAt, status, urgency }: DispatchRequest): boolean =>
  acknowledgedAt === undefined && !hasEnded(status) && urgency === 'emergency';

/** True if what a message says of its request holds at an instant (epoch milliseconds). */
export function holdsAt(
  { template, tells }: Pick<OutboxMessage, 'template' | 'tells'>,
  request: DispatchRequest,
  now: number,
): boolean {
  if (tells !== undefined && tells !== tellsOf(request)) return false;
  const { acknowledgedAt, appointment, status } = request;
  switch (template) {
    case 'alert':
    case 'alarm':
      return isToTake(request);
    case 'taken':
      return acknowledgedAt !== undefined;
    case 'booked':
    case 'changed':
    case 'canceled':
      return appointment !== undefined && Date.parse(arrivesBy(appointment)) > now;
    case 'reminder':
      return isAhead(request);
    case 'onMyWay':
      return status === 'en_route';
    case 'follow':
      return status === 'completed';
    default:
      return true;
  }
}
