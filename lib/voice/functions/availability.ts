import * as v from 'valibot';
import type { Account, ServiceType } from '../../accounts/account.ts';
import { requestedTechnician } from '../../dispatch/booking/wanted-start.ts';
import { missing } from '../appointments/missing.ts';
import { flag, listed, text } from '../arguments.ts';
import { understandZip } from '../caller/said-zip.ts';
import { serviceType, urgency } from '../common-arguments.ts';
import { type AskedDays, readDays } from '../openings/asked-days.ts';
import { type AskedTimes, askedTimes, readTime } from '../openings/asked-times.ts';
import { openingsFor } from '../openings/openings-for.ts';
import type { Wish } from '../openings/wished-openings.ts';
import { questions } from '../phrases/en/days-and-times.ts';
import { nextSteps } from '../phrases/en/openings.ts';
import type { AvailabilityResult } from '../results/availability.ts';
import type { MissingArguments } from '../results/parts.ts';
import type { ServiceRefusal } from '../results/services.ts';
import { resolveService } from '../service-argument.ts';
import { say } from '../speech.ts';
import { nowThere } from '../today.ts';
import type { SaidTime } from '../understanding/times.ts';
import type { CallContext, VoiceDependencies, VoiceFunction } from '../voice-function.ts';

export const availabilityArguments = v.object({
  date: text(
    'The day or days that the caller asks for, as YYYY-MM-DD or in their words, such as "tomorrow", "next Tuesday" or "Thursday or Friday". Leave it out for the earliest times.',
  ),
  from: text('The first day of a longer range, as `date`, for a range that one text does not say.'),
  to: text('The last day of that range.'),
  weekdays: listed('The weekdays that suit the caller, such as "Monday, Wednesday", if only some do.'),
  serviceType,
  preferredTime: text(
    'The time of the day that suits the caller, in their words, such as "morning", "after 3" or "between 8 and 10". Leave it out if they have not named one.',
  ),
  zip: text('The postal code of the job, as soon as the caller has told it.'),
  urgency,
  technician: text('The technician by name, only if the caller asks for one.'),
  additionalVisit: flag(
    'True only if the caller wants one more visit for a service already booked in this call, beside the one that stands.',
  ),
});

/**
 * Lists what is free on a day, in a range of days, or the earliest times; otherwise says why nothing is free, and the
 * next free times.
 */
export const availability: VoiceFunction<typeof availabilityArguments, AvailabilityResult> = async (
  args,
  context,
  deps,
) => {
  const { account } = context;
  const asked = resolveService(args.serviceType, account);
  if (asked.kind === 'missing') return refusal(missing(['serviceType']), context);
  if (asked.kind === 'refused') return refusal(asked.refusal, context);
  const said = await readDays(args, context);
  if (said.kind !== 'days') {
    const message = say(said.kind === 'reversed' ? questions.reversedDays : questions.invalidDate);
    return refusal({ reason: 'invalid_date', message, nextStep: nextSteps.askAgain }, context);
  }
  const { days } = said;
  const times = timesOf(args.preferredTime, days, account);
  const ignored = [...days.ignored, ...(times === 'unclear' ? ['preferredTime'] : [])];
  const wish: Wish = {
    service: asked.service,
    days,
    times: times === 'unclear' ? undefined : times,
    technician: requestedOf(args.technician, asked.service, account),
    additionalVisit: args.additionalVisit,
    urgency: args.urgency,
    zip: args.zip === undefined ? undefined : understandZip(args.zip),
  };
  return await answer(wish, ignored, context, deps);
};

type Refusal =
  | MissingArguments
  | ServiceRefusal
  | { readonly reason: 'invalid_date'; readonly message: string; readonly nextStep: string };

const refusal = (refused: Refusal, context: CallContext): AvailabilityResult => ({
  ...refused,
  availableSlots: [],
  today: nowThere(context),
});

const requestedOf = (technician: string | undefined, service: ServiceType, account: Account) =>
  requestedTechnician({ account, service, technician });

/** The wanted times; undefined if any time suits. Words said with the day count if nothing else is understood. */
function timesOf(
  preferred: string | undefined,
  { time: saidWithDay }: AskedDays,
  account: Account,
): AskedTimes | undefined | 'unclear' {
  const texts = [preferred, saidWithDay].filter((one) => one !== undefined);
  const read = texts.map(readTime);
  const understood = read.find(isUnderstood);
  if (understood === undefined) return read.length === 0 ? undefined : 'unclear';
  return understood.kind === 'any' ? undefined : askedTimes(understood, account);
}

const isUnderstood = (
  said: SaidTime,
): said is Exclude<SaidTime, { readonly kind: 'unclear' } | { readonly kind: 'invalid' }> =>
  said.kind !== 'unclear' && said.kind !== 'invalid';

async function answer(
  wish: Wish,
  ignored: readonly string[],
  context: CallContext,
  deps: VoiceDependencies,
): Promise<AvailabilityResult> {
  const result = await openingsFor(wish, context, deps);
  const all = [...ignored, ...(wish.technician.kind === 'unknown' ? ['technician'] : [])];
  return all.length === 0 ? result : { ...result, ignored: all };
}
