import type { Account, ServiceType } from '../../accounts/account.ts';
import { namesOf, normalizeServiceName } from '../../accounts/service-names.ts';
import { techniciansNamed } from '../../accounts/technicians.ts';
import { nameKey, type Site } from '../../record/customers/sites.ts';
import { addressKey, isSameAddress, streetKey } from '../../record/customers/street.ts';
import type { Appointment, DispatchRequest } from '../../record/request.ts';
import { HOLD_KIND } from '../../scheduling/occupancy.ts';
import { weekdayOf } from '../../scheduling/time.ts';
import { wallMinute } from '../../scheduling/time-of-day.ts';
import { numberWords } from '../../word-lists.ts';
import { type Days, isoDay, type Today } from '../day.ts';
import { daysInWords } from './days.ts';
import { isNegation } from './negation.ts';
import { isServicePhrase, servicesMeant } from './services/service-phrases.ts';
import { weekdaysNamed } from './weekday.ts';

/** The caller may mean a request, or the time that the call holds, with its id. */
export type Candidate = Pick<
  DispatchRequest,
  'dispatchRequestId' | 'appointment' | 'serviceTypeId' | 'serviceType' | 'customer'
>;

export interface Hearing {
  readonly account: Account;
  readonly today: Today;
  /** Matches the appointments at a time in words. Undefined if the words are not only a time. */
  readonly atTime: (words: string) => ((appointment: Appointment) => boolean) | undefined;
}

/** These words don't identify an appointment. */
const FILLERS =
  /\b(?:(?:want|need|like|have) to|the|one|ones|my|our|that|this(?= (?:one|visit|appointment|job)\b)|appointments?|visits?|job|on|for|with|please|yes|yeah|ok|okay|um|uh|just|actually|cancel|reschedule|move|i|i'd|i've|i'm|me|you|you're|we|have|had|got|want|need|would|is|are|it|it's|that's|scheduled|(?<!not )booked|coming up|upcoming(?! (?:mon|tue|wed|thu|fri|sat|sun|week))|time|slot)\b(?!')/gi;
const HELD = /\b(?:set aside|hold|held|holding|not booked)\b|^\s*new\s*$/i;
/** These words rule something out or doubt it. What they leave is a guess. */
const RULED_OUT =
  /\b(?:isn|instead|rather|other than|apart from|aside from|busy|unavailable|keep|leave|maybe|perhaps|probably|might)\b/i;
const ORDINAL = /\b(?:first|second|third)\b/i;
const SECOND = /\bsecond\b/i;
const THIRD = /\bthird\b/i;
/** These words order at least two appointments. */
const COMPARED = /\b(?:earlier|sooner|later)\b/i;
const LAST = /\b(?:last|later|latest)\b/i;
const ORDER = /\b(?:first|second|third|earlier|earliest|sooner|soonest|next|last|later|latest)\b/gi;
/** These orders belong to a day: `next week`, `last Friday`, `the first of June`. */
const OF_CALENDAR =
  /\b(?:next|last|first|second|third) (?:of|week|month|year|(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|satur|sat|sun)(?:day)?)\b/i;
const ON_DATE = /\b(?:on|for) the (first|second|third)\b(?! (?:one|visit|appointment|job))/i;
const BARE = /^(?:the )?(first|second|third)$/i;
const ordinals = new Map([
  ['first', '01'],
  ['second', '02'],
  ['third', '03'],
]);

type Choose = (requests: readonly Candidate[]) => readonly Candidate[];

/** An order such as `the second one` counts these appointments. */
export interface Counted {
  /** The caller hears these in a list now. */
  readonly open: ReadonlySet<Candidate>;
  /** This call has already changed these, and a repeat may mean them. */
  readonly done: ReadonlySet<Candidate>;
}

interface Said {
  readonly text: string;
  /** These words are not read yet. */
  readonly words: readonly string[];
}

/**
 * Returns the requests that words choose, such as `Tuesday`, `the morning one` or `the furnace`. None is chosen if
 * none matches, if the words rule something out, such as `not the AC one`, or if any word is not understood: it may
 * change what the others mean, as in `the one after the AC`.
 * @param requests in order of start
 * @param sites the caller's sites, whose labels count
 */
export async function chosenBy(
  text: string,
  requests: readonly Candidate[],
  counted: Counted,
  sites: readonly Site[],
  hearing: Hearing,
): Promise<readonly Candidate[]> {
  const telling = text.replace(/[’‘]/g, "'").replace(FILLERS, ' ');
  const unheld = telling.replace(HELD, ' ');
  const all = unheld.split(/[\s,;!?]+/).filter((word) => word !== '');
  if (RULED_OUT.test(unheld) || all.some((word) => isNegation(word.toLowerCase()))) return [];
  const held: Choose[] =
    unheld === telling
      ? []
      : [(list) => list.filter(({ dispatchRequestId: id }) => id.startsWith(HOLD_KIND))];
  const place = byPlace(all, requests, sites);
  const technician = byTechnician(place?.rest ?? all, hearing);
  const service = byService(technician?.rest ?? place?.rest ?? all, requests, hearing);
  const when = await byWhen({ text, words: service.rest }, counted, hearing);
  if (when === undefined) return [];
  // In "the first on Tuesday" the day counts before the order, which is the last of `when`.
  const choices = [...held, place?.choose, technician?.choose, service.choose, ...when].filter(
    (choose) => choose !== undefined,
  );
  if (choices.length === 0) return [];
  const chosen = choices.reduce((left, choose) => choose(left), requests);
  const [only, ...others] = chosen;
  const isGuess = only !== undefined && others.length === 0 && !agrees(only, text, service.rest, hearing);
  return isGuess ? [] : chosen;
}

/** True if each word that names a day or a time by itself, and each number, fits an appointment. */
function agrees(
  { appointment }: Candidate,
  text: string,
  words: readonly string[],
  hearing: Hearing,
): boolean {
  if (appointment === undefined) return true;
  const weekday = weekdayOf(appointment.date);
  const isThen = (word: string) => hearing.atTime(word)?.(appointment) ?? true;
  const isBeside = (at: number) => /^(?:before|after|until|from)$/i.test(words[at - 1] ?? '');
  const letters = words.filter((word, at) => !/\d/.test(word) && !isBeside(at));
  // Elsewhere, `one` is an appointment.
  const clocks = /\bat one\b/i.test(text) ? [...letters, 'one'] : letters;
  const isCount = (word: string) =>
    /\b(?:day|week)s?\b/i.test(text) && numberWords.includes(word.toLowerCase());
  const own = new Set(numbersOf(appointment));
  const numbers = words.flatMap((word) => word.match(/\d+/g) ?? []).map(Number);
  return (
    letters.every((word) => weekdaysNamed(word)?.has(weekday) ?? true) &&
    clocks.every((word) => NAMES_DAY.test(word) || isCount(word) || isThen(word)) &&
    numbers.every((number) => own.has(number))
  );
}

/** Returns the numbers in which people say a date and the times of an appointment. */
function numbersOf({ date, minute, promise }: Appointment): readonly number[] {
  const clocks = promise === undefined ? [] : [promise.from, promise.to];
  const minutes = [minute, ...clocks.map(wallMinute)];
  const hours = minutes.flatMap((one) => [Math.floor(one / 60), Math.floor(one / 60) % 12 || 12]);
  return [...date.split('-').map(Number), ...hours, ...minutes.map((one) => one % 60)];
}

/** Chooses by day, time and order. Undefined if the words are not understood completely. */
async function byWhen(
  { text, words }: Said,
  counted: Counted,
  hearing: Hearing,
): Promise<readonly Choose[] | undefined> {
  const said = words.join(' ');
  const ordered = said.match(ORDER) ?? [];
  if (ordered.length === 0 || OF_CALENDAR.test(text)) return await byDayAndTime(said, counted, hearing);
  if (ordered.length > 1) return undefined;
  const rest = said.replace(ORDER, ' ').replace(/\s+/g, ' ').trim();
  const beside = await byDayAndTime(rest, counted, hearing);
  const onDate = onDayOfMonth(ON_DATE.exec(text)?.[1]);
  if (onDate !== undefined) return beside && [...beside, onDate];
  const order = byOrder(said, counted);
  const onBare = onDayOfMonth(BARE.exec(text.trim())?.[1]);
  if (rest === '') return [onBare === undefined ? order : inEveryReading(order, onBare, counted.open)];
  // `June second` is a date. `Later today` is one as well, and `the later one today` means the last of that date.
  const whole = await byDayAndTime(said, counted, hearing);
  if (beside === undefined || (whole !== undefined && ORDINAL.test(said))) return whole;
  return [...(whole ?? []), ...beside, order];
}

/** Chooses what either reading of the words means, but nothing if one of them fits no open appointment. */
const inEveryReading =
  (one: Choose, other: Choose, open: Counted['open']): Choose =>
  (requests) => {
    const readings = [one(requests), other(requests)];
    const isEach = readings.every((fitting) => fitting.some((request) => open.has(request)));
    return isEach ? [...new Set(readings.flat())] : [];
  };

function onDayOfMonth(ordinal: string | undefined): Choose | undefined {
  const day = ordinals.get(ordinal?.toLowerCase() ?? '');
  return day === undefined ? undefined : onDays((date) => date.endsWith(`-${day}`));
}

const isWeekday = (word: string): boolean => weekdaysNamed(word) !== undefined;

/**
 * Chooses by words for days and times; by nothing if there are no words. Undefined if not all words are understood.
 */
async function byDayAndTime(
  said: string,
  { open }: Counted,
  hearing: Hearing,
): Promise<readonly Choose[] | undefined> {
  if (said === '' || said === 'this') return [];
  // A bare number is the hour.
  if (/^\d{1,2}$/.test(said)) return byTime(said, hearing);
  const words = said.split(' ');
  const weekdays = weekdaysNamed(words.filter(isWeekday).join(' '));
  const others = words.filter((word, at) => !isWeekday(word) && !isLink(words, at)).join(' ');
  const timeBeside = others === '' ? [] : byTime(others, hearing);
  // The words choose among known days, in any week.
  if (weekdays !== undefined && timeBeside !== undefined)
    return [onDays((date) => weekdays.has(weekdayOf(date))), ...timeBeside];
  const days = await (isoDay(said, hearing.today) ?? daysInWords(said, hearing.today));
  if (days.kind === 'unclear') return weekdays === undefined ? byTime(said, hearing) : undefined;
  const today = hearing.today.date;
  // The words allow any day and name a time: `the morning one`.
  if (days.kind === 'range' && days.to === undefined && days.from <= today)
    return days.except === undefined ? byTime(said, hearing) : undefined;
  const time = days.time === undefined ? [] : byTime(days.time, hearing);
  const choose = byDays(days, open);
  return choose && time && [choose, ...time];
}

const isLink = (words: readonly string[], at: number): boolean =>
  /^(?:or|and)$/i.test(words[at] ?? '') && isWeekday(words[at - 1] ?? '') && isWeekday(words[at + 1] ?? '');

/** Returns undefined for words that rule out days. */
function byDays(
  days: Exclude<Days, { readonly kind: 'unclear' }>,
  open: Counted['open'],
): Choose | undefined {
  if (days.kind === 'range') {
    const { from, to, only, except } = days;
    const isNamed = (date: string) => only?.includes(date) ?? true;
    return except === undefined
      ? onDays((date) => date >= from && (to === undefined || date <= to) && isNamed(date))
      : undefined;
  }
  const on = onDays((date) => date === days.date);
  const { other } = days;
  return other === undefined
    ? on
    : inEveryReading(
        on,
        onDays((date) => date === other),
        open,
      );
}

const onDays =
  (isMeant: (date: string) => boolean): Choose =>
  (requests) =>
    requests.filter(({ appointment }) => appointment !== undefined && isMeant(appointment.date));

/** These words may accompany a time and name a day. */
const NAMES_DAY = /\b(?:today|tomorrow|this|next|any|days?|weeks?)\b/i;

/** Returns undefined if the words are not only a time. */
function byTime(words: string, { atTime }: Hearing): readonly Choose[] | undefined {
  const isMeant = NAMES_DAY.test(words) ? undefined : atTime(words);
  return (
    isMeant && [
      (requests) => requests.filter(({ appointment }) => appointment !== undefined && isMeant(appointment)),
    ]
  );
}

interface Read {
  readonly choose: Choose | undefined;
  readonly rest: readonly string[];
}

const MAX_PHRASE = 4;

/** Separates the words that form phrases of a kind from the others. */
function phrasesIn(words: readonly string[], isMeant: (phrase: readonly string[]) => boolean) {
  const meant: string[][] = [];
  const rest: string[] = [];
  for (let at = 0; at < words.length; ) {
    const lengths = Array.from({ length: MAX_PHRASE }, (_, index) => MAX_PHRASE - index);
    const length = lengths.find(
      (count) => at + count <= words.length && isMeant(words.slice(at, at + count)),
    );
    if (length === undefined) rest.push(...words.slice(at, at + 1));
    else meant.push(words.slice(at, at + length));
    at += length ?? 1;
  }
  return { meant, rest };
}

function byService(words: readonly string[], requests: readonly Candidate[], { account }: Hearing): Read {
  const theirs = new Set(requests.map(({ serviceTypeId }) => serviceTypeId));
  const types = account.serviceTypes.filter(({ id }) => theirs.has(id));
  const isIn = (of: readonly ServiceType[]) => {
    const names = [...namesOf(of).byName.keys()].map((name) => ` ${name} `);
    return (phrase: readonly string[]) => {
      const said = normalizeServiceName(phrase.join(' '));
      // A word that was left out, as in `of the AC`, is not understood.
      return said.split(' ').length >= phrase.length && names.some((name) => name.includes(` ${said} `));
    };
  };
  const isName = isIn(types);
  const { meant } = phrasesIn(words, (phrase) => isServicePhrase(phrase) || isName(phrase));
  const meantBy = (phrase: readonly string[]) =>
    servicesMeant(phrase.join(' '), account.serviceTypes, (service) => types.includes(service));
  // `AC plumbing` means neither, and nor does `heating cooling AC`, which reads as one phrase that is mostly about the AC.
  const phrases = meant.flatMap((phrase) => apart(phrase, meantBy));
  const texts = phrases.length === 0 ? [] : [...phrases, phrases.flat()];
  const [first, ...others] = texts.map(meantBy);
  const named = (first ?? []).filter((service) => others.every((other) => other.includes(service)));
  if (named.length === 0) return { choose: first?.length ? () => [] : undefined, rest: words };
  const ids = new Set<string | undefined>(named.map(({ id }) => id));
  // A word of another service's name, such as `After Hours`, is not understood.
  const isNamed = isIn(named);
  const { rest } = phrasesIn(words, (phrase) => isServicePhrase(phrase) || isNamed(phrase));
  return { choose: (all) => all.filter(({ serviceTypeId }) => ids.has(serviceTypeId)), rest };
}

/** Divides a phrase whose parts mean different services; another one stays whole. */
function apart(
  phrase: readonly string[],
  meantBy: (part: readonly string[]) => readonly ServiceType[],
): readonly (readonly string[])[] {
  for (let at = 1; at < phrase.length; at++) {
    const parts = [phrase.slice(0, at), phrase.slice(at)];
    const [one = [], other = []] = parts.map((part) => (isServicePhrase(part) ? meantBy(part) : []));
    const isApart = one.length > 0 && other.length > 0 && !one.some((service) => other.includes(service));
    if (isApart) return parts;
  }
  return [phrase];
}

function byTechnician(words: readonly string[], { account }: Hearing): Read | undefined {
  const { meant, rest } = phrasesIn(
    words,
    (phrase) => techniciansNamed(account, phrase.join(' ')).length > 0,
  );
  if (meant.length === 0) return undefined;
  const named = meant.map((phrase) => techniciansNamed(account, phrase.join(' ')));
  const isOf = (id: string | undefined) =>
    named.every((technicians) => technicians.some((one) => one.id === id));
  const choose: Choose = (requests) => requests.filter(({ appointment }) => isOf(appointment?.technicianId));
  return { choose, rest };
}

function byPlace(
  words: readonly string[],
  requests: readonly Candidate[],
  sites: readonly Site[],
): Read | undefined {
  const said = ` ${addressKey(words.join(' '))} `;
  const units = requests.filter(({ customer: { address = '' } }) => said.includes(` ${unitKey(address)} `));
  const labeled = sites.filter(({ label = '' }) => label !== '' && said.includes(` ${nameKey(label)} `));
  const isThere = ({ customer: { address } }: Candidate) =>
    address !== undefined &&
    (streetNames(address).some((name) => said.includes(` ${name} `)) ||
      labeled.some((site) => isSameAddress(site.address, address)));
  const there = units.length > 0 ? units : requests.filter(isThere);
  if (there.length === 0) return undefined;
  const named = [
    ...there.map(({ customer: { address = '' } }) => addressKey(address)),
    ...labeled.map(({ label = '' }) => nameKey(label)),
  ].map((name) => ` ${name} `);
  // The longest phrases come first, so that in `9 AM at 9 Oak Avenue` only the address is read as one.
  const { rest } = phrasesIn(words, (phrase) => {
    const [first = '', ...more] = phrase;
    const key = addressKey((more.length > 0 && /^(?:at|in)$/i.test(first) ? more : phrase).join(' '));
    return !/^\d*$/.test(key) && named.some((name) => name.includes(` ${key} `));
  });
  return { choose: (all) => all.filter((request) => there.includes(request)), rest };
}

/** Returns the unit of an address: `apt 5a`. Without a unit, returns a text that no caller says. */
const unitKey = (address: string): string => /\b(?:apt|ste) \w+/.exec(addressKey(address))?.[0] ?? '\n';

/** Returns a street as callers name it, with its direction and without: `West 14th Street`. */
function streetNames(address: string): readonly string[] {
  const street = streetKey(address);
  return [street, street.replace(/^[nsew] /, '')];
}

/**
 * Counts what the caller hears in a list now. The order must choose the same if what this call has already changed is
 * counted, too; otherwise the caller may be repeating what is done.
 */
function byOrder(said: string, { open, done }: Counted): Choose {
  return (requests) => {
    const counted = requests.filter((request) => open.has(request));
    const now = inOrder(said, counted);
    const before = inOrder(
      said,
      requests.filter((request) => open.has(request) || done.has(request)),
    );
    if (now.length === 0) return before.filter((request) => done.has(request));
    return before.every((request) => now.includes(request)) ? now : [];
  };
}

function inOrder(said: string, requests: readonly Candidate[]): readonly Candidate[] {
  if (COMPARED.test(said) && requests.length === 1) return [];
  if (SECOND.test(said)) return requests.slice(1, 2);
  if (THIRD.test(said)) return requests.slice(2, 3);
  return LAST.test(said) ? requests.slice(-1) : requests.slice(0, 1);
}
