import type { Account } from '../../accounts/account.ts';
import { everybodyOnCall, type OnCallPerson, onCallAt } from '../../accounts/on-call.ts';
import { normalized, oneLine } from '../../normalized.ts';
import { inWords } from '../../record/attention.ts';
import { addressFields, type Contact, type Place } from '../../record/customers/contact.ts';
import { chooseSite } from '../../record/customers/sites.ts';
import type {
  LeadsRefusedEvent,
  RequestEvent,
  RequestEventType,
  TellableEvent,
} from '../../record/events.ts';
import { StorageUnavailable } from '../../record/faults.ts';
import type { Notified } from '../../record/history.ts';
import type { AccountReader, CustomerStore, RefusedDays, RequestStore } from '../../record/ports.ts';
import type { RefusedDay } from '../../record/refused-lead.ts';
import type { Customer, DispatchRequest } from '../../record/request.ts';
import { addDays, MINUTE_MS, wallClockOf } from '../../scheduling/time.ts';
import { formatClockTime } from '../../scheduling/time-of-day.ts';
import { notesText } from '../../wording/en/office.ts';

/** Longer texts of callers are cut to this many characters. */
const MOST_SAID = 500;
const MOST_TEXT = 120;

export interface UrgentMessage {
  /** One line of less than 100 ASCII characters, as the subject of an e-mail. */
  readonly subject: string;
  /** What callers said never begins a line of its own. */
  readonly lines: readonly string[];
}

interface UrgentFacts {
  readonly event: RequestEvent;
  /** The request as stored now, perhaps later than the event; undefined if it is gone. */
  readonly request: DispatchRequest | undefined;
  /** The customer's record; absent unless the number was proved. */
  readonly record: Customer | undefined;
  readonly account: Account | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  /** People see and change the request here: an address or a command. */
  readonly seeAt: string;
}

/** Returns the message about an urgent event: who must act, for whom, where and why, and where to go on. */
export function urgentMessage({ event, request, record, account, now, seeAt }: UrgentFacts): UrgentMessage {
  const company = shown(account?.name ?? event.accountId, MOST_TEXT);
  const what = headingOf(event);
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Since', localTime(sinceOf(event, request), account)],
    ['Notified', request && account && notifiedText(request, account)],
    ['On call now', account && onCallText(account, request, now)],
    ...(request === undefined ? [] : requestFacts(request, record, account)),
    ['Status', statusOf(event, request)],
    ['See it', `${seeAt} (${event.dispatchRequestId}, version ${event.version})`],
  ];
  return {
    subject: toSubject(`${what}: ${company}`),
    lines: [
      `${what}: ${company}`,
      ...facts.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [`${name}: ${value}`])),
    ],
  };
}

interface LeadsRefusedFacts {
  readonly event: LeadsRefusedEvent;
  readonly account: Account | undefined;
  /** Counts refused leads on the event's day so far, and `yesterday` on the day before; undefined if unreadable. */
  readonly today: RefusedDay | undefined;
  readonly yesterday: RefusedDay | undefined;
  readonly seeAt: string;
}

/** Returns the message about the first refused lead of a day. It names no person: an operator reads what was sent. */
function leadsRefusedMessage({
  event: { accountId, occurredAt },
  account,
  today,
  yesterday,
  seeAt,
}: LeadsRefusedFacts): UrgentMessage {
  const what = `Leads refused: ${shown(account?.name ?? accountId, MOST_TEXT)}`;
  return {
    subject: toSubject(what),
    lines: [
      what,
      `Since: ${localTime(occurredAt, account)}`,
      ...(today === undefined ? [] : [countText(today.count, yesterday?.count ?? 0), ...fieldsText(today)]),
      "What: the CRM's leads lack a field, or one has another name. Each is kept for 30 days and can be sent again after a fix",
      `See them: ask whoever runs the service: ${seeAt}`,
      'Told: once a day',
    ],
  };
}

const countText = (today: number, yesterday: number): string =>
  `Refused: ${today} so far today${yesterday === 0 ? '' : `, ${yesterday} yesterday`} (UTC)`;

const fieldsText = ({ fields }: RefusedDay): readonly string[] =>
  fields.length === 0 ? [] : [`Fields: ${shown(fields.join(', '), MOST_SAID)}`];

const headings: Readonly<Partial<Record<RequestEventType, string>>> = {
  'dispatch-request.escalated': 'Emergency that nobody has acknowledged',
  'dispatch-request.nobody-reached': 'Emergency with nobody left to notify',
  'dispatch-request.moved': 'Emergency moved',
  'dispatch-request.adjusted': 'Emergency moved within its window',
  'dispatch-request.canceled': 'Emergency canceled',
  'dispatch-request.status-changed': 'Emergency changed',
  'message.overdue': 'Overdue callback',
};

function headingOf({ type, urgency }: RequestEvent): string {
  const heading = Object.entries(headings).find(([name]) => name === type)?.[1];
  return heading ?? (urgency === 'emergency' ? 'Emergency' : 'To review');
}

/** Returns when the matter of the event began: ISO 8601, UTC. */
function sinceOf({ type, occurredAt }: RequestEvent, request: DispatchRequest | undefined): string {
  const overdue: RequestEventType = 'message.overdue';
  const since = type === overdue ? request?.dueAt : request?.alertedAt;
  return since ?? occurredAt;
}

function localTime(iso: string, account: Account | undefined): string {
  const timezone = account?.timezone ?? 'UTC';
  const { date, minute } = wallClockOf(timezone, Math.floor(Date.parse(iso) / MINUTE_MS));
  return `${date} ${formatClockTime(minute)} (${timezone})`;
}

function notifiedText({ notified }: DispatchRequest, account: Account): string | undefined {
  const last = notified?.at(-1);
  if (last === undefined) return undefined;
  const isReached = ({ name, role }: OnCallPerson) =>
    last.people.includes(name) && (last.role === 'everybody' || role === last.role);
  const people = everybodyOnCall(account).filter(isReached);
  // Somebody may have left the list since.
  return people.length === 0 ? namesOf(last) : people.map(personText).join('; ');
}

const namesOf = ({ people, role }: Notified): string => `${people.join(', ')} (${role})`;

const personText = ({ name, role, phone }: OnCallPerson): string =>
  `${shown(name, MOST_TEXT)} (${role}), ${phone}`;

/** Undefined for an account that names nobody and has no number. */
function onCallText(account: Account, request: DispatchRequest | undefined, now: number): string | undefined {
  const service = account.serviceTypes.find(({ id }) => id === request?.serviceTypeId);
  const people = onCallAt(account, now, service).map(personText);
  if (people.length > 0) return people.join('; ');
  const { phone, afterHoursPhone } = account.transfer;
  const office = phone ?? afterHoursPhone;
  if (office !== undefined) return `nobody; the office is ${office}`;
  return account.onCall === undefined ? undefined : 'nobody';
}

function requestFacts(
  request: DispatchRequest,
  record: Customer | undefined,
  account: Account | undefined,
): readonly (readonly [string, string | undefined])[] {
  const { customer, caller, serviceType, notes, needsReview, kind, topic, acknowledgedAt } = request;
  const { phone = caller } = customer;
  const calledFrom = caller === phone ? undefined : caller;
  return [
    ['Acknowledged', acknowledgedAt && localTime(acknowledgedAt, account)],
    ['About', kind === 'message' ? topic : serviceType && shown(serviceType, MOST_TEXT)],
    ['Customer', [toldOr(nameOf(customer), record?.name, MOST_TEXT), phone].filter(Boolean).join(', ')],
    ['Called from', calledFrom],
    ['Address', toldOr(addressOf(customer), recordedAddress(customer, record), MOST_TEXT * 2)],
    ['Said', notes && `"${shown(notesText(notes) ?? '', MOST_SAID)}"`],
    ['To check', inWords(needsReview, request.danger)],
  ];
}

export const nameOf = ({ name, firstName, lastName }: Contact): string =>
  name ?? [firstName, lastName].filter((part) => part !== undefined).join(' ');

const addressOf = (place: Place): string =>
  addressFields
    .map((field) => place[field])
    .filter((part) => part !== undefined)
    .join(', ');

/** Returns the addresses on file that the caller may mean; undefined if they named one. */
export function recordedAddress(
  { address, city, zip }: Contact,
  record: Customer | undefined,
): string | undefined {
  if (record === undefined || address !== undefined) return undefined;
  const choice = chooseSite({ city, zip }, record.sites);
  if (choice.kind === 'none') return undefined;
  const sites = choice.kind === 'site' ? [choice.site] : choice.sites;
  return sites.map(addressOf).join(' or ');
}

/** Returns what was told, or otherwise what is on file, as one line. */
const toldOr = (told: string, onFile: string | undefined, most: number): string =>
  onFile === undefined || told !== '' ? shown(told, most) : `${shown(onFile, most)} (on file)`;

function statusOf({ status, urgency }: RequestEvent, request: DispatchRequest | undefined): string {
  const { appointment } = request ?? {};
  const visit =
    appointment === undefined
      ? ''
      : `, ${appointment.date} ${formatClockTime(appointment.minute)} with ${shown(appointment.technician, MOST_TEXT)}`;
  return `${request?.status ?? status}, ${request?.urgency ?? urgency}${visit}`;
}

/** Converts other people's text to one line of at most this many characters. */
function shown(text: string, most: number): string {
  // Cutting comes first, because a text may be far longer than what is shown.
  const line = oneLine(text.slice(0, most * 4));
  const characters = [...line];
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join('')}…`;
}

/** SNS takes ASCII, beginning with a letter, digit or mark, and less than 100 characters. */
const toSubject = (text: string): string =>
  normalized(text, 'NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .slice(0, 99)
    .trim();

/** People use a board or the command line. */
export interface SeenAt {
  /** The board's address, whose fragment stays. Without it, messages name a command. */
  readonly boardUrl?: string | undefined;
  /** The name of the stack; absent from a server on one's own machine. */
  readonly stack?: string | undefined;
}

/** Returns where people see the request of an event: its place on the board, or a command if there is no board. */
export function whereToSee(
  { accountId, dispatchRequestId }: Pick<RequestEvent, 'accountId' | 'dispatchRequestId'>,
  { boardUrl, stack }: SeenAt,
): string {
  if (boardUrl === undefined) return command(`requests show ${dispatchRequestId}`, stack);
  const query = new URLSearchParams({ account: accountId, request: dispatchRequestId });
  const [page = '', fragment] = boardUrl.split('#');
  return `${page}?${query}${fragment === undefined ? '' : `#${fragment}`}`;
}

/** Returns the command by which operators see an account's refused leads, which no board shows. */
const whereToSeeRefused = ({ accountId }: Pick<LeadsRefusedEvent, 'accountId'>, { stack }: SeenAt): string =>
  command(`leads refused list --account ${accountId}`, stack);

const command = (words: string, stack: string | undefined): string =>
  `npx dispatch ${words}${stack === undefined ? '' : ` --stack ${stack}`}`;

/** Reading the request may take this many milliseconds. */
const READ_MS = 3_000;

export interface TellingDependencies extends SeenAt {
  readonly requests: Pick<RequestStore, 'get'>;
  readonly customers: Pick<CustomerStore, 'get'>;
  readonly accounts: Pick<AccountReader, 'byId'>;
  readonly refusedDays: RefusedDays;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/**
 * Returns the message about an urgent event. Reads the request and the account, because events carry nothing about
 * persons. Fails with `StorageUnavailable`.
 */
export async function messageAbout(event: TellableEvent, deps: TellingDependencies): Promise<UrgentMessage> {
  if ('dispatchRequestId' in event) return await messageAboutRequest(event, deps);
  const { accountId, date } = event;
  const refusedOn = (day: string) =>
    deps.refusedDays.get(accountId, day, deps.now() + READ_MS).catch(unreadable);
  const [account, today, yesterday] = await Promise.all([
    deps.accounts.byId(accountId).catch(unreadable),
    refusedOn(date),
    refusedOn(addDays(date, -1)),
  ]);
  return leadsRefusedMessage({ event, account, today, yesterday, seeAt: whereToSeeRefused(event, deps) });
}

async function messageAboutRequest(event: RequestEvent, deps: TellingDependencies): Promise<UrgentMessage> {
  const now = deps.now();
  const [request, account] = await Promise.all([
    deps.requests.get(event.dispatchRequestId, now + READ_MS).catch(unreadable),
    deps.accounts.byId(event.accountId).catch(unreadable),
  ]);
  const record = request && (await recordOf(request, deps));
  return urgentMessage({ event, request, record, account, now, seeAt: whereToSee(event, deps) });
}

/** Reads the calling number's record if the request lacks what it may have. A spoken number proves nothing. */
export async function recordOf(
  { accountId, caller, customer }: DispatchRequest,
  { customers, now }: Pick<TellingDependencies, 'customers' | 'now'>,
): Promise<Customer | undefined> {
  const isProved = caller !== undefined && (customer.phone ?? caller) === caller;
  const isComplete = nameOf(customer) !== '' && customer.address !== undefined;
  if (!isProved || isComplete) return undefined;
  return await customers.get(accountId, caller, now() + READ_MS).catch(unreadable);
}

/** If another release stored what this one can't read, people are told what the event says. */
function unreadable(error: unknown): undefined {
  if (error instanceof StorageUnavailable) throw error;
}
