import type { Transfer } from '../accounts/on-call.ts';
import { requestedTechnician } from '../booking/requested-start.ts';
import { reportEmergency } from '../intake/emergencies/report-emergency.ts';
import { isDue } from '../record/attention.ts';
import { functionCallOf, isSameCall } from '../record/calls.ts';
import { ifAvailable } from '../record/faults.ts';
import { languageNote, saidNote, serviceNote } from '../record/notes.ts';
import { activeAppointment, type DispatchRequest, remembers } from '../record/request.ts';
import type { Slot } from '../scheduling/engine.ts';
import type { Words } from '../wording/index.ts';
import { nextSteps } from '../wording/next-steps.ts';
import { booked } from './answers/booking-answers.ts';
import { speakCallback } from './answers/callback.ts';
import { type Reported, speakComing } from './answers/emergency-answer.ts';
import { offerOf, searchOpenings } from './answers/openings.ts';
import { beforeConnecting, connecting, serviceOf, transferFacts, transferFor } from './answers/transfer.ts';
import { type Arguments, readArguments } from './arguments/arguments.ts';
import {
  callerNote,
  resolveService,
  reviewOf,
  saidDetails,
  saidPhone,
} from './arguments/common-arguments.ts';
import { type BookJobArguments, bookJobArguments } from './arguments/function-arguments.ts';
import { readDays } from './arguments/requested-days.ts';
import { feePart, parts, partsWith, person, question } from './message.ts';
import { completed } from './remembered.ts';
import type { BookJobResult } from './results.ts';
import { speakDayOf, speakStanding, speakTold, type When } from './told.ts';
import {
  type CallContext,
  dangerInvocation,
  type ResultWithEffect,
  type VoiceDependencies,
} from './voice-function.ts';

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
  const { message: _, ...facts } = booked({ request }, context);
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

/** Asks for the first of what is missing; if somebody can be dialed, before the caller is connected. */
const asking = (transfer: Transfer, [first = '']: readonly string[], words: Words): string =>
  transfer.phone === null
    ? (words.needed.get(first)?.question ?? words.stillNeeded([first]))
    : beforeConnecting(transfer, [first], words);

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
