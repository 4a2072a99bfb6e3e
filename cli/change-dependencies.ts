import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createBlockStore } from '../lib/aws/block-store.ts';
import { createHoldStore } from '../lib/aws/holds/hold-store.ts';
import { createRequestStore } from '../lib/aws/requests/request-store.ts';
import { createScheduleReader } from '../lib/aws/schedule-reader.ts';
import type { CliContext, Target } from './target.ts';

/** Time limit of a change in milliseconds: longer than on a call, because no caller is waiting. */
const DEADLINE_MS = 10_000;

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
    holds: createHoldStore(deps),
    blocks: createBlockStore(deps),
    deadline: now() + DEADLINE_MS,
  };
}

export type ChangeDependencies = ReturnType<typeof changeDependencies>;
