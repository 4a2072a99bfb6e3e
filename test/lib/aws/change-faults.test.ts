import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestTable, type TestTable } from '../../support/database.ts';
import { always, asker, type FunctionAnswer, first, thenReads } from '../../support/fault-plans.ts';
import { type FaultProxy, type Plan, startFaultProxy } from '../../support/fault-proxy.ts';
import { violations } from '../../support/invariants.ts';
import { storeAccount } from '../../support/race-account.ts';

/** The deadline, and when the last hanging request ended, by the clock of the test. */
const AT_MOST_MS = 2_500 + 400;
const AT_ONCE = 4;

type Answered = 'done' | 'temporarily_unavailable' | 'outcome_unknown';
const plans: Readonly<Record<string, readonly [Plan, Answered]>> = {
  'throttled thrice': [first('throttle', 'throttle', 'throttle'), 'done'],
  'in conflict twice': [first('conflict', 'conflict'), 'done'],
  'hung on the way back': [first('hangAfter'), 'done'],
  'always dropped on the way back, read back': [always('dropAfter'), 'done'],
  'always in conflict': [always('conflict'), 'temporarily_unavailable'],
  'always broken, nothing done': [always('error500'), 'outcome_unknown'],
  'done unheard, not read back': [thenReads('dropAfter', 'dropBefore'), 'outcome_unknown'],
};
const changes = ['reschedule_job', 'cancel_job'] as const;
const scenarios = changes.flatMap((name) =>
  Object.entries(plans).map(([fault, [plan, answered]]) => ({ name, fault, plan, answered })),
);

let table: TestTable;
const proxies: FaultProxy[] = [];
const outcomes = new Map<string, { answered: string; elapsed: number; again: FunctionAnswer }>();
const isDone = ({ confirmed, canceled }: FunctionAnswer) => confirmed === true || canceled === true;

async function run({ name, fault, plan }: (typeof scenarios)[number], accountId: string): Promise<void> {
  await storeAccount(table, { accountId, technicians: 2 });
  const proxy = await startFaultProxy(table.endpoint);
  proxies.push(proxy);
  const { document, ask, clock } = asker(proxy, table.tableName, accountId);
  expect(await ask({})).toMatchObject({ confirmed: true, time: '9:00 AM' });
  await proxy.reset();
  proxy.plan = plan;
  const begun = clock.now();
  const answer = await ask({ name, time: '1:00 PM' });
  const elapsed = clock.now() - begun;
  await proxy.reset();
  const again = await ask({ name, time: '1:00 PM' });
  document.destroy();
  const answered = isDone(answer) ? 'done' : (answer.error?.code ?? 'refused');
  outcomes.set(`${name} ${fault}`, { answered, elapsed, again });
}

beforeAll(async () => {
  table = await createTestTable();
  const waiting = scenarios.entries();
  const runOneByOne = async () => {
    for (const [index, scenario] of waiting) await run(scenario, `change-${index}`);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runOneByOne));
});
afterAll(async () => {
  for (const proxy of proxies) proxy.stop();
  await table.destroy();
});

describe('a change by phone whose write is', () => {
  it.each(scenarios)('$fault: $name', ({ name, fault, answered }) => {
    const outcome = outcomes.get(`${name} ${fault}`);
    expect(outcome?.answered).toBe(answered);
    expect(outcome?.elapsed).toBeLessThan(AT_MOST_MS);
    expect(outcome && isDone(outcome.again)).toBe(true);
  });

  it('or any of them stores nothing partly', async () => {
    expect(await violations(table.document, table.tableName)).toEqual([]);
  });
});
