import { randomUUID } from 'node:crypto';
import { type AccountSource, cacheAccounts } from '../accounts/account-cache.ts';
import { createMeter, type Meter } from '../meter.ts';
import { createAccountReader } from './accounts/account-reader.ts';
import { createCurrentAccounts } from './accounts/current-accounts.ts';
import { createCallStore } from './calls/call-store.ts';
import { createDocumentClient, meterCalls } from './client.ts';
import { createCustomerRepository } from './customer-repository.ts';
import { createLeadStore } from './requests/lead-store.ts';
import { createRequestRepository } from './requests/request-repository.ts';
import { createScheduleRepository } from './schedule-repository.ts';
import type { TransactionDependencies } from './transaction.ts';

/** What repositories depend on: the table, the clock, randomness and the meter. */
export interface RepositoryDependencies extends TransactionDependencies {
  readonly tableName: string;
  /** Told of lost races; `meterCalls` tells it of what the client sends. */
  readonly meter: Meter;
}

/** The one client of a container, over the real clock. */
export function createDependencies(tableName: string): RepositoryDependencies {
  const document = createDocumentClient();
  const meter = createMeter();
  meterCalls(document, meter);
  return { document, tableName, meter, now: Date.now, pause, random: Math.random, newToken: randomUUID };
}

// One function for each group of stores, so that what a function doesn't use is not in its bundle.

export const accountSource = (deps: RepositoryDependencies): AccountSource =>
  cacheAccounts(createAccountReader(deps), deps.now);

/** What the voice functions need. */
export const bookingStores = (deps: RepositoryDependencies) => ({
  now: deps.now,
  pause: deps.pause,
  random: deps.random,
  onRace: deps.meter.countRace,
  requests: createRequestRepository(deps),
  schedule: createScheduleRepository(deps),
  storedAccounts: createCurrentAccounts(deps),
  customers: createCustomerRepository(deps),
});

/** Everything. */
export const repositories = (deps: RepositoryDependencies) => ({
  ...bookingStores(deps),
  meter: deps.meter,
  newId: deps.newToken,
  accounts: accountSource(deps),
  leads: createLeadStore(deps),
  calls: createCallStore(deps),
});

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
