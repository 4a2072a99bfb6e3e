import * as v from 'valibot';
import type { OutboxMessage } from '../../../lib/record/outbox/message.ts';
import { violationsIn } from '../invariants.ts';
import { type Company, type Customer, companies, companyNamed, sites, ZONE } from './company.ts';
import type { StoredItem } from './machine.ts';

// Written from the documents without lib/touch, so that both can't be wrong in the same way: it reads stored requests and
// the words that people get.

/** A message may speak of what ended this many milliseconds before, while it was on its way to the provider. */
const ON_ITS_WAY_MS = 4_000;
const MINUTE_MS = 60_000;
/** A booking is told to who consents within an hour; a decision may be heard a little later than it is made. */
const LATE_MS = 55 * MINUTE_MS;

const optionalText = v.optional(v.string());
const Stored = v.object({
  dispatchRequestId: v.string(),
  accountId: v.string(),
  version: v.number(),
  status: v.string(),
  kind: optionalText,
  urgency: v.string(),
  createdAt: v.string(),
  serviceTypeId: optionalText,
  alertedAt: optionalText,
  acknowledgedAt: optionalText,
  overdueAt: optionalText,
  customer: v.object({ phone: optionalText, email: optionalText, zip: optionalText }),
  appointment: v.optional(v.object({ startsAt: v.string(), endsAt: v.string(), technicianId: v.string() })),
  notified: v.optional(
    v.array(v.object({ at: v.string(), role: v.string(), people: v.array(v.string()) })),
    [],
  ),
  waitlist: v.optional(v.object({ since: v.string() })),
  offers: v.optional(
    v.array(
      v.object({
        ...{ messageId: v.string(), technicianId: v.string(), serviceTypeId: v.string() },
        ...{ date: v.string(), minute: v.number(), startsAt: v.string(), until: v.string() },
      }),
    ),
    [],
  ),
  history: v.optional(v.array(v.object({ at: v.string(), to: optionalText })), []),
});

type State = v.InferOutput<typeof Stored> & { readonly from: number; until: number };

const Message = v.object({
  messageId: v.string(),
  accountId: v.string(),
  claimedAt: optionalText,
  dispatchRequestId: optionalText,
  template: v.string(),
  channel: v.string(),
  to: v.string(),
  text: v.string(),
  name: optionalText,
  status: v.string(),
  reason: optionalText,
  createdAt: v.string(),
  dueAt: v.string(),
  resendOf: optionalText,
});
export type StoredMessage = v.InferOutput<typeof Message>;

const ended = new Set(['completed', 'canceled', 'declined', 'no_show']);
const active = new Set(['scheduled', 'dispatched', 'en_route', 'in_progress']);
const ahead = new Set(['scheduled', 'dispatched']);
const news = new Set(['booked', 'changed', 'canceled']);
const atAnyHour = new Set(['onMyWay', 'confirmed', 'stopped', 'started', 'help', 'safety']);
const answers = new Set(['confirmed', 'stopped', 'started', 'help', 'safety']);
const toCustomers = new Set([...news, ...atAnyHour, 'reminder', 'follow', 'offer']);
/** Services take this long. */
const VISIT_MS = 60 * MINUTE_MS;
/** An offer begins in an hour to 14 days when it is made, and is worthless after 10 minutes. */
const OFFERED_MS = { first: 49 * MINUTE_MS, last: 14 * 24 * 60 * MINUTE_MS } as const;
const OFFERS_A_DAY = 3;
/** Faults may keep so many runs from making an alert. */
const RUNS_UNTIL_ALERT = 3;

const spokenDay = new Intl.DateTimeFormat('en-US', {
  ...{ timeZone: ZONE, weekday: 'long', month: 'long', day: 'numeric' },
});
const clockOf = (zone: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const spokenClock = clockOf(ZONE);
const siteClocks: ReadonlyMap<string, Intl.DateTimeFormat> = new Map(
  sites.map(({ zip, zone }) => [zip, clockOf(zone)]),
);

/** Returns an instant as texts speak of it: `Wednesday, June 10, 9:30 AM`. */
function spoken(iso: string): string {
  const [hour = '', minute = ''] = spokenClock.format(Date.parse(iso)).split(':');
  const half = minute === '00' ? '' : `:${minute}`;
  const time =
    hour === '12' && half === '' ? 'noon' : `${Number(hour) % 12 || 12}${half} ${hour < '12' ? 'AM' : 'PM'}`;
  return `${spokenDay.format(Date.parse(iso))}, ${time}`;
}

const digitsOf = (text: string): string => text.replace(/\D/g, '');
const contactsOf = (people: readonly { readonly phone?: string; readonly email?: string }[]) =>
  people.flatMap(({ phone, email }) => [phone ?? [], email ?? []].flat());

export type Violation =
  | 'duplicate'
  | 'stale'
  | 'after stop'
  | 'at night'
  | 'alert lost'
  | 'not told'
  | 'unfinished'
  | 'offered twice'
  | 'not free'
  | 'after erasing'
  | 'not erased'
  | 'mixed up'
  | 'inconsistent';

interface Taken {
  readonly at: number;
  readonly message: OutboxMessage;
  /** What the message told, as the request was. */
  readonly tells: string;
}

export function createOracle(clock: { readonly now: number }) {
  const histories = new Map<string, State[]>();
  const handed: OutboxMessage[] = [];
  const taken: Taken[] = [];
  /** What the owners of numbers said last; absent: nothing, or nobody knows whether it was heard. */
  const decisions = new Map<string, { readonly sms: boolean | 'unsure'; readonly at: number }>();
  const asked = new Map<string, number>();
  /** When the function that runs every minute began the runs that came to their end. */
  const runs: number[] = [];
  /** Who was erased, and when. */
  const erased: {
    readonly accountId: string;
    readonly phone: string;
    readonly email?: string;
    at: number;
  }[] = [];
  const violations: { readonly what: Violation; readonly facts: object }[] = [];
  const wrong = (what: Violation, message: object, facts: object = {}) => {
    violations.push({ what, facts: { at: new Date(clock.now).toISOString(), ...facts, message } });
  };

  const statesOf = (id: string | undefined): readonly State[] => histories.get(id ?? '') ?? [];
  /** The states in which a request was a moment ago, newest first. */
  const lately = (id: string | undefined): readonly State[] =>
    statesOf(id)
      .filter(({ until }) => until >= clock.now - ON_ITS_WAY_MS)
      .toReversed();

  function onStored(item: StoredItem): void {
    if (!item.pk.startsWith('REQUEST#')) return;
    const state = { ...v.parse(Stored, item), from: clock.now, until: Number.POSITIVE_INFINITY };
    const states = histories.get(state.dispatchRequestId) ?? [];
    const previous = states.at(-1);
    // A transaction that is sent twice is stored once.
    if (previous !== undefined && previous.version >= state.version) return;
    if (previous !== undefined) previous.until = clock.now;
    histories.set(state.dispatchRequestId, [...states, state]);
  }

  /** Returns the state of which a message speaks, if it stands. */
  function standing({ template, dispatchRequestId, text, messageId }: OutboxMessage): State | undefined {
    return lately(dispatchRequestId).find(({ status, appointment, acknowledgedAt, offers }) => {
      const says = appointment !== undefined && text.includes(spoken(appointment.startsAt));
      const isAhead =
        appointment !== undefined && Date.parse(appointment.startsAt) > clock.now - ON_ITS_WAY_MS;
      switch (template) {
        case 'booked':
        case 'changed':
          // "It cannot take place" is told as a change.
          return (
            says &&
            isAhead &&
            (text.includes('cannot take place') ? status === 'on_hold' : active.has(status))
          );
        case 'canceled':
          return (
            says && (status === 'canceled' || (status === 'on_hold' && text.includes('cannot take place')))
          );
        case 'reminder':
          return says && isAhead && ahead.has(status);
        case 'confirmed':
          return says && active.has(status);
        case 'onMyWay':
          return status === 'en_route';
        case 'offer':
          return offers.some(
            (offer) =>
              offer.messageId === messageId &&
              text.includes(spoken(offer.startsAt)) &&
              Date.parse(offer.until) > clock.now - ON_ITS_WAY_MS &&
              (!(appointment && active.has(status)) || offer.startsAt < appointment.startsAt),
          );
        case 'follow':
          return status === 'completed';
        case 'alert':
        case 'alarm':
          return acknowledgedAt === undefined && !ended.has(status);
        case 'taken':
          return acknowledgedAt !== undefined;
        default:
          return true;
      }
    });
  }

  function onHandedOver(message: OutboxMessage): void {
    handed.push(message);
    const { template, channel, to, dispatchRequestId } = message;
    if (dispatchRequestId !== undefined && standing(message) === undefined)
      wrong('stale', message, { states: statesOf(dispatchRequestId).slice(-3) });
    ofOneCompany(message);
    if (template === 'offer') offered(message);
    if (isOfErased(message)) wrong('after erasing', message, { erased });
    if (channel !== 'sms' || !toCustomers.has(template)) return;
    const decision = decisions.get(`${message.accountId} ${to}`);
    const mayText =
      decision?.sms === true || decision?.sms === 'unsure' || (decision?.at ?? 0) > clock.now - ON_ITS_WAY_MS;
    if (!answers.has(template) && !mayText) wrong('after stop', message, { decision });
    const zip = statesOf(dispatchRequestId).at(-1)?.customer.zip ?? '';
    const site = siteClocks.get(zip) ?? spokenClock;
    const isQuiet = (at: number) => !/^(?:0[89]|1\d|20):/.test(site.format(at));
    if (!atAnyHour.has(template) && isQuiet(clock.now) && isQuiet(clock.now - ON_ITS_WAY_MS))
      wrong('at night', message, { zip });
  }

  const isOfErased = ({ accountId, to, text }: OutboxMessage): boolean =>
    erased.some(
      (one) =>
        one.accountId === accountId &&
        one.at < clock.now - ON_ITS_WAY_MS &&
        (to === one.phone || to === one.email || digitsOf(text).includes(one.phone.slice(2))),
    );

  /** A message has nothing of another company: neither its request, nor its people, its number, its name. */
  function ofOneCompany(message: OutboxMessage): void {
    const { accountId, dispatchRequestId, from, to, text } = message;
    const own = companyNamed(accountId);
    const others = companies.filter((company) => company !== own);
    const isForeign = ({ name, number, mail, onCall, technicians, office }: Company) =>
      [number, mail, ...contactsOf(onCall), ...contactsOf(technicians), ...Object.values(office)].some(
        (contact) => contact === to || contact === from,
      ) || text.includes(name);
    const request = statesOf(dispatchRequestId).at(-1);
    if (own === undefined || others.some(isForeign) || (request && request.accountId !== accountId))
      wrong('mixed up', message);
  }

  /** An offer is of a time that is free, and that nobody else may take meanwhile. */
  function offered(message: OutboxMessage): void {
    const { dispatchRequestId, messageId, accountId } = message;
    const own = lately(dispatchRequestId)
      .flatMap(({ offers }) => offers)
      .find((offer) => offer.messageId === messageId);
    if (own === undefined) return;
    const overlaps = (technicianId: string, startsAt: string) =>
      own.technicianId === technicianId &&
      Math.abs(Date.parse(startsAt) - Date.parse(own.startsAt)) < VISIT_MS;
    const startsIn = Date.parse(own.startsAt) - clock.now;
    if (startsIn < OFFERED_MS.first || startsIn > OFFERED_MS.last) wrong('not free', message);
    for (const [id, states] of histories) {
      const state = states.at(-1);
      if (id === dispatchRequestId || state === undefined || state.accountId !== accountId) continue;
      // What was stored a moment ago may have been stored after the offer was judged.
      const isOld = state.from < clock.now - ON_ITS_WAY_MS;
      const { appointment, offers, waitlist, status } = state;
      const isTaken =
        appointment && active.has(status) && overlaps(appointment.technicianId, appointment.startsAt);
      if (isTaken && isOld) wrong('not free', message, { state });
      const open = waitlist && !ended.has(status) ? offers.at(-1) : undefined;
      const isOpen = open !== undefined && Date.parse(open.until) > clock.now;
      if (isOpen && isOld && overlaps(open.technicianId, open.startsAt))
        wrong('offered twice', message, { state });
    }
  }

  /** How often a message of this kind may have been sent to its recipient by now. */
  function allowed(message: OutboxMessage): number {
    const { template, dispatchRequestId, to, name, channel, text, accountId } = message;
    const states = statesOf(dispatchRequestId);
    const distinct = (of: (state: State) => string | undefined) =>
      new Set(states.map(of).filter((one) => one !== undefined)).size;
    const entries = (status: string) =>
      states.filter((state, index) => state.status === status && states[index - 1]?.status !== status).length;
    switch (template) {
      case 'alert': {
        const person = companyNamed(accountId)?.onCall.find((one) => one.name === name);
        const rounds = new Map(
          states.flatMap(({ notified }) => notified.map((round) => [`${round.at} ${round.role}`, round])),
        );
        const own = [...rounds.values()].filter(
          ({ role, people }) =>
            people.includes(name ?? '') && (role === 'everybody' || role === person?.role),
        );
        return person?.notify.some((one) => one === channel) ? own.length : 0;
      }
      case 'alarm':
        return distinct(({ alertedAt }) => alertedAt);
      case 'taken':
        return distinct(({ acknowledgedAt }) => acknowledgedAt) + (asked.get(`take ${accountId} ${to}`) ?? 0);
      case 'onMyWay':
        return entries('en_route');
      case 'follow':
        return entries('completed');
      case 'confirmed':
      case 'stopped':
      case 'started':
      case 'help':
      case 'safety':
        return asked.get(`${template} ${accountId} ${to}`) ?? 0;
      case 'office':
        switch (text.split(' ')[0]) {
          case 'Emergency:':
            return distinct(({ alertedAt }) => alertedAt);
          case 'A':
            return text.startsWith('A caller')
              ? 1
              : text.startsWith('A promised')
                ? distinct(({ overdueAt }) => overdueAt)
                : 99;
        }
    }
    return Number.POSITIVE_INFINITY;
  }

  /** What a message tells, by which two of them are the same. */
  function tellsOf(message: OutboxMessage): string {
    const { template, dispatchRequestId, text, hoursBefore, channel, to, messageId, accountId } = message;
    const { appointment, serviceTypeId, waitlist, offers } = standing(message) ?? {};
    const visit = [appointment?.startsAt, appointment?.technicianId, serviceTypeId];
    const off = text.includes('canceled') || text.includes('cannot take place');
    if (news.has(template)) return JSON.stringify([dispatchRequestId, channel, to, off, off || visit]);
    if (template === 'reminder') return JSON.stringify([dispatchRequestId, channel, to, hoursBefore, visit]);
    if (template === 'offer') {
      const offer = offers?.find((one) => one.messageId === messageId);
      return JSON.stringify([dispatchRequestId, template, to, waitlist?.since, offer?.startsAt]);
    }
    const matter = template === 'office' ? text.split(' ').slice(0, 2) : undefined;
    return JSON.stringify([accountId, template, dispatchRequestId, channel, to, matter]);
  }

  function onTaken(message: OutboxMessage): void {
    const { messageId, template, dispatchRequestId, to } = message;
    const tells = tellsOf(message);
    const same = taken.filter((one) => one.tells === tells);
    const before = taken.findLast(
      (one) =>
        news.has(one.message.template) &&
        one.message.dispatchRequestId === dispatchRequestId &&
        one.message.to === to,
    );
    const isRepeated =
      taken.some((one) => one.message.messageId === messageId) ||
      (news.has(template) && before?.tells === tells) ||
      ((template === 'reminder' || template === 'offer') && same.length > 0) ||
      (template === 'offer' && offersOfDay(message) >= OFFERS_A_DAY) ||
      same.length + 1 > allowed(message);
    if (isRepeated) wrong('duplicate', message, { same: same.map((one) => [one.at, one.message.messageId]) });
    taken.push({ at: clock.now, message, tells });
  }

  /** Counts the offers that a number got on this day, at its site. */
  function offersOfDay({ accountId, to, dispatchRequestId }: OutboxMessage): number {
    const zip = statesOf(dispatchRequestId).at(-1)?.customer.zip;
    const zone = sites.find((site) => site.zip === zip)?.zone ?? ZONE;
    const dayOf = (at: number) => new Date(at).toLocaleDateString('en-US', { timeZone: zone });
    const own = taken.filter(
      (one) =>
        one.message.template === 'offer' && one.message.accountId === accountId && one.message.to === to,
    );
    return own.filter(({ at }) => dayOf(at) === dayOf(clock.now)).length;
  }

  /** Somebody decided about texts to a number, and was told so; `unsure` if nobody knows whether it was heard. */
  function decided(accountId: string, phone: string, sms: boolean | 'unsure'): void {
    decisions.set(`${accountId} ${phone}`, { sms, at: clock.now });
  }

  /** A run of the function that runs every minute came to its end. */
  const ran = (began: number): void => void runs.push(began);

  /** Somebody asked for an answer, which may come as often. */
  function ask(template: string, accountId: string, to: string): void {
    const key = `${template} ${accountId} ${to}`;
    asked.set(key, (asked.get(key) ?? 0) + 1);
  }

  /** Somebody's text reports a danger, and was heard: there is an emergency of theirs. */
  function reported(accountId: string, phone: string): void {
    const isKnown = [...histories.values()].some((states) => {
      const last = states.at(-1);
      return last?.accountId === accountId && last.customer.phone === phone && last.alertedAt !== undefined;
    });
    if (!isKnown) wrong('alert lost', { accountId, phone });
  }

  /** A person was erased; nothing of them is left. */
  function forgotten(accountId: string, { phone, email }: Pick<Customer, 'phone' | 'email'>): void {
    erased.push({ accountId, phone, ...(email !== undefined && { email }), at: clock.now });
  }

  /** Judges what is stored when nothing is due any more. */
  function atTheEnd(items: readonly Readonly<Record<string, unknown>>[]): void {
    const messages = items.filter(({ sk }) => sk === 'MESSAGE').map((item) => v.parse(Message, item));
    for (const item of items) {
      const text = JSON.stringify(item, (_, value) => (value instanceof Set ? [...value] : value));
      for (const { accountId, phone, email } of erased) {
        const isNamed = digitsOf(text).includes(phone.slice(2)) || (email && text.includes(email));
        if (text.includes(accountId) && isNamed) wrong('not erased', item, { phone });
      }
    }
    for (const what of violationsIn(items, clock.now)) wrong('inconsistent', { what });
    for (const message of messages) {
      const isOver = Date.parse(message.dueAt) <= clock.now;
      if (message.status === 'sending' || (message.status === 'due' && isOver)) wrong('unfinished', message);
      if ((message.status === 'failed' || message.status === 'unknown') && message.reason === undefined)
        wrong('unfinished', message);
    }
    for (const [id, states] of histories) {
      const last = states.at(-1);
      if (last === undefined) continue;
      const own = messages.filter(({ dispatchRequestId }) => dispatchRequestId === id);
      alertsOf(last, states, own);
      newsOf(last, states, own, messages);
    }
  }

  /** Each person of each round of an emergency has been sent an alert, or it is known why not. */
  function alertsOf(last: State, states: readonly State[], messages: readonly StoredMessage[]): void {
    const overAfter = (at: string) =>
      states.find(
        ({ from, acknowledgedAt, status, urgency }) =>
          from >= Date.parse(at) &&
          (acknowledgedAt !== undefined || ended.has(status) || urgency !== 'emergency'),
      );
    for (const { at, role, people } of last.notified) {
      // Whoever is told before the next runs of the minute function gets no alert.
      const over = overAfter(at);
      const runsBefore = (until: number) => runs.filter((run) => run > Date.parse(at) && run < until).length;
      if (over !== undefined && runsBefore(over.from) < RUNS_UNTIL_ALERT) continue;
      for (const person of companyNamed(last.accountId)?.onCall ?? []) {
        if (!people.includes(person.name) || (role !== 'everybody' && role !== person.role)) continue;
        for (const channel of person.notify) {
          const alert = messages.find(
            (one) =>
              one.template === 'alert' &&
              one.name === person.name &&
              one.channel === channel &&
              one.createdAt >= at,
          );
          if (alert === undefined)
            wrong('alert lost', { at, role, person: person.name, channel }, { states });
        }
      }
    }
    for (const message of messages) {
      if (
        message.template === 'alert' &&
        message.status === 'superseded' &&
        overAfter(message.createdAt) === undefined
      )
        wrong('alert lost', message, { states });
    }
  }

  /** Whoever may be texted has heard of a visit that stands, or it is known why not. */
  function newsOf(
    last: State,
    states: readonly State[],
    messages: readonly StoredMessage[],
    all: readonly StoredMessage[],
  ): void {
    const { status, appointment, customer, dispatchRequestId } = last;
    if (appointment === undefined || !ahead.has(status)) return;
    const { phone = '' } = customer;
    const decision = decisions.get(`${last.accountId} ${phone}`);
    if (decision?.sms !== true || Date.parse(appointment.startsAt) < clock.now) return;
    // Carriers say so of any message to the number.
    const isRefused = all.some((one) => {
      const isOwn = one.accountId === last.accountId && one.to === phone && one.status === 'failed';
      const isSince = Date.parse(one.claimedAt ?? '') >= decision.at;
      return isOwn && (one.reason === 'landline' || (one.reason === 'opted_out' && isSince));
    });
    if (isRefused) return;
    const says = spoken(appointment.startsAt);
    const told = taken.findLast(
      ({ message }) => news.has(message.template) && message.dispatchRequestId === dispatchRequestId,
    );
    // Who consents long after a booking of which they heard nothing knows of it, but not of where it has moved since.
    const isOff = (state: State) => state.appointment === undefined || !active.has(state.status);
    const standing = states.slice(states.findLastIndex(isOff) + 1);
    const startOf = (state: State) => state.appointment?.startsAt;
    const isMoved = standing.some((state) => startOf(state) !== startOf(last));
    const bookedAt = standing[0]?.from ?? 0;
    if (told === undefined && !isMoved && bookedAt < decision.at - LATE_MS) return;
    const isTold = told?.message.text.includes(says) === true;
    const isKnown = messages.some(
      (one) =>
        news.has(one.template) &&
        one.text.includes(says) &&
        (['failed', 'unknown', 'due'].includes(one.status) ||
          // What was made before they consented, nobody was told.
          (one.status === 'suppressed' && Date.parse(one.createdAt) >= decision.at)),
    );
    if (!isTold && !isKnown) wrong('not told', { dispatchRequestId, says }, { told, messages, decision });
  }

  return {
    ...{
      onStored,
      onHandedOver,
      onTaken,
      decided,
      ask,
      reported,
      ran,
      forgotten,
      atTheEnd,
      violations,
      wrong,
    },
    /** The requests as they were stored last. */
    latest: (): readonly State[] => [...histories.values()].flatMap((states) => states.at(-1) ?? []),
    handed: () => handed.length,
    taken,
  };
}

export type Oracle = ReturnType<typeof createOracle>;
