import type { Urgency } from '../accounts/account.ts';
import type { SaidLater } from '../record/attention.ts';
import {
  changedByCaller,
  emergencyId,
  type InvocationContext,
  idPartsOf,
  isMadeInCall,
} from '../record/calls.ts';
import type { Contact } from '../record/customers/contact.ts';
import { isSameAddress } from '../record/customers/street.ts';
import { flagged } from '../record/dispatcher-changes.ts';
import type { StandingHold } from '../record/hold.ts';
import { dispatchRequestIdFrom } from '../record/ids.ts';
import { isCarriedVisit } from '../record/lifecycle.ts';
import { mergedOf, withMerged } from '../record/merged-request.ts';
import type { Notes } from '../record/notes.ts';
import type { Recent, RecentChange } from '../record/ports.ts';
import {
  type Customer,
  changed,
  type DispatchRequest,
  hasActiveAppointment,
  hasEnded,
  isOpenMessage,
  isReadable,
  type OnSite,
  officeTopics,
  remembers,
  type Scheduled,
} from '../record/request.ts';
import { DAY_MS, HOUR_MS } from '../scheduling/time.ts';
import { isAsRequested, type RequestedStart } from './requested-start.ts';

export interface BookingRequest extends InvocationContext, RequestedStart {
  /** True if the caller wants another visit besides an existing one; undefined if the caller hasn't said. */
  readonly additionalVisit?: boolean | undefined;
  readonly urgency: Urgency;
  /** What the caller says now about an emergency that was reported before. */
  readonly later?: SaidLater | undefined;
  /** The phone number is valid. The name may be missing if the reported number's record may have it. */
  readonly customer: Contact & { readonly phone: string };
  /** The caller named this known site of the customer by this label. */
  readonly onSite?: OnSite | undefined;
  readonly siteId?: string | undefined;
  /** This person speaks, and the visit is for somebody else. */
  readonly callerName?: string | undefined;
  readonly siteLabel?: string | undefined;
  /** Completes who, where and what by what the call was told before; read in parallel with the facts. */
  readonly completed?: (() => Promise<Partial<SaidCustomer>>) | undefined;
  /** Returns what an interrupted call of the number held; read in parallel with the facts. */
  readonly heldBefore?: (() => Promise<StandingHold | undefined>) | undefined;
  readonly notes?: Notes | undefined;
  /** Minutes from midnight, if the requested time doesn't begin its window. */
  readonly requestedMinute?: number | undefined;
  /** Without a call, these canonical arguments are the booking's key. */
  readonly canonicalArguments: string;
}

export type SaidCustomer = Pick<BookingRequest, 'customer' | 'siteId' | 'siteLabel' | 'notes'>;

export interface Requester {
  /** The platform reports this number. */
  readonly caller?: string | undefined;
  readonly customer: { readonly phone?: string | undefined };
}

/** Returns the reported number if the customer wants to be reached there: a booking may use its record. */
export function verifiedNumber({ caller, customer }: Requester): string | undefined {
  return caller === customer.phone ? caller : undefined;
}

/** Derives the id of a booking's request from the booking's key, so that concurrent repeats meet at the write. */
export function bookingId(booking: BookingRequest): string {
  const { callId, service } = booking;
  if (callId === undefined)
    return dispatchRequestIdFrom([...idPartsOf('booking', booking), booking.canonicalArguments]);
  const key = [...idPartsOf('booking', booking), callId, service.id];
  return dispatchRequestIdFrom(
    booking.additionalVisit ? [...key, booking.date, String(booking.minute)] : key,
  );
}

/** A transaction would have room for more requests, but nobody has that many. */
const MAX_SEVERAL = 10;

/** A booking may be about these requests. */
export interface Related {
  /** Has the booking's key, was made by the call for the job (in any state), or is the lead. */
  readonly known?: DispatchRequest | undefined;
  /** This open request of the number becomes the appointment. */
  readonly lead?: DispatchRequest | undefined;
  /** An earlier call made this appointment for the same service on the same day. */
  readonly standing?: Scheduled | undefined;
  /** Lists the number's open requests if more than one might belong to the booking. */
  readonly several: readonly DispatchRequest[];
}

/**
 * Chooses what a booking is about among the requests of its call and its number, because one caller has one job.
 * @param found holds each request once, as stored last
 * @param record is the customer of the number, if known
 */
export function relatedTo(
  booking: BookingRequest,
  found: readonly DispatchRequest[],
  record: Customer | undefined,
): Related {
  const all = found.filter(({ kind }) => kind !== 'message');
  const carried = all.find((request) => !isReadable(request) && isAbout(booking, request));
  if (carried !== undefined) return { known: carried, several: [] };
  const jobs = all.filter(isReadable);
  const repeated = jobs.find((request) => remembers(request, booking));
  // A repeat of a refused booking is refused again.
  if (repeated !== undefined)
    return { known: repeated.status === 'declined' ? undefined : repeated, several: [] };
  const known = ofCall(booking, jobs, record);
  if (isOpen(known) || booking.additionalVisit) return { known, several: [] };
  const ofNumber = jobs.filter((request) => isOfNumber(booking, request));
  const standing = bestOf(booking, ofNumber.filter(hasActiveAppointment));
  if (standing !== undefined) return { known, standing, several: [] };
  const open = ofNumber.filter((request) => isLead(booking, request));
  const fitting = open.filter((request) => isFitting(booking, request, record));
  const [lead] = fitting;
  if (lead === undefined) return { known, several: [] };
  return open.length === 1
    ? { known: lead, lead, several: [] }
    : { known, several: open.slice(0, MAX_SEVERAL) };
}

/**
 * True if a request that this release can't read may be the one to book: if it has the booking's id, or has a visit
 * of the service that may stand.
 */
function isAbout(booking: BookingRequest, request: DispatchRequest): boolean {
  if (request.dispatchRequestId === bookingId(booking)) return true;
  const isTheirs = isMadeInCall(request, booking) || isOfNumber(booking, request);
  return (
    isTheirs &&
    isCarriedVisit(request, booking.now) &&
    request.serviceTypeId === booking.service.id &&
    !booking.additionalVisit
  );
}

const isOpen = (request: DispatchRequest | undefined): request is DispatchRequest =>
  request !== undefined && !hasEnded(request.status);

/**
 * Returns the request that the call itself made for the job. An emergency without a service becomes the appointment
 * of the next service that is booked.
 */
function ofCall(
  booking: BookingRequest,
  jobs: readonly DispatchRequest[],
  record: Customer | undefined,
): DispatchRequest | undefined {
  const own = withId(jobs, bookingId(booking));
  if (booking.additionalVisit) return own;
  const emergency = withId(jobs, emergencyId(booking, booking.canonicalArguments));
  const inCall = jobs
    .filter((request) => isMadeInCall(request, booking) && request !== own)
    .filter(hasActiveAppointment)
    .filter(({ serviceTypeId }) => serviceTypeId === booking.service.id);
  if (isOpen(own)) {
    const isElsewhere = isAnotherAddress(booking, own, record);
    return (isElsewhere && inCall.find((request) => isAt(booking, request, record))) || own;
  }
  const fits = emergency?.serviceTypeId === undefined || emergency.serviceTypeId === booking.service.id;
  if (isOpen(emergency) && fits) return emergency;
  // A lead that became this call's appointment does not have the call's id.
  return own ?? (inCall.length === 1 ? inCall[0] : undefined);
}

const withId = (requests: readonly DispatchRequest[], id: string): DispatchRequest | undefined =>
  requests.find(({ dispatchRequestId }) => dispatchRequestId === id);

/** True if a request came from a form or a dispatcher, and not from a call. */
export const isToldInWriting = ({ source }: DispatchRequest): boolean =>
  source === 'crm' || source === 'dispatcher';

/** True if a request came from the caller's number, outside this call, for the same customer. */
function isOfNumber(booking: BookingRequest, request: DispatchRequest): boolean {
  const { caller, customer, account } = booking;
  if (caller === undefined || request.accountId !== account.accountId || isMadeInCall(request, booking))
    return false;
  // Anyone can say a number on the phone; leads and dispatchers' numbers are trusted.
  const from = isToldInWriting(request) ? request.customer.phone : request.caller;
  return from === caller && (customer.phone === caller || customer.phone === request.customer.phone);
}

/** Returns the day's appointment for the service; of several, preferably the one at the requested start. */
function bestOf(booking: BookingRequest, active: readonly Scheduled[]): Scheduled | undefined {
  const sameDay = active.filter(
    ({ serviceTypeId, appointment }) =>
      serviceTypeId === booking.service.id && appointment.date === booking.date,
  );
  return sameDay.find(({ appointment }) => isAsRequested(booking, appointment)) ?? sameDay[0];
}

function isLead(booking: BookingRequest, request: DispatchRequest): boolean {
  const { status, updatedAt, customer } = request;
  if (status !== 'requested' && status !== 'on_hold') return false;
  const since = booking.now - booking.account.merge.leadDays * DAY_MS;
  return customer.phone === booking.customer.phone && Date.parse(updatedAt) > since;
}

function isFitting(
  booking: BookingRequest,
  { serviceTypeId, customer }: DispatchRequest,
  record: Customer | undefined,
): boolean {
  if (serviceTypeId !== undefined && serviceTypeId !== booking.service.id) return false;
  const zip = booking.customer.zip ?? siteOf(booking, record)?.zip;
  return zip === undefined || customer.zip === undefined || zip.slice(0, 5) === customer.zip.slice(0, 5);
}

const siteOf = ({ siteId }: BookingRequest, record: Customer | undefined) =>
  siteId === undefined ? undefined : record?.sites.find((site) => site.siteId === siteId);

/** Returns the address that the caller named, directly or as one of the customer's sites. */
export function namedAddress(booking: BookingRequest, record: Customer | undefined): string | undefined {
  return booking.customer.address ?? siteOf(booking, record)?.address;
}

function isAt(booking: BookingRequest, request: DispatchRequest, record: Customer | undefined): boolean {
  const [named, known] = [namedAddress(booking, record), request.customer.address];
  return named !== undefined && known !== undefined && isSameAddress(named, known);
}

/** True if both addresses are known and the caller named another one than the job has. */
export function isAnotherAddress(
  booking: BookingRequest,
  request: DispatchRequest,
  record: Customer | undefined,
): boolean {
  const isKnown = request.customer.address !== undefined && namedAddress(booking, record) !== undefined;
  return isKnown && !isAt(booking, request, record);
}

/** Compares a job's address with the one that the caller named; undefined unless both are known. */
export function placeAgainst(
  booking: BookingRequest,
  request: DispatchRequest,
  record: Customer | undefined,
): 'same' | 'another' | undefined {
  if (isAnotherAddress(booking, request, record)) return 'another';
  return isAt(booking, request, record) ? 'same' : undefined;
}

/** True if an appointment of the caller settles a message. */
export function isAnsweredByBooking(request: DispatchRequest): boolean {
  return isOpenMessage(request) && !officeTopics.includes(request.topic);
}

/** Returns a message that a booking of its number has settled. */
export function answered(
  message: DispatchRequest,
  booked: DispatchRequest,
  by: Pick<InvocationContext, 'integration' | 'callId' | 'now'>,
): DispatchRequest {
  const { integration, callId, now } = by;
  const who = changedByCaller({ integration, callId, now });
  const line = { to: 'completed', kind: 'answered', otherId: booked.dispatchRequestId } as const;
  return { ...message, ...changed(message, who, line), status: 'completed', appointment: undefined };
}

/** Marks leads that might belong to a booking when more than one does. */
const MERGE_FLAG = 'merge';

/** Returns the appointment with the open request from which it was made, unless the call made that request. */
export function withLead(booked: Scheduled, lead: DispatchRequest | undefined): Scheduled {
  return lead === undefined ? booked : { ...booked, merged: withMerged(booked, mergedOf(lead)) };
}

/** Returns the open requests with a flag if any of them might belong to the booking. */
export function flaggedLeads(
  several: readonly DispatchRequest[],
  { integration, callId, now }: BookingRequest,
): readonly { readonly next: DispatchRequest; readonly previous: DispatchRequest }[] {
  const who = changedByCaller({ integration, callId, now });
  return several.flatMap((previous) => {
    const next = flagged(previous, [MERGE_FLAG], who, 'several_open');
    return next === undefined ? [] : [{ next, previous }];
  });
}

/** Returns the last requests of the reported number after the booking; undefined without a number. */
export function recentAfter(
  { dispatchRequestId, serviceTypeId = '' }: Scheduled,
  before: Recent | undefined,
  { account, caller, now }: BookingRequest,
): RecentChange | undefined {
  if (caller === undefined) return undefined;
  const { accountId, merge } = account;
  const keptMs = merge.afterBookingHours * HOUR_MS + DAY_MS;
  const kept = Object.entries(before?.booked ?? {}).filter(([, { at }]) => Date.parse(at) > now - keptMs);
  const entry = { dispatchRequestId, at: new Date(now).toISOString() };
  const booked = { ...Object.fromEntries(kept), [serviceTypeId]: entry };
  const next = { ...before, version: (before?.version ?? 0) + 1, booked };
  return { accountId, phone: caller, next, keptUntil: now + keptMs };
}
