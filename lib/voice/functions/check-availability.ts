import { requestedTechnician } from '../../booking/requested-start.ts';
import { nextSteps } from '../../wording/next-steps.ts';
import { openingsFor } from '../answers/openings-for.ts';
import { missing, resolveService, saidZip } from '../arguments/common-arguments.ts';
import type { checkAvailabilityArguments } from '../arguments/function-arguments.ts';
import { readDays } from '../arguments/requested-days.ts';
import { readTimes, technicianBefore } from '../arguments/visit-argument.ts';
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
export const checkAvailability: VoiceFunction<
  typeof checkAvailabilityArguments,
  CheckAvailabilityResult
> = async (args, context, deps) => {
  const { questions } = context.words;
  const { account } = context;
  const asked = resolveService(await serviceSaid(args.serviceType, context), context, args.notes);
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
  };
  const result = await openingsFor(query, context, deps);
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

type Refusal = MissingArguments | ServiceRefusal | StartQuestion;

const refusal = (refused: Refusal, context: CallContext): CheckAvailabilityResult => ({
  ...refused,
  availableSlots: [],
  today: localNow(context),
});
