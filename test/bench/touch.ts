import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { createHandler } from '../../functions/reminders/handler.ts';
import { type ContainerDependencies, reminderStores } from '../../lib/aws/composition.ts';
import { toMessageItem } from '../../lib/aws/items/message-item.ts';
import { createAccountStore } from '../../lib/aws/stores/account-store.ts';
import { consentKey } from '../../lib/aws/stores/consent-store.ts';
import { messageIdOf, type OutboxMessage } from '../../lib/record/outbox/message.ts';
import type { Provider } from '../../lib/touch/providers/provider.ts';
import { lambdaContext } from '../support/events.ts';
import { functionCallEvent } from '../support/race-account.ts';
import { simulate } from '../support/sent-once/simulation.ts';
import { accountDocument, dependenciesOver, withDatabase } from './database.ts';
import { handlersOver } from './handlers.ts';
import { progress } from './progress.ts';
import { type Group, type Row, row } from './report.ts';

/** Each company makes this many changes: the embedded database writes more slowly the more items a table has. */
const OF_COMPANY = 250;
const kinds = [
  ...['duplicate', 'stale', 'after stop', 'at night', 'alert lost', 'not told', 'unfinished'],
  ...['offered twice', 'not free', 'after erasing', 'not erased', 'mixed up', 'inconsistent'],
] as const;

/** Random changes with faults and kills, and what the oracle finds wrong with the messages that they lead to. */
async function onceRows(quick: boolean): Promise<readonly Row[]> {
  const changes = quick ? 1_000 : 10_000;
  const found = new Map<string, number>();
  let handed = 0;
  await withDatabase(async () => {
    for (let made = 0; made < changes; made += OF_COMPANY) {
      progress('random changes', made, changes);
      const seed = 1_000 + made;
      const result = await simulate(seed, OF_COMPANY);
      handed += result.handed;
      for (const { what, facts } of result.violations) {
        found.set(what, (found.get(what) ?? 0) + 1);
        console.error(JSON.stringify({ seed, what, facts }));
      }
    }
    progress('random changes', changes, changes);
  });
  const against = `${handed} messages of ${changes} changes`;
  return kinds.map((kind) => row(kind, against, '', [found.get(kind) ?? 0, handed], { atMost: 0 }));
}

const [OWN, OTHER] = ['bench-own', 'bench-other'];
/** Texts go to as many numbers. */
const NUMBERS = 50;
/** The most items that DynamoDB takes in one batch. */
const BATCH = 25;
/** Customers get no texts at night, so it is noon in New York. */
const NOON = Date.UTC(2026, 5, 1, 16);
/** An alert is handed over within this many milliseconds of the run. */
const GOAL_MS = 2_000;
/** Whether the others are due may change it by half, which a single slow run may do. */
const FAIR = { atMost: 1.5 };

const [OWN_NUMBER, OTHER_NUMBER] = ['+12125550100', '+12125550101'];
const notifyBy = (from: string) => {
  const sender = { provider: 'webhook', from };
  return { senders: { sms: sender, voice: sender }, customer: {} };
};
const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const always = Object.fromEntries(days.map((day) => [day, [['00:00', '24:00']]]));
const onCall = [{ name: 'Kim', phone: '+12125550103', role: 'first', hours: always }];

const numberOf = (index: number): string => `+1212555${2_000 + (index % NUMBERS)}`;

function textOf(index: number, status: 'due' | 'sent'): OutboxMessage {
  const at = new Date(NOON - 60_000).toISOString();
  return {
    messageId: messageIdOf(['bench', String(index)]),
    ...{ accountId: OTHER, template: 'follow', audience: 'customer', channel: 'sms', provider: 'webhook' },
    ...{ to: numberOf(index), from: OTHER_NUMBER, text: 'How was it?', status, attempts: 0 },
    ...{ createdAt: at, dueAt: at, expiresAt: new Date(NOON + 3_600_000).toISOString() },
  };
}

/** Stores texts of another account, to numbers whose owners want them. */
async function storeTexts(
  { document, tableName }: ContainerDependencies,
  count: number,
  status: 'due' | 'sent',
): Promise<void> {
  const consents = Array.from({ length: NUMBERS }, (_, index) => {
    const decided = { v: 1, sms: true, at: new Date(NOON).toISOString(), by: 'caller' };
    return { ...consentKey(OTHER, numberOf(index)), ...decided };
  });
  const texts = Array.from({ length: count }, (_, index) => toMessageItem(textOf(index, status)));
  const items: readonly Record<string, unknown>[] = [...consents, ...texts];
  for (let from = 0; from < items.length; from += BATCH) {
    const puts = items.slice(from, from + BATCH).map((Item) => ({ PutRequest: { Item } }));
    await document.send(new BatchWriteCommand({ RequestItems: { [tableName]: puts } }));
  }
}

/** A company whose emergencies are alerted for, beside texts of another company that are due or that were sent. */
async function serve(endpoint: string, tableName: string, texts: number, status: 'due' | 'sent') {
  const began = Date.now();
  const deps = { ...dependenciesOver(endpoint, tableName), now: () => NOON + Date.now() - began };
  const accounts = createAccountStore(deps);
  await accounts.put({ ...accountDocument(OWN), onCall, notify: notifyBy(OWN_NUMBER) });
  await accounts.put({ ...accountDocument(OTHER), notify: notifyBy(OTHER_NUMBER) });
  await storeTexts(deps, texts, status);
  const { functionCall } = handlersOver(deps);
  const stores = reminderStores(deps);
  let alertedAt = Number.NaN;
  const provider: Provider = {
    async send({ template }) {
      if (template === 'alert') alertedAt = performance.now();
      return { kind: 'sent' };
    },
  };
  const run = createHandler({
    ...stores,
    // The texts stay due: what is measured comes before them.
    dueItems: {
      ...stores.dueItems,
      accounts: async (kind, ...at) => {
        const found = await stores.dueItems.accounts(kind, ...at);
        return kind === 'text' ? [] : found;
      },
    },
    baseUrl: 'https://pages.example',
    providers: { webhook: provider },
    seeAt: () => 'https://board.example',
    log: () => undefined,
  });
  let calls = 0;
  /** Returns how many milliseconds after the beginning of a run the alert of a new emergency was handed over. */
  return async (): Promise<number> => {
    calls += 1;
    const args = { urgency: 'emergency', notes: 'I smell gas' };
    const asked = { accountId: OWN, callId: `emergency_${calls}`, time: '', args };
    await functionCall(functionCallEvent(asked), lambdaContext());
    const started = performance.now();
    await run(undefined, lambdaContext());
    return alertedAt - started;
  };
}

function p95(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
}

/** How long an alert waits in a run with thousands of other due messages, against as many that were sent. */
async function alertRows(quick: boolean): Promise<readonly Row[]> {
  const many = quick ? 1_000 : 5_000;
  const rounds = quick ? 20 : 60;
  const times: [number[], number[]] = [[], []];
  await withDatabase((endpoint, tableName) =>
    withDatabase(async (otherEndpoint, otherTable) => {
      const beside = await serve(endpoint, tableName, many, 'due');
      const alone = await serve(otherEndpoint, otherTable, many, 'sent');
      // The first rounds warm up the compiler and don't count.
      for (let round = -3; round < rounds; round++) {
        const [due, sent] = [await beside(), await alone()];
        if (round < 0) continue;
        times[0].push(due);
        times[1].push(sent);
      }
    }),
  );
  const what = `p95 of an alert beside ${many} due messages`;
  return [
    row(what, 'the goal', 'ms', [p95(times[0]), GOAL_MS], { atMost: 1 }),
    row(what, `beside ${many} sent ones`, 'ms', [p95(times[0]), p95(times[1])], FAIR),
  ];
}

/** Messages while everything fails, and how long alerts wait beside others. */
export const touch: Group = {
  name: 'touch',
  title: 'Messages that are sent once, embedded database',
  measure: async (quick) => [...(await alertRows(quick)), ...(await onceRows(quick))],
};
