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
  /** Counts lost races and, through `meterCalls`, the client's calls. */
  readonly meter: Meter;
}

/** A table over the real clock. */
export function realDependencies({
  document,
  tableName,
}: Pick<RepositoryDependencies, 'document' | 'tableName'>): RepositoryDependencies {
  const real = { now: Date.now, pause, random: Math.random, newToken: randomUUID };
  return { document, tableName, meter: createMeter(), ...real };
}

/** A table over the one client of a container and the real clock. */
export function createDependencies(tableName: string): RepositoryDependencies {
  const deps = realDependencies({ document: createDocumentClient(), tableName });
  meterCalls(deps.document, deps.meter);
  return deps;
}

/** Time limit of an account look-up in milliseconds: time for a retry and for answering remains. */
const ACCOUNT_WITHIN_MS = 1_500;

// One function per group of stores, so that unused stores stay out of a bundle.

export const accountSource = (deps: RepositoryDependencies): AccountSource =>
  cacheAccounts(createAccountReader({ ...deps, withinMs: ACCOUNT_WITHIN_MS }), deps.now);

/** Dependencies of the voice functions. */
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

/** Dependencies of all handlers. */
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
