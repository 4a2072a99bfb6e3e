import type { Account, ServiceType } from '../../accounts/account.ts';
import { nameTechnician, type TechnicianRefusal } from '../../accounts/technicians.ts';
import { type TransitionRefusal, transitionRefusal } from '../../record/lifecycle.ts';
import type { Deadline, ScheduleReader } from '../../record/ports.ts';
import {
  type Appointment,
  activeAppointment,
  type ChangedBy,
  type Claim,
  type DispatchRequest,
} from '../../record/request.ts';
import { changeLatest } from '../../record/retry.ts';
import type { LocalDate, Technician } from '../../scheduling/calendar.ts';
import { isSkilled } from '../../scheduling/day.ts';
import { bookableStarts, judgeStart, type Slot } from '../../scheduling/engine.ts';
import { dateSpan, type Span, technicianSpans, timeOffSpans } from '../../scheduling/hours.ts';
import { countsFor, layerName, type Occupancy } from '../../scheduling/occupancy.ts';
import { instantOf, MINUTE_MS } from '../../scheduling/time.ts';
import { matchService } from '../../understanding/services.ts';
import type { RefusedStart } from '../alternatives.ts';
import { appointmentOf, claimedBy, lasting } from '../appointment.ts';
import { type BookingDependencies, readDay } from '../booking-facts.ts';
import { newCustomer } from '../customer-details.ts';
import { takingOver } from '../holds.ts';
import { questionOf, type RequestedStart } from '../requested-start.ts';
import { type RescheduleResult, reschedule, rescheduled } from '../reschedule.ts';
import { withoutHeld } from './edit-request.ts';

export interface AppointmentRequest {
  /** `schedule` is for requests without an appointment, `move` for those with one. */
  readonly command: 'schedule' | 'move';
  readonly account: Account;
  readonly request: DispatchRequest;
  readonly date: LocalDate;
  /** Minutes from midnight on the wall clock. */
  readonly minute: number;
  /** If absent, the service of the request. */
  readonly service?: string | undefined;
  /** If absent, any free technician. */
  readonly technician?: string | undefined;
  /** True if the move may take time that calls hold. */
  readonly overHolds?: boolean | undefined;
  /** Places the visit in spite of hours, skills and other work, for this reason. A technician must be named. */
  readonly override?: string | undefined;
  /** A visit that has begun may be judged as of its start (epoch milliseconds). */
  readonly asOf?: number | undefined;
  readonly who: ChangedBy;
}

export interface Offer {
  readonly date: LocalDate;
  /** Minutes from midnight on the wall clock. */
  readonly minute: number;
  readonly technicianId: string;
  readonly technician: string;
}

export type AppointmentRefusal =
  | TransitionRefusal
  | TechnicianRefusal
  /** The request needs the other command. */
  | { readonly reason: 'has_appointment'; readonly appointment: Appointment }
  | { readonly reason: 'no_appointment' }
  /** `service_needed`: the account doesn't have the service of the request. */
  | {
      readonly reason: 'service_needed' | 'unknown_service' | 'ambiguous_service';
      readonly known: readonly string[];
    }
  | ({
      readonly service: string;
      readonly technician?: string | undefined;
      readonly alternatives: readonly Offer[];
    } & Omit<RefusedStart, 'alternatives'>);

type AppointmentResult =
  | { readonly kind: 'changed'; readonly request: DispatchRequest; readonly previous: DispatchRequest }
  | { readonly kind: 'stands'; readonly request: DispatchRequest }
  | { readonly kind: 'refused'; readonly refusal: AppointmentRefusal; readonly request: DispatchRequest }
  | { readonly kind: 'gone'; readonly request: DispatchRequest };

/**
 * Schedules or moves a request as `reschedule` does. Hours, grid, skills and claims bind dispatchers; notice and
 * same-day cut-off, which protect dispatchers, do not.
 */
export async function giveAppointment(
  wanted: AppointmentRequest,
  deps: BookingDependencies,
  deadline: Deadline,
): Promise<AppointmentResult> {
  const { account, request, date, minute, overHolds, who } = wanted;
  const choice = choose(wanted);
  if ('reason' in choice) return { kind: 'refused', refusal: choice, request };
  const { service, technician } = choice;
  if (wanted.override !== undefined && technician !== undefined)
    return await placeOver({ ...wanted, override: wanted.override }, { service, technician }, deps, deadline);
  const occupancy = await readDay({ account, date }, deps.schedule, deadline);
  const result = await reschedule(
    {
      ...{ account, service, date, minute, request, occupancy, overHolds, who, byDispatcher: true },
      technician: technician?.id,
      callId: request.callId,
      now: wanted.asOf ?? who.now,
      // Another dispatcher may have been faster.
      objection: (latest) => (wrongCommand(wanted.command, latest) === undefined ? undefined : 'gone'),
    },
    deps,
    deadline,
  );
  return resultOf(result, wanted, choice);
}

/** This many jobs may be placed over each other. */
const MAX_LAYERS = 5;

/** Gives a request a start whatever the rules say. Only the time as it was read decides what is below and what is held. */
function placeOver(
  wanted: AppointmentRequest & { readonly override: string },
  { service, technician }: { readonly service: ServiceType; readonly technician: Technician },
  deps: BookingDependencies,
  deadline: Deadline,
): Promise<AppointmentResult> {
  const { account, date, minute, override, who } = wanted;
  return changeLatest<AppointmentResult, BookingDependencies>(
    wanted.request,
    async (request, own) => {
      if (request === undefined) return { kind: 'gone', request: wanted.request };
      const refused = (refusal: AppointmentRefusal) => ({ kind: 'refused', refusal, request }) as const;
      const impossible =
        transitionRefusal(request, 'scheduled', true) ?? wrongCommand(wanted.command, request);
      if (impossible !== undefined) return refused(impossible);
      const start = instantOf(account.timezone, date, minute);
      if (start === undefined)
        return refused({
          reason: 'invalid_time',
          service: service.name,
          alternatives: [],
          searched: { kind: 'complete' },
        });
      const isOwn = service.id === request.serviceTypeId;
      const lasts = lasting(service, isOwn ? request.minutes : undefined);
      const occupancy = await readDay({ account, date }, own.schedule, deadline);
      const visit = { account, service: lasts, date, minute, now: who.now, byDispatcher: true };
      const asked = { ...visit, request, occupancy, override, who, technician: technician.id };
      const judged = { start, minute, technicians: [technician] };
      const claims = layered(claimedBy(visit, start, technician), occupancy, request, who.now);
      if (claims === undefined)
        return refused({
          reason: 'slot_taken',
          service: service.name,
          alternatives: [],
          searched: { kind: 'complete' },
        });
      const [over] = await takingOver([technician], judged, visit, occupancy, own, deadline);
      const ends = over?.ends ?? [];
      const rules = [
        ...brokenRules(visit, technician),
        ...(claims.some(({ layer }) => layer !== undefined) ? ['double'] : []),
        ...(ends.length > 0 ? ['over_hold'] : []),
      ];
      const at = new Date(who.now).toISOString();
      const appointment = {
        ...appointmentOf(visit, judged, technician, activeAppointment(request)),
        ...(rules.length > 0 && { override: { reason: override, by: who.by, at, rules } }),
        claims,
      };
      const next = rescheduled(asked, request, appointment);
      const customer = await newCustomer(request, account, own, deadline);
      const seen = new Map([...occupancy].map(([name, claimed]) => [name, withoutHeld(claimed, who.now)]));
      const change = { next, previous: request, customer, seen, ends };
      const { kind } = await own.requests.commit(change, deadline);
      return kind === 'stored' ? { kind: 'changed', request: next, previous: request } : undefined;
    },
    deps,
    deadline,
  );
}

/** Puts each bucket into the lowest layer in which nothing but the request and holds claims it; undefined if none is left. */
function layered(
  claims: readonly Claim[],
  occupancy: Occupancy,
  { dispatchRequestId }: DispatchRequest,
  now: number,
): readonly Claim[] | undefined {
  const counts = countsFor({ own: new Set([dispatchRequestId]), now, overHolds: true });
  const layers = Array.from({ length: MAX_LAYERS }, (_, index) => index + 1);
  const placed = claims.flatMap(({ buckets, ...claim }) => {
    const isFree = (layer: number, bucket: number) => {
      const holder = occupancy.get(layerName(claim.technicianId, layer))?.get(bucket);
      return holder === undefined || !counts(holder);
    };
    const byLayer = Map.groupBy(buckets, (bucket) => layers.find((layer) => isFree(layer, bucket)));
    return [...byLayer].map(([layer, own]) => ({ ...claim, layer, buckets: own }));
  });
  if (placed.some(({ layer }) => layer === undefined)) return undefined;
  return placed.map(({ layer, ...claim }) => (layer === 1 ? claim : { ...claim, layer }));
}

/** Says which rule would have refused the start, whatever else claims the technician's time. */
function brokenRules(visit: RequestedStart, technician: Technician): readonly string[] {
  if (!isSkilled(technician, visit.service)) return ['not_skilled'];
  const question = { ...questionOf(visit, new Map(), []), among: [technician] };
  const judged = judgeStart(question, visit.date, visit.minute);
  return typeof judged === 'string' ? [judged] : [];
}

/** Returns a refusal if the request could have an appointment, but not by this command. */
export function wrongCommand(
  command: AppointmentRequest['command'],
  request: DispatchRequest,
): AppointmentRefusal | undefined {
  if (transitionRefusal(request, 'scheduled', true) !== undefined) return undefined;
  const appointment = activeAppointment(request);
  if (command === 'move') return appointment === undefined ? { reason: 'no_appointment' } : undefined;
  return appointment === undefined ? undefined : { reason: 'has_appointment', appointment };
}

interface Choice {
  readonly service: ServiceType;
  readonly technician?: Technician | undefined;
}

/** Finds the service and technician by name, or returns the first refusal. */
function choose(wanted: AppointmentRequest): Choice | AppointmentRefusal {
  const { account, request } = wanted;
  const impossible = transitionRefusal(request, 'scheduled', true);
  if (impossible !== undefined) return impossible;
  const wrong = wrongCommand(wanted.command, request);
  // A repeat of `schedule` may find the request with the requested start.
  if (wrong?.reason === 'no_appointment') return wrong;
  const service = chooseService(wanted);
  if ('reason' in service) return service;
  if (wanted.technician === undefined) return { service };
  const technician = nameTechnician(account, wanted.technician);
  return 'reason' in technician ? technician : { service, technician };
}

function chooseService({ account, request, service }: AppointmentRequest): ServiceType | AppointmentRefusal {
  const known = account.serviceTypes.map(({ name }) => name);
  if (service === undefined) {
    const own = account.serviceTypes.find(({ id }) => id === request.serviceTypeId);
    return own ?? { reason: 'service_needed', known };
  }
  const match = matchService(service, account.serviceTypes);
  if (match.kind === 'match') return match.service;
  return match.kind === 'ambiguous'
    ? { reason: 'ambiguous_service', known: match.suggestions.map(({ name }) => name) }
    : { reason: 'unknown_service', known };
}

function resultOf(
  result: RescheduleResult,
  wanted: AppointmentRequest,
  { service, technician }: Choice,
): AppointmentResult {
  const { request } = result;
  switch (result.kind) {
    case 'scheduled':
      return { kind: 'changed', request: result.request, previous: result.previous };
    case 'stands':
      return { kind: 'stands', request };
    case 'refused':
      return { kind: 'refused', refusal: result.refusal, request };
    case 'slot_refused': {
      const alternatives = result.alternatives.map(toOffer);
      const { reason, searched, heldUntil } = result;
      const asked = { service: service.name, technician: technician?.name };
      const refusal = { reason, ...asked, alternatives, searched, heldUntil };
      return { kind: 'refused', refusal, request };
    }
    default: {
      const refusal = wrongCommand(wanted.command, request);
      return refusal === undefined ? { kind: 'gone', request } : { kind: 'refused', refusal, request };
    }
  }
}

function toOffer({ date, minute, technician }: Slot): Offer {
  return { date, minute, technicianId: technician.id, technician: technician.name };
}

/** Says why a technician has no start. `off`: until an instant (epoch minutes) of that day, if there is one. */
export type LaneRefusal =
  | { readonly reason: 'not_skilled'; readonly skills: readonly string[] }
  | { readonly reason: 'off'; readonly until?: number | undefined }
  | { readonly reason: 'past' | 'full' };

export interface LaneStarts {
  readonly technician: Technician;
  readonly starts: readonly { readonly minute: number; readonly start: number }[];
  /** Present if there are no starts. */
  readonly why?: LaneRefusal | undefined;
}

/** Returns each technician's starts of a date that `giveAppointment` would accept, in order of time, or why there are none. */
export async function startsOf(
  { account, request, date }: Pick<AppointmentRequest, 'account' | 'request' | 'date'>,
  service: ServiceType,
  now: number,
  schedule: ScheduleReader,
  deadline: Deadline,
): Promise<readonly LaneStarts[]> {
  const occupancy = await readDay({ account, date }, schedule, deadline);
  const minutes = service.id === request.serviceTypeId ? request.minutes : undefined;
  const wanted = { account, service: lasting(service, minutes), date, minute: 0, now, byDispatcher: true };
  const question = questionOf(wanted, occupancy, [request.dispatchRequestId]);
  const free = bookableStarts(question, date);
  return account.technicians.map((technician) => {
    const starts = free
      .filter(({ technicians }) => technicians.some(({ id }) => id === technician.id))
      .map(({ minute, start }) => ({ minute, start }));
    const why = starts.length === 0 ? whyNone(technician, service, { account, date, now }) : undefined;
    return { technician, starts, why };
  });
}

function whyNone(
  technician: Technician,
  service: ServiceType,
  { account, date, now }: { readonly account: Account; readonly date: LocalDate; readonly now: number },
): LaneRefusal {
  if (!isSkilled(technician, service)) {
    const skills = service.skills.filter((skill) => !technician.skills.includes(skill));
    return { reason: 'not_skilled', skills };
  }
  const day = dateSpan(account, date);
  const at = now / MINUTE_MS;
  if (day.to <= at) return { reason: 'past' };
  const working = technicianSpans(account, technician, date)
    .map(({ from, to }) => ({ from: Math.max(from, day.from), to: Math.min(to, day.to) }))
    .filter(({ from, to }) => to > Math.max(from, at));
  if (working.length === 0) return { reason: 'off' };
  const off = timeOffSpans(account, technician);
  const isWhole = working.every(({ from, to }) =>
    off.some((one) => one.from <= Math.max(from, at) && one.to >= to),
  );
  return isWhole ? { reason: 'off' } : offUntil(working, off, at);
}

/** Time off at the beginning of the day explains more than a full day. */
function offUntil(working: readonly Span[], off: readonly Span[], at: number): LaneRefusal {
  const begins = Math.max(at, Math.min(...working.map(({ from }) => from)));
  const first = off.find(({ from, to }) => from <= begins && to > begins);
  return first === undefined ? { reason: 'full' } : { reason: 'off', until: first.to };
}
