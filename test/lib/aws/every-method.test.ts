import { describe, expect, it } from '@jest/globals';
import { OutcomeUnknown, StorageUnavailable } from '../../../lib/record/faults.ts';
import type { InjectedFault } from '../../support/faulty-document.ts';
import { violations } from '../../support/invariants.ts';
import { type Method, writes } from './store-methods.ts';
import { reads } from './store-reads.ts';
import { clock, DEADLINE, faulty, stores, table } from './stores-fixture.ts';

const isWrite = (operation: string): boolean =>
  operation === 'TransactWriteItems' || operation === 'UpdateItem';
const faults: readonly InjectedFault[] = ['conflict', 'throttle', 'timeout', 'lostAnswer'];
const cross = (methods: Readonly<Record<string, Method>>, kinds: readonly InjectedFault[]) =>
  Object.entries(methods).flatMap(([name, method]) => kinds.map((fault) => ({ name, fault, method })));

function expectGiven(given: unknown, wanted: unknown): void {
  if (typeof wanted === 'object' && wanted !== null && given !== undefined)
    expect({ given }).toMatchObject({ given: wanted });
  else expect(given).toEqual(wanted);
}

describe('a write', () => {
  it.each(cross(writes, ['throttle', 'timeout', 'lostAnswer']))(
    '$name succeeds after $fault, twice',
    async (row) => {
      const run = await row.method.prepare();
      faulty.plan((operation, nth) => (isWrite(operation) && nth <= 2 ? row.fault : undefined));
      expectGiven(await run(), row.method.gives);
    },
  );

  it.each(cross(writes, ['conflict']))(
    '$name in conflict, twice, succeeds or is decided again',
    async (row) => {
      const run = await row.method.prepare();
      faulty.plan((operation, nth) => (isWrite(operation) && nth <= 2 ? row.fault : undefined));
      const { gives, inConflict } = row.method;
      expectGiven(await run(), inConflict ?? gives);
    },
  );

  it.each(cross(writes, faults))(
    '$name that always fails with $fault reports what is certain',
    async (row) => {
      const run = await row.method.prepare();
      faulty.plan(() => row.fault);
      const { inConflict, readsFirst = false } = row.method;
      if (row.fault === 'conflict' && inConflict !== undefined) return expectGiven(await run(), inConflict);
      const certain = readsFirst || row.fault === 'conflict' || row.fault === 'throttle';
      await expect(run()).rejects.toBeInstanceOf(certain ? StorageUnavailable : OutcomeUnknown);
      // Gives up near the deadline, and not before.
      expect(clock.now).toBeGreaterThan(DEADLINE - 1_000);
    },
  );

  it.each(cross(writes, ['timeout', 'lostAnswer']).filter(({ method }) => method.readsFirst === true))(
    '$name whose writes always fail with $fault reports an unknown outcome',
    async (row) => {
      const run = await row.method.prepare();
      faulty.plan((operation) => (isWrite(operation) ? row.fault : undefined));
      await expect(run()).rejects.toBeInstanceOf(OutcomeUnknown);
    },
  );

  it.each(cross(writes, ['lostAnswer']))('$name whose answers are all lost is not repeated', async (row) => {
    const run = await row.method.prepare();
    faulty.plan((operation) => (isWrite(operation) ? row.fault : undefined));
    await run().catch((error: unknown) => expect(error).toBeInstanceOf(OutcomeUnknown));
    faulty.plan(undefined);
    expect(await violations(table.document, table.tableName)).toEqual([]);
  });
});

describe('a read', () => {
  it.each(cross(reads, ['throttle', 'timeout', 'lostAnswer']))(
    '$name is answered after $fault, twice',
    async (row) => {
      const run = await row.method.prepare();
      faulty.plan((_, nth) => (nth <= 2 ? row.fault : undefined));
      expectGiven(await run(), row.method.gives);
    },
  );

  it.each(cross(reads, ['throttle', 'timeout', 'lostAnswer']))(
    '$name that always gets $fault fails',
    async (row) => {
      const run = await row.method.prepare();
      faulty.plan(() => row.fault);
      await expect(run()).rejects.toBeInstanceOf(StorageUnavailable);
      expect(clock.now).toBeGreaterThan(DEADLINE - 1_000);
    },
  );
});

describe('the methods above', () => {
  it('are complete', () => {
    const all = Object.entries(stores).flatMap(([name, store]) =>
      Object.keys(store).map((method) => `${name}.${method}`),
    );
    const tested = [...Object.keys(writes), ...Object.keys(reads)];
    const names = new Set(tested.map((name) => name.split(' ')[0]));
    expect(all.sort()).toEqual([...names].sort());
  });
});
