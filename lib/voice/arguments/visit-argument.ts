import { words as understanding } from '#understanding';
import type { Account, ServiceType } from '../../accounts/account.ts';
import {
  type RequestedStart,
  type RequestedTechnician,
  requestedTechnician,
  windowsAt,
} from '../../booking/requested-start.ts';
import { callOf } from '../../record/calls.ts';
import type { Notes } from '../../record/notes.ts';
import { isConfirmed, isUpcoming, ownSince } from '../../record/own-requests.ts';
import { type Appointment, type DispatchRequest, hasActiveAppointment } from '../../record/request.ts';
import type { LocalDate } from '../../scheduling/calendar.ts';
import { isOpenAtMinute, isOpenOn } from '../../scheduling/hours.ts';
import { addDays } from '../../scheduling/time.ts';
import {
  formatClock24,
  isSameSpan,
  type WallSpan,
  wallMinute,
  windowsOf,
} from '../../scheduling/time-of-day.ts';
import type { Days } from '../../understanding/day.ts';
import { understandDays } from '../../understanding/days.ts';
import { meansBefore } from '../../understanding/technicians.ts';
import type { SaidClock } from '../../understanding/words/clock-words.ts';
import type { SaidTime } from '../../understanding/words/times.ts';
import { nextSteps } from '../../wording/next-steps.ts';
import { parts } from '../message.ts';
import type { MissingArguments, ServiceRefusal, StartQuestion } from '../results.ts';
import { localNow, toldTime } from '../told.ts';
import type { CallContext, VoiceDependencies } from '../voice-function.ts';
import { missing, resolveService } from './common-arguments.ts';
import { daysOf, type RequestedDays, todayOf } from './requested-days.ts';
import {
  bothHalves,
  isUnderstood,
  type RequestedTimes,
  readTime,
  requestedTimes,
  settleClock,
  timesInWindow,
} from './requested-times.ts';

// This file reads the visit that a caller asks for: its service, its start and who should come.

const DAY = 24 * 60;
/** Callers who mean an earlier hour say AM. */
const WORKDAY_STARTS = 7 * 60;
/** Most services recur within a year. */
const LOOK_BACK_MS = 400 * 24 * 60 * 60_000;

type RequestReader = Pick<VoiceDependencies, 'requests'>;

interface Wanted {
  readonly service: ServiceType;
  readonly technician: string | undefined;
  /** The id of the technician to whom words such as `somebody else` refer. */
  readonly technicianBefore: string | undefined;
}

interface OneStart {
  readonly kind: 'start';
  readonly date: LocalDate;
  /** Minutes from midnight, wall clock. */
  readonly minute: number;
  /** The windows that the caller may mean; the first free one is booked. */
  readonly windows?: readonly WallSpan[];
  /** The requested time, if the window begins at another time. */
  readonly requestedMinute?: number;
}

/** Several starts match, so the caller chooses. */
interface Choice {
  readonly kind: 'choice';
  readonly reason: 'choose_time' | 'choose_date';
  readonly days: RequestedDays;
  readonly times?: RequestedTimes | undefined;
  readonly said?: SaidWindow | undefined;
}

interface Unclear {
  readonly kind: 'unclear';
  readonly refusal: StartQuestion;
  readonly said?: SaidWindow | undefined;
}

interface SaidWindow {
  readonly text: string;
  readonly date: LocalDate;
  readonly span?: WallSpan | undefined;
}

type Start = OneStart | Choice | Unclear;

type StartRefusal = MissingArguments | (StartQuestion & { readonly today: ReturnType<typeof localNow> });

interface Refused<Refusal> {
  readonly kind: 'refused';
  readonly refusal: Refusal;
}

export type VisitChoice = Choice & Wanted;

export type VisitArgument = (OneStart & Wanted) | VisitChoice | Refused<StartRefusal | ServiceRefusal>;

const refused = <Refusal>(refusal: Refusal): Refused<Refusal> => ({ kind: 'refused', refusal });

const unclearStart = ({ refusal }: Unclear, context: CallContext): Refused<StartRefusal> =>
  refused({ ...refusal, today: localNow(context) });

interface SaidVisit {
  readonly serviceType?: string | undefined;
  readonly date?: string | undefined;
  readonly time?: string | undefined;
  readonly technician?: string | undefined;
}

/**
 * Reads which visit is wanted, or the first reason why the arguments don't say so.
 * @param alsoAbsent adds what else is missing, so that the caller is asked for everything at once
 * @throws {StorageUnavailable} if the words compare with an earlier visit that can't be read
 */
export async function readVisit(
  { serviceType, date, time, technician }: SaidVisit,
  context: CallContext,
  deps: RequestReader,
  alsoAbsent: (absent: readonly string[]) => readonly string[] = (absent) => absent,
): Promise<VisitArgument> {
  const { account } = context;
  const asked = resolveService(serviceType, context);
  const read = await readStart({ date, time }, context);
  const said = asked.kind === 'service' ? await settledStart(read, asked.service, context, deps) : read;
  const absent = alsoAbsent([...absentFrom(said), ...(asked.kind === 'missing' ? ['serviceType'] : [])]);
  const settled = startOf(said, context);
  if (settled === undefined || asked.kind === 'missing' || absent.length > 0)
    return refused(missing(absent, context.words));
  if (asked.kind === 'refused') return refused(asked.refusal);
  const { service } = asked;
  const start = inWindows(settled, account, service);
  if (start.kind === 'unclear') return unclearStart(start, context);
  return {
    ...start,
    service,
    technician,
    technicianBefore: await technicianBefore(technician, service, context, deps),
  };
}

/** Says where an appointment is to move, before it is known which one. */
export interface Move {
  readonly kind: 'move';
  /** The day, or the first one that will do. */
  readonly date: LocalDate;
  /** Absent if several times will do. */
  readonly minute?: number | undefined;
  /** Returns the new start of an appointment as its service promises it. */
  readonly startOf: (request: DispatchRequest, account: Account, service: ServiceType) => OneStart | Choice;
}

/** Reads where an appointment is to be moved, or why the arguments don't say so. */
export async function readMove(said: SaidStart, context: CallContext): Promise<Move | Refused<StartRefusal>> {
  const read = await readStart(said, context);
  const minutes = read.time?.kind === 'compared' ? read.time.minutes : undefined;
  const start = startOf(minutes === undefined ? read : { ...read, time: { kind: 'any' } }, context);
  if (start === undefined) return refused(missing(absentFrom(read), context.words));
  if (start.kind === 'unclear') return unclearStart(start, context);
  return {
    kind: 'move',
    ...(start.kind === 'start' ? { date: start.date, minute: start.minute } : { date: start.days.from }),
    startOf({ appointment }, account, service) {
      const time = minutes === undefined ? undefined : appointment && timeBeside(appointment, minutes);
      const beside = startOf({ ...read, time }, context);
      const meant = beside === undefined || beside.kind === 'unclear' ? start : beside;
      return inWindows(meant, account, service);
    },
  };
}

interface SaidMove extends SaidStart {
  readonly technician?: string | undefined;
}

/** Makes words for a time that a model sent as the date, such as `an hour later`, the time. */
export const withTimeApart = <Said extends SaidMove>(args: Said): Said =>
  args.date !== undefined && args.time === undefined && readTime(args.date).kind === 'compared'
    ? { ...args, date: undefined, time: args.date }
    : args;

/**
 * Returns the days from the appointment to the requested day if the words count from the appointment: `a day later`.
 * The day stays if only a time or a technician is asked for.
 */
export function daysFromAppointment({ date, time, technician }: SaidMove): number | undefined {
  if (date === undefined) return time === undefined && technician === undefined ? undefined : 0;
  // A date in digits doesn't count from the appointment.
  return /[a-z]/i.test(date) ? understanding().comparedDays(date) : undefined;
}

/** Returns the day that many days after an appointment, at the same time unless another time is asked for. */
export const besideAppointment = (
  { time = 'same time' }: SaidMove,
  days: number,
  { appointment }: DispatchRequest,
): SaidStart => ({ date: appointment && addDays(appointment.date, days), time });

/**
 * Reads which times of day suit; undefined if any does. Words said with the day count if nothing else is understood.
 * @throws {StorageUnavailable} if the words compare with an earlier visit that can't be read
 */
export async function readTimes(
  preferred: string | undefined,
  { time: saidWithDay }: RequestedDays,
  service: ServiceType,
  context: CallContext,
  deps: RequestReader,
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

interface SaidStart {
  readonly date?: string | undefined;
  readonly time?: string | undefined;
}

interface ReadStart {
  readonly days?: Days | undefined;
  readonly time?: SaidTime | undefined;
  readonly text?: string | undefined;
}

/** Reads a day and a time. A time said with the day counts if no other time was said. */
async function readStart({ date, time }: SaidStart, context: CallContext): Promise<ReadStart> {
  const days = date === undefined ? undefined : await understandDays(date, todayOf(context));
  const text = time ?? (days?.kind === 'unclear' ? undefined : days?.time);
  return { days, time: text === undefined ? undefined : readTime(text), text };
}

const absentFrom = ({ days, time }: ReadStart): readonly string[] => [
  ...(days === undefined ? ['date'] : []),
  ...(time === undefined ? ['time'] : []),
];

/** Resolves a start with the account's hours; undefined if the day or the time is missing. */
function startOf({ days, time, text = '' }: ReadStart, context: CallContext): Start | undefined {
  const { questions } = context.words;
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
  question: string,
  nextStep: string,
  suggestions?: readonly string[],
): Unclear {
  const refusal = { message: parts(question), reason, nextStep };
  return { kind: 'unclear', refusal: suggestions === undefined ? refusal : { ...refusal, suggestions } };
}

function uncertainDay({ date, other }: Extract<Days, { readonly kind: 'date' }>, context: CallContext) {
  const { questions, speakDate } = context.words;
  const { date: today } = localNow(context);
  const dates = [date, other].filter((one) => one !== undefined).sort();
  const question = questions.whichDay(dates.map((one) => speakDate(one, today)));
  return unclear('unclear_date', question, nextSteps.chooseDay, dates);
}

function atClock(date: LocalDate, clock: SaidClock, { account, words }: CallContext): OneStart | Unclear {
  const { questions } = words;
  const minute = settleClock(clock, (one) => isOpenAtMinute(account, date, one));
  if (minute !== undefined) return { kind: 'start', date, minute };
  const [early, late] = bothHalves(clock);
  // On a day off the company is closed in both halves of the day, and the refusal is about the day.
  if (!isOpenOn(account, date)) return { kind: 'start', date, minute: early < WORKDAY_STARTS ? late : early };
  const halves = [early, late].map(formatClock24);
  return unclear('unclear_time', questions.whichHalf(early), nextSteps.chooseHalf, halves);
}

/**
 * Turns a start into the windows that its service promises: those named by words or by a label, or those that a
 * single time may mean.
 */
function inWindows<Given extends Start>(
  start: Given,
  account: Account,
  service: ServiceType,
): Given | OneStart {
  const windows = windowsOf(account, service);
  if (windows === undefined) return start;
  if (start.kind === 'start') {
    const meant = windowsAt(windows, start.minute);
    const minute = meant[0]?.from ?? start.minute;
    const requested = minute === start.minute ? {} : { requestedMinute: start.minute };
    return { ...start, minute, windows: meant, ...requested };
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

/** Returns the windows that words name by their label. */
function windowsLabeled(said: string, account: Account, service: ServiceType): readonly WallSpan[] {
  if (windowsOf(account, service) === undefined) return [];
  return (service.arrival?.windows ?? account.booking.arrival?.windows ?? [])
    .filter(({ label }) => label?.toLowerCase() === said.trim().toLowerCase())
    .map(({ from, to }) => ({ from: wallMinute(from), to: wallMinute(to) }));
}

/**
 * Finds the visit that callers compare a new one with (`somebody else`, `same time as last time`): the upcoming one for
 * the service, or else the last one of any service.
 * @throws {StorageUnavailable} if the caller's requests can't be read
 */
async function visitBefore(
  service: ServiceType,
  context: CallContext,
  { requests }: RequestReader,
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
 * Replaces `same time` by the time of the visit before. Without such a visit the time is missing, as with `an hour
 * later`, which may refer to any time that was offered.
 */
async function settledStart(
  said: ReadStart,
  service: ServiceType,
  context: CallContext,
  deps: RequestReader,
): Promise<ReadStart> {
  if (said.time?.kind !== 'compared') return said;
  const { minutes } = said.time;
  const visit = minutes === 0 ? await visitBefore(service, context, deps) : undefined;
  return { ...said, time: visit?.appointment && timeBeside(visit.appointment, minutes) };
}

/**
 * Returns the time that many minutes after the start of an appointment; undefined if that is on another day. A time
 * within the appointment's own window means any window after it, or before it.
 */
function timeBeside(appointment: Appointment, minutes: number): SaidTime | undefined {
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

/** Returns the id of the previous visit's technician, if the words for a technician refer to that visit. */
export async function technicianBefore(
  said: string | undefined,
  service: ServiceType,
  context: CallContext,
  deps: RequestReader,
): Promise<string | undefined> {
  if (said === undefined || !meansBefore(context.account, said)) return undefined;
  const visit = await visitBefore(service, context, deps, (one) => !hasAskedFor(one, said, context));
  return visit?.appointment?.technicianId;
}

/** Returns the technician whom an appointment that moves had, unless this call has already replaced them. */
export function technicianOf(
  request: DispatchRequest,
  said: string | undefined,
  context: CallContext,
): string | undefined {
  return hasAskedFor(request, said, context) ? undefined : request.appointment?.technicianId;
}

/** True if this call has already asked for that technician. A repeat must not replace the new technician again. */
function hasAskedFor(
  { notes = [], history }: DispatchRequest,
  said: string | undefined,
  context: CallContext,
): boolean {
  const call = callOf(context);
  const isOfCall = call !== undefined && history.some(({ callId }) => callId === call);
  return isOfCall && notes.some(({ kind, text }) => kind === 'technician' && text === said);
}

/**
 * Notes the wish for a technician, so that whoever assigns another one knows. The note is omitted if the booked
 * technician fulfills the wish completely.
 */
export function technicianNote(
  wanted: Pick<RequestedStart, 'account' | 'service' | 'technician' | 'technicianBefore'>,
): Notes {
  const { technician } = wanted;
  const kinds: readonly RequestedTechnician['kind'][] = ['unknown', 'others'];
  return technician === undefined || !kinds.includes(requestedTechnician(wanted).kind)
    ? []
    : [{ kind: 'technician', text: technician }];
}

/** Notes a requested time inside a window, for the dispatcher. */
export const startNote = (minute: number | undefined): Notes =>
  minute === undefined ? [] : [{ kind: 'start', minute }];
