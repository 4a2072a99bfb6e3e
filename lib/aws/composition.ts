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

/** What repositories work with: their table, and the world around it. */
export interface World extends TransactionDependencies {
  readonly tableName: string;
  /** Told of lost races; `meterCalls` tells it of what the client sends. */
  readonly meter: Meter;
}

/** The one client of a container, over the real clock. */
export function createWorld(tableName: string): World {
  const document = createDocumentClient();
  const meter = createMeter();
  meterCalls(document, meter);
  return { document, tableName, meter, now: Date.now, pause, random: Math.random, newToken: randomUUID };
}

// One function for each group of stores, so that what a function doesn't use is not in its bundle.

export const accountSource = (world: World): AccountSource =>
  cacheAccounts(createAccountReader(world), world.now);

/** What the voice functions need. */
export const bookingStores = (world: World) => ({
  now: world.now,
  pause: world.pause,
  random: world.random,
  onRace: world.meter.countRace,
  requests: createRequestRepository(world),
  schedule: createScheduleRepository(world),
  storedAccounts: createCurrentAccounts(world),
  customers: createCustomerRepository(world),
});

/** Everything. */
export const repositories = (world: World) => ({
  ...bookingStores(world),
  meter: world.meter,
  newId: world.newToken,
  accounts: accountSource(world),
  leads: createLeadStore(world),
  calls: createCallStore(world),
});

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
