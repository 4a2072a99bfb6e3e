import type { ServiceType } from '../../accounts/account.ts';
import { type Transfer, transferOf } from '../../accounts/on-call.ts';
import type { BookingRequest } from '../../booking/booking-request.ts';
import { requestedTechnician } from '../../booking/requested-start.ts';
import { reportEmergency } from '../../intake/emergencies/report-emergency.ts';
import { noteRefusedChange, type RefusedChange, takeMessage } from '../../intake/messages.ts';
import { type DueRequest, isDue } from '../../record/attention.ts';
import { functionCallOf, isSameCall } from '../../record/calls.ts';
import { ifAvailable } from '../../record/faults.ts';
import type { HistoryFacts } from '../../record/history.ts';
import { canonicalText } from '../../record/ids.ts';
import { isCarriedVisit } from '../../record/lifecycle.ts';
import { languageNote, saidNote, serviceNote } from '../../record/notes.ts';
import { changedByPhone } from '../../record/own-requests.ts';
import {
  type Appointment,
  activeAppointment,
  type DispatchRequest,
  remembers,
} from '../../record/request.ts';
import type { Slot } from '../../scheduling/engine.ts';
import { addDays, boundaryOf, daysBetween, MINUTE_MS, momentOf, wallClockOf } from '../../scheduling/time.ts';
import { wallMinute } from '../../scheduling/time-of-day.ts';
import { fits } from '../../scheduling/wish.ts';
import { understandDays } from '../../understanding/days.ts';
import type { Words } from '../../wording/index.ts';
import { nextSteps } from '../../wording/next-steps.ts';
import { echo } from '../../wording/speech.ts';
import { confirmed } from '../answers/booking-answers.ts';
import { offerOf, searchOpenings } from '../answers/openings.ts';
import { noAppointment } from '../answers/own-appointment.ts';
import { type Arguments, readArguments } from '../arguments/arguments.ts';
import {
  callerNote,
  resolveService,
  reviewOf,
  saidDetails,
  saidPhone,
} from '../arguments/common-arguments.ts';
import { type BookJobArguments, bookJobArguments } from '../arguments/function-arguments.ts';
import { readDays, todayOf } from '../arguments/requested-days.ts';
import { isUnderstood, readTime, requestedTimes } from '../arguments/requested-times.ts';
import { feePart, parts, partsWith, person, question } from '../message.ts';
import { completed } from '../remembered.ts';
import type { BookJobResult, NeedsPerson, NoAppointment } from '../results.ts';
import { speakAppointment, speakDayOf, speakTold, type When } from '../told.ts';
import {
  type Answer,
  type CallContext,
  dangerInvocation,
  type ResultWithEffect,
  type VoiceDependencies,
} from '../voice-function.ts';

/** An emergency, and what the caller should be asked about it. */
export interface Reported {
  readonly request: DispatchRequest;
  /** False if an earlier answer of the call told the caller what to do. */
  readonly isFirst: boolean;
  /** These arguments are needed to help the caller: address, number and name. */
  readonly missing: readonly string[];
}

/** Stores an emergency, and reads beside it what the caller's record knows of what is missing. */
async function reported(
  stored: Promise<DispatchRequest>,
  context: CallContext,
  { customers }: VoiceDependencies,
): Promise<Reported> {
  const { account, caller, deadline } = context;
  const reading =
    caller === undefined ? undefined : ifAvailable(customers.get(account.accountId, caller, deadline));
  const [request, known] = await Promise.all([stored, reading]);
  const { phone, name, firstName, address } = request.customer;
  const record = phone === caller ? known : undefined;
  const isFirst = isFirstAnswer(request, context);
  const missing = [
    ...(address === undefined && !record?.sites.length ? ['address'] : []),
    ...(phone === undefined ? ['customerPhone'] : []),
    ...(name === undefined && firstName === undefined && record?.name === undefined ? ['customerName'] : []),
  ];
  // Later answers ask only for the number, without which nobody can be called back.
  return { request, isFirst, missing: isFirst ? missing : missing.filter((one) => one === 'customerPhone') };
}

const isFirstAnswer = ({ warnedBy }: DispatchRequest, context: CallContext): boolean =>
  warnedBy === functionCallOf(context) || !isSameCall(warnedBy, functionCallOf(context));

/** Stores an emergency and answers it. Who and where the caller is, is asked before they are connected. */
export async function takeEmergency(
  args: BookJobArguments,
  context: CallContext,
  deps: VoiceDependencies,
): Promise<ResultWithEffect<BookJobResult>> {
  const { request, missing } = await reported(storeEmergency(args, context, deps), context, deps);
  const transfer = transferFor(context, { isEmergency: true, service: serviceOf(request, context) });
  if (activeAppointment(request)?.onCall)
    return { result: emergencyBooked(request, transfer, missing, context), request };
  const { callbacks } = context.words;
  const stands = speakStanding(request, context);
  const isConnected = transfer.phone !== null;
  const due = !isConnected && request.customer.phone !== undefined && isDue(request) ? request : undefined;
  const slot = isConnected || stands !== undefined ? undefined : await firstVisit(request, context, deps);
  const isAsking = missing.length > 0;
  const ask = isAsking ? person(asking(transfer, missing, context.words)) : undefined;
  const next = due && person(speakCallback(due, context));
  const connect =
    isConnected && !isAsking ? person(connecting(transfer, context.words, callbacks.connecting)) : undefined;
  const visit = slot && callbacks.firstVisit(speakSlot(slot, context));
  return {
    request,
    result: {
      confirmed: false,
      reason: 'needs_human',
      dispatchRequestId: request.dispatchRequestId,
      ...transferFacts(transfer),
      ...(due === undefined ? {} : { dueAt: due.dueAt }),
      ...(isAsking ? { missing } : {}),
      ...(slot === undefined ? {} : { offered: [offerOf(slot)] }),
      message: parts(isConnected ? undefined : callbacks.personDecides, next, visit, ask, connect, stands),
      ...(isAsking || slot !== undefined
        ? { nextStep: nextSteps.afterEmergency(missing, isConnected, slot !== undefined) }
        : {}),
    },
  };
}

/** Answers an emergency that is booked with someone on call: the caller is put through as well, or called back. */
function emergencyBooked(
  request: DispatchRequest,
  transfer: Transfer,
  missing: readonly string[],
  context: CallContext,
): BookJobResult {
  const { words } = context;
  const { message: _, ...facts } = confirmed({ request }, context);
  const { appointment } = request;
  const isConnected = transfer.phone !== null;
  const due = !isConnected && isDue(request) ? request : undefined;
  const isAsking = missing.length > 0;
  const connect = isConnected ? connecting(transfer, words) : due && speakCallback(due, context);
  const next = isAsking && isConnected ? beforeConnecting(transfer, missing, words) : connect;
  return {
    ...facts,
    ...transferFacts(transfer),
    ...(due === undefined ? {} : { dueAt: due.dueAt }),
    ...(isAsking ? { missing, nextStep: nextSteps.afterEmergency(missing, isConnected, false) } : {}),
    message: partsWith(
      person(next),
      [[appointment && speakComing(appointment, context), feePart(request.fee, words)]],
      isAsking && !isConnected ? question(asking(transfer, missing, words)) : undefined,
    ),
  };
}

/** Says who comes to an emergency: `Ana will come at 5 PM today.` */
export function speakComing(
  { technician, date, minute }: Appointment,
  { account, now, words }: When,
): string {
  return words.callbacks.comes(technician, minute, date, momentOf(account, now).today);
}

/** Finds the first free visit for an emergency that nobody can take now. */
async function firstVisit(
  request: DispatchRequest,
  context: CallContext,
  deps: VoiceDependencies,
): Promise<Slot | undefined> {
  const service = serviceOf(request, context);
  if (service === undefined) return undefined;
  const said = await readDays({}, context);
  if (said.kind !== 'days') return undefined;
  const technician = requestedTechnician({ account: context.account, service });
  const query = { service, days: said.days, technician, zip: request.customer.zip };
  const found = await ifAvailable(searchOpenings(query, context, deps));
  return found === undefined || 'unreached' in found ? undefined : found.days[0]?.slots[0];
}

const speakSlot = (slot: Slot, when: When): string =>
  when.words.appointments.at(speakDayOf(slot.date, when), speakTold(slot, when.words));

/** Hands over a booking that only a person can make. If nobody can be dialed, the booking becomes a message. */
export async function escalatedBooking(
  standing: DispatchRequest | undefined,
  booking: BookingRequest,
  context: CallContext,
  deps: VoiceDependencies,
): Promise<Answer<BookJobResult>> {
  const { callbacks } = context.words;
  const transfer = transferFor(context, booking);
  const answer = {
    confirmed: false,
    reason: 'needs_human',
    ...(standing === undefined ? {} : { dispatchRequestId: standing.dispatchRequestId }),
    ...transferFacts(transfer),
  } as const;
  const stands = speakStanding(standing, context);
  const { personDecides } = callbacks;
  if (transfer.phone !== null)
    return {
      ...answer,
      message: parts(
        personDecides,
        person(connecting(transfer, context.words, callbacks.connecting)),
        stands,
      ),
    };
  const about = { kind: 'asked_booking', text: booking.service.name, date: booking.date } as const;
  const entry = await takeMessage({ ...booking, about, topic: 'job' }, deps, context.deadline);
  const { dueAt } = entry;
  const message = parts(personDecides, person(speakCallback(entry, context)), stands);
  return { result: { ...answer, dueAt, message }, request: entry };
}

/**
 * Hands over a move or a cancellation that only a person may make. The wish is stored on the request before the
 * answer promises a call.
 */
export async function refusedChange(
  change: Pick<RefusedChange, 'request' | 'flag' | 'asked'>,
  context: CallContext,
  deps: VoiceDependencies,
): Promise<NeedsPerson | NoAppointment> {
  const { callbacks } = context.words;
  const { account, deadline } = context;
  const { request, asked } = change;
  const entry = isCarriedVisit(request)
    ? await leftToOffice(request, asked, context, deps)
    : await noteRefusedChange({ ...change, account, who: changedByPhone(request, context) }, deps, deadline);
  if (entry === undefined) return noAppointment(context).refusal;
  const isEmergency = entry.urgency === 'emergency';
  const transfer = transferFor(context, { isEmergency, service: serviceOf(entry, context) });
  const { dispatchRequestId, dueAt } = entry;
  const next = transfer.phone === null ? callbacks.theyWillCall(entry) : connecting(transfer, context.words);
  const standing = speakStanding(isCarriedVisit(request) ? request : entry, context);
  const message = parts(callbacks.told, person(next), standing);
  return { reason: 'needs_human', dispatchRequestId, ...transferFacts(transfer), dueAt, message };
}

/** Leaves a message about a visit on which nothing can be stored. */
function leftToOffice(
  { dispatchRequestId: regarding, customer }: DispatchRequest,
  asked: HistoryFacts,
  context: CallContext,
  deps: VoiceDependencies,
): Promise<DueRequest> {
  const about = { kind: 'asked_of_visit', asked } as const;
  const message = { ...context, customer, review: [], about, topic: 'job', regarding } as const;
  return takeMessage({ ...message, canonicalArguments: canonicalText(about) }, deps, context.deadline);
}

function speakStanding(standing: DispatchRequest | undefined, context: CallContext): string | undefined {
  const { appointments } = context.words;
  const isVisit = standing !== undefined && isCarriedVisit(standing);
  const appointment = isVisit ? standing.appointment : activeAppointment(standing);
  return appointment && appointments.stays(speakAppointment(appointment, context));
}

interface About {
  /** A reported danger is always an emergency. */
  readonly isEmergency?: boolean;
  /** True if the matter can wait for the office. */
  readonly isForOffice?: boolean;
  readonly service?: ServiceType | undefined;
}

export function transferFor(
  { account, now, danger }: Pick<CallContext, 'account' | 'now' | 'danger'>,
  { isEmergency = false, isForOffice, service }: About = {},
): Transfer {
  return transferOf(account, { now, isEmergency: isEmergency || danger !== undefined, isForOffice, service });
}

/**
 * Decides where to transfer a call whose caller asks for a person. An open emergency of this call or number takes
 * precedence, and so does a danger that this call reported.
 * @param readEmergency called only if somebody may be on call
 */
export async function transferOfCall(
  context: Omit<CallContext, 'invocation' | 'remembered'>,
  readEmergency: () => Promise<DispatchRequest | undefined>,
  isForOffice = false,
): Promise<Transfer> {
  const { onCall = [] } = context.account;
  if (onCall.length === 0) return transferFor(context);
  const emergency = await readEmergency();
  const isEmergency = emergency !== undefined;
  return transferFor(context, { isEmergency, isForOffice, service: serviceOf(emergency, context) });
}

/** Returns the service of a request, if the account has it. */
export function serviceOf(
  request: Pick<DispatchRequest, 'serviceTypeId'> | undefined,
  { account }: Pick<CallContext, 'account'>,
): ServiceType | undefined {
  return account.serviceTypes.find(({ id }) => id === request?.serviceTypeId);
}

/** Returns the number to dial and the name of the person on call, for an answer. */
export const transferFacts = ({ phone, person }: Transfer) => ({
  transferTo: phone,
  ...(person === undefined ? {} : { onCall: echo(person.name) }),
});

/**
 * Returns the sentence before a transfer, which names the person on call. If no person is known, returns `otherwise`.
 */
export function connecting(
  { person }: Transfer,
  { callbacks }: Words,
  otherwise = callbacks.connectingPerson,
): string {
  return person === undefined ? otherwise : callbacks.connectingTo(speakPerson(person, callbacks));
}

/** Asks for the first of what is missing; if somebody can be dialed, before the caller is connected. */
const asking = (transfer: Transfer, [first = '']: readonly string[], words: Words): string =>
  transfer.phone === null
    ? (words.needed.get(first)?.question ?? words.stillNeeded([first]))
    : beforeConnecting(transfer, [first], words);

/** Callers in danger are asked for one thing at a time. */
export const beforeConnecting = (
  { person }: Transfer,
  [first = '']: readonly string[],
  words: Words,
): string =>
  words.callbacks.beforeConnecting(
    person && speakPerson(person, words.callbacks),
    words.needed.get(first)?.thing ?? first,
  );

function speakPerson(
  { name, role, technician }: NonNullable<Transfer['person']>,
  callbacks: Words['callbacks'],
): string {
  if (role === 'manager') return callbacks.managerOnCall(echo(name));
  return technician === undefined
    ? callbacks.someoneOnCall(echo(name))
    : callbacks.technicianOnCall(echo(name));
}

const DAY_MINUTES = 24 * 60;
/** A call back is not promised further ahead than this. */
const LATEST_DAYS = 30;
const QUARTER = 15;

/** Promises a call back by the stored time, rounded up to a quarter of an hour. */
export function speakCallback(entry: DueRequest, { account, now, words }: When): string {
  const { callbacks } = words;
  const quarter = Math.ceil(Date.parse(entry.dueAt) / MINUTE_MS / QUARTER) * QUARTER;
  const { date, minute } = wallClockOf(account.timezone, quarter);
  const { today } = momentOf(account, now);
  const by = callbacks.by(minute, date, today);
  if (entry.dueFrom === undefined) return callbacks.willCall(entry, by);
  const from = wallClockOf(account.timezone, Math.floor(Date.parse(entry.dueFrom) / MINUTE_MS));
  // A wish for a time at which nobody calls is met when the office opens.
  const isSpan = from.date === date && minute - from.minute <= account.callback.withinMinutes + QUARTER;
  return isSpan ? callbacks.willCallBetween(entry, from.minute, by) : callbacks.willCall(entry, by);
}

/** What the caller said about when to call, as a date, a time of day (HH:MM) and words. */
interface CallWish {
  readonly date?: string | undefined;
  readonly notBefore?: string | undefined;
  readonly when?: string | undefined;
  /** What the call is to be about, in which the wish may stand as well. */
  readonly about?: string | undefined;
}

const CALL_ME = /\b(?:call|phone|ring|reach) (?:me|us)(?: back)? /i;
const WISH =
  /^(?:any ?time |not )?(?:after|before|at|around|between|from|past|today|tomorrow|on|this|next|in the) /i;
const DAY_LAST =
  /^((?:any ?time |not )?(?:after|before|at|around|between|from|past) .+?) ((?:on |this |next )?(?:today|tomorrow|\w+day))\W*$/i;

/** Returns a wish with its day first: `after four today` is read as `today after four`. */
const dayFirst = (when: string): string => when.replace(CALL_ME, '').replace(DAY_LAST, '$2 $1');

/** Finds `after four today` in `Please call me after four today about the bill`. */
function wishIn(about: string): string | undefined {
  const [, said] = about.split(CALL_ME);
  const wish = said?.split(/[.,;!?]| (?:about|because|regarding|for|to|so) /)[0];
  return wish !== undefined && WISH.test(wish) ? wish : undefined;
}

/**
 * Returns from when the caller wants to be called, in epoch milliseconds; undefined if any time suits or the wish is not
 * understood.
 */
export async function wantedFrom(
  { date, notBefore, when, about }: CallWish,
  context: Pick<CallContext, 'account' | 'now'>,
): Promise<number | undefined> {
  const { timezone } = context.account;
  if (date === undefined && notBefore === undefined) {
    const words = when ?? (about === undefined ? undefined : wishIn(about));
    return words === undefined ? undefined : await wordsFrom(dayFirst(words), context);
  }
  const said = date === undefined ? undefined : await understandDays(date, todayOf(context));
  const { today } = momentOf(context.account, context.now);
  const day =
    said === undefined || said.kind === 'unclear' ? today : said.kind === 'date' ? said.date : said.from;
  if (day < today || daysBetween(today, day) > LATEST_DAYS) return undefined;
  const minute = notBefore === undefined ? 0 : wallMinute(notBefore);
  return boundaryOf(timezone, day, minute) * MINUTE_MS;
}

/**
 * Returns from when the caller wants to be called, in epoch milliseconds. Undefined if any time suits, the words are
 * not understood, or the time is too far ahead.
 */
async function wordsFrom(
  when: string,
  context: Pick<CallContext, 'account' | 'now'>,
): Promise<number | undefined> {
  const { account, now } = context;
  const { date: today, minute } = wallClockOf(account.timezone, Math.floor(now / MINUTE_MS));
  const days = await understandDays(when, todayOf(context));
  const said = readTime((days.kind === 'unclear' ? undefined : days.time) ?? when);
  const isTime = isUnderstood(said) && said.kind !== 'any';
  if (days.kind === 'unclear' && !isTime) return undefined;
  const day = days.kind === 'unclear' ? today : days.kind === 'date' ? days.date : days.from;
  if (day < today || daysBetween(today, day) > LATEST_DAYS) return undefined;
  if (!isTime) return boundaryOf(account.timezone, day, 0) * MINUTE_MS;
  const times = requestedTimes(said, account);
  // Said in the afternoon, `in the morning` is tomorrow.
  for (const date of [day, addDays(day, 1)]) {
    for (let at = date === today ? minute : 0; at < DAY_MINUTES; at++) {
      if (fits(times.wishOn(date), { minute: at })) return boundaryOf(account.timezone, date, at) * MINUTE_MS;
    }
  }
  return undefined;
}

/**
 * Stores an emergency for a person, with any details from the arguments of a booking. If nobody
 * can be dialed, sets the time by which someone calls back.
 */
async function storeEmergency(
  args: BookJobArguments,
  context: CallContext,
  deps: VoiceDependencies,
  { mayBook, invocation } = { mayBook: true, invocation: context.invocation },
): Promise<DispatchRequest> {
  const { serviceType: serviceText, customerPhone: said } = args;
  const asked = resolveService(serviceText, context);
  const service = asked.kind === 'service' ? asked.service : undefined;
  const phone = saidPhone(said, context);
  const isLost = phone.kind === 'invalid';
  return await reportEmergency(
    {
      ...context,
      invocation,
      mayBook,
      warnedBy: functionCallOf(context),
      service,
      serviceText,
      review: [...reviewOf(args, context), ...(isLost ? ['customerPhone'] : [])],
      // Without a number in the arguments, the number that was said before stays, or else the reported one is used.
      customer: {
        ...saidDetails(args),
        phone: said !== undefined && phone.kind === 'phone' ? phone.phone : undefined,
      },
      async completed() {
        const known = await completed({ ...args, serviceType: undefined, date: undefined }, context);
        const number = saidPhone(known.customerPhone, context);
        return {
          ...saidDetails(known),
          phone: known.customerPhone !== undefined && number.kind === 'phone' ? number.phone : undefined,
        };
      },
      preferredDate: args.date,
      preferredTime: args.time,
      notes: [
        ...serviceNote(serviceText, service?.name),
        ...callerNote(args.callerName),
        ...languageNote(args.language, context.account.language),
        ...saidNote(args.notes),
        ...(isLost ? [{ kind: 'phone', text: said } as const] : []),
      ],
      canonicalArguments: args.canonicalArguments,
    },
    deps,
    context.deadline,
  );
}

/**
 * Makes sure that people are alerted of an emergency: by the request that the function stored, raised if it is no
 * emergency yet, otherwise by one with the details in the arguments.
 * @param words the words in which the caller reports it
 */
export async function keepEmergency(
  stored: DispatchRequest | undefined,
  words: readonly string[],
  sent: Arguments,
  context: CallContext,
  deps: VoiceDependencies,
): Promise<Reported> {
  // What this function has just added to an acknowledged emergency needs an alert, unlike a late retry.
  const isUnheard =
    context.danger !== undefined &&
    stored?.acknowledgedAt !== undefined &&
    stored.updatedAt === new Date(context.now).toISOString();
  if (stored !== undefined && isReportedBy(stored, context) && !isUnheard)
    return { request: stored, isFirst: isFirstAnswer(stored, context), missing: [] };
  const args = readArguments(bookJobArguments, sent);
  const notes = words.filter((text) => text !== args.serviceType).join('\n') || undefined;
  const own = { mayBook: false, invocation: dangerInvocation(context) };
  return await reported(storeEmergency({ ...args, notes }, context, deps, own), context, deps);
}

/** True if this function call reported the emergency, even if a person has lowered it, or its caller was erased, since. */
const isReportedBy = (stored: DispatchRequest, context: CallContext): boolean =>
  remembers(stored, context) &&
  (stored.erasedAt !== undefined || stored.history.some(({ kind }) => kind === 'emergency')) &&
  (stored.danger === undefined || context.danger === undefined || stored.danger === context.danger);
