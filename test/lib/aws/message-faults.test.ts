import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { realDependencies } from '../../../lib/aws/composition.ts';
import { createAccountStore } from '../../../lib/aws/stores/account-store.ts';
import { createTestTable, type TestTable } from '../../support/database.ts';
import { lambdaContext } from '../../support/events.ts';
import { createFaultyDocument, type FaultPlan } from '../../support/faulty-document.ts';
import { functionCallHandler } from '../../support/function-call.ts';
import { createPausedClock } from '../../support/paused-clock.ts';
import { functionCallEvent, storeAccount } from '../../support/race-account.ts';

const writes =
  (fault: ReturnType<FaultPlan>): FaultPlan =>
  (operation) =>
    operation === 'TransactWriteItems' ? fault : undefined;

let table: TestTable;
const faulty = createFaultyDocument();
beforeAll(async () => {
  table = await createTestTable();
});
afterAll(async () => {
  faulty.document.destroy();
  await table.destroy();
});

/** The answers while writes fail in one way. */
async function answered(name: string, fault: ReturnType<FaultPlan>, accountId: string) {
  const clock = createPausedClock();
  const handler = functionCallHandler(faulty.document, table.tableName, clock);
  faulty.plan(writes(fault));
  const args = { about: 'The invoice' };
  const event = functionCallEvent({ accountId, callId: fault ?? 'none', time: '9:00 AM', name, args });
  const { body = '' } = await handler(event, lambdaContext());
  faulty.plan(undefined);
  return JSON.parse(body);
}

it('reports that a message could not be stored, and how to reach the office', async () => {
  await storeAccount(table, { accountId: 'quiet', technicians: 1 });
  expect(await answered('take_message', 'throttle', 'quiet')).toEqual({
    error: {
      code: 'temporarily_unavailable',
      message:
        "I couldn't note that just now, so nobody in the office knows about it yet. Please try again in a few minutes.",
    },
  });
  const accounts = createAccountStore(realDependencies(table));
  const { version: _, ...quiet } = (await accounts.byId('quiet')) ?? {};
  await accounts.put({ ...quiet, transfer: { phone: '+12125550100' } });
  const { error } = await answered('take_message', 'conflict', 'quiet');
  expect(error.message).toContain('You can reach the office at 212-555-0100.');
});

it.each(['throttle', 'timeout'] as const)(
  'promises no callback if a transfer cannot be stored: %s',
  async (fault) => {
    await storeAccount(table, { accountId: `over-${fault}`, technicians: 1 });
    const { error } = await answered('transfer_call', fault, `over-${fault}`);
    expect(error.code).toBe(fault === 'throttle' ? 'temporarily_unavailable' : 'outcome_unknown');
    expect(error.message).not.toMatch(/will call/);
  },
);

it('promises no callback if the outcome of storing a message is unknown', async () => {
  await storeAccount(table, { accountId: 'unknown', technicians: 1 });
  const { error } = await answered('take_message', 'timeout', 'unknown');
  expect(error).toMatchObject({ code: 'outcome_unknown' });
  expect(error.message).not.toMatch(/call/);
});
