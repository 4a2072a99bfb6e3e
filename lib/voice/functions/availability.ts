import * as v from 'valibot';
import type { Account, ServiceType } from '../../accounts/account.ts';
import { readDay } from '../../dispatch/booking/booking-facts.ts';
import { callBookingId, emergencyId } from '../../dispatch/booking/booking-request.ts';
import { bookableFrom, searchDays } from '../../dispatch/booking/search-days.ts';
import { momentOf, type Occupancy } from '../../scheduling/day.ts';
import { type DayRefusal, freeSlots } from '../../scheduling/engine.ts';
import { addDays, isLocalDate } from '../../scheduling/local-date.ts';
import { everWorksAt, isInPart, parsePartOfDay, partsOfDay } from '../../scheduling/part-of-day.ts';
import { choice, flag, text } from '../arguments.ts';
import { serviceType } from '../common-arguments.ts';
import { missing } from '../missing.ts';
import { resolveService } from '../service-argument.ts';
import { say } from '../speech.ts';
import type { CallContext, FunctionResult, VoiceDependencies, VoiceFunction } from '../voice-function.ts';
import { type Asked, listed, type Next, nothingFree } from './availability-answers.ts';

const NOTHING_BOOKED = 'Nothing is booked yet.';

export const availabilityArguments = v.object({
  date: text('The calendar date that the caller asks for, as YYYY-MM-DD in the local time of the company.'),
  serviceType,
  preferredTime: choice(
    'The part of the day that suits the caller. Leave it out if they have not named one.',
    partsOfDay,
    parsePartOfDay,
  ),
  additionalVisit: flag(
    'True only if the caller wants one more visit for a service already booked in this call, beside the one that stands.',
  ),
});

/** What is free on a date for a service: one entry per start time; if nothing is, why, and when there is something. */
export const availability: VoiceFunction<typeof availabilityArguments> = async (
  { date, serviceType: said, preferredTime: part = 'anytime', additionalVisit, ignored },
  context,
  deps,
) => {
  const asked = resolveService(said, context.account);
  if (date === undefined || asked.kind === 'missing') {
    const absent = [
      ...(date === undefined ? ['date'] : []),
      ...(asked.kind === 'missing' ? ['serviceType'] : []),
    ];
    return { availableSlots: [], ...missing(absent) };
  }
  if (asked.kind === 'refused') return { availableSlots: [], ...asked.refusal };
  if (!isLocalDate(date)) {
    const message = say(
      'I need the date as a calendar date. Please ask the caller which day they mean.',
      NOTHING_BOOKED,
    );
    return { availableSlots: [], reason: 'invalid_date', message };
  }
  const result = await answer({ date, service: asked.service, part, additionalVisit }, context, deps);
  return ignored.length === 0 ? result : { ...result, ignored };
};

interface Wish extends Asked {
  readonly additionalVisit: boolean;
}

type OwnIds = ReadonlySet<string>;

function questionFor({ service }: Wish, { account, callId, now }: CallContext, own: OwnIds) {
  return { calendar: account, job: service, now, seed: callId ?? '', own };
}

/** What the call itself holds for the service, which a booking would move. An additional visit moves nothing. */
async function ownIds(
  { service, additionalVisit }: Wish,
  context: CallContext,
  occupancy: Occupancy,
  { requests }: VoiceDependencies,
): Promise<OwnIds> {
  if (additionalVisit || context.callId === undefined) return new Set();
  const ids = new Set([callBookingId(context, service.id)].filter((id) => id !== undefined));
  // An emergency whose service was not known is the appointment of whichever was booked after it. In a call its id does
  // not depend on the arguments.
  const emergency = emergencyId(context, '');
  if (holdsTime(occupancy, emergency)) {
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

async function answer(wish: Wish, context: CallContext, deps: VoiceDependencies): Promise<FunctionResult> {
  const { date, service, part } = wish;
  const { account, deadline } = context;
  const occupancy = await readDay({ account, date }, deps.schedule, deadline);
  const question = questionFor(wish, context, await ownIds(wish, context, occupancy, deps));
  const inPart = (minute: number) => isInPart(part, minute);
  const slots = freeSlots({ ...question, occupancy }, date, inPart);
  if (typeof slots !== 'string') return listed(wish, slots, context);
  const never = whoNeverWorks(account, service, inPart);
  const others = part === 'anytime' ? slots : freeSlots({ ...question, occupancy }, date);
  if (typeof others !== 'string') {
    // Of a part of the day in which nobody works, the engine only sees that no start fits.
    const reason = slots === 'duration_exceeds_hours' ? 'closed' : slots;
    return nothingFree(wish, { reason, never }, { kind: 'same_day', slots: others }, context);
  }
  const searched = { ...wish, part: never === undefined ? part : 'anytime' };
  const next = await nextDay(searched, others, question, context, deps);
  return nothingFree(wish, { reason: others, never }, next, context);
}

function whoNeverWorks(account: Account, service: ServiceType, wanted: (minute: number) => boolean) {
  if (everWorksAt(account, service, wanted)) return undefined;
  return everWorksAt(account, { ...service, skills: [] }, wanted) ? 'for_service' : 'at_all';
}

/** The first later day with something free in the part of the day, else the first with anything free. */
async function nextDay(
  { date, part }: Wish,
  reason: DayRefusal,
  question: ReturnType<typeof questionFor>,
  { account, now, deadline }: CallContext,
  deps: VoiceDependencies,
): Promise<Next> {
  const search = { ...question, accountId: account.accountId };
  const { today } = momentOf(account, now);
  const from = reason === 'too_far' || reason === 'past' ? today : addDays(date, 1);
  const isWanted = ({ minute }: { readonly minute: number }) => isInPart(part, minute);
  const range = bookableFrom(search, from);
  const { days, searched } = await searchDays(
    search,
    range,
    (found) => found.at(-1)?.slots.some(isWanted) ?? false,
    deps,
    deadline,
  );
  const wanted = days.at(-1)?.slots.filter(isWanted) ?? [];
  if (wanted.length > 0) return { kind: 'later', slots: wanted };
  const [first] = days;
  if (first === undefined) return { kind: 'none', searched };
  return { kind: 'other_part', slots: first.slots, searched };
}
