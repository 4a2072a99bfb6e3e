import { randomUUID } from 'node:crypto';
import { cacheAccounts } from '../accounts/account-cache.ts';
import { createMeter, type Meter } from '../meter.ts';
import { createAccountRepository } from './account-repository.ts';
import { createCallStore } from './call-store.ts';
import { createDocumentClient, meterCalls } from './client.ts';
import { createCustomerRepository } from './customer-repository.ts';
import { createLeadStore } from './lead-store.ts';
import { createRequestRepository } from './request-repository.ts';
import { createScheduleRepository } from './schedule-repository.ts';
import type { TransactionDependencies } from './transaction.ts';

/** The repositories of one container over one client and the real clock. */
export function createRepositories(tableName: string) {
  const now = Date.now;
  const document = createDocumentClient();
  const meter = createMeter();
  meterCalls(document, meter);
  const world = { document, tableName, now, pause, random: Math.random, newToken: randomUUID };
  return repositories(world, meter);
}

/** The repositories over a given client and clock. The meter is told of lost races; `meterCalls` tells it of calls. */
export function repositories(
  world: TransactionDependencies & { readonly tableName: string },
  meter: Meter = createMeter(),
) {
  const { now, pause: wait, random, newToken } = world;
  return {
    now,
    pause: wait,
    random,
    newId: newToken,
    meter,
    onRace: meter.countRace,
    accounts: cacheAccounts(createAccountRepository(world), now),
    leads: createLeadStore(world),
    requests: createRequestRepository(world),
    schedule: createScheduleRepository(world),
    customers: createCustomerRepository(world),
    calls: createCallStore(world),
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
