import type { Account } from '../accounts/account.ts';
import type { OfficeMatter } from '../accounts/notify.ts';
import { everybodyOnCall, type OnCallPerson } from '../accounts/on-call.ts';
import { nationalFormat } from '../accounts/phone.ts';
import { NOBODY_REACHED } from '../record/attention.ts';
import type { Notified } from '../record/history.ts';
import type { LinkFacts, PageLink } from '../record/link.ts';
import { isLost, isToTake, type OutboxMessage } from '../record/outbox/message.ts';
import type { Notice } from '../record/outbox/notice.ts';
import type { Plan } from '../record/outbox/outbox.ts';
import { type Customer, type DispatchRequest, isOpenMessage } from '../record/request.ts';
import { takerOf } from '../record/take-alert.ts';
import { DAY_MS } from '../scheduling/time.ts';
import { textsIn } from '../wording/texts.ts';
import { type Draft, messageOf } from './make-message.ts';
import { matterText } from './message-facts.ts';

export interface Made {
  readonly messages: readonly OutboxMessage[];
  readonly links: readonly PageLink[];
}

/** What is known of a request when messages are made of its changes. */
export interface UrgentFacts {
  readonly notice: Notice;
  readonly request: DispatchRequest;
  readonly account: Account;
  /** The customer's record, if the calling number was proved. */
  readonly record: Customer | undefined;
  /** The messages that `notice` names as pending, as stored now. */
  readonly pending: readonly OutboxMessage[];
  /** Returns a new link with its address. */
  readonly newLink: (facts: LinkFacts) => { readonly link: PageLink; readonly url: string };
  /** People see the request here. */
  readonly seeAt: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Returns the messages to people on call and the office that a changed request asks for: each newly notified person is
 * alerted; once somebody has the emergency, all who were alerted hear who; if nobody is left, the alarm address does.
 */
export function planUrgent(facts: UrgentFacts): Plan {
  const { notice, request, account, pending, now } = facts;
  const { dispatchRequestId, alertedAt = '', acknowledgedAt } = request;
  const known = new Set(notice.memory.made);
  const isOver = !isToTake(request);
  const what = matterText(account, request, facts.record);
  const { texts } = textsIn(account.language);
  const steps: readonly (readonly [key: string, make: () => Made])[] = [
    ...(isOver
      ? []
      : recentRounds(request, now).map(
          (round) => [`alert ${round.at} ${round.role}`, () => alerts(facts, round, what)] as const,
        )),
    ...(isNobodyLeft(request, account) && !isOver
      ? [[`alarm ${alertedAt}`, () => unlinked(alarm(facts, texts.alarm(what, facts.seeAt)))] as const]
      : []),
    ...(acknowledgedAt === undefined
      ? []
      : [[`taken ${acknowledgedAt}`, () => unlinked(takenTexts(facts, what))] as const]),
    ...mattersOf(request, now).map(
      ([matter, at]) =>
        [
          `${matter} ${at}`,
          () =>
            unlinked(
              officeMessages(account, matter, texts.office[matter](what, facts.seeAt), {
                key: [at],
                request,
                now,
              }),
            ),
        ] as const,
    ),
  ];
  const fresh = steps.filter(([key]) => !known.has(key));
  const made = fresh.map(([, make]) => make());
  const messages = made.flatMap((one) => one.messages);
  const alerted = messages.filter(({ template }) => template === 'alert');
  return {
    notice: { ...notice, dispatchRequestId },
    messages,
    links: made.flatMap((one) => one.links),
    superseded: isOver ? pending.filter(({ status }) => status === 'due') : [],
    memory: {
      pending: [...notice.memory.pending, ...alerted.map(({ messageId }) => messageId)],
      made: [...known, ...fresh.map(([key]) => key)],
    },
  };
}

/** An alert of a round that is older than this many milliseconds would be worthless. */
const WORTH_MS = 60 * 60_000;

const recentRounds = ({ notified = [] }: DispatchRequest, now: number): readonly Notified[] =>
  notified.filter(({ at }) => Date.parse(at) > now - WORTH_MS);

const unlinked = (messages: readonly OutboxMessage[]): Made => ({ messages, links: [] });

/** True if an alert has no one left to tell: escalation has ended, or the account names nobody who is on call. */
const isNobodyLeft = (request: DispatchRequest, account: Account): boolean =>
  request.alertedAt !== undefined &&
  (request.needsReview.includes(NOBODY_REACHED) || everybodyOnCall(account).length === 0);

/** Returns the people of a round of notifications, as the account has them now. */
function peopleOf(account: Account, round: Notified): readonly OnCallPerson[] {
  const named = everybodyOnCall(account).filter(
    ({ name, role }) => round.people.includes(name) && (round.role === 'everybody' || round.role === role),
  );
  return named.filter(({ phone }, index) => named.findIndex((one) => one.phone === phone) === index);
}

/** The part of an alert's id that says in which round it was sent, and to whom. */
const alertKey = (round: Notified, { name }: OnCallPerson) => [round.at, round.role, name];

function alerts(facts: UrgentFacts, round: Notified, what: string): Made {
  const { request, account, now, newLink } = facts;
  const { accountId, name: company, language } = account;
  const { dispatchRequestId } = request;
  const { texts } = textsIn(language);
  const made = peopleOf(account, round).map((person): Made => {
    const { name, phone, email, channels } = person;
    const { link, url } = newLink({ kind: 'alert', accountId, dispatchRequestId, name });
    const shared = { template: 'alert', audience: 'onCall', name, request } as const;
    const bodies = {
      sms: { to: phone, text: texts.alert(what, url) },
      voice: { to: phone, text: texts.alertSpoken(company, what, howToTake(account, person)) },
      email: { to: email ?? '', text: texts.alertByMail(what, url) },
    };
    const messages = channels.flatMap((channel) => {
      const draft = { ...shared, ...bodies[channel], channel, key: alertKey(round, person) };
      return draft.to === '' ? [] : (messageOf(account, draft, now) ?? []);
    });
    return { messages, links: messages.length === 0 ? [] : [link] };
  });
  return { messages: made.flatMap((one) => one.messages), links: made.flatMap((one) => one.links) };
}

/** Says how somebody whose phone rings can take the emergency; undefined if they get nothing but the call. */
function howToTake({ notify, language }: Account, { channels, email }: OnCallPerson): string | undefined {
  const { sms, email: mail } = notify?.senders ?? {};
  const { takeBy } = textsIn(language).texts;
  if (sms !== undefined && channels.includes('sms')) return takeBy.reply;
  if (mail !== undefined && channels.includes('email') && email !== undefined) return takeBy.email;
  return sms && takeBy.text(nationalFormat(sms.from));
}

function alarm({ account, request, now }: UrgentFacts, text: string): readonly OutboxMessage[] {
  const { alarmEmail } = account;
  if (alarmEmail === undefined) return [];
  const draft = { template: 'alarm', audience: 'office', channel: 'email', to: alarmEmail } as const;
  return [messageOf(account, { ...draft, text, request, key: [request.alertedAt ?? ''] }, now) ?? []].flat();
}

/** Tells everybody who was alerted who has the emergency. */
function takenTexts({ account, request, pending, now }: UrgentFacts, what: string): readonly OutboxMessage[] {
  const { texts } = textsIn(account.language);
  const taker = takerOf(request);
  const { alertedAt = '' } = request;
  const told = pending.filter(
    ({ channel, status, createdAt }) =>
      channel !== 'voice' && status !== 'due' && status !== 'failed' && createdAt >= alertedAt,
  );
  const byPerson = Map.groupBy(told, ({ name = '' }) => name);
  return [...byPerson].flatMap(([name, alertsOfPerson]) => {
    const { channel, to } = alertsOfPerson.find((one) => one.channel === 'sms') ?? alertsOfPerson[0] ?? {};
    if (channel === undefined || to === undefined) return [];
    const isOwn = taker?.kind === 'oncall' && taker.name === name;
    const byOther = taker?.kind === 'oncall' ? texts.takenBy(taker.name, what) : texts.takenByOffice(what);
    const draft: Draft = {
      ...{ template: 'taken', audience: 'onCall', channel, to, name, request },
      text: isOwn ? texts.takenByYou(what) : byOther,
      key: [request.acknowledgedAt ?? ''],
    };
    return messageOf(account, draft, now) ?? [];
  });
}

/** Returns what the office hears of a request, with the instant that tells it from an earlier one. */
function mattersOf(
  request: DispatchRequest,
  now: number,
): readonly (readonly [Exclude<OfficeMatter, 'failed'>, string])[] {
  const { alertedAt, overdueAt, createdAt, kind } = request;
  const all = [
    ...(alertedAt === undefined ? [] : [['emergency', alertedAt] as const]),
    ...(kind === 'message' && isOpenMessage(request) ? [['message', createdAt] as const] : []),
    ...(overdueAt === undefined ? [] : [['overdue', overdueAt] as const]),
  ];
  return all.filter(([, at]) => Date.parse(at) > now - DAY_MS);
}

/** Returns a message for each contact of the office that hears of a matter. */
export function officeMessages(
  account: Account,
  matter: OfficeMatter,
  text: string,
  { key, request, now }: Pick<Draft, 'key' | 'request'> & { readonly now: number },
): readonly OutboxMessage[] {
  const contacts = account.notify?.office?.filter((contact) => contact.for.includes(matter)) ?? [];
  return contacts.flatMap(({ email, sms }) => {
    const channel = sms === undefined ? 'email' : 'sms';
    const to = sms ?? email ?? '';
    const draft = { template: 'office', audience: 'office', channel, to, text, request } as const;
    return messageOf(account, { ...draft, key: [matter, ...key] }, now) ?? [];
  });
}

/** A person on call whom none of the alerts of a round can reach, and why. */
export interface Unreached {
  readonly name: string;
  readonly reason: string;
}

/**
 * Returns the people of the last round whom no alert reached, and whether that is all of them. An account without senders
 * sends nothing, so nobody knows.
 */
export function unreachedOf({
  account,
  request,
  pending,
}: Pick<UrgentFacts, 'account' | 'request' | 'pending'>): {
  readonly unreached: readonly Unreached[];
  readonly isEverybody: boolean;
} {
  const round = request.notified?.at(-1);
  const hasSenders = Object.values(account.notify?.senders ?? {}).some((sender) => sender !== undefined);
  if (round === undefined || !hasSenders) return { unreached: [], isEverybody: false };
  const people = peopleOf(account, round);
  const unreached = people.flatMap((person): readonly Unreached[] => {
    const ids = new Set(alertIds(account, request, round, person));
    const sent = pending.filter(({ messageId }) => ids.has(messageId));
    if (sent.length === 0 && ids.size === 0) return [{ name: person.name, reason: 'no_sender' }];
    if (sent.length === 0 || !sent.every(isLost)) return [];
    return [{ name: person.name, reason: sent[0]?.reason ?? 'unknown' }];
  });
  return { unreached, isEverybody: people.length > 0 && unreached.length === people.length };
}

/** Returns the ids of the alerts of a person in a round, as far as the account sends them. */
function alertIds(
  account: Account,
  request: DispatchRequest,
  round: Notified,
  person: OnCallPerson,
): readonly string[] {
  return person.channels.flatMap((channel) => {
    const to = channel === 'email' ? person.email : person.phone;
    if (to === undefined) return [];
    const draft = { template: 'alert', audience: 'onCall', text: '', request, channel, to } as const;
    return messageOf(account, { ...draft, key: alertKey(round, person) }, 0)?.messageId ?? [];
  });
}
