import * as v from 'valibot';
import type { ServiceType } from '../../accounts/account.ts';
import { findSlots } from '../../dispatch/booking/alternatives.ts';
import { readDay } from '../../dispatch/booking/booking-facts.ts';
import { callBookingId, emergencyId } from '../../dispatch/booking/booking-order.ts';
import type { LocalDate } from '../../scheduling/calendar.ts';
import { formatClockTime } from '../../scheduling/clock-time.ts';
import { momentOf, type Occupancy } from '../../scheduling/day.ts';
import { type DayRefusal, freeSlots, type Slot } from '../../scheduling/engine.ts';
import { addDays, isLocalDate } from '../../scheduling/local-date.ts';
import { isInPart, type PartOfDay, parsePartOfDay, partsOfDay } from '../../scheduling/part-of-day.ts';
import { choice, text } from '../arguments.ts';
import { serviceType } from '../common-arguments.ts';
import { missing } from '../missing.ts';
import { speakDayRefusal } from '../reasons.ts';
import { resolveService } from '../service-argument.ts';
import { say, speakDate, speakTimes } from '../speech.ts';
import type { CallContext, FunctionResult, VoiceDependencies, VoiceFunction } from '../voice-function.ts';

const NEXT_SLOTS = 3;
const NOTHING_BOOKED = 'Nothing is booked yet.';

export const availabilityArguments = v.object({
  date: text('The calendar date that the caller asks for, as YYYY-MM-DD in the local time of the company.'),
  serviceType,
  preferredTime: choice(
    'The part of the day that suits the caller. Leave it out if they have not named one.',
    partsOfDay,
    parsePartOfDay,
  ),
});

/** What is free on a date for a service: one entry per start time; if nothing is, why, and when there is something. */
export const availability: VoiceFunction<typeof availabilityArguments> = async (
  { date, serviceType: said, preferredTime: part = 'anytime' },
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
  return await answer({ date, service: asked.service, part }, context, deps);
};

interface Asked {
  readonly date: LocalDate;
  readonly service: ServiceType;
  readonly part: PartOfDay;
}

type OwnIds = ReadonlySet<string>;

function questionFor({ service }: Asked, { account, callId, now }: CallContext, own: OwnIds) {
  return { calendar: account, job: service, now, seed: callId ?? '', own };
}

/** What the call itself holds for the service, which a booking would move. */
async function ownIds(
  { service }: Asked,
  context: CallContext,
  occupancy: Occupancy,
  { requests }: VoiceDependencies,
): Promise<OwnIds> {
  if (context.callId === undefined) return new Set();
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

async function answer(asked: Asked, context: CallContext, deps: VoiceDependencies): Promise<FunctionResult> {
  const { date, service, part } = asked;
  const { account, deadline } = context;
  const occupancy = await readDay({ account, date }, deps.schedule, deadline);
  const question = questionFor(asked, context, await ownIds(asked, context, occupancy, deps));
  const slots = freeSlots({ ...question, occupancy }, date, (minute) => isInPart(part, minute));
  if (typeof slots !== 'string') return listed(asked, slots, context);
  const others = part === 'anytime' ? slots : freeSlots({ ...question, occupancy }, date);
  if (typeof others !== 'string') {
    // Of a part of the day in which nobody works, the engine only sees that no start fits.
    const reason = slots === 'duration_exceeds_hours' ? 'closed' : slots;
    return nothingFree(asked, reason, others, context, service.name);
  }
  const next = await nextDay(asked, slots, question, context, deps);
  return nothingFree(asked, slots, next, context, service.name);
}

async function nextDay(
  asked: Asked,
  reason: DayRefusal,
  question: ReturnType<typeof questionFor>,
  context: CallContext,
  deps: VoiceDependencies,
) {
  const search = { ...question, accountId: context.account.accountId };
  const today = momentOf(context.account, context.now).today;
  const from = reason === 'too_far' || reason === 'past' ? today : addDays(asked.date, 1);
  const wanted = (minute: number) => isInPart(asked.part, minute);
  const found = await findSlots(search, from, 1, deps, context.deadline, wanted);
  return found.filter((slot) => slot.date === found[0]?.date);
}

const entry = (slot: Slot) => ({ time: formatClockTime(slot.minute), technician: slot.technician.name });

function listed(
  { date, service }: Asked,
  slots: readonly Slot[],
  { account, now }: CallContext,
): FunctionResult {
  const { today } = momentOf(account, now);
  const times = speakTimes(
    slots.map(({ minute }) => minute),
    account.booking.spokenOptions,
  );
  const message = say(
    `On ${speakDate(date, today)} for ${service.name} I can offer ${times}.`,
    'Which suits you?',
    NOTHING_BOOKED,
  );
  return { availableSlots: slots.map(entry), date, serviceType: service.name, message };
}

function nothingFree(
  { date, part }: Asked,
  reason: DayRefusal,
  next: readonly Slot[],
  { account, now }: CallContext,
  service: string,
): FunctionResult {
  const { today } = momentOf(account, now);
  const { horizonDays, spokenOptions } = account.booking;
  const [first] = next;
  const day = speakDate(date, today);
  const sameDay = first?.date === date;
  const why = sameDay
    ? `Nothing is free in the ${part} of ${day}.`
    : speakDayRefusal(reason, day, service, horizonDays);
  const offer = (slots: readonly Slot[]) =>
    speakTimes(
      slots.map(({ minute }) => minute),
      spokenOptions,
    );
  const otherwise =
    first === undefined
      ? 'Nothing else is free in the time we book ahead. I can have someone call back.'
      : `The next times are ${sameDay ? '' : `on ${speakDate(first.date, today)} `}at ${offer(next.slice(0, NEXT_SLOTS))}.`;
  return {
    availableSlots: [],
    date,
    serviceType: service,
    reason,
    ...(first === undefined
      ? {}
      : { nextAvailable: { date: first.date, slots: next.slice(0, NEXT_SLOTS).map(entry) } }),
    message: say(why, otherwise, NOTHING_BOOKED),
  };
}
