import type { Account } from '../accounts/account.ts';
import { DEFAULT_REMINDER_HOURS, type Reminder } from '../accounts/notify.ts';
import type { LinkFacts, PageLink } from '../record/link.ts';
import { holdsAt, isAhead, type OutboxMessage, type Template, tellsOf } from '../record/outbox/message.ts';
import type { Notice, NoticeMemory } from '../record/outbox/notice.ts';
import type { Plan } from '../record/outbox/outbox.ts';
import {
  type Appointment,
  activeAppointment,
  activeStatuses,
  arrivesBy,
  arrivesFrom,
  type DispatchRequest,
  timesIn,
} from '../record/request.ts';
import { addDays, boundaryOf, HOUR_MS, MINUTE_MS, wallClockOf } from '../scheduling/time.ts';
import { wallMinute } from '../scheduling/time-of-day.ts';
import { type TextName, textsIn } from '../wording/texts.ts';
import { fill } from './fill.ts';
import { type CustomerReach, chosenText, customerMessage, messageOf } from './make-message.ts';
import { companyFields, dayField, visitFields } from './message-facts.ts';
import { afterQuiet, siteZone } from './quiet.ts';
import { dayTells, type TechnicianDay } from './technician-day.ts';

/** Changes within this many milliseconds of each other make one message, and no message waits longer than the latter. */
const PAUSE_MS = MINUTE_MS;
const LONGEST_MS = 5 * MINUTE_MS;
/** A technician who set off earlier than this is there, or nearly so. */
const ON_MY_WAY_MS = 30 * MINUTE_MS;
/** A booking is no news to somebody who consents to texts this many milliseconds after it, but what has moved since is. */
const BOOKED_MS = HOUR_MS;

export interface VisitFacts {
  readonly notice: Notice;
  readonly request: DispatchRequest;
  readonly account: Account;
  readonly reach: CustomerReach;
  /** The messages that `notice` names as pending, as stored now. */
  readonly pending: readonly OutboxMessage[];
  readonly newLink: (facts: LinkFacts) => { readonly link: PageLink; readonly url: string };
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Returns the messages to the customer and the technician that a changed visit asks for. Messages that waited and speak
 * of what no longer stands are superseded. If what was told last holds again, the customer is told nothing.
 */
export function planVisit(facts: VisitFacts): Plan {
  const { notice, request, pending } = facts;
  const { memory } = notice;
  const tells = tellsOf(request);
  const told = toldOf(facts);
  const isWaiting = pending.some((one) => one.status === 'due' && isNews(one));
  const since = (isWaiting ? memory.pendingSince : undefined) ?? notice.since;
  const news = newsOf(facts, told, tells, since);
  const planned = [
    ...remindersOf(facts, tells),
    ...followsOf(facts),
    ...onMyWay(facts),
    ...dayLinks(facts, since),
  ];
  const asked = [...news, ...planned];
  // A reminder of the same visit stands, and so does a message about another matter, unless it would go elsewhere now.
  const isSameMatter = (one: OutboxMessage, other: OutboxMessage) =>
    !comesAnew(one, notice) && isOfSame(one, other);
  const isElsewhere = (one: OutboxMessage) =>
    asked.some(({ message }) => isSameMatter(one, message) && message.to !== one.to);
  const kept = pending.filter((one) => one.status !== 'due' || (isKept(one, facts) && !isElsewhere(one)));
  const keptIds = new Set(kept.map(({ messageId }) => messageId));
  // What was suppressed told nobody, and may be told now.
  const standing = kept.filter((one) => one.status === 'due' || wasHandedOver(one));
  const made = asked.filter(({ message }) => !standing.some((one) => isSameMatter(one, message)));
  const { appointment, status } = request;
  return {
    notice,
    messages: made.map(({ message }) => message),
    links: made.flatMap(({ link }) => link ?? []),
    superseded: pending.filter(({ messageId }) => !keptIds.has(messageId)),
    memory: {
      told,
      // What was told is remembered by itself, so that only what may still be sent, or was sent of this visit, is kept.
      pending: [
        ...kept
          .filter((one) => one.status === 'due' || one.tells === tells)
          .map(({ messageId }) => messageId),
        ...made.map(({ message }) => message.messageId),
      ],
      pendingSince: news.length === 0 ? undefined : since,
      made: [],
      last: appointment && lastOf(appointment, status),
    },
  };
}

function lastOf(appointment: Appointment, status: DispatchRequest['status']): NoticeMemory['last'] {
  const { technicianId, date } = appointment;
  const [, ...others] = daysOf(appointment);
  return { status, technicianId, date, ...(others.length > 0 && { others }) };
}

/** Returns the days on which technicians have a visit of a job, that of the first visit's first. */
const daysOf = (appointment: Appointment): readonly TechnicianDay[] =>
  timesIn(appointment).map(({ technicianId, date }) => ({ technicianId, date }));

interface MadeMessage {
  readonly message: OutboxMessage;
  readonly link?: PageLink | undefined;
}

const newsTemplates: ReadonlySet<Template> = new Set(['booked', 'changed', 'canceled']);
const isNews = ({ template }: OutboxMessage): boolean => newsTemplates.has(template);

/** Returns what the customer was told last: by a message that was handed over since, or before. */
function toldOf({ pending, notice }: VisitFacts): string | undefined {
  const handed = pending
    .filter((one) => isNews(one) && wasHandedOver(one))
    .toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
  return handed.at(-1)?.tells ?? notice.memory.told;
}

const wasHandedOver = ({ status }: OutboxMessage): boolean =>
  status === 'sending' ||
  status === 'sent' ||
  status === 'delivered' ||
  status === 'failed' ||
  status === 'unknown';

/** False if the notice was raised because the customer may be told from now on. */
const hasChanged = ({ since, at }: Notice): boolean => since <= at;

/** True for messages that each change makes anew: news, after a pause, and the link to the technician's changed day. */
const comesAnew = (one: OutboxMessage, notice: Notice): boolean =>
  hasChanged(notice) && (isNews(one) || one.template === 'dayLink');

const isKept = (one: OutboxMessage, { request, notice, now }: VisitFacts): boolean =>
  !comesAnew(one, notice) && holdsAt(one, request, now);

/** True if two messages tell the same of the same visit. */
const isOfSame = (one: OutboxMessage, other: OutboxMessage): boolean =>
  one.template === other.template && one.tells === other.tells && one.hoursBefore === other.hoursBefore;

/** Returns the news of a visit, if the customer was told something else last. */
function newsOf(
  facts: VisitFacts,
  told: string | undefined,
  tells: string | undefined,
  since: string,
): readonly MadeMessage[] {
  const { request, account, notice, now } = facts;
  const { appointment } = request;
  if (tells === undefined || tells === told || appointment === undefined) return [];
  const [isOff, wasOn] = [isOffText(tells), told !== undefined && !isOffText(told)];
  // Who never heard of a visit, or heard that it is off, needn't hear it again.
  if ((isOff && !wasOn) || Date.parse(arrivesBy(appointment)) <= now) return [];
  const booking = bookingOf(request) ?? { at: notice.at, isMoved: false };
  const isKnown = told === undefined && Date.parse(notice.since) - Date.parse(booking.at) > BOOKED_MS;
  if (isKnown && !booking.isMoved) return [];
  // A technician who stood at the door has told them.
  if (request.history.at(-1)?.kind === 'could_not') return [];
  const template = isOff ? 'canceled' : wasOn || told === ON_HOLD || isKnown ? 'changed' : 'booked';
  const text = chosenText(account, template, tells === ON_HOLD ? 'onHold' : template);
  if (account.notify?.customer === undefined || text === undefined) return [];
  const due = Math.min(Date.parse(notice.at) + PAUSE_MS, Date.parse(since) + LONGEST_MS);
  return visitText(facts, { template, text, tells, key: [String(notice.count)], due });
}

/** Returns when the visit that stands was booked, and whether it has moved since; undefined if its history doesn't say. */
function bookingOf({
  history,
}: DispatchRequest): { readonly at: string; readonly isMoved: boolean } | undefined {
  const isOff = ({ to }: DispatchRequest['history'][number]) =>
    !activeStatuses.some((status) => status === to);
  const standing = history.slice(history.findLastIndex(isOff) + 1);
  const [first, ...later] = standing.filter(
    ({ visit, kind }) => visit !== undefined && kind !== 'asked_to_move',
  );
  if (first === undefined) return undefined;
  // Within a promised window, customers hear neither of the start nor of the technician.
  const of = ({ visit }: typeof first) =>
    JSON.stringify(visit?.from === undefined ? visit : [visit.date, visit.from, visit.to]);
  return { at: first.at, isMoved: later.some((line) => of(line) !== of(first)) };
}

const ON_HOLD = 'on_hold';
const isOffText = (tells: string): boolean => tells === 'canceled' || tells === ON_HOLD;

interface VisitText {
  readonly template: Template;
  readonly text: string;
  readonly tells: string | undefined;
  readonly key: readonly string[];
  /** Epoch milliseconds. */
  readonly due: number;
  readonly hoursBefore?: number | undefined;
  readonly minutes?: number | undefined;
}

/** Returns a text to the customer, whose link is made if the words have one. */
function visitText(facts: VisitFacts, { text, due, minutes, ...one }: VisitText): readonly MadeMessage[] {
  const { request, account, reach, newLink, now } = facts;
  const { accountId, dispatchRequestId } = request;
  const at = Math.max(due, now);
  const isQuiet = one.template !== 'onMyWay' && reach.sms !== undefined;
  const dueAt = isQuiet ? afterQuiet(at, siteZone(account, request)) : at;
  const made = text.includes('{link}')
    ? newLink({ kind: 'visit', accountId, dispatchRequestId, phone: reach.sms })
    : undefined;
  const values = {
    ...visitFields(account, request, now),
    link: made?.url,
    minutes: minutes === undefined ? undefined : String(minutes),
  };
  const message = customerMessage(account, reach, { ...one, text, values, request, dueAt }, now);
  return message === undefined ? [] : [{ message, link: made?.link }];
}

/** Returns the reminders of a visit that is ahead and whose time has not passed. */
function remindersOf(facts: VisitFacts, tells: string | undefined): readonly MadeMessage[] {
  const { request, account, notice, now } = facts;
  const appointment = activeAppointment(request);
  const choice = account.notify?.customer;
  if (appointment === undefined || choice === undefined || !isAhead(request)) return [];
  const reminders: readonly Reminder[] = choice.reminder ?? [{ hoursBefore: DEFAULT_REMINDER_HOURS }];
  return reminders.flatMap(({ hoursBefore, text = textsIn(account.language).texts.customer.reminder }) => {
    const due = reminderAt(account, appointment, hoursBefore);
    if (due <= now) return [];
    const key = [String(notice.count), String(hoursBefore)];
    const made = visitText(facts, { template: 'reminder', text, tells, key, due, hoursBefore });
    // In the quiet of the night before an early visit, no reminder is left to give.
    return made.filter(({ message }) => message.dueAt < message.expiresAt);
  });
}

/** Returns when a reminder is due: whole days before at the same time of day, or hours before. Epoch milliseconds. */
function reminderAt({ timezone }: Account, appointment: Appointment, hoursBefore: number): number {
  const from = Date.parse(arrivesFrom(appointment));
  if (hoursBefore % 24 !== 0) return from - hoursBefore * HOUR_MS;
  const { date, minute } = wallClockOf(timezone, Math.floor(from / MINUTE_MS));
  return boundaryOf(timezone, addDays(date, -hoursBefore / 24), minute) * MINUTE_MS;
}

/** Returns the text after a visit that is done. */
function followsOf(facts: VisitFacts): readonly MadeMessage[] {
  const { request, account, notice } = facts;
  const follow = account.notify?.customer?.follow;
  if (follow === undefined || request.status !== 'completed') return [];
  const { hoursAfter, text } = follow;
  const due = Date.parse(notice.at) + hoursAfter * HOUR_MS;
  return visitText(facts, { template: 'follow', text, tells: undefined, key: [String(notice.count)], due });
}

/** Returns the text that a technician has just set off. */
function onMyWay(facts: VisitFacts): readonly MadeMessage[] {
  const { request, account, notice, now } = facts;
  const isNew = request.status === 'en_route' && notice.memory.last?.status !== 'en_route';
  const line = request.history.findLast(({ to }) => to === 'en_route');
  if (!isNew || line === undefined || Date.parse(line.at) < now - ON_MY_WAY_MS) return [];
  const { minutes } = line;
  const fallback: TextName = minutes === undefined ? 'onMyWaySoon' : 'onMyWay';
  const text = chosenText(account, 'onMyWay', fallback);
  if (account.notify?.customer === undefined || text === undefined) return [];
  const tells = tellsOf(request);
  return visitText(facts, { template: 'onMyWay', text, tells, key: [line.at], due: now, minutes });
}

/** Returns the links to their day for the technicians whose jobs of today have changed after they got theirs. */
function dayLinks(facts: VisitFacts, since: string): readonly MadeMessage[] {
  const { request, account, notice, now } = facts;
  const at = account.notify?.technicians?.at;
  if (!hasChanged(notice)) return [];
  const { appointment, status } = request;
  const { last } = notice.memory;
  const { date: today, minute } = wallClockOf(account.timezone, Math.floor(now / MINUTE_MS));
  if (at === undefined || minute < wallMinute(at)) return [];
  const isOpen = status === 'scheduled' || status === 'dispatched';
  const isClosed = status === 'canceled' || status === 'on_hold';
  const wasOpen = last?.status === 'scheduled' || last?.status === 'dispatched';
  const isNow = isOpen || (isClosed && wasOpen);
  const days = [
    ...(appointment !== undefined && isNow ? daysOf(appointment) : []),
    ...(last !== undefined && wasOpen && (isOpen || isClosed) ? [last, ...(last.others ?? [])] : []),
  ];
  const concerned = new Set(days.flatMap((day) => (day.date === today ? [day.technicianId] : [])));
  const due = Math.min(Date.parse(notice.at) + PAUSE_MS, Date.parse(since) + LONGEST_MS);
  const made = [...concerned].flatMap((technicianId) =>
    dayLink(account, technicianId, today, {
      ...{ newLink: facts.newLink, now, due: Math.max(due, now) },
      key: [today, request.dispatchRequestId, String(notice.count)],
    }),
  );
  // Technicians who share a number get one link.
  return [...new Map(made.map((one) => [one.message.messageId, one])).values()];
}

interface DayLink extends Pick<VisitFacts, 'newLink' | 'now'> {
  readonly due: number;
  readonly key: readonly string[];
  readonly tells?: string | undefined;
}

/** Returns the message with the link to a technician's day, by text or else by e-mail. */
function dayLink(
  account: Account,
  technicianId: string,
  date: string,
  { newLink, now, due, key, tells }: DayLink,
): readonly MadeMessage[] {
  const technician = account.technicians.find(({ id }) => id === technicianId);
  if (technician === undefined) return [];
  const { accountId } = account;
  const { link, url } = newLink({ kind: 'day', accountId, technicianId, date });
  const values = { ...companyFields(account), ...dayField(account, date, now), link: url };
  const text = fill(textsIn(account.language).texts.customer.dayLink, values);
  const reach = { sms: technician.phone, email: technician.email };
  const message = (['sms', 'email'] as const)
    .flatMap((channel) => {
      const to = reach[channel];
      if (to === undefined) return [];
      const { name } = technician;
      const draft = { template: 'dayLink', audience: 'technician', name, tells } as const;
      return messageOf(account, { ...draft, channel, to, text, values, key, dueAt: due }, now) ?? [];
    })
    .at(0);
  return message === undefined ? [] : [{ message, link }];
}

/**
 * Returns the links that technicians get in the morning of a visit's day, if that morning is to come; none if technicians
 * get none. Each visit of a day asks for the same message.
 */
export function morningLinks(
  account: Account,
  request: DispatchRequest,
  { newLink, now }: Pick<VisitFacts, 'newLink' | 'now'>,
): readonly MadeMessage[] {
  const at = account.notify?.technicians?.at;
  const appointment = activeAppointment(request);
  if (at === undefined || appointment === undefined) return [];
  const days = new Map(daysOf(appointment).map((day) => [dayTells(day), day]));
  return [...days].flatMap(([tells, { technicianId, date }]) => {
    const due = boundaryOf(account.timezone, date, wallMinute(at)) * MINUTE_MS;
    if (due <= now) return [];
    return dayLink(account, technicianId, date, { newLink, now, due, key: [date, 'morning'], tells });
  });
}
