import { type HoldAnswer, type HoldRequest, holdTime as hold } from '../../booking/hold-time.ts';
import type { Hold } from '../../record/hold.ts';
import { nothingRemembered, type Remembered } from '../../record/memory.ts';
import { endOf } from '../../scheduling/occupancy.ts';
import { MINUTE_MS } from '../../scheduling/time.ts';
import type { Words } from '../../wording/index.ts';
import { nextSteps } from '../../wording/next-steps.ts';
import { ignoredIn, someoneElse, type WantedStart } from '../answers/booking-answers.ts';
import { choiceFor } from '../answers/choice.ts';
import { notReached, refused } from '../answers/refusals.ts';
import { saidZip, zipOf } from '../arguments/common-arguments.ts';
import type { HoldTimeArguments } from '../arguments/function-arguments.ts';
import { fromLastOffer, offeredAgain } from '../arguments/last-offer.ts';
import { isUnclear, readVisit } from '../arguments/visit-argument.ts';
import { parts } from '../message.ts';
import { serviceSaid } from '../remembered.ts';
import type { HoldTimeResult } from '../results.ts';
import { speakAppointment, speakService, startFacts, timeFacts, toldTime } from '../told.ts';
import type { Answer, CallContext, VoiceFunction } from '../voice-function.ts';
import { checkAvailability } from './check-availability.ts';

/** A hold between these lengths is said to last a few minutes. */
const FEW_MINUTES = { least: 3 * MINUTE_MS, most: 10 * MINUTE_MS };

const sentencesIn = ({ holds }: Words) => ({
  not_held_here: holds.cantHold,
  no_call: holds.cantHold,
  hold_limit: holds.limit,
  call_ended: holds.callEnded,
  released: holds.released,
});

/** Sets a time aside for the call while the caller decides or gives their details. */
export const holdTime: VoiceFunction<HoldTimeArguments, HoldTimeResult> = async (sent, context, deps) => {
  if (context.account.booking.hold === undefined) return notHeld('not_held_here', context);
  if (context.callId === undefined) return notHeld('no_call', context);
  const { said, offer } = await fromLastOffer(sent, checkAvailability, context, deps);
  const serviceType = await serviceSaid(sent.serviceType, context);
  const args = { ...said, serviceType };
  const visit = await readVisit(args, context, deps);
  if (offer !== undefined && isUnclear(visit)) return { held: false, ...offeredAgain(offer, sent, context) };
  if (visit.kind === 'refused') return { held: false, ...visit.refusal, alternatives: [] };
  const zip = saidZip(args.zip);
  if (visit.kind === 'choice') return { held: false, ...(await choiceFor(visit, { zip }, context, deps)) };
  const zipBefore = async () => zipOf((await context.remembered()).place);
  const heldBefore = async () => (await context.remembered()).hold;
  const request = { ...context, ...visit, zip, zipBefore, heldBefore, review: [] };
  const remembered = context.caller === undefined ? context.remembered() : nothingRemembered;
  const result = await hold(request, deps, context.deadline);
  const { account } = result;
  const current = { ...context, account };
  // The account has changed and no longer has the service.
  if (result.kind === 'not_offered') return await holdTime(args, current, deps);
  return answer(result, { ...request, account }, current, await remembered);
};

function answer(
  result: Exclude<HoldAnswer, { readonly kind: 'not_offered' }>,
  wanted: HoldRequest,
  context: CallContext,
  remembered: Remembered,
): Answer<HoldTimeResult> {
  switch (result.kind) {
    case 'held':
      return { result: held(result.hold, wanted, context, remembered), effect: 'held' };
    case 'refused': {
      const { confirmed: _, ...refusal } = refused(result, wanted, context);
      return { held: false, ...refusal };
    }
    case 'not_reached':
      return {
        held: false,
        ...notReached(result.coverage, speakService(wanted.service, context.words), context.words),
        alternatives: [],
      };
    default:
      return notHeld(result.kind, context);
  }
}

function notHeld(reason: keyof ReturnType<typeof sentencesIn>, { words }: CallContext): HoldTimeResult {
  const canBook = reason !== 'call_ended' && reason !== 'released';
  return {
    held: false,
    reason,
    message: parts(sentencesIn(words)[reason]),
    ...(canBook ? { nextStep: nextSteps.bookAtOnce } : {}),
    alternatives: [],
  };
}

/** Tells the caller which time is held for the call. */
function held(
  hold: Hold,
  wanted: WantedStart,
  context: CallContext,
  { customerPhone }: Pick<Remembered, 'customerPhone'>,
): HoldTimeResult {
  const { date, technician, holder } = hold;
  const until = endOf(holder);
  const aside = speakAside(speakAppointment(hold, context), until - context.now, context.words);
  return {
    held: true,
    heldUntil: new Date(until).toISOString(),
    message: parts(aside, someoneElse(wanted, technician, context.words)),
    ...startFacts(date, context),
    ...timeFacts(toldTime(hold)),
    technician,
    ...(context.caller === undefined && customerPhone === undefined
      ? { nextStep: `${nextSteps.bookHeld} ${nextSteps.askNumber}` }
      : { nextStep: nextSteps.bookHeld }),
    ...ignoredIn(wanted),
  };
}

/** Says that a time is set aside for this many milliseconds. */
function speakAside(when: string, ms: number, words: Words): string {
  const { holds } = words;
  if (ms < FEW_MINUTES.least) return holds.heldBriefly(when);
  return ms <= FEW_MINUTES.most ? holds.heldMinutes(when) : holds.held(when);
}
