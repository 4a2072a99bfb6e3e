import * as v from 'valibot';
import { notReached, refused } from '#refusals';
import { type HoldAnswer, type HoldRequest, holdTime as hold } from '../../booking/hold-time.ts';
import { requestedTechnician } from '../../booking/requested-start.ts';
import type { Hold } from '../../record/hold.ts';
import { endOf } from '../../scheduling/holds.ts';
import { MINUTE_MS } from '../../scheduling/time-units.ts';
import { understandZip } from '../../understanding/said-zip.ts';
import { holds } from '../../wording/en/appointments.ts';
import { nextSteps, technicians } from '../../wording/en/openings.ts';
import { choiceFor } from '../answers/openings-for.ts';
import { text } from '../arguments/arguments.ts';
import { missing, resolveService, serviceType, zip } from '../arguments/common-arguments.ts';
import {
  absentFrom,
  inWindows,
  readStart,
  settledStart,
  startOf,
  technicianBefore,
} from '../arguments/visit-argument.ts';
import { parts } from '../message.ts';
import type { HoldTimeResult } from '../results.ts';
import { localNow, speakAppointment, startFacts, timeFacts, toldTime } from '../told.ts';
import type { Answer, CallContext, VoiceFunction } from '../voice-function.ts';

export const holdTimeArguments = v.object({
  date: text(),
  time: text(),
  serviceType,
  technician: text(),
  zip,
});

/** The shortest and the longest time that counts as a few minutes. */
const FEW_MINUTES = { least: 2 * MINUTE_MS, most: 10 * MINUTE_MS };

const sentences = {
  not_held_here: holds.cantHold,
  no_call: holds.cantHold,
  hold_limit: holds.limit,
  call_ended: holds.callEnded,
  released: holds.released,
} as const;

/** Sets a time aside for the call while the caller decides or gives their details. */
export const holdTime: VoiceFunction<typeof holdTimeArguments, HoldTimeResult> = async (
  args,
  context,
  deps,
) => {
  const { account, callId, deadline } = context;
  if (account.booking.hold === undefined) return notHeld('not_held_here');
  if (callId === undefined) return notHeld('no_call');
  const asked = resolveService(args.serviceType, account);
  const read = await readStart(args, context);
  const said = asked.kind === 'service' ? await settledStart(read, asked.service, context, deps) : read;
  const settled = startOf(said, context);
  if (settled === undefined || asked.kind === 'missing') {
    const absent = [...absentFrom(said), ...(asked.kind === 'missing' ? ['serviceType'] : [])];
    return { held: false, ...missing(absent), alternatives: [] };
  }
  if (asked.kind === 'refused') return { held: false, ...asked.refusal, alternatives: [] };
  const { service } = asked;
  const { technician } = args;
  const who = { technician, technicianBefore: await technicianBefore(technician, service, context, deps) };
  const zip = args.zip === undefined ? undefined : understandZip(args.zip);
  const start = inWindows(settled, account, service);
  if (start.kind === 'unclear')
    return { held: false, ...start.refusal, alternatives: [], today: localNow(context) };
  if (start.kind === 'choice') {
    const requested = requestedTechnician({ account, service, ...who });
    const query = { ...start, service, technician: requested, zip };
    return { held: false, ...(await choiceFor(start.reason, query, context, deps)) };
  }
  const { date, minute, windows } = start;
  const request = { ...context, service, date, minute, windows, ...who, zip, review: [] };
  const result = await hold(request, deps, deadline);
  const current = { ...context, account: result.account };
  // The account has changed and no longer has the service.
  if (result.kind === 'not_offered') return await holdTime(args, current, deps);
  return answer(result, { ...request, account: result.account }, current);
};

function answer(
  result: Exclude<HoldAnswer, { readonly kind: 'not_offered' }>,
  wanted: HoldRequest,
  context: CallContext,
): Answer<HoldTimeResult> {
  switch (result.kind) {
    case 'held':
      return { result: held(result.hold, wanted, context), effect: 'held' };
    case 'refused': {
      const { confirmed: _, ...refusal } = refused(result, wanted, context);
      return { held: false, ...refusal };
    }
    case 'not_reached':
      return { held: false, ...notReached(result.coverage, wanted.service.name), alternatives: [] };
    default:
      return notHeld(result.kind);
  }
}

function held(hold: Hold, wanted: HoldRequest, context: CallContext): HoldTimeResult {
  const { kind } = requestedTechnician(wanted);
  const until = endOf(hold.holder);
  const when = speakAppointment(hold, context);
  const who = kind === 'unknown' ? technicians.unknownWillCome(hold.technician) : undefined;
  return {
    held: true,
    heldUntil: new Date(until).toISOString(),
    message: parts(aside(when, until - context.now), who),
    ...startFacts(hold.date, context),
    ...timeFacts(toldTime(hold)),
    technician: hold.technician,
    nextStep: nextSteps.bookHeld,
    ...(kind === 'unknown' ? { ignored: ['technician'] } : {}),
  };
}

/** Says that a time is set aside for this many milliseconds. */
function aside(when: string, ms: number): string {
  if (ms < FEW_MINUTES.least) return holds.heldBriefly(when);
  return ms <= FEW_MINUTES.most ? holds.heldMinutes(when) : holds.held(when);
}

function notHeld(reason: keyof typeof sentences): HoldTimeResult {
  const message = parts(sentences[reason]);
  const canBook = reason !== 'call_ended' && reason !== 'released';
  return {
    held: false,
    reason,
    message,
    ...(canBook ? { nextStep: nextSteps.bookAtOnce } : {}),
    alternatives: [],
  };
}
