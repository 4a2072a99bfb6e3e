import { weekdaysNamed } from '#spoken-words';
import { addressKey, isSameAddress, streetKey } from '#street';
import { matchService } from '../../accounts/services/match-service.ts';
import { normalizeServiceName } from '../../accounts/services/service-tokens.ts';
import { techniciansNamed } from '../../booking/technician-name.ts';
import type { Site } from '../../record/customers/sites.ts';
import { nameKey } from '../../record/customers/sites.ts';
import { HOLD_KIND } from '../../scheduling/holds.ts';
import { weekdayOf } from '../../scheduling/local-date.ts';
import { understandDays } from '../../understanding/days.ts';
import { toldTime } from '../arguments/arrival.ts';
import { readTime, requestedTimes } from '../arguments/requested-times.ts';
import { todayOf } from '../arguments/today.ts';
import type { CallContext } from '../arguments/voice-function.ts';
import type { Candidate } from './ask-which.ts';

export { askWhich, type Candidate } from './ask-which.ts';

/** Words that don't identify an appointment. */
const FILLERS =
  /\b(?:the|one|ones|my|that|this(?! (?:week|month|coming))|appointment|visit|job|on|for|with|please)\b/gi;
const HELD = /\b(?:set aside|hold|held|holding|not booked)\b|^(?:just )?new$/i;
/** Words that rule something out. What they leave is a guess. */
const RULED_OUT = /\b(?:not|no|never|isn|except|but|besides|without|instead|rather|other than)\b/i;
const FIRST = /\b(?:first|earlier|earliest|sooner|soonest|next)\b/i;
const SECOND = /\bsecond\b/i;
const THIRD = /\bthird\b/i;
const LAST = /\b(?:last|later|latest)\b/i;
const ORDER = /\b(?:first|second|third|earlier|earliest|sooner|soonest|next|last|later|latest)\b/gi;
/** An order that belongs to a day: `next week`, `last Friday`, `the first of June`. */
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

/**
 * The requests that words choose, such as `Tuesday`, `the morning one` or `the furnace`; empty if none matches, or if the
 * words rule something out, such as `not the AC one`.
 * @param sites the caller's, whose labels count
 */
export async function chosenBy(
  said: string,
  requests: readonly Candidate[],
  sites: readonly Site[],
  context: CallContext,
): Promise<readonly Candidate[]> {
  const words = said.replace(FILLERS, ' ').trim();
  if (HELD.test(words))
    return requests.filter(({ dispatchRequestId }) => dispatchRequestId.startsWith(HOLD_KIND));
  if (RULED_OUT.test(words)) return [];
  const place = byPlace(words, requests, sites);
  // In "14th Street" the number is no day.
  if (place !== undefined && namesOnlyStreet(words, requests)) return place(requests);
  const choices = [
    await byDay(words, context),
    byTime(words, context),
    byService(words, requests, context),
    byTechnician(words, context),
    place,
  ].filter((choice) => choice !== undefined);
  const order = orderIn(said, words, choices);
  if (order === 'unclear') return [];
  // In "the first on Tuesday" the day counts before the order.
  const all = order === undefined ? choices : [...choices, order];
  return all.length === 0 ? [] : all.reduce((left, choose) => choose(left), requests);
}

/**
 * The choice by order or by an ordinal date. Unclear if the order may belong to words that are not understood: nothing is
 * changed on a guess.
 */
function orderIn(said: string, words: string, choices: readonly Choose[]): Choose | undefined | 'unclear' {
  const ordered = words.match(ORDER) ?? [];
  if (ordered.length === 0) return undefined;
  if (OF_CALENDAR.test(words)) return choices.length === 0 ? 'unclear' : undefined;
  const onDate = onDayOfMonth(ON_DATE.exec(said)?.[1]);
  if (onDate !== undefined) return onDate;
  const rest = words.replace(ORDER, ' ').trim();
  if (ordered.length > 1 || (rest !== '' && choices.length === 0)) return 'unclear';
  const order = byOrder(words);
  const onBare = onDayOfMonth(BARE.exec(said.trim())?.[1]);
  return onBare === undefined || order === undefined
    ? order
    : (requests) => [...new Set([...order(requests), ...onBare(requests)])];
}

function onDayOfMonth(ordinal: string | undefined): Choose | undefined {
  const day = ordinals.get(ordinal?.toLowerCase() ?? '');
  return day === undefined ? undefined : onDays((date) => date.endsWith(`-${day}`));
}

async function byDay(words: string, context: CallContext): Promise<Choose | undefined> {
  const weekdays = weekdaysNamed(words);
  // In any week: the words choose among known days.
  if (weekdays !== undefined && !OF_CALENDAR.test(words))
    return onDays((date) => weekdays.has(weekdayOf(date)));
  // A bare number is the hour, and words for the order are read as the earliest.
  const isOrder = byOrder(words) !== undefined && !OF_CALENDAR.test(words);
  if (words === '' || /^\d{1,2}$/.test(words) || isOrder) return undefined;
  const days = await understandDays(words, todayOf(context));
  switch (days.kind) {
    case 'unclear':
      return undefined;
    case 'date':
      return onDays((date) => date === days.date || date === days.other);
    case 'range':
      return onDays((date) => date >= days.from && (days.to === undefined || date <= days.to));
  }
}

const onDays =
  (isMeant: (date: string) => boolean): Choose =>
  (requests) =>
    requests.filter(({ appointment }) => appointment !== undefined && isMeant(appointment.date));

function byTime(words: string, { account }: CallContext): Choose | undefined {
  const time = readTime(words);
  if (time.kind !== 'at' && time.kind !== 'range') return undefined;
  const times = requestedTimes(time, account);
  return (requests) =>
    requests.filter(
      ({ appointment }) =>
        appointment !== undefined && times.includes(appointment.date, toldTime(appointment)),
    );
}

function byService(
  words: string,
  requests: readonly Candidate[],
  { account }: CallContext,
): Choose | undefined {
  const theirs = new Set(requests.map(({ serviceTypeId }) => serviceTypeId));
  const types = account.serviceTypes.filter(({ id }) => theirs.has(id));
  const match = words === '' ? undefined : matchService(words, types);
  const meant =
    match?.kind === 'match' ? [match.service] : match?.kind === 'ambiguous' ? match.suggestions : [];
  const named = meant.length > 0 ? meant : types.filter(({ name }) => hasWords(name, words));
  if (named.length === 0) return undefined;
  const ids = new Set<string | undefined>(named.map(({ id }) => id));
  return (all) => all.filter(({ serviceTypeId }) => ids.has(serviceTypeId));
}

function byTechnician(words: string, { account }: CallContext): Choose | undefined {
  const named = techniciansNamed(account, words);
  if (words === '' || named.length === 0) return undefined;
  return (requests) =>
    requests.filter(({ appointment }) => named.some(({ id }) => id === appointment?.technicianId));
}

/** Whether a name has all the words: `the heater` chooses `Water Heater Repair`. */
function hasWords(name: string, words: string): boolean {
  const known = new Set(normalizeServiceName(name).split(' '));
  return normalizeServiceName(words)
    .split(' ')
    .every((word) => known.has(word));
}

function byPlace(words: string, requests: readonly Candidate[], sites: readonly Site[]): Choose | undefined {
  const said = ` ${addressKey(words)} `;
  const units = requests.filter(({ customer: { address = '' } }) => said.includes(` ${unitKey(address)} `));
  if (units.length > 0) return (all) => all.filter((request) => units.includes(request));
  const labeled = sites.filter(({ label = '' }) => label !== '' && said.includes(` ${nameKey(label)} `));
  const isThere = ({ customer: { address } }: Candidate) =>
    address !== undefined &&
    (streetNames(address).some((name) => said.includes(` ${name} `)) ||
      labeled.some((site) => isSameAddress(site.address, address)));
  return requests.some(isThere) ? (all) => all.filter(isThere) : undefined;
}

/** The unit of an address: `apt 5a`. A text that no caller says if there is none. */
const unitKey = (address: string): string => /\b(?:apt|ste) \w+/.exec(addressKey(address))?.[0] ?? '\n';

/** A street as callers name it, with its direction or without: `West 14th Street`. */
function streetNames(address: string): readonly string[] {
  const street = streetKey(address);
  return [street, street.replace(/^[nsew] /, '')];
}

const namesOnlyStreet = (words: string, requests: readonly Candidate[]): boolean =>
  requests.some(({ customer: { address = '' } }) => streetNames(address).includes(nameKey(words)));

function byOrder(said: string): Choose | undefined {
  if (SECOND.test(said)) return (requests) => requests.slice(1, 2);
  if (THIRD.test(said)) return (requests) => requests.slice(2, 3);
  if (LAST.test(said)) return (requests) => requests.slice(-1);
  return FIRST.test(said) ? (requests) => requests.slice(0, 1) : undefined;
}
