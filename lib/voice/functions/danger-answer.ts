import type { Account } from '../../accounts/account.ts';
import type { Transfer } from '../../accounts/on-call.ts';
import { isDue } from '../../record/attention.ts';
import { activeAppointment, type DispatchRequest } from '../../record/request.ts';
import { fits } from '../../wording/speech.ts';
import { type Arguments, readArguments } from '../arguments/arguments.ts';
import { resolveService } from '../arguments/common-arguments.ts';
import { heardOf, type Message, type Part, parts, person } from '../message.ts';
import { speakAppointment, type When } from '../told.ts';
import { bookJobArguments } from './book-job-arguments.ts';
import {
  connecting,
  type DangerContext,
  serviceOf,
  speakCallback,
  transferFacts,
  transferFor,
} from './person.ts';

interface Said {
  readonly message: Message;
  readonly transferTo?: unknown;
  /** Why the function did not do what was asked. */
  readonly reason?: string | undefined;
  /** The request that the message is about. */
  readonly dispatchRequestId?: unknown;
}

/** The account is absent if a fault occurs before the account is known. */
type Warned = Pick<DangerContext, 'danger' | 'now' | 'words'> & { readonly account?: Account | undefined };

/**
 * Adds what every answer to someone in danger has: the danger, the number to dial (if the account is known), and the
 * safety sentence before the message. Questions about a booking are omitted while a person takes over.
 */
export function inDanger(
  { message, transferTo: ownNumber, reason, dispatchRequestId }: Said,
  request: DispatchRequest | undefined,
  { danger, account, now, words }: Warned,
) {
  const first = safetyPart(account?.emergency.instructions[danger] ?? words.safety[danger]);
  const answer = heardOf(message);
  if (account === undefined) return { danger, message: safely(first, undefined, answer) };
  const context = { account, now, words };
  const booked = dispatchRequestId === undefined ? bookedMeanwhile(request, context) : undefined;
  const whole = [...parts(booked), ...answer];
  if (ownNumber !== undefined) return { danger, message: safely(first, undefined, whole) };
  const transfer = transferFor({ ...context, danger }, { service: serviceOf(request, context) });
  const next = person(nextPerson(transfer, request, context));
  const isOver = transfer.phone !== null && reason !== undefined;
  const said = isOver ? parts(first, next, booked) : safely(first, next, whole);
  return { danger, ...transferFacts(transfer), message: said };
}

/**
 * Adds the number to dial to the message of a fault if the arguments say that it is an emergency. A person takes
 * over, so nothing is tried again.
 */
export function inEmergency(message: Message, sent: Arguments, context: When) {
  const { urgency, serviceType } = readArguments(bookJobArguments, sent);
  if (urgency !== 'emergency') return { message };
  const asked = resolveService(serviceType, context);
  const service = asked.kind === 'service' ? asked.service : undefined;
  const transfer = transferFor(context, { isEmergency: true, service });
  const said =
    transfer.phone === null ? message : parts(message[0], person(connecting(transfer, context.words)));
  return { ...transferFacts(transfer), message: said };
}

/** Names the visit that was booked for the emergency with someone on call. */
function bookedMeanwhile(request: DispatchRequest | undefined, context: When): string | undefined {
  const { appointments } = context.words;
  const appointment = activeAppointment(request);
  return appointment?.onCall ? appointments.bookedThen(speakAppointment(appointment, context)) : undefined;
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
function safely(first: Part, next: Part | undefined, message: Message): Message {
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
