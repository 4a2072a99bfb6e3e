import type { BookingRequest } from '../booking/booking-request.ts';
import { noteRefusedChange, type RefusedChange, takeMessage } from '../intake/messages.ts';
import type { DueRequest } from '../record/attention.ts';
import type { HistoryFacts } from '../record/history.ts';
import { canonicalText } from '../record/ids.ts';
import { isCarriedVisit } from '../record/lifecycle.ts';
import { changedByPhone } from '../record/own-requests.ts';
import type { DispatchRequest } from '../record/request.ts';
import { speakCallback } from './answers/callback.ts';
import { noAppointment } from './answers/own-appointment.ts';
import { connecting, serviceOf, transferFacts, transferFor } from './answers/transfer.ts';
import { parts, person } from './message.ts';
import type { BookJobResult, NeedsPerson, NoAppointment } from './results.ts';
import { speakStanding } from './told.ts';
import type { Answer, CallContext, VoiceDependencies } from './voice-function.ts';

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
