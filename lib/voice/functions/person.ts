import type { Danger, ServiceType } from '../../accounts/account.ts';
import { type Transfer, transferOf } from '../../accounts/on-call.ts';
import type { BookingRequest } from '../../booking/booking-request.ts';
import { reportEmergency } from '../../intake/emergencies/report-emergency.ts';
import { noteRefusedChange, type RefusedChange, takeMessage } from '../../intake/messages.ts';
import { DANGER_FLAG, type DueRequest, isDue } from '../../record/attention.ts';
import { changedByCaller } from '../../record/calls.ts';
import type { HistoryFacts } from '../../record/history.ts';
import { canonicalText } from '../../record/ids.ts';
import { isCarriedVisit } from '../../record/lifecycle.ts';
import { saidNote, serviceNote } from '../../record/notes.ts';
import { activeAppointment, type DispatchRequest, remembers } from '../../record/request.ts';
import { addDays, boundaryOf, daysBetween, MINUTE_MS, momentOf, wallClockOf } from '../../scheduling/time.ts';
import { fits } from '../../scheduling/wish.ts';
import { understandDays } from '../../understanding/days.ts';
import type { Words } from '../../wording/index.ts';
import { nextSteps } from '../../wording/next-steps.ts';
import { echo } from '../../wording/speech.ts';
import { confirmed } from '../answers/booking-answers.ts';
import { noAppointment } from '../answers/own-appointment.ts';
import { type Arguments, readArguments } from '../arguments/arguments.ts';
import {
  callerNote,
  resolveService,
  reviewOf,
  saidDetails,
  saidPhone,
} from '../arguments/common-arguments.ts';
import { todayOf } from '../arguments/requested-days.ts';
import { isUnderstood, readTime, requestedTimes } from '../arguments/requested-times.ts';
import { feePart, parts, partsWith, person } from '../message.ts';
import type { BookJobResult, NeedsPerson, NoAppointment } from '../results.ts';
import { speakAppointment, type When } from '../told.ts';
import {
  type Answer,
  type CallContext,
  dangerInvocation,
  type VoiceDependencies,
} from '../voice-function.ts';
import { type BookJobArguments, bookJobArguments } from './book-job-arguments.ts';

/** Answers a stored emergency. Without a number to call back, first asks for the caller's. */
export function emergencyTaken(request: DispatchRequest, context: CallContext): BookJobResult {
  const { callbacks } = context.words;
  const transfer = transferFor(context, { isEmergency: true, service: serviceOf(request, context) });
  const answer = {
    confirmed: false,
    reason: 'needs_human',
    dispatchRequestId: request.dispatchRequestId,
    ...transferFacts(transfer),
  } as const;
  if (activeAppointment(request)?.onCall) return emergencyBooked(request, transfer, context);
  const { personDecides, askNumber } = callbacks;
  const stands = speakStanding(request, context);
  if (request.customer.phone === undefined) {
    const nextStep = transfer.phone === null ? nextSteps.takeNumber : nextSteps.takeNumberThenConnect;
    return { ...answer, missing: ['customerPhone'], message: parts(personDecides, askNumber), nextStep };
  }
  if (transfer.phone !== null)
    return {
      ...answer,
      message: parts(
        personDecides,
        person(connecting(transfer, context.words, callbacks.connecting)),
        stands,
      ),
    };
  if (!isDue(request)) return { ...answer, message: parts(personDecides, stands) };
  const { dueAt } = request;
  return { ...answer, dueAt, message: parts(personDecides, person(speakCallback(request, context)), stands) };
}

/** Answers an emergency that is booked with someone on call: the caller is put through as well, or called back. */
function emergencyBooked(request: DispatchRequest, transfer: Transfer, context: CallContext): BookJobResult {
  const { appointments } = context.words;
  const { message, ...facts } = confirmed({ request }, context);
  const { appointment } = request;
  const due = transfer.phone === null && isDue(request) ? request : undefined;
  const next =
    transfer.phone === null ? due && speakCallback(due, context) : connecting(transfer, context.words);
  const short = appointment && appointments.bookedThen(speakAppointment(appointment, context));
  return {
    ...facts,
    ...transferFacts(transfer),
    ...(due === undefined ? {} : { dueAt: due.dueAt }),
    message: partsWith(person(next), [message, [short, feePart(request.fee, context.words)]]),
  };
}

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
    : await noteRefusedChange({ ...change, account, who: changedByCaller(context) }, deps, deadline);
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
  readonly service?: ServiceType | undefined;
}

export function transferFor(
  { account, now, danger }: Pick<CallContext, 'account' | 'now' | 'danger'>,
  { isEmergency = false, service }: About = {},
): Transfer {
  return transferOf(account, { now, isEmergency: isEmergency || danger !== undefined, service });
}

/**
 * Decides where to transfer a call whose caller asks for a person. An open emergency of this call or number takes
 * precedence, and so does a danger that this call reported.
 * @param readEmergency called only if somebody may be on call
 */
export async function transferOfCall(
  context: Omit<CallContext, 'invocation' | 'remembered'>,
  readEmergency: () => Promise<DispatchRequest | undefined>,
): Promise<Transfer> {
  const { onCall = [] } = context.account;
  if (onCall.length === 0) return transferFor(context);
  const emergency = await readEmergency();
  const isEmergency = emergency !== undefined;
  return transferFor(context, { isEmergency, service: serviceOf(emergency, context) });
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
  return callbacks.willCall(entry, callbacks.by(minute, date, today));
}

/**
 * Returns from when the caller wants to be called, in epoch milliseconds. Undefined if any time suits, the words are
 * not understood, or the time is too far ahead.
 */
export async function wantedFrom(
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
export async function storeEmergency(
  args: BookJobArguments,
  context: CallContext,
  deps: VoiceDependencies,
): Promise<DispatchRequest> {
  const { serviceType: serviceText, customerPhone: said } = args;
  const asked = resolveService(serviceText, context);
  const service = asked.kind === 'service' ? asked.service : undefined;
  const phone = saidPhone(said, context);
  const isLost = phone.kind === 'invalid';
  return await reportEmergency(
    {
      ...context,
      service,
      serviceText,
      review: [...reviewOf(args, context), ...(isLost ? ['customerPhone'] : [])],
      // Without a number in the arguments, the number that was said before stays, or else the reported one is used.
      customer: {
        ...saidDetails(args),
        phone: said !== undefined && phone.kind === 'phone' ? phone.phone : undefined,
      },
      preferredDate: args.date,
      preferredTime: args.time,
      notes: [
        ...serviceNote(serviceText, service?.name),
        ...callerNote(args.callerName),
        ...saidNote(args.notes),
        ...(isLost ? [{ kind: 'phone', text: said } as const] : []),
      ],
      canonicalArguments: args.canonicalArguments,
    },
    deps,
    context.deadline,
  );
}

export type DangerContext = CallContext & { readonly danger: Danger };

/**
 * Stores the report of a danger to people, and returns the request: the function's own one, flagged; otherwise an
 * emergency with the details in the arguments.
 * @param words the words in which the caller reports the danger
 */
export async function keepDanger(
  stored: DispatchRequest | undefined,
  words: readonly string[],
  sent: Arguments,
  context: DangerContext,
  deps: VoiceDependencies,
): Promise<DispatchRequest> {
  // On a late retry, a person has already seen the flag.
  const isKept = stored?.needsReview.includes(DANGER_FLAG) || (stored && remembers(stored, context));
  // What this function has just added to an acknowledged emergency needs an alert, unlike a late retry.
  const isUnheard =
    stored?.acknowledgedAt !== undefined &&
    (!remembers(stored, context) || stored.updatedAt === new Date(context.now).toISOString());
  if (stored !== undefined && isKept && !isUnheard) return stored;
  const args = readArguments(bookJobArguments, sent);
  const notes = words.filter((text) => text !== args.serviceType).join('\n') || undefined;
  return await storeEmergency(
    { ...args, notes },
    { ...context, invocation: dangerInvocation(context) },
    deps,
  );
}
