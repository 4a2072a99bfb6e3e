import { endHolding } from '../../booking/holds.ts';
import { heldBy } from '../../record/hold.ts';
import { changeStatus } from '../../record/lifecycle.ts';
import { isOnSite } from '../../record/own-requests.ts';
import { activeAppointment, type DispatchRequest } from '../../record/request.ts';
import { byCaller, namedBy, noAppointment, ownAppointment, toCancel } from '../answers/own-appointment.ts';
import type { CancelJobArguments } from '../arguments/function-arguments.ts';
import { refusedChange } from '../escalation.ts';
import { parts } from '../message.ts';
import { tellCanceled } from '../remembered.ts';
import type { CancelJobResult, NeedsPerson, NoAppointment } from '../results.ts';
import { speakAppointment, visitName } from '../told.ts';
import type { Answer, CallContext, VoiceDependencies, VoiceFunction } from '../voice-function.ts';

/** Cancels the caller's own appointment and frees its time at once. A repeat gets the same answer. */
export const cancelJob: VoiceFunction<CancelJobArguments, CancelJobResult> = async (args, context, deps) => {
  const found = await ownAppointment(namedBy(args), toCancel, context, deps);
  if (found.kind === 'refused') {
    const isReleased = found.refusal.reason === 'no_appointment' && (await releaseHeld(context, deps));
    return isReleased ? released(context) : { canceled: false, ...found.refusal };
  }
  // The customer allowed a move, and nothing more.
  if (isOnSite(found.request, context))
    return { canceled: false, ...(await refusedCancellation(found.request, args.reason, context, deps)) };
  const command = { to: 'canceled', why: args.reason } as const;
  const change = { request: found.request, command, ...byCaller(found.request, context) };
  const result = await changeStatus(change, deps, context.deadline);
  const { request } = result;
  switch (result.kind) {
    case 'changed':
      tellCanceled(request, context, deps);
      return { result: canceled(request, context), effect: 'canceled', request };
    case 'stands':
      return standing(request, context);
    case 'needs_human':
      return { canceled: false, ...(await refusedCancellation(request, args.reason, context, deps)) };
    case 'gone':
    case 'refused':
      return { canceled: false, ...noAppointment(context).refusal };
  }
};

/** Releases the time that the call holds. A caller who means no appointment may mean that time. */
async function releaseHeld(context: CallContext, deps: VoiceDependencies): Promise<boolean> {
  const holdId = heldBy(context);
  const { accountId } = context.account;
  return holdId !== undefined && (await endHolding({ accountId, holdId }, deps, context.deadline, context));
}

function released({ words }: CallContext): CancelJobResult {
  const { holds: holdPhrases, appointments } = words;
  return {
    canceled: false,
    reason: 'released',
    message: parts(holdPhrases.notBooked, appointments.anythingElse),
  };
}

function refusedCancellation(
  request: DispatchRequest,
  reason: string | undefined,
  context: CallContext,
  deps: VoiceDependencies,
): Promise<NeedsPerson | NoAppointment> {
  const asked = { kind: 'asked_to_cancel', words: reason } as const;
  return refusedChange({ request, flag: 'cancellation', asked }, context, deps);
}

/** After a late repeat the appointment may have been booked again or be on hold. */
function standing(request: DispatchRequest, context: CallContext): Answer<CancelJobResult> {
  const { appointments } = context.words;
  if (request.status === 'canceled')
    return { result: canceled(request, context), effect: 'duplicate', request };
  if (activeAppointment(request) === undefined) return { canceled: false, ...noAppointment(context).refusal };
  const { dispatchRequestId } = request;
  const message = parts(appointments.stands(speakYours(request, context)));
  return {
    result: { canceled: false, dispatchRequestId, message },
    effect: 'duplicate',
    request,
  };
}

function canceled(request: DispatchRequest, context: CallContext): CancelJobResult {
  const { appointments } = context.words;
  const { dispatchRequestId } = request;
  const message = parts(appointments.canceled(speakYours(request, context)), appointments.anythingElse);
  return { canceled: true, dispatchRequestId, message };
}

/** Names the visit, even if it is canceled. */
const speakYours = (request: DispatchRequest, context: CallContext): string =>
  context.words.appointments.yours(
    visitName(request, context.words),
    request.appointment && speakAppointment(request.appointment, context),
  );
