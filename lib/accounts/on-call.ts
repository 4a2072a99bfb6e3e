import type { Calendar, EpochMinute, LocalDate, Technician } from '../scheduling/calendar.ts';
import { isSkilled } from '../scheduling/day.ts';
import { isOpenAt, localSpans, type Span, technicianSpans } from '../scheduling/hours.ts';
import { MINUTE_MS, wallClockOf } from '../scheduling/time.ts';
import { type Account, type OnCallEntry, type OnCallRole, onCallRoles, type ServiceType } from './account.ts';
import { type Channel, onCallChannels } from './notify.ts';

export interface OnCallPerson {
  readonly name: string;
  /** E.164 */
  readonly phone: string;
  readonly role: OnCallRole;
  /** The person hears of emergencies by these. */
  readonly channels: readonly Channel[];
  readonly email?: string | undefined;
  /** Absent if the person is not a technician. */
  readonly technician?: Technician | undefined;
}

interface Skilled {
  readonly skills: readonly string[];
}

/**
 * Returns who is on call at an instant (milliseconds since the epoch), by role and then in the document's order. With a
 * service, only those with its skills. Exceptions of the account's hours don't count, but a technician's time off does.
 */
export function onCallAt(account: Account, now: number, service?: Skilled): readonly OnCallPerson[] {
  const at = now / MINUTE_MS;
  const { date } = wallClockOf(account.timezone, Math.floor(at));
  return peopleOf(account, service)
    .filter(({ entry, person }) => onCallOn(account, entry, person.technician, date)(at))
    .map(({ person }) => person);
}

/** Returns everybody who is ever on call, whatever their skills, each number once. */
export function everybodyOnCall(account: Account): readonly OnCallPerson[] {
  const people = peopleOf(account).map(({ person }) => person);
  return people.filter(({ phone }, index) => people.findIndex((one) => one.phone === phone) === index);
}

/** Returns the technicians with the skills who are on call at an instant (epoch minutes) of a date, by role. */
export function techniciansOnCall(
  account: Account,
  service: Skilled,
  date: LocalDate,
): (at: EpochMinute) => readonly Technician[] {
  const people = peopleOf(account, service).flatMap(({ entry, person: { technician } }) =>
    technician === undefined ? [] : [{ technician, isOnCall: onCallOn(account, entry, technician, date) }],
  );
  return (at) => people.filter(({ isOnCall }) => isOnCall(at)).map(({ technician }) => technician);
}

interface Listed {
  readonly entry: OnCallEntry;
  readonly person: OnCallPerson;
}

function peopleOf(account: Account, service?: Skilled): readonly Listed[] {
  const listed = (account.onCall ?? []).flatMap((entry): readonly Listed[] => {
    const technician = account.technicians.find(({ id }) => id === entry.technicianId);
    const name = technician?.name ?? entry.name;
    const skills = entry.skills ?? technician?.skills;
    const isAble = skills === undefined || service === undefined || isSkilled({ skills }, service);
    if (name === undefined || !isAble) return [];
    const { phone, role, email, notify: channels = onCallChannels } = entry;
    return [{ entry, person: { name, phone, role, channels, email, technician } }];
  });
  return onCallRoles.flatMap((role) => listed.filter(({ person }) => person.role === role));
}

function onCallOn(
  account: Account,
  entry: OnCallEntry,
  technician: Technician | undefined,
  date: LocalDate,
): (at: EpochMinute) => boolean {
  const shifts = readySpans(account, entry, date);
  const off = technician === undefined ? [] : localSpans(account, technician.timeOff);
  return (at) => {
    const isIn = ({ from, to }: Span) => from <= at && at < to;
    return shifts.some(isIn) && !off.some(isIn);
  };
}

/** Returns an entry's shifts around a date as instants, because they may cross midnight and clock changes. */
function readySpans(calendar: Calendar, { hours, shifts = [] }: OnCallEntry, date: LocalDate) {
  if (hours === undefined) return localSpans(calendar, shifts);
  return technicianSpans({ ...calendar, exceptions: {} }, { hours }, date);
}

export interface Transfer {
  /** E.164; null if nobody can be dialed. */
  readonly phone: string | null;
  /** Absent if the number is the account's own. */
  readonly person?: OnCallPerson | undefined;
}

export interface TransferQuestion {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly isEmergency: boolean;
  /** True if the matter can wait for the office, so that nobody on call is rung. */
  readonly isForOffice?: boolean | undefined;
  /** If the service is unknown, anyone on call may take the call. */
  readonly service?: ServiceType | undefined;
}

/**
 * Returns whom to transfer a call to: for an emergency, and for any call outside business hours, the first on call;
 * otherwise the account's number for that hour.
 */
export function transferOf(account: Account, question: TransferQuestion): Transfer {
  const { now, isEmergency, isForOffice, service } = question;
  const isOpen = isOpenAt(account, now);
  const canWait = isForOffice === true && !isEmergency;
  const [person] = isEmergency || !(isOpen || canWait) ? onCallAt(account, now, service) : [];
  if (person !== undefined) return { phone: person.phone, person };
  const { phone = null, afterHoursPhone = phone } = account.transfer;
  if (isOpen) return { phone };
  const isOnCall = everybodyOnCall(account).some((one) => one.phone === afterHoursPhone);
  return { phone: canWait && isOnCall ? null : afterHoursPhone };
}
