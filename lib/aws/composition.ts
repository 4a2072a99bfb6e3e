import { randomBytes, randomUUID } from 'node:crypto';
import { type AccountSource, cacheAccounts } from '../accounts/account-cache.ts';
import { createLeads, type Leads } from '../intake/accept-lead.ts';
import { createMeter, type Meter } from '../meter.ts';
import type { MemoryStore } from '../record/ports.ts';
import { createAccountReader, createCurrentAccountReader, listAccounts } from './stores/account-reader.ts';
import { createAnswerStore } from './stores/answer-store.ts';
import { createBlockStore } from './stores/block-store.ts';
import { createDayReader, createQueueReader } from './stores/board-reader.ts';
import { createCallLists, createCallStore } from './stores/call-store.ts';
import { createConsentStore, createDueDecisions } from './stores/consent-store.ts';
import { createCustomerStore } from './stores/customer-store.ts';
import { createFreedTimeRaiser, createFreedTimes } from './stores/freed-time-store.ts';
import { createHoldStore } from './stores/hold-store.ts';
import { createLeadStore } from './stores/lead-store.ts';
import { createLinkStore } from './stores/link-store.ts';
import { createLiveStore } from './stores/live-store.ts';
import { createMemoryStore } from './stores/memory-store.ts';
import { createNumberReader } from './stores/number-reader.ts';
import { createDueItems, createNotices, createOutbox } from './stores/outbox-store.ts';
import { createPlanStore } from './stores/plan-store.ts';
import { createRefusedDays, createRefusedLeadStore } from './stores/refused-lead-store.ts';
import { createReminderReader } from './stores/reminder-reader.ts';
import { createRequestStore } from './stores/request-store.ts';
import { createScheduleReader } from './stores/schedule-reader.ts';
import { createSearchIndex, createSearchReader } from './stores/search-store.ts';
import { createTextConsents } from './stores/text-consents.ts';
import { createHandledTexts } from './stores/text-store.ts';
import { createWaitingList } from './stores/waiting-list.ts';
import { createDocumentClient, meterCalls } from './table/client.ts';
import type { StoreDependencies } from './table/operations.ts';

export interface ContainerDependencies extends StoreDependencies {
  /** Counts lost races and, after `meterCalls`, the client's calls. */
  readonly meter: Meter;
}

/** Returns the dependencies of stores in the real world: clock, pauses, randomness and tokens. */
export function realDependencies({
  document,
  tableName,
}: Pick<ContainerDependencies, 'document' | 'tableName'>): ContainerDependencies {
  const real = { now: Date.now, pause, random: Math.random, newToken: randomUUID };
  return { document, tableName, meter: createMeter(), ...real };
}

/** Returns the dependencies of a container, which has one client for all its requests. */
export function createDependencies(tableName: string): ContainerDependencies {
  const deps = realDependencies({ document: createDocumentClient(), tableName });
  meterCalls(deps.document, deps.meter);
  return deps;
}

/** An account look-up may take this many milliseconds, which leaves time for a retry and for the answer. */
const ACCOUNT_WITHIN_MS = 1_500;

// Each group of stores has a function of its own, so that unused stores stay out of a bundle.

export const accountSource = (deps: ContainerDependencies): AccountSource =>
  cacheAccounts(createAccountReader({ ...deps, withinMs: ACCOUNT_WITHIN_MS }), deps.now);

const requestStores = (deps: ContainerDependencies) => ({
  ...{ now: deps.now, pause: deps.pause, random: deps.random, onRace: deps.meter.countRace },
  requests: createRequestStore(deps),
});

export const acceptingLeads = (deps: ContainerDependencies): Leads =>
  // Lost races over leads are not counted: the metric is about callers who compete for a time.
  createLeads({ ...requestStores(deps), onRace: undefined, leadStore: createLeadStore(deps) });

export const reportStores = (deps: ContainerDependencies) => ({
  ...requestStores(deps),
  schedule: createScheduleReader(deps),
  holds: createHoldStore(deps),
  memory: memoryStore(deps),
  onMemoryFault: deps.meter.countMemoryFault,
});

export const decidingStores = ({ pause, random, ...deps }: ContainerDependencies) => ({
  ...{ pause, random },
  consents: createConsentStore({ pause, random, ...deps }),
});

/** Requests are found by their number, too. */
export const textStores = (deps: ContainerDependencies) => ({
  ...startStores(deps),
  freedTimes: createFreedTimes(deps),
  outbox: createOutbox(deps),
  deliveries: messageStores(deps),
  consents: createConsentStore(deps),
  handledTexts: createHandledTexts(deps),
});

/** What offers times that became free to people who wait. */
const offerStores = (deps: ContainerDependencies) => ({
  ...startStores(deps),
  freedTimes: createFreedTimes(deps),
  waitingList: createWaitingList(deps),
});

export const reminderStores = (deps: ContainerDependencies) => ({
  ...requestStores(deps),
  ...messageStores(deps),
  reminders: createReminderReader(deps),
  notices: createNotices(deps),
  ...offerStores(deps),
  dueItems: createDueItems(deps),
  decisions: createDueDecisions(deps),
  randomBytes,
});

/** What messages are read and settled with. */
const messageStores = (deps: ContainerDependencies) => ({
  ...requestStores(deps),
  accounts: createAccountReader({ ...deps, withinMs: ACCOUNT_WITHIN_MS }),
  outbox: createOutbox(deps),
  consents: createTextConsents(deps),
});

export const urgentStores = (deps: ContainerDependencies) => ({
  now: deps.now,
  requests: createRequestStore(deps),
  customers: createCustomerStore(deps),
  accounts: createAccountReader({ ...deps, withinMs: ACCOUNT_WITHIN_MS }),
  refusedDays: createRefusedDays(deps),
});

const startStores = (deps: ContainerDependencies) => ({
  ...reportStores(deps),
  storedAccounts: createCurrentAccountReader(deps),
  customers: createCustomerStore(deps),
});

/** No answer waits for what is kept of it. */
function memoryStore(deps: ContainerDependencies): MemoryStore {
  const memory = createMemoryStore(deps);
  return { ...memory, tell: (...told) => deps.meter.aside(() => memory.tell(...told)) };
}

export const bookingStores = (deps: ContainerDependencies) => ({
  ...startStores(deps),
  answers: createAnswerStore(deps),
  consents: createConsentStore(deps),
});

export const callerReaders = (deps: ContainerDependencies) => ({
  requests: createNumberReader(deps),
  customers: createCustomerStore(deps),
  consents: createConsentStore(deps),
  memory: memoryStore(deps),
});

export const allStores = (deps: ContainerDependencies) => ({
  ...bookingStores(deps),
  meter: deps.meter,
  newId: deps.newToken,
  accounts: accountSource(deps),
  leads: acceptingLeads(deps),
  refusedLeads: createRefusedLeadStore(deps),
  calls: createCallStore(deps),
  consents: createConsentStore(deps),
  handledTexts: createHandledTexts(deps),
  freedTimes: createFreedTimes(deps),
  outbox: createOutbox(deps),
  deliveries: messageStores(deps),
});

export const boardStores = (deps: ContainerDependencies) => {
  const ofAccounts = { ...deps, withinMs: ACCOUNT_WITHIN_MS };
  return {
    ...startStores(deps),
    newId: deps.newToken,
    meter: deps.meter,
    accounts: { ...createAccountReader(ofAccounts), list: () => listAccounts(ofAccounts) },
    days: createDayReader(deps),
    queue: createQueueReader(deps),
    calls: createCallLists(deps),
    outbox: createOutbox(deps),
    blocks: createBlockStore(deps),
    plans: createPlanStore(deps),
    waitingList: createWaitingList(deps),
    searching: createSearchReader(deps),
    live: createLiveStore(deps),
  };
};

export const boardUpdateStores = (deps: ContainerDependencies) => ({
  now: deps.now,
  index: createSearchIndex(deps),
  freedTimes: createFreedTimeRaiser(deps),
  live: createLiveStore(deps),
});

export const liveStores = (deps: ContainerDependencies) => ({
  now: deps.now,
  live: createLiveStore(deps),
});

export const pageStores = (deps: ContainerDependencies) => ({
  ...startStores(deps),
  meter: deps.meter,
  accounts: createAccountReader({ ...deps, withinMs: ACCOUNT_WITHIN_MS }),
  links: createLinkStore(deps),
  days: createDayReader(deps),
  answers: createAnswerStore(deps),
  consents: createConsentStore(deps),
});

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
