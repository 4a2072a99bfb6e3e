import type { Account } from '../../accounts/account.ts';
import type { Unreached } from '../../accounts/areas.ts';
import { feeAt } from '../../booking/appointment.ts';
import type { BookingResult } from '../../booking/booking.ts';
import type { BookingRequest } from '../../booking/booking-request.ts';
import type { Instead, None, NoneReason } from '../../booking/openings.ts';
import { isAsRequested, requestedTechnician, requestedWindows } from '../../booking/requested-start.ts';
import type { Searched } from '../../booking/search-days.ts';
import { activeAppointment, type Scheduled } from '../../record/request.ts';
import type { LocalDate } from '../../scheduling/calendar.ts';
import { everWorksAt } from '../../scheduling/day.ts';
import type { Slot } from '../../scheduling/engine.ts';
import { openingHours } from '../../scheduling/hours.ts';
import { momentOf, weekdayOf } from '../../scheduling/time.ts';
import { contains, windowsOf } from '../../scheduling/time-of-day.ts';
import { mayFit } from '../../scheduling/wish.ts';
import type { Words } from '../../wording/index.ts';
import { visitSteps } from '../../wording/next-steps.ts';
import { capitalize, naming } from '../../wording/speech.ts';
import { missing } from '../arguments/common-arguments.ts';
import type { RequestedDays } from '../arguments/requested-days.ts';
import type { RequestedTimes } from '../arguments/requested-times.ts';
import { parts, partsWith, question } from '../message.ts';
import type { BookJobResult, ExistingVisit, StartRefused } from '../results.ts';
import {
  heard,
  localNow,
  speakAppointment,
  speakDayOf,
  speakService,
  speakTold,
  startFacts,
  visitName,
} from '../told.ts';
import type { CallContext } from '../voice-function.ts';
import { ignoredIn, type WantedStart } from './booking-answers.ts';
import {
  certainty,
  chosenFrom,
  type FoundOpenings,
  factsOf,
  feeFact,
  furtherSearch,
  type OpeningsQuery,
  offerOf,
  type SearchedQuery,
  slotWithFee,
  speakNotTaken,
  spokenDays,
  unheardFee,
  visitOf,
  zipLater,
} from './openings.ts';
import { listedAppointment } from './own-appointment.ts';
import {
  type SpokenArea,
  speakDayRefusal,
  speakNothingFound,
  speakStartRefusal,
  spokenArea,
} from './reasons.ts';

/** Says why nothing matches, and what is free instead. */
export function nothingFree(
  asked: OpeningsQuery,
  { technician, coverage }: Pick<FoundOpenings, 'technician' | 'coverage'>,
  none: None,
  context: CallContext,
) {
  const query = { ...asked, technician };
  const { account } = context;
  const { reason, instead } = none;
  const { openings } = context.words;
  const { date: today } = localNow(context);
  const slots = instead.kind === 'nothing' ? [] : instead.slots;
  const [first] = slots;
  const visit = visitOf(query, coverage, context);
  const fee = first && feeAt(visit, first);
  const sameFee = slots.filter((slot) => feeAt(visit, slot) === fee);
  const spoken = chosenFrom(sameFee, account.booking.spokenOptions, query.times);
  const never = query.times && whoNeverWorks(account, query, query.times);
  const area = spokenArea(coverage);
  // If nothing is free at all, it doesn't matter who was asked for.
  const isNobody = technician.kind === 'not_free' && instead.kind === 'nothing';
  const who = isNobody ? undefined : technicianSentence(query, context.words);
  const why = speakWhy(query, { ...none, never, area }, context, today);
  const offer = speakInstead(query, instead, never, spoken, today, context);
  const notTaken = speakNotTaken(query, context.words);
  return {
    message: partsWith(
      unheardFee(fee, query, context.words),
      [[...notTaken, who, ...why, ...offer], [...why, ...offer], offer],
      spoken.length === 0 ? undefined : question(spoken.length === 1 ? openings.thatOne : openings.whichOne),
    ),
    offered: spoken.map(offerOf),
    ...feeFact(fee),
    availableSlots: [],
    ...factsOf(query, query.days.from, context),
    reason,
    ...(reason === 'not_in_area' && area !== undefined ? { weekdays: area.weekdays.map(capitalize) } : {}),
    ...(first === undefined
      ? {}
      : {
          nextAvailable: {
            date: first.date,
            slots: slots.map((slot) => slotWithFee(slot, fee, visit, context.words)),
          },
        }),
    ...zipLater(coverage),
    ...certainty(query, context),
    ...(instead.kind === 'nothing' || instead.kind === 'later_other_time'
      ? furtherSearch(instead.searched)
      : {}),
  };
}

/** Nobody with the skills, or nobody at all, ever works at the requested times. */
type Never = 'for_service' | 'at_all' | undefined;

function whoNeverWorks(account: Account, { service }: SearchedQuery, times: RequestedTimes): Never {
  const windows = windowsOf(account, service);
  const mayBegin = (minute: number) =>
    windows?.some((window) => contains(minute)(window) && mayFit(times.ever, { minute, window })) ??
    mayFit(times.ever, { minute });
  if (everWorksAt(account, service, mayBegin)) return undefined;
  return everWorksAt(account, { ...service, skills: [] }, mayBegin) ? 'for_service' : 'at_all';
}

function speakWhy(
  query: SearchedQuery,
  {
    reason,
    dates,
    instead,
    never,
    area,
  }: None & { readonly never: Never; readonly area: SpokenArea | undefined },
  context: CallContext,
  today: LocalDate,
): readonly string[] {
  const { account, words } = context;
  const { nothingFree: phrases, areas, hours, todayIs } = words;
  const { days, service, times, technician } = query;
  const when = times?.said(days.from, words) ?? '';
  const on = spokenDates(days, dates, today, words);
  if (never === 'at_all') return [phrases.neverThen(when)];
  if (never === 'for_service') return [phrases.neverThenFor(when, speakService(service, words))];
  if (reason === 'not_in_area') return [areas.otherDays(area?.zip, area?.weekdays ?? [])];
  if (isPersonal(reason)) {
    const then = reason === 'no_match' ? `${when} ${on}` : on;
    if (technician.kind === 'named') return [phrases.notFreeTechnician(technician.name, then)];
    if (technician.kind === 'others') return [phrases.nobodyElse(then)];
  }
  const open = openingHours(account, days.from);
  if (reason === 'no_match' && !days.isRange && open.length > 0 && times !== undefined) {
    const isOpenThen = times
      .wishOn(days.from)
      .spans.some((span) => open.some(({ from, to }) => span.from < to && from <= span.to));
    const spans = open.map(({ from, to }) => hours.fromTo(from, to));
    if (!isOpenThen) return [hours.openOn(speakDayOf(days.from, context), spans)];
  }
  if (reason === 'no_match') {
    const isSaidLater = instead.kind !== 'other_time' && (days.isAsked === undefined || isCutShort(instead));
    return isSaidLater ? [] : [phrases.notFreeThen(when, on)];
  }
  const { horizonDays } = account.booking;
  const sinceToday = reason === 'past' ? [todayIs(today)] : [];
  if (!days.isRange) {
    const day = {
      day: speakDayOf(days.from, context),
      service: speakService(service, words),
      horizonDays,
    };
    return [speakDayRefusal(reason, day, words), ...sinceToday];
  }
  if (days.isEarliest && (days.isAsked === undefined || isCutShort(instead))) return [];
  if (reason === 'past') return [phrases.pastDays, ...sinceToday];
  if (reason === 'too_far') return [phrases.tooFarDays(horizonDays)];
  return reason === 'closed' || reason === 'holiday'
    ? [phrases.closedDays(on)]
    : [phrases.noneOnDays(speakService(service, words), on)];
}

const isCutShort = (instead: Instead): boolean =>
  'searched' in instead && instead.searched.kind === 'cut_short';

/** True if another technician might be free. */
const isPersonal = (reason: NoneReason): boolean =>
  reason === 'fully_booked' || reason === 'no_technician' || reason === 'no_match';

function speakInstead(
  { times, days, technician }: SearchedQuery,
  instead: Instead,
  never: Never,
  spoken: readonly Slot[],
  today: LocalDate,
  context: CallContext,
): readonly (string | undefined)[] {
  const { nothingFree: phrases } = context.words;
  if (instead.kind === 'nothing') {
    const found =
      instead.searched.kind === 'complete' ? speakNothing(days, technician, context.words) : undefined;
    return [found ?? speakSearched(instead.searched, days, today, context.words), phrases.offerPerson];
  }
  const [day] = spokenDays(spoken, context);
  if (day === undefined) return [];
  const isOne = day.times.length === 1;
  if (instead.kind === 'earlier')
    return [phrases.nothingLater, isOne ? phrases.timeBefore(day) : phrases.timesBefore(day)];
  if (never !== undefined) return [phrases.canOffer(day)];
  if (instead.kind === 'other_time' && !days.isRange) return [phrases.nextTimesSameDay(day.times)];
  const when = times?.said(spoken[0]?.date ?? days.from, context.words) ?? '';
  const noneThen =
    instead.kind === 'later_other_time' && when !== ''
      ? speakNoneThen(when, days, instead.searched, today, context.words)
      : undefined;
  return [noneThen, isOne ? phrases.nextTime(day) : phrases.nextTimes(day)];
}

/** Says how far the search got, if that is beyond the requested days. */
function speakSearched(
  searched: Searched,
  { to, isEarliest }: RequestedDays,
  today: LocalDate,
  words: Words,
): string {
  const isBeyond = searched.kind === 'complete' || isEarliest || (searched.through ?? to) > to;
  return speakNothingFound(isBeyond ? searched : { kind: 'cut_short' }, today, words);
}

/** Says that nothing is free on any day, unless technicians who were not asked for may be free. */
function speakNothing(
  { isEarliest }: RequestedDays,
  { kind }: SearchedQuery['technician'],
  words: Words,
): string | undefined {
  const { nothingFree: phrases } = words;
  if (kind === 'others') return phrases.nobodyElse(phrases.asFarAsWeBook);
  return isEarliest ? phrases.nothing : undefined;
}

function speakNoneThen(
  when: string,
  { from, isEarliest, isAsked }: RequestedDays,
  searched: Searched,
  today: LocalDate,
  words: Words,
): string | undefined {
  const { nothingFree: phrases, speakDay } = words;
  // In this case the reason already says on which days nothing is free.
  if (searched.kind === 'complete' && isEarliest && isAsked !== undefined) return undefined;
  if (searched.kind === 'complete' && isEarliest)
    return from > today ? phrases.noneThenFrom(when, speakDay(from, today)) : phrases.noneThen(when);
  if (searched.kind === 'complete') return phrases.noneThenLater(when);
  return searched.through === undefined
    ? phrases.noneThenFound(when)
    : phrases.noneThenUntil(when, speakDay(searched.through, today));
}

/** A sentence names at most this many dates or weekdays. */
const NAMED = 2;

/** Speaks the requested dates for the end of a sentence: `on Saturdays`, `from Monday, June 8 to Friday, June 12`. */
function spokenDates(
  { from, to, isAsked, isEarliest }: RequestedDays,
  dates: readonly LocalDate[],
  today: LocalDate,
  words: Words,
): string {
  const { speakDay, nothingFree: phrases } = words;
  const spoken = dates.map((date) => speakDay(date, today));
  const [first = speakDay(from, today)] = spoken;
  if (dates.length === 1 || from === to) return phrases.onDays([first]);
  if (isAsked === undefined) return phrases.fromTo(first, spoken.at(-1) ?? first);
  if (dates.length <= NAMED) return phrases.onDays(spoken);
  const weekdays = [...new Set(dates.map(weekdayOf))];
  return isEarliest && weekdays.length <= NAMED ? phrases.onWeekdays(weekdays) : phrases.thoseDays;
}

/** Says why the requested technician comes on none of the bookable days. */
export function technicianSentence({ technician, service }: SearchedQuery, words: Words): string | undefined {
  const { noTechnician } = words;
  switch (technician.kind) {
    case 'unknown':
      return noTechnician.unknown;
    case 'not_skilled':
      return noTechnician.notSkilled(technician.name, speakService(service, words));
    case 'not_in_area':
      return noTechnician.notInArea(technician.name, technician.zip);
    case 'not_free':
      return technician.searched.kind === 'complete'
        ? noTechnician.notFree(technician.name)
        : noTechnician.notFound(technician.name);
    default:
      return undefined;
  }
}

/** A sentence names at most this many areas. */
const SPOKEN = 3;

/**
 * Says why a place is not covered for a service.
 * @param stands a sentence about an existing appointment
 */
export function notReached(coverage: Unreached, service: string, words: Words, stands?: string) {
  const { areas } = words;
  if (coverage.kind === 'zip_needed') return missing(['zip'], words);
  if (coverage.kind === 'outside_area')
    return { reason: coverage.kind, message: parts(areas.outside(coverage.zip), stands) };
  const notThere = areas.notThere(service, coverage.zip);
  const elsewhere =
    coverage.areas.length === 0
      ? undefined
      : naming(coverage.areas, SPOKEN, areas.elsewhere, notThere, stands ?? '');
  return { reason: coverage.kind, areas: coverage.areas, message: parts(notThere, stands, elsewhere) };
}

export function bookingNotReached(
  { coverage, standing }: Extract<BookingResult, { readonly kind: 'not_reached' }>,
  service: string,
  context: CallContext,
): BookJobResult {
  const { appointments } = context.words;
  const appointment = activeAppointment(standing);
  const stands = appointment && appointments.stays(speakAppointment(appointment, context));
  return { confirmed: false, ...notReached(coverage, service, context.words, stands), alternatives: [] };
}

/**
 * Asks whether to move the visit that an earlier call booked for the service on that day, or to book another visit.
 */
export function alreadyBooked(
  request: Scheduled,
  booking: BookingRequest,
  context: CallContext,
): ExistingVisit {
  const { visits } = context.words;
  const { appointment } = request;
  const serviceType = visitName(request, context.words);
  const requested = requestedTechnician(booking);
  const isSameTime = isAsRequested(booking, appointment);
  const question = isSameTime
    ? visits.sendOrAnother('name' in requested ? requested.name : undefined)
    : visits.moveOrAnother(
        speakTold({ minute: booking.minute, window: requestedWindows(booking)?.[0] }, context.words),
      );
  return {
    ...standing(request, context),
    reason: 'already_booked',
    message: parts(visits.already(serviceType, speakAppointment(appointment, context)), question),
    nextStep: visitSteps.moveOrAnother,
  };
}

/** Asks whether a booking at another address is another visit or a correction. */
export function anotherAddress(request: Scheduled, address: string, context: CallContext): ExistingVisit {
  const { visits } = context.words;
  const place = heard('street', address) ?? visits.thatAddress;
  return {
    ...standing(request, context),
    reason: 'another_address',
    message: parts(visits.anotherOrCorrected(place, speakAppointment(request.appointment, context))),
    nextStep: visitSteps.anotherOrCorrected,
  };
}

function standing(request: Scheduled, context: CallContext) {
  const { dispatchRequestId, appointment } = request;
  return {
    confirmed: false as const,
    dispatchRequestId,
    appointments: [listedAppointment(request, context.words)],
    alternatives: [],
    ...startFacts(appointment.date, context),
  };
}

/** Says why a start was refused, which appointment stays, and what is free instead. */
export function refused(
  result: Omit<Extract<BookingResult, { kind: 'refused' }>, 'kind'>,
  wanted: WantedStart,
  context: CallContext,
): StartRefused {
  const { nothingFree: phrases, appointments, todayIs, noTechnician } = context.words;
  const { reason, alternatives, searched, heldUntil, standing } = result;
  const { account, now, service, date, minute } = wanted;
  const { today } = momentOf(account, now);
  const { horizonDays, spokenOptions } = account.booking;
  const requested = requestedTechnician(wanted);
  const coverage = result.coverage ?? wanted.coverage;
  const area = spokenArea(coverage);
  const time = speakTold({ minute, window: requestedWindows(wanted)?.[0] }, context.words);
  const day = speakDayOf(date, context);
  const said = speakStartRefusal(
    reason,
    {
      time,
      day,
      service: speakService(service, context.words),
      horizonDays,
      technician: 'name' in requested ? requested.name : undefined,
      isHeld: heldUntil !== undefined,
      area,
      zip: coverage?.zip,
    },
    context.words,
  );
  // The technicians whom the caller ruled out may have time.
  const isOfOthers = requested.kind === 'others' && reason === 'no_technician';
  const why = isOfOthers ? phrases.nobodyElse(phrases.onDays([appointments.at(day, time)])) : said;
  const sinceToday = reason === 'past' ? todayIs(today) : undefined;
  const unknown = requested.kind === 'unknown' ? noTechnician.unknown : undefined;
  const appointment = activeAppointment(standing);
  const stands =
    appointment === undefined ? undefined : appointments.stays(speakAppointment(appointment, context));
  const spoken = alternatives.slice(0, spokenOptions);
  const offered =
    alternatives.length === 0
      ? requested.kind === 'others' && searched.kind === 'complete'
        ? phrases.nobodyElse(phrases.asFarAsWeBook)
        : speakNothingFound(searched, today, context.words)
      : speakAlternatives(spoken, date, today, wanted.technician !== undefined, context.words);
  return {
    message: partsWith({ kind: 'answer', text: offered }, [
      [why, sinceToday, unknown, stands],
      [why, sinceToday, unknown],
      [why],
    ]),
    offered: spoken.map(offerOf),
    confirmed: false,
    reason,
    ...(heldUntil === undefined ? {} : { heldUntil }),
    ...(reason === 'not_in_area' && area !== undefined ? { weekdays: area.weekdays.map(capitalize) } : {}),
    ...(standing === undefined ? {} : { dispatchRequestId: standing.dispatchRequestId }),
    ...ignoredIn(wanted),
    alternatives: alternatives.map(offerOf),
    ...startFacts(date, context),
    ...(alternatives.length === 0 ? furtherSearch(searched) : {}),
  };
}

function speakAlternatives(
  slots: readonly Slot[],
  asked: LocalDate,
  today: LocalDate,
  named: boolean,
  words: Words,
): string {
  const { appointments, speakDay, openings } = words;
  const dates = [...new Set(slots.map(({ date }) => date))];
  const days = dates.map((date) => {
    const ofDate = slots.filter((slot) => slot.date === date);
    const times = ofDate.map((slot) => {
      const time = speakTold(slot, words);
      return named ? appointments.withTechnician(time, slot.technician.name) : time;
    });
    return { day: date === asked ? undefined : speakDay(date, today), times };
  });
  return openings.offer(days);
}
