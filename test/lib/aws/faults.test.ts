import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { requestKey } from '../../../lib/aws/items/request-item.ts';
import { dispatchRequestIdFrom } from '../../../lib/record/ids.ts';
import { createTestTable, type TestTable } from '../../support/database.ts';
import { always, asker, type FunctionAnswer, first, thenReads } from '../../support/fault-plans.ts';
import { type FaultProxy, type Plan, startFaultProxy } from '../../support/fault-proxy.ts';
import { violations } from '../../support/invariants.ts';
import { phoneOf, storeAccount } from '../../support/race-account.ts';

const DEADLINE_MS = 2_500;
/** The last hanging request ended after the deadline, by the clock of the test. */
const TOLERANCE_MS = 400;
const AT_ONCE = 4;

/** The answer, and whether the booking is stored. */
type Answered = 'confirmed' | 'temporarily_unavailable' | 'outcome_unknown';
type Expected = readonly [Answered | readonly Answered[], 'stored' | 'nothing'];

const scenarios: Readonly<Record<string, readonly [Plan, ...Expected]>> = {
  'throttled thrice': [first('throttle', 'throttle', 'throttle'), 'confirmed', 'stored'],
  'in conflict thrice': [first('conflict', 'conflict', 'conflict'), 'confirmed', 'stored'],
  'broken once, nothing done': [first('error500'), 'confirmed', 'stored'],
  'broken once, done': [first('error500After'), 'confirmed', 'stored'],
  'dropped on the way': [first('dropBefore'), 'confirmed', 'stored'],
  'dropped on the way back': [first('dropAfter'), 'confirmed', 'stored'],
  'hung on the way': [first('hangBefore'), 'confirmed', 'stored'],
  'hung on the way back': [first('hangAfter'), 'confirmed', 'stored'],
  'done unheard, then in conflict with itself': [
    first('dropAfter', 'conflict', 'conflict'),
    'confirmed',
    'stored',
  ],
  'done unheard, then throttled': [first('dropAfter', 'throttle', 'throttle'), 'confirmed', 'stored'],
  'always throttled': [always('throttle'), 'temporarily_unavailable', 'nothing'],
  'always in conflict': [always('conflict'), 'temporarily_unavailable', 'nothing'],
  'done unheard, then always in conflict': [
    (operation, nth) =>
      operation !== 'TransactWriteItems' ? undefined : nth === 1 ? 'dropAfter' : 'conflict',
    'confirmed',
    'stored',
  ],
  'always broken, nothing done': [always('error500'), 'outcome_unknown', 'nothing'],
  'always dropped on the way': [always('dropBefore'), 'outcome_unknown', 'nothing'],
  'always hung on the way': [always('hangBefore'), 'outcome_unknown', 'nothing'],
  'always dropped on the way back, read back': [always('dropAfter'), 'confirmed', 'stored'],
  'always hung on the way back, read back': [always('hangAfter'), 'confirmed', 'stored'],
  'always broken when done, read back': [always('error500After'), 'confirmed', 'stored'],
  'done unheard, not read back': [thenReads('dropAfter', 'dropBefore'), 'outcome_unknown', 'stored'],
  'done unheard, reading hangs': [thenReads('hangAfter', 'hangBefore'), 'outcome_unknown', 'stored'],
  'reads throttled': [
    (operation) => (operation === 'Query' ? 'throttle' : undefined),
    'temporarily_unavailable',
    'nothing',
  ],
  'reads hung': [
    (operation) => (operation === 'Query' ? 'hangBefore' : undefined),
    'temporarily_unavailable',
    'nothing',
  ],
  'one read hung': [
    (operation, nth) => (operation === 'Query' && nth === 1 ? 'hangBefore' : undefined),
    'confirmed',
    'stored',
  ],
  // On a busy machine a connection may be cut that was about to be refused: then nobody knows that nothing was stored.
  'connections refused from the write on': [
    noneStaysOpen,
    ['temporarily_unavailable', 'outcome_unknown'],
    'nothing',
  ],
};

/** No connection stays open, because a write could get lost on it. */
function noneStaysOpen() {
  return 'answerAndClose' as const;
}

/** The last moment before a write is in the client, because nobody knows how often a booking reads. */
function refuseBeforeWrites(proxy: FaultProxy, document: DynamoDBDocumentClient): void {
  document.middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        if (proxy.plan === noneStaysOpen && commandName === 'TransactWriteItemsCommand') proxy.refuse();
        return next(args);
      },
    { step: 'initialize' },
  );
}

interface Outcome {
  readonly answered: string;
  readonly stands: string;
  readonly elapsed: number;
  readonly again: FunctionAnswer;
  readonly versions: unknown;
}

let table: TestTable;
const outcomes = new Map<string, Outcome>();
const proxies: FaultProxy[] = [];

beforeAll(async () => {
  table = await createTestTable();
  const waiting = Object.entries(scenarios).entries();
  const runOneByOne = async () => {
    for (const [index, [name, [plan]]] of waiting) outcomes.set(name, await run(`faults-${index}`, plan));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runOneByOne));
});
afterAll(async () => {
  for (const proxy of proxies) proxy.stop();
  await table.destroy();
});

async function run(accountId: string, plan: Plan): Promise<Outcome> {
  await storeAccount(table, { accountId, technicians: 2 });
  const proxy = await startFaultProxy(table.endpoint);
  proxies.push(proxy);
  const { document, ask, clock } = asker(proxy, table.tableName, accountId);
  await ask({ name: 'check_availability' });
  await proxy.reset();
  refuseBeforeWrites(proxy, document);
  proxy.plan = plan;
  const begun = clock.now();
  const answer = await ask({});
  const elapsed = clock.now() - begun;
  const stands = (await storedVersion(accountId)) === undefined ? 'nothing' : 'stored';
  await proxy.reset();
  const again = await ask({});
  document.destroy();
  const answered = answer.confirmed ? 'confirmed' : (answer.error?.code ?? 'refused');
  return { answered, stands, elapsed, again, versions: await storedVersion(accountId) };
}

async function storedVersion(accountId: string): Promise<unknown> {
  const id = dispatchRequestIdFrom(['booking', accountId, 'voiceone', phoneOf('one'), 'one', 'ac']);
  const get = new GetCommand({ TableName: table.tableName, Key: requestKey(id), ConsistentRead: true });
  return (await table.document.send(get)).Item?.version;
}

describe('a booking whose write or reads are', () => {
  it.each(Object.entries(scenarios))('%s', (name, [, answered, stands]) => {
    const outcome = outcomes.get(name);
    expect(outcome).toMatchObject({ stands, again: { confirmed: true } });
    expect([answered].flat()).toContain(outcome?.answered);
    expect(outcome?.elapsed).toBeLessThan(DEADLINE_MS + TOLERANCE_MS);
    expect(outcome?.versions).toBe(1);
  });

  it('or any of them stores nothing partly', async () => {
    expect(await violations(table.document, table.tableName)).toEqual([]);
  });
});

describe('a repeat under an invocation of its own', () => {
  it.each(['conflict', 'throttle', 'dropBefore'] as const)(
    'is confirmed, even if recording it always ends in %s',
    async (fault) => {
      const accountId = `repeat-${fault}`;
      await storeAccount(table, { accountId, technicians: 1 });
      const proxy = await startFaultProxy(table.endpoint);
      proxies.push(proxy);
      const { document, ask } = asker(proxy, table.tableName, accountId);
      expect(await ask({})).toMatchObject({ confirmed: true });
      await proxy.reset();
      proxy.plan = always(fault);
      expect(await ask({ invocation: 'another' })).toMatchObject({ confirmed: true });
      // Races give up after a few rounds, long before the deadline.
      if (fault === 'conflict') expect(proxy.counts.get('TransactWriteItems')).toBe(3);
      document.destroy();
    },
  );
});
