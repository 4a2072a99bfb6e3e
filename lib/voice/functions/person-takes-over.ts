import type { Transfer } from '../../accounts/on-call/transfer.ts';
import type { BookingRequest } from '../../booking/booking-request.ts';
import { takeMessage } from '../../intake/messages/message.ts';
import { noteRefusedChange, type RefusedChange } from '../../intake/messages/refused-change.ts';
import { changedByCaller } from '../../record/invocation.ts';
import { isCarriedVisit } from '../../record/lifecycle.ts';
import { activeAppointment, type DispatchRequest, type HistoryFacts } from '../../record/request.ts';
import { type DueRequest, isDue } from '../../record/to-call-back.ts';
import { appointments } from '../../wording/en/appointments.ts';
import { callbacks } from '../../wording/en/callbacks.ts';
import { historyText } from '../../wording/en/history.ts';
import { office } from '../../wording/en/office.ts';
import { nextSteps } from '../../wording/en/openings.ts';
import { confirmed } from '../answers/booking-answers.ts';
import { noAppointment } from '../answers/own-appointment.ts';
import { speakAppointment } from '../answers/speak-appointment.ts';
import type { Answer, CallContext, VoiceDependencies } from '../arguments/voice-function.ts';
import { feePart, parts, partsWith, person } from '../message.ts';
import type { BookJobResult, NeedsPerson, NoAppointment } from '../results/appointments.ts';
import { speakCallback } from './callbacks.ts';
import { connecting, serviceOf, transferFacts, transferFor } from './transfers.ts';

/** The answer to a stored emergency. Without a number to call back, first asks for the caller's. */
export function emergencyTaken(request: DispatchRequest, context: CallContext): BookJobResult {
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
      message: parts(personDecides, person(connecting(transfer, callbacks.connecting)), stands),
    };
  if (!isDue(request)) return { ...answer, message: parts(personDecides, stands) };
  const { dueAt } = request;
  return { ...answer, dueAt, message: parts(personDecides, person(speakCallback(request, context)), stands) };
}

/** An emergency with a start of someone on call: the caller is put through as well, or called back. */
function emergencyBooked(request: DispatchRequest, transfer: Transfer, context: CallContext): BookJobResult {
  const { message, ...facts } = confirmed({ request }, context, 'anyone');
  const { appointment } = request;
  const due = transfer.phone === null && isDue(request) ? request : undefined;
  const next = transfer.phone === null ? due && speakCallback(due, context) : connecting(transfer);
  const short = appointment && appointments.bookedThen(speakAppointment(appointment, context));
  return {
    ...facts,
    ...transferFacts(transfer),
    ...(due === undefined ? {} : { dueAt: due.dueAt }),
    message: partsWith(person(next), [message, [short, feePart(request.fee)]]),
  };
}

/** A booking that only a person can make. If nobody can be dialed, it becomes a message. */
export async function escalatedBooking(
  standing: DispatchRequest | undefined,
  booking: BookingRequest,
  context: CallContext,
  deps: VoiceDependencies,
): Promise<Answer<BookJobResult>> {
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
      message: parts(personDecides, person(connecting(transfer, callbacks.connecting)), stands),
    };
  const about = office.wantsBooking(booking.service.name, booking.date);
  const entry = await takeMessage({ ...booking, about, topic: 'job' }, deps, context.deadline);
  const { dueAt } = entry;
  const message = parts(personDecides, person(speakCallback(entry, context)), stands);
  return { result: { ...answer, dueAt, message }, request: entry };
}

/**
 * A move or cancellation that only a person may make. It is stored on the request before the answer promises a call.
 */
export async function refusedChange(
  change: Pick<RefusedChange, 'request' | 'flag' | 'asked'>,
  context: CallContext,
  deps: VoiceDependencies,
): Promise<NeedsPerson | NoAppointment> {
  const { account, deadline } = context;
  const { request, asked } = change;
  const entry = isCarriedVisit(request)
    ? await leftToOffice(request, asked, context, deps)
    : await noteRefusedChange({ ...change, account, who: changedByCaller(context) }, deps, deadline);
  if (entry === undefined) return noAppointment().refusal;
  const isEmergency = entry.urgency === 'emergency';
  const transfer = transferFor(context, { isEmergency, service: serviceOf(entry, context) });
  const { dispatchRequestId, dueAt } = entry;
  const next = transfer.phone === null ? callbacks.theyWillCall(entry) : connecting(transfer);
  const standing = speakStanding(isCarriedVisit(request) ? request : entry, context);
  const message = parts(callbacks.told, person(next), standing);
  return { reason: 'needs_human', dispatchRequestId, ...transferFacts(transfer), dueAt, message };
}

/** A message about a visit on which nothing can be stored. */
function leftToOffice(
  { dispatchRequestId: regarding, customer }: DispatchRequest,
  asked: HistoryFacts,
  context: CallContext,
  deps: VoiceDependencies,
): Promise<DueRequest> {
  const about = office.aboutVisit(historyText(asked) ?? '');
  const message = { ...context, customer, review: [], about, topic: 'job', regarding } as const;
  return takeMessage({ ...message, canonicalArguments: about }, deps, context.deadline);
}

function speakStanding(standing: DispatchRequest | undefined, context: CallContext): string | undefined {
  const isVisit = standing !== undefined && isCarriedVisit(standing);
  const appointment = isVisit ? standing.appointment : activeAppointment(standing);
  return appointment && appointments.stays(speakAppointment(appointment, context));
}
