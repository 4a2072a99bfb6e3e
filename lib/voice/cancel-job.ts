import * as v from 'valibot';
import { changeStatus } from '../dispatch/change-status.ts';
import { callOf, objectionToCaller } from '../dispatch/own-requests.ts';
import type { DispatchRequest } from '../dispatch/request.ts';
import { story } from './arguments.ts';
import { personTakesOver, speakAppointment } from './booking-answers.ts';
import { appointmentService, dispatchRequestId, noAppointment, ownAppointment } from './own-appointment.ts';
import { say } from './speech.ts';
import type { CallContext, FunctionResult, VoiceFunction } from './voice-function.ts';

export const cancelJobArguments = v.object({
  dispatchRequestId,
  serviceType: appointmentService,
  reason: story('Why the caller cancels, if they say so. Do not press them for it.'),
});

/** Cancels the caller's own appointment; its time is free at once. Doing it again is the same answer. */
export const cancelJob: VoiceFunction<typeof cancelJobArguments> = async (args, context, deps) => {
  const found = await ownAppointment(args, context, deps.requests);
  if (found.kind === 'refused') return { canceled: false, ...found.refusal };
  const why = args.reason ?? 'no reason given';
  const result = await changeStatus(
    {
      request: found.request,
      command: { to: 'canceled', why },
      who: { by: 'caller', now: context.now, callId: callOf(context) },
      invocation: context.invocation,
      objection: objectionToCaller(context),
    },
    deps,
    context.deadline,
  );
  switch (result.kind) {
    case 'changed':
      return { result: answer(result.request, context), did: 'canceled' };
    case 'stands':
      return { result: answer(result.request, context), did: 'duplicate' };
    case 'needs_human':
      return { canceled: false, ...personTakesOver(result.request, context) };
    case 'gone':
    case 'refused':
      return { canceled: false, ...noAppointment().refusal };
  }
};

/** What stands by now: a later booking of the call may have taken it up again. */
function answer(request: DispatchRequest, context: CallContext): FunctionResult {
  const { dispatchRequestId, appointment, serviceType = 'visit' } = request;
  const when = appointment === undefined ? '' : ` on ${speakAppointment(appointment, context)}`;
  if (request.status !== 'canceled') {
    return { canceled: false, dispatchRequestId, message: say(`Your ${serviceType}${when} stands.`) };
  }
  const message = say(`Your ${serviceType}${when} is canceled.`, 'Is there anything else?');
  return { canceled: true, dispatchRequestId, message };
}
