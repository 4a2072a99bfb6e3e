import * as v from 'valibot';
import { streetOf } from '../../dispatch/customers/street.ts';
import type { DispatchRequest, Scheduled } from '../../dispatch/requests/request.ts';
import { timeFacts, toldTime } from '../appointments/arrival.ts';
import { text } from '../arguments.ts';
import { type KnownCaller, readKnownCaller, speakUpcoming } from '../caller/known-caller.ts';
import { saidPhone } from '../caller/said-phone.ts';
import { listedSites } from '../caller/sites.ts';
import { people } from '../phrases/en/people.ts';
import type { LookupCustomerResult } from '../results/customers.ts';
import { say } from '../speech.ts';
import type { CallContext, VoiceFunction } from '../voice-function.ts';

/**
 * The model is not asked for a number, because only the reported one counts. If it sends one, it may be another
 * person's.
 */
export const lookupCustomerArguments = v.object({
  customerPhone: text({
    alsoKnownAs: ['phone', 'phoneNumber', 'phone_number'],
    offered: false,
  }),
});

/** Looks up who is calling, only for the reported number: anyone can say any number. */
export const lookupCustomer: VoiceFunction<typeof lookupCustomerArguments, LookupCustomerResult> = async (
  { customerPhone: said },
  context,
  { customers, requests },
) => {
  const phone = saidPhone(said, context);
  if (phone.kind !== 'phone' || !phone.isProved) {
    const message = say(people.onlyOwnNumber, people.canTakeDetails);
    return { found: false, reason: 'number_not_verified', message };
  }
  const known = await readKnownCaller(
    { ...context, caller: phone.phone },
    { customers, requests },
    context.deadline,
  );
  return known === undefined
    ? { found: false, message: say(people.unknown, people.yourName) }
    : answer(known, context);
};

function answer(known: KnownCaller, context: CallContext): LookupCustomerResult {
  const { customer, name, firstName, upcoming, waiting } = known;
  const sites = customer?.sites ?? [];
  return {
    found: true,
    customer: {
      ...(customer === undefined ? {} : { customerId: customer.customerId }),
      ...(firstName === undefined ? {} : { firstName }),
      ...(name === undefined ? {} : { name }),
      addressOnFile: sites.length > 0,
      sites: listedSites(sites),
    },
    upcoming: upcoming.map(listed),
    openRequests: waiting.map(({ dispatchRequestId, status, serviceType = '' }) => {
      return { dispatchRequestId, status, service: serviceType };
    }),
    message: say(people.found(firstName), speakUpcoming(known, context) ?? speakWaiting(waiting)),
  };
}

function listed({ dispatchRequestId, appointment, status, customer, serviceType = '' }: Scheduled) {
  const { date, technician } = appointment;
  const { time } = timeFacts(toldTime(appointment));
  const street = customer.address === undefined ? undefined : streetOf(customer.address);
  const at = street === undefined ? {} : { street };
  return { dispatchRequestId, date, time, service: serviceType, serviceType, technician, status, ...at };
}

/** Names only a known service: the caller's own words ("I smell gas") don't fit into a sentence. */
function speakWaiting([first]: readonly DispatchRequest[]): string {
  if (first === undefined) return people.nothingUpcoming;
  if (first.kind === 'message') return people.messageLeft;
  return people.waiting(first.serviceTypeId === undefined ? undefined : first.serviceType);
}
