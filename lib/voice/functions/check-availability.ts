import * as v from 'valibot';
import type { ServiceType } from '../../accounts/account.ts';
import { requestedTechnician } from '../../booking/requested-start.ts';
import { understandZip } from '../../understanding/said-zip.ts';
import { questions } from '../../wording/en/days-and-times.ts';
import { nextSteps } from '../../wording/en/openings.ts';
import type { OpeningsQuery } from '../answers/openings.ts';
import { openingsFor } from '../answers/openings-for.ts';
import { flag, listed, text } from '../arguments/arguments.ts';
import { missing, resolveService, serviceType, urgency, zip } from '../arguments/common-arguments.ts';
import { type RequestedDays, readDays } from '../arguments/requested-days.ts';
import {
  isUnderstood,
  type RequestedTimes,
  readTime,
  requestedTimes,
  timesInWindow,
} from '../arguments/requested-times.ts';
import { settledStart, technicianBefore, windowsLabeled } from '../arguments/visit-argument.ts';
import { type Message, parts } from '../message.ts';
import type { CheckAvailabilityResult, MissingArguments, ServiceRefusal } from '../results.ts';
import { localNow } from '../told.ts';
import type { CallContext, VoiceDependencies, VoiceFunction } from '../voice-function.ts';

export const checkAvailabilityArguments = v.object({
  date: text(),
  from: text(),
  to: text(),
  weekdays: listed(),
  serviceType,
  preferredTime: text(),
  zip,
  urgency,
  technician: text(),
  additionalVisit: flag(),
});

/**
 * Lists what is free on a day, in a range of days, or the earliest times; otherwise says why nothing is free, and the
 * next free times.
 */
export const checkAvailability: VoiceFunction<
  typeof checkAvailabilityArguments,
  CheckAvailabilityResult
> = async (args, context, deps) => {
  const { account } = context;
  const asked = resolveService(args.serviceType, account);
  if (asked.kind === 'missing') return refusal(missing(['serviceType']), context);
  if (asked.kind === 'refused') return refusal(asked.refusal, context);
  const said = await readDays(args, context);
  if (said.kind !== 'days') {
    const message = parts(said.kind === 'reversed' ? questions.reversedDays : questions.invalidDate);
    return refusal({ reason: 'invalid_date', message, nextStep: nextSteps.askAgain }, context);
  }
  const { days } = said;
  const { service } = asked;
  const { technician } = args;
  const times = await timesOf(args.preferredTime, days, service, context, deps);
  const ignored = [...days.ignored, ...(times === 'unclear' ? ['preferredTime'] : [])];
  const before = await technicianBefore(technician, service, context, deps);
  const query: OpeningsQuery = {
    service,
    days,
    times: times === 'unclear' ? undefined : times,
    technician: requestedTechnician({ account, service, technician, technicianBefore: before }),
    additionalVisit: args.additionalVisit,
    urgency: args.urgency,
    zip: args.zip === undefined ? undefined : understandZip(args.zip),
  };
  return await answer(query, ignored, context, deps);
};

type Refusal =
  | MissingArguments
  | ServiceRefusal
  | { readonly reason: 'invalid_date'; readonly message: Message; readonly nextStep: string };

const refusal = (refused: Refusal, context: CallContext): CheckAvailabilityResult => ({
  ...refused,
  availableSlots: [],
  today: localNow(context),
});

/** The requested times; undefined if any time suits. Words said with the day count if nothing else is understood. */
async function timesOf(
  preferred: string | undefined,
  { time: saidWithDay }: RequestedDays,
  service: ServiceType,
  context: CallContext,
  deps: VoiceDependencies,
): Promise<RequestedTimes | undefined | 'unclear'> {
  const texts = [preferred, saidWithDay].filter((one) => one !== undefined);
  const [labeled] = texts.flatMap((text) => windowsLabeled(text, context.account, service));
  if (labeled !== undefined) return timesInWindow(labeled);
  const read = await Promise.all(
    texts.map((text) => settledStart({ time: readTime(text) }, service, context, deps)),
  );
  const understood = read.map(({ time }) => time).find(isUnderstood);
  if (understood === undefined) return read.length === 0 ? undefined : 'unclear';
  return understood.kind === 'any' ? undefined : requestedTimes(understood, context.account);
}

async function answer(
  query: OpeningsQuery,
  ignored: readonly string[],
  context: CallContext,
  deps: VoiceDependencies,
): Promise<CheckAvailabilityResult> {
  const result = await openingsFor(query, context, deps);
  const all = [...ignored, ...(query.technician.kind === 'unknown' ? ['technician'] : [])];
  return all.length === 0 ? result : { ...result, ignored: all };
}
