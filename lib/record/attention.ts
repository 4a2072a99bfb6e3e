import { type Account, type Danger, onCallRoles, type Urgency } from '../accounts/account.ts';
import { everybodyOnCall, type OnCallPerson, onCallAt } from '../accounts/on-call.ts';
import { MINUTE_MS } from '../scheduling/time.ts';
import type { Notified } from './history.ts';
import type { Note } from './notes.ts';
import { activeAppointment, changed, type DispatchRequest, hasEnded } from './request.ts';

/** True if a person should review a request: it is flagged and has not ended. */
export function isToReview({ needsReview, status }: DispatchRequest): boolean {
  return needsReview.length > 0 && !hasEnded(status);
}

/** Requests wait for a person for these reasons, most pressing first. */
export const queueGroups = ['emergencies', 'messages', 'review', 'unscheduled', 'on_hold'] as const;
export type QueueGroup = (typeof queueGroups)[number];

/** Returns the first group that applies to a request; undefined if the request doesn't wait for a person. */
export function queueGroupOf(request: DispatchRequest): QueueGroup | undefined {
  if (hasEnded(request.status)) return undefined;
  if (needsDecision(request)) return 'emergencies';
  if (request.dueAt !== undefined) return 'messages';
  if (isToReview(request)) return 'review';
  if (request.status === 'requested') return 'unscheduled';
  return request.status === 'on_hold' ? 'on_hold' : undefined;
}

export const queuePrefix = (group: QueueGroup): string => `${queueGroups.indexOf(group)}#`;

/** Sorts after all places of a group, and before those of the next one. */
export const behindGroup = (group: QueueGroup): string => String(queueGroups.indexOf(group) + 1);

/** Sorts after all requests that wait for a person. */
export const BEHIND_QUEUE = String(queueGroups.length);

/**
 * Returns the place of a request among its account's open ones, as text that sorts; undefined if it has ended. First
 * come requests that wait for a person, by group, then by due time or age; behind them come those with an appointment,
 * by its start.
 */
export function queueOrder(request: DispatchRequest): string | undefined {
  if (hasEnded(request.status)) return undefined;
  const { dueAt, createdAt } = request;
  const group = queueGroupOf(request);
  if (group === undefined) return `${BEHIND_QUEUE}#${activeAppointment(request)?.startsAt ?? createdAt}`;
  return `${queuePrefix(group)}${group === 'messages' ? (dueAt ?? createdAt) : createdAt}`;
}

/** True for an emergency or a danger until it has both an appointment and an acknowledgment. */
function needsDecision(request: DispatchRequest): boolean {
  const isSettled = activeAppointment(request) !== undefined && request.acknowledgedAt !== undefined;
  return isPressing(request) && !isSettled;
}

const isPressing = ({ urgency, needsReview }: DispatchRequest): boolean =>
  urgency === 'emergency' || needsReview.includes(DANGER_FLAG);

const callbackFlags = ['callback', 'cancellation', 'move'];

/** Counts the promised calls that a request is flagged for. */
export const callbacksOf = ({ needsReview }: DispatchRequest): number =>
  callbackFlags.filter((flag) => needsReview.includes(flag)).length;

/** True if a caller was promised a call about a request; `dueAt` then says by when. */
export const isToCallBack = (request: DispatchRequest): boolean =>
  request.kind === 'message' || callbacksOf(request) > 0;

/**
 * Returns when a request's promised call is due or, if no call was promised, when its emergency must be acknowledged.
 * @param acknowledgeBy undefined if nobody needs to acknowledge it
 */
export const dueAtOf = (request: DispatchRequest, acknowledgeBy: string | undefined): string | undefined =>
  isToCallBack(request) ? request.dueAt : acknowledgeBy;

export type DueRequest = DispatchRequest & { readonly dueAt: string };

export const isDue = (request: DispatchRequest): request is DueRequest => request.dueAt !== undefined;

/** An emergency gets this flag when no one is left to notify. */
export const NOBODY_REACHED = 'nobody_reached';

type Alert = Pick<
  DispatchRequest,
  'alertedAt' | 'notified' | 'escalatesAt' | 'alertedWith' | 'acknowledgedAt'
>;

/**
 * Returns the alert of an emergency that is reported at an instant (epoch milliseconds). It notifies the first person
 * on call, and others if nobody acknowledges it in time.
 */
export function alertOf(account: Account, serviceTypeId: string | undefined, now: number): Alert {
  const service = account.serviceTypes.find(({ id }) => id === serviceTypeId);
  const [first] = onCallAt(account, now, service);
  const hasPeople = account.onCall !== undefined && account.onCall.length > 0;
  return {
    alertedAt: isoOf(now),
    notified: first && [notifiedOf(first.role, [first], now)],
    escalatesAt: hasPeople ? acknowledgeBy(account, now) : undefined,
    alertedWith: undefined,
    acknowledgedAt: undefined,
  };
}

/**
 * Returns when reminders look at an emergency (ISO 8601, UTC), either to notify the next people or to see whether the
 * alert that stands for it is still open; undefined if never.
 */
export function escalationAt(request: DispatchRequest): string | undefined {
  const { urgency, status, acknowledgedAt, erasedAt, escalatesAt } = request;
  const isOver = hasEnded(status) || acknowledgedAt !== undefined || erasedAt !== undefined;
  return urgency !== 'emergency' || isOver ? undefined : escalatesAt;
}

/** Returns when an alert of an emergency's own notifies the next people (ISO 8601, UTC); undefined if never. */
export const nextNotifiedAt = (request: DispatchRequest): string | undefined =>
  request.alertedWith === undefined ? escalationAt(request) : undefined;

/**
 * Returns the emergency after the next notification, because nobody has acknowledged it. That notifies everyone on call
 * now in the next role that has anyone on call and, after the last role, everybody once. If no one is left to notify,
 * escalation stops with a flag for the office.
 */
export function escalated(
  request: DispatchRequest,
  account: Account | undefined,
  now: number,
): DispatchRequest {
  const who = { by: 'service', now } as const;
  const nobody = () => ({
    ...request,
    ...changed(request, who, { to: request.status, kind: 'nobody_on_call' }),
    needsReview: [...new Set([...request.needsReview, NOBODY_REACHED])],
    escalatesAt: undefined,
  });
  if (account === undefined) return nobody();
  const before = request.notified?.at(-1)?.role;
  if (before === 'everybody') return nobody();
  const service = account.serviceTypes.find(({ id }) => id === request.serviceTypeId);
  const people = onCallAt(account, now, service);
  const role = rolesAfter(before).find((next) => people.some((one) => one.role === next));
  const reached = role === undefined ? everybodyOnCall(account) : people.filter((one) => one.role === role);
  if (reached.length === 0) return nobody();
  const told = role ?? 'everybody';
  // Everybody is notified once. Only where messages are sent does anybody notice that nobody answered.
  const isLast = role === undefined && account.notify === undefined;
  const escalatesAt = isLast ? undefined : acknowledgeBy(account, now);
  return {
    ...request,
    ...changed(request, who, { to: request.status, kind: 'escalated', role: told }),
    notified: [...(request.notified ?? []), notifiedOf(told, reached, now)],
    escalatesAt,
    dueAt: dueAtOf(request, escalatesAt ?? request.dueAt),
  };
}

/** Ends the alert of an emergency that somebody takes care of. Only a promised callback stays due. */
export const seenTo = (request: DispatchRequest) => ({
  escalatesAt: undefined,
  dueAt: dueAtOf(request, undefined),
});

/** A job gets this flag when its technician could not do it. */
export const COULD_NOT_FLAG = 'could_not';

/** An emergency gets this flag when its caller calls it off, so that the office still sees that it was reported. */
const CALLED_OFF = 'called_off';

/** What a caller says about an emergency later. */
export interface SaidLater {
  /** Absent if nothing was said about it. */
  readonly urgency: Urgency | undefined;
  /** True if no danger is left. */
  readonly isOver: boolean;
}

/**
 * Returns an emergency with the urgency that its caller says now, without its alert, if they call it off: no danger is
 * left, or they put off the visit of someone on call. Returns any other request unchanged.
 */
export function asSaidLater(request: DispatchRequest, said: SaidLater | undefined): DispatchRequest {
  const urgency = said?.urgency;
  const isPutOff = activeAppointment(request)?.onCall === true;
  const isLowered = request.urgency === 'emergency' && urgency !== undefined && urgency !== 'emergency';
  if (!isLowered || !(said?.isOver || isPutOff)) return request;
  const settled: readonly string[] = [DANGER_FLAG, NOBODY_REACHED, 'urgency'];
  return {
    ...request,
    ...seenTo(request),
    ...{ urgency, danger: undefined, warnedBy: undefined, alertedWith: undefined },
    notes: request.notes?.map(asReported),
    needsReview: [...request.needsReview.filter((flag) => !settled.includes(flag)), CALLED_OFF],
  };
}

/** What was said in an emergency that is over must not read as if it still held. */
const asReported = (note: Note): Note =>
  note.kind === 'said' && note.noteId === undefined ? { ...note, kind: 'reported' } : note;

/** Says in the history that an emergency was called off. */
export const calledOffFacts = (found: DispatchRequest, { urgency }: DispatchRequest) =>
  found.urgency === 'emergency' && urgency !== 'emergency' ? { urgency, formerUrgency: found.urgency } : {};

function rolesAfter(told: Notified['role'] | undefined) {
  const names: readonly string[] = onCallRoles;
  return onCallRoles.slice(names.indexOf(told ?? '') + 1);
}

/** Returns when an emergency must be acknowledged by people who are notified now: ISO 8601, UTC. */
export const acknowledgeBy = ({ emergency }: Account, now: number): string =>
  isoOf(now + emergency.acknowledgeMinutes * MINUTE_MS);

const notifiedOf = (role: Notified['role'], people: readonly OnCallPerson[], now: number): Notified => ({
  at: isoOf(now),
  role,
  people: people.map(({ name }) => name),
});

const isoOf = (now: number): string => new Date(now).toISOString();

/** People read these words on the board and in messages instead of a review flag. */
export const flagWords: ReadonlyMap<string, string> = new Map([
  ['danger', 'danger reported'],
  ['customerPhone', 'phone number not confirmed'],
  ['contact', 'contact details contradict each other'],
  ['urgency', 'urgency to decide'],
  ['merge', 'several open requests'],
  ['technician', 'technician to settle'],
  ['serviceType', 'service to settle'],
  ['hours', 'outside the hours'],
  ['cancellation', 'wants to cancel'],
  ['move', 'wants another time'],
  ['callback', 'call back'],
  [COULD_NOT_FLAG, 'the technician could not do the job'],
  ['nobody_reached', 'nobody on call was reached'],
  [CALLED_OFF, 'reported as an emergency, then called off by the caller'],
  ['area', 'outside all areas'],
  ['zip', 'zip code missing or unclear'],
]);

/** People read these words for a danger. */
const dangerNames: Readonly<Record<Danger, string>> = {
  gas: 'gas',
  carbon_monoxide: 'carbon monoxide',
  fire: 'fire or smoke',
  electric: 'sparks or electric shock',
  person_hurt: 'somebody is hurt',
  water: 'water that cannot be stopped',
  no_heat: 'no heat for someone who is very young, old or ill',
};

/** Says review flags in words. A flag without words of its own is the name of a field. */
export const inWords = (flags: readonly string[], danger?: Danger): string =>
  flags.map((flag) => wordsOf(flag, danger)).join(', ');

function wordsOf(flag: string, danger: Danger | undefined): string {
  const words = flagWords.get(flag) ?? `${spaced(flag)} missing or unclear`;
  return flag === DANGER_FLAG && danger !== undefined ? `${words}: ${dangerNames[danger]}` : words;
}

const spaced = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

export const DANGER_FLAG = 'danger';
