import type { Account, Danger, ServiceType } from '../../accounts/account.ts';
import { techniciansOnCall } from '../../accounts/on-call.ts';
import type { Deadline, NumberEntry, RequestStore } from '../../record/ports.ts';
import { activeAppointment, type DispatchRequest } from '../../record/request.ts';
import type { LocalDate, Technician } from '../../scheduling/calendar.ts';
import { freeRuns, isSkilled } from '../../scheduling/day.ts';
import {
  dateSpan,
  type GridStart,
  gridStarts,
  localSpans,
  type Span,
  technicianSpans,
} from '../../scheduling/hours.ts';
import {
  BUCKET_MINUTES,
  type BucketRange,
  bucketRangeOf,
  countsFor,
  type Occupancy,
} from '../../scheduling/occupancy.ts';
import { addDays, DAY_MS, momentOf } from '../../scheduling/time.ts';

/** An emergency can be put off by this many days for the start of a technician on call. */
const SEARCHED_DAYS = 7;

interface EmergencyQuestion {
  readonly account: Account;
  readonly service: ServiceType;
  /** Water that pours finds any qualified technician. */
  readonly danger?: Danger | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** True if the emergency may take the time that calls hold. */
  readonly overHolds: boolean;
}

export interface EmergencyStart extends GridStart {
  readonly date: LocalDate;
  readonly technician: Technician;
}

/** Returns the span to read for the search of a start, and of the job after it. */
export function searchedSpan({ account, now }: Pick<EmergencyQuestion, 'account' | 'now'>): Span {
  const { today } = momentOf(account, now);
  return dateSpan(account, today, addDays(today, searchedDays(account)));
}

/**
 * Returns the earliest start on the grid from now on at which a technician with the skills is on call and free for the
 * job and its buffer, within a week and the horizon. Hours, notice, cut-off and areas don't count; jobs, blocks and
 * time off do, and so do holds unless the emergency may take their time. The first free technician on call gets the
 * job. For water, so does any technician at work, before those on call at that time.
 */
export function earliestStart(question: EmergencyQuestion, occupancy: Occupancy): EmergencyStart | undefined {
  const { account, now } = question;
  const { today, now: from } = momentOf(account, now);
  for (let ahead = 0; ahead < searchedDays(account); ahead++) {
    const date = addDays(today, ahead);
    const freeAt = freeOn(question, occupancy, date);
    for (const start of gridStarts(account, date)) {
      const technician = start.start < from ? undefined : freeAt(start.start);
      if (technician !== undefined) return { ...start, date, technician };
    }
  }
  return undefined;
}

const searchedDays = ({ booking }: Account): number => Math.min(SEARCHED_DAYS, booking.horizonDays + 1);

/** Returns the first technician on call who is free for a job from a start of a date (epoch minutes) on. */
function freeOn(
  { account, service, danger, now, overHolds }: EmergencyQuestion,
  occupancy: Occupancy,
  date: LocalDate,
): (start: number) => Technician | undefined {
  const range = bucketRangeOf(account, date);
  const onCall = techniciansOnCall(account, service, date);
  const shifts = (danger === 'water' ? account.technicians : []).map((technician) => ({
    technician,
    spans: technicianSpans(account, technician, date),
  }));
  const candidates = (start: number): readonly Technician[] => [
    ...shifts
      .filter(({ spans }) => spans.some(({ from, to }) => from <= start && start < to))
      .map(({ technician }) => technician),
    ...onCall(start),
  ];
  const runs = new Map<string, Uint16Array>();
  const counts = countsFor({ own: new Set(), now, overHolds });
  const runsOf = ({ id }: Technician): Uint16Array => {
    const known = runs.get(id) ?? freeRuns(occupancy.get(id), range, counts);
    runs.set(id, known);
    return known;
  };
  const buckets = (service.durationMinutes + account.booking.bufferMinutes) / BUCKET_MINUTES;
  return (start) =>
    candidates(start).find(
      (technician) =>
        isSkilled(technician, service) &&
        (runsOf(technician)[indexIn(range, start)] ?? 0) >= buckets &&
        !localSpans(account, technician.timeOff).some(
          (off) => off.from < start + service.durationMinutes && off.to > start,
        ),
    );
}

const indexIn = ({ first }: BucketRange, start: number): number => start / BUCKET_MINUTES - first;

/** All calls of an account without a number together may have this many open visits for emergencies. */
const MOST = 3;
/** All calls without a number share this instead of one. */
const WITHHELD = 'withheld';
/** The item of calls without a number is kept this long after its first entry. */
const KEPT_MS = 365 * DAY_MS;

/**
 * Returns where a visit is entered if a call without a number reports its emergency. Returns undefined if the emergency
 * gets no visit, because there are too many, or because the spoken number, which anybody can say, has one.
 */
export type PlaceOfVisit = (request: DispatchRequest) => NumberEntry | undefined;

/** Reads the emergency visits that an account's calls without a number claimed; undefined for other calls. */
export async function hiddenVisits(
  { accountId, caller, now }: Report,
  requests: Pick<RequestStore, 'get' | 'recent'>,
  deadline: Deadline,
): Promise<PlaceOfVisit | undefined> {
  if (caller !== undefined) return undefined;
  const entries = (await requests.recent(accountId, WITHHELD, deadline))?.alerts ?? {};
  const places = await Promise.all(
    Array.from({ length: MOST }, async (_, index) => {
      const kind = `visit_${index}`;
      const seen = entries[kind];
      const request = seen && (await requests.get(seen.dispatchRequestId, deadline));
      const place = { phone: WITHHELD, kind, seen, keptUntil: now + KEPT_MS };
      return { place, visit: isOpenVisit(request, now) ? request : undefined };
    }),
  );
  return ({ customer: { phone } }) =>
    places.some(({ visit }) => visit?.customer.phone === phone)
      ? undefined
      : places.find(({ visit }) => visit === undefined)?.place;
}

interface Report {
  readonly accountId: string;
  /** The reported number, E.164. */
  readonly caller?: string | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

function isOpenVisit(request: DispatchRequest | undefined, now: number): request is DispatchRequest {
  const visit = activeAppointment(request);
  return visit?.onCall === true && Date.parse(visit.endsAt) > now;
}
