import type { Account, ServiceType } from '../../accounts/account.ts';
import {
  type RequestedStart,
  type RequestedTechnician,
  requestedTechnician,
  windowsAt,
} from '../../booking/requested-start.ts';
import { callOf } from '../../record/invocation.ts';
import type { Notes } from '../../record/notes.ts';
import { isConfirmed, isUpcoming, ownSince } from '../../record/own-requests.ts';
import { type Appointment, type DispatchRequest, hasActiveAppointment } from '../../record/request.ts';
import { isSameSpan, type WallSpan, windowsOf } from '../../scheduling/arrival.ts';
import type { LocalDate } from '../../scheduling/calendar.ts';
import { formatClock24, wallMinute } from '../../scheduling/clock-time.ts';
import { isOpenAtMinute, isOpenOn } from '../../scheduling/opening.ts';
import type { SaidClock } from '../../understanding/clock-words.ts';
import type { Days } from '../../understanding/day-context.ts';
import { understandDays } from '../../understanding/days.ts';
import { meansBefore } from '../../understanding/technician-name.ts';
import type { SaidTime } from '../../understanding/times.ts';
import { questions } from '../../wording/en/days-and-times.ts';
import { nextSteps } from '../../wording/en/openings.ts';
import { speakDate } from '../../wording/speech.ts';
import { type Message, parts } from '../message.ts';
import { localNow, toldTime } from '../told.ts';
import type { CallContext, VoiceDependencies } from '../voice-function.ts';
import { daysOf, type RequestedDays, todayOf } from './requested-days.ts';
import { bothHalves, type RequestedTimes, readTime, requestedTimes, settleClock } from './requested-times.ts';

/** Callers who mean an earlier hour say AM. */
const WORKDAY_STARTS = 7 * 60;

/** The parts of a start in the arguments. */
export interface SaidStart {
  readonly days?: Days | undefined;
  readonly time?: SaidTime | undefined;
  /** The words for the time. */
  readonly text?: string | undefined;
}

/** Reads the day and the time of a start. A time said with the day counts if no other time was said. */
export async function readStart(
  { date, time }: { readonly date?: string | undefined; readonly time?: string | undefined },
  context: CallContext,
): Promise<SaidStart> {
  const days = date === undefined ? undefined : await understandDays(date, todayOf(context));
  const text = time ?? (days?.kind === 'unclear' ? undefined : days?.time);
  return { days, time: text === undefined ? undefined : readTime(text), text };
}

/** The names of a start's missing arguments. */
export const absentFrom = ({ days, time }: SaidStart): readonly string[] => [
  ...(days === undefined ? ['date'] : []),
  ...(time === undefined ? ['time'] : []),
];

/** A start from the arguments. */
export type StartArgument =
  | {
      readonly kind: 'start';
      readonly date: LocalDate;
      /** Minutes from midnight, wall clock. */
      readonly minute: number;
      /** The windows that may be meant; the first free one counts. */
      readonly windows?: readonly WallSpan[];
      /** The requested time, if the window begins at another time. */
      readonly requestedMinute?: number;
    }
  /** The caller must be asked something. */
  | { readonly kind: 'unclear'; readonly refusal: StartQuestion; readonly said?: SaidWindow | undefined }
  /** Several starts match: the caller chooses. */
  | {
      readonly kind: 'choice';
      readonly reason: 'choose_time' | 'choose_date';
      readonly days: RequestedDays;
      readonly times?: RequestedTimes | undefined;
      readonly said?: SaidWindow | undefined;
    };

/** Words for a time on a date that may name a window. */
interface SaidWindow {
  readonly text: string;
  readonly date: LocalDate;
  readonly span?: WallSpan | undefined;
}

/** What to ask the caller, and why. */
export interface StartQuestion {
  readonly message: Message;
  readonly reason: 'invalid_date' | 'unclear_date' | 'invalid_time' | 'unclear_time';
  /** The possible values to send. */
  readonly suggestions?: readonly string[];
  readonly nextStep: string;
}

/** The start in the arguments, resolved with the account's hours; undefined if a part is missing. */
export function startOf(
  { days, time, text = '' }: SaidStart,
  context: CallContext,
): StartArgument | undefined {
  if (days === undefined || time === undefined) return undefined;
  if (days.kind === 'unclear') return unclear('invalid_date', questions.invalidDate, nextSteps.askAgain);
  const said = days.kind === 'date' && days.certain ? { text, date: days.date } : undefined;
  if (time.kind === 'invalid' || time.kind === 'unclear' || time.kind === 'compared')
    return { ...unclear('invalid_time', questions.invalidTime, nextSteps.askAgain), said };
  if (days.kind === 'date' && !days.certain) return uncertainDay(days, context);
  const times = time.kind === 'any' ? undefined : requestedTimes(time, context.account);
  const asked = daysOf(days, context);
  if (days.kind === 'range') return { kind: 'choice', reason: 'choose_date', days: asked, times };
  if (time.kind !== 'at') {
    const span = times?.spanOn(days.date);
    return { kind: 'choice', reason: 'choose_time', days: asked, times, said: said && { ...said, span } };
  }
  return atClock(days.date, time.clock, context);
}

function unclear(
  reason: StartQuestion['reason'],
  message: string,
  nextStep: string,
  suggestions?: readonly string[],
): Extract<StartArgument, { readonly kind: 'unclear' }> {
  const question = { message: parts(message), reason, nextStep };
  return { kind: 'unclear', refusal: suggestions === undefined ? question : { ...question, suggestions } };
}

function uncertainDay(
  { date, other }: Extract<Days, { readonly kind: 'date' }>,
  context: CallContext,
): StartArgument {
  const { date: today } = localNow(context);
  const dates = [date, other].filter((one) => one !== undefined).sort();
  const question = questions.whichDay(dates.map((one) => speakDate(one, today)));
  return unclear('unclear_date', question, nextSteps.chooseDay, dates);
}

function atClock(date: LocalDate, clock: SaidClock, { account }: CallContext): StartArgument {
  const minute = settleClock(clock, (one) => isOpenAtMinute(account, date, one));
  if (minute !== undefined) return { kind: 'start', date, minute };
  const [early, late] = bothHalves(clock);
  // On a day off both halves of the day are closed, and the refusal is about the day.
  if (!isOpenOn(account, date)) return { kind: 'start', date, minute: early < WORKDAY_STARTS ? late : early };
  const halves = [early, late].map(formatClock24);
  return unclear('unclear_time', questions.whichHalf(early), nextSteps.chooseHalf, halves);
}

/**
 * The start as the service promises it: as a window, the one that was named by words or label, or those that a single
 * time may mean. `requestedMinute` is a time that does not begin its window.
 */
export function inWindows<Start extends StartArgument>(
  start: Start,
  account: Account,
  service: ServiceType,
): Start | Extract<StartArgument, { readonly kind: 'start' }> {
  const windows = windowsOf(account, service);
  if (windows === undefined) return start;
  if (start.kind === 'start') {
    const meant = windowsAt(windows, start.minute);
    const minute = meant[0]?.from ?? start.minute;
    return {
      ...start,
      minute,
      windows: meant,
      ...(minute === start.minute ? {} : { requestedMinute: start.minute }),
    };
  }
  const { said } = start;
  if (said === undefined) return start;
  const named = windowsLabeled(said.text, account, service);
  const spans = said.span === undefined ? named : [...named, said.span];
  const window = windows.find((one) => spans.some(isSameSpan(one)));
  return window === undefined
    ? start
    : { kind: 'start', date: said.date, minute: window.from, windows: [window] };
}

/** The windows that words name by their label. */
export function windowsLabeled(said: string, account: Account, service: ServiceType): readonly WallSpan[] {
  if (windowsOf(account, service) === undefined) return [];
  return (service.arrival?.windows ?? account.booking.arrival?.windows ?? [])
    .filter(({ label }) => label?.toLowerCase() === said.trim().toLowerCase())
    .map(({ from, to }) => ({ from: wallMinute(from), to: wallMinute(to) }));
}

/** A note of a requested time inside a window, for the dispatcher. */
export const startNote = (minute: number | undefined): Notes =>
  minute === undefined ? [] : [{ kind: 'start', minute }];

/** In minutes. */
const DAY = 24 * 60;
/** Most services recur within a year. */
const LOOK_BACK_MS = 400 * 24 * 60 * 60_000;

/**
 * The visit that callers compare a new one with (`somebody else`, `same time as last time`): the upcoming one for the
 * service, else the last one of any service.
 * @throws {StorageUnavailable} if the caller's requests can't be read
 */
async function visitBefore(
  service: ServiceType,
  context: CallContext,
  { requests }: Pick<VoiceDependencies, 'requests'>,
  isCompared: (upcoming: DispatchRequest) => boolean = () => true,
): Promise<DispatchRequest | undefined> {
  const since = await ownSince(context.now - LOOK_BACK_MS, context, requests, context.deadline);
  const own = since.filter((request) => isConfirmed(request, context));
  const upcoming = own.find(
    (request) =>
      request.serviceTypeId === service.id &&
      hasActiveAppointment(request) &&
      isUpcoming(request, context) &&
      isCompared(request),
  );
  return (
    upcoming ?? own.findLast((request) => request.status !== 'canceled' && !isUpcoming(request, context))
  );
}

/**
 * A start whose time is that of the visit before, if so said. Without such a visit its time is missing, as with `an hour
 * later`, which may be said of anything that was offered.
 */
export async function settledStart(
  said: SaidStart,
  service: ServiceType,
  context: CallContext,
  deps: Pick<VoiceDependencies, 'requests'>,
): Promise<SaidStart> {
  if (said.time?.kind !== 'compared') return said;
  const { minutes } = said.time;
  const visit = minutes === 0 ? await visitBefore(service, context, deps) : undefined;
  return { ...said, time: visit?.appointment && timeBeside(visit.appointment, minutes) };
}

/**
 * The time so many minutes after that of an appointment as callers know it; undefined if it is on another day. Within its
 * window, any window later, or earlier, will do.
 */
export function timeBeside(appointment: Appointment, minutes: number): SaidTime | undefined {
  const { minute: start, window } = toldTime(appointment);
  const minute = (window?.from ?? start) + minutes;
  if (minute < 0 || minute >= DAY) return undefined;
  const isWithin = window !== undefined && Math.abs(minutes) < window.to - window.from;
  if (!isWithin || minutes === 0) return { kind: 'at', clock: clockAt(minute) };
  return minutes > 0
    ? { kind: 'range', from: clockAt(window.to) }
    : { kind: 'range', to: clockAt(window.from - 1) };
}

const clockAt = (minute: number) => ({ minute, isHalfOpen: false });

/** The id of the technician before, if the words for a technician refer to one. */
export async function technicianBefore(
  said: string | undefined,
  service: ServiceType,
  context: CallContext,
  deps: Pick<VoiceDependencies, 'requests'>,
): Promise<string | undefined> {
  if (said === undefined || !meansBefore(context.account, said)) return undefined;
  const visit = await visitBefore(service, context, deps, (one) => !hasAskedFor(one, said, context));
  return visit?.appointment?.technicianId;
}

/** The same for an appointment that moves. */
export function technicianOf(
  request: DispatchRequest,
  said: string | undefined,
  context: CallContext,
): string | undefined {
  return hasAskedFor(request, said, context) ? undefined : request.appointment?.technicianId;
}

/** Whether this call has already asked so: a repeat must not replace the technician again. */
function hasAskedFor(
  { notes = [], history }: DispatchRequest,
  said: string | undefined,
  context: CallContext,
) {
  const call = callOf(context);
  const isOfCall = call !== undefined && history.some(({ callId }) => callId === call);
  return isOfCall && notes.some(({ kind, text }) => kind === 'technician' && text === said);
}

/** A note of the wish for a technician, unless the booked technician says it all: whoever assigns another has to know. */
export function technicianNote(
  wanted: Pick<RequestedStart, 'account' | 'service' | 'technician' | 'technicianBefore'>,
): Notes {
  const { technician } = wanted;
  const kinds: readonly RequestedTechnician['kind'][] = ['unknown', 'others'];
  return technician === undefined || !kinds.includes(requestedTechnician(wanted).kind)
    ? []
    : [{ kind: 'technician', text: technician }];
}
