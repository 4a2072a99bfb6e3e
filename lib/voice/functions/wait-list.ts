import type { ServiceType } from '../../accounts/account.ts';
import { areaFlags } from '../../accounts/areas.ts';
import { reviewFlags } from '../../booking/customer-details.ts';
import { mapFields } from '../../map-fields.ts';
import { callBookingId, changedByCaller } from '../../record/calls.ts';
import { mayText } from '../../record/consent.ts';
import { type ContactDetails, placeFields } from '../../record/customers/contact.ts';
import { changedByPhone, isProved, isUpcoming, ownRecent, ownRequest } from '../../record/own-requests.ts';
import { type Customer, changed, type DispatchRequest, remembers } from '../../record/request.ts';
import { isStored, retry } from '../../record/retry.ts';
import { isWaiting, mayWait, setWaiting, waiting } from '../../record/waiting.ts';
import type { LocalDate } from '../../scheduling/calendar.ts';
import type { PartOfDay } from '../../scheduling/time-of-day.ts';
import { understandDays } from '../../understanding/days.ts';
import { nextSteps } from '../../wording/next-steps.ts';
import { askWhich, noAppointment } from '../answers/own-appointment.ts';
import { missing, resolveService, reviewOf, saidDetails } from '../arguments/common-arguments.ts';
import type { WaitListArguments } from '../arguments/function-arguments.ts';
import { invalidDay, todayOf } from '../arguments/requested-days.ts';
import { parts, question } from '../message.ts';
import { serviceSaid } from '../remembered.ts';
import type { WaitListResult } from '../results.ts';
import { speakService, visitName } from '../told.ts';
import type { Answer, CallContext, VoiceDependencies, VoiceFunction } from '../voice-function.ts';

/**
 * Keeps who wants an earlier time than theirs, or whom no time suits. Their visit is put on the waiting list; without
 * one, a request for the service is. A repeat gets the same answer.
 */
export const waitList: VoiceFunction<WaitListArguments, WaitListResult> = async (args, context, deps) => {
  if (context.callId === undefined) return notWaiting('no_call', args, context);
  const days = await readSpan(args, context);
  if ('refusal' in days) return { waiting: false, ...days.refusal };
  const found = await findOwn(args, context, deps);
  if (found.kind === 'refused') return { waiting: false, ...found.refusal };
  const phone = found.kind === 'visit' ? found.request.customer.phone : context.caller;
  if (!(await canBeTold(phone, context, deps))) return notWaiting('needs_consent', args, context);
  const wish = { ...days, parts: args.partOfDay === undefined ? [] : [args.partOfDay] };
  return found.kind === 'visit'
    ? await waitWith(found.request, wish, context, deps)
    : await waitAnew(found.service, wish, args, context, deps);
};

interface Wish {
  readonly from?: LocalDate | undefined;
  readonly to?: LocalDate | undefined;
  readonly parts: readonly PartOfDay[];
}

type Refusal = Extract<WaitListResult, { readonly reason: string }>;
type Without<Result> = Result extends unknown ? Omit<Result, 'waiting'> : never;
type Refused = Without<Refusal>;

/** Reads the first and the last day that suit. */
async function readSpan(
  { from, to }: Pick<WaitListArguments, 'from' | 'to'>,
  context: CallContext,
): Promise<Omit<Wish, 'parts'> | { readonly refusal: Refused }> {
  const today = todayOf(context);
  const [first, last] = await Promise.all(
    [from, to].map((text) => (text === undefined ? undefined : understandDays(text, today))),
  );
  if (first?.kind === 'unclear') return { refusal: invalidDay('from', from ?? '', context) };
  if (last?.kind === 'unclear') return { refusal: invalidDay('to', to ?? '', context) };
  const begin = first?.kind === 'range' ? first.from : first?.date;
  const end = last?.kind === 'range' ? last.to : last?.date;
  if (end !== undefined && end < (begin ?? today.date)) {
    const message = parts(context.words.questions.reversedDays);
    return { refusal: { reason: 'invalid_date', message, nextStep: nextSteps.askAgain } };
  }
  return { from: begin, to: end };
}

type Own =
  | { readonly kind: 'visit'; readonly request: DispatchRequest }
  | { readonly kind: 'service'; readonly service: ServiceType }
  | { readonly kind: 'refused'; readonly refusal: Refused };

/** Finds the visit of the caller that is meant, or else the service for which none is booked. */
async function findOwn(
  { dispatchRequestId: id, serviceType }: WaitListArguments,
  context: CallContext,
  { requests }: VoiceDependencies,
): Promise<Own> {
  if (id !== undefined) {
    const request = await ownRequest(id, context, requests, context.deadline);
    return request !== undefined && mayWait(request) ? { kind: 'visit', request } : noAppointment(context);
  }
  const recent = await ownRecent(context, requests, context.deadline);
  // A late repeat is about the request that it put on the list, whatever has become of it.
  const repeated = recent.find((one) => remembers(one, context));
  if (repeated !== undefined)
    return isWaiting(repeated) ? { kind: 'visit', request: repeated } : noAppointment(context);
  const own = recent.filter((one) => mayWait(one) && isUpcoming(one, context) && isProved(one, context));
  if (serviceType === undefined) {
    const [only, ...others] = own.filter(({ appointment }) => appointment !== undefined);
    if (only !== undefined && others.length === 0) return { kind: 'visit', request: only };
    if (only !== undefined) return { kind: 'refused', refusal: askWhich([only, ...others], context, false) };
  }
  const asked = resolveService(serviceType ?? (await serviceSaid(undefined, context)), context);
  if (asked.kind === 'missing') return { kind: 'refused', refusal: missing(['serviceType'], context.words) };
  if (asked.kind === 'refused') return asked;
  const [visit, ...others] = own.filter(({ serviceTypeId }) => serviceTypeId === asked.service.id);
  if (visit === undefined) return asked;
  return others.length === 0
    ? { kind: 'visit', request: visit }
    : { kind: 'refused', refusal: askWhich([visit, ...others], context, false) };
}

/** True if the number may be texted, or the company texts nobody, so that a person has to tell them. */
async function canBeTold(
  phone: string | undefined,
  { account, decided, deadline }: CallContext,
  { consents }: VoiceDependencies,
): Promise<boolean> {
  if (account.notify?.senders?.sms === undefined) return true;
  await decided;
  return phone !== undefined && mayText(await consents.get(account.accountId, phone, deadline));
}

async function waitWith(
  found: DispatchRequest,
  wish: Wish,
  context: CallContext,
  deps: VoiceDependencies,
): Promise<Answer<WaitListResult>> {
  const result = await setWaiting(found, wish, changedByPhone(found, context), deps, context.deadline);
  const { kind, request } = result;
  if (kind === 'gone' || kind === 'cannot_wait') return { waiting: false, ...noAppointment(context).refusal };
  return waits(
    request,
    kind === 'changed' ? 'updated' : 'duplicate',
    visitName(request, context.words),
    context,
  );
}

/** Stores a request for a service, which waits for any time. A booking of the call becomes this request's. */
async function waitAnew(
  service: ServiceType,
  wish: Wish,
  args: WaitListArguments,
  context: CallContext,
  deps: VoiceDependencies,
): Promise<Answer<WaitListResult>> {
  const { account, caller, deadline, words } = context;
  const id = callBookingId(context, service.id) ?? '';
  const record =
    caller === undefined ? undefined : await deps.customers.get(account.accountId, caller, deadline);
  const stored = await retry<DispatchRequest, VoiceDependencies>(
    async (_, { requests }) => {
      const known = await requests.get(id, deadline);
      if (known !== undefined && mayWait(known)) return known;
      const next = opened(id, service, wish, { args, record, known }, context);
      return (await isStored({ next, previous: known }, requests, deadline)) ? next : undefined;
    },
    deps,
    deadline,
  );
  return waits(stored, 'updated', speakService(service, words), context);
}

interface Told {
  readonly args: WaitListArguments;
  readonly record: Customer | undefined;
  /** An earlier request of the call that has ended. */
  readonly known: DispatchRequest | undefined;
}

function opened(
  dispatchRequestId: string,
  service: ServiceType,
  wish: Wish,
  { args, record, known }: Told,
  context: CallContext,
): DispatchRequest {
  const { account, integration, callId, caller } = context;
  const who = changedByCaller(context);
  const customer = customerOf(saidDetails(args), record, caller);
  const flags = [...reviewOf(args, context), ...areaFlags(account, service.id, customer.zip)];
  const request: DispatchRequest = {
    ...changed(known, { ...who, invocation: undefined }, { to: 'requested', kind: 'details' }),
    ...{ dispatchRequestId, accountId: account.accountId, status: 'requested', urgency: 'routine' },
    ...{ source: integration, callId, caller, customer },
    needsReview: reviewFlags([], flags, customer),
    ...{ serviceTypeId: service.id, serviceType: service.name },
  };
  const next = waiting(request, wish, who);
  // A new request for a service can always wait. It is stored in one write, as one version.
  return typeof next === 'string' ? request : { ...next, version: request.version };
}

/** Returns what is said of the customer, completed by the record of their number: by its only place, or its only name. */
function customerOf(
  said: ContactDetails,
  record: Customer | undefined,
  phone: string | undefined,
): DispatchRequest['customer'] {
  const [site, ...others] = record?.sites ?? [];
  const place =
    said.address === undefined && site !== undefined && others.length === 0
      ? mapFields(placeFields, (field) => site[field])
      : {};
  const name = record !== undefined && record.people.length <= 1 ? record.name : undefined;
  return { ...place, ...said, name: said.name ?? name, phone };
}

function waits(
  request: DispatchRequest,
  effect: 'updated' | 'duplicate',
  service: string,
  { words, account }: CallContext,
): Answer<WaitListResult> {
  const { waitlist, appointments } = words;
  const { dispatchRequestId } = request;
  const says = account.notify?.senders?.sms === undefined ? waitlist.waits : waitlist.waitsForText;
  const message = parts(says(service), appointments.anythingElse);
  return { result: { waiting: true, dispatchRequestId, message }, effect, request };
}

function notWaiting(
  reason: 'no_call' | 'needs_consent',
  { textConsent }: WaitListArguments,
  { words, caller }: CallContext,
): WaitListResult {
  const { waitlist } = words;
  if (reason === 'no_call') return { waiting: false, reason, message: parts(waitlist.notNow) };
  if (textConsent === false || caller === undefined)
    return { waiting: false, reason, message: parts(waitlist.onlyByText) };
  const message = [question(waitlist.mayWeText)];
  return { waiting: false, reason, message, nextStep: nextSteps.askForTexts };
}
