import { addDays, weekdayOf } from '../scheduling/time.ts';
import { repairs } from '../wording/next-steps.ts';
import { echo } from '../wording/speech.ts';
import type { Repair } from './results.ts';
import { localNow } from './told.ts';
import type { CallContext } from './voice-function.ts';

/** An answer lists at most this many choices. */
const MAX_CHOICES = 40;
/** The model finds the right day among this many, with those before the date that it sent. */
const DAYS = { before: 6, all: 14 };

/** Tells the model how to repair an argument. */
export function repairOf(
  kind: keyof typeof repairs,
  argument: string,
  sent: string,
  choices: NonNullable<Repair['choices']> = [],
) {
  const { expected, nextStep } = repairs[kind];
  // An id contains no markup.
  const plain = /^[\w-]{1,60}$/.test(sent) ? sent : echo(sent);
  const repair: Repair = { argument, sent: plain, expected };
  return {
    repair: choices.length === 0 ? repair : { ...repair, choices: choices.slice(0, MAX_CHOICES) },
    nextStep,
  };
}

/** Lists two weeks with their weekdays, from today or some days before a later date. */
export function daysAround(date: string | undefined, context: Pick<CallContext, 'account' | 'now'>) {
  const { date: today } = localNow(context);
  const before = date === undefined ? today : addDays(date, -DAYS.before);
  const first = before < today ? today : before;
  return Array.from({ length: DAYS.all }, (_, ahead) => {
    const day = addDays(first, ahead);
    return { date: day, weekday: weekdayOf(day) };
  });
}
