import type { Account } from '../../accounts/account.ts';
import { tellerOf } from '../../record/customers/contact.ts';
import { peopleOf } from '../../record/customers/people.ts';
import { isCarriedVisit } from '../../record/lifecycle.ts';
import { REMEMBERED_MS } from '../../record/memory.ts';
import { type Caller, isOwn, isProved } from '../../record/own-requests.ts';
import type { ConsentStore, CustomerStore, Deadline, RequestStore } from '../../record/ports.ts';
import {
  type Customer,
  type DispatchRequest,
  hasActiveAppointment,
  hasEnded,
  latestOf,
  type Scheduled,
} from '../../record/request.ts';
import { heard, speakAppointment, spokenService, type When } from '../told.ts';

/** This is stored under the number that a platform reports. */
export interface KnownCaller {
  readonly customer: Customer | undefined;
  /** The speakable form of a stored name. */
  readonly name?: string;
  /** Set only if it is certain which word is the first name. */
  readonly firstName?: string;
  /** Names the people who use the number if there are several; then nobody knows who calls. */
  readonly people: readonly string[];
  /** Upcoming appointments, the next one first. */
  readonly upcoming: readonly Upcoming[];
  /** Visits that were canceled lately, the last one first. */
  readonly canceled: readonly Upcoming[];
  /** Open requests and messages without an appointment, the newest first. */
  readonly waiting: readonly DispatchRequest[];
}

/** The status of the request may be one that only a newer release knows. */
export type Upcoming = DispatchRequest & Required<Pick<Scheduled, 'appointment'>>;

export type ReportedCaller = Caller & { readonly caller: string };

export interface KnownCallerReaders {
  readonly customers: Pick<CustomerStore, 'get'>;
  readonly requests: Pick<RequestStore, 'ofNumber'>;
}

/**
 * Reads the record and the requests of a number, all at once. A lead makes its caller known before the first
 * appointment, so either may be missing.
 * @returns undefined if nothing is stored for the number
 * @throws {StorageUnavailable} if anything can't be read
 */
export async function readKnownCaller(
  who: ReportedCaller,
  { customers, requests }: KnownCallerReaders,
  deadline: Deadline,
): Promise<KnownCaller | undefined> {
  const { account, caller, now } = who;
  const [customer, found] = await Promise.all([
    customers.get(account.accountId, caller, deadline),
    requests.ofNumber(account.accountId, caller, new Date(now).toISOString(), deadline),
  ]);
  const own = latestOf(found).filter((request) => isOwn(request, who) && isProved(request, who));
  const open = own.filter(({ status }) => !hasEnded(status));
  if (customer === undefined && open.length === 0) return undefined;
  return {
    customer,
    ...namesIn(customer, open.find((request) => isFor(request, caller))?.customer.name),
    upcoming: open
      .filter(isUpcomingVisit)
      .sort((a, b) => (a.appointment.startsAt < b.appointment.startsAt ? -1 : 1)),
    canceled: own
      .filter((request) => isCanceledLately(request, now))
      .sort((a, b) => (a.updatedAt > b.updatedAt ? -1 : 1)),
    waiting: open
      .filter((request) => !isUpcomingVisit(request))
      .sort((a, b) => (a.createdAt > b.createdAt ? -1 : 1)),
  };
}

const isUpcomingVisit = (request: DispatchRequest): request is Upcoming =>
  hasActiveAppointment(request) || isCarriedVisit(request);

const isCanceledLately = (request: DispatchRequest, now: number): request is Upcoming =>
  request.status === 'canceled' &&
  request.appointment !== undefined &&
  now - Date.parse(request.updatedAt) < REMEMBERED_MS;

/**
 * True if a request has the caller's name. A visit that the caller arranged for someone else has the other person's
 * name and number, and anyone can say any name for their number.
 */
const isFor = (request: DispatchRequest, caller: string): boolean =>
  request.customer.name !== undefined &&
  request.customer.phone === caller &&
  tellerOf(request, 'name') !== 'unproved';

function namesIn(
  customer: Customer | undefined,
  other: string | undefined,
): Pick<KnownCaller, 'name' | 'firstName' | 'people'> {
  const known = peopleOf(customer ?? {});
  if (known.length < 2) return { ...named(customer?.name ?? other), people: [] };
  const spoken = known.map(({ name }) => heard('firstName', name) ?? heard('name', name));
  return { people: spoken.filter((name) => name !== undefined) };
}

function named(stored: string | undefined): Pick<KnownCaller, 'name' | 'firstName'> {
  const name = heard('name', stored);
  const firstName = heard('firstName', stored);
  return { ...(firstName === undefined ? {} : { firstName }), ...(name === undefined ? {} : { name }) };
}

/** Whether to ask a caller if the company may text them; empty if it texts nobody. */
export type AskConsent = 'ask' | 'yes' | 'no' | '';

/** Reads whether a number (E.164) wants texts. A caller isn't asked if that can't be read. */
export async function readConsent(
  { accountId, notify }: Account,
  caller: string,
  { consents }: { readonly consents: Pick<ConsentStore, 'get'> },
  deadline: Deadline,
): Promise<AskConsent> {
  if (notify?.customer === undefined || notify.senders?.sms === undefined) return '';
  try {
    const consent = await consents.get(accountId, caller, deadline);
    if (consent === undefined) return 'ask';
    return consent.sms ? 'yes' : 'no';
  } catch {
    return '';
  }
}

export function speakUpcoming({ upcoming }: Pick<KnownCaller, 'upcoming'>, when: When): string | undefined {
  const { people } = when.words;
  const [next] = upcoming;
  if (next === undefined) return undefined;
  const { appointment } = next;
  const { technician } = appointment;
  return people.next(
    spokenService(next, when.words) ?? people.aVisit,
    speakAppointment(appointment, when),
    technician,
    upcoming.length - 1,
  );
}
