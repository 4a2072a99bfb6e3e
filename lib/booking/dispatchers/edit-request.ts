import type { Account, ServiceType, Urgency } from '../../accounts/account.ts';
import { areaFlags } from '../../accounts/areas.ts';
import { seenTo } from '../../record/attention.ts';
import {
  type Contact,
  isNumber,
  placeFields,
  tellersAfter,
  UNPROVED_FLAG,
} from '../../record/customers/contact.ts';
import { siteToStore } from '../../record/customers/sites.ts';
import type { CustomerDetails, Deadline } from '../../record/ports.ts';
import {
  type Appointment,
  activeAppointment,
  type ChangedBy,
  changed,
  crewOf,
  type DispatchRequest,
  hasActiveAppointment,
  visitsIn,
} from '../../record/request.ts';
import { changeLatest } from '../../record/retry.ts';
import type { Occupancy } from '../../scheduling/occupancy.ts';
import { isoMinute, MINUTE_MS } from '../../scheduling/time.ts';
import { claimedBy, lasting } from '../appointment.ts';
import type { BookingDependencies } from '../booking-facts.ts';
import { isAlike } from '../customer-details.ts';
import { claimedIn, claimsOfVisit, joined, layered, whoseTimeIsTaken, withoutHeld } from './visit-claims.ts';
import { unskilledAt } from './visit-wishes.ts';

/** A dispatcher corrects these fields of a contact. */
const editedContact = ['name', 'phone', 'email', ...placeFields] as const;

/** What a dispatcher corrects. Absent fields stay, and null clears one. */
export interface RequestEdit {
  readonly contact: { readonly [Field in (typeof editedContact)[number]]?: string | null | undefined };
  readonly serviceTypeId?: string | undefined;
  readonly urgency?: Urgency | undefined;
  /** Minutes that the job takes; null for the length of its service. */
  readonly minutes?: number | null | undefined;
  readonly preferredDate?: string | null | undefined;
  readonly preferredTime?: string | null | undefined;
}

export type EditRefusal =
  /** Another job, a block or a held time begins before the visit would end. */
  | { readonly reason: 'slot_taken'; readonly technician?: string | undefined }
  /** The visit would end after this later one of the job begins. */
  | { readonly reason: 'visit_order'; readonly visit: number }
  | { readonly reason: 'not_skilled'; readonly technician: string; readonly service: string };

type EditedRequest =
  | { readonly kind: 'changed' | 'stands' | 'gone'; readonly request: DispatchRequest }
  | { readonly kind: 'refused'; readonly refusal: EditRefusal; readonly request: DispatchRequest };

/**
 * Corrects a request, and the record of its customer where both had the same name or e-mail address. If the job takes
 * longer, the same write claims the time, which may lie outside of the technician's hours. Fails as `reschedule` does.
 */
export function editRequest(
  wanted: {
    readonly account: Account;
    readonly request: DispatchRequest;
    readonly edit: RequestEdit;
    readonly who: ChangedBy;
  },
  deps: BookingDependencies,
  deadline: Deadline,
): Promise<EditedRequest> {
  const { account, edit, who } = wanted;
  return changeLatest<EditedRequest, BookingDependencies>(
    wanted.request,
    async (request, own) => {
      if (request === undefined) return { kind: 'gone', request: wanted.request };
      const facts = factsAfter(request, edit, account);
      const corrected = differences(request, facts);
      if (corrected.length === 0) return { kind: 'stands', request };
      const planned = appointmentAfter(request, facts, wanted);
      if (planned !== undefined && 'reason' in planned) return { kind: 'refused', refusal: planned, request };
      const urgency = facts.urgency === request.urgency ? undefined : facts.urgency;
      const next = {
        ...request,
        ...facts,
        ...(urgency === undefined ? {} : seenTo(request)),
        ...changed(request, who, {
          ...{ to: request.status, kind: 'corrected', corrected },
          ...(urgency === undefined ? {} : { urgency, formerUrgency: request.urgency }),
        }),
      };
      const [customer, occupancy] = await Promise.all([
        recordAfter(request, next, own, deadline),
        planned && claimedIn(planned, account, own, deadline),
      ]);
      const appointment = planned && occupancy && overOthers(planned, occupancy, request, who);
      if (appointment === 'slot_taken') return { kind: 'refused', refusal: { reason: appointment }, request };
      const seen = occupancy && withoutHeld(occupancy, who.now);
      const timed =
        appointment === undefined || !hasActiveAppointment(next) ? next : { ...next, appointment };
      const { kind } = await own.requests.commit(
        { next: timed, previous: request, customer, seen },
        deadline,
      );
      if (kind === 'slot_lost' && appointment !== undefined) {
        const claimed = await claimedIn(appointment, account, own, deadline);
        const technician = whoseTimeIsTaken(appointment, claimed, request, who.now)?.technician;
        return { kind: 'refused', refusal: { reason: 'slot_taken', technician }, request };
      }
      return kind === 'stored' ? { kind: 'changed', request: timed } : undefined;
    },
    deps,
    deadline,
  );
}

type Facts = Pick<
  DispatchRequest,
  | ('customer' | 'tellers' | 'needsReview' | 'urgency' | 'minutes')
  | ('serviceTypeId' | 'serviceType' | 'preferredDate' | 'preferredTime')
>;

/** Returns a value that may be absent (it stays) or null (it is cleared). */
const after = <T>(known: T | undefined, edited: T | null | undefined): T | undefined =>
  edited === undefined ? known : (edited ?? undefined);

function factsAfter(request: DispatchRequest, edit: RequestEdit, account: Account): Facts {
  const service = account.serviceTypes.find(({ id }) => id === edit.serviceTypeId);
  const given = Object.entries(edit.contact).filter(([, value]) => value !== undefined);
  const said: Contact = Object.fromEntries(given.map(([field, value]) => [field, value ?? undefined]));
  const isRenamed = edit.contact.name !== undefined && edit.contact.name !== request.customer.name;
  const customer: Contact = {
    ...request.customer,
    ...said,
    // A form's parts of the name would contradict it.
    ...(isRenamed ? { firstName: undefined, lastName: undefined } : {}),
  };
  const { source, caller } = request;
  const minutes = after(request.minutes, edit.minutes);
  const isOther = service !== undefined && service.id !== request.serviceTypeId;
  return {
    customer,
    tellers: tellersAfter(request, { source, caller, customer }, said, 'dispatcher'),
    needsReview: flagsAfter(request, customer, edit, account),
    urgency: edit.urgency ?? request.urgency,
    // Another service has another length unless the dispatcher sets one.
    minutes: isOther && edit.minutes === undefined ? undefined : minutes,
    serviceTypeId: service?.id ?? request.serviceTypeId,
    serviceType: service?.name ?? request.serviceType,
    preferredDate: after(request.preferredDate, edit.preferredDate),
    preferredTime: after(request.preferredTime, edit.preferredTime),
  };
}

/** Settles what the dispatcher has corrected. Whether somebody comes to the place is judged again. */
function flagsAfter(
  request: DispatchRequest,
  customer: Contact,
  { contact, serviceTypeId, urgency, preferredDate, preferredTime }: RequestEdit,
  account: Account,
): readonly string[] {
  const isPlace = contact.zip !== undefined || serviceTypeId !== undefined;
  const settled = new Set([
    ...Object.entries(contact).flatMap(([field, value]) => (value ? [field] : [])),
    ...(contact.phone ? [UNPROVED_FLAG] : []),
    ...(serviceTypeId === undefined ? [] : ['serviceType', 'serviceRequested']),
    ...(urgency === undefined ? [] : ['urgency']),
    ...(preferredDate === undefined ? [] : ['preferredDate']),
    ...(preferredTime === undefined ? [] : ['preferredTime']),
    ...(isPlace ? ['area', 'zip'] : []),
  ]);
  const left = request.needsReview.filter((flag) => !settled.has(flag));
  const ofPlace = isPlace ? areaFlags(account, serviceTypeId ?? request.serviceTypeId, customer.zip) : [];
  return [...new Set([...left, ...ofPlace])];
}

const corrections = ['serviceType', 'minutes', 'preferredDate', 'preferredTime', 'urgency'] as const;

/** Lists the fields that differ, with their former values. */
function differences(request: DispatchRequest, facts: Facts) {
  const line = (field: string, was: string | number | undefined, is: string | number | undefined) =>
    was === is ? [] : [{ field, was: was === undefined ? undefined : String(was) }];
  return [
    ...editedContact.flatMap((field) => line(field, request.customer[field], facts.customer[field])),
    ...corrections.flatMap((field) => line(field, request[field], facts[field])),
  ];
}

/** Returns the first visit with its new length; undefined if there is none or its length and service stay. */
function appointmentAfter(
  request: DispatchRequest,
  facts: Facts,
  { account, who }: { readonly account: Account; readonly who: ChangedBy },
): Appointment | EditRefusal | undefined {
  const appointment = activeAppointment(request);
  const isSame = facts.minutes === request.minutes && facts.serviceTypeId === request.serviceTypeId;
  if (appointment === undefined || isSame) return undefined;
  const start = Date.parse(appointment.startsAt) / MINUTE_MS;
  const service = account.serviceTypes.find(({ id }) => id === facts.serviceTypeId);
  if (service !== undefined && service.id !== request.serviceTypeId) {
    const unskilled = unskilledAt(visitsIn(appointment), service, { account, who });
    if (unskilled !== undefined)
      return { reason: 'not_skilled', technician: unskilled.name, service: service.name };
  }
  const length = facts.minutes ?? service?.durationMinutes;
  // The account no longer has the service, and nobody says how long the job takes.
  if (length === undefined) return undefined;
  const job: ServiceType = lasting(service ?? noService, length);
  const [next] = appointment.visits ?? [];
  const end = start + length;
  if (next !== undefined && Date.parse(next.startsAt) / MINUTE_MS < end + account.booking.bufferMinutes)
    return { reason: 'visit_order', visit: 2 };
  const first = crewOf(appointment).flatMap(({ technicianId }) =>
    claimedBy({ account, service: job }, start, { id: technicianId }),
  );
  const later = appointment.visits?.flatMap((_, at) => claimsOfVisit(appointment, at + 1, account)) ?? [];
  return { ...appointment, endsAt: isoMinute(end), claims: joined([...first, ...later]) };
}

/** A job that a dispatcher has placed over other work stays over what is there. */
function overOthers(
  appointment: Appointment,
  occupancy: Occupancy,
  request: DispatchRequest,
  { now }: ChangedBy,
): Appointment | 'slot_taken' {
  if (!appointment.override?.rules.includes('double')) return appointment;
  const claims = layered(appointment.claims, occupancy, request, now);
  return claims === undefined ? 'slot_taken' : { ...appointment, claims: joined(claims) };
}

/** Only the length of a job counts for its claims. */
const noService: ServiceType = { id: '', name: '', aliases: [], durationMinutes: 0, skills: [] };

/** Returns what to correct in the record of the request's number; undefined if it has no record or nothing to correct. */
async function recordAfter(
  { accountId, customer: before }: DispatchRequest,
  { customer }: DispatchRequest,
  { customers }: Pick<BookingDependencies, 'customers'>,
  deadline: Deadline,
): Promise<CustomerDetails | undefined> {
  const { phone } = customer;
  const isSame = editedContact.every((field) => field === 'phone' || before[field] === customer[field]);
  if (!isNumber(phone) || isSame) return undefined;
  const record = await customers.get(accountId, phone, deadline);
  if (record === undefined) return undefined;
  // Several people may use the number: only what the record had from this request is corrected.
  const ifSame = (field: 'name' | 'email') =>
    record[field] === undefined || isAlike(record[field], before[field]) ? customer[field] : undefined;
  const place = placeFields.some((field) => before[field] !== customer[field]);
  const site = place ? siteToStore(customer, record.sites) : undefined;
  const [name, email] = [ifSame('name'), ifSame('email')];
  const news = [name !== record.name && name, email !== record.email && email, site];
  return news.some(Boolean) ? { accountId, phone, name, email, site } : undefined;
}
