import type { DispatchRequest } from '../../record/request.ts';
import type { Words } from '../../wording/index.ts';
import { nextSteps } from '../../wording/next-steps.ts';
import {
  type KnownCaller,
  readConsent,
  readKnownCaller,
  speakUpcoming,
  type Upcoming,
} from '../answers/known-caller.ts';
import { listedSites, saidPhone } from '../arguments/common-arguments.ts';
import type { LookupCustomerArguments } from '../arguments/function-arguments.ts';
import { parts } from '../message.ts';
import type { LookupCustomerResult } from '../results.ts';
import { heard, heardService, spokenService, timeFacts, toldTime } from '../told.ts';
import type { CallContext, VoiceFunction } from '../voice-function.ts';

/** These limits keep an answer within 15,000 characters. */
const MAX_OPEN = 5;
const MAX_UPCOMING = 20;

/** Looks up who is calling, only for the reported number: anyone can say any number. */
export const lookupCustomer: VoiceFunction<LookupCustomerArguments, LookupCustomerResult> = async (
  { customerPhone: said },
  context,
  { customers, requests, consents },
) => {
  const { people } = context.words;
  const phone = saidPhone(said, context);
  if (phone.kind !== 'phone' || !phone.isProved) {
    const found = false;
    const reason = 'number_not_verified';
    if (context.caller !== undefined)
      return { found, reason, message: parts(people.onlyOwnNumber, people.canTakeDetails) };
    // Nobody asked for a look-up, but nobody could be called back.
    const { callbacks } = context.words;
    const missing = ['customerPhone'];
    return { found, reason, message: parts(callbacks.askNumber), missing, nextStep: nextSteps.passNumber };
  }
  const [known, consent] = await Promise.all([
    readKnownCaller({ ...context, caller: phone.phone }, { customers, requests }, context.deadline),
    readConsent(context.account, phone.phone, { consents }, context.deadline),
  ]);
  const found =
    known === undefined
      ? { found: false, message: parts(people.unknown, people.yourName) }
      : answer(known, context);
  return consent === '' ? found : { ...found, texts: consent };
};

function answer(known: KnownCaller, context: CallContext): LookupCustomerResult {
  const { people } = context.words;
  const { customer, name, firstName, people: household, upcoming, waiting } = known;
  const sites = customer?.sites ?? [];
  return {
    found: true,
    customer: {
      ...(customer === undefined ? {} : { customerId: customer.customerId }),
      ...(firstName === undefined ? {} : { firstName }),
      ...(name === undefined ? {} : { name }),
      ...(household.length === 0 ? {} : { people: household }),
      addressOnFile: sites.length > 0,
      sites: listedSites(sites),
    },
    upcoming: upcoming.slice(0, MAX_UPCOMING).map(listed),
    openRequests: waiting.slice(0, MAX_OPEN).map(waitingOf),
    message: parts(
      people.found(firstName),
      speakUpcoming(known, context) ?? speakWaiting(waiting, context.words),
    ),
  };
}

function listed(request: Upcoming) {
  const { dispatchRequestId, appointment, status, customer } = request;
  const { date, technician } = appointment;
  const { time } = timeFacts(toldTime(appointment));
  const street = heard('street', customer.address);
  const service = heardService(request) ?? '';
  const at = street === undefined ? {} : { street };
  return { dispatchRequestId, date, time, service, serviceType: service, technician, status, ...at };
}

function waitingOf(request: DispatchRequest) {
  const { dispatchRequestId, status } = request;
  const service = heardService(request);
  return { dispatchRequestId, status, ...(service === undefined ? {} : { service }) };
}

function speakWaiting([first]: readonly DispatchRequest[], words: Words): string {
  const { people } = words;
  if (first === undefined) return people.nothingUpcoming;
  if (first.kind === 'message') return people.messageLeft;
  return people.waiting(spokenService(first, words));
}
