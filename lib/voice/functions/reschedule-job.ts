import * as v from 'valibot';
import { refused } from '#refusals';
import { comparedDays } from '#spoken-words';
import { readStartFacts } from '../../booking/booking-facts.ts';
import { acceptedCoverage } from '../../booking/coverage.ts';
import {
  type RequestedStart,
  type RequestedTechnician,
  requestedTechnician,
} from '../../booking/requested-start.ts';
import { type RescheduleResult, reschedule } from '../../booking/reschedule.ts';
import { heardUrgency } from '../../booking/said-fee.ts';
import { heldBy } from '../../record/hold.ts';
import { changedByCaller } from '../../record/invocation.ts';
import { isMovable, objectionToCaller } from '../../record/own-requests.ts';
import { activeAppointment, type DispatchRequest } from '../../record/request.ts';
import type { LocalDate } from '../../scheduling/calendar.ts';
import { addDays } from '../../scheduling/local-date.ts';
import { confirmed } from '../answers/booking-answers.ts';
import { choiceFor } from '../answers/openings-for.ts';
import {
  noAppointment,
  type OwnAppointment,
  ownAppointment,
  whichArguments,
} from '../answers/own-appointment.ts';
import { type ReadArguments, text } from '../arguments/arguments.ts';
import { missing } from '../arguments/common-arguments.ts';
import { readTime } from '../arguments/requested-times.ts';
import {
  absentFrom,
  inWindows,
  readStart,
  type SaidStart,
  type StartArgument,
  startNote,
  startOf,
  technicianNote,
  technicianOf,
  timeBeside,
} from '../arguments/visit-argument.ts';
import type { RescheduleJobResult } from '../results.ts';
import { localNow } from '../told.ts';
import type { Answer, CallContext, VoiceDependencies, VoiceFunction } from '../voice-function.ts';
import { refusedChange } from './person.ts';

export const rescheduleJobArguments = v.object({
  date: text(),
  time: text(),
  ...whichArguments,
  technician: text(),
});

type RescheduleArguments = ReadArguments<typeof rescheduleJobArguments>;

/** Moves the caller's own appointment. If the start is not available, nothing changes. */
export const rescheduleJob: VoiceFunction<typeof rescheduleJobArguments, RescheduleJobResult> = async (
  sent,
  asked,
  deps,
) => {
  const args = withTimeApart(sent);
  const days = daysFromAppointment(args);
  if (days === undefined) return await move(args, asked, deps);
  const found = await ownAppointment(args, { isMeant: isMovable }, asked, deps);
  if (found.kind === 'refused') return { confirmed: false, ...found.refusal };
  const { appointment } = found.request;
  const date = appointment && addDays(appointment.date, days);
  return await move({ ...args, date, time: args.time ?? 'same time' }, asked, deps, found);
};

/** A model may send words for the time as the date: `an hour later`. */
const withTimeApart = (args: RescheduleArguments): RescheduleArguments =>
  args.date !== undefined && args.time === undefined && readTime(args.date).kind === 'compared'
    ? { ...args, date: undefined, time: args.date }
    : args;

/** The days from the appointment to the requested day, if so said. It stays if only a time or technician is asked for. */
function daysFromAppointment({ date, time, technician }: RescheduleArguments): number | undefined {
  if (date === undefined) return time === undefined && technician === undefined ? undefined : 0;
  // What is in digits needs no words.
  return /[a-z]/i.test(date) ? comparedDays(date) : undefined;
}

/** @param known the appointment, if it has been read already */
async function move(
  args: RescheduleArguments,
  asked: CallContext,
  deps: VoiceDependencies,
  known?: OwnAppointment,
): Promise<Answer<RescheduleJobResult>> {
  const said = await readStart(args, asked);
  const compared = said.time?.kind === 'compared' ? said.time : undefined;
  const start = startOf(compared ? { ...said, time: { kind: 'any' } } : said, asked);
  if (start === undefined) return { confirmed: false, ...missing(absentFrom(said)), alternatives: [] };
  if (start.kind === 'unclear')
    return { confirmed: false, ...start.refusal, alternatives: [], today: localNow(asked) };
  const { account: current, deadline } = asked;
  const date = dateOf(start);
  const [{ account, occupancy, hold }, found] = await Promise.all([
    readStartFacts({ account: current, date }, heldBy(asked), deps, deadline),
    known ?? ownAppointment(args, { isMeant: isMovable }, asked, deps),
  ]);
  const context = { ...asked, account };
  if (found.kind === 'refused') return { confirmed: false, ...found.refusal };
  const { request } = found;
  // An emergency without a time gets its first time from a person or a booking.
  if (request.status === 'requested') return { confirmed: false, ...noAppointment().refusal };
  const service = account.serviceTypes.find(({ id }) => id === request.serviceTypeId);
  // A service that is unknown or no longer offered has no duration.
  if (service === undefined) return await refusedMove(request, { ...start, date }, context, deps);
  const { technician } = args;
  const wanted = {
    ...context,
    service,
    technician,
    technicianBefore: technicianOf(request, technician, context),
    coverage: acceptedCoverage(request, service, account),
  };
  const placed = inWindows(
    compared ? besideTime(start, said, compared.minutes, request, asked) : start,
    account,
    service,
  );
  if (placed.kind === 'choice') {
    const query = {
      ...placed,
      service,
      technician: requestedTechnician(wanted),
      additionalVisit: false,
      urgency: heardUrgency(request, wanted),
      coverage: wanted.coverage,
    };
    const moved = request.dispatchRequestId;
    return { confirmed: false, ...(await choiceFor(placed.reason, { ...query, moved }, context, deps)) };
  }
  const notes = [...technicianNote(wanted), ...startNote(placed.requestedMinute)];
  const booking = { ...wanted, ...placed, request, occupancy, hold, notes };
  const who = changedByCaller(context);
  const result = await reschedule({ ...booking, who, objection: objectionToCaller(context) }, deps, deadline);
  return await answer(result, booking, context, deps);
}

/** The requested day, so many minutes after the time of the existing appointment as the caller knows it. */
function besideTime(
  anyTime: Readable,
  said: SaidStart,
  minutes: number,
  { appointment }: DispatchRequest,
  context: CallContext,
): Readable {
  const time = appointment && timeBeside(appointment, minutes);
  const start = startOf({ ...said, time }, context);
  return start === undefined || start.kind === 'unclear' ? anyTime : start;
}

type Readable = Exclude<StartArgument, { readonly kind: 'unclear' }>;

const dateOf = (start: Readable): LocalDate => (start.kind === 'start' ? start.date : start.days.from);

async function refusedMove(
  request: DispatchRequest,
  { date, minute }: { readonly date: LocalDate; readonly minute?: number },
  context: CallContext,
  deps: VoiceDependencies,
): Promise<RescheduleJobResult> {
  const asked = { kind: 'asked_to_move', visit: { date, minute } } as const;
  return { confirmed: false, ...(await refusedChange({ request, flag: 'move', asked }, context, deps)) };
}

async function answer(
  result: RescheduleResult,
  wanted: RequestedStart & { readonly requestedMinute?: number },
  context: CallContext,
  deps: VoiceDependencies,
): Promise<Answer<RescheduleJobResult>> {
  const requested = requestedTechnician(wanted).kind;
  switch (result.kind) {
    case 'scheduled':
      return {
        result: confirmed(result, context, requested, wanted.requestedMinute),
        effect: 'moved',
        request: result.request,
      };
    case 'stands':
      return standing(result.request, requested, context);
    case 'slot_refused':
      return refused({ ...result, standing: result.request }, wanted, context);
    case 'needs_human':
      return await refusedMove(result.request, wanted, context, deps);
    case 'gone':
    case 'refused':
      return { confirmed: false, ...noAppointment().refusal };
  }
}

/** After a late repeat the appointment may have been canceled or put on hold. */
function standing(
  request: DispatchRequest,
  requested: RequestedTechnician['kind'],
  context: CallContext,
): Answer<RescheduleJobResult> {
  return activeAppointment(request) === undefined
    ? { confirmed: false, ...noAppointment().refusal }
    : { result: confirmed({ request }, context, requested), effect: 'duplicate', request };
}
