import type { OriginKind } from '../lib/accounts/account.ts';
import {
  accountKey,
  callerKey,
  callKey,
  callsKey,
  customerKey,
  dayKey,
  queueKey,
  reminderKey,
  requestKey,
} from '../lib/aws/items/request-item.ts';
import { tombstoneKey } from '../lib/aws/items/tombstone.ts';
import { ACCOUNTS_KEY, accountItemKey, originItemKey } from '../lib/aws/stores/account-reader.ts';
import { answersOf } from '../lib/aws/stores/answer-store.ts';
import { blockKey, blocksKey } from '../lib/aws/stores/block-store.ts';
import { holdKey } from '../lib/aws/stores/hold-store.ts';
import { deliveryKey } from '../lib/aws/stores/lead-store.ts';
import { numberKey } from '../lib/aws/stores/number-reader.ts';
import { REFUSED_KEY, refusedDayKey, refusedLeadKey } from '../lib/aws/stores/refused-lead-store.ts';
import { alertsKey } from '../lib/aws/stores/request-store.ts';
import { scheduleKey } from '../lib/aws/stores/schedule-reader.ts';
import type { IndexName } from '../lib/aws/table/table.ts';
import { warmUpKey } from '../lib/aws/warm-up.ts';
import { reminderKinds } from '../lib/intake/reminders/reminder.ts';
import { type Integration, integrations, platforms } from '../lib/platforms/index.ts';
import type { Platform, Workload } from '../lib/platforms/platform.ts';
import type { Route } from '../lib/routes.ts';
import { releaseAccount } from '../lib/smoke/smoke-account.ts';

/** A transaction needs the actions of its operations. */
export type TableAction =
  | 'dynamodb:BatchGetItem'
  | 'dynamodb:ConditionCheckItem'
  | 'dynamodb:DeleteItem'
  | 'dynamodb:GetItem'
  | 'dynamodb:PutItem'
  | 'dynamodb:Query'
  | 'dynamodb:UpdateItem';

/** Actions on the items whose partition key has one of these forms; with an index, on that index and its partition key. */
export interface Grant {
  readonly actions: readonly TableAction[];
  /** Partition keys, with `*` for any text. */
  readonly keys: readonly string[];
  readonly index?: IndexName;
}

/** The forms of partition keys, made by the functions that make the keys. */
const keys = {
  account: accountItemKey('*').pk,
  origin: (kind: OriginKind) => originItemKey({ kind, externalId: '*' }).pk,
  request: requestKey('*').pk,
  schedule: scheduleKey('*', '*', '*').pk,
  customer: customerKey('*', '*'),
  number: numberKey('*', '*').pk,
  alerts: alertsKey('*', '').pk,
  call: callKey('*', '*', '*'),
  hold: holdKey('*', '*').pk,
  block: blockKey('*').pk,
  answer: answersOf('*', '*'),
  allAccounts: ACCOUNTS_KEY,
  calls: callsKey('*'),
  caller: callerKey('*', '*'),
  day: dayKey('*', '*'),
  queue: queueKey('*'),
  delivery: deliveryKey('*', '*').pk,
  refused: refusedLeadKey('*').pk,
  refusedDay: refusedDayKey('*', '*').pk,
  tombstone: tombstoneKey('*', '*').pk,
  warmUp: warmUpKey.pk,
} as const;

/** The actions that hold a time or release it. */
const holding: readonly TableAction[] = ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'];

/** Reading documents is a separate right. No function may write them; only people do (`accounts put`). */
const documents = (integration: Integration): Grant => ({
  actions: ['dynamodb:GetItem'],
  keys: [
    keys.account,
    keys.origin(integration),
    ...(findsByNumber(integration) ? [keys.origin('numbers')] : []),
    keys.warmUp,
  ],
});

function findsByNumber(integration: Integration): boolean {
  const platform: Platform = platforms[integration];
  return platform.kind === 'voice' && platform.asksForAgent;
}

/** Who calls. */
const greetings: readonly Grant[] = [
  { actions: ['dynamodb:GetItem'], keys: [keys.customer] },
  { actions: ['dynamodb:Query'], keys: [keys.customer], index: 'byCustomer' },
  { actions: ['dynamodb:Query'], keys: [keys.customer], index: 'byCaller' },
];

const leads: readonly Grant[] = [
  { actions: ['dynamodb:GetItem', 'dynamodb:PutItem'], keys: [keys.delivery] },
  // A lead after a booking is added to it.
  { actions: ['dynamodb:GetItem', 'dynamodb:PutItem'], keys: [keys.request] },
  { actions: ['dynamodb:UpdateItem'], keys: [keys.number] },
  // A number with many leads, whose open ones are counted.
  { actions: ['dynamodb:Query'], keys: [keys.customer], index: 'byCustomer' },
  // An emergency, whose number may have an open alert; alerts are counted.
  { actions: ['dynamodb:GetItem'], keys: [keys.number] },
  { actions: ['dynamodb:UpdateItem'], keys: [keys.alerts] },
  // Leads that were refused, and the counts of their days. Only people read them.
  { actions: ['dynamodb:PutItem', 'dynamodb:UpdateItem'], keys: [keys.refused] },
];

/** The update is the item through which calls are listed; the conditions keep reports about erased people out. */
const callReports: readonly Grant[] = [
  { actions: ['dynamodb:ConditionCheckItem'], keys: [keys.tombstone] },
  { actions: ['dynamodb:PutItem', 'dynamodb:UpdateItem'], keys: [keys.call] },
  // The callback for a failed transfer, to the number that was spoken in the call.
  { actions: ['dynamodb:GetItem', 'dynamodb:PutItem'], keys: [keys.request] },
  { actions: ['dynamodb:Query'], keys: [keys.call], index: 'byCall' },
  // What is held under the call's id is released.
  { actions: ['dynamodb:Query', ...holding], keys: [keys.hold] },
  { actions: ['dynamodb:Query', 'dynamodb:UpdateItem'], keys: [keys.schedule] },
];

const liveCalls: readonly Grant[] = [
  { actions: ['dynamodb:GetItem', 'dynamodb:PutItem'], keys: [keys.request] },
  // Function calls that were refused. Apart from requests, whose statement is the same as that of the reports of calls.
  { actions: ['dynamodb:GetItem', 'dynamodb:PutItem'], keys: [keys.answer] },
  { actions: ['dynamodb:GetItem', 'dynamodb:UpdateItem'], keys: [keys.customer] },
  // A late repeat must not bring back an erased person's record.
  { actions: ['dynamodb:ConditionCheckItem'], keys: [keys.tombstone] },
  // The update is the item with the outcome of a call; the condition on it is for holding a time.
  { actions: ['dynamodb:ConditionCheckItem', 'dynamodb:UpdateItem'], keys: [keys.call] },
  { actions: holding, keys: [keys.hold] },
  { actions: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'], keys: [keys.number] },
  { actions: ['dynamodb:UpdateItem'], keys: [keys.alerts] },
  { actions: ['dynamodb:Query', 'dynamodb:UpdateItem'], keys: [keys.schedule] },
  // byAccount serves lists on the command line; no request of a function lists an account.
  { actions: ['dynamodb:Query'], keys: [keys.customer], index: 'byCustomer' },
  { actions: ['dynamodb:Query'], keys: [keys.customer], index: 'byCaller' },
  { actions: ['dynamodb:Query'], keys: [keys.call], index: 'byCall' },
];

const grantsOfWorkload: Readonly<Record<Workload, readonly Grant[]>> = {
  leads,
  greetings,
  functions: liveCalls,
  reports: callReports,
};

/**
 * The rights of a route's function on the table: only the actions that its code uses, on the kinds of items that it
 * uses them on. Besides, a function may only read its integration's secret and write its own log.
 */
export const grantsOf = ({ integration, handles }: Route): readonly Grant[] => [
  documents(integration),
  ...handles.flatMap((workload) => grantsOfWorkload[workload]),
];

/** The rights on the table of the reminders function. */
export const reminderGrants: readonly Grant[] = [
  { actions: ['dynamodb:Query'], keys: reminderKinds.map(reminderKey), index: 'byReminder' },
  { actions: ['dynamodb:GetItem', 'dynamodb:PutItem'], keys: [keys.request] },
  { actions: ['dynamodb:GetItem'], keys: [keys.account] },
  // An emergency for which another's alert stood until that ended: its number may have a new one, and alerts are counted.
  { actions: ['dynamodb:GetItem', 'dynamodb:UpdateItem'], keys: [keys.number] },
  { actions: ['dynamodb:UpdateItem'], keys: [keys.alerts] },
];

/** The rights on the table of the function that tells people of urgent events. */
export const urgentGrants: readonly Grant[] = [
  { actions: ['dynamodb:GetItem'], keys: [keys.request, keys.account, keys.customer, keys.refusedDay] },
];

/** The rights of the board's function on the table. */
export const boardGrants: readonly Grant[] = [
  { actions: ['dynamodb:GetItem'], keys: [keys.account, keys.customer] },
  {
    actions: ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:PutItem'],
    keys: [keys.request, keys.block],
  },
  { actions: ['dynamodb:DeleteItem'], keys: [keys.block] },
  // A time that a call holds can be taken over.
  { actions: holding, keys: [keys.hold] },
  { actions: ['dynamodb:GetItem', 'dynamodb:PutItem'], keys: [keys.delivery] },
  { actions: ['dynamodb:Query', 'dynamodb:UpdateItem'], keys: [keys.schedule] },
  { actions: ['dynamodb:Query'], keys: [keys.call] },
  { actions: ['dynamodb:Query'], keys: [keys.allAccounts, keys.calls], index: 'byAccount' },
  { actions: ['dynamodb:Query'], keys: [keys.customer], index: 'byCustomer' },
  { actions: ['dynamodb:Query'], keys: [keys.customer, keys.caller], index: 'byCaller' },
  { actions: ['dynamodb:Query'], keys: [keys.day], index: 'byDay' },
  { actions: ['dynamodb:Query'], keys: [keys.queue], index: 'byQueue' },
];

/** The accounts by which releases are checked. */
const tested = releaseAccount('*');

/**
 * The rights on the table of the function that checks releases: an account of its own, and what its samples store. The
 * keys of requests and refused leads name no account.
 */
export const releaseGrants: readonly Grant[] = [
  {
    actions: ['dynamodb:DeleteItem', 'dynamodb:GetItem', 'dynamodb:PutItem'],
    keys: [
      accountItemKey(tested).pk,
      ...integrations.map((kind) => originItemKey({ kind, externalId: tested }).pk),
    ],
  },
  {
    actions: ['dynamodb:Query'],
    keys: [accountKey(tested), callsKey(tested), REFUSED_KEY],
    index: 'byAccount',
  },
  {
    actions: ['dynamodb:DeleteItem', 'dynamodb:Query'],
    keys: [callKey(tested, '*', '*'), scheduleKey(tested, '*', '*').pk, answersOf(tested, '*')],
  },
  { actions: ['dynamodb:GetItem'], keys: [keys.request] },
  {
    actions: ['dynamodb:DeleteItem'],
    keys: [keys.request, keys.refused, customerKey(tested, '*'), numberKey(tested, '*').pk],
  },
];

/** The tag of a person's role or session with the only account they may see. */
const ACCOUNT_TAG = `\${aws:PrincipalTag/dispatchAccount}`;

/** Ids of requests and blocks are random and name no account, so anyone who knows one may use that item. */
const unowned: ReadonlySet<string> = new Set([keys.request, keys.block]);
const ofTaggedAccount = (key: string): string => (unowned.has(key) ? key : key.replace('*', ACCOUNT_TAG));

const ofCommands: readonly Grant[] = [
  { actions: ['dynamodb:GetItem'], keys: [keys.account, keys.customer] },
  { actions: ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:PutItem'], keys: [keys.request] },
  { actions: ['dynamodb:DeleteItem', 'dynamodb:GetItem', 'dynamodb:PutItem'], keys: [keys.block] },
  { actions: holding, keys: [keys.hold] },
  { actions: ['dynamodb:UpdateItem'], keys: [keys.customer] },
  { actions: ['dynamodb:Query', 'dynamodb:UpdateItem'], keys: [keys.schedule] },
  { actions: ['dynamodb:Query'], keys: [keys.call] },
  { actions: ['dynamodb:Query'], keys: [accountKey('*'), blocksKey('*'), keys.calls], index: 'byAccount' },
  { actions: ['dynamodb:Query'], keys: [keys.customer], index: 'byCustomer' },
  { actions: ['dynamodb:Query'], keys: [keys.caller], index: 'byCaller' },
  { actions: ['dynamodb:Query'], keys: [keys.day], index: 'byDay' },
  { actions: ['dynamodb:Query'], keys: [keys.queue], index: 'byQueue' },
];

/**
 * The rights of a dispatcher at the command line: lists and searches of one account, and any single request or block by
 * its id, whose account is not part of its key.
 */
export const dispatcherGrants: readonly Grant[] = ofCommands.map((grant) => ({
  ...grant,
  keys: grant.keys.map(ofTaggedAccount),
}));
