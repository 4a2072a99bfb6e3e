import type { Account } from '../accounts/account.ts';
import type { Block } from '../record/block.ts';
import { type DispatchRequest, hasActiveAppointment, type Scheduled } from '../record/request.ts';
import { isSkilled } from '../scheduling/day.ts';
import { technicianSpans, timeOffSpans, within } from '../scheduling/hours.ts';
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
  if (!hasActiveAppointment(request) || Date.parse(request.appointment.endsAt) <= now) return [];
  const known = before === undefined ? [] : flagsUnder(before, request);
  return flagsUnder(account, request).filter((flag) => !known.includes(flag));
}

function flagsUnder(account: Account, { serviceTypeId, appointment }: Scheduled): readonly RuledOutFlag[] {
  const service = account.serviceTypes.find(({ id }) => id === serviceTypeId);
  const technician = account.technicians.find(({ id }) => id === appointment.technicianId);
  const isGone = serviceTypeId !== undefined && service === undefined;
  const flags: RuledOutFlag[] = isGone ? ['serviceType'] : [];
  if (technician === undefined) return [...flags, 'technician'];
  if (service !== undefined && !isSkilled(technician, service)) flags.push('technician');
  const [from, to] = [minuteOf(appointment.startsAt), minuteOf(appointment.endsAt)];
  const isOff = timeOffSpans(account, technician).some((off) => off.from < to && off.to > from);
  const isWorking = within(technicianSpans(account, technician, appointment.date), from, to);
  return (isWorking || appointment.onCall) && !isOff ? flags : [...flags, 'hours'];
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
