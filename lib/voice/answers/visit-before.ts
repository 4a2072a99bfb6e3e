import type { ServiceType } from '../../accounts/account.ts';
import {
  type RequestedStart,
  type RequestedTechnician,
  requestedTechnician,
} from '../../booking/requested-start.ts';
import { callOf } from '../../record/invocation.ts';
import { addedNotes } from '../../record/notes.ts';
import { isConfirmed, isUpcoming, ownSince } from '../../record/own-requests.ts';
import { type Appointment, type DispatchRequest, hasActiveAppointment } from '../../record/request.ts';
import { meansBefore } from '../../understanding/technician-name.ts';
import type { SaidTime } from '../../understanding/times.ts';
import { office } from '../../wording/en/office.ts';
import { toldTime } from '../arguments/arrival.ts';
import type { SaidStart } from '../arguments/start-argument.ts';
import type { CallContext, VoiceDependencies } from '../arguments/voice-function.ts';

/** In minutes. */
const DAY = 24 * 60;
/** Most services recur within a year. */
const LOOK_BACK_MS = 400 * 24 * 60 * 60_000;

/**
 * The visit that callers compare a new one with (`somebody else`, `same time as last time`): the upcoming one for the
 * service, else the last one of any service.
 * @throws {StorageUnavailable} if the caller's requests can't be read
 */
async function visitBefore(
  service: ServiceType,
  context: CallContext,
  { requests }: Pick<VoiceDependencies, 'requests'>,
  isCompared: (upcoming: DispatchRequest) => boolean = () => true,
): Promise<DispatchRequest | undefined> {
  const since = await ownSince(context.now - LOOK_BACK_MS, context, requests, context.deadline);
  const own = since.filter((request) => isConfirmed(request, context));
  const upcoming = own.find(
    (request) =>
      request.serviceTypeId === service.id &&
      hasActiveAppointment(request) &&
      isUpcoming(request, context) &&
      isCompared(request),
  );
  return (
    upcoming ?? own.findLast((request) => request.status !== 'canceled' && !isUpcoming(request, context))
  );
}

/**
 * A start whose time is that of the visit before, if so said. Without such a visit its time is missing, as with `an hour
 * later`, which may be said of anything that was offered.
 */
export async function settledStart(
  said: SaidStart,
  service: ServiceType,
  context: CallContext,
  deps: Pick<VoiceDependencies, 'requests'>,
): Promise<SaidStart> {
  if (said.time?.kind !== 'compared') return said;
  const { minutes } = said.time;
  const visit = minutes === 0 ? await visitBefore(service, context, deps) : undefined;
  return { ...said, time: visit?.appointment && timeBeside(visit.appointment, minutes) };
}

/**
 * The time so many minutes after that of an appointment as callers know it; undefined if it is on another day. Within its
 * window, any window later, or earlier, will do.
 */
export function timeBeside(appointment: Appointment, minutes: number): SaidTime | undefined {
  const { minute: start, window } = toldTime(appointment);
  const minute = (window?.from ?? start) + minutes;
  if (minute < 0 || minute >= DAY) return undefined;
  const isWithin = window !== undefined && Math.abs(minutes) < window.to - window.from;
  if (!isWithin || minutes === 0) return { kind: 'at', clock: clockAt(minute) };
  return minutes > 0
    ? { kind: 'range', from: clockAt(window.to) }
    : { kind: 'range', to: clockAt(window.from - 1) };
}

const clockAt = (minute: number) => ({ minute, isHalfOpen: false });

/** The id of the technician before, if the words for a technician refer to one. */
export async function technicianBefore(
  said: string | undefined,
  service: ServiceType,
  context: CallContext,
  deps: Pick<VoiceDependencies, 'requests'>,
): Promise<string | undefined> {
  if (said === undefined || !meansBefore(context.account, said)) return undefined;
  const visit = await visitBefore(service, context, deps, (one) => !isGranted(one, said, context));
  return visit?.appointment?.technicianId;
}

/** The same for an appointment that moves. */
export function technicianOf(
  request: DispatchRequest,
  said: string | undefined,
  context: CallContext,
): string | undefined {
  return isGranted(request, said, context) ? undefined : request.appointment?.technicianId;
}

/** Whether this call has already asked so: a repeat must not replace the technician again. */
function isGranted({ notes, history }: DispatchRequest, said = '', context: CallContext): boolean {
  const call = callOf(context);
  const isOfCall = call !== undefined && history.some(({ callId }) => callId === call);
  return isOfCall && notes?.includes(office.technicianAsSaid(said)) === true;
}

/** Notes with the wish for a technician, unless the booked technician says it all: whoever assigns another has to know. */
export function withTechnicianAsSaid(
  notes: string | undefined,
  wanted: Pick<RequestedStart, 'account' | 'service' | 'technician' | 'technicianBefore'>,
): string | undefined {
  const { technician } = wanted;
  const kinds: readonly RequestedTechnician['kind'][] = ['unknown', 'others'];
  return technician === undefined || !kinds.includes(requestedTechnician(wanted).kind)
    ? notes
    : addedNotes(office.technicianAsSaid(technician), notes);
}
