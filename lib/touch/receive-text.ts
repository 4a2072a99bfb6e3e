import type { Account, Danger } from '../accounts/account.ts';
import { everybodyOnCall } from '../accounts/on-call.ts';
import { toE164 } from '../accounts/phone.ts';
import type { BookingDependencies } from '../booking/booking-facts.ts';
import { heldOffer, takeOffer } from '../booking/offer-time.ts';
import { type ConsentDependencies, decideOnTexts } from '../intake/consent.ts';
import { reportEmergency } from '../intake/emergencies/report-emergency.ts';
import { callbackDueAt } from '../intake/messages.ts';
import { DANGER_FLAG } from '../record/attention.ts';
import type { FreedTimes } from '../record/freed-time.ts';
import { dispatchRequestIdFrom } from '../record/ids.ts';
import { saidNote } from '../record/notes.ts';
import type { Outbox } from '../record/outbox/outbox.ts';
import type { Deadline, HandledTexts } from '../record/ports.ts';
import {
  activeAppointment,
  arrivesBy,
  changed,
  type DispatchRequest,
  hasEnded,
  latestOf,
  remembers,
} from '../record/request.ts';
import { type ChangeDependencies, isStored, retry } from '../record/retry.ts';
import { type TakeResult, takeAlert } from '../record/take-alert.ts';
import { confirmVisit } from '../record/visit-changes.ts';
import { HOUR_MS, MINUTE_MS } from '../scheduling/time.ts';
import { dangerIn } from '../understanding/danger.ts';
import { isReaction, withoutQuoted } from '../understanding/quoted.ts';
import { asksForNoTexts, replyIn } from '../understanding/replies.ts';
import { textsIn } from '../wording/texts.ts';
import { type Reply, replyMessage } from './make-message.ts';
import { companyFields } from './message-facts.ts';

/** A text message that somebody sent to a company. */
export interface ReceivedText {
  readonly account: Account;
  /** The provider's id of the message. */
  readonly id: string;
  /** The id of the delivery, if it has one of its own. */
  readonly deliveryId?: string | undefined;
  readonly from: string;
  readonly text: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

export interface TextDependencies extends BookingDependencies, ConsentDependencies {
  readonly freedTimes: Pick<FreedTimes, 'offeredTo'>;
  readonly handledTexts: HandledTexts;
  readonly outbox: Pick<Outbox, 'add' | 'ofRecipient'>;
}

export type TextOutcome = 'noted' | 'updated' | 'answered' | 'duplicate' | 'ignored';

/** Does what a text message asks for, once for each id. What nothing else answers becomes a message for the office. */
export async function receiveText(
  text: ReceivedText,
  deps: TextDependencies,
  deadline: Deadline,
): Promise<TextOutcome> {
  const { account, id, deliveryId } = text;
  const { accountId } = account;
  const from = toE164(text.from, account.region);
  // Nobody can be called back at a short code or a name.
  if (from === undefined) return 'ignored';
  const ids = [id, ...(deliveryId === undefined ? [] : [`delivery ${deliveryId}`])];
  if (await deps.handledTexts.includes(accountId, ids, deadline)) return 'duplicate';
  const outcome = await act({ ...text, from }, deps, deadline);
  await deps.handledTexts.add(accountId, ids, deadline);
  return outcome;
}

async function act(text: ReceivedText, deps: TextDependencies, deadline: Deadline): Promise<TextOutcome> {
  const said = await saidBySender(text, deps, deadline);
  const reply = replyIn(said);
  const danger = isOfCompany(text) ? undefined : dangerIn([said]);
  const read = () => requestsOf(text, deps, deadline);
  if (danger !== undefined) {
    await reportDanger(text, danger, await read(), deps, deadline);
    if (reply === 'other') return 'updated';
  }
  switch (reply) {
    case 'stop':
    case 'start':
      await decide(text, reply === 'start', deps, deadline);
      return 'updated';
    case 'help':
      await answer(text, { template: 'help' }, deps, deadline);
      return 'answered';
    case 'take':
      if (await take(text, deps, deadline)) return 'updated';
      break;
    case 'yes': {
      if (await takeOffered(text, deps, deadline)) return 'updated';
      const known = await read();
      if (await confirm(text, known, deps, deadline)) return 'updated';
      await keep(text, known, deps, deadline);
      return 'noted';
    }
    case 'other':
      break;
  }
  await keep(text, await read(), deps, deadline);
  return 'noted';
}

/** Returns a text without what it repeats of ours: our words about a danger report none, and ours about STOP ask for no end. */
async function saidBySender(
  { account, from, text }: ReceivedText,
  { outbox }: TextDependencies,
  deadline: Deadline,
): Promise<string> {
  if (isReaction(text)) return '';
  if (dangerIn([text]) === undefined && !asksForNoTexts(text)) return text;
  const sent = await outbox.ofRecipient(account.accountId, from, deadline);
  return withoutQuoted(
    text,
    sent.map((message) => message.text),
  );
}

/** True for the numbers of people on call, technicians and the office, who write of the emergencies that they heard of. */
const isOfCompany = ({ account, from }: ReceivedText): boolean =>
  [...everybodyOnCall(account), ...account.technicians].some(({ phone }) => phone === from) ||
  (account.notify?.office ?? []).some(({ sms }) => sms === from);

/** A text may be about a visit that ended this long ago. */
const LOOK_BACK_MS = 48 * HOUR_MS;

/** Reads the requests of the number that a text may be about. */
async function requestsOf(
  { account, from, now }: ReceivedText,
  { requests }: Pick<TextDependencies, 'requests'>,
  deadline: Deadline,
): Promise<readonly DispatchRequest[]> {
  const since = new Date(now - LOOK_BACK_MS).toISOString();
  return latestOf(await requests.ofNumber(account.accountId, from, since, deadline));
}

const ownOf = (known: readonly DispatchRequest[], { from }: ReceivedText): readonly DispatchRequest[] =>
  known.filter(({ customer }) => customer.phone === from);

/** Alerts the people on call as a call does in which a danger is reported, and answers with what to do. */
async function reportDanger(
  text: ReceivedText,
  danger: Danger,
  known: readonly DispatchRequest[],
  deps: TextDependencies,
  deadline: Deadline,
): Promise<void> {
  const { account, id, from: caller, now } = text;
  const name = visitAmong(ownOf(known, text), now)?.customer.name;
  const report = {
    ...({ account, integration: 'text', caller, invocation: `text ${id}`, now, danger } as const),
    ...{ review: [DANGER_FLAG], customer: { name, phone: caller }, notes: saidIn(text) },
    canonicalArguments: id,
  };
  const { alertedAt, acknowledgedAt } = await reportEmergency(report, deps, deadline);
  const isAlerting =
    alertedAt !== undefined && acknowledgedAt === undefined && now - Date.parse(alertedAt) < MINUTE_MS;
  const { texts, safety } = textsIn(account.language);
  const { phone } = companyFields(account);
  const whatToDo = account.emergency.instructions[danger] ?? safety[danger];
  await answer(
    text,
    { template: 'safety', text: texts.safety(account.name, whatToDo, { isAlerting, phone }) },
    deps,
    deadline,
  );
}

/** A number gets this many answers in an hour, so that a machine that answers them gets no more. */
const MOST_ANSWERS = 10;

/** Answers a text once. */
async function answer(
  { account, id, from: to, now }: ReceivedText,
  reply: Omit<Reply, 'to' | 'key'>,
  { outbox }: TextDependencies,
  deadline: Deadline,
): Promise<void> {
  const since = new Date(now - HOUR_MS).toISOString();
  const sent = await outbox.ofRecipient(account.accountId, to, deadline);
  const answers = sent.filter(({ isAnswer, createdAt }) => isAnswer === true && createdAt > since);
  if (answers.length >= MOST_ANSWERS) return;
  const message = replyMessage(account, { ...reply, to, key: `text ${id}` }, now);
  if (message !== undefined) await outbox.add({ messages: [message] }, deadline);
}

/**
 * Acknowledges the newest open emergency of which the number was sent an alert; all that were told hear of it. If none is
 * open, says who has the newest one. False if the number was sent no alert.
 */
async function take(text: ReceivedText, deps: TextDependencies, deadline: Deadline): Promise<boolean> {
  const { account, from, now, id } = text;
  const invocation = `text ${id}`;
  const sent = await deps.outbox.ofRecipient(account.accountId, from, deadline);
  const alerts = sent.filter(({ template }) => template === 'alert');
  const nameOf = new Map(alerts.map(({ dispatchRequestId = '', name = '' }) => [dispatchRequestId, name]));
  const ids = [...nameOf.keys()].filter((one) => one !== '');
  const told = await Promise.all(ids.map((one) => deps.requests.get(one, deadline)));
  const emergencies = told.filter((one) => one !== undefined);
  // A text that comes again has taken one, whatever else is open by now.
  if (emergencies.some((one) => remembers(one, { invocation }))) return true;
  let late: TakeResult | undefined;
  for (const found of emergencies) {
    const isOpen = found.acknowledgedAt === undefined && !hasEnded(found.status);
    if (!isOpen && late !== undefined) continue;
    const name = nameOf.get(found.dispatchRequestId) ?? '';
    const taken = await takeAlert(found, name, now, deps, deadline, invocation);
    if (isOpen && taken.kind === 'taken') return true;
    late ??= taken;
  }
  if (late?.kind === 'taken_by') {
    const { texts } = textsIn(account.language);
    const words = late.by.kind === 'oncall' ? texts.hasIt(late.by.name) : texts.officeHasIt;
    await answer(text, { template: 'taken', request: late.request, text: words }, deps, deadline);
  }
  return late !== undefined;
}

/** Takes the time that is on offer to the number. False if none is, or it is gone. The visit's change is told like any other. */
async function takeOffered(text: ReceivedText, deps: TextDependencies, deadline: Deadline): Promise<boolean> {
  const { account, from, now, id } = text;
  const offered = await deps.freedTimes.offeredTo(account.accountId, from, deadline);
  if (offered === undefined || Date.parse(offered.until) <= now) return false;
  const request = await deps.requests.get(offered.dispatchRequestId, deadline);
  if (request === undefined || request.customer.phone !== from) return false;
  const own = { account, request, provedNumber: from, now };
  const found = await heldOffer(own, deps, deadline);
  if (found === undefined) return false;
  const who = { by: 'customer', now, invocation: `text ${id}` } as const;
  const { kind } = await takeOffer(own, found, who, deps, deadline);
  return kind === 'scheduled' || kind === 'stands';
}

/** Confirms the number's next visit. False if it has none. */
async function confirm(
  text: ReceivedText,
  known: readonly DispatchRequest[],
  deps: TextDependencies,
  deadline: Deadline,
): Promise<boolean> {
  const { now, id } = text;
  const visit = visitAmong(ownOf(known, text), now);
  if (visit === undefined) return false;
  const who = { by: 'customer', now, invocation: `text ${id}` } as const;
  const { kind, request } = await confirmVisit(visit, who, deps, deadline);
  if (kind === 'not_booked') return false;
  await answer(text, { template: 'confirmed', request }, deps, deadline);
  return true;
}

const decide = (
  { account, id, from, text, now }: ReceivedText,
  sms: boolean,
  deps: TextDependencies,
  deadline: Deadline,
) =>
  decideOnTexts(
    {
      accountId: account.accountId,
      phone: from,
      sms,
      by: 'reply',
      now,
      words: text,
      invocation: `text ${id}`,
    },
    deps,
    deadline,
  );

/** A number may have this many open messages from texts; further texts are added to the newest. */
const MAX_OPEN = 5;

/** Stores a text as a message for the office, about the visit that it is probably about. */
async function keep(
  text: ReceivedText,
  known: readonly DispatchRequest[],
  deps: TextDependencies,
  deadline: Deadline,
): Promise<void> {
  const { account, id, from, now } = text;
  const dispatchRequestId = dispatchRequestIdFrom(['text', account.accountId, id]);
  await retry<true, ChangeDependencies>(
    async (round, { requests }) => {
      const found = round === 0 ? known : await requestsOf(text, { requests }, deadline);
      const own = found.filter(({ customer, caller }) => customer.phone === from || caller === from);
      const open = own.filter(({ source, status }) => source === 'text' && status === 'requested');
      const [newest] = open.sort((a, b) => (a.createdAt > b.createdAt ? -1 : 1));
      if ((await requests.get(dispatchRequestId, deadline)) !== undefined) return true;
      const previous = open.length < MAX_OPEN ? undefined : newest;
      const next = noted(text, dispatchRequestId, previous, visitAmong(own, now));
      return (await isStored({ next, previous }, requests, deadline)) || undefined;
    },
    deps,
    deadline,
  );
}

function noted(
  { account, from, text, now }: ReceivedText,
  dispatchRequestId: string,
  previous: DispatchRequest | undefined,
  visit: DispatchRequest | undefined,
): DispatchRequest {
  const said = saidIn({ text });
  const kind = previous === undefined ? 'message' : 'more_in_message';
  const written = changed(previous, { by: 'customer', now }, { to: 'requested', kind });
  if (previous !== undefined)
    return { ...previous, ...written, notes: [...(previous.notes ?? []), ...said].slice(-MAX_NOTES) };
  return {
    ...written,
    dispatchRequestId,
    accountId: account.accountId,
    kind: 'message',
    status: 'requested',
    topic: visit === undefined ? 'other' : 'job',
    dueAt: callbackDueAt(account, now),
    regarding: visit?.dispatchRequestId,
    urgency: 'routine',
    source: 'text',
    needsReview: ['callback'],
    customer: { name: visit?.customer.phone === from ? visit.customer.name : undefined, phone: from },
    notes: said,
    caller: from,
  };
}

const saidIn = ({ text }: Pick<ReceivedText, 'text'>) =>
  saidNote(text.slice(0, MAX_NOTE).toWellFormed().trim() || undefined);

const MAX_NOTE = 2_000;
const MAX_NOTES = 5;

/** Returns the next visit, or the last one that is over. */
function visitAmong(requests: readonly DispatchRequest[], now: number): DispatchRequest | undefined {
  const at = new Date(now).toISOString();
  const byStart = requests
    .filter(({ kind, appointment }) => kind !== 'message' && appointment !== undefined)
    .sort((a, b) => ((a.appointment?.startsAt ?? '') < (b.appointment?.startsAt ?? '') ? -1 : 1));
  const next = byStart.find((request) => {
    const standing = activeAppointment(request);
    return standing !== undefined && (standing.endsAt >= at || arrivesBy(standing) >= at);
  });
  return next ?? byStart.at(-1);
}
