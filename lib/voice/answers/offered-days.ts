import type { Fee } from '../../accounts/account.ts';
import { feeAt, type VisitFacts } from '../../booking/said-fee.ts';
import type { FreeDay } from '../../booking/search-days.ts';
import type { LocalDate } from '../../scheduling/calendar.ts';
import type { Slot } from '../../scheduling/engine.ts';
import { appointments } from '../../wording/en/appointments.ts';
import { nextSteps, openings } from '../../wording/en/openings.ts';
import { either, fits, speakDate, spread } from '../../wording/speech.ts';
import { MAX_DAYS } from '../arguments/requested-days.ts';
import { dayFacts, localNow, weekdayName } from '../arguments/today.ts';
import type { CallContext } from '../arguments/voice-function.ts';
import { feePart, partsWith } from '../message.ts';
import { feeFact, slotWithFee, visitOf } from './fees.ts';
import { furtherSearch, offerOf, spokenDays } from './offers.ts';
import type { FoundOpenings, OpeningsQuery, SearchedQuery } from './search-openings.ts';

/** Maximum days that one answer lists. */
const LISTED_DAYS = 7;
/** Characters of JSON: platforms cut longer results at any point. */
const MAX_CHARACTERS = 12_000;

/**
 * Lists the days with matching starts: first those that the message offers, then all.
 * @param told what the caller hears first
 */
export function offeredDays(
  asked: OpeningsQuery,
  { days, searched, coverage, technician }: FoundOpenings,
  told: string | undefined,
  context: CallContext,
) {
  const query = { ...asked, technician };
  const [first] = days;
  const date = first?.date ?? query.days.from;
  const visit = visitOf(query, coverage, context);
  const { spoken, fee, message } = spokenOffer(query, days, told, visit, context);
  const listed = days.slice(0, LISTED_DAYS).map((day) => listedDay(day, fee, visit));
  const left = days[LISTED_DAYS]?.date ?? query.days.cutAt;
  const answer = {
    message,
    offered: spoken.map(offerOf),
    ...feeFact(fee),
    days: listed,
    availableSlots: listed[0]?.slots ?? [],
    ...factsOf(query, date, context),
    ...furtherSearch(searched),
    ...certainty(query, context),
  };
  return withinLimit(answer, left);
}

/** The facts about a query in every answer. */
export function factsOf({ days, service }: SearchedQuery, date: LocalDate, context: CallContext) {
  const { from, to, certain } = days;
  return { ...dayFacts(date, { from, to, certain }, context), serviceType: service.name };
}

/** For the model: what to confirm if other days may be meant. */
export function certainty({ days: { certain, from, other } }: SearchedQuery, context: CallContext) {
  const { date: today } = localNow(context);
  return certain
    ? {}
    : { nextStep: nextSteps.confirmDay(speakDate(from, today), other && speakDate(other, today)) };
}

const listedDay = ({ date, slots }: FreeDay, fee: Fee | undefined, visit: VisitFacts) => ({
  date,
  weekday: weekdayName(date),
  slots: slots.map((slot) => slotWithFee(slot, fee, visit)),
});

/** Omits later days if the answer is too long, but never the first. */
function withinLimit<Answer extends { readonly days: readonly ReturnType<typeof listedDay>[] }>(
  result: Answer,
  left: LocalDate | undefined,
) {
  let { days } = result;
  let more = left;
  while (days.length > 1 && JSON.stringify({ ...result, days }).length > MAX_CHARACTERS) {
    more = days.at(-1)?.date;
    days = days.slice(0, -1);
  }
  return { ...result, days, ...(more === undefined ? {} : { more: { from: more } }) };
}

interface Spoken {
  readonly spokenOptions: number;
  readonly spokenDays: number;
}

/** The starts that the caller hears: on a few days, as many as they can remember, spread over each day. */
function spokenSlots(days: readonly FreeDay[], { spokenOptions, spokenDays: most }: Spoken): readonly Slot[] {
  const named = days.slice(0, Math.min(most, spokenOptions));
  let left = spokenOptions;
  return named.flatMap(({ slots }, index) => {
    const share = Math.ceil(left / (named.length - index));
    const chosen = spread(slots, share);
    left -= chosen.length;
    return chosen;
  });
}

/** The offered starts, all with the same fee, and the message that names them and the fee. */
function spokenOffer(
  query: SearchedQuery,
  days: readonly FreeDay[],
  told: string | undefined,
  visit: VisitFacts,
  context: CallContext,
) {
  const { booking } = context.account;
  for (let spokenOptions = booking.spokenOptions; ; spokenOptions--) {
    const chosen = spokenSlots(days, { ...booking, spokenOptions });
    const fee = chosen[0] && feeAt(visit, chosen[0]);
    const spoken = chosen.filter((slot) => feeAt(visit, slot) === fee);
    const { offer, rest } = sentences(query, spoken, localNow(context).date);
    const kept = feePart(fee);
    // All offered starts are named, so a fee leaves room for fewer.
    if (kept !== undefined && spokenOptions > 1 && !fits(...offer, kept.text)) continue;
    const beginnings = [[told, ...offer], offer, [shortest(spoken, context)]] as const;
    return { spoken, fee, message: partsWith(kept, beginnings, ...rest) };
  }
}

const shortest = (spoken: readonly Slot[], context: CallContext): string =>
  openings.offer(
    spokenDays(spoken, localNow(context).date).map(({ day, times }) => appointments.at(day, either(times))),
  );

interface SpokenOffer {
  /** Names all offered starts. */
  readonly offer: readonly string[];
  readonly rest: readonly (string | undefined)[];
}

function sentences(query: SearchedQuery, spoken: readonly Slot[], today: LocalDate): SpokenOffer {
  const { service, days } = query;
  const [first, ...others] = spoken;
  const [day, ...later] = spokenDays(spoken, today);
  if (first === undefined || day === undefined) return { offer: [], rest: [] };
  const name = query.technician.kind === 'named' ? first.technician.name : undefined;
  const ask = others.length === 0 ? openings.thatOne : openings.whichOne;
  const cut = days.cutAt === undefined ? undefined : openings.cutTo(MAX_DAYS);
  if (days.isEarliest) {
    const [time = '', ...more] = day.times;
    const earliest =
      name === undefined ? openings.earliest(day.day, time) : openings.earliestWith(day.day, time, name);
    return { offer: [earliest, ...(others.length === 0 ? [] : [openings.also(more, later)])], rest: [ask] };
  }
  if (!days.isRange) {
    const offer =
      name === undefined
        ? openings.oneDay(day.day, service.name, day.times)
        : openings.oneDayWith(day.day, service.name, name, day.times);
    return { offer: [offer], rest: [ask] };
  }
  const all = [day, ...later];
  const offer =
    name === undefined
      ? openings.severalDays(service.name, all)
      : openings.severalDaysWith(service.name, name, all);
  return { offer: [offer], rest: [cut, ask] };
}
