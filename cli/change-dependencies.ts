import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createCurrentAccountReader } from '../lib/aws/stores/account-reader.ts';
import { createBlockStore } from '../lib/aws/stores/block-store.ts';
import { createCustomerStore } from '../lib/aws/stores/customer-store.ts';
import { createHoldStore } from '../lib/aws/stores/hold-store.ts';
import { createRequestStore } from '../lib/aws/stores/request-store.ts';
import { createScheduleReader } from '../lib/aws/stores/schedule-reader.ts';
import type { CliContext, Target } from './target.ts';

/** Time limit of a change in milliseconds: the longest of all, because no caller is waiting. */
export const DEADLINE_MS = 10_000;

/** Clock, randomness and stores for commands that change requests and blocks. */
export function changeDependencies(target: Target, cli: Pick<CliContext, 'now'>) {
  const now = () => cli.now().getTime();
  const pause = async (ms: number) => {
    await wait(ms);
  };
  const deps = { ...target, now, pause, random: Math.random, newToken: randomUUID };
  return {
    ...deps,
    requests: createRequestStore(deps),
    schedule: createScheduleReader(deps),
    storedAccounts: createCurrentAccountReader(deps),
    holds: createHoldStore(deps),
    blocks: createBlockStore(deps),
    customers: createCustomerStore(deps),
    deadline: now() + DEADLINE_MS,
  };
}

export type ChangeDependencies = ReturnType<typeof changeDependencies>;
