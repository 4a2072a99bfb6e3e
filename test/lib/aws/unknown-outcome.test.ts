import { randomUUID } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allStores } from '../../../lib/aws/composition.ts';
import { createDocumentClient } from '../../../lib/aws/table/client.ts';
import { createMeter } from '../../../lib/meter.ts';
import { OutcomeUnknown, StorageUnavailable } from '../../../lib/record/faults.ts';
import type { DispatchRequest } from '../../../lib/record/request.ts';
import { createTestTable, type TestTable } from '../../support/database.ts';
import { type FaultProxy, startFaultProxy } from '../../support/fault-proxy.ts';
import { createPausedClock, patient } from '../../support/paused-clock.ts';
import { randomFrom } from '../../support/random.ts';

const at = '2026-06-01T12:00:00.000Z';
const clock = createPausedClock();
let table: TestTable;
let proxy: FaultProxy;
let faulty: ReturnType<typeof over>;
let sound: ReturnType<typeof over>;
let document: DynamoDBDocumentClient;

beforeAll(async () => {
  table = await createTestTable();
  proxy = await startFaultProxy(table.endpoint);
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  document = createDocumentClient({ endpoint: proxy.endpoint, region: 'us-east-1', credentials }, patient);
  faulty = over(document);
  sound = over(table.document);
});
afterAll(async () => {
  document.destroy();
  proxy.stop();
  await table.destroy();
});

function over(client: DynamoDBDocumentClient) {
  const dependencies = { meter: createMeter(), ...clock, random: randomFrom(1), newToken: randomUUID };
  return allStores({ document: client, tableName: table.tableName, ...dependencies });
}

/** Two writers with the same version and millisecond; only their content differs. */
function request(dispatchRequestId: string, notes: string, version = 1): DispatchRequest {
  return {
    dispatchRequestId,
    accountId: 'acme',
    status: 'requested',
    urgency: 'routine',
    source: 'voiceone',
    version,
    createdAt: at,
    updatedAt: at,
    needsReview: [],
    customer: {},
    notes: [{ kind: 'said', text: notes }],
    invocations: [],
    history: [],
  };
}

const soon = () => clock.now() + 800;
const stored = { kind: 'stored' };

describe('a write whose outcome is unknown', () => {
  it('is not confirmed by another write with the same version and time', async () => {
    proxy.plan = async (operation, nth) => {
      if (operation !== 'TransactWriteItems') return undefined;
      if (nth === 1) await sound.requests.commit({ next: request('same', 'theirs') }, soon());
      return 'dropBefore';
    };
    const result = await faulty.requests.commit({ next: request('same', 'ours') }, soon());
    await proxy.reset();
    expect(result).toMatchObject({ kind: 'changed', current: { notes: [{ text: 'theirs' }] } });
  });

  it('is resolved if another write has replaced it', async () => {
    const ours = request('over', 'ours');
    proxy.plan = async (operation, nth) => {
      if (operation === 'GetItem') await writeOnTop(ours);
      return operation === 'TransactWriteItems' && nth > 0 ? 'dropAfter' : undefined;
    };
    const result = await faulty.requests.commit({ next: ours }, soon());
    await proxy.reset();
    expect(result).toMatchObject({ kind: 'changed', current: { notes: [{ text: 'theirs' }], version: 2 } });
  });

  it('is unknown while it may still succeed', async () => {
    proxy.plan = (operation) => (operation === 'TransactWriteItems' ? 'dropBefore' : undefined);
    const result = faulty.requests.commit({ next: request('pending', 'ours') }, soon());
    await expect(result).rejects.toBeInstanceOf(OutcomeUnknown);
    await proxy.reset();
    expect(await faulty.requests.commit({ next: request('pending', 'ours') }, soon())).toEqual(stored);
  });
});

async function writeOnTop(previous: DispatchRequest): Promise<void> {
  const next = request(previous.dispatchRequestId, 'theirs', 2);
  expect(await sound.requests.commit({ next, previous }, soon())).toEqual(stored);
}

describe('a write after the deadline', () => {
  it('is not started: its outcome would be unknown', async () => {
    await proxy.reset();
    const late = faulty.requests.commit({ next: request('late', 'ours') }, clock.now() + 300);
    await expect(late).rejects.toBeInstanceOf(StorageUnavailable);
    expect(proxy.counts.get('TransactWriteItems')).toBeUndefined();
  });
});

describe('a customer written by itself', () => {
  const details = { accountId: 'acme', phone: '+12125550123', name: 'Jo' };

  it('is unknown if one attempt was not answered, even if the last was refused', async () => {
    await proxy.reset();
    proxy.plan = (operation, nth) =>
      operation !== 'TransactWriteItems' ? undefined : nth === 1 ? 'dropAfter' : 'throttle';
    await expect(faulty.customers.put(details, soon())).rejects.toBeInstanceOf(OutcomeUnknown);
  });

  it('is not stored if every attempt was refused', async () => {
    await proxy.reset();
    proxy.plan = () => 'throttle';
    await expect(faulty.customers.put(details, soon())).rejects.toBeInstanceOf(StorageUnavailable);
  });
});
