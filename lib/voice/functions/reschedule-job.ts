import { acceptedCoverage } from '../../accounts/areas.ts';
import { readStartFacts } from '../../booking/booking-facts.ts';
import { type RescheduleRequest, type RescheduleResult, reschedule } from '../../booking/reschedule.ts';
import { heldBy } from '../../record/hold.ts';
import { isOnSite } from '../../record/own-requests.ts';
import { activeAppointment, type DispatchRequest } from '../../record/request.ts';
import { booked, type WantedStart } from '../answers/booking-answers.ts';
import { choiceFor } from '../answers/choice.ts';
import { byCaller, namedBy, noAppointment, ownAppointment, toMove } from '../answers/own-appointment.ts';
import { refused } from '../answers/refusals.ts';
import { saidLater } from '../arguments/common-arguments.ts';
import type { RescheduleJobArguments } from '../arguments/function-arguments.ts';
import { fromLastOffer, offeredAgain } from '../arguments/last-offer.ts';
import {
  besideAppointment,
  daysFromAppointment,
  isBesideAppointment,
  isUnclear,
  readMove,
  startNote,
  technicianNote,
  technicianOf,
  withTimeApart,
} from '../arguments/visit-argument.ts';
import { refusedChange } from '../escalation.ts';
import type { RescheduleJobResult } from '../results.ts';
import type { Answer, CallContext, VoiceDependencies, VoiceFunction } from '../voice-function.ts';
import { checkAvailability } from './check-availability.ts';

/** Moves the caller's own appointment. If the start is not available, nothing changes. */
export const rescheduleJob: VoiceFunction<RescheduleJobArguments, RescheduleJobResult> = async (
  sent,
  asked,
  deps,
) => {
  const { deadline } = asked;
  const { said: chosen, offer } = isBesideAppointment(sent)
    ? { said: sent, offer: undefined }
    : await fromLastOffer(sent, checkAvailability, asked, deps);
  const args = withTimeApart({ ...chosen, date: chosen.date ?? chosen.weekday });
  const { dispatchRequestId, serviceType, which } = args;
  const named = namedBy({ dispatchRequestId, serviceType, which });
  const readOwn = () => ownAppointment(named, toMove, asked, deps);
  const days = daysFromAppointment(args);
  const before = days === undefined ? undefined : await readOwn();
  if (before?.kind === 'refused') return { confirmed: false, ...before.refusal };
  const said = before && days !== undefined ? besideAppointment(args, days, before.request) : args;
  const move = await readMove(said, asked);
  if (offer !== undefined && isUnclear(move))
    return { confirmed: false, ...offeredAgain(offer, sent, asked) };
  if (move.kind === 'refused') return { confirmed: false, ...move.refusal, alternatives: [] };
  const [facts, found] = await Promise.all([
    readStartFacts({ account: asked.account, date: move.date }, heldBy(asked), deps, deadline),
    before ?? readOwn(),
  ]);
  const { account } = facts;
  const context = { ...asked, account };
  if (found.kind === 'refused') return { confirmed: false, ...found.refusal };
  const { request } = found;
  // An emergency without a time gets its first time from a person or a booking.
  if (request.status === 'requested') return { confirmed: false, ...noAppointment(context).refusal };
  const service = account.serviceTypes.find(({ id }) => id === request.serviceTypeId);
  // A service that is unknown or no longer offered has no duration.
  if (service === undefined) return await refusedMove(request, move, context, deps);
  const { technician } = args;
  const coverage = acceptedCoverage(account, service.id, request.customer.zip);
  const who = { service, technician, technicianBefore: technicianOf(request, technician, context) };
  const start = move.startOf(request, account, service);
  if (start.kind === 'refused') return { confirmed: false, ...start.refusal, alternatives: [] };
  if (start.kind === 'choice') {
    const moved = { request, coverage };
    const choice = await choiceFor({ ...start, ...who }, { moved }, context, deps);
    const refusal = { confirmed: false, ...choice } as const;
    return isOnSite(request, context) ? feeless(refusal) : refusal;
  }
  const wanted = { ...context, ...who, ...start, coverage };
  const change = {
    ...wanted,
    ...facts,
    request,
    notes: [...technicianNote(wanted), ...startNote(start)],
    later: saidLater(args),
    ...byCaller(request, context),
  };
  const moved = await answer(await reschedule(change, deps, deadline), change, context, deps);
  return isOnSite(request, context) ? withoutFee(moved) : moved;
};

async function refusedMove(
  request: DispatchRequest,
  { date, minute }: { readonly date: string; readonly minute?: number | undefined },
  context: CallContext,
  deps: VoiceDependencies,
): Promise<RescheduleJobResult> {
  const asked = { kind: 'asked_to_move', visit: { date, minute } } as const;
  return { confirmed: false, ...(await refusedChange({ request, flag: 'move', asked }, context, deps)) };
}

async function answer(
  result: RescheduleResult,
  wanted: RescheduleRequest & WantedStart,
  context: CallContext,
  deps: VoiceDependencies,
): Promise<Answer<RescheduleJobResult>> {
  const { request } = result;
  switch (result.kind) {
    case 'scheduled':
      return {
        // The fee that stands was said with the appointment.
        result: booked({ ...result, isFeeHeard: isSameFee(result) }, context, wanted),
        effect: 'moved',
        request,
      };
    case 'stands':
      // After a late repeat the appointment may have been canceled or put on hold.
      return activeAppointment(request) === undefined
        ? { confirmed: false, ...noAppointment(context).refusal }
        : { result: booked({ request }, context, wanted), effect: 'duplicate', request };
    case 'slot_refused':
      return refused({ ...result, standing: request }, wanted, context);
    case 'needs_human':
      return await refusedMove(request, wanted, context, deps);
    case 'gone':
    case 'refused':
      return { confirmed: false, ...noAppointment(context).refusal };
  }
}

const isSameFee = ({
  request,
  previous,
}: Extract<RescheduleResult, { readonly kind: 'scheduled' }>): boolean =>
  request.fee?.feeId === previous.fee?.feeId;

/** The person on site isn't told what the customer pays. */
function withoutFee(answer: Answer<RescheduleJobResult>): Answer<RescheduleJobResult> {
  if (!('message' in answer)) return { ...answer, result: feeless(answer.result) };
  return feeless(answer);
}

const feeless = (result: RescheduleJobResult): RescheduleJobResult => ({
  ...result,
  ...('fee' in result ? { fee: undefined } : {}),
  message: result.message.filter(({ kind }) => kind !== 'fee'),
});
