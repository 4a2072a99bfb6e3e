import type { Account, ServiceType } from '../accounts/account.ts';
import type { Block } from '../record/block.ts';
import {
  crewOf,
  type DispatchRequest,
  endOfJob,
  hasActiveAppointment,
  type JobVisit,
  type Scheduled,
  visitsIn,
} from '../record/request.ts';
import { isSkilled } from '../scheduling/day.ts';
import { localSpans, technicianSpans, within } from '../scheduling/hours.ts';
import { MINUTE_MS } from '../scheduling/time.ts';

/** A document removed the appointment's service, its technician, or the technician's skill or hours. */
type RuledOutFlag = 'serviceType' | 'technician' | 'hours';

export interface RuledOutAppointment {
  readonly request: Scheduled;
  readonly flags: readonly RuledOutFlag[];
}

/**
 * Returns the appointments that end after `now` and that a document rules out, but the previous document did not.
 * @param before undefined to find all that are ruled out
 * @param now epoch milliseconds
 */
export function appointmentsRuledOut(
  account: Account,
  before: Account | undefined,
  requests: readonly DispatchRequest[],
  now: number,
): readonly RuledOutAppointment[] {
  return requests.flatMap((request) => {
    const flags = ruledOutFlags(account, before, request, now);
    return hasActiveAppointment(request) && flags.length > 0 ? [{ request, flags }] : [];
  });
}

/** Returns the flags of one request, as `appointmentsRuledOut` does; none if its appointment can stay. */
export function ruledOutFlags(
  account: Account,
  before: Account | undefined,
  request: DispatchRequest,
  now: number,
): readonly RuledOutFlag[] {
  if (!hasActiveAppointment(request) || Date.parse(endOfJob(request.appointment)) <= now) return [];
  const known = before === undefined ? [] : flagsUnder(before, request, now);
  return flagsUnder(account, request, now).filter((flag) => !known.includes(flag));
}

/** What is over can't be ruled out any more. */
function flagsUnder(
  account: Account,
  { serviceTypeId, appointment }: Scheduled,
  now: number,
): readonly RuledOutFlag[] {
  const service = account.serviceTypes.find(({ id }) => id === serviceTypeId);
  const isGone = serviceTypeId !== undefined && service === undefined;
  const ahead = visitsIn(appointment).filter(({ endsAt }) => Date.parse(endsAt) > now);
  const ofVisits = ahead.flatMap((visit) =>
    crewOf(visit).flatMap(({ technicianId }) => {
      const isHelping = technicianId !== visit.technicianId;
      return technicianFlags(
        account,
        visit,
        technicianId,
        isHelping ? undefined : service,
        appointment.onCall,
      );
    }),
  );
  return [...new Set([...(isGone ? (['serviceType'] as const) : []), ...ofVisits])];
}

/** @param service undefined for those who help, whatever their skills */
function technicianFlags(
  account: Account,
  visit: JobVisit,
  technicianId: string,
  service: ServiceType | undefined,
  isOnCall: true | undefined,
): readonly RuledOutFlag[] {
  const technician = account.technicians.find(({ id }) => id === technicianId);
  if (technician === undefined) return ['technician'];
  const flags: RuledOutFlag[] =
    service !== undefined && !isSkilled(technician, service) ? ['technician'] : [];
  const [from, to] = [minuteOf(visit.startsAt), minuteOf(visit.endsAt)];
  const isOff = localSpans(account, technician.timeOff).some((off) => off.from < to && off.to > from);
  const isWorking = within(technicianSpans(account, technician, visit.date), from, to);
  return (isWorking || isOnCall) && !isOff ? flags : [...flags, 'hours'];
}

export function blocksRuledOut(
  account: Account,
  before: Account | undefined,
  blocks: readonly Block[],
  now: number,
): readonly Block[] {
  return blocks.filter((block) => {
    const isListed = ({ technicians }: Account) => technicians.some(({ id }) => id === block.technicianId);
    const wasListed = before === undefined || isListed(before);
    return Date.parse(block.endsAt) > now && wasListed && !isListed(account);
  });
}

const minuteOf = (instant: string): number => Date.parse(instant) / MINUTE_MS;
