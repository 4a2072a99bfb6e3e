import { randomUUID } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parseAccount } from '../../../../lib/accounts/document/account-document.ts';
import { createBlockStore } from '../../../../lib/aws/stores/block-store.ts';
import { createScheduleReader } from '../../../../lib/aws/stores/schedule-reader.ts';
import { createDocumentClient } from '../../../../lib/aws/table/client.ts';
import { type Block, planBlock } from '../../../../lib/record/block.ts';
import { OutcomeUnknown } from '../../../../lib/record/faults.ts';
import type { BlockStore } from '../../../../lib/record/ports.ts';
import { createTestTable, type TestTable } from '../../../support/database.ts';
import { type FaultProxy, startFaultProxy } from '../../../support/fault-proxy.ts';
import { violations } from '../../../support/invariants.ts';
import { createPausedClock, patient } from '../../../support/paused-clock.ts';

const START = Date.UTC(2026, 5, 1, 12);
const technician = { id: 'ana', name: 'Ana', skills: [], timeOff: [] };
let accountId = '';
let table: TestTable;
let blocks: BlockStore;
const clock = createPausedClock();
const within = () => clock.now() + 10_000;

beforeAll(async () => {
  table = await createTestTable();
  const dependencies = { ...clock, random: () => 0, newToken: randomUUID };
  blocks = createBlockStore({ ...table, ...dependencies });
});
beforeEach(() => {
  accountId = `acme-${randomUUID()}`;
});
afterAll(() => table.destroy());

function block(from: string, to: string): Block {
  const account = parseAccount({
    ...{ accountId, name: 'Acme', timezone: 'America/New_York', hours: {}, serviceTypes: [] },
    technicians: [technician],
  });
  const who = { reason: 'training', by: 'dispatcher:kim' as const, now: START };
  const planned = planBlock({ account, technician, from, to, ...who });
  if (typeof planned === 'string') throw new Error(planned);
  return planned;
}
const whole = () => violations(table.document, table.tableName);
const held = async ({ startsAt, endsAt }: Block) => {
  const schedule = createScheduleReader({
    ...table,
    ...clock,
    random: () => 0,
  });
  const span = { from: Date.parse(startsAt) / 60_000, to: Date.parse(endsAt) / 60_000 };
  const occupancy = await schedule.occupancy(accountId, span, within());
  return [...(occupancy.get('ana')?.values() ?? [])];
};

describe('a stored block', () => {
  it('holds its time under its id until it is removed', async () => {
    const one = block('2026-06-10T22:00', '2026-06-11T02:00');
    expect(await blocks.put(one, new Map(), within())).toBe('stored');
    expect(await blocks.get(one.blockId, within())).toEqual(one);
    expect(await held(one)).toEqual(Array.from({ length: 16 }, () => one.blockId));
    expect(await whole()).toEqual([]);
    expect(await blocks.remove(one, within())).toBe('stored');
    expect(await blocks.get(one.blockId, within())).toBeUndefined();
    expect(await held(one)).toEqual([]);
  });

  it('claims the longest possible block in one transaction, the longest day included', async () => {
    const longest = block('2026-10-01T00:00', '2026-11-29T24:00');
    expect(longest.claims).toHaveLength(61);
    expect(await blocks.put(longest, new Map(), within())).toBe('stored');
    expect(await whole()).toEqual([]);
    expect(await blocks.remove(longest, within())).toBe('stored');
    expect(await held(longest)).toEqual([]);
  });

  it('is not stored partly if some of its time is claimed', async () => {
    const one = block('2026-06-12T08:00', '2026-06-12T09:00');
    const over = block('2026-06-10T08:00', '2026-06-12T08:15');
    await blocks.put(one, new Map(), within());
    expect(await blocks.put(over, new Map(), within())).toBe('lost');
    expect(await blocks.put(one, new Map(), within())).toBe('lost');
    expect(await held(over)).toEqual([one.blockId]);
    expect(await blocks.get(over.blockId, within())).toBeUndefined();
  });

  it('is not removed twice, nor if it was created again since it was read', async () => {
    const one = block('2026-06-10T08:00', '2026-06-10T09:00');
    await blocks.put(one, new Map(), within());
    const older = { ...one, createdAt: '2026-01-01T00:00:00.000Z' };
    expect(await blocks.remove(older, within())).toBe('lost');
    expect(await blocks.remove(one, within())).toBe('stored');
    expect(await blocks.remove(one, within())).toBe('lost');
  });

  it('is listed with the current blocks of its account, in order of their start', async () => {
    const [late, early, over] = [
      block('2026-06-12T08:00', '2026-06-12T09:00'),
      block('2026-06-11T08:00', '2026-06-11T09:00'),
      block('2026-06-09T08:00', '2026-06-09T09:00'),
    ];
    for (const each of [late, early, over]) await blocks.put(each, new Map(), within());
    expect(await blocks.list(accountId, '2026-06-10T00:00:00.000Z', within())).toEqual([early, late]);
    expect(await blocks.list('another', '2026-06-10T00:00:00.000Z', within())).toEqual([]);
  });
});

describe('a block whose write is not answered', () => {
  let proxy: FaultProxy;
  let client: DynamoDBDocumentClient;
  let faulty: BlockStore;
  beforeAll(async () => {
    proxy = await startFaultProxy(table.endpoint);
    const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
    client = createDocumentClient({ endpoint: proxy.endpoint, region: 'us-east-1', credentials }, patient);
    const dependencies = { ...clock, random: () => 1, newToken: randomUUID };
    faulty = createBlockStore({ document: client, tableName: table.tableName, ...dependencies });
  });
  afterEach(() => proxy.reset());
  afterAll(() => {
    client.destroy();
    proxy.stop();
  });
  const soon = () => clock.now() + 800;
  const lose = (fault: 'dropBefore' | 'dropAfter') => {
    proxy.plan = (operation) => (operation === 'TransactWriteItems' ? fault : undefined);
  };

  it('is confirmed by its item if the write succeeded', async () => {
    const one = block('2026-06-10T08:00', '2026-06-10T09:00');
    lose('dropAfter');
    expect(await faulty.put(one, new Map(), soon())).toBe('stored');
    expect(await blocks.get(one.blockId, within())).toEqual(one);
    expect(await faulty.remove(one, soon())).toBe('stored');
    expect(await held(one)).toEqual([]);
  });

  it('is unknown while the write may still succeed', async () => {
    const one = block('2026-06-10T10:00', '2026-06-10T11:00');
    lose('dropBefore');
    await expect(faulty.put(one, new Map(), soon())).rejects.toBeInstanceOf(OutcomeUnknown);
    await blocks.put(one, new Map(), within());
    await expect(faulty.remove(one, soon())).rejects.toBeInstanceOf(OutcomeUnknown);
    expect(await whole()).toEqual([]);
  });
});
