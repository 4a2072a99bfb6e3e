import { MAX_ALTERNATIVES } from '../../booking/requested-start.ts';
import type { LocalDate } from '../../scheduling/calendar.ts';
import { weekdayOf } from '../../scheduling/time.ts';
import { wallMinute } from '../../scheduling/time-of-day.ts';
import { mayFit } from '../../scheduling/wish.ts';
import type { Days } from '../../understanding/day.ts';
import { understandDays } from '../../understanding/days.ts';
import { words as understanding } from '../../understanding/words/index.ts';
import { nextSteps } from '../../wording/next-steps.ts';
import { repairOf } from '../repair.ts';
import type { CheckAvailabilityResult } from '../results.ts';
import type { CallContext } from '../voice-function.ts';
import { todayOf } from './requested-days.ts';
import { readTime, requestedTimes } from './requested-times.ts';

/** A start that a caller was offered, or a window with its end, as HH:MM. */
export interface OfferedStart {
  readonly date: LocalDate;
  readonly start: string;
  readonly end?: string | undefined;
}

interface SaidWords {
  readonly date?: string | undefined;
  readonly time?: string | undefined;
}

/**
 * Returns those of the offered starts that words mean: a day and a time, or an order such as `the last one`. Returns
 * none if some of the words are not understood.
 */
export async function meantAmong(
  { date, time }: SaidWords,
  offered: readonly OfferedStart[],
  context: CallContext,
): Promise<readonly OfferedStart[]> {
  const orders = [orderIn(time), orderIn(date)];
  const order = orders.find((one) => one !== undefined);
  const onDay =
    date === undefined || orders[1] !== undefined ? offered : await onDays(date, offered, context);
  const left = time === undefined || orders[0] !== undefined ? onDay : atTime(time, onDay, context);
  return order === undefined ? left : inOrder(order, left);
}

type Order = 'first' | 'last' | 'any';

function orderIn(text: string | undefined): Order | undefined {
  const kind = text === undefined ? undefined : readTime(text).kind;
  return kind === 'first' || kind === 'last' || kind === 'any' ? kind : undefined;
}

async function onDays(
  text: string,
  offered: readonly OfferedStart[],
  context: CallContext,
): Promise<readonly OfferedStart[]> {
  const days = await understandDays(text, todayOf(context));
  if (days.kind === 'unclear') return [];
  const onDate = offered.filter(({ date }) => isOn(days, date));
  const left = days.time === undefined ? onDate : atTime(days.time, onDate, context);
  if (left.length > 0 || days.kind === 'range' || days.time !== undefined) return left;
  // `the Friday` is the one that was offered, in any week.
  const weekdays = /[a-z]/i.test(text) ? understanding().weekdaysNamed(text) : undefined;
  return weekdays === undefined ? [] : offered.filter(({ date }) => weekdays.has(weekdayOf(date)));
}

function isOn(days: Exclude<Days, { readonly kind: 'unclear' }>, date: LocalDate): boolean {
  if (days.kind === 'date') return date === days.date || date === days.other;
  const { from, to = date, only = [date], except } = days;
  return date >= from && date <= to && only.includes(date) && !except?.(date);
}

function atTime(
  text: string,
  offered: readonly OfferedStart[],
  { account }: CallContext,
): readonly OfferedStart[] {
  const time = readTime(text);
  if (time.kind !== 'at' && time.kind !== 'range') return [];
  const times = requestedTimes(time, account);
  return offered.filter(({ date, start, end }) => {
    const from = wallMinute(start);
    const window = end === undefined ? undefined : { from, to: wallMinute(end) };
    return mayFit(times.wishOn(date), { minute: from, window });
  });
}

/** Orders count by time. If the offer named the starts in another order, the words may mean several. */
function inOrder(order: Order, offered: readonly OfferedStart[]): readonly OfferedStart[] {
  if (order === 'any') return offered.slice(0, 1);
  const byTime = offered.toSorted((a, b) => (`${a.date} ${a.start}` < `${b.date} ${b.start}` ? -1 : 1));
  const at = order === 'first' ? 0 : -1;
  const one = byTime.at(at);
  return one !== undefined && one === offered.at(at) ? [one] : offered;
}

/** What `check_availability` found. */
export type Offer = Extract<CheckAvailabilityResult, { readonly offered: unknown }>;

/**
 * Refuses a start with an offer to choose from.
 * @param starts all that may be chosen
 * @param unread the argument that is to name one of them
 */
export function chooseAmong<Reason extends string>(
  reason: Reason,
  { message, offered, date, weekday, understood, today }: Omit<Offer, 'reason' | 'availableSlots'>,
  starts: readonly { readonly date: LocalDate; readonly time: string; readonly start: string }[],
  unread: { readonly argument: string; readonly text: string } | undefined,
) {
  const choices = starts.map((slot) => ({ date: slot.date, time: slot.time, start: slot.start }));
  return {
    message,
    offered,
    reason,
    alternatives: offered.slice(0, MAX_ALTERNATIVES),
    date,
    weekday,
    understood,
    today,
    nextStep: nextSteps.chooseTime,
    ...(unread && repairOf('time', unread.argument, unread.text, choices)),
  };
}
