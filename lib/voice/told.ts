import type { Account, ServiceType } from '../accounts/account.ts';
import { spanOf } from '../booking/requested-start.ts';
import { streetOf } from '../record/customers/street.ts';
import { isCarriedVisit } from '../record/lifecycle.ts';
import { type Appointment, activeAppointment, type DispatchRequest } from '../record/request.ts';
import type { LocalDate } from '../scheduling/calendar.ts';
import { MINUTES_PER_DAY, momentOf, wallClockOf, weekdayOf } from '../scheduling/time.ts';
import { formatClock24, formatClockTime, type WallSpan } from '../scheduling/time-of-day.ts';
import { holidayOn } from '../understanding/holidays.ts';
import { speakableName, understandName } from '../understanding/names.ts';
import type { Words } from '../wording/index.ts';
import { capitalize, echo } from '../wording/speech.ts';

// This file puts days, times and stored texts into words for callers and into facts for the model.

export interface When {
  readonly account: Account;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly words: Words;
}

export interface UnderstoodDays {
  readonly from: LocalDate;
  readonly to: LocalDate;
  /** False if the words may also mean other days. */
  readonly certain: boolean;
}

/** Callers hear the arrival window instead of the start, if there is one. */
export interface Told {
  readonly minute: number;
  readonly window?: WallSpan | undefined;
}

export const weekdayName = (date: LocalDate): string => capitalize(weekdayOf(date));

export function localNow({ account, now }: Pick<When, 'account' | 'now'>) {
  const { date, minute } = wallClockOf(account.timezone, Math.floor(now / 60_000));
  return { date, weekday: weekdayName(date), time: formatClock24(minute) };
}

/** Every answer about a day has these facts, so that a model that lost track can recover. */
export const dayFacts = (
  date: LocalDate,
  understood: UnderstoodDays,
  when: Pick<When, 'account' | 'now'>,
) => ({
  date,
  weekday: weekdayName(date),
  understood,
  today: localNow(when),
});

export const startFacts = (date: LocalDate, when: Pick<When, 'account' | 'now'>) =>
  dayFacts(date, { from: date, to: date, certain: true }, when);

export const toldTime = ({ minute, promise }: Pick<Appointment, 'minute' | 'promise'>): Told => ({
  minute,
  window: promise && spanOf(promise),
});

/** Returns the fields of a result for a time: `9:00 AM`, or `8:00 AM – 10:00 AM` with its end. */
export function timeFacts({ minute, window }: Told) {
  if (window === undefined) return { time: formatClockTime(minute), start: formatClock24(minute) };
  const { from, to } = window;
  const time = `${formatClockTime(from)} – ${formatClockTime(to % MINUTES_PER_DAY)}`;
  return { time, start: formatClock24(from), end: formatClock24(to) };
}

/** Speaks a time in a list: `9 AM`, `8 to 10 AM`. */
export const speakTold = ({ minute, window }: Told, words: Words): string =>
  window === undefined ? words.speakClockTime(minute) : words.times.window(window.from, window.to);

/** Speaks a time without its day: `at 9 AM`, `between 8 and 10 AM`. */
export const speakAlone = ({ minute, window }: Told, { times }: Words): string =>
  window === undefined ? times.at([minute]) : times.inWindow(window.from, window.to);

/** Speaks a day as seen from today, and the holiday that it is: `Thanksgiving, Thursday, November 26`. */
export const speakDayOf = (date: LocalDate, { account, now, words }: When): string =>
  words.speakDay(date, momentOf(account, now).today, holidayOn(date, account.region));

/** Speaks a service's name without symbols: `Drain and Sewer Cleaning`. */
export const speakService = ({ name }: Pick<ServiceType, 'name'>, { services }: Words): string =>
  services.spoken(name);

/** Speaks an appointment: `Wednesday, June 10 at 9 AM`, or `between 8 and 10 AM` if that window was promised. */
export function speakAppointment(
  appointment: Pick<Appointment, 'date' | 'minute' | 'promise'>,
  when: When,
): string {
  const { appointments, speakClockTime, times } = when.words;
  const day = speakDayOf(appointment.date, when);
  const { minute, window } = toldTime(appointment);
  return window === undefined
    ? appointments.at(day, speakClockTime(minute))
    : appointments.within(day, times.inWindow(window.from, window.to));
}

/** Each form returns what may be spoken of a stored text, or undefined if nothing may. */
const forms = {
  name: speakableName,
  firstName: (text: string) => understandName(speakableName(text) ?? '')?.firstName,
  street: streetOf,
} as const;

/**
 * Returns the speakable form of a stored name or street: one line without control characters or markup, at most 60
 * characters; undefined if nothing may be spoken. Every stored text that reaches an answer or a variable passes
 * through here, because it may have come from a public form, or from a caller who said someone else's number.
 */
export function heard(kind: keyof typeof forms, text: string | undefined): string | undefined {
  const formed = text === undefined ? undefined : forms[kind](text);
  return (formed && echo(formed)) || undefined;
}

/**
 * Returns the name of a request's service if the account has it. The words of a form or a caller are never spoken.
 */
export const heardService = ({
  serviceTypeId,
  serviceType,
}: Pick<DispatchRequest, 'serviceTypeId' | 'serviceType'>): string | undefined =>
  serviceTypeId === undefined ? undefined : serviceType;

/** Returns the name of a request's service as it is spoken, if the account has it. */
export function spokenService(request: Parameters<typeof heardService>[0], words: Words): string | undefined {
  const name = heardService(request);
  return name === undefined ? undefined : speakService({ name }, words);
}

export const visitName = (request: Parameters<typeof heardService>[0], words: Words): string =>
  spokenService(request, words) ?? words.appointments.visit;

/** Speaks a visit: `AC Repair on Monday, November 23 at 9 AM`, or the service alone if no visit is arranged. */
export function speakVisit(request: DispatchRequest, when: When): string {
  const { appointments } = when.words;
  const appointment = activeAppointment(request);
  const service = visitName(request, when.words);
  return appointment === undefined
    ? service
    : appointments.named(service, speakAppointment(appointment, when));
}

/** Says which appointment of a request stays, if it has one: `Your appointment on Monday at 9 AM stays.` */
export function speakStanding(standing: DispatchRequest | undefined, when: When): string | undefined {
  const isVisit = standing !== undefined && isCarriedVisit(standing);
  const appointment = isVisit ? standing.appointment : activeAppointment(standing);
  return appointment && when.words.appointments.stays(speakAppointment(appointment, when));
}
