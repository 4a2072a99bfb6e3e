import { randomUUID } from 'node:crypto';
import { cacheAccounts } from '../accounts/account-cache.ts';
import { createAccountRepository } from './account-repository.ts';
import { createCallStore } from './call-store.ts';
import { createDocumentClient } from './client.ts';
import { createCustomerRepository } from './customer-repository.ts';
import { createLeadStore } from './lead-store.ts';
import { createRequestRepository } from './request-repository.ts';
import { createScheduleRepository } from './schedule-repository.ts';
import type { TransactionDependencies } from './transaction.ts';

/** The repositories of one container over one client and the real clock. */
export function createRepositories(tableName: string) {
  const now = Date.now;
  const document = createDocumentClient();
  const world = { document, tableName, now, pause, random: Math.random, newToken: randomUUID };
  return repositories(world);
}

/** The repositories over a given client and clock. */
export function repositories(world: TransactionDependencies & { readonly tableName: string }) {
  const { now, pause: wait, random, newToken } = world;
  return {
    now,
    pause: wait,
    random,
    newId: newToken,
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
