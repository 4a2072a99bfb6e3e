import type * as v from 'valibot';
import type { AppointmentRequest } from '../booking/dispatchers/appointment-request.ts';
import { giveAppointment } from '../booking/dispatchers/dispatcher-appointment.ts';
import { editRequest } from '../booking/dispatchers/edit-request.ts';
import { claimedIn, whoseTimeIsTaken, withoutHeld } from '../booking/dispatchers/visit-claims.ts';
import { withReplaced } from '../booking/dispatchers/visit-wishes.ts';
import { payloadInvalid } from '../http/problem.ts';
import * as record from '../record/dispatcher-changes.ts';
import { type Command, changeStatus } from '../record/lifecycle.ts';
import { splitRequest } from '../record/merged-request.ts';
import type { RequestStore } from '../record/ports.ts';
import { activeAppointment, type ChangedBy, type DispatchRequest, takesSeveral } from '../record/request.ts';
import { onlyVersion, VersionChanged } from '../record/retry.ts';
import { isOwnSince, undoable, undone } from '../record/undo.ts';
import { setWaiting } from '../record/waiting.ts';
import { bodies, laterOf } from './bodies.ts';
import {
  type BoardAnswer,
  type BoardDependencies,
  type BoardRequest,
  bodyOf,
  checkOverride,
  checkService,
  type Operation,
  ownRequest,
  phoneOf,
  versionOf,
} from './operation.ts';
import {
  appointmentRefused,
  cannotWait,
  editRefused,
  noAppointment,
  notFound,
  notOwn,
  transitionRefused,
  undoRefused,
  versionChanged,
} from './problems.ts';
import { requestViewOf } from './to-view.ts';

// The operations that change a request, each under its name in `boardRoutes`.

/** A request, who changes it, and the dependencies to change only the version that the sender has seen. */
interface Found {
  readonly found: DispatchRequest;
  readonly who: ChangedBy;
  readonly deps: BoardDependencies;
}

/** The result of a change; refusals are thrown. */
interface Changed {
  readonly kind: string;
  readonly request: DispatchRequest;
}

/** A change of one's own may have been stored at the same time this many times before the latest is told. */
const ROUNDS = 4;

/**
 * Changes the version of a request that `If-Match` names, or a later one if all changes since are the sender's own, and
 * answers with the current request.
 */
async function change(
  request: BoardRequest,
  apply: (found: Found) => Promise<Changed>,
): Promise<BoardAnswer> {
  const { account, caller, now } = request;
  const { subject } = caller;
  const viewed = (found: DispatchRequest) => requestViewOf(found, caller);
  const version = versionOf(request);
  const isSeen = (found: DispatchRequest) => found.version === version || isOwnSince(found, version, subject);
  let found = request.subject();
  for (let round = 1; ; round++) {
    if (!isSeen(found)) throw versionChanged(viewed(found));
    const { requests, stored } = recording(onlyVersion(request.deps.requests, found), found, subject);
    try {
      const deps = { ...request.deps, requests };
      const changed = await apply({ found, who: { by: caller.actor, now }, deps });
      if (changed.kind !== 'changed' && changed.kind !== 'stands') throw notFound();
      return { status: 200, body: viewed(stored() ?? changed.request) };
    } catch (error) {
      if (!(error instanceof VersionChanged)) throw error;
      found = ownRequest(error.current, account);
      if (round === ROUNDS) throw versionChanged(viewed(found));
    }
  }
}

/** Returns a store that keeps with a change of a request what undoes it, and the request as it was stored. */
function recording(requests: RequestStore, { dispatchRequestId }: DispatchRequest, authorId: string) {
  let stored: DispatchRequest | undefined;
  const recorded: RequestStore = {
    ...requests,
    async commit(change, deadline) {
      const { next, previous } = change;
      const isOther = next.dispatchRequestId !== dispatchRequestId || previous === undefined;
      // What undoes a change keeps no changes of its own.
      const isUndone = next.history.at(-1)?.kind === 'undone';
      const kept = isOther || isUndone ? next : undoable(next, previous, authorId);
      const result = await requests.commit({ ...change, next: kept }, deadline);
      if (result.kind === 'stored' && !isOther) stored = kept;
      return result;
    },
  };
  return { requests: recorded, stored: () => stored };
}

function toStatus(request: BoardRequest, command: Command): Promise<BoardAnswer> {
  return change(request, async ({ found, who, deps }) => {
    const result = await changeStatus({ request: found, command, who }, deps, request.deadline);
    if (result.kind === 'refused') throw transitionRefused(result.refusal, result.request);
    return result;
  });
}

/** A start for a request; service and technician by their ids. */
type Start = Omit<AppointmentRequest, 'command' | 'account' | 'request' | 'who'>;

function toStart(
  request: BoardRequest,
  command: 'schedule' | 'move',
  startOf: (found: DispatchRequest) => Promise<Start>,
): Promise<BoardAnswer> {
  const { account, deadline } = request;
  return change(request, async ({ found, who, deps }) => {
    const start = await startOf(found);
    const result = await giveAppointment({ command, account, request: found, ...start, who }, deps, deadline);
    if (result.kind !== 'refused') return result;
    throw appointmentRefused(result.refusal, { ...start, account, request: result.request });
  });
}

type SentStart = v.InferOutput<typeof bodies.schedule>;

const startOf = ({
  date,
  time,
  technicianId,
  serviceTypeId,
  overHold,
  override,
  crew,
  visits,
}: SentStart) => {
  checkOverride(override, technicianId);
  return {
    ...{ date, minute: time, technician: technicianId, service: serviceTypeId, overHolds: overHold },
    ...{ override: override?.reason, crew, later: laterOf(visits) },
  };
};

export const schedule: Operation = (request) =>
  toStart(request, 'schedule', async () => startOf(await bodyOf(request, bodies.schedule)));

/** All of a job, or one of its visits. */
export const move: Operation = (request) =>
  toStart(request, 'move', async () => {
    const { visit, ...start } = await bodyOf(request, bodies.move);
    if (visit !== undefined && visit > 1 && start.visits !== undefined)
      throw payloadInvalid([{ path: 'visits', expected: 'nothing if visit names a later one' }]);
    return { ...startOf(start), visit };
  });

/** Another technician at the same time. */
export const assign: Operation = (request) =>
  toStart(request, 'move', async (found) => {
    const { technicianId, insteadOf, visit, override } = await bodyOf(request, bodies.assign);
    const appointment = activeAppointment(found);
    if (appointment === undefined) throw noAppointment();
    const { date, minute, startsAt } = appointment;
    // A job that is under way has begun.
    const asOf = Math.min(request.now, Date.parse(startsAt));
    const start = { date, minute, service: undefined, asOf, override: override?.reason };
    if (!takesSeveral(appointment) && visit === undefined && insteadOf === undefined)
      return { ...start, technician: technicianId };
    const visits = withReplaced(appointment, { technicianId, insteadOf, visit, now: request.now });
    if (typeof visits === 'string')
      throw payloadInvalid([{ path: visits, expected: 'a visit of the job, and somebody who comes to it' }]);
    return { ...start, technician: undefined, visits };
  });

export const setStatus: Operation = async (request) =>
  toStatus(request, { to: (await bodyOf(request, bodies.setStatus)).status });

const withReason =
  (operation: 'hold' | 'cancel' | 'decline', to: 'on_hold' | 'canceled' | 'declined'): Operation =>
  async (request) =>
    toStatus(request, { to, why: (await bodyOf(request, bodies[operation])).reason });

export const hold = withReason('hold', 'on_hold');
export const cancel = withReason('cancel', 'canceled');
export const decline = withReason('decline', 'declined');

export const setUrgency: Operation = async (request) => {
  const { urgency } = await bodyOf(request, bodies.setUrgency);
  return await change(request, ({ found, who, deps }) =>
    record.setUrgency(found, urgency, who, deps, request.deadline),
  );
};

export const addNote: Operation = async (request) => {
  const { note } = await bodyOf(request, bodies.addNote);
  return await change(request, ({ found, who, deps }) =>
    record.addNote(found, note, { id: request.caller.subject }, who, deps, request.deadline),
  );
};

/** Puts a job on the waiting list for an earlier time, or takes it off. */
export const wait: Operation = async (request) => {
  const { on, ...wish } = await bodyOf(request, bodies.wait);
  return await change(request, async ({ found, who, deps }) => {
    const result = await setWaiting(found, on ? wish : 'off', who, deps, request.deadline);
    if (result.kind === 'cannot_wait') throw cannotWait();
    return result;
  });
};

/** A note, if the sender has written it. */
function ownNote({ notes = [] }: DispatchRequest, { parts, caller }: BoardRequest): string {
  const known = notes.find(({ noteId }) => noteId !== undefined && noteId === parts.note);
  if (known?.noteId === undefined) throw notFound();
  if (known.authorId !== caller.subject) throw notOwn();
  return known.noteId;
}

export const changeNote: Operation = async (request) => {
  const { note: text } = await bodyOf(request, bodies.changeNote);
  return await change(request, ({ found, who, deps }) => {
    const noteId = ownNote(found, request);
    return record.changeNote(found, { noteId, text }, who, deps, request.deadline);
  });
};

export const removeNote: Operation = (request) =>
  change(request, ({ found, who, deps }) => {
    const noteId = ownNote(found, request);
    return record.changeNote(found, { noteId }, who, deps, request.deadline);
  });

/** Corrects what a request says of the customer, the place and the job. */
export const edit: Operation = async (request) => {
  const { account, deadline } = request;
  const body = await bodyOf(request, bodies.edit);
  const { serviceTypeId, urgency, minutes, preferredDate, preferredTime, phone, ...said } = body;
  checkService(account, serviceTypeId);
  const contact = { ...said, phone: phone && phoneOf(phone, account) };
  const edit = { contact, serviceTypeId, urgency, minutes, preferredDate, preferredTime };
  return await change(request, async ({ found, who, deps }) => {
    const result = await editRequest({ account, request: found, edit, who }, deps, deadline);
    if (result.kind === 'refused') throw editRefused(result.refusal);
    return result;
  });
};

/** Names whose time is taken by now, if that is still so. */
async function takenFrom(
  next: DispatchRequest,
  { account, deps, deadline, now }: BoardRequest,
): Promise<{ readonly technician?: string }> {
  const appointment = activeAppointment(next);
  if (appointment === undefined) return {};
  const occupancy = await claimedIn(appointment, account, deps, deadline);
  const taken = whoseTimeIsTaken(appointment, occupancy, next, now);
  return taken === undefined ? {} : { technician: taken.technician };
}

/** Undoes the sender's last change of a request. */
export const undo: Operation = async (request) => {
  const { account, caller, deadline } = request;
  const { version } = await bodyOf(request, bodies.undo);
  return await change(request, async ({ found, who, deps }) => {
    const next = undone(found, { version, authorId: caller.subject }, who);
    if ('reason' in next) throw undoRefused(next);
    const appointment = activeAppointment(next);
    const occupancy = appointment && (await claimedIn(appointment, account, deps, deadline));
    const seen = occupancy && withoutHeld(occupancy, who.now);
    const { kind } = await deps.requests.commit({ next, previous: found, seen }, deadline);
    if (kind === 'slot_lost')
      throw undoRefused({ reason: 'slot_taken', ...(await takenFrom(next, request)) });
    // Another write of the request is under way.
    if (kind !== 'stored')
      throw new VersionChanged(await request.deps.requests.get(found.dispatchRequestId, deadline));
    return { kind: 'changed', request: next };
  });
};

/** Takes a visit back, so that the job is to be scheduled again. */
export const unschedule: Operation = (request) => toStatus(request, { to: 'requested' });

export const review: Operation = (request) =>
  change(request, ({ found, who, deps }) => record.markReviewed(found, who, deps, request.deadline));

export const acknowledge: Operation = (request) =>
  change(request, ({ found, who, deps }) => record.acknowledge(found, who, deps, request.deadline));

/** Separates the request that was merged last. */
export const split: Operation = (request) =>
  change(request, ({ found, who, deps }) => splitRequest(found, who, deps, request.deadline));
