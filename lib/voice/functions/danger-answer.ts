import type { Account } from '../../accounts/account.ts';
import type { Transfer } from '../../accounts/on-call/transfer.ts';
import { activeAppointment, type DispatchRequest } from '../../record/request.ts';
import { isDue } from '../../record/to-call-back.ts';
import { appointments } from '../../wording/en/appointments.ts';
import { fees } from '../../wording/en/areas.ts';
import { safety } from '../../wording/en/dangers.ts';
import { fits, say, sentencesOf } from '../../wording/speech.ts';
import { speakAppointment } from '../answers/speak-appointment.ts';
import { type Arguments, readArguments } from '../arguments/arguments.ts';
import { resolveService } from '../arguments/service-argument.ts';
import type { CallContext } from '../arguments/voice-function.ts';
import { bookJobArguments } from './book-job-arguments.ts';
import { speakCallback } from './callbacks.ts';
import type { DangerContext } from './in-danger.ts';
import { connecting, serviceOf, transferFacts, transferFor } from './transfers.ts';

// The code imports it as `#danger-answer`: a deployed function loads it from a file beside its bundle for the first
// danger or fault.

/** The message before the safety sentence is added. */
interface Said {
  readonly message: string;
  readonly transferTo?: unknown;
  readonly fee?: string | undefined;
  /** Why the function did not do what was asked. */
  readonly reason?: string | undefined;
  /** The request that the message is about. */
  readonly dispatchRequestId?: unknown;
}

/** The call in danger; the account is absent if a fault occurs before it is known. */
type Warned = Pick<DangerContext, 'danger' | 'now'> & { readonly account?: Account | undefined };

/**
 * The parts of every answer to someone in danger: the danger, the number to dial (if the account is known), and the
 * message with the safety sentence first. The fee is always spoken; other sentences are omitted if they don't fit,
 * and so are questions about a booking while a person takes over.
 */
export function inDanger(
  { message: answer, transferTo: ownNumber, fee, reason, dispatchRequestId }: Said,
  request: DispatchRequest | undefined,
  { danger, account, now }: Warned,
) {
  const first = safetySentence(account?.emergency.instructions[danger] ?? safety[danger]);
  if (account === undefined) return { danger, message: speak(first, undefined, answer) };
  const context = { account, now };
  const spokenFee = fee && say(fees.fee(fee));
  const booked = dispatchRequestId === undefined ? bookedMeanwhile(request, context) : undefined;
  const message = booked === undefined ? answer : `${booked} ${answer}`;
  if (ownNumber !== undefined) return { danger, message: speak(first, undefined, message, spokenFee) };
  const transfer = transferFor({ ...context, danger }, { service: serviceOf(request, context) });
  const next = nextPerson(transfer, request, context);
  const isOver = transfer.phone !== null && reason !== undefined;
  const said = isOver ? say(first, next, booked) : speak(first, next, message, spokenFee);
  return { danger, ...transferFacts(transfer), message: said };
}

/**
 * The message of a fault with the number to dial, if the arguments say that it is an emergency: a person takes over, so
 * nothing is tried again.
 */
export function inEmergency(message: string, sent: Arguments, context: Pick<CallContext, 'account' | 'now'>) {
  const { urgency, serviceType } = readArguments(bookJobArguments, sent);
  if (urgency !== 'emergency') return { message };
  const asked = resolveService(serviceType, context.account);
  const service = asked.kind === 'service' ? asked.service : undefined;
  const transfer = transferFor(context, { isEmergency: true, service });
  const said = transfer.phone === null ? message : say(sentencesOf(message)[0], connecting(transfer));
  return { ...transferFacts(transfer), message: said };
}

/** The visit of someone on call that the account books for an emergency. */
function bookedMeanwhile(
  request: DispatchRequest | undefined,
  context: Pick<CallContext, 'account' | 'now'>,
): string | undefined {
  const appointment = activeAppointment(request);
  return appointment?.onCall ? appointments.bookedThen(speakAppointment(appointment, context)) : undefined;
}

/** The sentence about the person who takes over, if the answer has none. */
function nextPerson(
  transfer: Transfer,
  request: DispatchRequest | undefined,
  context: Pick<CallContext, 'account' | 'now'>,
): string | undefined {
  if (transfer.phone !== null) return connecting(transfer);
  if (request === undefined || !isDue(request) || request.customer.phone === undefined) return undefined;
  return speakCallback(request, context);
}

/** Omits later sentences of the answer first, then the one about the person, the answer's first, and the fee last. */
function speak(first: string, next: string | undefined, message: string, fee = ''): string {
  const kept = message.includes(fee) ? fee : '';
  const answer = sentencesOf(message.replace(kept, '').replace(/ {2,}/g, ' ').trim());
  const person = next === undefined ? [] : [next];
  const options = [[...person, ...answer], [...person, ...answer.slice(0, 1)], answer.slice(0, 1)];
  const said = options.find((option) => fits(first, ...option, kept));
  if (said === undefined) return say(first, kept, next);
  return say(first, ...said, kept, ...answer.slice(1).filter((sentence) => !said.includes(sentence)));
}

const safetySentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
