import type { Account } from '../../accounts/account.ts';
import type { Transfer } from '../../accounts/on-call.ts';
import { isDue } from '../../record/attention.ts';
import { type Appointment, activeAppointment, type DispatchRequest } from '../../record/request.ts';
import { momentOf } from '../../scheduling/time.ts';
import { nextSteps } from '../../wording/next-steps.ts';
import { fits } from '../../wording/speech.ts';
import { type Arguments, readArguments } from '../arguments/arguments.ts';
import { resolveService } from '../arguments/common-arguments.ts';
import { bookJobArguments } from '../arguments/function-arguments.ts';
import { heardOf, type Message, type Part, parts, person } from '../message.ts';
import type { When } from '../told.ts';
import type { CallContext } from '../voice-function.ts';
import { speakCallback } from './callback.ts';
import { beforeConnecting, connecting, serviceOf, transferFacts, transferFor } from './transfer.ts';

/** An emergency, and what the caller should be asked about it. */
export interface Reported {
  readonly request: DispatchRequest;
  /** False if an earlier answer of the call told the caller what to do. */
  readonly isFirst: boolean;
  /** These arguments are needed to help the caller: address, number and name. */
  readonly missing: readonly string[];
}

interface Said {
  readonly message: Message;
  readonly transferTo?: unknown;
  /** Why the function did not do what was asked. */
  readonly reason?: string | undefined;
  /** The request that the message is about. */
  readonly dispatchRequestId?: unknown;
}

/** The account is absent if a fault occurs before the account is known. */
type Warned = Pick<CallContext, 'danger' | 'now' | 'words'> & { readonly account?: Account | undefined };

/**
 * Adds what every answer to an emergency has: the number to dial (if the account is known) and, in a danger, the
 * safety sentence before the message. The first answer of a call says no fee, and asks who and where the caller is
 * instead of anything about a booking. Later ones don't repeat it.
 */
export function emergencyAnswer(
  { message, transferTo: ownNumber, reason, dispatchRequestId }: Said,
  report: Reported | undefined,
  { danger, account, now, words }: Warned,
) {
  const isFirst = report?.isFirst ?? true;
  const isWarning = danger !== undefined && isFirst;
  const first = isWarning
    ? safetyPart(account?.emergency.instructions[danger] ?? words.safety[danger])
    : undefined;
  const answer = heardOf(isWarning ? message.filter(({ kind }) => kind !== 'fee') : message);
  const facts = danger === undefined ? {} : { danger, ...(isWarning ? { fee: undefined } : {}) };
  if (account === undefined) return { ...facts, message: safely(first, undefined, answer) };
  const { request, missing = [] } = report ?? {};
  const context = { account, now, words };
  // After a fault, nobody knows what was stored.
  const isStored = report === undefined || dispatchRequestId !== undefined;
  const booked = isStored ? undefined : comesMeanwhile(request, context);
  const whole = [...parts(booked), ...answer];
  if (ownNumber !== undefined) return { ...facts, message: safely(first, undefined, whole) };
  const transfer = transferFor(context, { isEmergency: true, service: serviceOf(request, context) });
  if (transfer.phone === null) {
    const next = person(nextPerson(transfer, request, context));
    return { ...facts, ...transferFacts(transfer), message: safely(first, next, whole) };
  }
  const isAsking = missing.length > 0 && !isStored;
  const next = person(isAsking ? beforeConnecting(transfer, missing, words) : connecting(transfer, words));
  return {
    ...facts,
    ...transferFacts(transfer),
    ...(isAsking ? { missing } : {}),
    ...(isStored ? {} : { nextStep: nextSteps.reportNow(missing) }),
    message: isStored && reason === undefined ? safely(first, next, whole) : parts(first, booked, next),
  };
}

/** Adds the number to dial to the message of a fault. A person takes over, so nothing is tried again. */
export function emergencyFault(message: Message, sent: Arguments, context: Warned) {
  const { account, words } = context;
  if (context.danger !== undefined || account === undefined)
    return emergencyAnswer({ message }, undefined, context);
  const { serviceType } = readArguments(bookJobArguments, sent);
  const asked = resolveService(serviceType, { ...context, account });
  const service = asked.kind === 'service' ? asked.service : undefined;
  const transfer = transferFor({ ...context, account }, { isEmergency: true, service });
  const said = transfer.phone === null ? message : parts(message[0], person(connecting(transfer, words)));
  return { ...transferFacts(transfer), message: said };
}

/** Says who comes to an emergency: `Ana will come at 5 PM today.` */
export function speakComing(
  { technician, date, minute }: Appointment,
  { account, now, words }: When,
): string {
  return words.callbacks.comes(technician, minute, date, momentOf(account, now).today);
}

/** Says who comes, if a visit was booked for the emergency with someone on call. */
function comesMeanwhile(request: DispatchRequest | undefined, context: When): string | undefined {
  const appointment = activeAppointment(request);
  return appointment?.onCall ? speakComing(appointment, context) : undefined;
}

/** Returns the sentence about the person who takes over, if the answer has none. */
function nextPerson(
  transfer: Transfer,
  request: DispatchRequest | undefined,
  context: When,
): string | undefined {
  if (transfer.phone !== null) return connecting(transfer, context.words);
  if (request === undefined || !isDue(request) || request.customer.phone === undefined) return undefined;
  return speakCallback(request, context);
}

/** Callers hear kinds with a lower number first. */
const order = { safety: 0, answer: 0, person: 0, fee: 1, question: 2 };

/**
 * Joins the safety sentence, the person, the answer, the fee and the question, in this order. If they don't all fit,
 * the last sentences of the answer are omitted first, then the person, then the answer's first sentence; the fee is
 * always spoken.
 */
function safely(first: Part | undefined, next: Part | undefined, message: Message): Message {
  const answers = shorter(message.toSorted((one, other) => order[one.kind] - order[other.kind]));
  const options = [next, undefined].flatMap((person) =>
    answers.map((answer) => parts(first, person, ...answer)),
  );
  const fee = message.filter(({ kind }) => kind === 'fee');
  return options.find((option) => fits(...option.map(({ text }) => text))) ?? parts(first, ...fee, next);
}

/** Returns the message whole, without its last sentence, and so on down to its first. Each has the fee. */
function shorter(message: Message): readonly Message[] {
  const last = message.findLastIndex(({ kind }) => kind !== 'fee');
  return last < 1 ? [message] : [message, ...shorter(message.toSpliced(last, 1))];
}

const safetyPart = (text: string): Part => ({
  kind: 'safety',
  text: /[.!?]$/.test(text) ? text : `${text}.`,
});
