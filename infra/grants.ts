import type { FoundBy } from '../lib/accounts/account.ts';
import { messageKey, messagesOfKey, outboxKey, recipientKey } from '../lib/aws/items/message-item.ts';
import { noticeKey } from '../lib/aws/items/notice-item.ts';
import {
  accountKey,
  callKey,
  callsKey,
  callsOfNumberKey,
  customerKey,
  dayKey,
  queueKey,
  reminderKey,
  requestKey,
  waitingKey,
} from '../lib/aws/items/request-item.ts';
import { tombstoneKey } from '../lib/aws/items/tombstone.ts';
import { ACCOUNTS_KEY, accountItemKey, originItemKey } from '../lib/aws/stores/account-reader.ts';
import { answersOf } from '../lib/aws/stores/answer-store.ts';
import { blockKey, blocksKey } from '../lib/aws/stores/block-store.ts';
import { freedKey } from '../lib/aws/stores/freed-time-store.ts';
import { holdKey } from '../lib/aws/stores/hold-store.ts';
import { deliveryKey } from '../lib/aws/stores/lead-store.ts';
import { linkKey, linksKey } from '../lib/aws/stores/link-store.ts';
import { connectionKey, connectionsKey, ticketKey } from '../lib/aws/stores/live-store.ts';
import { memoriesOf } from '../lib/aws/stores/memory-store.ts';
import { numberKey } from '../lib/aws/stores/number-reader.ts';
import { planKey } from '../lib/aws/stores/plan-store.ts';
import { REFUSED_KEY, refusedDayKey, refusedLeadKey } from '../lib/aws/stores/refused-lead-store.ts';
import { alertsKey } from '../lib/aws/stores/request-store.ts';
import { scheduleKey } from '../lib/aws/stores/schedule-reader.ts';
import { searchKey } from '../lib/aws/stores/search-store.ts';
import { textKey } from '../lib/aws/stores/text-store.ts';
import type { IndexName } from '../lib/aws/table/table.ts';
import { warmUpKey } from '../lib/aws/warm-up.ts';
import { reminderKinds } from '../lib/intake/reminder.ts';
import { integrations, platforms, type WebhookSender } from '../lib/platforms/index.ts';
import type { Platform, Workload } from '../lib/platforms/platform.ts';
import { dueKinds } from '../lib/record/outbox/outbox.ts';
import type { Route } from '../lib/routes.ts';
import { releaseAccount } from '../lib/smoke/smoke-account.ts';

/** Actions on items of the table. A transaction needs the actions of its operations. */
type ItemAction =
  | 'BatchGetItem'
  | 'BatchWriteItem'
  | 'ConditionCheckItem'
  | 'DeleteItem'
  | 'GetItem'
  | 'PutItem'
  | 'Query'
  | 'UpdateItem';

/** Actions on the items whose partition key has one of these forms; with an index, on that index and its partition key. */
export interface Grant {
  readonly actions: readonly `dynamodb:${ItemAction}`[];
  /** Partition keys, with `*` for any text. */
  readonly keys: readonly string[];
  readonly index?: IndexName;
}

const on = (keys: string | readonly string[], ...actions: readonly ItemAction[]): Grant => ({
  actions: actions.map((action) => `dynamodb:${action}` as const),
  keys: [keys].flat(),
});

const query = (index: IndexName, keys: string | readonly string[]): Grant => ({
  ...on(keys, 'Query'),
  index,
});

/** Forms of partition keys. */
const keys = {
  account: accountItemKey('*').pk,
  origin: (kind: FoundBy) => originItemKey({ kind, externalId: '*' }).pk,
  request: requestKey('*').pk,
  schedule: scheduleKey('*', '*', '*').pk,
  customer: customerKey('*', '*'),
  number: numberKey('*', '*').pk,
  freed: freedKey('*', '').pk,
  alerts: alertsKey('*', '').pk,
  call: callKey('*', '*', '*'),
  hold: holdKey('*', '*').pk,
  block: blockKey('*').pk,
  answer: answersOf('*', '*'),
  memory: memoriesOf('*', '*'),
  link: linkKey('*').pk,
  linksOf: [linksKey('*', { dispatchRequestId: '*' }), linksKey('*', { technicianId: '*' })],
  text: textKey('*', '*').pk,
  allAccounts: ACCOUNTS_KEY,
  calls: callsKey('*'),
  caller: callsOfNumberKey('*', '*'),
  day: dayKey('*', '*'),
  waiting: waitingKey('*'),
  queue: queueKey('*'),
  search: searchKey('*'),
  delivery: deliveryKey('*', '*').pk,
  refused: refusedLeadKey('*').pk,
  refusedDay: refusedDayKey('*', '*').pk,
  tombstone: tombstoneKey('*', '*').pk,
  warmUp: warmUpKey.pk,
  notice: noticeKey('*', 'urgent').pk,
  message: messageKey('*').pk,
  recipient: recipientKey('*', '*'),
  outbox: outboxKey('*'),
  messagesOf: messagesOfKey('*', '*'),
  ticket: ticketKey('*').pk,
  connection: connectionKey('*').pk,
  connections: connectionsKey('*'),
  plan: planKey('*', '').pk,
} as const;

/** The actions that hold a time or release it. */
const holding = ['GetItem', 'PutItem', 'UpdateItem'] as const;

/** The right to read documents. No function may write them; only people do (`accounts put`). */
function documents(sender: WebhookSender): Grant {
  const findsByNumber = sender !== 'messaging' && asksForAgent(platforms[sender]);
  const own = keys.origin(sender === 'messaging' ? 'texts' : sender);
  const origins = [own, ...(findsByNumber ? [keys.origin('numbers')] : [])];
  return on([keys.account, ...origins, keys.warmUp], 'GetItem');
}

const asksForAgent = (platform: Platform): boolean => platform.kind === 'voice' && platform.asksForAgent;

/** Finds out who calls. */
const greetings: readonly Grant[] = [
  on(keys.customer, 'GetItem'),
  on(keys.memory, 'GetItem'),
  query('byCustomer', keys.customer),
  query('byCaller', keys.customer),
];

const leads: readonly Grant[] = [
  // Whether the number gets texts; nothing is decided anew for an erased person.
  on(keys.customer, 'GetItem', 'UpdateItem'),
  on(keys.tombstone, 'ConditionCheckItem'),
  on(keys.delivery, 'GetItem', 'PutItem'),
  // A lead that follows a booking is added to the booking.
  on(keys.request, 'GetItem', 'PutItem'),
  on(keys.number, 'UpdateItem'),
  // The open leads of a number are counted.
  query('byCustomer', keys.customer),
  // The number of an emergency may have an open alert, and alerts are counted.
  on(keys.number, 'GetItem'),
  on(keys.alerts, 'UpdateItem'),
  on(keys.notice, 'UpdateItem'),
  // Refused leads and the counts of their days are stored; only people read them.
  on(keys.refused, 'PutItem', 'UpdateItem'),
];

const callReports: readonly Grant[] = [
  // A report about an erased person is not stored.
  on(keys.tombstone, 'ConditionCheckItem'),
  // The update is of the item through which calls are listed.
  on(keys.call, 'PutItem', 'UpdateItem'),
  // A failed transfer becomes a callback, to the number that was spoken in the call.
  on(keys.request, 'GetItem', 'PutItem'),
  query('byCall', keys.call),
  // How the call has ended so far decides whether the next call of its number may continue it.
  on(keys.call, 'GetItem'),
  on(keys.memory, 'GetItem', 'PutItem'),
  // The times that the call holds are released, or kept for that call.
  on(keys.hold, 'Query', ...holding),
  on(keys.schedule, 'Query', 'UpdateItem'),
  on(keys.notice, 'UpdateItem'),
];

const liveCalls: readonly Grant[] = [
  on(keys.request, 'GetItem', 'PutItem'),
  // A repeat of a refused function call gets the same answer. Requests need a statement of their own, because CDK merges it
  // with the equal one for call reports.
  on(keys.answer, 'GetItem', 'PutItem'),
  // The next functions of the call know what one was told.
  on(keys.memory, 'GetItem', 'UpdateItem'),
  on(keys.customer, 'GetItem', 'UpdateItem'),
  // A late repeat must not bring back an erased person's record.
  on(keys.tombstone, 'ConditionCheckItem'),
  // The outcome of a call is updated; holding a time has a condition on the call.
  on(keys.call, 'ConditionCheckItem', 'UpdateItem'),
  on(keys.hold, ...holding),
  on(keys.number, 'GetItem', 'PutItem', 'UpdateItem'),
  on(keys.alerts, 'UpdateItem'),
  on(keys.schedule, 'Query', 'UpdateItem'),
  // A change of a request says so to the function that makes messages.
  on(keys.notice, 'UpdateItem'),
  // Only the command line lists an account, with byAccount.
  query('byCustomer', keys.customer),
  query('byCaller', keys.customer),
  query('byCall', keys.call),
];

/** What people answer to text messages. */
const texts: readonly Grant[] = [
  // Answers, and what became of messages; people on call take the emergency that they were alerted of.
  on(keys.message, 'GetItem', 'PutItem'),
  query('byCustomer', keys.recipient),
  // Each message counts once.
  on(keys.text, 'GetItem', 'PutItem'),
  on(keys.customer, 'GetItem', 'UpdateItem'),
  // The office hears of messages.
  on(keys.notice, 'UpdateItem'),
  // A late repeat decides nothing for an erased person.
  on(keys.tombstone, 'ConditionCheckItem'),
  on(keys.request, 'GetItem', 'PutItem'),
  query('byCustomer', keys.customer),
  query('byCaller', keys.customer),
  // A reported danger alerts people: the number may have an open alert, and alerts are counted.
  on(keys.number, 'GetItem', 'UpdateItem'),
  on(keys.alerts, 'UpdateItem'),
  // A reply takes the time that is on offer.
  on(keys.hold, 'GetItem', 'PutItem'),
  on(keys.schedule, 'Query', 'UpdateItem'),
];

const grantsOfWorkload: Readonly<Record<Workload, readonly Grant[]>> = {
  leads,
  greetings,
  functions: liveCalls,
  reports: callReports,
  texts,
};

/**
 * The rights of a route's function on the table: only the actions that its code uses, on the kinds of items that it
 * uses them on. Besides, a function may only read its integration's secret and write its own log.
 */
export const grantsOf = ({ sender, handles }: Route): readonly Grant[] => [
  documents(sender),
  ...handles.flatMap((workload) => grantsOfWorkload[workload]),
];

/** The rights of the function that hears from AWS of messages on the table. */
export const messageEventGrants: readonly Grant[] = [
  on([keys.account, keys.origin('texts')], 'GetItem'),
  ...texts,
];

/** The rights of the reminders function on the table. */
export const reminderGrants: readonly Grant[] = [
  query('byReminder', [...reminderKinds, ...dueKinds].map(reminderKey)),
  // A message is handed over only if its request and the recipient's consent are as they were read.
  on(keys.request, 'ConditionCheckItem', 'GetItem', 'PutItem'),
  on(keys.customer, 'ConditionCheckItem', 'GetItem', 'PutItem', 'UpdateItem'),
  on(keys.message, 'GetItem', 'PutItem'),
  on(keys.link, 'PutItem'),
  on(keys.account, 'GetItem'),
  // Technicians get a link to their day if it has visits. Freed time is held for those who wait.
  on(keys.schedule, 'Query', 'UpdateItem'),
  on(keys.hold, 'GetItem', 'PutItem'),
  on(keys.freed, 'GetItem', 'UpdateItem'),
  query('byDay', keys.waiting),
  // Who may be texted from now on is told of their visits.
  query('byCustomer', keys.customer),
  query('byCaller', keys.customer),
  // When an alert ends that also stood for another emergency, that one's number may get a new alert; alerts are counted.
  on(keys.number, 'GetItem', 'UpdateItem'),
  on(keys.alerts, 'UpdateItem'),
  on(keys.notice, 'GetItem', 'UpdateItem'),
];

/** The rights of the function that tells people of urgent events on the table. */
export const urgentGrants: readonly Grant[] = [
  on([keys.request, keys.account, keys.customer, keys.refusedDay], 'GetItem'),
];

/** The rights of the board's function on the table. */
export const boardGrants: readonly Grant[] = [
  on([keys.account, keys.customer, keys.memory], 'GetItem'),
  // A new customer's record is stored with the first visit, and a dispatcher corrects one; a job may come from a call.
  on([keys.customer, keys.call], 'UpdateItem'),
  on([keys.request, keys.block], 'BatchGetItem', 'GetItem', 'PutItem'),
  on(keys.block, 'DeleteItem'),
  on(keys.ticket, 'PutItem'),
  // Dispatchers can take over a time that a call holds.
  on(keys.hold, ...holding),
  on(keys.schedule, 'Query', 'UpdateItem'),
  on(keys.notice, 'UpdateItem'),
  on([keys.call, keys.search], 'Query'),
  // What a search finds is read as it is stored.
  on([keys.customer, keys.call], 'BatchGetItem'),
  query('byAccount', [keys.allAccounts, keys.calls, keys.outbox]),
  query('byCall', keys.messagesOf),
  query('byCustomer', keys.customer),
  query('byCaller', [keys.customer, keys.caller]),
  query('byDay', [keys.day, keys.waiting]),
  query('byQueue', keys.queue),
];

/** The rights of the function that hints at changes and brings the board's search up to date on the table. */
export const boardUpdateGrants: readonly Grant[] = [
  on([keys.request, keys.customer, keys.call], 'GetItem'),
  on(keys.search, 'BatchWriteItem'),
  query('byAccount', keys.connections),
  on(keys.connection, 'DeleteItem'),
  // Time that became free is offered if anybody waits.
  query('byDay', keys.waiting),
  on(keys.freed, 'UpdateItem'),
];

/** The rights of the function that opens connections for hints on the table. */
export const liveGrants: readonly Grant[] = [
  on(keys.ticket, 'DeleteItem'),
  on(keys.connection, 'DeleteItem', 'PutItem'),
];

/** The rights of the function of the pages on the table. */
export const pageGrants: readonly Grant[] = [
  on(keys.account, 'GetItem'),
  on(keys.link, 'GetItem', 'UpdateItem'),
  on(keys.request, 'BatchGetItem', 'GetItem', 'PutItem'),
  on(keys.block, 'BatchGetItem'),
  on(keys.hold, 'GetItem', 'PutItem'),
  on(keys.schedule, 'Query', 'UpdateItem'),
  // Whether the number of a visit gets text messages.
  on(keys.customer, 'GetItem', 'UpdateItem'),
  // A press that is sent again gets the same answer.
  on(keys.answer, 'GetItem', 'PutItem'),
  on(keys.notice, 'UpdateItem'),
  query('byDay', keys.day),
];

/** The form of ids of the accounts that test releases. */
const tested = releaseAccount('*');

/**
 * The rights of the function that checks releases on the table: on an account of its own, and on what its samples store.
 * The keys of requests, notices and refused leads name no account.
 */
export const releaseGrants: readonly Grant[] = [
  on(
    [
      accountItemKey(tested).pk,
      ...integrations.map((kind) => originItemKey({ kind, externalId: tested }).pk),
    ],
    'DeleteItem',
    'GetItem',
    'PutItem',
  ),
  query('byAccount', [accountKey(tested), callsKey(tested), REFUSED_KEY]),
  on(
    [
      ...[callKey(tested, '*', '*'), scheduleKey(tested, '*', '*').pk],
      ...[answersOf(tested, '*'), memoriesOf(tested, '*')],
    ],
    'DeleteItem',
    'Query',
  ),
  on(keys.request, 'GetItem'),
  on(
    [keys.request, keys.notice, keys.refused, customerKey(tested, '*'), numberKey(tested, '*').pk],
    'DeleteItem',
  ),
];

/** The tag of a person's role or session with the only account they may see. */
const ACCOUNT_TAG = `\${aws:PrincipalTag/dispatchAccount}`;

/** Ids of requests, blocks and links are random and name no account, so anyone who knows one may use that item. */
const unowned: ReadonlySet<string> = new Set([
  keys.request,
  keys.block,
  keys.link,
  keys.notice,
  keys.message,
]);
const ofTaggedAccount = (key: string): string => (unowned.has(key) ? key : key.replace('*', ACCOUNT_TAG));

const ofCommands: readonly Grant[] = [
  on([keys.account, keys.customer], 'GetItem'),
  on(keys.request, 'BatchGetItem', 'GetItem', 'PutItem'),
  on(keys.block, 'DeleteItem', 'GetItem', 'PutItem'),
  on(keys.hold, ...holding),
  on(keys.customer, 'UpdateItem'),
  on(keys.link, 'DeleteItem'),
  on(keys.schedule, 'Query', 'UpdateItem'),
  on(keys.notice, 'UpdateItem'),
  on(keys.call, 'Query'),
  on(keys.plan, 'GetItem', 'PutItem'),
  // The outbox is on the board: with rights on it as well, the policy would exceed IAM's 6,144 characters.
  query('byAccount', [accountKey('*'), blocksKey('*'), keys.calls, ...keys.linksOf]),
  query('byCustomer', keys.customer),
  query('byCaller', keys.caller),
  query('byDay', keys.day),
  query('byQueue', keys.queue),
];

/**
 * The rights of a dispatcher at the command line: lists and searches of one account, and any single request or block by
 * its id, whose account is not part of its key.
 */
export const dispatcherGrants: readonly Grant[] = ofCommands.map((grant) => ({
  ...grant,
  keys: grant.keys.map(ofTaggedAccount),
}));
