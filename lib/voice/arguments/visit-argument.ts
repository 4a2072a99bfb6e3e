import type { Account, ServiceType } from '../../accounts/account.ts';
import {
  type RequestedStart,
  type RequestedTechnician,
  requestedTechnician,
  windowsAt,
} from '../../booking/requested-start.ts';
import { callOf } from '../../record/calls.ts';
import type { Notes } from '../../record/notes.ts';
import { isProved, isUpcoming, ownSince } from '../../record/own-requests.ts';
import { type Appointment, type DispatchRequest, hasActiveAppointment } from '../../record/request.ts';
import type { LocalDate, Weekday } from '../../scheduling/calendar.ts';
import { isOpenAtMinute, isOpenOn } from '../../scheduling/hours.ts';
import { addDays, MINUTES_PER_DAY } from '../../scheduling/time.ts';
import { formatClock24, type WallSpan, wallMinute, windowsOf } from '../../scheduling/time-of-day.ts';
import { isWithin, mayFit, type Wish } from '../../scheduling/wish.ts';
import type { Days } from '../../understanding/day.ts';
import { understandDays } from '../../understanding/days.ts';
import { meansBefore } from '../../understanding/technicians.ts';
import { plainLabel } from '../../understanding/window-labels.ts';
import type { SaidClock } from '../../understanding/words/clock-words.ts';
import { words as understanding } from '../../understanding/words/index.ts';
import type { SaidTime } from '../../understanding/words/times.ts';
import { nextSteps } from '../../wording/next-steps.ts';
import { parts } from '../message.ts';
import type { Ignored, MissingArguments, ServiceRefusal, StartQuestion } from '../results.ts';
import { localNow, startFacts, toldTime } from '../told.ts';
import type { CallContext, VoiceDependencies } from '../voice-function.ts';
import { missing, resolveService } from './common-arguments.ts';
import { contradicted, daysOf, invalidDay, type RequestedDays, todayOf } from './requested-days.ts';
import {
  bothHalves,
  bothTimes,
  isUnderstood,
  type RequestedTimes,
  readTime,
  requestedTimes,
  settleClock,
  type TypedWish,
  timesInWindow,
  timesPreferred,
  timesWished,
} from './requested-times.ts';

// This file reads the visit that a caller asks for: its service, its start and who should come.

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
  /** In the windows, the visit begins as wished. */
  readonly wish?: Wish | undefined;
  /** The technician should know of this wish, because a window promises less. */
  readonly noted?: WallSpan | undefined;
  /** The wish doesn't fit the start that was chosen. */
  readonly ignored?: readonly Ignored[];
}

/** Several starts match, so the caller chooses. */
interface Choice {
  readonly kind: 'choice';
  readonly reason: 'choose_time' | 'choose_date' | 'invalid_time';
  readonly days: RequestedDays;
  readonly times?: RequestedTimes | undefined;
  /** These words for the time were not understood. */
  readonly ignored?: readonly IgnoredWords[];
}

interface Unclear {
  readonly kind: 'unclear';
  readonly refusal: StartQuestion;
  /** The day that was understood, although the time wasn't. */
  readonly date?: LocalDate | undefined;
}

type Start = OneStart | Choice | Unclear;

type StartRefusal = MissingArguments | (StartQuestion & { readonly today: ReturnType<typeof localNow> });

interface Refused<Refusal> {
  readonly kind: 'refused';
  readonly refusal: Refusal;
}

export type VisitChoice = Choice & Wanted;

export type VisitArgument = (OneStart & Wanted) | VisitChoice | Refused<StartRefusal | ServiceRefusal>;

/** True if the words for a day or a time are not understood. */
export const isUnclear = (read: VisitArgument | Move | Refused<StartRefusal>): boolean =>
  read.kind === 'refused'
    ? read.refusal.reason === 'invalid_date' && read.refusal.repair?.argument !== 'weekday'
    : read.kind === 'move'
      ? read.isUnclear
      : read.kind === 'choice' && read.reason === 'invalid_time';

const refused = <Refusal>(refusal: Refusal): Refused<Refusal> => ({ kind: 'refused', refusal });

const unclearStart = ({ refusal, date }: Unclear, context: CallContext): Refused<StartRefusal> =>
  refused({ ...refusal, ...(date === undefined ? { today: localNow(context) } : startFacts(date, context)) });

interface SaidVisit extends SaidStart {
  readonly serviceType?: string | undefined;
  readonly technician?: string | undefined;
  readonly notes?: string | undefined;
}

/**
 * Reads which visit is wanted, or the first reason why the arguments don't say so.
 * @param alsoAbsent adds what else is missing, so that the caller is asked for everything at once
 * @throws {StorageUnavailable} if the words compare with an earlier visit that can't be read
 */
export async function readVisit(
  { serviceType, technician, notes, ...start }: SaidVisit,
  context: CallContext,
  deps: RequestReader,
  alsoAbsent: (absent: readonly string[]) => readonly string[] = (absent) => absent,
): Promise<VisitArgument> {
  const asked = resolveService(serviceType, context, notes);
  const read = await readStart(start, context);
  const service = asked.kind === 'service' ? asked.service : undefined;
  const said = service === undefined ? read : await settledStart(read, service, context, deps);
  const absent = alsoAbsent([...absentFrom(said), ...(asked.kind === 'missing' ? ['serviceType'] : [])]);
  const settled = startOf(said, context, service);
  if (settled === undefined || asked.kind === 'missing' || absent.length > 0)
    return refused(missing(absent, context.words));
  if (asked.kind === 'refused') return refused(asked.refusal);
  if (settled.kind === 'unclear') return unclearStart(settled, context);
  return {
    ...settled,
    service: asked.service,
    technician,
    technicianBefore: await technicianBefore(technician, asked.service, context, deps),
  };
}

/** Says where an appointment is to move, before it is known which one. */
export interface Move {
  readonly kind: 'move';
  /** The day, or the first one that will do. */
  readonly date: LocalDate;
  /** Absent if several times will do. */
  readonly minute?: number | undefined;
  /** True if the words for the time are not understood. */
  readonly isUnclear: boolean;
  /** Returns the new start of an appointment as its service promises it. */
  readonly startOf: (
    request: DispatchRequest,
    account: Account,
    service: ServiceType,
  ) => OneStart | Choice | Refused<StartRefusal>;
}

/** Reads where an appointment is to be moved, or why the arguments don't say so. */
export async function readMove(said: SaidStart, context: CallContext): Promise<Move | Refused<StartRefusal>> {
  const { account } = context;
  const read = await readStart(said, context);
  const minutes = read.time?.kind === 'compared' ? read.time.minutes : undefined;
  const start = startOf(minutes === undefined ? read : { ...read, time: { kind: 'any' } }, context);
  if (start === undefined) return refused(missing(absentFrom(read), context.words));
  const isLabel = account.serviceTypes.some((service) => labeled(read, account, service).length > 0);
  if (start.kind === 'unclear' && (start.refusal.repair || dateOf(read) === undefined || !isLabel))
    return unclearStart(start, context);
  return {
    kind: 'move',
    isUnclear: start.kind === 'choice' && start.reason === 'invalid_time' && !isLabel,
    date: start.kind === 'choice' ? start.days.from : (dateOf(read) ?? localNow(context).date),
    minute: start.kind === 'start' ? start.minute : undefined,
    startOf({ appointment }, current, service) {
      const time = minutes === undefined ? read.time : appointment && timeBeside(appointment, minutes);
      const own = { ...context, account: current };
      const beside = startOf({ ...read, time }, own, service);
      const meant =
        beside === undefined || (beside.kind === 'unclear' && minutes !== undefined) ? start : beside;
      return meant.kind === 'unclear' ? unclearStart(meant, own) : meant;
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

/** True if the words for a new start may count from the appointment, and not from what was offered. */
export function isBesideAppointment({ date, weekday, time }: SaidStart): boolean {
  const kind = time === undefined ? undefined : readTime(time).kind;
  if (kind === 'compared') return true;
  if (date === undefined && weekday === undefined) return kind !== 'first' && kind !== 'last';
  return date !== undefined && daysFromAppointment({ date, time }) !== undefined;
}

/** Returns the day that many days after an appointment, at the same time unless another time is asked for. */
export const besideAppointment = (
  { time = 'same time' }: SaidMove,
  days: number,
  { appointment }: DispatchRequest,
): SaidStart => ({ date: appointment && addDays(appointment.date, days), time });

/**
 * Reads which times of day suit. The first of the words that are understood counts, and those said with the day come
 * last.
 * @throws {StorageUnavailable} if the words compare with an earlier visit that can't be read
 */
export async function readTimes(
  { time: exact, partOfDay, preferredTime, ...typed }: SaidWish,
  { time: saidWithDay }: RequestedDays,
  service: ServiceType,
  context: CallContext,
  deps: RequestReader,
): Promise<{ readonly times?: RequestedTimes | undefined; readonly ignored: readonly IgnoredWords[] }> {
  const { account } = context;
  const wished = timesWished(typed);
  const ignored: IgnoredWords[] = [];
  const texts = Object.entries({ time: exact, partOfDay, preferredTime, date: saidWithDay });
  for (const [argument, text] of texts) {
    if (text === undefined) continue;
    const { time } = await settledStart({ time: readTime(text) }, service, context, deps);
    const [window] = windowsLabeled(text, account, service);
    if (window === undefined && !isUnderstood(time)) {
      ignored.push({ argument, text, why: 'not_understood' });
      continue;
    }
    const times = window === undefined ? timesOf(time, context, service) : timesInWindow(window);
    return { times: joined(times, wished), ignored };
  }
  return { times: wished, ignored };
}

/** Words that had no effect, and the argument that they came in. */
export interface IgnoredWords extends Ignored {
  readonly text: string;
}

const joined = (one: RequestedTimes | undefined, other: RequestedTimes | undefined) =>
  one === undefined || other === undefined ? (one ?? other) : bothTimes(one, other);

/** Returns the starts that a time means; undefined if any will do. */
function timesOf(
  time: SaidTime | undefined,
  { account }: CallContext,
  service?: ServiceType,
): RequestedTimes | undefined {
  if (!isUnderstood(time) || time.kind === 'any') return undefined;
  if (time.kind === 'first' || time.kind === 'last')
    return timesPreferred(time.kind === 'first' ? 'earliest' : 'latest');
  return requestedTimes(time, account, service && windowsOf(account, service));
}

interface SaidWish extends TypedWish {
  readonly time?: string | undefined;
  readonly partOfDay?: string | undefined;
  readonly preferredTime?: string | undefined;
}

interface SaidStart extends SaidWish {
  readonly date?: string | undefined;
  readonly weekday?: Weekday | undefined;
}

interface ReadStart {
  readonly days?: Days | undefined;
  readonly date?: string | undefined;
  readonly time?: SaidTime | undefined;
  readonly text?: string | undefined;
  readonly wish?: TypedWish | undefined;
  readonly weekday?: Weekday | undefined;
}

/** Reads a day and a time. A part of the day or a time said with the day counts if no other time was said. */
async function readStart(said: SaidStart, context: CallContext): Promise<ReadStart> {
  const { weekday, date = weekday, time, partOfDay, preferredTime } = said;
  const { notBefore, notAfter, notBetween, prefer } = said;
  const wish = { notBefore, notAfter, notBetween, prefer };
  const days = date === undefined ? undefined : await understandDays(date, todayOf(context));
  const text = time ?? partOfDay ?? preferredTime ?? (days?.kind === 'unclear' ? undefined : days?.time);
  const read = { days, date, wish, weekday };
  if (text !== undefined) return { ...read, time: readTime(text), text };
  return { ...read, time: timesWished(wish) && { kind: 'any' } };
}

const dateOf = ({ days }: ReadStart): LocalDate | undefined =>
  days?.kind === 'date' && days.certain ? days.date : undefined;

const absentFrom = ({ days, time }: ReadStart): readonly string[] => [
  ...(days === undefined ? ['date'] : []),
  ...(time === undefined ? ['time'] : []),
];

/**
 * Resolves a start with the account's hours, in the windows that the service promises; undefined if the day or the
 * time is missing.
 */
function startOf(said: ReadStart, context: CallContext, service?: ServiceType): Start | undefined {
  const { days, time, wish = {} } = said;
  const { account } = context;
  if (days === undefined || time === undefined) return undefined;
  if (days.kind === 'unclear')
    return { kind: 'unclear', refusal: invalidDay('date', said.date ?? '', context) };
  const refusal = contradicted(days.kind === 'date' ? days.date : undefined, said.weekday, context);
  if (refusal !== undefined) return { kind: 'unclear', refusal };
  const named = service === undefined ? [] : labeled(said, account, service);
  if (days.kind === 'date' && !days.certain) return uncertainDay(days, context);
  const [label] = named;
  const times = label === undefined ? timesOf(time, context, service) : timesInWindow(label);
  const asked = daysOf(days, context);
  const wished = timesWished(wish);
  if (named.length === 0 && !isUnderstood(time)) {
    const ignored = [{ argument: 'time', text: said.text ?? '', why: 'not_understood' } as const];
    return { kind: 'choice', reason: 'invalid_time', days: asked, times: wished, ignored };
  }
  if (days.kind === 'range')
    return { kind: 'choice', reason: 'choose_date', days: asked, times: joined(times, wished) };
  const { date } = days;
  const only = named.length > 0 || time.kind === 'range' ? times?.wishOn(date).windows : undefined;
  if (only?.length === 1 && only[0] !== undefined)
    return asWished({ kind: 'start', date, minute: only[0].from, windows: only }, wish);
  if (time.kind !== 'at')
    return { kind: 'choice', reason: 'choose_time', days: asked, times: joined(times, wished) };
  const start = atClock(date, time.clock, context);
  if (start.kind === 'unclear') return { ...start, date };
  const windows = service && windowsOf(account, service);
  if (windows === undefined) return asWished(start, wish);
  const meant = windowsAt(windows, start.minute);
  const minute = meant[0]?.from ?? start.minute;
  const noted = minute === start.minute ? undefined : { from: start.minute, to: start.minute };
  return asWished({ ...start, minute, windows: meant, noted }, wish);
}

/** Adds a wish to a start that the caller chose. The choice counts more than a wish that it contradicts. */
function asWished(start: OneStart, said: TypedWish): OneStart {
  const { date, minute, windows = [undefined] } = start;
  const wish = timesWished({ ...said, prefer: undefined })?.wishOn(date);
  if (wish === undefined) return start;
  if (!windows.some((window) => mayFit(wish, { minute, window }))) {
    const names = Object.entries(said).flatMap(([name, value]) =>
      name === 'prefer' || value === undefined ? [] : [name],
    );
    return { ...start, ignored: names.map((argument) => ({ argument, why: 'not_as_chosen' })) };
  }
  const isPromised = windows.every((window) => window === undefined || isWithin(wish, window));
  const fitting = wish.spans.find((span) =>
    windows.some((window) => mayFit({ spans: [span] }, { minute, window })),
  );
  return { ...start, wish, noted: start.noted ?? (isPromised ? undefined : fitting) };
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
  const { questions, speakDay } = context.words;
  const { date: today } = localNow(context);
  const dates = [date, other].filter((one) => one !== undefined).sort();
  const question = questions.whichDay(dates.map((one) => speakDay(one, today)));
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

const labeled = ({ text }: ReadStart, account: Account, service: ServiceType): readonly WallSpan[] =>
  text === undefined ? [] : windowsLabeled(text, account, service);

/** Returns the windows that words name by their label. */
function windowsLabeled(said: string, account: Account, service: ServiceType): readonly WallSpan[] {
  if (windowsOf(account, service) === undefined) return [];
  return (service.arrival?.windows ?? account.booking.arrival?.windows ?? [])
    .filter(({ label }) => label !== undefined && plainLabel(label) === plainLabel(said))
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
  const own = since.filter((request) => isProved(request, context));
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
  if (minute < 0 || minute >= MINUTES_PER_DAY) return undefined;
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

/** Notes a wish inside a window, for whoever plans the visit. */
export const startNote = ({ noted }: Pick<OneStart, 'noted'>): Notes =>
  noted === undefined
    ? []
    : [{ kind: 'start', minute: noted.from, ...(noted.to === noted.from ? {} : { until: noted.to }) }];
