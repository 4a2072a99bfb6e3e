import * as v from 'valibot';
import { streetOf } from '../../dispatch/customers/street.ts';
import { isOwn } from '../../dispatch/requests/own-requests.ts';
import {
  type Customer,
  type DispatchRequest,
  hasActiveAppointment,
  hasEnded,
  type Scheduled,
} from '../../dispatch/requests/request.ts';
import { formatClockTime } from '../../scheduling/clock-time.ts';
import { speakAppointment } from '../appointments/booking-answers.ts';
import { text } from '../arguments.ts';
import { saidPhone } from '../caller/said-phone.ts';
import { listedSites } from '../caller/sites.ts';
import { people } from '../phrases/en/people.ts';
import type { LookupCustomerResult } from '../results/customers.ts';
import { say } from '../speech.ts';
import { speakableName, understandName } from '../understanding/names.ts';
import type { CallContext, VoiceFunction } from '../voice-function.ts';

/** The model is not asked for a number: only the caller's own counts. One that it sends all the same may be another's. */
export const lookupCustomerArguments = v.object({
  customerPhone: text('A number that the caller asks about.', {
    alsoKnownAs: ['phone', 'phoneNumber', 'phone_number'],
    offered: false,
  }),
});

/** Who is calling: only for the number that the platform reports, since anyone can say any number. */
export const lookupCustomer: VoiceFunction<typeof lookupCustomerArguments, LookupCustomerResult> = async (
  { customerPhone: said },
  context,
  { customers, requests },
) => {
  const { account, deadline } = context;
  const phone = saidPhone(said, context);
  if (phone.kind !== 'phone' || !phone.isProved) {
    const message = say(people.onlyOwnNumber, people.canTakeDetails);
    return { found: false, reason: 'number_not_verified', message };
  }
  const from = new Date(context.now).toISOString();
  const [customer, found] = await Promise.all([
    customers.get(account.accountId, phone.phone, deadline),
    requests.ofNumber(account.accountId, phone.phone, from, deadline),
  ]);
  const open = found.filter((request) => isOwn(request, context) && !hasEnded(request.status));
  return customer === undefined && open.length === 0
    ? { found: false, message: say(people.unknown, people.yourName) }
    : known(customer, open, context);
};

/** A record, requests of that number, or both: whoever has left a lead is known before their first appointment. */
function known(
  customer: Customer | undefined,
  open: readonly DispatchRequest[],
  context: CallContext,
): LookupCustomerResult {
  const upcoming = open
    .filter(hasActiveAppointment)
    .sort((a, b) => (a.appointment.startsAt < b.appointment.startsAt ? -1 : 1));
  const waiting = open.filter((request) => !hasActiveAppointment(request));
  const person = greeted(customer?.name ?? open.find(({ customer }) => customer.name)?.customer.name);
  const sites = customer?.sites ?? [];
  return {
    found: true,
    customer: {
      ...(customer === undefined ? {} : { customerId: customer.customerId }),
      ...person,
      addressOnFile: sites.length > 0,
      sites: listedSites(sites),
    },
    upcoming: upcoming.map(listed),
    openRequests: waiting.map(({ dispatchRequestId, status, serviceType = '' }) => {
      return { dispatchRequestId, status, service: serviceType };
    }),
    message: say(people.found(person.firstName), speakUpcoming(upcoming, context) ?? speakWaiting(waiting)),
  };
}

/** A stored name as it may be said; a first name only where it is certain which word it is. */
function greeted(stored: string | undefined): { readonly firstName?: string; readonly name?: string } {
  const name = stored === undefined ? undefined : speakableName(stored);
  const firstName = name === undefined ? undefined : understandName(name)?.firstName;
  return { ...(firstName === undefined ? {} : { firstName }), ...(name === undefined ? {} : { name }) };
}

function listed({ dispatchRequestId, appointment, status, customer, serviceType = '' }: Scheduled) {
  const { date, minute, technician } = appointment;
  const time = formatClockTime(minute);
  const street = customer.address === undefined ? undefined : streetOf(customer.address);
  const at = street === undefined ? {} : { street };
  return { dispatchRequestId, date, time, service: serviceType, serviceType, technician, status, ...at };
}

function speakUpcoming(upcoming: readonly Scheduled[], context: CallContext): string | undefined {
  const [next] = upcoming;
  if (next === undefined) return undefined;
  const { appointment, serviceType = people.aVisit } = next;
  const when = speakAppointment(appointment, context);
  return people.next(serviceType, when, appointment.technician, upcoming.length - 1);
}

function speakWaiting([first]: readonly DispatchRequest[]): string {
  if (first === undefined) return people.nothingUpcoming;
  return first.kind === 'message' ? people.messageLeft : people.waiting(first.serviceType);
}
