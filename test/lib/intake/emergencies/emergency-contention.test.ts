import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseAccount } from '../../../../lib/accounts/document/account-document.ts';
import { allStores } from '../../../../lib/aws/composition.ts';
import type { EmergencyReport } from '../../../../lib/intake/emergencies/earlier-reports.ts';
import { reportEmergency } from '../../../../lib/intake/emergencies/report-emergency.ts';
import { createMeter } from '../../../../lib/meter.ts';
import { accountDocument } from '../../../functions/service.ts';
import { createTestTable, type TestTable } from '../../../support/database.ts';
import { createFaultyDocument, type FaultPlan } from '../../../support/faulty-document.ts';

const START = Date.UTC(2026, 5, 1, 12);
/** In these tests only pauses advance the clock. */
const DEADLINE = START + 10_000;

const account = parseAccount(accountDocument());
const faulty = createFaultyDocument();
const clock = { now: START };
let table: TestTable;
let deps: ReturnType<typeof allStores>;

beforeAll(async () => {
  table = await createTestTable();
  const pause = async (ms: number) => {
    clock.now += ms;
  };
  deps = allStores({
    ...faulty,
    tableName: table.tableName,
    meter: createMeter(),
    now: () => clock.now,
    pause,
    random: () => 0.5,
    newToken: randomUUID,
  });
});
afterAll(async () => {
  faulty.document.destroy();
  await table.destroy();
});

const order = (callId: string): EmergencyReport => ({
  account,
  integration: 'voiceone',
  callId,
  review: [],
  now: START,
  customer: { phone: '+12125550123' },
  canonicalArguments: '{}',
});

async function reported(callId: string, plan: FaultPlan) {
  clock.now = START;
  faulty.plan(plan);
  const { dispatchRequestId } = await reportEmergency(order(callId), deps, DEADLINE);
  faulty.plan(undefined);
  return await deps.requests.get(dispatchRequestId, DEADLINE);
}

describe('an emergency is stored', () => {
  it.each([150, 9_000])('although every write conflicts for %i ms', async (ms) => {
    const plan: FaultPlan = (operation) =>
      operation === 'TransactWriteItems' && clock.now < START + ms ? 'conflict' : undefined;
    const stored = await reported(`conflict ${ms}`, plan);
    expect(stored).toMatchObject({ status: 'requested', urgency: 'emergency', version: 1 });
    expect(clock.now).toBeGreaterThanOrEqual(START + ms);
  });

  it('although everything is throttled for a while', async () => {
    const stored = await reported('throttle', () => (clock.now < START + 5_000 ? 'throttle' : undefined));
    expect(stored).toMatchObject({ status: 'requested', urgency: 'emergency', version: 1 });
  });

  it('although the requests of its call cannot be listed', async () => {
    const stored = await reported('index', (operation) => (operation === 'Query' ? 'throttle' : undefined));
    expect(stored).toMatchObject({ status: 'requested', urgency: 'emergency', version: 1 });
  });
});
