import type { Account } from '../../accounts/account.ts';
import type { Instead, None } from '../../booking/openings.ts';
import { feeAt } from '../../booking/said-fee.ts';
import type { Searched } from '../../booking/search-days.ts';
import { contains, windowsOf } from '../../scheduling/arrival.ts';
import type { LocalDate } from '../../scheduling/calendar.ts';
import type { DayRefusal, Slot } from '../../scheduling/engine.ts';
import { everWorksAt } from '../../scheduling/part-of-day.ts';
import { areas } from '../../wording/en/areas.ts';
import { nothingFree as phrases, todayIs } from '../../wording/en/nothing-free.ts';
import { speakDate, spread } from '../../wording/speech.ts';
import type { RequestedDays } from '../arguments/requested-days.ts';
import type { RequestedTimes } from '../arguments/requested-times.ts';
import { localNow } from '../arguments/today.ts';
import type { CallContext } from '../arguments/voice-function.ts';
import { feePart, partsWith } from '../message.ts';
import { feeFact, slotWithFee, visitOf } from './fees.ts';
import { certainty, factsOf } from './offered-days.ts';
import { furtherSearch, offerOf, spokenDays } from './offers.ts';
import { type SpokenArea, speakDayRefusal, speakNothingFound, spokenArea } from './reasons.ts';
import type { FoundOpenings, OpeningsQuery, SearchedQuery } from './search-openings.ts';
import { spokenDates } from './spoken-dates.ts';
import { technicianSentence } from './technician-sentence.ts';

const NEXT_SLOTS = 3;

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
  const { date: today } = localNow(context);
  const slots = instead.kind === 'nothing' ? [] : spread(instead.slots, NEXT_SLOTS);
  const [first] = slots;
  const visit = visitOf(query, coverage, context);
  const fee = first && feeAt(visit, first);
  const sameFee = slots.filter((slot) => feeAt(visit, slot) === fee);
  const spoken = spread(sameFee, account.booking.spokenOptions);
  const never = query.times && whoNeverWorks(account, query, query.times);
  const area = spokenArea(coverage);
  // Nothing at all is free: nobody else needs to be told apart.
  const isNobody = technician.kind === 'not_free' && instead.kind === 'nothing';
  const who = isNobody ? undefined : technicianSentence(query);
  const why = speakWhy(query, { ...none, never, area }, account, today);
  const offer = speakInstead(query, instead, never, spoken, today);
  return {
    message: partsWith(feePart(fee), [[who, ...why, ...offer], [...why, ...offer], offer]),
    offered: spoken.map(offerOf),
    ...feeFact(fee),
    availableSlots: [],
    ...factsOf(query, query.days.from, context),
    reason,
    ...(reason === 'not_in_area' && area !== undefined ? { weekdays: area.weekdays } : {}),
    ...(first === undefined
      ? {}
      : { nextAvailable: { date: first.date, slots: slots.map((slot) => slotWithFee(slot, fee, visit)) } }),
    ...certainty(query, context),
    ...(instead.kind === 'nothing' || instead.kind === 'later_other_time'
      ? furtherSearch(instead.searched)
      : {}),
  };
}

/** Who never works at the requested times: nobody with the skills, or nobody at all. */
type Never = 'for_service' | 'at_all' | undefined;

function whoNeverWorks(account: Account, { service }: SearchedQuery, times: RequestedTimes): Never {
  const windows = windowsOf(account, service)?.filter((window) =>
    times.everIncludes({ minute: window.from, window }),
  );
  const mayBegin = (minute: number) => windows?.some(contains(minute)) ?? times.everIncludes({ minute });
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
  account: Account,
  today: LocalDate,
): readonly string[] {
  const { days, service, times, technician } = query;
  const when = times?.said(days.from) ?? '';
  const on = spokenDates(days, dates, today);
  if (never === 'at_all') return [phrases.neverThen(when)];
  if (never === 'for_service') return [phrases.neverThenFor(when, service.name)];
  if (reason === 'not_in_area') return [areas.otherDays(area?.zip, area?.weekdays ?? [])];
  if (technician.kind === 'named' && isPersonal(reason))
    return [phrases.notFreeTechnician(technician.name, on)];
  if (technician.kind === 'others' && isPersonal(reason)) return [phrases.nobodyElse(on)];
  if (instead.kind === 'other_time') return [phrases.notFreeThen(when, on)];
  const { horizonDays } = account.booking;
  const sinceToday = reason === 'past' ? [todayIs(speakDate(today, today))] : [];
  if (!days.isRange) {
    const day = { day: speakDate(days.from, today), service: service.name, horizonDays };
    return [speakDayRefusal(reason, day), ...sinceToday];
  }
  if (days.isEarliest && (days.isAsked === undefined || isCutShort(instead))) return [];
  if (instead.kind === 'later_other_time' && days.isEarliest) return [phrases.notFreeThen(when, on)];
  if (reason === 'past') return [phrases.pastDays, ...sinceToday];
  if (reason === 'too_far') return [phrases.tooFarDays(horizonDays)];
  return reason === 'closed' || reason === 'holiday'
    ? [phrases.closedDays(on)]
    : [phrases.noneOnDays(service.name, on)];
}

const isCutShort = (instead: Instead): boolean =>
  'searched' in instead && instead.searched.kind === 'cut_short';

/** Whether another technician could be free. */
const isPersonal = (reason: DayRefusal): boolean => reason === 'fully_booked' || reason === 'no_technician';

function speakInstead(
  { times, days, technician }: SearchedQuery,
  instead: Instead,
  never: Never,
  spoken: readonly Slot[],
  today: LocalDate,
): readonly (string | undefined)[] {
  if (instead.kind === 'nothing') {
    const found = instead.searched.kind === 'complete' ? speakNothing(days, technician) : undefined;
    return [found ?? speakSearched(instead.searched, days, today), phrases.offerPerson];
  }
  const [day] = spokenDays(spoken, today);
  if (day === undefined) return [];
  const isOne = day.times.length === 1;
  if (instead.kind === 'earlier')
    return [phrases.nothingLater, isOne ? phrases.timeBefore(day) : phrases.timesBefore(day)];
  if (never !== undefined) return [isOne ? phrases.firstOpening(day) : phrases.firstOpenings(day)];
  if (instead.kind === 'other_time' && !days.isRange) return [phrases.nextTimesSameDay(day.times)];
  const when = times?.said(spoken[0]?.date ?? days.from) ?? '';
  const noneThen =
    instead.kind === 'later_other_time' && when !== ''
      ? speakNoneThen(when, days, instead.searched, today)
      : undefined;
  return [noneThen, isOne ? phrases.nextTime(day) : phrases.nextTimes(day)];
}

/** How far the search got, if that is beyond the requested days. */
function speakSearched(searched: Searched, { to, isEarliest }: RequestedDays, today: LocalDate): string {
  const isBeyond = searched.kind === 'complete' || isEarliest || (searched.through ?? to) > to;
  return speakNothingFound(isBeyond ? searched : { kind: 'cut_short' }, today);
}

/** That nothing is free on any day, unless others may be free who were not asked for. */
function speakNothing(
  { isEarliest }: RequestedDays,
  { kind }: SearchedQuery['technician'],
): string | undefined {
  if (kind === 'others') return phrases.nobodyElse(phrases.asFarAsWeBook);
  return isEarliest ? phrases.nothing : undefined;
}

function speakNoneThen(
  when: string,
  { from, isEarliest, isAsked }: RequestedDays,
  searched: Searched,
  today: LocalDate,
): string | undefined {
  // The reason says already on which days nothing is free then.
  if (searched.kind === 'complete' && isEarliest && isAsked !== undefined) return undefined;
  if (searched.kind === 'complete' && isEarliest)
    return from > today ? phrases.noneThenFrom(when, speakDate(from, today)) : phrases.noneThen(when);
  if (searched.kind === 'complete') return phrases.noneThenLater(when);
  return searched.through === undefined
    ? phrases.noneThenFound(when)
    : phrases.noneThenUntil(when, speakDate(searched.through, today));
}
