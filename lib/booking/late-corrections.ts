import type { Account } from '../accounts/account.ts';
import {
  addressFields,
  type Contact,
  placeFields,
  recordFields,
} from '../record/customers/contact-fields.ts';
import { activeAppointment, arrivesFrom, type DispatchRequest } from '../record/request.ts';
import { CONTACT_FLAG } from '../record/teller.ts';
import { momentOf } from '../scheduling/day.ts';
import { MINUTE_MS } from '../scheduling/time-units.ts';

/**
 * Whether a technician may be about to come: the visit begins within the notice, is under way, or was given to the
 * technician for today. Numbers can be forged, so then only a person changes whom and where to visit.
 * @param now epoch milliseconds
 */
export function isNear(request: DispatchRequest, account: Account, now: number): boolean {
  const { status } = request;
  if (status === 'en_route' || status === 'in_progress') return true;
  const appointment = activeAppointment(request);
  if (appointment === undefined) return false;
  const isToday = appointment.date === momentOf(account, now).today;
  const noticeMs = account.booking.minNoticeMinutes * MINUTE_MS;
  return (status === 'dispatched' && isToday) || Date.parse(arrivesFrom(appointment)) - now < noticeMs;
}

/** What a caller said, divided: what may be stored at once, and what a person has to decide on. */
export interface Divided<Told> {
  readonly told: Told;
  /** Lines for the notes and a flag; none if everything may be stored. */
  readonly notes: string | undefined;
  readonly flags: readonly string[];
}

type Detail = (typeof recordFields)[number] | (typeof placeFields)[number];

/**
 * Leaves changes of name, e-mail, address and gate code to a person; what the visit lacked is stored at once. A place
 * is one thing: no part of another place is stored beside the visit's own street.
 */
export function leftToPerson<Told extends Contact>({ customer }: DispatchRequest, told: Told): Divided<Told> {
  const isOther = (field: Detail) => told[field] !== undefined && told[field] !== customer[field];
  const isChanged = (field: Detail) => isOther(field) && customer[field] !== undefined;
  const isElsewhere = addressFields.some(customer.address === undefined ? isChanged : isOther);
  const asked = [...recordFields.filter(isChanged), ...placeFields.filter(isElsewhere ? isOther : isChanged)];
  if (asked.length === 0) return { told, notes: undefined, flags: [] };
  const lines = asked.map((field) => `${field}: ${told[field]}`);
  const left = Object.fromEntries(asked.map((field) => [field, undefined]));
  return {
    told: { ...told, ...left },
    notes: ['A caller asks to change:', ...lines].join('\n'),
    flags: [CONTACT_FLAG],
  };
}

/** The reason in the history of a correction: the fields with what they were before. */
export function correctionOf(before: Contact, fields: readonly string[]): string {
  const known = new Map<string, string | undefined>(Object.entries(before));
  const named = fields.map((field) => {
    const was = known.get(field);
    return was === undefined ? field : `${field} (was ${was})`;
  });
  return `corrected: ${named.join(', ')}`;
}
