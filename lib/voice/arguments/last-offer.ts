import { isoDay } from '../../understanding/day.ts';
import { echo } from '../../wording/speech.ts';
import { parts } from '../message.ts';
import type { CheckAvailabilityResult } from '../results.ts';
import type { CallContext, VoiceDependencies, VoiceFunction } from '../voice-function.ts';
import { readArguments } from './arguments.ts';
import { type CheckAvailabilityArguments, checkAvailabilityArguments } from './function-arguments.ts';
import { chooseAmong, meantAmong, type Offer } from './offered-starts.ts';
import { todayOf } from './requested-days.ts';
import { readTime } from './requested-times.ts';

interface SaidStart {
  readonly date?: string | undefined;
  readonly weekday?: string | undefined;
  readonly time?: string | undefined;
  readonly serviceType?: string | undefined;
}

/** Searches again: `check_availability`. */
type Search = VoiceFunction<CheckAvailabilityArguments, CheckAvailabilityResult>;

/** A start as the words for it mean it, or the offer that they may mean. */
interface FromOffer<Said> {
  readonly said: Said;
  /** The offer to repeat if the words are not understood. */
  readonly offer?: Offer | undefined;
}

/**
 * Reads words for a start against the times that the call was offered last, which are searched again. A date and a
 * time in digits need no offer.
 * @throws {StorageUnavailable} if the schedule can't be read
 */
export async function fromLastOffer<Said extends SaidStart>(
  said: Said,
  search: Search,
  context: CallContext,
  deps: VoiceDependencies,
): Promise<FromOffer<Said>> {
  const { date = said.weekday, time } = said;
  if ((date === undefined && time === undefined) || isInDigits(date, time, context)) return { said };
  const { look } = await context.remembered();
  if (look === undefined || !isSameService(said.serviceType, look.serviceType)) return { said };
  const answer = await search(readArguments(checkAvailabilityArguments, look), context, deps);
  if (!('offered' in answer) || answer.offered.length === 0) return { said };
  const { offered, availableSlots: free } = answer;
  const options = isBounded(time) && free.length > 0 ? free : offered;
  const meant = await meantAmong({ date, time }, options, context);
  // The caller may choose a free time that the message didn't name.
  const [only, ...others] = meant.length > 0 ? meant : await meantAmong({ date, time }, free, context);
  if (only === undefined || others.length > 0) return { said, offer: answer };
  const { start, end } = only;
  return {
    said: {
      ...said,
      date: only.date,
      weekday: undefined,
      time: end === undefined ? start : `${start}-${end}`,
    },
    offer: answer,
  };
}

function isInDigits(date: string | undefined, time: string | undefined, context: CallContext): boolean {
  if (date === undefined || time === undefined) return false;
  return isoDay(date, todayOf(context)) !== undefined && readTime(time).kind === 'at';
}

/** `After ten` doesn't mean the only one of the offered times that is later, if other free times are, too. */
function isBounded(time: string | undefined): boolean {
  const said = time === undefined ? undefined : readTime(time);
  return said?.kind === 'range' && said.part === undefined;
}

const isSameService = (said: string | undefined, looked: unknown): boolean =>
  said === undefined || looked === undefined || said === looked;

/** Repeats an offer after words that were not understood. */
export function offeredAgain(offer: Offer, { date: day, time = day }: SaidStart, { words }: CallContext) {
  const heard = time === undefined ? undefined : words.openings.notTaken(echo(time));
  const unread = time === undefined ? undefined : { argument: 'time', text: time };
  const again = { ...offer, message: [...parts(heard), ...offer.message] };
  return chooseAmong('choose_time', again, offer.offered, unread);
}
