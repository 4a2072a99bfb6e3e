import type { Fee, ServiceType, Urgency } from '../../accounts/account.ts';
import {
  acceptedCoverage,
  type Coverage,
  type Covered,
  coverageBeforeZip,
  coverageForCaller,
  isRecordNeeded,
} from '../../accounts/areas.ts';
import { type FeeQuestion, feeAt } from '../../booking/appointment.ts';
import { findOpenings, type NoOpenings, type Openings } from '../../booking/openings.ts';
import { heldStart, inPlace, type RequestedTechnician } from '../../booking/requested-start.ts';
import type { FreeDay, Searched } from '../../booking/search-days.ts';
import { callBookingId, emergencyId } from '../../record/calls.ts';
import { heldBy, liveHold } from '../../record/hold.ts';
import { isProved, isUpcoming, ownRecent } from '../../record/own-requests.ts';
import { activeAppointment, type DispatchRequest } from '../../record/request.ts';
import type { LocalDate, Technician } from '../../scheduling/calendar.ts';
import type { HeldStart } from '../../scheduling/day.ts';
import type { Slot } from '../../scheduling/engine.ts';
import type { Occupancy } from '../../scheduling/occupancy.ts';
import { addDays } from '../../scheduling/time.ts';
import { formatClock24 } from '../../scheduling/time-of-day.ts';
import { fits as isAsWished, isWithin } from '../../scheduling/wish.ts';
import type { Words } from '../../wording/index.ts';
import { nextSteps } from '../../wording/next-steps.ts';
import { echo, fits, spread } from '../../wording/speech.ts';
import { zipOf } from '../arguments/common-arguments.ts';
import { MAX_DAYS, type RequestedDays } from '../arguments/requested-days.ts';
import type { RequestedTimes } from '../arguments/requested-times.ts';
import type { IgnoredWords } from '../arguments/visit-argument.ts';
import type { HeardFee } from '../heard-fee.ts';
import { feePart, type Part, partsWith, question } from '../message.ts';
import {
  dayFacts,
  localNow,
  speakDayOf,
  speakService,
  speakTold,
  timeFacts,
  type When,
  weekdayName,
} from '../told.ts';
import type { CallContext, VoiceDependencies } from '../voice-function.ts';

export interface OpeningsQuery {
  readonly service: ServiceType;
  readonly days: RequestedDays;
  /** Absent if any time suits. */
  readonly times?: RequestedTimes | undefined;
  /** The words for a time that were not understood. */
  readonly ignored?: readonly IgnoredWords[] | undefined;
  readonly technician: RequestedTechnician;
  readonly additionalVisit?: boolean | undefined;
  /** The postal code that the caller said. */
  readonly zip?: string | undefined;
  /** The urgency affects the fee. */
  readonly urgency?: Urgency | undefined;
  /** The coverage of the place, if known. */
  readonly coverage?: Covered | undefined;
  /** The id of the request to be moved, whose claims don't count. */
  readonly moved?: string | undefined;
  /** Reads the caller's own request that is to be moved, if they said so. */
  readonly toMove?: Promise<DispatchRequest | undefined> | undefined;
  /** Finds out which fee need not be said. */
  readonly heardFee?: Promise<HeardFee> | undefined;
  readonly heard?: HeardFee | undefined;
}

type SearchedTechnician =
  | RequestedTechnician
  /** The technician has no free time, as far as was searched. */
  | { readonly kind: 'not_free'; readonly name: string; readonly searched: Searched };

/** Extends a query by what a search found out about the technician. */
export type SearchedQuery = Omit<OpeningsQuery, 'technician'> & Pick<FoundOpenings, 'technician'>;

export interface FoundOpenings extends Openings {
  /** Unless this technician may come, the openings are those of all others. */
  readonly technician: SearchedTechnician;
}

/**
 * Searches for openings. Considers only the requested technician if they come to the place and have free time.
 * @throws {StorageUnavailable} if the schedule can't be read
 */
export async function searchOpenings(
  query: OpeningsQuery,
  context: CallContext,
  deps: VoiceDependencies,
): Promise<FoundOpenings | NoOpenings> {
  const { technician } = query;
  const isAnyone = technician.kind !== 'named' && technician.kind !== 'others';
  const theirs = await find(query, context, deps, isAnyone ? undefined : technician.technicians);
  if ('unreached' in theirs) return theirs;
  const searched = asSearched(inPlace(technician, theirs.coverage), theirs);
  if (isAnyone || searched.kind === 'named' || searched.kind === 'others')
    return { ...theirs, technician: searched };
  return { ...(await find(query, context, deps)), technician: searched };
}

/** Marks the one requested technician as not free if nothing was found for them. */
function asSearched(technician: RequestedTechnician, { none }: Openings): SearchedTechnician {
  if (technician.kind !== 'named' || none?.instead.kind !== 'nothing') return technician;
  return { kind: 'not_free', name: technician.name, searched: none.instead.searched };
}

function find(
  query: OpeningsQuery,
  context: CallContext,
  deps: VoiceDependencies,
  among?: readonly Technician[],
): Promise<Openings | NoOpenings> {
  const { account, now, callId, deadline } = context;
  const { from, to, isEarliest, isAsked } = query.days;
  const { service, times } = query;
  const question = {
    accountId: account.accountId,
    calendar: account,
    job: service,
    now,
    seed: callId ?? '',
    among,
    range: { from, to },
    isEarliest,
    isAsked,
    isWanted:
      times &&
      (({ date, ...start }: Pick<Slot, 'date' | 'minute' | 'window'>) =>
        isAsWished(times.wishOn(date), start)),
    ownIn: async (reads: readonly Occupancy[]) => {
      const holdId = heldBy(context);
      const ids = await ownIds(query, context, reads, deps);
      if (holdId === undefined) return ids;
      const { hold } = await context.remembered();
      return new Set([...ids, holdId, ...(hold === undefined ? [] : [hold.holdId])]);
    },
    heldIn: () => heldIn(query, context, deps),
    coverageIn: () => coverageIn(query, context, deps),
  };
  return findOpenings(question, deps, deadline);
}

/** Returns the coverage of the named place, otherwise of the caller's visit for the service, or of their only site. */
async function coverageIn(
  { service, zip, coverage: settled, toMove }: OpeningsQuery,
  context: CallContext,
  { customers, requests }: VoiceDependencies,
): Promise<Coverage> {
  const { account, caller, deadline } = context;
  if (settled !== undefined) return settled;
  const request = await toMove;
  if (request !== undefined) return acceptedCoverage(account, service.id, zip ?? request.customer.zip);
  if (!isRecordNeeded(account, service.id, zip)) return coverageForCaller(account, service.id, zip);
  const [{ place }, record, own] = await Promise.all([
    context.remembered(),
    caller === undefined ? undefined : customers.get(account.accountId, caller, deadline),
    ownRecent(context, requests, deadline),
  ]);
  const standing = own.filter(
    (request) =>
      request.serviceTypeId === service.id &&
      activeAppointment(request) !== undefined &&
      isProved(request, context) &&
      isUpcoming(request, context),
  );
  const [visit, ...others] = new Set(standing.map(({ customer }) => customer.zip));
  const ofVisit = others.length === 0 ? visit : undefined;
  const coverage = coverageForCaller(account, service.id, zipOf(place) ?? ofVisit, record?.sites);
  return coverage.kind === 'zip_needed' ? coverageBeforeZip(account, service.id) : coverage;
}

/** Returns the start that the call, or the interrupted one that it continues, holds for the service. */
async function heldIn(
  { service }: OpeningsQuery,
  context: CallContext,
  { holds }: VoiceDependencies,
): Promise<HeldStart | undefined> {
  const { account, now, deadline } = context;
  const holdId = heldBy(context);
  if (holdId === undefined) return undefined;
  const [own, { hold }] = await Promise.all([
    holds.get(account.accountId, holdId, deadline),
    context.remembered(),
  ]);
  const live = liveHold(own, now) ?? liveHold(hold, now);
  return live && heldStart(live, service.id);
}

/** Returns this call's own appointment for the service, which a booking would move; none for an additional visit. */
async function ownIds(
  { service, additionalVisit, moved, toMove }: OpeningsQuery,
  context: CallContext,
  reads: readonly Occupancy[],
  { requests }: VoiceDependencies,
): Promise<ReadonlySet<string>> {
  const request = await toMove;
  const movedId = moved ?? request?.dispatchRequestId;
  if (movedId !== undefined) return new Set([movedId]);
  const isAllFree = reads.every((occupancy) => occupancy.size === 0);
  if (additionalVisit || isAllFree || context.callId === undefined) return new Set();
  const ids = new Set([callBookingId(context, service.id)].filter((id) => id !== undefined));
  // An emergency without a service becomes the appointment of the service that is booked after it. Within a call, the
  // emergency's id does not depend on the arguments.
  const emergency = emergencyId(context, '');
  if (reads.some((occupancy) => holdsTime(occupancy, emergency))) {
    const request = await requests.get(emergency, context.deadline);
    if (request?.serviceTypeId === service.id) ids.add(emergency);
  }
  return ids;
}

function holdsTime(occupancy: Occupancy, id: string): boolean {
  for (const claimed of occupancy.values())
    for (const holder of claimed.values()) if (holder === id) return true;
  return false;
}

/** Tells the model how far an incomplete search got and how to continue it; nothing after a complete search. */
export function furtherSearch(searched: Searched) {
  if (searched.kind === 'complete' || searched.through === undefined) return {};
  const { through } = searched;
  return { searchedThrough: through, nextStep: nextSteps.lookFurther(addDays(through, 1)) };
}

const slotOf = (slot: Slot) => ({ ...timeFacts(slot), technician: slot.technician.name });

export const offerOf = (slot: Slot) => ({
  date: slot.date,
  weekday: weekdayName(slot.date),
  ...slotOf(slot),
});

export interface SpokenTimes {
  readonly day: string;
  readonly times: readonly string[];
}

/** Groups starts by day, in order of first appearance, and speaks them. */
export function spokenDays(slots: readonly Slot[], when: When): readonly SpokenTimes[] {
  const dates = [...new Set(slots.map(({ date }) => date))];
  return dates.map((date) => ({
    day: speakDayOf(date, when),
    times: slots.filter((slot) => slot.date === date).map((slot) => speakTold(slot, when.words)),
  }));
}

export const visitOf = (
  { service, urgency = 'routine', heard }: SearchedQuery,
  coverage: Covered,
  { account }: CallContext,
): FeeQuestion => ({
  account: heard?.isNobodys ? { ...account, fees: undefined } : account,
  ...{ service, urgency, coverage },
});

/** Returns the part of a message that says the fee, unless the caller has heard it. */
export const unheardFee = (fee: Fee | undefined, { heard }: SearchedQuery, words: Words): Part | undefined =>
  fee && heard?.isHeard(fee) ? undefined : feePart(fee, words);

export const feeFact = (fee: Fee | undefined) => (fee === undefined ? {} : { fee: fee.says });

/** Returns a start without its date. The fee is included if it differs from the fee of the offered starts. */
export function slotWithFee(slot: Slot, offered: Fee | undefined, visit: FeeQuestion, { fees }: Words) {
  const fee = feeAt(visit, slot);
  return { ...slotOf(slot), ...(fee === offered ? {} : { fee: fee?.says ?? fees.noFee }) };
}

/** A day with this many windows is told whole, so that none of them seems taken. */
const FEW_WINDOWS = 4;
/** One answer lists at most this many days. */
const LISTED_DAYS = 7;
/** Platforms cut off results that have more characters of JSON than this. */
const MAX_CHARACTERS = 12_000;

/**
 * Lists the days with matching starts: first those that the message offers, then all.
 * @param told what the caller hears first
 */
export function offeredDays(
  asked: OpeningsQuery,
  { days, searched, coverage, technician }: FoundOpenings,
  told: readonly (string | undefined)[],
  context: CallContext,
) {
  const query = { ...asked, technician };
  const [first] = days;
  const date = first?.date ?? query.days.from;
  const visit = visitOf(query, coverage, context);
  const { spoken, fee, message } = spokenOffer(query, days, told, visit, context);
  const answer = {
    message,
    offered: spoken.map(offerOf),
    ...feeFact(fee),
    ...factsOf(query, date, context),
    ...furtherSearch(searched),
    ...zipLater(coverage),
    ...nextStepOf(query, spoken, { searched, coverage }, context),
  };
  const listed = days
    .slice(0, LISTED_DAYS)
    .map(({ date, slots }) =>
      slots.map((slot) => ({ date, ...slotWithFee(slot, fee, visit, context.words) })),
    );
  return { ...answer, ...listedSlots(listed, answer, days[LISTED_DAYS]?.date ?? query.days.cutAt) };
}

/** Lists the starts of days. Omits later days, but never the first one, if the answer would be too long. */
function listedSlots(
  days: readonly (readonly (ReturnType<typeof slotWithFee> & { readonly date: LocalDate })[])[],
  answer: object,
  left: LocalDate | undefined,
) {
  let count = days.length;
  let more = left;
  const slots = () => days.slice(0, count).flat();
  while (count > 1 && JSON.stringify({ ...answer, slots: slots() }).length > MAX_CHARACTERS) {
    count -= 1;
    more = days[count]?.[0]?.date;
  }
  return { availableSlots: slots(), ...(more === undefined ? {} : { more: { from: more } }) };
}

export function factsOf({ days, service }: SearchedQuery, date: LocalDate, context: CallContext) {
  const { from, to, certain } = days;
  return { ...dayFacts(date, { from, to, certain }, context), serviceType: service.name };
}

/** Tells the model to ask which days if the caller may mean other days. */
export function certainty({ days: { certain, from, other } }: SearchedQuery, context: CallContext) {
  const { date: today } = localNow(context);
  return certain ? {} : { nextStep: nextSteps.askDay(from, other, today) };
}

interface Spoken {
  readonly spokenOptions: number;
  readonly spokenDays: number;
}

/** Chooses the starts that the caller hears: as many as they can remember, on a few days, spread over each day. */
function spokenSlots(
  days: readonly FreeDay[],
  { spokenOptions, spokenDays: most }: Spoken,
  times: RequestedTimes | undefined,
): readonly Slot[] {
  const isFirst = times?.prefer === 'earliest';
  const named = days.slice(0, isFirst ? 1 : Math.min(most, spokenOptions));
  let left = spokenOptions;
  return named.flatMap(({ slots }, index) => {
    const share = Math.ceil(left / (named.length - index));
    const chosen = chosenFrom(slots, share, times);
    left -= chosen.length;
    return chosen;
  });
}

/**
 * Chooses starts of a day: only the first or the last if it is preferred, those nearest to an exact time, otherwise some
 * that are spread over the day.
 */
export function chosenFrom(
  slots: readonly Slot[],
  most: number,
  times: RequestedTimes | undefined,
): readonly Slot[] {
  if (times?.prefer !== undefined)
    return (times.prefer === 'latest' ? slots.toReversed() : slots).slice(0, 1);
  const exact = times?.exact;
  return exact === undefined ? spread(slots, most) : nearest(slots, most, exact);
}

/** Returns the starts nearest to a time, in their order. */
function nearest(slots: readonly Slot[], most: number, time: number): readonly Slot[] {
  const distance = ({ minute, window: { from, to } = { from: minute, to: minute } }: Slot) =>
    Math.max(0, from - time, time - to);
  const near = new Set(slots.toSorted((one, other) => distance(one) - distance(other)).slice(0, most));
  return slots.filter((slot) => near.has(slot));
}

/** Returns starts that all have the same fee, and the message that names them and the fee. */
function spokenOffer(
  query: SearchedQuery,
  days: readonly FreeDay[],
  told: readonly (string | undefined)[],
  visit: FeeQuestion,
  context: CallContext,
) {
  const { booking } = context.account;
  const [{ slots = [] } = {}, ...later] = days;
  const isFewWindows = later.length === 0 && slots.length <= FEW_WINDOWS && slots[0]?.window !== undefined;
  const most = isFewWindows ? Math.max(booking.spokenOptions, slots.length) : booking.spokenOptions;
  for (let spokenOptions = most; ; spokenOptions--) {
    const chosen = spokenSlots(days, { ...booking, spokenOptions }, query.times);
    const fee = chosen[0] && feeAt(visit, chosen[0]);
    const spoken = chosen.filter((slot) => feeAt(visit, slot) === fee);
    const { offer, rest } = sentences(query, spoken, context);
    const kept = unheardFee(fee, query, context.words);
    // All offered starts are named, so a fee leaves room for fewer.
    if (kept !== undefined && spokenOptions > 1 && !fits(...offer, kept.text)) continue;
    const beginnings = [[...told, ...offer], offer, [shortest(spoken, context)]] as const;
    return { spoken, fee, message: partsWith(kept, beginnings, ...rest) };
  }
}

const shortest = (spoken: readonly Slot[], context: CallContext): string =>
  context.words.openings.offer(spokenDays(spoken, context));

interface SpokenOffer {
  /** Names all offered starts. */
  readonly offer: readonly string[];
  readonly rest: readonly (string | Part | undefined)[];
}

function sentences(query: SearchedQuery, spoken: readonly Slot[], context: CallContext): SpokenOffer {
  const { words } = context;
  const { openings } = words;
  const { days } = query;
  const spokenService = speakService(query.service, context.words);
  const [first, ...others] = spoken;
  const [day, ...later] = spokenDays(spoken, context);
  if (first === undefined || day === undefined) return { offer: [], rest: [] };
  const name = query.technician.kind === 'named' ? first.technician.name : undefined;
  const ask = question(others.length === 0 ? openings.thatOne : openings.whichOne);
  const noted = notedIn(query, spoken, context);
  const exact = query.times?.exact;
  const note =
    noted &&
    (exact === undefined ? openings.willNote(noted) : openings.willNoteTime(words.speakClockTime(exact)));
  const isLatest = query.times?.prefer === 'latest';
  const cut = days.cutAt === undefined ? undefined : openings.cutTo(MAX_DAYS);
  if (isLatest && !days.isRange && name === undefined) {
    const [time = '', ...more] = day.times;
    const also = more.length === 0 ? [] : [openings.also(more, [])];
    return { offer: [openings.latest(day.day, time), ...also], rest: [note, ask] };
  }
  if (days.isEarliest && !isLatest) {
    const [time = '', ...more] = day.times;
    const earliest =
      name === undefined ? openings.earliest(day.day, time) : openings.earliestWith(day.day, time, name);
    return {
      offer: [earliest, ...(others.length === 0 ? [] : [openings.also(more, later)])],
      rest: [note, ask],
    };
  }
  if (!days.isRange) {
    const offer =
      name === undefined
        ? openings.oneDay(day.day, spokenService, day.times)
        : openings.oneDayWith(day.day, spokenService, name, day.times);
    return { offer: [offer], rest: [note, ask] };
  }
  const all = [day, ...later];
  const offer =
    name === undefined
      ? openings.severalDays(spokenService, all)
      : openings.severalDaysWith(spokenService, name, all);
  return { offer: [offer], rest: [cut, note, ask] };
}

/** Returns the wish, as spoken, that the window of a spoken start doesn't promise. */
function notedIn(
  { times }: SearchedQuery,
  spoken: readonly Slot[],
  { words }: CallContext,
): string | undefined {
  const promisesLess = ({ date, window }: Slot) =>
    times !== undefined && window !== undefined && !isWithin(times.wishOn(date), window);
  const isAnotherTime = ({ window }: Slot) => window !== undefined && window.from !== times?.exact;
  const less =
    times?.exact !== undefined && spoken.every(isAnotherTime) ? spoken[0] : spoken.find(promisesLess);
  return less && times?.said(less.date, words);
}

/** Free times that were offered without the postal code need it to be held or booked. */
export const zipLater = ({ isAssumed }: Covered) => (isAssumed ? { missing: ['zip'] } : {});

/** A start and another exact time are told apart by the arguments they are passed in. */
const keepWish = ({ times }: SearchedQuery): string =>
  times?.exact === undefined ? nextSteps.keepWish : nextSteps.keepTime(formatClock24(times.exact));

function nextStepOf(
  query: SearchedQuery,
  spoken: readonly Slot[],
  { searched, coverage }: Pick<FoundOpenings, 'searched' | 'coverage'>,
  context: CallContext,
) {
  const steps = [
    furtherSearch(searched).nextStep,
    certainty(query, context).nextStep,
    notedIn(query, spoken, context) && keepWish(query),
    coverage.isAssumed && nextSteps.askZip,
  ].filter((step) => typeof step === 'string');
  return steps.length === 0 ? {} : { nextStep: steps.join(' ') };
}

/** Says which words had no effect. */
export const speakNotTaken = ({ ignored = [] }: SearchedQuery, { openings }: Words): readonly string[] =>
  ignored.map(({ text }) => openings.notTaken(echo(text)));
