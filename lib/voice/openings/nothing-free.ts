import type { Account } from '../../accounts/account.ts';
import { feeAt } from '../../dispatch/areas/said-fee.ts';
import type { Instead } from '../../dispatch/booking/openings.ts';
import type { Searched } from '../../dispatch/booking/search-days.ts';
import type { LocalDate } from '../../scheduling/calendar.ts';
import type { DayRefusal, Slot } from '../../scheduling/engine.ts';
import { everWorksAt } from '../../scheduling/part-of-day.ts';
import {
  furtherSearch,
  type SpokenArea,
  speakDayRefusal,
  speakNothingFound,
  spokenArea,
} from '../appointments/reasons.ts';
import { areas } from '../phrases/en/areas.ts';
import { openings } from '../phrases/en/openings.ts';
import { say, sayWith, speakDate, spread } from '../speech.ts';
import { localNow } from '../today.ts';
import type { CallContext } from '../voice-function.ts';
import { feeFact, slotWithFee, visitOf } from './fees.ts';
import { certainty, factsOf, technicianSentence } from './offered-days.ts';
import { offerOf, spokenDays } from './offers.ts';
import type { RequestedTimes } from './requested-times.ts';
import type { FoundOpenings, OpeningsQuery } from './search-openings.ts';

const NEXT_SLOTS = 3;

interface None {
  readonly reason: DayRefusal;
  readonly instead: Instead;
}

/** Says why nothing matches, and what is free instead. */
export function nothingFree(
  query: OpeningsQuery,
  { isOthers, coverage }: Pick<FoundOpenings, 'isOthers' | 'coverage'>,
  { reason, instead }: None,
  context: CallContext,
) {
  const { account } = context;
  const { date: today } = localNow(context);
  const slots = instead.kind === 'nothing' ? [] : spread(instead.slots, NEXT_SLOTS);
  const [first] = slots;
  const visit = visitOf(query, coverage, context);
  const fee = first && feeAt(visit, first);
  const sameFee = slots.filter((slot) => feeAt(visit, slot) === fee);
  const spoken = spread(sameFee, account.booking.spokenOptions);
  const never = query.times && whoNeverWorks(account, query, query.times);
  const area = spokenArea(coverage);
  const why = [
    technicianSentence(query),
    speakWhy(query, { reason, instead, never, area }, isOthers, account, today),
  ];
  const offer = speakInstead(query, instead, never, spoken, today);
  const message =
    fee === undefined
      ? say(...why, ...offer)
      : sayWith(areas.fee(fee.says), [joined(...why, ...offer), joined(why[1], ...offer), joined(...offer)]);
  return {
    message,
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

const joined = (...sentences: readonly (string | undefined)[]): string =>
  sentences.filter((sentence) => sentence !== undefined).join(' ');

/** Who never works at the requested times: nobody with the skills, or nobody at all. */
type Never = 'for_service' | 'at_all' | undefined;

function whoNeverWorks(account: Account, { service }: OpeningsQuery, times: RequestedTimes): Never {
  if (everWorksAt(account, service, times.everIncludes)) return undefined;
  return everWorksAt(account, { ...service, skills: [] }, times.everIncludes) ? 'for_service' : 'at_all';
}

function speakWhy(
  query: OpeningsQuery,
  { reason, instead, never, area }: None & { readonly never: Never; readonly area: SpokenArea | undefined },
  isOthers: boolean,
  account: Account,
  today: LocalDate,
): string | undefined {
  const { days, service, times } = query;
  const when = times?.said(days.from) ?? '';
  const from = speakDate(days.from, today);
  const range = openings.days(from, speakDate(days.to, today));
  if (never === 'at_all') return openings.neverThen(when);
  if (never === 'for_service') return openings.neverThenFor(when, service.name);
  if (reason === 'not_in_area') return areas.otherDays(area?.zip, area?.weekdays ?? []);
  if (query.technician.kind === 'named' && isPersonal(reason))
    return openings.notFreeTechnician(query.technician.name, days.isRange ? `from ${range}` : `on ${from}`);
  if (instead.kind === 'other_time')
    return days.isRange ? openings.notFreeThenOnDays(when, range) : openings.notFreeThen(when, from);
  const { horizonDays } = account.booking;
  if (!days.isRange)
    return speakDayRefusal(reason, {
      day: from,
      service: service.name,
      horizonDays,
      today: speakDate(today, today),
    });
  if (days.isEarliest && !isOthers) return undefined;
  if (reason === 'past') return openings.pastDays(speakDate(today, today));
  if (reason === 'too_far') return openings.tooFarDays(horizonDays);
  return reason === 'closed' || reason === 'holiday'
    ? openings.closedDays(range)
    : openings.noneOnDays(service.name, range);
}

/** Whether another technician could be free. */
const isPersonal = (reason: DayRefusal): boolean => reason === 'fully_booked' || reason === 'no_technician';

function speakInstead(
  { times, days }: OpeningsQuery,
  instead: Instead,
  never: Never,
  spoken: readonly Slot[],
  today: LocalDate,
): readonly (string | undefined)[] {
  if (instead.kind === 'nothing') {
    const found = days.isEarliest && instead.searched.kind === 'complete' ? openings.nothing : undefined;
    return [found ?? speakNothingFound(instead.searched, today), openings.offerPerson];
  }
  const [day] = spokenDays(spoken, today);
  if (day === undefined) return [];
  const isOne = day.times.length === 1;
  const when = times?.said(spoken[0]?.date ?? days.from) ?? '';
  const noneThen =
    instead.kind === 'later_other_time' && never === undefined && when !== ''
      ? speakNoneThen(when, instead.searched, today)
      : undefined;
  if (never !== undefined) return [isOne ? openings.firstOpening(day) : openings.firstOpenings(day)];
  if (instead.kind === 'other_time' && !days.isRange) return [openings.nextTimesSameDay(day.times)];
  return [noneThen, isOne ? openings.nextTime(day) : openings.nextTimes(day)];
}

function speakNoneThen(when: string, searched: Searched, today: LocalDate): string {
  if (searched.kind === 'complete') return openings.noneThen(when);
  return searched.through === undefined
    ? openings.noneThenFound(when)
    : openings.noneThenUntil(when, speakDate(searched.through, today));
}
