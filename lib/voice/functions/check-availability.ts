import { requestedTechnician } from '../../booking/requested-start.ts';
import { ifAvailable } from '../../record/faults.ts';
import type { Remembered } from '../../record/memory.ts';
import { ownRequest } from '../../record/own-requests.ts';
import { nextSteps } from '../../wording/next-steps.ts';
import { openingsFor } from '../answers/openings-for.ts';
import { missing, resolveService, saidZip } from '../arguments/common-arguments.ts';
import type { CheckAvailabilityArguments } from '../arguments/function-arguments.ts';
import { readDays } from '../arguments/requested-days.ts';
import { readTimes, technicianBefore } from '../arguments/visit-argument.ts';
import { heardFee } from '../heard-fee.ts';
import { parts } from '../message.ts';
import { serviceSaid } from '../remembered.ts';
import { repairOf } from '../repair.ts';
import type { CheckAvailabilityResult, MissingArguments, ServiceRefusal, StartQuestion } from '../results.ts';
import { localNow } from '../told.ts';
import type { CallContext, VoiceFunction } from '../voice-function.ts';

/**
 * Lists what is free on a day, in a range of days, or the earliest times; otherwise says why nothing is free, and the
 * next free times.
 */
export const checkAvailability: VoiceFunction<CheckAvailabilityArguments, CheckAvailabilityResult> = async (
  args,
  context,
  deps,
) => {
  const { questions } = context.words;
  const { account } = context;
  const { dispatchRequestId: id, serviceType: named } = args;
  const toMove =
    id === undefined ? undefined : ifAvailable(ownRequest(id, context, deps.requests, context.deadline));
  const ofVisit = named === undefined ? (await toMove)?.serviceType : undefined;
  const remembered =
    account.fees === undefined && context.caller !== undefined ? undefined : context.remembered();
  const asked = resolveService(named ?? ofVisit ?? (await serviceSaid(named, context)), context, args.notes);
  if (asked.kind === 'missing') return refusal(missing(['serviceType'], context.words), context);
  if (asked.kind === 'refused') return refusal(asked.refusal, context);
  const said = await readDays(args, context);
  if (said.kind === 'invalid') return refusal(said.refusal, context);
  if (said.kind === 'reversed') {
    const message = parts(questions.reversedDays);
    return refusal({ reason: 'invalid_date', message, nextStep: nextSteps.askAgain }, context);
  }
  const { days } = said;
  const { service } = asked;
  const { times, ignored: words } = await readTimes(args, days, service, context, deps);
  const before = await technicianBefore(args.technician, service, context, deps);
  const requested = requestedTechnician({
    account,
    service,
    technician: args.technician,
    technicianBefore: before,
  });
  const query = {
    service,
    days,
    times,
    ignored: words,
    technician: requested,
    additionalVisit: args.additionalVisit,
    urgency: args.urgency,
    zip: saidZip(args.zip),
    toMove,
    heardFee: heardFee({ service, urgency: args.urgency, zip: args.zip, toMove }, context),
  };
  const result = withPhoneAsked(await openingsFor(query, context, deps), await remembered, context);
  const ignored = [
    ...days.ignored,
    ...words.map(({ argument, why }) => ({ argument, why })),
    ...(requested.kind === 'unknown' ? [{ argument: 'technician', why: 'unknown' } as const] : []),
  ];
  if (ignored.length === 0) return result;
  const { technician: name } = args;
  const names = account.technicians.map((one) => one.name);
  const repaired =
    name !== undefined && requested.kind === 'unknown' && repairOf('technician', 'technician', name, names);
  return { ...result, ...repaired, ignored };
};

/** A caller without a number is asked for one before the time is booked. */
function withPhoneAsked<Result extends Awaited<ReturnType<typeof openingsFor>>>(
  result: Result,
  remembered: Remembered | undefined,
  { caller }: CallContext,
) {
  if (caller !== undefined || remembered?.customerPhone !== undefined || !('offered' in result))
    return result;
  const { nextStep } = result;
  return {
    ...result,
    nextStep: [nextStep, nextSteps.askNumber].filter((step) => step !== undefined).join(' '),
  };
}

type Refusal = MissingArguments | ServiceRefusal | StartQuestion;

const refusal = (refused: Refusal, context: CallContext): CheckAvailabilityResult => ({
  ...refused,
  availableSlots: [],
  today: localNow(context),
});
