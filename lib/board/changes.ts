import { type AppointmentRefusal, giveAppointment } from '../booking/dispatchers/dispatcher-appointment.ts';
import { changeStatus } from '../record/change-status.ts';
import type { ChangedBy } from '../record/changed.ts';
import { acknowledge, addNote, markReviewed, setUrgency } from '../record/dispatcher-changes.ts';
import type { Command } from '../record/lifecycle.ts';
import { onlyVersion, VersionChanged } from '../record/only-version.ts';
import { activeAppointment, type DispatchRequest } from '../record/request.ts';
import { splitRequest } from '../record/split-request.ts';
import { formatClockTime } from '../scheduling/clock-time.ts';
import { assignBody, noteBody, reasonBody, startBody, statusBody, urgencyBody } from './bodies.ts';
import type { BoardDependencies } from './dependencies.ts';
import {
  type BoardAnswer,
  type BoardRequest,
  bodyOf,
  type Operation,
  ownRequest,
  versionOf,
} from './exchange.ts';
import { notFound, type Refusal, refused, versionChanged } from './problems.ts';
import { appointmentText, transitionText } from './refusal-text.ts';
import { requestViewOf } from './to-view.ts';

/** The request and the dependencies to change the version that the sender has seen. */
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

/** Changes the version of a request that `If-Match` names, and answers with the current request. */
async function change(
  request: BoardRequest,
  apply: (found: Found) => Promise<Changed>,
): Promise<BoardAnswer> {
  const { account, caller, now } = request;
  const version = versionOf(request);
  const found = request.subject();
  if (found.version !== version) throw versionChanged(requestViewOf(found));
  const deps = { ...request.deps, requests: onlyVersion(request.deps.requests, found) };
  try {
    const changed = await apply({ found, who: { by: caller.actor, now }, deps });
    if (changed.kind !== 'changed' && changed.kind !== 'stands') throw notFound();
    return { status: 200, body: requestViewOf(changed.request) };
  } catch (error) {
    if (!(error instanceof VersionChanged)) throw error;
    throw versionChanged(requestViewOf(ownRequest(error.current, account)));
  }
}

/** A change of status. */
function toStatus(request: BoardRequest, command: Command): Promise<BoardAnswer> {
  return change(request, async ({ found, who, deps }) => {
    const result = await changeStatus({ request: found, command, who }, deps, request.deadline);
    if (result.kind === 'refused')
      throw refused(transitionText(result.refusal, result.request), result.refusal);
    return result;
  });
}

/** A start for a request; service and technician by their ids. */
interface Start {
  readonly date: string;
  readonly minute: number;
  readonly technician: string | undefined;
  readonly service: string | undefined;
  readonly overHolds?: boolean | undefined;
}

function toStart(
  request: BoardRequest,
  command: 'schedule' | 'move',
  startOf: (found: DispatchRequest) => Start,
): Promise<BoardAnswer> {
  const { account, deadline } = request;
  return change(request, async ({ found, who, deps }) => {
    const start = startOf(found);
    const result = await giveAppointment({ command, account, request: found, ...start, who }, deps, deadline);
    if (result.kind !== 'refused') return result;
    const { refusal } = result;
    const text = appointmentText(refusal, { ...start, account, request: result.request });
    throw refused(text, refusalOf(refusal));
  });
}

/** A refusal for programs. The text names the current appointment. */
function refusalOf(refusal: AppointmentRefusal): Refusal {
  if ('appointment' in refusal) return { reason: refusal.reason };
  if (!('alternatives' in refusal)) return { ...refusal };
  const alternatives = refusal.alternatives.map(({ date, minute, technicianId, technician }) => {
    return { date, time: formatClockTime(minute), technicianId, technician };
  });
  return { ...refusal, alternatives };
}

const startOf = (request: BoardRequest): Start => {
  const { date, time, technicianId, serviceTypeId, overHold } = bodyOf(request, startBody);
  return { date, minute: time, technician: technicianId, service: serviceTypeId, overHolds: overHold };
};

export const schedule: Operation = (request) => toStart(request, 'schedule', () => startOf(request));
export const move: Operation = (request) => toStart(request, 'move', () => startOf(request));

/** Another technician at the same time. */
export const assign: Operation = (request) =>
  toStart(request, 'move', (found) => {
    const { technicianId } = bodyOf(request, assignBody);
    const appointment = activeAppointment(found);
    if (appointment === undefined)
      throw refused('It has no appointment. Schedule it first.', { reason: 'no_appointment' });
    const { date, minute } = appointment;
    return { date, minute, technician: technicianId, service: undefined };
  });

export const setJobStatus: Operation = async (request) =>
  toStatus(request, { to: bodyOf(request, statusBody).status });

const withReason =
  (to: 'on_hold' | 'canceled' | 'declined'): Operation =>
  async (request) =>
    toStatus(request, { to, why: bodyOf(request, reasonBody).reason });

export const hold = withReason('on_hold');
export const cancel = withReason('canceled');
export const decline = withReason('declined');

export const changeUrgency: Operation = async (request) => {
  const { urgency } = bodyOf(request, urgencyBody);
  return await change(request, ({ found, who, deps }) =>
    setUrgency(found, urgency, who, deps, request.deadline),
  );
};

export const review: Operation = (request) =>
  change(request, ({ found, who, deps }) => markReviewed(found, who, deps, request.deadline));

export const takeNote: Operation = (request) =>
  change(request, ({ found, who, deps }) => acknowledge(found, who, deps, request.deadline));

/** Splits the last merged request off. */
export const split: Operation = (request) =>
  change(request, ({ found, who, deps }) => splitRequest(found, who, deps, request.deadline));

export const note: Operation = async (request) => {
  const { note: text } = bodyOf(request, noteBody);
  return await change(request, ({ found, who, deps }) => addNote(found, text, who, deps, request.deadline));
};
