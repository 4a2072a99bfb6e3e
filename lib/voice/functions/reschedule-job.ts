import * as v from 'valibot';
import { readDay } from '../../dispatch/booking/booking-facts.ts';
import { changedByCaller } from '../../dispatch/booking/booking-request.ts';
import { type RescheduleResult, reschedule } from '../../dispatch/booking/reschedule.ts';
import {
  type RequestedTechnician,
  requestedTechnician,
  type WantedStart,
} from '../../dispatch/booking/wanted-start.ts';
import { isMovable, objectionToCaller } from '../../dispatch/requests/own-requests.ts';
import { activeAppointment, type DispatchRequest } from '../../dispatch/requests/request.ts';
import { formatClockTime, parseClockTime } from '../../scheduling/clock-time.ts';
import { isLocalDate } from '../../scheduling/local-date.ts';
import { text } from '../arguments.ts';
import { confirmed, refused } from '../booking-answers.ts';
import { missing } from '../missing.ts';
import { appointmentService, dispatchRequestId, noAppointment, ownAppointment } from '../own-appointment.ts';
import { say } from '../speech.ts';
import type {
  CallContext,
  Done,
  FunctionResult,
  VoiceDependencies,
  VoiceFunction,
} from '../voice-function.ts';
import { refusedChange } from './person-takes-over.ts';

const NOTHING_CHANGED = 'Nothing is changed yet.';

export const rescheduleJobArguments = v.object({
  date: text('The new calendar date that the caller chose, as YYYY-MM-DD.'),
  time: text(
    'The new start that the caller chose, one of those that {check_availability} returned, as HH:MM on a 24-hour clock.',
  ),
  dispatchRequestId,
  serviceType: appointmentService,
  technician: text('The technician by name, only if the caller asks for one.'),
});

/** Moves the caller's own appointment. A start that can't be had leaves it as it is. */
export const rescheduleJob: VoiceFunction<typeof rescheduleJobArguments> = async (args, asked, deps) => {
  const when = startOf(args);
  if ('refusal' in when) return { confirmed: false, ...when.refusal, alternatives: [] };
  const { deadline } = asked;
  const [account, found, occupancy] = await Promise.all([
    deps.storedAccounts.current(asked.account, deadline),
    ownAppointment(args, isMovable, asked, deps.requests),
    readDay({ account: asked.account, date: when.date }, deps.schedule, deadline),
  ]);
  const context = { ...asked, account };
  if (found.kind === 'refused') return { confirmed: false, ...found.refusal };
  const { request } = found;
  // Its first time is a booking: an emergency is for a person until then.
  if (request.status === 'requested') return { confirmed: false, ...noAppointment().refusal };
  const service = account.serviceTypes.find(({ id }) => id === request.serviceTypeId);
  // What is no longer offered, or was never understood, has no length that could be planned.
  if (service === undefined) return await refusedMove(request, when, context, deps);
  const wanted = { ...when, ...context, service, technician: args.technician };
  const result = await reschedule(
    {
      ...wanted,
      request,
      occupancy,
      who: changedByCaller(context),
      objection: objectionToCaller(context),
    },
    deps,
    deadline,
  );
  return await answer(result, wanted, context, deps);
};

type Said = Readonly<Record<'date' | 'time', string | undefined>>;
type When = Pick<WantedStart, 'date' | 'minute'>;

/** The start that the arguments name, or the first reason why they name none. */
function startOf({ date, time }: Said): When | { readonly refusal: FunctionResult } {
  if (date === undefined || time === undefined) {
    const absent = [...(date === undefined ? ['date'] : []), ...(time === undefined ? ['time'] : [])];
    return { refusal: missing(absent, NOTHING_CHANGED) };
  }
  if (!isLocalDate(date)) {
    const message = say('That is no calendar date. Please ask which day is meant.', NOTHING_CHANGED);
    return { refusal: { reason: 'invalid_date', message } };
  }
  const minute = parseClockTime(time);
  if (minute === undefined) {
    const message = say('I need the time with AM or PM. Please ask what time is meant.', NOTHING_CHANGED);
    return { refusal: { reason: 'invalid_time', message } };
  }
  return { date, minute };
}

async function refusedMove(
  request: DispatchRequest,
  { date, minute }: When,
  context: CallContext,
  deps: VoiceDependencies,
): Promise<FunctionResult> {
  const why = `asked to move to ${date} ${formatClockTime(minute)}`;
  return { confirmed: false, ...(await refusedChange({ request, flag: 'move', why }, context, deps)) };
}

async function answer(
  result: RescheduleResult,
  wanted: WantedStart,
  context: CallContext,
  deps: VoiceDependencies,
): Promise<FunctionResult | Done> {
  const requested = requestedTechnician(wanted).kind;
  switch (result.kind) {
    case 'scheduled':
      return { result: confirmed(result.request, result.moved, context, requested), did: 'moved' };
    case 'stands':
      return standing(result.request, requested, context);
    case 'slot_refused': {
      const { reason, alternatives, searched, request } = result;
      return refused({ kind: 'refused', reason, alternatives, searched, standing: request }, wanted, context);
    }
    case 'needs_human':
      return await refusedMove(result.request, wanted, context, deps);
    case 'gone':
    case 'refused':
      return { confirmed: false, ...noAppointment().refusal };
  }
}

/** A late repeat may find that what it moved was canceled or put on hold since. */
function standing(
  request: DispatchRequest,
  requested: RequestedTechnician['kind'],
  context: CallContext,
): FunctionResult | Done {
  return activeAppointment(request) === undefined
    ? { confirmed: false, ...noAppointment().refusal }
    : { result: confirmed(request, undefined, context, requested), did: 'duplicate' };
}
