import { MINUTES_PER_HOUR as HOUR, NOON } from '../../scheduling/time-of-day.ts';
import { numberWords, phraseList } from '../../word-lists.ts';
import { numberOf, wordsOf } from './plain-words.ts';

export interface SaidClock {
  /** Minutes from midnight; in the first half of the day if AM or PM is open. */
  readonly minute: number;
  /** True while AM or PM is open. */
  readonly isHalfOpen: boolean;
}

/** The words form a time of day that doesn't exist, such as `25:00`. */
export type NoClock = 'invalid';

const sure = (minute: number): SaidClock => ({ minute, isHalfOpen: false });

/** Reads one clock time: `9`, `9:30 am`, `nine thirty`, `half past two`, `0900`, `14h`. Undefined for anything else. */
export function clockOf(words: readonly string[]): SaidClock | NoClock | undefined {
  const { said, half } = splitHalf(words.filter((word) => word !== "o'clock" && word !== 'oclock'));
  const [only] = said;
  if (said.length === 1 && (only === 'noon' || only === 'midday'))
    return half === 'am' ? 'invalid' : sure(NOON);
  if (said.length === 1 && only === 'midnight') return sure(0);
  const found = digitClock(said) ?? spokenClock(said);
  return found === undefined || found === 'invalid' ? found : withHalf(found, half);
}

type Half = 'am' | 'pm';

const HALVES: ReadonlyMap<string, Half> = new Map([
  ['am', 'am'],
  ['a.m', 'am'],
  ['in the morning', 'am'],
  ['pm', 'pm'],
  ['p.m', 'pm'],
  ['in the afternoon', 'pm'],
  ['in the evening', 'pm'],
  ['at night', 'pm'],
  ['tonight', 'pm'],
  ['morning', 'am'],
  ['afternoon', 'pm'],
  ['evening', 'pm'],
  ['night', 'pm'],
]);
const NIGHTS: ReadonlySet<string> = new Set(['at night', 'tonight', 'night']);
const TWELVE: ReadonlySet<string> = new Set(['12', '12:00', 'twelve']);

/** Removes AM or PM, in any words, from the end. */
function splitHalf(words: readonly string[]): {
  readonly said: readonly string[];
  readonly half?: Half | undefined;
} {
  for (const length of [3, 2, 1]) {
    const [said, end] = [words.slice(0, -length), words.slice(-length).join(' ')];
    const half = said.length > 0 ? HALVES.get(end) : undefined;
    if (half !== undefined)
      return { said, half: NIGHTS.has(end) && TWELVE.has(said.join(' ')) ? 'am' : half };
  }
  const attached = /^(\d{1,2}(?:[:.]\d\d){0,2})([ap])(?:\.?m)?$/.exec(words.at(-1) ?? '');
  if (attached?.[1] === undefined) return { said: words };
  return { said: [...words.slice(0, -1), attached[1]], half: attached[2] === 'a' ? 'am' : 'pm' };
}

function withHalf(clock: SaidClock, half: Half | undefined): SaidClock | NoClock {
  if (half === undefined) return clock;
  if (!clock.isHalfOpen) {
    // `09:00 PM` has two digits, but also AM or PM.
    const hour = Math.floor(clock.minute / HOUR);
    if (hour > 12) return half === 'pm' ? clock : 'invalid';
    if (hour === 0) return half === 'am' ? clock : 'invalid';
  }
  return sure((clock.minute % NOON) + (half === 'pm' ? NOON : 0));
}

function digitClock(words: readonly string[]): SaidClock | NoClock | undefined {
  const [word = '', ...more] = words;
  if (more.length > 0) return undefined;
  const [, hour, minute] = /^(\d{1,2})(?:[:.](\d\d)(?::\d\d)?)?$/.exec(word) ?? [];
  if (hour !== undefined)
    return ofParts(Number(hour), Number(minute ?? 0), hour.length === 2 && minute !== undefined);
  const military = /^(\d{1,2})(\d\d)$/.exec(word) ?? /^(\d{1,2})(?:h(\d\d)?|hrs?)$/.exec(word);
  if (military?.[1] !== undefined)
    return ofParts(Number(military[1]), Number(military[2] ?? 0), military[1].length === 2);
  return /^\d{1,4}[:.]\d{1,4}$/.test(word) ? 'invalid' : undefined;
}

/** The 24-hour clock counts if the hour has two digits, or is unambiguous. */
function ofParts(hour: number, minute: number, isTwentyFour: boolean): SaidClock | NoClock {
  if (hour > 23 || minute > 59) return 'invalid';
  if (isTwentyFour || hour === 0 || hour > 12) return sure(hour * HOUR + minute);
  return { minute: (hour % 12) * HOUR + minute, isHalfOpen: true };
}

const MINUTE_WORDS: ReadonlyMap<string, number> = new Map([
  ['fifteen', 15],
  ['twenty', 20],
  ['thirty', 30],
  ['forty', 40],
  ['fifty', 50],
  ['quarter', 15],
  ['half', 30],
]);

/** These words begin a clock time: `nine`, `half past nine`, `twenty to ten`. */
export const clockWords: readonly string[] = [...numberWords.slice(1), ...MINUTE_WORDS.keys()];

const hourOf = (words: readonly string[]): number | undefined => {
  const hour = words.length === 1 && words[0] !== 'a' ? numberOf(words[0]) : undefined;
  return hour === undefined || hour > 23 ? undefined : hour;
};

const minutesOf = (words: readonly string[]): number | undefined => {
  const [first = '', second, ...more] = words.filter((word) => word !== 'minutes' && word !== 'a');
  if (more.length > 0) return undefined;
  const tens = MINUTE_WORDS.get(first);
  if (second === undefined) return tens ?? numberOf(first);
  const unit = numberOf(second);
  if (first === 'oh' || first === 'o') return unit;
  return tens === undefined || unit === undefined || unit > 9 ? undefined : tens + unit;
};

/**
 * True for ranges of hours, such as `8 to 10` and `nine to five`. `ten to nine` and `quarter to ten` are clock times.
 */
const isHourRange = (first: string, minutes: number, hour: number): boolean =>
  minutes <= 12 && (minutes < hour || /\d/.test(first) || (minutes !== 5 && minutes !== 10));

/** Reads `nine`, `nine thirty`, `nine oh five`, `half past two`, `quarter to ten`. */
function spokenClock(words: readonly string[]): SaidClock | NoClock | undefined {
  const link = words.findIndex((word) => ['past', 'after', 'to', 'of', 'before', 'till'].includes(word));
  if (link > 0) {
    const minutes = minutesOf(words.slice(0, link));
    const hour = hourOf(words.slice(link + 1));
    if (minutes === undefined || hour === undefined) return undefined;
    const isPast = words[link] === 'past' || words[link] === 'after';
    // Nobody says `seven to nine` for a clock time.
    if (minutes % 5 !== 0 && !words.includes('minutes')) return undefined;
    const isTo = words[link] === 'to' || words[link] === 'till';
    if (isTo && isHourRange(words[0] ?? '', minutes, hour)) return undefined;
    const total = hour * HOUR + (isPast ? minutes : -minutes);
    return ofParts(Math.floor(total / HOUR), ((total % HOUR) + HOUR) % HOUR, false);
  }
  const [first, ...rest] = words;
  // This is the British `half nine`.
  const halved = first === 'half' ? hourOf(rest) : undefined;
  if (halved !== undefined) return ofParts(halved, 30, false);
  const hour = hourOf(first === undefined ? [] : [first]);
  const minute = rest.length === 0 ? 0 : minutesOf(rest);
  // `10 11` are two hours.
  const isTwoHours = rest.length === 1 && ((minute ?? 0) % 5 !== 0 || (minute ?? 0) < 10);
  if (hour === undefined || minute === undefined || isTwoHours) return undefined;
  return ofParts(hour, minute, false);
}

const LATER: ReadonlySet<string> = new Set(['later', 'after', 'back']);
const EARLIER: ReadonlySet<string> = new Set(['earlier', 'sooner', 'before', 'up']);
const NEUTRAL: ReadonlySet<string> = new Set(
  phraseList(
    'the, that, this, than, now, by, at, move, push, bring, it, of, or, so, same, day, about, scheduled, planned',
  ),
);
const SAME = /^(?:same|usual)(?: (?:as|like|it|was|is|before|now|last|previous|previously|usual|always))*$/;

/**
 * Returns the minutes between a requested time and that of another visit: `same time as last time`, `half an hour
 * earlier`. Undefined for any other words.
 */
export function comparedMinutes(text: string): number | undefined {
  const words = wordsOf(text);
  if (SAME.test(words.filter((word) => word !== 'the' && word !== 'at').join(' '))) return 0;
  const isLater = words.some((word) => LATER.has(word));
  if (isLater === words.some((word) => EARLIER.has(word))) return undefined;
  const amount = words.filter((word) => !NEUTRAL.has(word) && !LATER.has(word) && !EARLIER.has(word));
  const minutes = amountOf(amount.join(' '));
  return minutes === undefined || isLater ? minutes : -minutes;
}

/** Returns the minutes of `an hour`, `half an hour`, `two and a half hours`, `45 minutes`. */
function amountOf(amount: string): number | undefined {
  const whole = amount.replace(/ and (?:a )?half\b/, '');
  if (whole !== amount) {
    const hours = hoursOf(whole);
    return hours === undefined ? undefined : hours + HOUR / 2;
  }
  if (/^(?:a )?half (?:an? )?hour$/.test(amount)) return HOUR / 2;
  if (/^(?:a )?quarter (?:an )?hour$/.test(amount)) return HOUR / 4;
  const minutes = /^(.+) min(?:ute)?s?$/.exec(amount)?.[1];
  return minutes === undefined ? hoursOf(amount) : minutesOf(minutes.split(' '));
}

function hoursOf(amount: string): number | undefined {
  const hours = numberOf(/^(?:a (?=couple ))?(\w+) (?:hours?|hrs?)$/.exec(amount)?.[1]);
  return hours === undefined || hours > 12 ? undefined : hours * HOUR;
}
