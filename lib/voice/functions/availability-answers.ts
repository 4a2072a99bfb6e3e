import type { ServiceType } from '../../accounts/account.ts';
import type { Searched } from '../../dispatch/booking/search-days.ts';
import type { LocalDate } from '../../scheduling/calendar.ts';
import { formatClockTime } from '../../scheduling/clock-time.ts';
import { momentOf } from '../../scheduling/day.ts';
import type { DayRefusal, Slot } from '../../scheduling/engine.ts';
import type { PartOfDay } from '../../scheduling/part-of-day.ts';
import { furtherSearch, speakDayRefusal, speakNothingFound } from '../reasons.ts';
import { say, speakDate, speakTimes } from '../speech.ts';
import type { CallContext, FunctionResult } from '../voice-function.ts';

const NEXT_SLOTS = 3;
const NOTHING_BOOKED = 'Nothing is booked yet.';

/** What a caller asks for, every word of it understood. */
export interface Asked {
  readonly date: LocalDate;
  readonly service: ServiceType;
  readonly part: PartOfDay;
}

/** What is free where nothing is as it was asked for. Slots are of one date, in order of time. */
export type Next =
  /** At other times of the same day. */
  | { readonly kind: 'same_day'; readonly slots: readonly Slot[] }
  /** On a later day, in the part of the day that was asked for. */
  | { readonly kind: 'later'; readonly slots: readonly Slot[] }
  /** On a later day; that part of the day is free on none that was searched. */
  | { readonly kind: 'other_part'; readonly slots: readonly Slot[]; readonly searched: Searched }
  | { readonly kind: 'none'; readonly searched: Searched };

const entry = (slot: Slot) => ({ time: formatClockTime(slot.minute), technician: slot.technician.name });

/** The starts that are free as asked. */
export function listed(
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

interface Why {
  readonly reason: DayRefusal;
  /** Who never works in the part of the day: those who do the job, or nobody at all of the account. */
  readonly never?: 'for_service' | 'at_all' | undefined;
}

/** Why nothing is free as asked, and what is free instead. */
export function nothingFree(
  asked: Asked,
  why: Why,
  next: Next,
  { account, now }: CallContext,
): FunctionResult {
  const { today } = momentOf(account, now);
  const { horizonDays, spokenOptions } = account.booking;
  const { date, service } = asked;
  const slots = next.kind === 'none' ? [] : next.slots.slice(0, NEXT_SLOTS);
  const [first] = slots;
  const namedDate = why.never === undefined ? date : undefined;
  const message = say(
    speakWhy(asked, why, next, today, horizonDays),
    next.kind === 'other_part' ? speakNoPart(asked.part, next.searched, today) : undefined,
    next.kind === 'none'
      ? speakNothingFound(next.searched, today)
      : speakNext(
          why.never === undefined ? 'next times' : 'first openings',
          slots,
          namedDate,
          today,
          spokenOptions,
        ),
    NOTHING_BOOKED,
    next.kind === 'none' ? 'Shall I have someone call you?' : undefined,
  );
  return {
    availableSlots: [],
    date,
    serviceType: service.name,
    reason: why.reason,
    ...(first === undefined ? {} : { nextAvailable: { date: first.date, slots: slots.map(entry) } }),
    ...(next.kind === 'none' || next.kind === 'other_part' ? furtherSearch(next.searched) : {}),
    message,
  };
}

function speakWhy(
  { date, service, part }: Asked,
  { reason, never }: Why,
  next: Next,
  today: LocalDate,
  horizonDays: number,
): string {
  const day = speakDate(date, today);
  if (never === 'at_all') return `We don't come in the ${part}.`;
  if (never === 'for_service') return `We don't come in the ${part} for ${service.name}.`;
  if (next.kind === 'same_day') return `Nothing is free in the ${part} of ${day}.`;
  return speakDayRefusal(reason, day, service.name, horizonDays);
}

function speakNoPart(part: PartOfDay, searched: Searched, today: LocalDate): string {
  if (searched.kind === 'complete') return `No ${part} is free in the time we book ahead.`;
  return searched.through === undefined
    ? `I found no free ${part}.`
    : `I looked as far as ${speakDate(searched.through, today)} and found no free ${part}.`;
}

/** `named`: the date that the sentence before it names. */
function speakNext(
  what: 'next times' | 'first openings',
  slots: readonly Slot[],
  named: LocalDate | undefined,
  today: LocalDate,
  most: number,
): string {
  const [first] = slots;
  if (first === undefined) return '';
  const times = speakTimes(
    slots.map(({ minute }) => minute),
    most,
  );
  const day = first.date === named ? '' : `on ${speakDate(first.date, today)} `;
  return `The ${what} are ${day}at ${times}.`;
}
