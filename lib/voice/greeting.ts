import { type Account, type Fee, type ServiceType, urgencies } from '../accounts/account.ts';
import { coverageOf } from '../accounts/areas.ts';
import { onCallAt, transferOf } from '../accounts/on-call.ts';
import { toE164 } from '../accounts/phone.ts';
import { feeAt } from '../booking/appointment.ts';
import { spanOf } from '../booking/requested-start.ts';
import type { VoicePlatform } from '../platforms/index.ts';
import { callerIdOf } from '../record/calls.ts';
import type { Site } from '../record/customers/sites.ts';
import { isSameAddress } from '../record/customers/street.ts';
import { type Hold, liveHold } from '../record/hold.ts';
import { type Remembered, remembered } from '../record/memory.ts';
import { type Caller, isOnSite } from '../record/own-requests.ts';
import type { ConsentStore, Deadline, MemoryStore } from '../record/ports.ts';
import type { LocalDate } from '../scheduling/calendar.ts';
import { isOpenAt } from '../scheduling/hours.ts';
import { endOf } from '../scheduling/occupancy.ts';
import { isLocalDate, MINUTE_MS, momentOf, wallClockOf } from '../scheduling/time.ts';
import { wordsOf } from '../wording/index.ts';
import { echo } from '../wording/speech.ts';
import {
  type KnownCaller,
  type KnownCallerReaders,
  readConsent,
  readKnownCaller,
  speakUpcoming,
  type Upcoming,
} from './answers/known-caller.ts';
import { listedSites, saidZip } from './arguments/common-arguments.ts';
import { calendarOf } from './calendar.ts';
import { emptyGreeting, type Greeting } from './known-before-hello.ts';
import {
  heard,
  heardService,
  speakAppointment,
  type Told,
  timeFacts,
  toldTime,
  type When,
  weekdayName,
} from './told.ts';

/** The prompt lists at most this many visits, and as many sites. */
const MAX_LISTED = 10;

export interface RingingCall {
  readonly account: Account;
  readonly integration: VoicePlatform;
  /** The number as reported; not yet validated. */
  readonly caller: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export interface GreetingReaders extends KnownCallerReaders {
  readonly memory: Pick<MemoryStore, 'interrupted'>;
  readonly consents: Pick<ConsentStore, 'get'>;
}

/** The error is set if values are missing. */
export interface GreetingResult {
  readonly greeting: Greeting;
  readonly error?: unknown;
}

/** Reads the greeting in one round trip and writes nothing. Never fails, because the call must be answered. */
export async function greetingOf(
  call: RingingCall,
  readers: GreetingReaders,
  deadline: Deadline,
): Promise<GreetingResult> {
  const { account } = call;
  const when = { ...call, words: wordsOf(account) };
  const caller = call.caller === undefined ? undefined : toE164(call.caller, account.region);
  const greeting = {
    ...emptyGreeting,
    ...companyFacts(when),
    caller_number: caller === undefined ? 'unknown' : 'known',
  };
  // Nobody is known by a withheld number.
  if (caller === undefined) return { greeting: { ...greeting, customer_known: 'false' } };
  try {
    const { memory } = readers;
    const [known, interrupted, consent] = await Promise.all([
      readKnownCaller({ ...call, caller }, readers, deadline),
      // The greeting does without what can't be remembered.
      memory.interrupted(account.accountId, callerIdOf(caller), deadline).catch(() => undefined),
      readConsent(account, caller, readers, deadline),
    ]);
    const before = remembered(undefined, interrupted, call.now);
    return {
      greeting: {
        ...greeting,
        ...callerFacts(known, { ...when, caller }),
        texts: consent,
        interrupted: speakInterrupted(before, when),
      },
    };
  } catch (error) {
    return { greeting, error };
  }
}

/**
 * Says what an interrupted call was about: `AC Repair, tomorrow at 9 AM, held until 8:45 AM, an 89 dollar visit fee,
 * postal code 10001, urgent`. What was told about the problem is added to the booking by itself.
 */
function speakInterrupted({ serviceType, look, hold, place, urgency }: Remembered, when: When): string {
  const { account, now, words } = when;
  const held = liveHold(hold, now)?.hold;
  const asked =
    account.serviceTypes.find(({ id }) => id === held?.serviceTypeId) ??
    account.serviceTypes.find(({ name }) => name === serviceType);
  const service = asked?.name ?? serviceType;
  const zip = place.zip === undefined ? undefined : saidZip(place.zip);
  const fee = held && asked && feeOfHeld(held, asked, { urgency, zip }, when);
  const date = typeof look?.date === 'string' && isLocalDate(look.date) ? look.date : undefined;
  const day = date && words.speakDay(date, momentOf(account, now).today);
  const until = held && wallClockOf(account.timezone, Math.floor(endOf(held.holder) / MINUTE_MS)).minute;
  return [
    service,
    held === undefined ? day : speakAppointment(held, when),
    until === undefined ? undefined : words.holds.until(words.speakClockTime(until)),
    fee?.says,
    zip && /^[\w -]{3,10}$/.test(zip) ? `postal code ${zip}` : undefined,
    urgencies.find((one) => one === urgency && one !== 'routine'),
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}

function feeOfHeld(
  { date, startsAt }: Hold,
  service: ServiceType,
  { urgency: said, zip }: { readonly urgency?: string | undefined; readonly zip?: string | undefined },
  { account }: When,
): Fee | undefined {
  const urgency = urgencies.find((one) => one === said) ?? 'routine';
  const covered = coverageOf(account, service.id, zip);
  const coverage = covered.kind === 'comes' ? covered : undefined;
  return feeAt({ account, service, urgency, coverage }, { date, start: Date.parse(startsAt) / MINUTE_MS });
}

function companyFacts({ account, now, words }: When): Partial<Greeting> {
  const { date, minute } = wallClockOf(account.timezone, Math.floor(now / 60_000));
  return {
    company_name: account.name,
    today: words.speakDateWithYear(date),
    now: words.speakClockTime(minute),
    calendar: calendarOf(account, now),
    open_now: String(isOpenAt(account, now)),
    on_call: echo(onCallAt(account, now)[0]?.name ?? ''),
    transfer_number: transferOf(account, { now, isEmergency: true }).phone ?? '',
  };
}

function callerFacts(known: KnownCaller | undefined, when: When & Caller): Partial<Greeting> {
  const { firstName = '', people = [], upcoming = [], canceled = [], waiting = [], customer } = known ?? {};
  const { sites = [] } = customer ?? {};
  const places = listedSites(sites);
  const isMessage = ({ kind }: (typeof waiting)[number]) => kind === 'message';
  return {
    customer_known: String(known !== undefined),
    customer_first_name: firstName,
    people: people.join(', '),
    upcoming_count: String(upcoming.length),
    upcoming_appointment: speakUpcoming({ upcoming }, when) ?? '',
    upcoming: upcoming
      .slice(0, MAX_LISTED)
      .map((visit) => listedVisit(visit, placeOf(visit, sites, places), when))
      .join('; '),
    canceled: canceled
      .slice(0, MAX_LISTED)
      .map((visit) => `${heardService(visit) ?? 'visit'}, ${listedVisitTime(visit)}`)
      .join('; '),
    sites: places
      .slice(0, MAX_LISTED)
      .map(({ siteId, label, street }) => `${siteId}: ${[label, street].filter(Boolean).join(', ')}`)
      .join('; '),
    lead_service: waiting.filter((request) => !isMessage(request)).map(heardService)[0] ?? '',
    open_message: String(waiting.some(isMessage)),
  };
}

/**
 * Lists a visit for the model: `dr_8h2…: AC Repair, Wed 2026-06-10 9:00 AM with Ana, moved by the office from Tue
 * 2026-06-09 1:00 PM`.
 */
function listedVisit(visit: Upcoming, place: string | undefined, caller: Caller): string {
  const { dispatchRequestId, appointment } = visit;
  return [
    `${dispatchRequestId}: ${heardService(visit) ?? 'visit'}`,
    ...(place === undefined ? [] : [`at ${place}`]),
    `${listedVisitTime(visit)} with ${appointment.technician}`,
    ...(isOnSite(visit, caller) ? ["somebody else's visit, at which this number is called"] : []),
    ...moveOf(visit),
  ].join(', ');
}

/** Returns which of a customer's places a visit is at; undefined if there is only one. */
function placeOf(
  { customer }: Upcoming,
  sites: readonly Site[],
  places: ReturnType<typeof listedSites>,
): string | undefined {
  const { address } = customer;
  if (sites.length < 2 || address === undefined) return undefined;
  const place = places[sites.findIndex((site) => isSameAddress(site.address, address))];
  return place && (place.label ?? place.street);
}

const listedVisitTime = ({ appointment }: Upcoming): string =>
  listedTime(appointment.date, toldTime(appointment));

const listedTime = (date: LocalDate, told: Told): string =>
  `${weekdayName(date).slice(0, 3)} ${date} ${timeFacts(told).time}`;

const movers = new Map([
  ['caller', 'the customer'],
  ['customer', 'the customer'],
  ['on_site', 'the person on site'],
]);

/** Says who moved a visit last, and from when. */
function moveOf({ history, onSite }: Upcoming): readonly string[] {
  const at = history.findLastIndex(({ visit }) => visit !== undefined);
  const before = history.slice(0, Math.max(0, at)).findLast(({ visit }) => visit !== undefined)?.visit;
  const move = history[at];
  if (move === undefined || before?.minute === undefined) return [];
  const { date, minute, from, to } = before;
  const window = from === undefined || to === undefined ? undefined : spanOf({ from, to });
  const mover = (move.by === 'on_site' && heard('name', onSite?.name)) || movers.get(move.by);
  return [`moved by ${mover ?? 'the office'} from ${listedTime(date, { minute, window })}`];
}
