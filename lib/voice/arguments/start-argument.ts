import type { WallSpan } from '../../scheduling/arrival.ts';
import type { LocalDate } from '../../scheduling/calendar.ts';
import { formatClock24 } from '../../scheduling/clock-time.ts';
import { isOpenAtMinute, isOpenOn } from '../../scheduling/opening.ts';
import type { SaidClock } from '../../understanding/clock-words.ts';
import type { Days } from '../../understanding/day-context.ts';
import { understandDays } from '../../understanding/days.ts';
import type { SaidTime } from '../../understanding/times.ts';
import { questions } from '../../wording/en/days-and-times.ts';
import { nextSteps } from '../../wording/en/openings.ts';
import { speakDate } from '../../wording/speech.ts';
import { type Message, parts } from '../message.ts';
import { daysOf, type RequestedDays } from './requested-days.ts';
import { type RequestedTimes, readTime, requestedTimes } from './requested-times.ts';
import { bothHalves, settleClock } from './settled-times.ts';
import { dayFacts, localNow, todayOf, type UnderstoodDays } from './today.ts';
import type { CallContext } from './voice-function.ts';

/** Callers who mean an earlier hour say AM. */
const WORKDAY_STARTS = 7 * 60;

/** The parts of a start in the arguments. */
export interface SaidStart {
  readonly days?: Days | undefined;
  readonly time?: SaidTime | undefined;
  /** The words for the time. */
  readonly text?: string | undefined;
}

/** Reads the day and the time of a start. A time said with the day counts if no other time was said. */
export async function readStart(
  { date, time }: { readonly date?: string | undefined; readonly time?: string | undefined },
  context: CallContext,
): Promise<SaidStart> {
  const days = date === undefined ? undefined : await understandDays(date, todayOf(context));
  const text = time ?? (days?.kind === 'unclear' ? undefined : days?.time);
  return { days, time: text === undefined ? undefined : readTime(text), text };
}

/** The names of a start's missing arguments. */
export const absentFrom = ({ days, time }: SaidStart): readonly string[] => [
  ...(days === undefined ? ['date'] : []),
  ...(time === undefined ? ['time'] : []),
];

/** A start from the arguments. */
export type StartArgument =
  | {
      readonly kind: 'start';
      readonly date: LocalDate;
      /** Minutes from midnight, wall clock. */
      readonly minute: number;
      /** The windows that may be meant; the first free one counts. */
      readonly windows?: readonly WallSpan[];
      /** The requested time, if the window begins at another time. */
      readonly requestedMinute?: number;
    }
  /** The caller must be asked something. */
  | { readonly kind: 'unclear'; readonly refusal: StartQuestion; readonly said?: SaidWindow | undefined }
  /** Several starts match: the caller chooses. */
  | {
      readonly kind: 'choice';
      readonly reason: 'choose_time' | 'choose_date';
      readonly days: RequestedDays;
      readonly times?: RequestedTimes | undefined;
      readonly said?: SaidWindow | undefined;
    };

/** Words for a time on a date that may name a window. */
interface SaidWindow {
  readonly text: string;
  readonly date: LocalDate;
  readonly span?: WallSpan | undefined;
}

/** What to ask the caller, and why. */
export interface StartQuestion {
  readonly message: Message;
  readonly reason: 'invalid_date' | 'unclear_date' | 'invalid_time' | 'unclear_time';
  /** The possible values to send. */
  readonly suggestions?: readonly string[];
  readonly nextStep: string;
}

/** The start in the arguments, resolved with the account's hours; undefined if a part is missing. */
export function startOf(
  { days, time, text = '' }: SaidStart,
  context: CallContext,
): StartArgument | undefined {
  if (days === undefined || time === undefined) return undefined;
  if (days.kind === 'unclear') return unclear('invalid_date', questions.invalidDate, nextSteps.askAgain);
  const said = days.kind === 'date' && days.certain ? { text, date: days.date } : undefined;
  if (time.kind === 'invalid' || time.kind === 'unclear' || time.kind === 'compared')
    return { ...unclear('invalid_time', questions.invalidTime, nextSteps.askAgain), said };
  if (days.kind === 'date' && !days.certain) return uncertainDay(days, context);
  const times = time.kind === 'any' ? undefined : requestedTimes(time, context.account);
  const asked = daysOf(days, context);
  if (days.kind === 'range') return { kind: 'choice', reason: 'choose_date', days: asked, times };
  if (time.kind !== 'at') {
    const span = times?.spanOn(days.date);
    return { kind: 'choice', reason: 'choose_time', days: asked, times, said: said && { ...said, span } };
  }
  return atClock(days.date, time.clock, context);
}

function unclear(
  reason: StartQuestion['reason'],
  message: string,
  nextStep: string,
  suggestions?: readonly string[],
): Extract<StartArgument, { readonly kind: 'unclear' }> {
  const question = { message: parts(message), reason, nextStep };
  return { kind: 'unclear', refusal: suggestions === undefined ? question : { ...question, suggestions } };
}

function uncertainDay(
  { date, other }: Extract<Days, { readonly kind: 'date' }>,
  context: CallContext,
): StartArgument {
  const { date: today } = localNow(context);
  const dates = [date, other].filter((one) => one !== undefined).sort();
  const question = questions.whichDay(dates.map((one) => speakDate(one, today)));
  return unclear('unclear_date', question, nextSteps.chooseDay, dates);
}

function atClock(date: LocalDate, clock: SaidClock, { account }: CallContext): StartArgument {
  const minute = settleClock(clock, (one) => isOpenAtMinute(account, date, one));
  if (minute !== undefined) return { kind: 'start', date, minute };
  const [early, late] = bothHalves(clock);
  // On a day off both halves of the day are closed, and the refusal is about the day.
  if (!isOpenOn(account, date)) return { kind: 'start', date, minute: early < WORKDAY_STARTS ? late : early };
  const halves = [early, late].map(formatClock24);
  return unclear('unclear_time', questions.whichHalf(early), nextSteps.chooseHalf, halves);
}

/** The facts about the day in an answer about a start. */
export function startFacts(date: LocalDate, context: CallContext) {
  const understood: UnderstoodDays = { from: date, to: date, certain: true };
  return dayFacts(date, understood, context);
}
