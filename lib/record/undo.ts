import { canonicalText } from './ids.ts';
import {
  type Appointment,
  activeStatuses,
  type ChangedBy,
  changed,
  type DispatchRequest,
  isReadable,
  type OwnVersions,
  statuses,
  type UndoableChange,
} from './request.ts';

/** A request keeps this many changes, of as many UTF-16 units together, so that a change always fits into an item. */
const MAX_CHANGES = 10;
const MAX_UNITS = 8_000;

/** Every change sets these fields, or they never change. */
const bookkeeping: ReadonlySet<string> = new Set([
  ...['dispatchRequestId', 'accountId', 'source', 'version', 'createdAt', 'updatedAt'],
  ...['invocations', 'history', 'undo', 'own'],
]);

/** Returns the next state of a request with what undoes a dispatcher's change. */
export function undoable(
  next: DispatchRequest,
  previous: DispatchRequest,
  authorId: string,
): DispatchRequest {
  const { version } = next;
  const before = previous.undo?.at(-1)?.stands === previous.version ? (previous.undo ?? []) : [];
  const change = { version, stands: version, authorId, was: formerValues(next, previous) };
  return { ...next, undo: bounded([...before, change]), own: ownAfter(next, previous, authorId) };
}

function ownAfter({ version }: DispatchRequest, previous: DispatchRequest, authorId: string): OwnVersions {
  const { own } = previous;
  const goesOn = own?.authorId === authorId && own.until === previous.version;
  return { authorId, from: goesOn ? own.from : previous.version, until: version };
}

/** True if all changes since a version are by one dispatcher. */
export const isOwnSince = ({ version, own }: DispatchRequest, since: number, authorId: string): boolean =>
  own?.authorId === authorId && own.until === version && own.from <= since && since <= version;

function formerValues(next: DispatchRequest, previous: DispatchRequest): UndoableChange['was'] {
  const [is, was] = [new Map(Object.entries(next)), new Map(Object.entries(previous))];
  const names = [...new Set([...is.keys(), ...was.keys()])].filter((name) => !bookkeeping.has(name));
  const changedNames = names.filter((name) => canonicalText(is.get(name)) !== canonicalText(was.get(name)));
  return Object.fromEntries(changedNames.map((name) => [name, was.get(name) ?? null]));
}

function bounded(changes: readonly UndoableChange[]): readonly UndoableChange[] {
  const last = changes.slice(-MAX_CHANGES);
  let units = 0;
  const first = last.findLastIndex((change) => {
    units += JSON.stringify(change).length;
    return units > MAX_UNITS;
  });
  return last.slice(first + 1);
}

/** `changed_since`: a later change stands, or the change is too old or too large. `not_own`: somebody else made it. */
export type UndoRefusal = { readonly reason: 'changed_since' | 'not_own' };

/** Returns the request as it was before a dispatcher's last change, which produced a version. */
export function undone(
  request: DispatchRequest,
  { version, authorId }: Pick<UndoableChange, 'version' | 'authorId'>,
  who: ChangedBy,
): DispatchRequest | UndoRefusal {
  const last = request.undo?.at(-1);
  if (last?.version !== version || last.stands !== request.version || !isReadable(request))
    return { reason: 'changed_since' };
  if (last.authorId !== authorId) return { reason: 'not_own' };
  const { status = request.status, appointment = request.appointment, ...others } = last.was;
  const facts = {
    ...request,
    ...Object.fromEntries(Object.entries(others).map(([name, value]) => [name, value ?? undefined])),
  };
  const to = statuses.find((one) => one === status);
  if (to === undefined) return { reason: 'changed_since' };
  const written = changed(request, who, { to, kind: 'undone' });
  const before = request.undo
    ?.slice(0, -1)
    .map((change, index, all) =>
      index === all.length - 1 ? { ...change, stands: written.version } : change,
    );
  const own = ownAfter({ ...request, version: written.version }, request, authorId);
  return withStatus({ ...facts, ...written, undo: before, own }, to, appointment);
}

function withStatus(
  facts: DispatchRequest,
  to: (typeof statuses)[number],
  stored: unknown,
): DispatchRequest | UndoRefusal {
  const appointment = isAppointment(stored) ? stored : undefined;
  const active = activeStatuses.find((one) => one === to);
  if (active !== undefined)
    return appointment === undefined
      ? { reason: 'changed_since' }
      : { ...facts, status: active, appointment, unreadable: undefined };
  switch (to) {
    case 'requested':
    case 'declined':
      return { ...facts, status: to, appointment: undefined, unreadable: undefined };
    case 'on_hold':
    case 'completed':
    case 'canceled':
    case 'no_show':
      return { ...facts, status: to, appointment, unreadable: undefined };
    default:
      return { reason: 'changed_since' };
  }
}

const isAppointment = (value: unknown): value is Appointment =>
  typeof value === 'object' && value !== null && 'claims' in value && 'startsAt' in value;
